/**
 * What a frame costs the window's main thread. Chromium's trace gives each task of it with its CPU time; a frame's work
 * is that of all tasks from one mark in a requestAnimationFrame to the next: input, Svelte, drawing, style, layout and
 * paint. The CPU time is judged, not the time that passed, because other programs run too; what the graphics process
 * does is not counted, because here it is a software renderer.
 */
import { readFileSync } from 'node:fs';
import type { App } from '../../../support/app.ts';

/** An event of Chromium's trace. Times are microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** What the processor worked for it. */
  tdur?: number;
  args?: { name?: string };
}

/** Frames in their order, in milliseconds. */
interface Work {
  cpu: number[];
  passed: number[];
}

/**
 * Records a trace meanwhile.
 *
 * @param file where it is written; one that exists is replaced
 * @param categories `blink.user_timing` has the marks, `toplevel` the tasks
 */
export async function traced(
  { electron }: Pick<App, 'electron'>,
  file: string,
  categories: readonly string[],
  work: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  await electron.evaluate(
    ({ contentTracing }, included) => contentTracing.startRecording({ included_categories: included }),
    [...categories],
  );
  await work();
  await electron.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file);
  return (JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }).traceEvents;
}

/** The tasks of a thread, or of several. @param isOf whether an event is of it */
export const tasksIn = (events: readonly TraceEvent[], isOf: (event: TraceEvent) => boolean): TraceEvent[] =>
  events.filter((event) => event.name.endsWith('RunTask') && event.ph === 'X' && isOf(event));

/** The work of the main thread from each mark to the next. @param mark its name; the last one ends the last frame */
export function workIn(events: readonly TraceEvent[], mark: string): Work {
  const marks = events.filter(({ name }) => name === mark).toSorted((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (first === undefined) throw new Error('The trace has no frames.');
  const tasks = tasksIn(events, ({ pid, tid }) => pid === first.pid && tid === first.tid);
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

/** The value that a share of all is below; NaN of none. @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
