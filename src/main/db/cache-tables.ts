/**
 * What every cached list has in common: replaced as a whole in one transaction, with the time it was read. A row's body is
 * the record as the service said it; its columns are taken from the typed view of it.
 */
import { rawOf } from '../../shared/shapes.ts';
import type { Database, Value } from './database.ts';

/** A record on its way into a table. Made where it was read, page by page: the worker has nothing left to do but write. */
export interface StoredRow {
  id: string;
  /** In the order of the table's own columns. */
  columns: Value[];
  /** JSON of the record as the service said it. */
  body: string;
}

/** @param item a record as it was read from the service */
export const storedRow = (item: { id: string }, columns: Value[]): StoredRow => ({
  id: item.id,
  columns,
  body: JSON.stringify(rawOf(item)),
});

/** When the list was last read as a whole; null: never. */
export function asOf(database: Database, list: string): number | null {
  return database.get<{ as_of: number }>('SELECT as_of FROM lists WHERE name = ?', list)?.as_of ?? null;
}

export function setAsOf(database: Database, list: string, at: number): void {
  database.change(
    'INSERT INTO lists (name, as_of) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET as_of = excluded.as_of',
    list,
    at,
  );
}

/**
 * Brings a table to what the service listed: rows that did not change are not written, rows that are gone are removed.
 *
 * @param options.scope a column and its value that bound the rows the list stands for, or null for all
 * @param options.positioned whether the table keeps where in the list a row stands: how many rows come after it, so that
 *   a new one at the top moves no other
 * @returns true when anything changed
 */
export function replaceList(
  database: Database,
  options: {
    table: string;
    list: string;
    scope: { column: string; value: string } | null;
    rows: readonly StoredRow[];
    at: number;
    columns: readonly string[];
    positioned?: boolean;
  },
): boolean {
  const { table, list, scope, rows, at, positioned = false } = options;
  const given = [...(scope === null ? [] : [scope.column]), ...(positioned ? ['position'] : [])];
  return database.transaction(() => {
    const present = new Map(
      database
        .all<{ id: string; body: string; position: number }>(
          `SELECT id, body${positioned ? ', position' : ''} FROM ${table}${scope === null ? '' : ` WHERE ${scope.column} = ?`}`,
          ...(scope === null ? [] : [scope.value]),
        )
        .map((row) => [row.id, row]),
    );
    let changed = false;
    const put = upsert(table, [...given, ...options.columns]);
    rows.forEach(({ id, columns, body }, index) => {
      const before = present.get(id);
      present.delete(id);
      const position = rows.length - 1 - index;
      if (before?.body === body && (!positioned || before.position === position)) return;
      if (before?.body !== body) changed = true;
      database.change(
        put,
        id,
        ...(scope === null ? [] : [scope.value]),
        ...(positioned ? [position] : []),
        ...columns,
        body,
      );
    });
    for (const id of present.keys()) {
      database.change(`DELETE FROM ${table} WHERE id = ?`, id);
      changed = true;
    }
    setAsOf(database, list, at);
    return changed;
  });
}

/** Takes the id, the columns and the body. */
export function upsert(table: string, columns: readonly string[]): string {
  const all = ['id', ...columns, 'body'];
  const updates = all.slice(1).map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
}
