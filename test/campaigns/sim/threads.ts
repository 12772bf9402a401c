/**
 * Distributes work to threads: schedules in chunks, until all are done, a failure is found, or the time is over, and
 * pairs.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { root } from '../../../build/project.ts';
import { asInTheApp, type Variant } from './planted.ts';
import type { Scenes } from './scenes.ts';
import type { PairName } from './small-pairs.ts';
import type { Bounds } from './small-state.ts';
import type { SmallAnswer, SmallTask } from './small-worker.ts';
import type { Without } from './surroundings.ts';
import { endOfWork } from './end-of-work.ts';
import { add, isClean, newTally, type Tally } from './tally.ts';
import type { StorageName, Task } from './run-task.ts';

// Not relative to this module: compiled for a window, as in unit tests, that would be an address for a page.
const program = (name: string) => join(root, 'test', 'campaigns', 'sim', name);

export interface RunOptions {
  from: number;
  schedules: number;
  variant: Variant;
  threads: number;
  storage?: StorageName;
  scenes?: Scenes;
  /** Default: with all variations. */
  without?: Without;
  /** Stops at the first failure. */
  untilFound?: boolean;
  /** Time limit in milliseconds for starting more work. */
  within?: number;
  /** Called after each chunk. */
  progress?: (tally: Tally) => void;
  /** Called with every event. */
  trace?: (line: string) => void;
}

const handful = 500;
/** Milliseconds after which a chunk counts as endless: many times what one takes on a slow computer. */
const patience = { chunk: 600_000, search: 20_000 };

export async function runSchedules(options: RunOptions): Promise<Tally> {
  const { from, schedules, variant, storage = 'memory', scenes = 'all', without = {} } = options;
  const tally = newTally();
  const began = performance.now();
  const size = options.untilFound === true ? 100 : handful;
  let next = 0;
  const isOver = () =>
    next >= schedules ||
    (options.untilFound === true && !isClean(tally)) ||
    performance.now() - began > (options.within ?? Number.POSITIVE_INFINITY);
  const most = options.untilFound === true ? patience.search : patience.chunk;
  const thread = async () => {
    const worker = new Worker(program('worker.ts'), { workerData: variant.mutation });
    try {
      while (!isOver()) {
        const count = Math.min(size, schedules - next);
        const isTraced = options.trace !== undefined;
        const task: Task = {
          from: from + next,
          schedules: count,
          variant,
          storage,
          scenes,
          without,
          isTraced,
        };
        next += task.schedules;
        const answer = await within(most, answerOf<Tally>(worker, task, options.trace));
        add(tally, answer ?? endless(task, most));
        options.progress?.(tally);
        if (answer !== null) continue;
        await worker.terminate();
        return;
      }
    } finally {
      await ended(worker);
    }
  };
  await Promise.all(Array.from({ length: options.threads }, thread));
  return tally;
}

/** @returns null after the given milliseconds */
async function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer | null> {
  const stop = new AbortController();
  const late = sleep(milliseconds, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stop.abort();
  }
}

/** A schedule that loops without a step of its time never answers: a failure like any other, seen from outside. */
function endless({ from, schedules }: Task, milliseconds: number): Tally {
  const tally = newTally();
  tally.violations.stuck = 1;
  const why = `one of the schedules ${from} to ${from + schedules - 1} did not end within ${milliseconds / 1_000} s`;
  tally.wrong.push({ seed: from, violation: 'stuck', tag: 'endless', why });
  return tally;
}

/** Known states take much memory, and so does garbage. */
const smallLimits = { maxOldGenerationSizeMb: 8_192, maxYoungGenerationSizeMb: 128 };

/** @param told called with each pair when it is done */
export async function walkPairs(
  names: readonly PairName[],
  bounds: Bounds,
  threads: number,
  told: (name: PairName, answer: SmallAnswer) => void,
  variant: Variant = asInTheApp,
): Promise<void> {
  const left = [...names];
  const thread = async () => {
    const worker = new Worker(program('small-worker.ts'), {
      resourceLimits: smallLimits,
      workerData: variant.mutation,
    });
    try {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        const task: SmallTask = { name, bounds };
        told(name, await answerOf<SmallAnswer>(worker, task));
      }
    } finally {
      await ended(worker);
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, names.length) }, thread));
}

/**
 * Lets an idle thread end by itself. `terminate` would stop it while its libraries are being unloaded, which once ended
 * the whole process of a test without a message.
 */
async function ended(worker: Worker): Promise<void> {
  // It has ended with an error.
  if (worker.threadId === -1) return;
  const exit = once(worker, 'exit');
  worker.postMessage(endOfWork);
  await exit;
}

/** @param told called with each line that is posted before the answer */
function answerOf<Answer>(worker: Worker, task: unknown, told?: (line: string) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const listen = (message: Answer | string) => {
      if (typeof message === 'string') {
        told?.(message);
        return;
      }
      worker.off('error', reject);
      worker.off('message', listen);
      resolve(message);
    };
    worker.once('error', reject);
    worker.on('message', listen);
    worker.postMessage(task);
  });
}
