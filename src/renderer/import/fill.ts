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
  const below = rows.slice(at + 1);
  const end = below.findIndex(({ item }) => textOf(item.fields, field).trim() !== '');
  return below.slice(0, end < 0 ? below.length : end).map(({ item }) => item.key);
}

/** The other rows whose field has this text and a problem with it. @returns keys */
export const sameFault = (rows: readonly ImportRow[], field: ItemField, text: string): string[] =>
  rows.flatMap(({ item, isLeftOut }) =>
    !isLeftOut && item.problems[field] !== undefined && textOf(item.fields, field) === text ? [item.key] : [],
  );
