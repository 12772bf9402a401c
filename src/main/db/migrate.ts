/** Numbered, append-only migrations. A file written by a newer app that this one cannot serve is refused, unchanged. */
import { AppError } from '../../shared/errors.ts';
import { damaged, type Database } from './database.ts';

export interface Migration {
  /** One more than the one before; never edited once released. */
  version: number;
  /** The oldest version of the app's own list that can still work with a file of this version. */
  floor: number;
  sql: string;
}

/**
 * Brings the file to the newest version of the list, each step in a transaction of its own. The version stands in a table
 * and in the header of the file, so that a flipped bit in one of them is not taken for a newer app's, or an older's.
 *
 * @throws AppError `storage.newer` when the file's floor version lies above this list; nothing is changed then
 * @throws with SQLite's code of damage when the two differ
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const present = database.get<{ present: number }>(
    "SELECT count(*) AS present FROM sqlite_schema WHERE type = 'table' AND name = 'file_version'",
  )?.present;
  const current = present
    ? database.get<{ version: number; floor: number }>('SELECT version, floor FROM file_version')
    : undefined;
  const version = current?.version ?? 0;
  const inHeader = Number(database.pragma('user_version'));
  // Files of the first days say nothing there.
  if (inHeader !== 0 && inHeader !== version)
    throw damaged(`version ${version} in the table, ${inHeader} in the header`);
  if ((current?.floor ?? 0) > newest) throw new AppError('storage.newer');
  for (const migration of migrations) {
    if (migration.version <= version) continue;
    database.transaction(() => {
      database.script(
        'CREATE TABLE IF NOT EXISTS file_version (version INTEGER NOT NULL, floor INTEGER NOT NULL) STRICT',
      );
      database.script(migration.sql);
      database.change('DELETE FROM file_version');
      database.change('INSERT INTO file_version (version, floor) VALUES (?, ?)', migration.version, migration.floor);
      database.pragma(`user_version = ${migration.version}`);
    });
  }
  if (inHeader === 0 && version === newest && newest > 0) database.pragma(`user_version = ${version}`);
}
