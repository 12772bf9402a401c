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

/** Tables whose rows stay when they are gone from the service, not shown, for words about what was typed of them. */
const tombstoned: ReadonlySet<string> = new Set(['stops', 'unassigned_stops', 'plans', 'drivers']);

/** How long what is gone is kept, in milliseconds. */
export const goneKept = 30 * 86_400_000;

interface Present {
  id: string;
  body: string;
  position: number;
  /** Milliseconds since the epoch; null: it is there. */
  gone_at: number | null;
  /** When the service said it of this row alone: a list that was begun before says nothing of it. */
  said_at: number | null;
}

/**
 * Brings a table to what the service listed: rows that did not change are not written, rows that are gone are removed or
 * marked as gone.
 *
 * @param options.scope a column and its value that bound the rows the list stands for, or null for all
 * @param options.at when the list was begun to be read
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
  const keepsGone = tombstoned.has(table);
  const given = [...(scope === null ? [] : [scope.column]), ...(positioned ? ['position'] : [])];
  const read = ['id', 'body', ...(positioned ? ['position'] : []), ...(keepsGone ? ['gone_at', 'said_at'] : [])];
  return database.transaction(() => {
    const present = new Map(
      database
        .all<Present>(
          `SELECT ${read.join(', ')} FROM ${table}${scope === null ? '' : ` WHERE ${scope.column} = ?`}`,
          ...(scope === null ? [] : [scope.value]),
        )
        .map((row) => [row.id, row]),
    );
    let changed = false;
    const put = upsert(table, [...given, ...options.columns], keepsGone ? ['gone_at'] : []);
    rows.forEach(({ id, columns, body }, index) => {
      const before = present.get(id);
      present.delete(id);
      if (isNewer(before, at)) return;
      const position = rows.length - 1 - index;
      const isThere = before !== undefined && (!keepsGone || before.gone_at === null);
      if (isThere && before.body === body && (!positioned || before.position === position)) return;
      if (!isThere || before.body !== body) changed = true;
      database.change(
        put,
        id,
        ...(scope === null ? [] : [scope.value]),
        ...(positioned ? [position] : []),
        ...columns,
        body,
      );
    });
    for (const before of present.values()) {
      if (isNewer(before, at) || (keepsGone && before.gone_at !== null)) continue;
      if (keepsGone) database.change(`UPDATE ${table} SET gone_at = ? WHERE id = ?`, at, before.id);
      else database.change(`DELETE FROM ${table} WHERE id = ?`, before.id);
      changed = true;
    }
    setAsOf(database, list, at);
    return changed;
  });
}

const isNewer = (row: Present | undefined, at: number) => row?.said_at != null && row.said_at >= at;

/** One record as the service answered it by itself. May be repeated. @param options.at when it was answered */
export function putRow(
  database: Database,
  options: {
    table: string;
    scope: Readonly<Record<string, string>>;
    columns: readonly string[];
    row: StoredRow;
    at: number;
  },
): void {
  const { table, scope, columns, row, at } = options;
  const names = [...Object.keys(scope), ...columns];
  database.transaction(() => {
    database.change(upsert(table, names, ['gone_at']), row.id, ...Object.values(scope), ...row.columns, row.body);
    database.change(`UPDATE ${table} SET said_at = ? WHERE id = ?`, at, row.id);
  });
}

/** What the service said is gone. */
export function forgetRow(database: Database, table: string, id: string, at: number): void {
  database.change(`UPDATE ${table} SET gone_at = ?, said_at = ? WHERE id = ?`, at, at, id);
}

/** Removes for good what has been gone for long. */
export function purgeGone(database: Database, now: number): void {
  for (const table of tombstoned) database.change(`DELETE FROM ${table} WHERE gone_at < ?`, now - goneKept);
}

/** Takes the id, the columns and the body. @param emptied columns that are empty from then on */
export function upsert(table: string, columns: readonly string[], emptied: readonly string[] = []): string {
  const all = ['id', ...columns, 'body'];
  const updates = [
    ...all.slice(1).map((name) => `${name} = excluded.${name}`),
    ...emptied.map((name) => `${name} = NULL`),
  ];
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
}
