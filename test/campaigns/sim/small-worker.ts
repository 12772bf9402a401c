/** A worker thread of the small scope. It applies the mutation before it loads the core. */
import { parentPort, workerData } from 'node:worker_threads';
import { endOfWork } from './end-of-work.ts';
import type { Mutation } from './mutations/mutation.ts';
import { plant } from './plant.ts';
import type { PairName } from './small-pairs.ts';
import type { SmallResult } from './small-scope.ts';
import type { Bounds } from './small-state.ts';

export interface SmallTask {
  name: PairName;
  bounds: Bounds;
}

export interface SmallAnswer extends SmallResult {
  seconds: number;
}

// Stack traces of simulated errors are never read.
Error.stackTraceLimit = 0;

const mutation = workerData as Mutation | null;
if (mutation !== null) plant(mutation);
const { walkPair } = await import('./small-scope.ts');

async function answer({ name, bounds }: SmallTask): Promise<SmallAnswer> {
  const began = performance.now();
  const result = await walkPair(name, bounds);
  return { ...result, seconds: (performance.now() - began) / 1_000 };
}

parentPort?.on('message', (task: SmallTask | typeof endOfWork) => {
  if (task === endOfWork) {
    parentPort?.close();
    return;
  }
  void answer(task).then((result) => parentPort?.postMessage(result));
});
