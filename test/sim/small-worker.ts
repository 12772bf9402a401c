/** One thread of the small scope: walks the pairs that it is told, one after the other. */
import { parentPort } from 'node:worker_threads';
import type { PairName } from './small-pairs.ts';
import { walkPair, type SmallResult } from './small-scope.ts';
import type { Bounds } from './small-state.ts';

export interface SmallTask {
  name: PairName;
  bounds: Bounds;
}

export interface SmallAnswer extends SmallResult {
  seconds: number;
}

// Nobody reads where an error of the small world was made.
Error.stackTraceLimit = 0;

async function answer({ name, bounds }: SmallTask): Promise<SmallAnswer> {
  const began = performance.now();
  const result = await walkPair(name, bounds);
  return { ...result, seconds: (performance.now() - began) / 1_000 };
}

parentPort?.on('message', (task: SmallTask) => {
  void answer(task).then((result) => parentPort?.postMessage(result));
});
