/**
 * Rows of cells from a file or the clipboard: CSV with any delimiter and encoding, or the first sheet of an xlsx. Cells
 * are the text of the file; numbers of a sheet are text as the sheet displays them, so that leading zeros survive. Runs
 * in a worker, because the file is untrusted.
 */
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import type { RowFault, SheetReport } from '../../../shared/imports.ts';
import { clean, csvRows, HeadingsUnreadable, LinesMissing } from './csv-rows.ts';
import { decoded } from './encodings.ts';
import { noTableIn, type NoTable } from './file-kinds.ts';
import { countAbove } from './lines-above.ts';
import { momentText } from './moments.ts';
import { plainNumber } from './number-formats.ts';
import { cellsFault, lineOf } from './report.ts';
import { firstLinesOf, type SheetChoices, type SheetHow, type SheetName } from './sheet-choices.ts';
import { hiddenLines, mergedBelow, prepared } from './xlsx-file.ts';

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

/** Reads the rows of a file, off the main thread. It fails when the file cannot be read from the disk. */
export type ReadFile = (file: Blob, choices?: SheetChoices) => Promise<SheetResult>;

interface ReadRows {
  rows: string[][];
  report: SheetReport;
  how: SheetHow;
}

export const mostFileBytes = 30_000_000;
export const mostRows = 100_000;
/** Limit on the unpacked size of an xlsx; a sheet with 100,000 rows of orders stays well below. */
const mostUnpackedBytes = 250_000_000;

const problem = (of: SheetProblem): SheetResult => ({ kind: 'problem', problem: of });

/** @param bytes of the file or of the clipboard text @param choices what the person says about the file */
export async function readSheetRows(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices = {}): Promise<SheetResult> {
  if (bytes.length > mostFileBytes) return problem('too-large');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const unpacked = isZip ? unpackedBytes(bytes) : 0;
  if (unpacked > mostUnpackedBytes) return problem(Number.isFinite(unpacked) ? 'too-large' : 'cut');
  const noTable = noTableIn(bytes, () => partsOf(bytes));
  if (noTable !== null) return problem(noTable);
  try {
    const read = isZip ? await xlsxRows(bytes, choices) : textRows(bytes, choices);
    if (read.rows.length === 0) return problem('empty');
    return read.rows.length > mostRows + 1 ? problem('too-many-rows') : { kind: 'rows', ...read };
  } catch (error) {
    if (error instanceof HeadingsUnreadable) return problem('headings');
    return problem(error instanceof LinesMissing ? 'incomplete' : 'unreadable');
  }
}

/** The names of the parts of a zip; none when its directory is broken. */
function partsOf(bytes: Uint8Array<ArrayBuffer>): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch {
    return [];
  }
  return names;
}

/** Whether so many of the first characters are none that a person writes that it is no text in any encoding. */
function isProgram(text: string): boolean {
  const start = text.slice(0, 2_000);
  return start.replaceAll(/[^\p{Cc}\uFFFD]|[\t\n\r]/gu, '').length > start.length / 10;
}

function textRows(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices): ReadRows {
  const { text, encoding } = decoded(bytes, choices.encoding);
  if (isProgram(text)) throw new Error('Not a text.');
  const { rows, report, delimiter, firstLines } = csvRows(text, mostRows + 2, choices);
  const how = { kind: 'text' as const, encoding, delimiter, headingLine: lineOf(report, 0), firstLines };
  return { rows, report, how };
}

/** The first sheet that a spreadsheet shows and that is not empty; when there is none, the first one. */
function sheetToRead(sheets: readonly SheetName[]): number {
  const shown = sheets.findIndex(({ isHidden, isEmpty }) => !isHidden && !isEmpty);
  return Math.max(0, shown < 0 ? sheets.findIndex(({ isEmpty }) => !isEmpty) : shown);
}

/** A number as the sheet stores it, told from a text with the same letters. */
class StoredNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Rows of a sheet, with line numbers in the report. Cells missing at the end of a row are empty. */
async function xlsxRows(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices): Promise<ReadRows> {
  const { bytes: file, sheets, xmlOf } = prepared(bytes);
  const sheet = choices.sheet ?? sheetToRead(sheets);
  const { buffer, byteOffset, byteLength } = file;
  const whole = buffer.slice(byteOffset, byteOffset + byteLength);
  const parseNumber = (text: string) => new StoredNumber(plainNumber(text));
  const read = await readSheet(whole, sheet + 1, { parseNumber });
  const all = read.map((row) => row.map((cell) => clean(cellText(cell))));
  const above = choices.headingLine === undefined ? countAbove(all) : choices.headingLine - 1;
  const filled = all.flatMap((cells, at) =>
    at >= above && cells.some((cell) => cell !== '') ? [{ cells, line: at + 1 }] : [],
  );
  const headings = filled[0]?.cells ?? [];
  const faults = filled.flatMap(({ cells, line }, row): RowFault[] => {
    const kind = row === 0 ? null : cellsFault(cells, headings);
    return kind === null ? [] : [{ row, kind, cause: line, lineCount: 1 }];
  });
  const report: SheetReport = {
    lines: all.length === filled.length ? [] : filled.map(({ line }) => line),
    faults,
    blankLines: all.length - above - filled.length,
    isOneColumn: false,
    otherSheets: sheets.filter(({ isEmpty }, at) => at !== sheet && !isEmpty).map(({ name }) => name),
    ...(above === 0 ? {} : { above: titlesOf(all.slice(0, above)) }),
    ...oddities(xmlOf(sheet), filled),
    ...textNumbersIn(read.slice(above)),
  };
  const headingLine = lineOf(report, 0);
  return {
    rows: filled.map(({ cells }) => cells),
    report,
    how: { kind: 'workbook', sheets, sheet, headingLine, firstLines: firstLinesOf(all) },
  };
}

/** Rows that a person does not see in the sheet, and cells that look filled but are not. */
function oddities(
  xml: string,
  filled: readonly { line: number }[],
): Pick<SheetReport, 'hiddenRows' | 'mergedCells' | 'hasNumbers'> {
  const hidden = new Set(hiddenLines(xml));
  const hiddenRows = filled.filter(({ line }) => hidden.has(line)).length;
  const mergedCells = mergedBelow(xml, filled[0]?.line ?? 0);
  return {
    hasNumbers: true,
    ...(hiddenRows === 0 ? {} : { hiddenRows }),
    ...(mergedCells === 0 ? {} : { mergedCells }),
  };
}

/** Rows above the headings as texts. */
const titlesOf = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) => cells.filter(Boolean).join(' ').slice(0, 200)).filter(Boolean);

/** The columns in which a text looks like a number with a point. */
function textNumbersIn(rows: readonly (readonly unknown[])[]): Pick<SheetReport, 'textNumbers'> {
  const found = new Set<number>();
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (typeof cell === 'string' && /^\s*[+-]?\d+\.\d+\s*$/.test(cell)) found.add(at);
    }
  }
  return found.size === 0 ? {} : { textNumbers: [...found].toSorted((one, other) => one - other) };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof StoredNumber) return cell.text;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : momentText(wholeSecond(cell).toISOString());
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** A sheet keeps a third of a day as 0.333333333333333, which is a little before 08:00. */
const wholeSecond = (moment: Date): Date => new Date(Math.round(moment.getTime() / 1_000) * 1_000);

/**
 * The unpacked size that a zip's central directory declares; infinite when the directory cannot be read. A false
 * declaration gains nothing: no more than the declared size is unpacked.
 */
export function unpackedBytes(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, end - 65_535);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < first) return Number.POSITIVE_INFINITY;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return Number.POSITIVE_INFINITY;
    total += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}
