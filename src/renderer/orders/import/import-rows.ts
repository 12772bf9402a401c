/** How an order of a file stands: good, to be corrected, here already, or left out. */
import type { KnownOrder } from '../../../shared/orders.ts';
import { t } from '../../messages/index.ts';
import { problemLine, twins, type ImportOrder } from './group.ts';

export type ImportFilter = 'all' | 'bad' | 'duplicates' | 'left-out';
/** By key: left out, or taken in though it is here already. */
export type Choices = ReadonlyMap<string, 'out' | 'in'>;
/** By order number. */
export type Known = ReadonlyMap<string, KnownOrder['where']>;

export interface ImportRow {
  order: ImportOrder;
  isLeftOut: boolean;
  /** Why it may be a second one of something, in words. */
  duplicate: string | null;
  problem: string | null;
}

/** A map with more in it. */
export const added = <Key, Value>(map: ReadonlyMap<Key, Value>, entries: readonly (readonly [Key, Value])[]) =>
  new Map([...map, ...entries]);
export const none = <Key, Value>(): ReadonlyMap<Key, Value> => new Map();

/** Orders but those with these keys. */
export function without(orders: readonly ImportOrder[], keys: readonly string[]): ImportOrder[] {
  const gone = new Set(keys);
  return orders.filter(({ key }) => !gone.has(key));
}

/** Order numbers of a file, each once. */
export const numbersOf = (orders: readonly ImportOrder[]): string[] =>
  [...new Set(orders.map(({ fields }) => fields.externalId.trim()))].filter(Boolean);

/** What is here already is left out until somebody takes it in. */
export function rowsOf(orders: readonly ImportOrder[], chosen: Choices, known: Known): ImportRow[] {
  const same = twins(orders);
  return orders.map((order) => {
    const duplicate = duplicateText(known.get(order.fields.externalId.trim()), same.get(order.key));
    const choice = chosen.get(order.key) ?? (duplicate === null ? 'in' : 'out');
    return { order, duplicate, isLeftOut: choice === 'out', problem: problemLine(order) };
  });
}

function duplicateText(where: KnownOrder['where'] | undefined, twinLine: number | undefined): string | null {
  if (where !== undefined)
    return t(where === 'waiting' ? 'orderImport.duplicateWaiting' : 'orderImport.duplicateCached');
  return twinLine === undefined ? null : t('orderImport.duplicateFile', { line: String(twinLine) });
}

export function fitsFilter({ isLeftOut, problem, duplicate }: ImportRow, filter: ImportFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'bad':
      return !isLeftOut && problem !== null;
    case 'duplicates':
      return duplicate !== null;
    case 'left-out':
      return isLeftOut;
  }
}
