/**
 * Measures what a frame of the map costs the window's main thread while it is moved: 500, 2,000 and 10,000 stops, drawn
 * with WebGL and on a canvas, all in view and near enough that each stop has its number.
 *
 * Chromium's trace gives each task of the main thread with its CPU time. A frame's work is that of all tasks from one key
 * press to the next: input, Svelte, drawing, style, layout and paint. The CPU time is judged, not the time that passed,
 * because other programs run too; what the graphics process does with the commands is not counted, because here it is a
 * software renderer.
 *
 *     npm run bench -- map
 *     npm run bench -- map canvas    one of the drawings
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startApp, temporaryFolder, type App } from '../../support/app.ts';
import { buildMapPage, drawings, mapPageOptions, showPlan, type Drawing } from '../../support/map-page.ts';
import { planOfMany } from '../../support/map-page/plan-of-many.ts';

const sizes = [500, 2_000, 10_000] as const;
const frames = 150;
const goal = { stops: 2_000, milliseconds: 8 };
const say = (line = '') => void process.stdout.write(`${line}\n`);

/** An event of Chromium's trace. Times are microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

interface Work {
  cpu: number[];
  passed: number[];
}

/** Moves the map by a key in each frame. A mark in the trace begins each. */
const pan = (window: Page): Promise<void> =>
  window.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const surface = document.querySelector('[role="img"]');
        let done = 0;
        const step = () => {
          performance.mark('map-frame');
          if (done === count) {
            resolve();
            return;
          }
          // Back and forth, so that the stops stay in view.
          const key = Math.floor(done / 5) % 2 === 0 ? 'ArrowLeft' : 'ArrowRight';
          surface?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          done += 1;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    frames,
  );

/** The work of the main thread in each frame, in milliseconds. */
function workIn(events: readonly TraceEvent[]): Work {
  const marks = events.filter(({ name }) => name === 'map-frame').toSorted((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (first === undefined) throw new Error('The trace has no frames.');
  const tasks = events.filter(
    ({ name, pid, tid, ph }) => name.endsWith('RunTask') && ph === 'X' && pid === first.pid && tid === first.tid,
  );
  const starts = marks.map(({ ts }) => ts);
  const work: Work = { cpu: [], passed: [] };
  for (const [index, from] of starts.slice(0, -1).entries()) {
    const to = starts[index + 1] ?? from;
    // A task belongs to the frame in which it ends: the mark is in the middle of the first one.
    const own = tasks.filter(({ ts, dur = 0 }) => ts + dur > from && ts + dur <= to);
    work.cpu.push(own.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000);
    work.passed.push(own.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1_000);
  }
  return work;
}

async function measure({ electron, window }: App, file: string): Promise<Work> {
  await electron.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel', 'blink.user_timing'] }),
  );
  await pan(window);
  await electron.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file);
  // The first frames load what the others use.
  const { cpu, passed } = workIn((JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }).traceEvents);
  return { cpu: cpu.slice(10), passed: passed.slice(10) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const figures = (values: readonly number[]) =>
  `median ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`;

let missed = 0;

async function bench(entry: string, drawing: Drawing): Promise<void> {
  const profile = temporaryFolder('bench-map');
  const app = await startApp({ profile: profile.path, ...mapPageOptions(entry, drawing) });
  try {
    for (const stops of sizes) {
      await showPlan(app.window, planOfMany(stops), drawing);
      const surface = app.window.getByRole('img', { name: /^Map of/ });
      for (const [what, keys] of [
        ['all in view', ['0']],
        ['near', ['0', '+', '+', '+', '+', '+', '+']],
      ] as const) {
        for (const key of keys) await surface.press(key);
        const { cpu, passed } = await measure(app, join(profile.path, 'trace.json'));
        const isJudged = stops === goal.stops;
        const isFast = quantile(cpu, 0.99) <= goal.milliseconds;
        if (isJudged && !isFast) missed += 1;
        const verdict = isJudged ? `  ${isFast ? 'pass' : 'FAIL'}` : '';
        const name = `${drawing.padEnd(6)} ${stops.toLocaleString('en').padStart(6)} stops, ${what.padEnd(11)}`;
        say(`${name}  CPU ${figures(cpu)}; passed ${figures(passed)}${verdict}`);
      }
    }
  } finally {
    await app.close();
    profile.remove();
  }
}

const load = () => loadavg()[0]?.toFixed(1);
say(`Main-thread work in each of ${frames} frames while the map moves; goal: CPU p99 ≤ ${goal.milliseconds} ms with`);
say(`${goal.stops.toLocaleString('en')} stops. Load of the machine before: ${load()}.`);
const entry = await buildMapPage();
const [only = ''] = process.argv.slice(2);
for (const drawing of drawings) if (only === '' || only === drawing) await bench(entry, drawing);
say(`Load of the machine after: ${load()}.`);
say(missed === 0 ? 'The goal is reached.' : `The goal is missed ${missed} times.`);
process.exit(missed === 0 ? 0 : 1);
