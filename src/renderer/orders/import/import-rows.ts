/** The status of each order of a file: good, invalid, duplicate, or skipped. */
import type { ImportWork, Joining } from '../../../shared/order-imports.ts';
import type { KnownOrder, OrderDetail } from '../../../shared/orders.ts';
import { t } from '../../../messages/index.ts';
import { buildOrder } from '../order-build.ts';
import { fileChange, type FileChange } from './existing.ts';
import { problemLine, twins, type ImportOrder } from './group.ts';

export type ImportFilter = 'all' | 'bad' | 'duplicates' | 'alike' | 'left-out' | 'joined';
/** out: skip · in: import, even as a duplicate · change: update the existing order. */
export type Choice = ImportWork['chosen'][string];
/** By order key. */
export type Choices = ReadonlyMap<string, Choice>;
/** By order number. */
export type Known = ReadonlyMap<string, readonly KnownOrder[]>;
/** Existing orders by id; null: no longer exists. */
export type Details = ReadonlyMap<string, OrderDetail | null>;

export interface ImportRow {
  order: ImportOrder;
  choice: Choice;
  isLeftOut: boolean;
  /** A text saying what it may duplicate, or null. */
  duplicate: string | null;
  /** A text saying which other order it looks like, or null. A hint: it is imported like any other. */
  alike: string | null;
  /** An order with its number exists. */
  isKnown: boolean;
  /** The edit of the existing order; null: the order is not changed. */
  change: Extract<FileChange, { kind: 'change' }> | null;
  /** The existing order already matches the file. */
  isSame: boolean;
  /** Made of several rows, and the user has not decided yet whether to join them. */
  waitsForJoining: boolean;
  problem: string | null;
}

/** A copy of the map with more entries. */
export const added = <Key, Value>(map: ReadonlyMap<Key, Value>, entries: readonly (readonly [Key, Value])[]) =>
  new Map([...map, ...entries]);
export const none = <Key, Value>(): ReadonlyMap<Key, Value> => new Map();

export const mapOf = <Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(record));

/** A copy of the map without these keys. */
export function lacking<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  const gone = new Set(keys);
  return new Map([...map].filter(([key]) => !gone.has(key)));
}

/** The orders without these keys. */
export function without(orders: readonly ImportOrder[], keys: readonly string[]): ImportOrder[] {
  const gone = new Set(keys);
  return orders.filter(({ key }) => !gone.has(key));
}

/** The distinct order numbers of a file. */
export const numbersOf = (orders: readonly ImportOrder[]): string[] =>
  [...new Set(orders.map(({ fields }) => fields.externalId.trim()))].filter(Boolean);

const nothingKnown: readonly KnownOrder[] = [];

/** Existing orders with this order's number. */
export const knownOf = (known: Known, { fields }: ImportOrder): readonly KnownOrder[] =>
  known.get(fields.externalId.trim()) ?? nothingKnown;

/** Found orders, grouped by order number. */
export const byNumber = (found: readonly KnownOrder[]) => [...Map.groupBy(found, ({ externalId }) => externalId)];

/** Numbers of orders that exist on the service but are not in the cache yet. */
export const unreadNumbers = (known: Known): string[] =>
  [...known].flatMap(([number, there]) => (there.some(({ where }) => where === 'service') ? [number] : []));

/** Ids of existing orders that rows will update. @param keys of the rows to consider */
export function idsToChange(
  orders: readonly ImportOrder[],
  keys: readonly string[],
  chosen: Choices,
  known: Known,
): string[] {
  const wanted = new Set(keys.filter((key) => chosen.get(key) === 'change'));
  return orders
    .filter(({ key }) => wanted.has(key))
    .flatMap((order) => knownOf(known, order).flatMap(({ orderId }) => orderId ?? []));
}

/** The input for an order's row, besides the order. */
export interface RowContext {
  chosen: Choices;
  known: Known;
  details: Details;
  /** Why main rejected the edit of a row's order, by key. */
  refused: ReadonlyMap<string, string>;
  /** What a row's order looks like, by key. */
  alike: ReadonlyMap<string, string>;
  joining: Joining;
}

/** Builds the rows. A duplicate is skipped unless the user includes it or updates the existing order. */
export function rowsOf(orders: readonly ImportOrder[], context: RowContext): ImportRow[] {
  const same = twins(orders);
  /** The line of the first included order with a number, by number. */
  const numbers = new Map<string, number>();
  return orders.map((order) => {
    const row = rowOf(order, same.get(order.key), context);
    if (row.isLeftOut) return row;
    const number = order.fields.externalId.trim();
    const before = numbers.get(number);
    if (before === undefined) numbers.set(number, order.lines[0]);
    if (number === '' || before === undefined || context.joining === 'separate') return row;
    return { ...row, problem: row.problem ?? t('orderImport.sameNumber', { line: String(before) }) };
  });
}

function rowOf(order: ImportOrder, twinLine: number | undefined, context: RowContext): ImportRow {
  const there = knownOf(context.known, order);
  const duplicate = duplicateText(there[0]?.where, twinLine);
  const choice = context.chosen.get(order.key) ?? (duplicate === null ? 'in' : 'out');
  const isKnown = there.length > 0;
  const waitsForJoining = context.joining === 'ask' && isJoined(order) && choice !== 'out';
  const row = {
    ...{ order, choice, duplicate, isKnown, waitsForJoining },
    alike: duplicate === null ? (context.alike.get(order.key) ?? null) : null,
    ...{ isLeftOut: choice === 'out', change: null, isSame: false },
  };
  if (waitsForJoining) return { ...row, problem: t('orderImport.waitsForJoining', { lines: linesText(order.lines) }) };
  // With no existing order to update, the order is imported as a new one.
  if (choice !== 'change' || !isKnown) return { ...row, problem: problemLine(order) };
  const change = changeOf(order, there, context.details);
  return {
    ...row,
    isSame: change.kind === 'same',
    change: change.kind === 'change' ? change : null,
    problem: context.refused.get(order.key) ?? (change.kind === 'cannot' ? change.why : null),
  };
}

/** Line numbers as text: `2, 5, 7`. */
export const linesText = (lines: readonly number[]): string => lines.join(', ');

/** Cache of edits, valid while neither the row nor the existing order changes: there may be thousands. */
const changes = new WeakMap<ImportOrder, { of: unknown; change: FileChange }>();

function changeOf(order: ImportOrder, there: readonly KnownOrder[], details: Details): FileChange {
  const [first] = there;
  const detail = first?.orderId == null ? null : details.get(first.orderId);
  const found = changes.get(order);
  if (found !== undefined && found.of === detail && there.length === 1) return found.change;
  const change = fileChange(order, there, detail);
  if (there.length === 1) changes.set(order, { of: detail, change });
  return change;
}

function duplicateText(where: KnownOrder['where'] | undefined, twinLine: number | undefined): string | null {
  if (where !== undefined)
    return t(where === 'waiting' ? 'orderImport.duplicateWaiting' : 'orderImport.duplicateCached');
  return twinLine === undefined ? null : t('orderImport.duplicateFile', { line: String(twinLine) });
}

/** Will be imported, or updates an existing order. */
export const isGood = ({ isLeftOut, isSame, problem }: ImportRow): boolean => !isLeftOut && !isSame && problem === null;

/** The orders that rows create, with their keys; rows that update an existing order are left out. */
export function newOrders(rows: readonly ImportRow[]) {
  return rows.flatMap(({ order: { key, fields }, change }) => {
    const { order } = change === null ? buildOrder(fields) : { order: null };
    return order === null ? [] : [{ key, order }];
  });
}

/** The edits of existing orders that rows make, and the rows' keys in the same order. */
export function editsOf(rows: readonly ImportRow[]) {
  const changes = rows.flatMap(({ order: { key }, change }) => (change === null ? [] : [{ key, change }]));
  return {
    keys: changes.map(({ key }) => key),
    edits: changes.map(({ change: { orderId, edit, base } }) => ({ orderId, edit, base })),
  };
}

/** Made of several rows. */
export const isJoined = ({ lines }: ImportOrder): boolean => lines.length > 1;

export function fitsFilter(row: ImportRow, filter: ImportFilter): boolean {
  const { order, isLeftOut, problem, duplicate, alike } = row;
  switch (filter) {
    case 'all':
      return true;
    case 'bad':
      return !isLeftOut && problem !== null;
    case 'duplicates':
      return duplicate !== null;
    case 'alike':
      return alike !== null;
    case 'left-out':
      return isLeftOut;
    case 'joined':
      return isJoined(order);
  }
}
