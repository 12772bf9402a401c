/** What a file says beside its cells: the line of each row, and rows whose cells do not fit the headings. */
import type { RowFault, SheetReport } from '../../../shared/order-imports.ts';

/** Line of the file in which a row begins. @param row the heading row being 0 */
export const lineOf = (report: SheetReport, row: number): number => report.lines[row] ?? row + 1;

/** Cells that a row should have: as many as there are headings; a delimiter behind the last one makes no column. */
export const widthOf = (headings: readonly string[]): number => headings.findLastIndex((heading) => heading !== '') + 1;

/**
 * Whether a row has the cells that the headings ask for. Empty cells at its end may be too many.
 *
 * @param headings every column, those without a heading at the end too: what stands below them is seen
 */
export function widthFault(row: readonly string[], headings: readonly string[]): 'too-few' | 'too-many' | null {
  if (row.length < widthOf(headings)) return 'too-few';
  return row.slice(headings.length).some((cell) => cell !== '') ? 'too-many' : null;
}

/**
 * A report of rows of which nothing else is known: kept by an earlier version, which dropped blank rows.
 *
 * @param rows the heading row first
 */
export function reportOf(rows: readonly (readonly string[])[]): SheetReport {
  const headings = rows[0] ?? [];
  const faults = rows.flatMap((row, at): RowFault[] => {
    const kind = widthFault(row, headings);
    return kind === null ? [] : [{ row: at, kind, cause: at + 1, lineCount: 1 }];
  });
  return { lines: [], faults, blankLines: 0, isOneColumn: false, otherSheets: [] };
}
