/** Whether an outbox is what was written: the file by SQLite's own check, each row by its seal. */
import { damaged, Database, isDamage } from './database.ts';
import { migrate } from './migrate.ts';
import { outboxMigrations } from './migrations/outbox.ts';
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
  if (said !== 'ok') throw damaged(String(said));
}

const schemaOf = (database: Database) =>
  JSON.stringify(
    database.all(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
    ),
  );

/**
 * Compares the tables with those that the migrations make: a flipped letter in the name of a column or in a trigger is
 * sound by SQLite's own check.
 * @param database of the newest version
 * @throws with SQLite's code of damage
 */
export function checkSchema(database: Database): void {
  const fresh = new Database(':memory:', { synchronous: 'FULL' });
  try {
    defineSeals(fresh, () => undefined);
    migrate(fresh, outboxMigrations);
    if (schemaOf(fresh) !== schemaOf(database)) throw damaged('the tables are not those of this version');
  } finally {
    fresh.close();
  }
}

/** @param file a copy that nothing else has open */
export function isSound(file: string): boolean {
  let database: Database | undefined;
  try {
    database = new Database(file, { synchronous: 'FULL' });
    defineSeals(database, () => undefined);
    checkStructure(database);
    checkSchema(database);
    return countUnsealed(database) === 0;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    database?.close();
  }
}
