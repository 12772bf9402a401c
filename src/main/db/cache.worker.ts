/** The worker that owns cache.db. It answers one message after the other; main never waits on its disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { encodeError } from '../../shared/errors.ts';
import { attachOutbox } from './attach-outbox.ts';
import { cacheFunctions, type CacheFunctionName } from './cache-functions.ts';
import { Database, isDamage } from './database.ts';
import { migrate } from './migrate.ts';
import { cacheMigrations } from './migrations/cache.ts';
import { setAside } from './set-aside.ts';

export interface CacheWorkerData {
  cacheFile: string;
  outboxFile: string;
  /** Milliseconds since the epoch, for the name of a damaged file. */
  now: number;
}

export interface CacheRequest {
  number: number;
  name: CacheFunctionName;
  values: unknown[];
}

export type CacheReply =
  | { kind: 'opened'; setAside: string | null }
  | { kind: 'value'; number: number; value: unknown }
  | { kind: 'error'; number: number; error: ReturnType<typeof encodeError>; text: string };

const { cacheFile, outboxFile, now } = workerData as CacheWorkerData;

function open(): Database {
  const database = new Database(cacheFile, { synchronous: 'NORMAL', locksLate: true });
  try {
    if (database.pragma('quick_check(1)') !== 'ok')
      throw Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' });
    migrate(database, cacheMigrations);
    attachOutbox(database, outboxFile);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function openOrRebuild(): { database: Database; setAside: string | null } {
  try {
    return { database: open(), setAside: null };
  } catch (error) {
    // What a newer app wrote is set aside like what is damaged: everything in it can be read again.
    const newer = encodeError(error).code === 'storage.newer';
    if (!isDamage(error) && !newer) throw error;
    const aside = setAside(cacheFile, now);
    return { database: open(), setAside: aside };
  }
}

if (parentPort === null) throw new Error('the cache worker runs as a worker only');
const port = parentPort;
const { database, setAside: aside } = openOrRebuild();

port.on('message', (request: CacheRequest | 'close') => {
  if (request === 'close') {
    database.close();
    port.close();
    return;
  }
  try {
    const run = cacheFunctions[request.name] as (database: Database, ...values: unknown[]) => unknown;
    const value = run(database, ...request.values);
    port.postMessage({ kind: 'value', number: request.number, value } satisfies CacheReply);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    port.postMessage({ kind: 'error', number: request.number, error: encodeError(error), text } satisfies CacheReply);
  }
});
port.postMessage({ kind: 'opened', setAside: aside } satisfies CacheReply);
