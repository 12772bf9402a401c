/**
 * Measures what a frame of the map costs the window's main thread while it is moved: 500, 2,000 and 10,000 stops, drawn
 * with WebGL and on a canvas, all in view and near enough that each stop has its number.
 *
 * A frame's work is that of all tasks from one key press to the next (models/frame-work.ts).
 *
 *     npm run bench -- map
 *     npm run bench -- map canvas    one of the drawings
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startApp, temporaryFolder, type App } from '../../support/app.ts';
import { buildMapPage, drawings, mapPageOptions, showPlan, type Drawing } from '../../support/map-page.ts';
import { planOfMany } from '../../support/map-page/plan-of-many.ts';
import { quantile, traced, workIn } from './models/frame-work.ts';

const sizes = [500, 2_000, 10_000] as const;
const frames = 150;
const goal = { stops: 2_000, milliseconds: 8 };
const say = (line = '') => void process.stdout.write(`${line}\n`);

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

async function measure(app: App, file: string) {
  const events = await traced(app, file, ['toplevel', 'blink.user_timing'], () => pan(app.window));
  // The first frames load what the others use.
  const { cpu, passed } = workIn(events, 'map-frame');
  return { cpu: cpu.slice(10), passed: passed.slice(10) };
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
