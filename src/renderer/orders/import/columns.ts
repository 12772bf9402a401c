/** Which column of a file holds what of an order: recognised by its heading, corrected by a person, remembered. */
import { isNameHeading, plainHeading, recognised } from './headings.ts';
import { importFields, type Columns, type ImportField } from './import-fields.ts';

/** Columns that were remembered for files with the same headings. */
export interface RememberedColumns {
  headings: string[];
  columns: (string | null)[];
}

const isField = (value: string | null | undefined): value is ImportField =>
  importFields.some((field) => field === value);

const sameHeadings = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.every((heading, index) => plainHeading(heading) === plainHeading(other[index] ?? ''));

/** As they were corrected for the last file with these headings, else as the headings say. */
export function columnsFor(headingRow: readonly string[], remembered: readonly RememberedColumns[]): Columns {
  const known = remembered.find((each) => sameHeadings(each.headings, headingRow));
  if (known === undefined) return recognised(headingRow);
  const columns = keptColumns(headingRow, known.columns);
  return takesNameForNumber(headingRow, columns) ? recognised(headingRow) : columns;
}

/**
 * An earlier version took a name for the order number by itself, and remembered that: beside a column that holds the
 * number, or although nothing else named the recipient. A person who wants it so has the recipient in another column.
 */
function takesNameForNumber(headingRow: readonly string[], columns: Columns): boolean {
  const at = columns.indexOf('externalId');
  if (at < 0 || !isNameHeading(headingRow[at] ?? '')) return false;
  return recognised(headingRow).includes('externalId') || !columns.includes('recipientName');
}

/** Columns as they were kept; what another version wrote is not believed. A field is in one column, the last that had it. */
export function keptColumns(headingRow: readonly string[], kept: readonly (string | null)[]): Columns {
  const columns = headingRow.map((_heading, index) => (isField(kept[index]) ? kept[index] : null));
  return columns.map((field, index) => (field !== 'products' && columns.lastIndexOf(field) > index ? null : field));
}

/** A person says what a column holds. A column that held the same holds nothing then; products may stand in several. */
export function withColumn(columns: Columns, index: number, field: ImportField | null): Columns {
  return columns.map((each, at) => {
    if (at === index) return field;
    return each === field && field !== 'products' ? null : each;
  });
}

/** What is remembered after a file was taken: the newest first, fifty senders. */
export function remember(
  before: readonly RememberedColumns[],
  headingRow: readonly string[],
  columns: Columns,
): RememberedColumns[] {
  const others = before.filter((each) => !sameHeadings(each.headings, headingRow));
  return [{ headings: [...headingRow], columns: [...columns] }, ...others].slice(0, 50);
}
