/**
 * Rows of cells from a file or the clipboard: CSV with any delimiter and encoding, or the first sheet of an xlsx. Cells
 * are the text of the file; numbers of a sheet are text as the sheet displays them, so that leading zeros survive. Runs
 * in a worker, because the file is untrusted.
 */
import type { RowFault, SheetReport } from '../../../shared/imports.ts';
import { csvRows, HeadingsUnreadable, LinesMissing } from './csv-rows.ts';
import { decoded } from './encodings.ts';
import { noTableIn, type NoTable } from './file-kinds.ts';
import { fewestBytes, firstCount, type TakeFirst } from './first-rows.ts';
import { countAbove } from './lines-above.ts';
import { cellsFault, lineOf } from './report.ts';
import { firstLinesOf, type SheetChoices, type SheetHow, type SheetName } from './sheet-choices.ts';
import type { SheetRow } from './sheet-scan.ts';
import { workbookIn } from './xlsx-file.ts';
import { mostUnpackedBytes, partNames, TooLarge, unpackedBytes } from './zip-parts.ts';

/**
 * gone: the disk does not give the file, or it is a folder · too-large: the file or its unpacked content · cut: the end
 * of a zip is missing · too-many-rows · unreadable: neither text nor a sheet · empty: no rows · headings: a quotation
 * mark in the first row is not closed · incomplete: some lines of the file ended up in no row
 */
export type SheetProblem =
  NoTable | 'gone' | 'too-large' | 'cut' | 'too-many-rows' | 'unreadable' | 'empty' | 'headings' | 'incomplete';
export type SheetResult =
  /** The non-blank rows, the heading row first. `report` is omitted when there is nothing to report. */
  { kind: 'rows'; rows: string[][]; report?: SheetReport; how?: SheetHow } | { kind: 'problem'; problem: SheetProblem };

/**
 * Reads the rows of a file, off the main thread. It fails when the file cannot be read from the disk. The first rows of
 * a large file are given before the others are read.
 */
export type ReadFile = (file: Blob, choices?: SheetChoices, takeFirst?: TakeFirst) => Promise<SheetResult>;

interface ReadRows {
  rows: string[][];
  report: SheetReport;
  how: SheetHow;
}

export const mostFileBytes = 30_000_000;
export const mostRows = 100_000;

/** The first bytes of a zip and of an empty one. A text may begin with `PK`, too. */
const zipStarts = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

const problem = (of: SheetProblem): SheetResult => ({ kind: 'problem', problem: of });

/**
 * @param bytes of the file or of the clipboard text
 * @param choices what the person says about the file
 * @param takeFirst gets the first rows of a large file, once, before the others are read
 */
export async function readSheetRows(
  bytes: Uint8Array<ArrayBuffer>,
  choices: SheetChoices = {},
  takeFirst?: TakeFirst,
): Promise<SheetResult> {
  if (bytes.length > mostFileBytes) return problem('too-large');
  const isZip = zipStarts.some((start) => start.every((byte, at) => bytes[at] === byte));
  const unpacked = isZip ? unpackedBytes(bytes) : 0;
  if (unpacked > mostUnpackedBytes) return problem(Number.isFinite(unpacked) ? 'too-large' : 'cut');
  const noTable = noTableIn(bytes, () => partNames(bytes));
  if (noTable !== null) return problem(noTable);
  const first = Math.max(bytes.length, unpacked) < fewestBytes ? undefined : takeFirst;
  try {
    const read = isZip ? xlsxRows(bytes, choices, first) : textRows(bytes, choices, first);
    if (read.rows.length === 0) return problem('empty');
    return read.rows.length > mostRows + 1 ? problem('too-many-rows') : { kind: 'rows', ...read };
  } catch (error) {
    if (error instanceof HeadingsUnreadable) return problem('headings');
    if (error instanceof TooLarge) return problem('too-large');
    return problem(error instanceof LinesMissing ? 'incomplete' : 'unreadable');
  }
}

/** Whether so many of the first characters are none that a person writes that it is no text in any encoding. */
function isProgram(text: string): boolean {
  const start = text.slice(0, 2_000);
  return start.replaceAll(/[^\p{Cc}\uFFFD]|[\t\n\r]/gu, '').length > start.length / 10;
}

function textRows(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices, takeFirst?: TakeFirst): ReadRows {
  const { text, encoding } = decoded(bytes, choices.encoding);
  if (isProgram(text)) throw new Error('Not a text.');
  const { rows, report, delimiter, firstLines } = csvRows(text, mostRows + 2, choices, takeFirst);
  const how = { kind: 'text' as const, encoding, delimiter, headingLine: lineOf(report, 0), firstLines };
  return { rows, report, how };
}

/** The first sheet that a spreadsheet shows and that is not empty; when there is none, the first one. */
function sheetToRead(sheets: readonly SheetName[]): number {
  const shown = sheets.findIndex(({ isHidden, isEmpty }) => !isHidden && !isEmpty);
  return Math.max(0, shown < 0 ? sheets.findIndex(({ isEmpty }) => !isEmpty) : shown);
}

/** More lines than are looked at to find the headings, and than are offered as headings. */
const linesAtFirst = 100;
/** Limit on the cells of a sheet. One that is far to the right makes every row as long. */
const mostCells = 15_000_000;

/** The first lines of a sheet; those without a text are empty. @param rows of which enough are read */
function firstLinesIn(rows: readonly SheetRow[]): string[][] {
  const count = Math.min(linesAtFirst, rows.at(-1)?.line ?? 0);
  const lines = Array.from({ length: count }, (): string[] => []);
  for (const { line, cells } of rows.slice(0, count)) if (line <= count) lines[line - 1] = cells;
  return lines;
}

/** The number of lines above the headings, and the rows from there. */
function tableIn(rows: readonly SheetRow[], { headingLine }: SheetChoices) {
  const above = headingLine === undefined ? countAbove(firstLinesIn(rows)) : headingLine - 1;
  return { above, filled: rows.filter(({ line }) => line > above) };
}

/** Makes all rows as long as the longest. @throws TooLarge */
function pad(rows: readonly SheetRow[], width: number): void {
  if (rows.length * width > mostCells) throw new TooLarge();
  for (const { cells } of rows) while (cells.length < width) cells.push('');
}

/** Rows of a sheet, with line numbers in the report. Cells missing at the end of a row are empty. */
function xlsxRows(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices, takeFirst?: TakeFirst): ReadRows {
  const workbook = workbookIn(bytes);
  const { sheets } = workbook;
  const sheet = choices.sheet ?? sheetToRead(sheets);
  const scan = workbook.scan(sheet);
  const all: SheetRow[] = [];
  let [width, count] = [0, 0];
  for (const row of scan.rows()) {
    width = Math.max(width, row.cells.length);
    count += row.cells.length;
    // More would be held than there may be, long before all rows are read.
    if (count > mostCells) throw new TooLarge();
    all.push(row);
    // So many rows tell where the headings are.
    if (all.length !== linesAtFirst + firstCount + 1) continue;
    takeFirst?.(cellsOf(tableIn(all, choices).filled.slice(0, firstCount + 1)));
  }
  const { above, filled } = tableIn(all, choices);
  pad(filled, width);
  const headings = filled[0]?.cells ?? [];
  const faults = filled.flatMap(({ cells, line }, row): RowFault[] => {
    const kind = row === 0 ? null : cellsFault(cells, headings);
    return kind === null ? [] : [{ row, kind, cause: line, lineCount: 1 }];
  });
  const lineCount = all.at(-1)?.line ?? 0;
  const report: SheetReport = {
    lines: lineCount === filled.length ? [] : filled.map(({ line }) => line),
    faults,
    blankLines: lineCount - above - filled.length,
    isOneColumn: false,
    otherSheets: sheets.filter(({ isEmpty }, at) => at !== sheet && !isEmpty).map(({ name }) => name),
    ...(above === 0 ? {} : { above: titlesOf(all.filter(({ line }) => line <= above)) }),
    ...oddities(filled, scan.mergedAt),
    ...textNumbersIn(filled, scan.decimalsAt),
  };
  const how = { sheets, sheet, headingLine: lineOf(report, 0), firstLines: firstLinesOf(firstLinesIn(all)) };
  markTexts(filled, scan.decimalsAt);
  return { rows: cellsOf(filled), report, how: { kind: 'workbook', ...how } };
}

const cellsOf = (rows: readonly SheetRow[]): string[][] => rows.map(({ cells }) => cells);

/** Rows that a person does not see in the sheet, and cells that look filled but are not. */
function oddities(
  filled: readonly SheetRow[],
  mergedAt: readonly number[],
): Pick<SheetReport, 'hiddenRows' | 'mergedCells' | 'hasNumbers'> {
  const hiddenRows = filled.filter(({ isHidden }) => isHidden).length;
  const mergedCells = mergedAt.filter((line) => line > (filled[0]?.line ?? 0)).length;
  return {
    hasNumbers: true,
    ...(hiddenRows === 0 ? {} : { hiddenRows }),
    ...(mergedCells === 0 ? {} : { mergedCells }),
  };
}

/** Rows above the headings as texts. */
const titlesOf = (rows: readonly SheetRow[]): string[] =>
  rows.map(({ cells }) => cells.filter(Boolean).join(' ').slice(0, 200)).filter(Boolean);

/**
 * Puts an apostrophe before the texts that look like a number with a point, in columns that have such numbers as well:
 * one keeps a spreadsheet from reading a text as a number. Elsewhere nothing can be mixed up, and cells stay as they are.
 */
function markTexts(rows: readonly SheetRow[], decimalsAt: ReadonlySet<number>): void {
  for (const { cells, pointed } of rows) {
    for (const at of pointed) {
      const text = cells[at];
      if (text !== undefined && decimalsAt.has(at) && /^\d/.test(text)) cells[at] = `'${text}`;
    }
  }
}

/** The columns in which texts, and no numbers, look like a number with a point. */
function textNumbersIn(rows: readonly SheetRow[], decimalsAt: ReadonlySet<number>): Pick<SheetReport, 'textNumbers'> {
  const found = new Set(rows.flatMap(({ pointed }) => pointed.filter((at) => !decimalsAt.has(at))));
  return found.size === 0 ? {} : { textNumbers: [...found].toSorted((one, other) => one - other) };
}
