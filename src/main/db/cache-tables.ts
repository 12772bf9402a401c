/**
 * What every cached list has in common: replaced as a whole in one transaction, with the time it was read. A row's body is
 * the record as the service said it; its columns are read from the body by the record's schema, here and when it is read.
 */
import type { Raw } from '../../shared/shapes.ts';
import type { Database, Value } from './database.ts';

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
 * @param scope a condition and its value that bound the rows the list stands for (`plan_id = ?`), or null for all
 * @returns true when anything changed
 */
export function replaceList(
  database: Database,
  options: {
    table: string;
    list: string;
    scope: { condition: string; value: string } | null;
    items: readonly Raw[];
    at: number;
    columns: readonly string[];
    values: (item: Raw, index: number) => Value[];
  },
): boolean {
  const { table, list, scope, items, at, columns } = options;
  return database.transaction(() => {
    const present = new Map(
      database
        .all<{ id: string; body: string }>(
          `SELECT id, body FROM ${table}${scope === null ? '' : ` WHERE ${scope.condition}`}`,
          ...(scope === null ? [] : [scope.value]),
        )
        .map((row) => [row.id, row.body]),
    );
    let changed = false;
    const all = ['id', ...columns, 'body'];
    const upsert = `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
      ON CONFLICT (id) DO UPDATE SET ${all
        .slice(1)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`;
    const positioned = columns.includes('position') && scope === null;
    items.forEach((item, index) => {
      const body = JSON.stringify(item);
      const before = present.get(item.id);
      present.delete(item.id);
      if (before === body && !positioned) return;
      if (before !== body) changed = true;
      database.change(upsert, item.id, ...options.values(item, index), body);
    });
    for (const id of present.keys()) {
      database.change(`DELETE FROM ${table} WHERE id = ?`, id);
      changed = true;
    }
    setAsOf(database, list, at);
    return changed;
  });
}
