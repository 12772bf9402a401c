/** Facts about a file shown above its orders: headings, unused columns, rows with missing cells. */
import type { SheetReport } from '../../../shared/order-imports.ts';
import { lineOf } from '../../lib/sheet/report.ts';
import { t } from '../../../messages/index.ts';
import type { Columns } from './import-fields.ts';

type Rows = readonly (readonly string[])[];

/** The headings of the columns; without a heading row, their positions. */
export function headingsOf([first = []]: Rows, hasHeadings: boolean): readonly string[] {
  return hasHeadings ? first : first.map((_cell, at) => t('orderImport.columnAt', { at: String(at + 1) }));
}

/** Headings of the columns that have content but are not mapped. */
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

/** Number of corrected joined orders whose rows are now joined differently. */
export function countUnused(typed: ReadonlyMap<string, unknown>, orders: readonly { key: string }[]): number {
  const keys = new Set(orders.map(({ key }) => key));
  return [...typed.keys()].filter((key) => key.startsWith('join-') && !keys.has(key)).length;
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
