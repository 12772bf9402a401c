/** Main's end of the cache: async functions in front of the worker. */
import { Worker } from 'node:worker_threads';
import { AppError, decodeError } from '../../shared/errors.ts';
import type { Cache, CacheFunctionName } from './cache-functions.ts';
import type { CacheFiles, CacheReply, CacheRequest, CacheWorkerData } from './cache.worker.ts';
import type { OutboxCheck } from './outbox-file.ts';

export interface OpenCache {
  cache: Cache;
  /** Name of the damaged file that was set aside at this start, or null. */
  setAside: string | null;
  /** What the check of the outbox found, where it was asked for. */
  outbox: OutboxCheck | null;
  close(): Promise<void>;
}

interface Call {
  request: CacheRequest;
  /** Whether it was asked again after the worker had ended. */
  isAgain: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** A worker that ends so often without having answered anything is not started any more. */
const deathsMost = 3;

const stopped = () => new AppError('storage.lists', { retry: 'later' });

/**
 * A worker that ends by itself is started anew. What waits for its answer is asked once more: each function is one
 * transaction, and may be repeated.
 *
 * @param worker the worker's own file: built beside main, or the source under plain Node
 * @param report called with what the worker says beyond an error's code, for the log
 * @param restarted called when another took its place: what was written last may not have been told to anybody
 * @throws AppError `storage.newer` when a newer app wrote the outbox; what went wrong otherwise
 */
export async function openCache(
  worker: URL,
  files: CacheFiles,
  report: (text: string) => void,
  restarted: () => void = () => undefined,
): Promise<OpenCache> {
  const waiting = new Map<number, Call>();
  const opened = Promise.withResolvers<Pick<OpenCache, 'setAside' | 'outbox'>>();
  const ended = Promise.withResolvers<void>();
  let number = 0;
  let deaths = 0;
  let isOpen = false;
  let isClosing = false;
  let isClosed = false;

  const hear = (reply: CacheReply) => {
    if (reply.kind === 'said') report(reply.text);
    else if (reply.kind === 'opened') {
      isOpen = true;
      opened.resolve(reply);
    } else if (reply.kind === 'failed') {
      report(`cache: ${reply.text}`);
      opened.reject(decodeError(reply.error));
    } else if (reply.kind === 'value' || reply.kind === 'error') {
      deaths = 0;
      const call = waiting.get(reply.number);
      waiting.delete(reply.number);
      if (reply.kind === 'value') call?.resolve(reply.value);
      else {
        report(`cache: ${reply.text}`);
        call?.reject(decodeError(reply.error));
      }
    }
  };
  const close = () => {
    isClosed = true;
    opened.reject(stopped());
    for (const { reject } of waiting.values()) reject(stopped());
    waiting.clear();
    ended.resolve();
  };
  const gone = () => {
    if (isClosing || !isOpen || deaths >= deathsMost) {
      if (!isClosing) report('the cache worker ended and is not started again');
      close();
      return;
    }
    deaths += 1;
    report('the cache worker ended; another is started');
    for (const [key, call] of waiting) {
      // What came before the rest of a list is gone with it; and what ends one worker after the other is not asked again.
      if (call.isAgain || call.request.name === 'stageRows') {
        waiting.delete(key);
        call.reject(stopped());
      }
      call.isAgain = true;
    }
    thread = start({ ...files, checksOutbox: false });
    for (const { request } of waiting.values()) thread.postMessage(request);
    restarted();
  };
  const start = (given: CacheFiles): Worker => {
    const started = new Worker(worker, { workerData: { task: 'serve', files: given } satisfies CacheWorkerData });
    started.on('message', hear);
    started.on('error', (error: Error) => report(`cache worker: ${error.message}`));
    started.on('exit', gone);
    return started;
  };
  let thread = start(files);

  const found = await opened.promise;
  const call = (name: CacheFunctionName, values: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (isClosed) {
        reject(stopped());
        return;
      }
      number += 1;
      const request: CacheRequest = { number, name, values };
      waiting.set(number, { request, isAgain: false, resolve, reject });
      thread.postMessage(request);
    });
  const cache = new Proxy({} as Cache, {
    get:
      (_target, name) =>
      (...values: unknown[]) =>
        call(name as CacheFunctionName, values),
  });
  return {
    cache,
    setAside: found.setAside,
    outbox: found.outbox,
    async close() {
      isClosing = true;
      if (!isClosed) thread.postMessage('close');
      await ended.promise;
    },
  };
}

/** Copies the outbox and checks the copy in a worker of its own. @param worker the cache's */
export function copyIn(worker: URL, file: string, copy: string): Promise<boolean> {
  const made = Promise.withResolvers<boolean>();
  const thread = new Worker(worker, { workerData: { task: 'copy', file, copy } satisfies CacheWorkerData });
  thread.on('message', (reply: CacheReply) => {
    if (reply.kind === 'copied') made.resolve(reply.isSound);
    else if (reply.kind === 'failed') made.reject(new Error(reply.text));
  });
  thread.on('error', made.reject);
  thread.on('exit', () => made.reject(stopped()));
  return made.promise;
}
