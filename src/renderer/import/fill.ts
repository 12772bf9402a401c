/** The other rows that a corrected text can fill: empty ones below it, and those with the same fault. */
import { textOf, type ItemField } from './fields.ts';
import type { ImportRow } from './item.ts';

/**
 * The rows directly below a row, down to the first in which the field is filled: a spreadsheet that names a town once for
 * several rows leaves the others empty.
 *
 * @param rows in the order of the file
 * @returns keys; none when the field of the row itself is empty
 */
export function emptyBelow(rows: readonly ImportRow[], key: string, field: ItemField): string[] {
  const at = rows.findIndex(({ item }) => item.key === key);
  const from = rows[at];
  if (from === undefined || textOf(from.item.fields, field).trim() === '') return [];
  const keys: string[] = [];
  for (let below = at + 1; below < rows.length; below += 1) {
    const item = rows[below]?.item;
    if (item === undefined || textOf(item.fields, field).trim() !== '') break;
    keys.push(item.key);
  }
  return keys;
}

/** The other rows whose field has this text and a problem with it. @returns keys */
export const sameFault = (rows: readonly ImportRow[], field: ItemField, text: string): string[] =>
  rows.flatMap(({ item, isLeftOut }) =>
    !isLeftOut && item.problems[field] !== undefined && textOf(item.fields, field) === text ? [item.key] : [],
  );
