/** Maps the columns of a file to fields of a record: recognised by heading, corrected by the user, remembered. */
import type { ImportName } from '../../shared/imports.ts';
import { isNameHeading, plainHeading, recognised } from './headings.ts';
import type { Columns, ImportField } from './fields.ts';
import { isCollected } from './group.ts';
import type { SheetNoun } from './noun.ts';
import { isOtherProperty } from './property-columns.ts';

/** The mapping to reuse for files with the same headings. */
export interface RememberedColumns {
  /** The kind of record; missing: stored by a version that imported orders only. */
  noun?: ImportName | undefined;
  headings: string[];
  columns: (string | null)[];
}

const isField = (noun: SheetNoun, value: string | null | undefined): value is ImportField =>
  value != null && (noun.targets.some((field) => field === value) || isOtherProperty(noun, value));

const isOf = ({ name }: SheetNoun, { noun = 'orders' }: RememberedColumns) => noun === name;

const sameHeadings = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.every((heading, index) => plainHeading(heading) === plainHeading(other[index] ?? ''));

/** The mapping of the last file with these headings; null: there was none. */
export function rememberedFor(
  noun: SheetNoun,
  headingRow: readonly string[],
  remembered: readonly RememberedColumns[],
): Columns | null {
  const known = remembered.find((each) => isOf(noun, each) && sameHeadings(each.headings, headingRow));
  if (known === undefined) return null;
  const columns = keptColumns(noun, headingRow, known.columns);
  return takesNameForNumber(noun, headingRow, columns) ? null : columns;
}

/**
 * An earlier version mistook a name column for the order number and remembered that mapping, although another column
 * held the number or no other column held the recipient. A user who wants it so has mapped the recipient to another
 * column.
 */
function takesNameForNumber(noun: SheetNoun, headingRow: readonly string[], columns: Columns): boolean {
  const at = columns.indexOf('externalId');
  if (at < 0 || !isNameHeading(headingRow[at] ?? '')) return false;
  return recognised(noun, headingRow).includes('externalId') || !columns.includes('recipientName');
}

/** A stored mapping, without unknown fields of other versions. Each field keeps only its last column. */
export function keptColumns(noun: SheetNoun, headingRow: readonly string[], kept: readonly (string | null)[]): Columns {
  const columns = headingRow.map((_heading, index) => {
    const field = kept[index];
    return isField(noun, field) ? field : null;
  });
  return columns.map((field, index) => (!isCollected(field) && columns.lastIndexOf(field) > index ? null : field));
}

/** Maps a column to a field, and unmaps any other column with that field; only what is collected may have several columns. */
export function withColumn(columns: Columns, index: number, field: ImportField | null): Columns {
  return columns.map((each, at) => {
    if (at === index) return field;
    return each === field && !isCollected(field) ? null : each;
  });
}

/** The remembered mappings after an import, newest first, for at most fifty sets of headings. */
export function remember(
  noun: SheetNoun,
  before: readonly RememberedColumns[],
  headingRow: readonly string[],
  columns: Columns,
): RememberedColumns[] {
  const others = before.filter((each) => !isOf(noun, each) || !sameHeadings(each.headings, headingRow));
  return [{ noun: noun.name, headings: [...headingRow], columns: [...columns] }, ...others].slice(0, 50);
}
