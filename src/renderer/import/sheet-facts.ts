/** Facts about a file shown above its rows: headings, unused columns, rows with missing cells. */
import type { SheetReport } from '../../shared/imports.ts';
import { lineOf } from '../lib/sheet/report.ts';
import { t } from '../../messages/index.ts';
import type { Columns, ImportField } from './fields.ts';
import type { SheetNoun } from './noun.ts';

type Rows = readonly (readonly string[])[];

/** The headings of the columns; without a heading row, their positions. */
export function headingsOf([first = []]: Rows, hasHeadings: boolean): readonly string[] {
  return hasHeadings ? first : first.map((_cell, at) => t('imports.columnAt', { at: String(at + 1) }));
}

/** Headings of the columns that have content but are not mapped. */
export function columnsNotTaken(
  rows: Rows,
  headings: readonly string[],
  columns: Columns,
  hasHeadings: boolean,
): string[] {
  const records = hasHeadings ? rows.slice(1) : rows;
  return headings.flatMap((heading, at) => {
    const isLost = columns[at] == null && records.some((row) => (row[at] ?? '') !== '');
    return isLost ? [heading === '' ? t('imports.columnAt', { at: String(at + 1) }) : heading] : [];
  });
}

/** Positions of the columns that have a value in any record. */
export function filledColumns([first = [], ...others]: Rows, hasHeadings: boolean): ReadonlySet<number> {
  const filled = new Set<number>();
  for (const row of hasHeadings ? others : [first, ...others]) {
    if (filled.size === first.length) break;
    for (const [at, cell] of row.entries()) if (cell !== '' && at < first.length) filled.add(at);
  }
  return filled;
}

const isName = (field: ImportField | null) =>
  field === 'recipientName' || field === 'firstName' || field === 'lastName' || field === 'displayName';
const isPlace = (field: ImportField | null) => field === 'addressLineOne' || field === 'latitude';

/** A column holds what no record can do without. */
export const hasNeeded = ({ needs }: Pick<SheetNoun, 'needs'>, columns: Columns): boolean =>
  columns.some((field) => field !== null && needs.includes(field));

/** The name or the street is missing, and an unused column may hold it. */
export const lacksColumns = (
  { needs }: Pick<SheetNoun, 'needs'>,
  columns: Columns,
  unused: readonly string[],
): boolean =>
  unused.length > 0 && !(columns.some(isName) && (!needs.includes('addressLineOne') || columns.some(isPlace)));

/** Heading of the column with the number by which rows can be joined; null when there is none. */
export function numberHeadingOf(
  { joinsBy }: Pick<SheetNoun, 'joinsBy'>,
  columns: Columns,
  headings: readonly string[],
): string | null {
  return joinsBy === null ? null : (headings[columns.indexOf(joinsBy)] ?? null);
}

/** Number of corrected joined records whose rows are now joined differently. */
export function countUnused(typed: ReadonlyMap<string, unknown>, items: readonly { key: string }[]): number {
  const joined = [...typed.keys()].filter((key) => key.startsWith('join-'));
  // Usually there is none, and a file has many records.
  if (joined.length === 0) return 0;
  const keys = new Set(items.map(({ key }) => key));
  return joined.filter((key) => !keys.has(key)).length;
}

/**
 * Keys of rows with missing cells at their end that are not accepted yet. Rows that span several lines are left out:
 * they may have swallowed another row.
 */
export function shortRows(report: SheetReport, accepted: readonly string[]): string[] {
  const right = new Set(accepted);
  return report.faults.flatMap(({ row, kind, lineCount }) => {
    const key = `line-${lineOf(report, row)}`;
    return kind === 'too-few' && lineCount === 1 && !right.has(key) ? [key] : [];
  });
}
