/**
 * A thread of the cache that is started before anything asks for it: loading its code takes longer than opening a file.
 * It waits for its task.
 */
import { Worker } from 'node:worker_threads';

export interface SpareThread {
  /** @returns the thread, once; null: it was taken, or has ended */
  take(): Worker | null;
}

/** @param program the worker's file */
export function startSpareThread(program: URL): SpareThread {
  let thread: Worker | null = new Worker(program);
  const drop = () => {
    thread = null;
  };
  // Whoever asks then starts one of its own, which says why it cannot be started.
  thread.on('error', drop).on('exit', drop);
  return {
    take() {
      const taken = thread;
      taken?.off('error', drop).off('exit', drop);
      thread = null;
      return taken;
    },
  };
}
