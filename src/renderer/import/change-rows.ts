import { AppError } from '../../shared/errors.ts';
import type { RowResult } from '../../shared/stops.ts';
import { errorLine } from '../lib/error-text.ts';
import type { ImportRow } from './item.ts';

/**
 * Changes existing records as rows of a file say. The changes are those that the rows show: the dialog may be closed
 * meanwhile, or have another file.
 *
 * @param send saves the changes, all in one call, with one result each in the same order, and notes the keys of their
 *   rows. They are of the kind of record that made the rows
 * @returns why each was refused, by the row's key
 * @throws AppError when there is not one result for each change: nobody could tell whose a refusal is
 */
export async function changeRows<Change extends NonNullable<ImportRow['change']>>(
  rows: readonly ImportRow[],
  send: (changes: readonly Change[], keys: string[]) => Promise<readonly RowResult[]>,
): Promise<ReadonlyMap<string, string>> {
  const changes = rows.flatMap(({ item: { key }, change }) =>
    change === null ? [] : [{ key, change: change as Change }],
  );
  const results = await send(
    changes.map(({ change }) => change),
    changes.map(({ key }) => key),
  );
  if (results.length !== changes.length) throw new AppError('internal');
  const errors = changes.map(({ key }, index) => [key, results[index]?.error] as const);
  return new Map(errors.flatMap(([key, error]) => (error == null ? [] : [[key, errorLine(error)] as const])));
}
