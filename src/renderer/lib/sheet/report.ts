/** What a file's report says besides its cells: the line of each row, and rows whose cells do not fit the headings. */
import type { RowFault, SheetReport } from '../../../shared/imports.ts';
import { isCellError } from './cell-errors.ts';

/** No spreadsheet has more columns. */
export const mostColumns = 16_384;

/** Line of the file in which a row starts. @param row 0 is the heading row */
export const lineOf = (report: SheetReport, row: number): number => report.lines[row] ?? row + 1;

/** Number of cells that a row should have: one per heading. A trailing delimiter adds no column. */
export const widthOf = (headings: readonly string[]): number => headings.findLastIndex((heading) => heading !== '') + 1;

/**
 * Whether a row has too few or too many cells for the headings. Extra empty cells at its end are fine.
 *
 * @param headings of every column, blank headings at the end included: cells below those are visible too
 */
export function widthFault(row: readonly string[], headings: readonly string[]): 'too-few' | 'too-many' | null {
  if (row.length < widthOf(headings)) return 'too-few';
  return row.slice(headings.length).some((cell) => cell !== '') ? 'too-many' : null;
}

/** What is wrong with the cells of a row below the headings, if anything. */
export function cellsFault(row: readonly string[], headings: readonly string[]): RowFault['kind'] | null {
  if (row.some(isCellError)) return 'cell-error';
  // Files that were joined have their headings again in the middle. A heading that is alone may be a value too.
  const isAgain = widthOf(headings) > 1 && headings.every((heading, at) => heading === (row[at] ?? ''));
  return isAgain ? 'headings-again' : widthFault(row, headings);
}

/**
 * Report for rows stored by an earlier version, which kept no report and dropped blank rows.
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
