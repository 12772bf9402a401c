/** Checks the integrity of an outbox: the file with SQLite's own check, each row with its seal. */
import { damaged, Database, inMemory, isDamage } from './database.ts';
import { migrate } from './migrate.ts';
import { outboxMigrations } from './migrations/outbox.ts';
import { defineSeals, isSealed, sealedTables } from './seal.ts';

/** Rows of all tables whose seal does not match. An empty seal marks an unreadable row that needs a decision. */
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

/** Runs the full check with indexes, because the outbox is small. @throws an error with SQLite's code for damage */
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
 * Compares the schema with the one that the migrations create. SQLite's own check does not notice a changed character
 * in the name of a column or in a trigger.
 * @param database migrated to the newest version
 * @throws an error with SQLite's code for damage
 */
export function checkSchema(database: Database): void {
  const fresh = new Database(inMemory, { synchronous: 'FULL' });
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
