/** Actions on more records than one call takes. */
import { encodeError } from '../../shared/errors.ts';
import type { RowResult } from '../../shared/stops.ts';
import { asAppError } from './backend.ts';

/**
 * Calls with so many items at a time as one call takes. If a later part fails, its items and those after it have the
 * failure as their result: what was done before can then be named, and undone.
 *
 * @param most how many items one call takes
 * @throws when the first part fails
 */
export async function inParts<Item extends { id: string }>(
  items: readonly Item[],
  most: number,
  act: (part: Item[]) => Promise<RowResult[]>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let from = 0; from < items.length; from += most) {
    try {
      results.push(...(await act(items.slice(from, from + most))));
    } catch (error) {
      if (from === 0) throw error;
      const encoded = encodeError(asAppError(error));
      return [...results, ...items.slice(from).map(({ id }) => ({ id, error: encoded }))];
    }
  }
  return results;
}
