/** Names for ids, for rows that show another record's name. */
import type { Database } from './database.ts';

/** @returns the name of each driver or depot in the cache, by id */
export function namesOf(database: Database, table: 'drivers' | 'depots'): Map<string, string> {
  return new Map(
    database
      .all<{ id: string; name: string | null }>(`SELECT id, name FROM ${table}`)
      .map((row) => [row.id, row.name ?? row.id]),
  );
}
