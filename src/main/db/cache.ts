/** Main's end of the cache: async functions in front of the worker. */
import { Worker } from 'node:worker_threads';
import { AppError, decodeError } from '../../shared/errors.ts';
import type { Cache, CacheFunctionName } from './cache-functions.ts';
import type { CacheReply, CacheRequest, CacheWorkerData } from './cache.worker.ts';

export interface OpenCache {
  cache: Cache;
  /** Name of the damaged file that was set aside at this start, or null. */
  setAside: string | null;
  close(): Promise<void>;
}

/**
 * @param worker the worker's own file: built beside main, or the source under plain Node
 * @param report called with what the worker says beyond an error's code, for the log
 */
export async function openCache(
  worker: URL,
  data: CacheWorkerData,
  report: (text: string) => void,
): Promise<OpenCache> {
  const thread = new Worker(worker, { workerData: data });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  let number = 0;
  let closed = false;

  const opened = Promise.withResolvers<string | null>();
  const ended = Promise.withResolvers<void>();
  const fail = (error: unknown) => {
    opened.reject(error);
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  thread.on('message', (reply: CacheReply) => {
    if (reply.kind === 'opened') {
      opened.resolve(reply.setAside);
      return;
    }
    const call = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (reply.kind === 'value') call?.resolve(reply.value);
    else {
      report(`cache: ${reply.text}`);
      call?.reject(decodeError(reply.error));
    }
  });
  thread.on('error', (error: Error) => {
    report(`cache worker: ${error.message}`);
    fail(new AppError('internal', { cause: error }));
  });
  thread.on('exit', () => {
    closed = true;
    fail(new AppError('internal', { message: 'the cache is closed' }));
    ended.resolve();
  });

  const setAside = await opened.promise;
  const call = (name: CacheFunctionName, values: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) {
        reject(new AppError('internal', { message: 'the cache is closed' }));
        return;
      }
      number += 1;
      waiting.set(number, { resolve, reject });
      thread.postMessage({ number, name, values } satisfies CacheRequest);
    });
  const cache = new Proxy({} as Cache, {
    get:
      (_target, name) =>
      (...values: unknown[]) =>
        call(name as CacheFunctionName, values),
  });
  return {
    cache,
    setAside,
    async close() {
      if (!closed) thread.postMessage('close');
      await ended.promise;
    },
  };
}
