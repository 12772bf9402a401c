/** Main's client for the cache: async functions that call the worker. */
import { Worker } from 'node:worker_threads';
import { AppError, decodeError } from '../../shared/errors.ts';
import type { Cache, CacheFunctionName } from './cache-functions.ts';
import type { CacheFiles, CacheReply, CacheRequest, CacheWorkerData } from './cache.worker.ts';
import type { OutboxCheck } from './outbox-file.ts';
import type { SpareThread } from './spare-thread.ts';

export interface OpenCache {
  cache: Cache;
  /** Name of the damaged file that was set aside at this start, or null. */
  setAside: string | null;
  /** Result of the outbox check, if one was requested. */
  outbox: OutboxCheck | null;
  close(): Promise<void>;
}

interface Call {
  request: CacheRequest;
  /** Whether the call was already repeated after a worker exited. */
  isAgain: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The worker is not restarted after it exits this often in a row without answering. */
const deathsMost = 3;

const stopped = () => new AppError('storage.lists', { retry: 'later' });

/** @param crash the error that ended the worker; undefined: it still runs */
type Report = (text: string, crash?: Error) => void;

interface CacheOptions {
  /** The worker's file: the bundle next to main's, or the source under plain Node. */
  worker: URL;
  files: CacheFiles;
  /** Receives the worker's messages for the log, with more detail than an error's code. */
  report: Report;
  /** Called when a new worker replaced the old one. Listeners may have missed the last writes. */
  restarted: () => void;
  /** Serves first, if it is still there. */
  spare: SpareThread | undefined;
}

/**
 * The worker that serves the cache. If it exits unexpectedly, a new one replaces it and pending calls are retried once,
 * because each function is one idempotent transaction.
 */
class CacheWorker {
  readonly opened = Promise.withResolvers<Pick<OpenCache, 'setAside' | 'outbox'>>();
  private readonly ended = Promise.withResolvers<void>();
  private readonly waiting = new Map<number, Call>();
  private readonly options: CacheOptions;
  private thread: Worker;
  private number = 0;
  private deaths = 0;
  private isOpen = false;
  private isClosing = false;
  private isClosed = false;

  constructor(options: CacheOptions) {
    this.options = options;
    this.thread = this.start(options.files);
  }

  call(name: CacheFunctionName, values: unknown[]): Promise<unknown> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.isClosed) {
        reject(stopped());
        return;
      }
      this.number += 1;
      const request: CacheRequest = { number: this.number, name, values };
      this.waiting.set(this.number, { request, isAgain: false, resolve, reject });
      this.thread.postMessage(request);
    });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    if (!this.isClosed) this.thread.postMessage('close');
    await this.ended.promise;
  }

  private start(files: CacheFiles): Worker {
    const workerData = { task: 'serve', files } satisfies CacheWorkerData;
    const spare = this.options.spare?.take() ?? null;
    spare?.postMessage(workerData);
    const started = spare ?? new Worker(this.options.worker, { workerData });
    started.on('message', (reply: CacheReply) => this.hear(reply));
    started.on('error', (error: Error) => this.options.report('cache worker', error));
    started.on('exit', () => this.gone());
    return started;
  }

  private hear(reply: CacheReply): void {
    const { report } = this.options;
    switch (reply.kind) {
      case 'said':
        report(reply.text);
        return;
      case 'opened':
        this.isOpen = true;
        this.opened.resolve(reply);
        return;
      case 'failed':
        report(`cache: ${reply.text}`);
        this.opened.reject(decodeError(reply.error));
        return;
      case 'value':
      case 'error':
        this.answered(reply);
        return;
      case 'copied':
        // Only the copying worker sends this (copyIn).
        return;
    }
  }

  private answered(reply: Extract<CacheReply, { kind: 'value' | 'error' }>): void {
    this.deaths = 0;
    const call = this.waiting.get(reply.number);
    this.waiting.delete(reply.number);
    if (reply.kind === 'value') {
      call?.resolve(reply.value);
      return;
    }
    this.options.report(`cache: ${reply.text}`);
    call?.reject(decodeError(reply.error));
  }

  private gone(): void {
    const { report, files, restarted } = this.options;
    if (this.isClosing || !this.isOpen || this.deaths >= deathsMost) {
      if (!this.isClosing) report('the cache worker ended and is not started again');
      this.stop();
      return;
    }
    this.deaths += 1;
    report('the cache worker ended; another is started');
    for (const [key, call] of this.waiting) {
      // Staged rows are lost with their worker. A call that ended two workers in a row is not repeated again.
      if (call.isAgain || call.request.name === 'stageRows') {
        this.waiting.delete(key);
        call.reject(stopped());
      }
      call.isAgain = true;
    }
    this.thread = this.start({ ...files, checksOutbox: false });
    for (const { request } of this.waiting.values()) this.thread.postMessage(request);
    restarted();
  }

  private stop(): void {
    this.isClosed = true;
    this.opened.reject(stopped());
    for (const { reject } of this.waiting.values()) reject(stopped());
    this.waiting.clear();
    this.ended.resolve();
  }
}

/** @throws AppError `storage.newer` when a newer app wrote the outbox; otherwise the worker's error */
export async function openCache(
  worker: URL,
  files: CacheFiles,
  report: Report,
  restarted: () => void = () => undefined,
  spare?: SpareThread,
): Promise<OpenCache> {
  const serving = new CacheWorker({ worker, files, report, restarted, spare });
  const { setAside, outbox } = await serving.opened.promise;
  const cache = new Proxy({} as Cache, {
    get:
      (_target, name) =>
      (...values: unknown[]) =>
        serving.call(name as CacheFunctionName, values),
  });
  return { cache, setAside, outbox, close: () => serving.close() };
}

/** Copies the outbox and checks the copy in a separate worker. @param worker file of the cache's worker */
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
