/** How an order of a file stands: good, to be corrected, here already, or left out. */
import type { ImportWork, Joining } from '../../../shared/order-imports.ts';
import type { KnownOrder, OrderDetail } from '../../../shared/orders.ts';
import { t } from '../../../messages/index.ts';
import { fileChange, type FileChange } from './existing.ts';
import { problemLine, twins, type ImportOrder } from './group.ts';

export type ImportFilter = 'all' | 'bad' | 'duplicates' | 'left-out' | 'joined';
/** out: left out · in: taken in, though it may be here already · change: what is here is changed. */
export type Choice = ImportWork['chosen'][string];
/** By key. */
export type Choices = ReadonlyMap<string, Choice>;
/** By order number. */
export type Known = ReadonlyMap<string, readonly KnownOrder[]>;
/** Orders that are here, by their id; null: not any more. */
export type Details = ReadonlyMap<string, OrderDetail | null>;

export interface ImportRow {
  order: ImportOrder;
  choice: Choice;
  isLeftOut: boolean;
  /** Why it may be a second one of something, in words. */
  duplicate: string | null;
  /** An order with its number is there. */
  isKnown: boolean;
  /** What becomes of the order that is here; null: it stays as it is. */
  change: Extract<FileChange, { kind: 'change' }> | null;
  /** What is here says what the file says already. */
  isSame: boolean;
  /** Several rows of the file, and nobody has said yet that they are one order. */
  waitsForJoining: boolean;
  problem: string | null;
}

/** A map with more in it. */
export const added = <Key, Value>(map: ReadonlyMap<Key, Value>, entries: readonly (readonly [Key, Value])[]) =>
  new Map([...map, ...entries]);
export const none = <Key, Value>(): ReadonlyMap<Key, Value> => new Map();

export const mapOf = <Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(record));

/** A map without these keys. */
export function lacking<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  const gone = new Set(keys);
  return new Map([...map].filter(([key]) => !gone.has(key)));
}

/** Orders but those with these keys. */
export function without(orders: readonly ImportOrder[], keys: readonly string[]): ImportOrder[] {
  const gone = new Set(keys);
  return orders.filter(({ key }) => !gone.has(key));
}

/** Order numbers of a file, each once. */
export const numbersOf = (orders: readonly ImportOrder[]): string[] =>
  [...new Set(orders.map(({ fields }) => fields.externalId.trim()))].filter(Boolean);

const nothingKnown: readonly KnownOrder[] = [];

/** Orders with the number of this one. */
export const knownOf = (known: Known, { fields }: ImportOrder): readonly KnownOrder[] =>
  known.get(fields.externalId.trim()) ?? nothingKnown;

/** What was found, by order number. */
export const byNumber = (found: readonly KnownOrder[]) => [...Map.groupBy(found, ({ externalId }) => externalId)];

/** Numbers of orders that were found on the service and not read from it yet. */
export const unreadNumbers = (known: Known): string[] =>
  [...known].flatMap(([number, there]) => (there.some(({ where }) => where === 'service') ? [number] : []));

/** Ids of orders that rows are to change. @param keys of the rows that are looked at */
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

/** What an order's row is made from, beside the order. */
export interface RowContext {
  chosen: Choices;
  known: Known;
  details: Details;
  /** Why main did not change the order of a row, by key. */
  refused: ReadonlyMap<string, string>;
  joining: Joining;
}

/** What is here already is left out until somebody takes it in, or has it changed. */
export function rowsOf(orders: readonly ImportOrder[], context: RowContext): ImportRow[] {
  const same = twins(orders);
  /** The line of the first order that is taken in with a number, by the number. */
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
    ...{ isLeftOut: choice === 'out', change: null, isSame: false },
  };
  if (waitsForJoining) return { ...row, problem: t('orderImport.waitsForJoining', { lines: linesText(order.lines) }) };
  // One that turned out not to be here comes as any other.
  if (choice !== 'change' || !isKnown) return { ...row, problem: problemLine(order) };
  const change = changeOf(order, there, context.details);
  return {
    ...row,
    isSame: change.kind === 'same',
    change: change.kind === 'change' ? change : null,
    problem: context.refused.get(order.key) ?? (change.kind === 'cannot' ? change.why : null),
  };
}

/** `2, 5, 7`: each line, as text that stays readable where many rows are one order. */
export const linesText = (lines: readonly number[]): string => lines.join(', ');

/** Each is found once as long as neither the row nor the order that is here changes: there may be thousands. */
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

/** Taken in, or changes what is here. */
export const isGood = ({ isLeftOut, isSame, problem }: ImportRow): boolean => !isLeftOut && !isSame && problem === null;

/** Made of several rows. */
export const isJoined = ({ lines }: ImportOrder): boolean => lines.length > 1;

export function fitsFilter({ order, isLeftOut, problem, duplicate }: ImportRow, filter: ImportFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'bad':
      return !isLeftOut && problem !== null;
    case 'duplicates':
      return duplicate !== null;
    case 'left-out':
      return isLeftOut;
    case 'joined':
      return isJoined(order);
  }
}
