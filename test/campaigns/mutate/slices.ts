/** Slices of the simulation and the small scope that test one mutant, with the same schedules each time. */
import { regressions } from '../sim/regressions.ts';
import { asInTheApp } from '../sim/planted.ts';
import { runTask, type StorageName } from '../sim/run-task.ts';
import { Schedule } from '../sim/schedule.ts';
import { pairNames } from '../sim/small-pairs.ts';
import { walkPair } from '../sim/small-scope.ts';
import { isClean } from '../sim/tally.ts';

export const slices = ['quick', 'disk', 'long', 'small'] as const;
export type SliceName = (typeof slices)[number];

/** Schedules per chunk. The result is checked after each chunk. */
const handful = 24;

async function schedules(from: number, count: number, storage: StorageName): Promise<string | null> {
  for (let done = 0; done < count; done += handful) {
    const few = Math.min(handful, count - done);
    const tally = await runTask({ from: from + done, schedules: few, variant: asInTheApp, storage });
    // A schedule with too few events is not the core's fault.
    const [first] = tally.wrong;
    if (!isClean({ ...tally, meagre: 0 })) return `schedule ${first?.seed ?? ''}: ${first?.violation ?? ''}`;
  }
  return null;
}

async function replays(): Promise<string | null> {
  for (const regression of regressions) {
    const { found } = await new Schedule({ ...asInTheApp, ...regression, scenes: 'all' }).run();
    if (found.length > 0) return `regression ${regression.seed}`;
  }
  return null;
}

async function smallScope(): Promise<string | null> {
  for (const name of pairNames) {
    const { wrong, endless } = await walkPair(name, { crashes: 1, faults: 1 });
    if (wrong.length > 0 || endless > 0) return `small scope: ${name}`;
  }
  return null;
}

/** @returns what detected the fault, or null */
export async function runSlice(name: SliceName): Promise<string | null> {
  switch (name) {
    case 'quick':
      return schedules(1_000, 2 * handful, 'memory');
    case 'disk':
      return schedules(5_000, 12, 'sqlite');
    case 'long':
      return (await replays()) ?? schedules(2_000, 16 * handful, 'memory');
    case 'small':
      return smallScope();
  }
}
