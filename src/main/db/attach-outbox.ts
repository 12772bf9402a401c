/** Attaches the outbox to the cache's connection, read-only. */
import type { Database } from './database.ts';
import { sealOf } from './seal.ts';

/**
 * The library does not support `file:` URIs, so the file cannot be attached read-only. Temporary triggers of this
 * connection reject every change instead (docs/decisions/outbox-attached.md).
 */
export function attachOutbox(database: Database, outboxFile: string): void {
  database.change('ATTACH DATABASE ? AS outbox', outboxFile);
  database.define('seal_of', (table, cells) => sealOf(String(table), String(cells)));
  const tables = database.all<{ name: string }>(
    "SELECT name FROM outbox.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      database.script(
        `CREATE TEMP TRIGGER outbox_${name}_${change} BEFORE ${change} ON outbox.${name}
         BEGIN SELECT RAISE(ABORT, 'the outbox is read-only here'); END`,
      );
    }
  }
}
