/**
 * Functions shared by all cached lists. A list is replaced as a whole in one transaction, with the time it was read. A
 * row's body is the record as the service sent it. Its columns come from the parsed record.
 */
import { rawOf } from '../../shared/shapes.ts';
import type { Database, Value } from './database.ts';

/** A record to be written to a table. The reader prepares it, so that the worker only has to write. */
export interface StoredRow {
  id: string;
  /** In the order of the table's own columns. */
  columns: Value[];
  /** JSON of the record as the service sent it. */
  body: string;
  /** Its position in the list, from 0; absent for a row that is written alone. */
  place?: number;
}

/** @param item a record as read from the service @param columns in the order of the table's own columns */
export const storedRow = (item: { id: string }, columns: Value[]): StoredRow => ({
  id: item.id,
  columns,
  body: JSON.stringify(rawOf(item)),
});

/** When the list was last read as a whole; null: never. */
export function asOf(database: Database, list: string): number | null {
  return database.get<{ as_of: number }>('SELECT as_of FROM lists WHERE name = ?', list)?.as_of ?? null;
}

/** @param digest of the list, if the table now matches it exactly; otherwise null */
function setAsOf(database: Database, list: string, at: number, digest: string | null): void {
  database.change(
    `INSERT INTO lists (name, as_of, digest) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET as_of = excluded.as_of, digest = excluded.digest`,
    list,
    at,
    digest,
  );
}

/**
 * Whether the table already matches this list: the digest is unchanged since the last read, and no row was updated
 * alone since then. If so, stores the new read time.
 */
export function isSameList(database: Database, list: string, digest: string, at: number): boolean {
  return database.change('UPDATE lists SET as_of = ? WHERE name = ? AND digest = ?', at, list, digest) === 1;
}

/** Notes that the table no longer matches the list as it was last read. */
export function listDiffers(database: Database, list: string): void {
  database.change('UPDATE lists SET digest = NULL WHERE name = ?', list);
}

/** Earlier chunks of long lists, by connection and list. */
const staged = new WeakMap<Database, Map<string, StoredRow[]>>();

/** Keeps rows until {@link replaceList} receives the rest of the list. */
export function stageRows(database: Database, list: string, rows: readonly StoredRow[]): void {
  const lists = staged.get(database) ?? new Map<string, StoredRow[]>();
  // A new list discards the leftovers of an unfinished one.
  const before = rows[0]?.place === 0 ? [] : (lists.get(list) ?? []);
  staged.set(database, lists.set(list, [...before, ...rows]));
}

/** @throws when staged rows are missing because the worker that held them has exited */
function withStaged(database: Database, list: string, rows: readonly StoredRow[]): StoredRow[] {
  const whole = [...(staged.get(database)?.get(list) ?? []), ...rows];
  staged.get(database)?.delete(list);
  if (whole.some(({ place }, index) => place !== undefined && place !== index)) {
    throw new Error(`the list ${list} is not whole`);
  }
  return whole;
}

/** Tables that keep rows hidden after they are gone from the service, so that texts about their edits can name them. */
const tombstoned: ReadonlySet<string> = new Set(['stops', 'unassigned_stops', 'plans', 'drivers']);

/** Tables that know when the service answered about one of their rows alone. */
const dated: ReadonlySet<string> = new Set([...tombstoned, 'orders']);

/** How long gone rows are kept, in milliseconds. */
export const goneKept = 30 * 86_400_000;

interface Present {
  id: string;
  body: string;
  position: number;
  /** Milliseconds since the epoch; null: the record still exists. */
  gone_at: number | null;
  /** When the service last answered about this row alone. A list read that began before that must not overwrite it. */
  said_at: number | null;
}

/**
 * Updates a table to match the service's list. Unchanged rows are not written, missing rows are removed or marked as
 * gone.
 *
 * @param options.scope a column and a value that limit the rows the list covers; null: all rows
 * @param options.at when the read of the list began
 * @param options.digest of the list; null: the next list is compared row by row
 * @param options.positioned whether the table keeps a row's position as the number of rows after it, so that a new row
 *   at the top moves no other
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
    digest: string | null;
    positioned?: boolean;
  },
): boolean {
  const { table, list, scope, at, positioned = false } = options;
  const rows = withStaged(database, list, options.rows);
  const keepsGone = tombstoned.has(table);
  const given = [...(scope === null ? [] : [scope.column]), ...(positioned ? ['position'] : [])];
  const read = [
    ...['id', 'body', ...(positioned ? ['position'] : [])],
    ...[...(keepsGone ? ['gone_at'] : []), ...(dated.has(table) ? ['said_at'] : [])],
  ];
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
    let isWhole = true;
    const put = upsert(table, [...given, ...options.columns], keepsGone ? ['gone_at'] : []);
    rows.forEach(({ id, columns, body }, index) => {
      const before = present.get(id);
      present.delete(id);
      if (isNewer(before, at)) {
        isWhole = false;
        return;
      }
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
      if (isNewer(before, at)) {
        isWhole = false;
        continue;
      }
      if (keepsGone && before.gone_at !== null) continue;
      if (keepsGone) database.change(`UPDATE ${table} SET gone_at = ? WHERE id = ?`, at, before.id);
      else database.change(`DELETE FROM ${table} WHERE id = ?`, before.id);
      changed = true;
    }
    setAsOf(database, list, at, isWhole ? options.digest : null);
    return changed;
  });
}

const isNewer = (row: Present | undefined, at: number) => row?.said_at != null && row.said_at >= at;

/** Stores one record that the service returned alone. Idempotent. @param options.at when the service answered */
export function putRow(
  database: Database,
  options: {
    table: string;
    list: string;
    scope: Readonly<Record<string, string>>;
    columns: readonly string[];
    row: StoredRow;
    at: number;
  },
): void {
  const { table, list, scope, columns, row, at } = options;
  const names = [...Object.keys(scope), ...columns];
  database.transaction(() => {
    database.change(upsert(table, names, ['gone_at']), row.id, ...Object.values(scope), ...row.columns, row.body);
    database.change(`UPDATE ${table} SET said_at = ? WHERE id = ?`, at, row.id);
    listDiffers(database, list);
  });
}

/**
 * Stores records of a list that was read in part. What the service said later about one of them stays.
 *
 * @param options.at when the read began
 * @returns true when anything changed
 */
export function putPart(
  database: Database,
  options: {
    table: string;
    list: string;
    scope: Readonly<Record<string, string>>;
    columns: readonly string[];
    rows: readonly StoredRow[];
    at: number;
  },
): boolean {
  const { table, rows, at } = options;
  return database.transaction(() => {
    const older = rows.filter(({ id, body }) => {
      const before = database.get<Present>(`SELECT body, gone_at, said_at FROM ${table} WHERE id = ?`, id);
      return !isNewer(before, at) && (before?.body !== body || before.gone_at !== null);
    });
    for (const row of older) putRow(database, { ...options, row });
    return older.length > 0;
  });
}

/** Marks a record as gone after the service said so. @param options.list the list that contained it */
export function forgetRow(database: Database, options: { table: string; list: string; id: string; at: number }): void {
  const { table, list, id, at } = options;
  database.transaction(() => {
    database.change(`UPDATE ${table} SET gone_at = ?, said_at = ? WHERE id = ?`, at, at, id);
    listDiffers(database, list);
  });
}

/** Deletes rows that have been gone for longer than {@link goneKept}. */
export function purgeGone(database: Database, now: number): void {
  for (const table of tombstoned) database.change(`DELETE FROM ${table} WHERE gone_at < ?`, now - goneKept);
}

/**
 * Pulls back times that were written while the clock was ahead. Otherwise a record that the service returned alone would
 * be newer than every list until the clock shows that time again, and keep what it had then. When a list was read stays:
 * a time in the future says that nobody knows, and the next read replaces it.
 *
 * @param now milliseconds since the epoch
 */
export function pullBack(database: Database, now: number): void {
  database.transaction(() => {
    for (const table of dated) database.change(`UPDATE ${table} SET said_at = ? WHERE said_at > ?`, now, now);
  });
}

/** SQL that takes the id, the columns and the body. @param emptied columns that an update sets to NULL */
export function upsert(table: string, columns: readonly string[], emptied: readonly string[] = []): string {
  const all = ['id', ...columns, 'body'];
  const updates = [
    ...all.slice(1).map((name) => `${name} = excluded.${name}`),
    ...emptied.map((name) => `${name} = NULL`),
  ];
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
}
