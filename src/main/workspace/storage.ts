/** The files of a workspace: the outbox, its history, and the cache in its worker. */
import { join } from 'node:path';
import { copyIn, openCache } from '../db/cache.ts';
import type { Cache } from '../db/cache-functions.ts';
import { describeEntry } from '../db/entry-subjects.ts';
import { History } from '../db/history.ts';
import { backupEvery } from '../db/outbox-backup.ts';
import { openOutboxFile, type OutboxFile } from '../db/outbox-file.ts';
import { describeError } from '../log.ts';
import type { Notice } from '../../shared/connections.ts';
import type { Changed } from '../../shared/contract.ts';
import type { WorkspaceOptions } from './options.ts';

export interface WorkspaceStorage {
  outboxFile: OutboxFile;
  cache: Cache;
  history: History;
  /** Notices about damage that was found. */
  notices: Notice[];
}

/** Everything the window shows from the cache. */
const everythingRead: Changed[] = [
  'plans',
  'stops',
  'unassignedStops',
  'drivers',
  'depots',
  'orders',
  'couriers',
  'outbox',
];

/** A slower statement is logged: it blocks main's event loop. */
const slowMilliseconds = 50;

/**
 * @param stack closes what was opened, the cache first, because its worker reads the outbox too
 * @throws AppError `storage.newer` when a newer app wrote the outbox; other storage errors as they occur
 */
export async function openStorage(options: WorkspaceOptions, stack: AsyncDisposableStack): Promise<WorkspaceStorage> {
  const { folder, system, log } = options;
  const report = (text: string, error: unknown) => log.warn(`${text}: ${describeError(error)}`);
  const later = (action: () => void) => void system.after(0, action);
  const outboxPath = join(folder, 'outbox.db');
  const files = stack.use(new AsyncDisposableStack());
  // The worker checks every row of the outbox before main opens it: thousands of rows would take main a second.
  const opened = await openCache(
    options.cacheWorker,
    { cacheFile: join(folder, 'cache.db'), outboxFile: outboxPath, now: system.now(), checksOutbox: true },
    (text, crash) => {
      if (crash === undefined) log.warn(text);
      else {
        report(text, crash);
        options.crashed({ part: 'cache', reason: 'an error', error: crash });
      }
    },
    () => options.changed(everythingRead, null),
    options.spareThread,
  );
  stack.defer(() => opened.close());
  const outboxFile = openOutboxFile(outboxPath, system.now(), {
    slow: {
      milliseconds: slowMilliseconds,
      report: (sql, took) => log.warn(`slow statement ${took.toFixed(0)} ms: ${sql.slice(0, 80)}`),
    },
    report,
    ...(opened.outbox === null ? {} : { check: opened.outbox }),
    later,
    makeCopy: (file, copy) => copyIn(options.cacheWorker, file, copy),
  });
  files.defer(() => outboxFile.close());
  const history = new History(
    { file: join(folder, 'history.db'), describe: describeEntry, later, report },
    system.now(),
  );
  files.defer(() => history.close());
  files.defer(backUpEvery(options, outboxFile));
  return { outboxFile, cache: opened.cache, history, notices: damageOf(options, outboxFile, opened.setAside) };
}

/** Backs the outbox up regularly from now on. @returns a function that ends this and waits for the last backup */
function backUpEvery({ system, log }: WorkspaceOptions, outboxFile: OutboxFile): () => Promise<void> {
  let cancel: () => void = () => undefined;
  let backup: Promise<void> = Promise.resolve();
  const backUp = () => {
    backup = outboxFile
      .backUpIfDue(system.now())
      .then((sound) => {
        if (!sound) log.warn('a backup of the outbox failed its check and was discarded');
      })
      .catch((error: unknown) => log.warn(`backup of the outbox: ${describeError(error)}`));
    cancel = system.after(backupEvery, backUp);
  };
  backUp();
  return () => {
    cancel();
    return backup;
  };
}

function damageOf({ log }: WorkspaceOptions, outboxFile: OutboxFile, cacheSetAside: string | null): Notice[] {
  const notices: Notice[] = [];
  if (outboxFile.recovery !== null) {
    const { file, recovered, unreadable } = outboxFile.recovery;
    log.warn(`the outbox was damaged: ${recovered} open entries recovered, ${unreadable} unreadable`);
    notices.push({ kind: 'outbox-set-aside', file });
  }
  if (cacheSetAside !== null) notices.push({ kind: 'cache-rebuilt', file: cacheSetAside });
  return notices;
}
