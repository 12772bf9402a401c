/** Maps the columns of a file to fields of an order: recognised by heading, corrected by the user, remembered. */
import { isNameHeading, plainHeading, recognised } from './headings.ts';
import { importFields, type Columns, type ImportField } from './import-fields.ts';

/** The mapping to reuse for files with the same headings. */
export interface RememberedColumns {
  headings: string[];
  columns: (string | null)[];
}

const isField = (value: string | null | undefined): value is ImportField =>
  importFields.some((field) => field === value);

const sameHeadings = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.every((heading, index) => plainHeading(heading) === plainHeading(other[index] ?? ''));

/** The mapping of the last file with these headings, else the one recognised from the headings. */
export function columnsFor(headingRow: readonly string[], remembered: readonly RememberedColumns[]): Columns {
  const known = remembered.find((each) => sameHeadings(each.headings, headingRow));
  if (known === undefined) return recognised(headingRow);
  const columns = keptColumns(headingRow, known.columns);
  return takesNameForNumber(headingRow, columns) ? recognised(headingRow) : columns;
}

/**
 * An earlier version mistook a name column for the order number and remembered that mapping, although another column
 * held the number or no other column held the recipient. A user who wants it so has mapped the recipient to another
 * column.
 */
function takesNameForNumber(headingRow: readonly string[], columns: Columns): boolean {
  const at = columns.indexOf('externalId');
  if (at < 0 || !isNameHeading(headingRow[at] ?? '')) return false;
  return recognised(headingRow).includes('externalId') || !columns.includes('recipientName');
}

/** A stored mapping, without unknown fields of other versions. Each field keeps only its last column. */
export function keptColumns(headingRow: readonly string[], kept: readonly (string | null)[]): Columns {
  const columns = headingRow.map((_heading, index) => (isField(kept[index]) ? kept[index] : null));
  return columns.map((field, index) => (field !== 'products' && columns.lastIndexOf(field) > index ? null : field));
}

/** Maps a column to a field, and unmaps any other column with that field; only products may have several columns. */
export function withColumn(columns: Columns, index: number, field: ImportField | null): Columns {
  return columns.map((each, at) => {
    if (at === index) return field;
    return each === field && field !== 'products' ? null : each;
  });
}

/** The remembered mappings after an import, newest first, for at most fifty sets of headings. */
export function remember(
  before: readonly RememberedColumns[],
  headingRow: readonly string[],
  columns: Columns,
): RememberedColumns[] {
  const others = before.filter((each) => !sameHeadings(each.headings, headingRow));
  return [{ headings: [...headingRow], columns: [...columns] }, ...others].slice(0, 50);
}
