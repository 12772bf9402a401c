/**
 * Gives back the room that a large import has left in outbox.db. SQLite uses free pages again and otherwise keeps them,
 * in each of the three copies too (docs/decisions/outbox-recovery.md).
 */
import { damaged, isDamage, type Database } from './database.ts';
import { checkStructure, countUnsealed } from './outbox-check.ts';

/** With less to gain, in bytes, the file stays as it is: it will be used again. */
const worthwhile = 8 * 1024 * 1024;
/** With more in use, in bytes, it stays too: all of that is in memory while it is written again. */
const mostUsed = 128 * 1024 * 1024;

/** Whether the file is mostly free, and nothing in it waits to be sent, decided or searched for. */
function isMostlyFree(database: Database): boolean {
  const read = (name: string) => Number(database.pragma(name));
  const [size, pages, free] = [read('page_size'), read('page_count'), read('freelist_count')];
  const used = pages - free;
  if (free * size < worthwhile || used * size > mostUsed || free < used) return false;
  const open = "state NOT IN ('acknowledged', 'given-up') OR sweep_at IS NOT NULL";
  return database.get(`SELECT 1 FROM entries WHERE ${open} LIMIT 1`) === undefined;
}

/**
 * Writes the file again without its free pages if it is mostly free: in one transaction of SQLite, so that the end of
 * the app or of the power at any moment leaves the file before or the one after, with the same rows in the same order.
 *
 * @param database checked, and open nowhere else
 * @param report receives an error that leaves the file as it was, such as a full disk
 * @throws an error with SQLite's code for damage if the new file is not what the old one was
 */
export function shrinkOutbox(database: Database, report: (text: string, error: unknown) => void): void {
  if (!isMostlyFree(database)) return;
  try {
    // SQLite's copy would otherwise lie in the system's folder for temporary files, where nothing overwrites it.
    database.pragma('temp_store = MEMORY');
    database.script('VACUUM');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (isDamage(error)) throw error;
    report('the outbox could not be made smaller', error);
  }
  checkStructure(database);
  if (countUnsealed(database) > 0) throw damaged('rows are not those from before the outbox was made smaller');
}
