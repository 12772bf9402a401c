/** Numbered, append-only migrations. A file from a newer, incompatible app is rejected and left unchanged. */
import { AppError } from '../../shared/errors.ts';
import { damaged, type Database } from './database.ts';

export interface Migration {
  /** One more than the previous migration's. A migration is never edited after its release. */
  version: number;
  /** An app whose newest migration is older than this cannot use a file of this version. */
  floor: number;
  sql: string;
}

/**
 * Migrates the file to the newest version, each step in its own transaction. The version is stored in a table and in
 * the file's header, so that a flipped bit in one of them is not mistaken for the version of a newer or older app.
 *
 * @throws AppError `storage.newer` when the file's floor is above this list; the file is then unchanged
 * @throws an error with SQLite's code for damage when the two versions differ
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
  // The earliest files have no version in the header.
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
