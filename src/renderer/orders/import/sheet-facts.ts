/** What is told of a file above its orders: its headings, columns that are not used, rows that lack cells. */
import type { SheetReport } from '../../../shared/order-imports.ts';
import { lineOf } from '../../lib/sheet/report.ts';
import { t } from '../../../messages/index.ts';
import type { Columns } from './import-fields.ts';

type Rows = readonly (readonly string[])[];

/** Headings of the columns; without a heading row their places. */
export function headingsOf([first = []]: Rows, hasHeadings: boolean): readonly string[] {
  return hasHeadings ? first : first.map((_cell, at) => t('orderImport.columnAt', { at: String(at + 1) }));
}

/** Columns that hold something in a row and are not taken, by their headings. */
export function columnsNotTaken(
  rows: Rows,
  headings: readonly string[],
  columns: Columns,
  hasHeadings: boolean,
): string[] {
  const orders = hasHeadings ? rows.slice(1) : rows;
  return headings.flatMap((heading, at) => {
    const isLost = columns[at] == null && orders.some((row) => (row[at] ?? '') !== '');
    return isLost ? [heading === '' ? t('orderImport.columnAt', { at: String(at + 1) }) : heading] : [];
  });
}

/** Orders of several rows that were corrected, and whose rows are put together otherwise now. */
export function countUnused(typed: ReadonlyMap<string, unknown>, orders: readonly { key: string }[]): number {
  const keys = new Set(orders.map(({ key }) => key));
  return [...typed.keys()].filter((key) => key.startsWith('join-') && !keys.has(key)).length;
}

/**
 * Keys of rows that lack cells at their end, of which nobody has said that they are right. One that runs over several
 * lines is not among them: it may have taken another row with it.
 */
export function shortRows(report: SheetReport, accepted: readonly string[]): string[] {
  const right = new Set(accepted);
  return report.faults.flatMap(({ row, kind, lineCount }) => {
    const key = `line-${lineOf(report, row)}`;
    return kind === 'too-few' && lineCount === 1 && !right.has(key) ? [key] : [];
  });
}
