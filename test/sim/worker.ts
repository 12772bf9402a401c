/** One thread of the simulation: runs the schedules it is told, many at once, and tells what they came to. */
import { parentPort } from 'node:worker_threads';
import type { Variant } from './planted.ts';
import { Schedule } from './schedule.ts';
import { count, newTally, type Tally } from './tally.ts';

export interface Task {
  /** Seed of the first; the others follow it. */
  from: number;
  schedules: number;
  variant: Variant;
}

/** Schedules that share each turn of the event loop. */
const atOnce = 24;

// Nobody reads where an error of the simulated line was made.
Error.stackTraceLimit = 0;

export async function runTask({ from, schedules, variant }: Task): Promise<Tally> {
  const tally = newTally();
  const bugs = new Set(variant.bugs);
  const { times, flushesEach } = variant;
  let next = 0;
  const runner = async () => {
    while (next < schedules) {
      const seed = from + next;
      next += 1;
      count(tally, seed, await new Schedule({ seed, bugs, times, flushesEach }).run());
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, schedules) }, runner));
  return tally;
}

parentPort?.on('message', (task: Task) => {
  void runTask(task).then((tally) => parentPort?.postMessage(tally));
});
