import type { RowResult } from '../../shared/stops.ts';
import { errorLine } from '../lib/error-text.ts';
import type { ImportItem, ImportRow, ItemChange } from './item.ts';

/**
 * Changes existing records as rows of a file say.
 *
 * @param changeOf the change of a row's record; rows without one are left out
 * @param send saves the changes, all in one call, with one result each in the same order
 * @returns why each was refused, or can no longer be changed, by the row's key
 */
export async function changeRows<Change extends ItemChange>(
  rows: readonly ImportRow[],
  changeOf: (item: ImportItem) => Change,
  send: (changes: Extract<Change, { kind: 'change' }>[]) => Promise<readonly RowResult[]>,
): Promise<ReadonlyMap<string, string>> {
  const changes: { key: string; change: Extract<Change, { kind: 'change' }> }[] = [];
  const cannot: [key: string, why: string][] = [];
  for (const { item } of rows) {
    const change = changeOf(item);
    if (change.kind === 'change')
      changes.push({ key: item.key, change: change as Extract<Change, { kind: 'change' }> });
    else if (change.kind === 'cannot') cannot.push([item.key, change.why]);
  }
  if (changes.length === 0) return new Map(cannot);
  const results = await send(changes.map(({ change }) => change));
  const errors = changes.map(({ key }, index) => [key, results[index]?.error] as const);
  const refused = errors.flatMap(([key, error]) => (error == null ? [] : [[key, errorLine(error)] as const]));
  return new Map([...cannot, ...refused]);
}
