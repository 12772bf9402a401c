/** Opens outbox.db: asserted durable, checked, and set aside (never overwritten) when it is damaged. */
import { existsSync } from 'node:fs';
import { Database, isDamage, type OpenOptions } from './database.ts';
import { DraftsTable } from './drafts.ts';
import { migrate } from './migrate.ts';
import { outboxMigrations } from './migrations/outbox.ts';
import { OutboxTable } from './outbox.ts';
import { PrintsTable } from './prints.ts';
import { setAside } from './set-aside.ts';

export interface OutboxFile {
  entries: OutboxTable;
  drafts: DraftsTable;
  prints: PrintsTable;
  /** Name of the damaged file that was set aside at this start, or null. */
  setAside: string | null;
  close(): void;
}

function openChecked(file: string, slow: OpenOptions['slow']): Database {
  const database = new Database(file, { synchronous: 'FULL', ...(slow && { slow }) });
  try {
    const check = database.pragma('quick_check');
    if (check !== 'ok') throw Object.assign(new Error(String(check)), { code: 'SQLITE_CORRUPT' });
    migrate(database, outboxMigrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * @param now milliseconds since the epoch, for the name of a file that is set aside
 * @throws AppError `storage.newer` when a newer app wrote the file
 */
export function openOutboxFile(file: string, now: number, slow?: OpenOptions['slow']): OutboxFile {
  let aside: string | null = null;
  let database: Database;
  try {
    database = openChecked(file, slow);
  } catch (error) {
    if (!isDamage(error) || !existsSync(file)) throw error;
    aside = setAside(file, now);
    database = openChecked(file, slow);
  }
  return {
    entries: new OutboxTable(database),
    drafts: new DraftsTable(database),
    prints: new PrintsTable(database),
    setAside: aside,
    close: () => database.close(),
  };
}
