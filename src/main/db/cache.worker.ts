/**
 * The worker thread that owns cache.db. It handles one message at a time, so that main never blocks on the disk. Before
 * it serves, it checks the outbox while nothing else has it open. A second instance copies the outbox and exits.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { encodeError, type EncodedError } from '../../shared/errors.ts';
import { attachOutbox } from './attach-outbox.ts';
import { cacheFunctions, type CacheFunctionName } from './cache-functions.ts';
import { asDamage, damaged, Database, isDamage, isUnreadable } from './database.ts';
import { migrate } from './migrate.ts';
import { cacheMigrations } from './migrations/cache.ts';
import { makeCopy } from './outbox-backup.ts';
import { checkOutboxFile, type OutboxCheck } from './outbox-file.ts';
import { setAside } from './set-aside.ts';

export interface CacheFiles {
  cacheFile: string;
  outboxFile: string;
  /** Milliseconds since the epoch, for the names of damaged files. */
  now: number;
  /** Checks the outbox first. Set only while nothing else has it open. */
  checksOutbox?: boolean;
}

export type CacheWorkerData = { task: 'serve'; files: CacheFiles } | { task: 'copy'; file: string; copy: string };

export interface CacheRequest {
  number: number;
  name: CacheFunctionName;
  values: unknown[];
}

export type CacheReply =
  | { kind: 'opened'; setAside: string | null; outbox: OutboxCheck | null }
  | { kind: 'copied'; isSound: boolean }
  /** The worker cannot do its task and exits. */
  | { kind: 'failed'; error: EncodedError; text: string }
  | { kind: 'said'; text: string }
  | { kind: 'value'; number: number; value: unknown }
  | { kind: 'error'; number: number; error: EncodedError; text: string };

if (parentPort === null) throw new Error('the cache worker runs as a worker only');
const port = parentPort;
const say = (reply: CacheReply) => port.postMessage(reply);
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function open({ cacheFile, outboxFile }: CacheFiles): Database {
  const database = new Database(cacheFile, { synchronous: 'NORMAL', locksLate: true });
  try {
    if (database.pragma('quick_check(1)') !== 'ok') throw damaged('the cache is damaged');
    migrate(database, cacheMigrations);
    attachOutbox(database, outboxFile);
    return database;
  } catch (error) {
    database.close();
    throw asDamage(error);
  }
}

function openOrRebuild(files: CacheFiles): { database: Database; setAside: string | null } {
  try {
    return { database: open(files), setAside: null };
  } catch (error) {
    // A file from a newer app, or one that the disk cannot read, is set aside like a damaged one: it is loaded again.
    const newer = encodeError(error).code === 'storage.newer';
    if (!isDamage(error) && !isUnreadable(error) && !newer) throw error;
    const aside = setAside(files.cacheFile, files.now);
    return { database: open(files), setAside: aside };
  }
}

function serve(files: CacheFiles): void {
  const report = (text: string, error: unknown) => say({ kind: 'said', text: `${text}: ${textOf(error)}` });
  const outbox = files.checksOutbox === true ? checkOutboxFile(files.outboxFile, files.now, report) : null;
  const { database, setAside: aside } = openOrRebuild(files);
  port.on('message', (request: CacheRequest | 'close') => {
    if (request === 'close') {
      database.close();
      port.close();
      return;
    }
    const { number } = request;
    try {
      const run = cacheFunctions[request.name] as (database: Database, ...values: unknown[]) => unknown;
      say({ kind: 'value', number, value: run(database, ...request.values) });
    } catch (error) {
      say({ kind: 'error', number, error: encodeError(error), text: textOf(error) });
    }
  });
  say({ kind: 'opened', setAside: aside, outbox });
}

/** A thread that was started before there was a task gets it as its first message (spare-thread.ts). */
const given = () => new Promise<unknown>((resolve) => port.once('message', resolve));

const asked = ((workerData as unknown) ?? (await given())) as CacheWorkerData;
try {
  if (asked.task === 'serve') serve(asked.files);
  else say({ kind: 'copied', isSound: await makeCopy(asked.file, asked.copy) });
} catch (error) {
  say({ kind: 'failed', error: encodeError(error), text: textOf(error) });
}
