/** Whether an outbox is what was written: the file by SQLite's own check, each row by its seal. */
import { Database, isDamage } from './database.ts';
import { defineSeals, isSealed, sealedTables } from './seal.ts';

/** Rows whose seal does not fit, of all tables; an empty seal is that of a row which is known to be unreadable and asks. */
export function countUnsealed(database: Database): number {
  return sealedTables.reduce(
    (sum, table) =>
      sum +
      (database.get<{ bad: number }>(
        `SELECT count(*) AS bad FROM ${table} WHERE seal IS NOT '' AND NOT (${isSealed(table)})`,
      )?.bad ?? 0),
    0,
  );
}

/** The whole check, indexes included: the outbox is small. @throws with SQLite's code of damage */
export function checkStructure(database: Database): void {
  const said = database.pragma('integrity_check(1)');
  if (said !== 'ok') throw Object.assign(new Error(String(said)), { code: 'SQLITE_CORRUPT' });
}

/** @param file a copy that nothing else has open */
export function isSound(file: string): boolean {
  let database: Database | undefined;
  try {
    database = new Database(file, { synchronous: 'FULL' });
    defineSeals(database, () => undefined);
    checkStructure(database);
    return countUnsealed(database) === 0;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database?.close();
  }
}
