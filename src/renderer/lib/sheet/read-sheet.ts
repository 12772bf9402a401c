/**
 * Rows of cells from a file or the clipboard: CSV with any delimiter and encoding, or the first sheet of an xlsx. Cells
 * are the text of the file; numbers of a sheet are text as the sheet displays them, so that leading zeros survive. Runs
 * in a worker, because the file is untrusted.
 */
import { readSheet } from 'read-excel-file/universal';
import type { RowFault, SheetReport } from '../../../shared/order-imports.ts';
import { clean, csvRows, HeadingsUnreadable, LinesMissing } from './csv-rows.ts';
import { plainNumber } from './number-formats.ts';
import { widthFault } from './report.ts';
import { isCellError, prepared } from './xlsx-file.ts';

/**
 * too-large: the file or its unpacked content · too-many-rows · unreadable: neither text nor a sheet · old-excel: an
 * xls from before 2007 · empty: no rows · headings: a quotation mark in the first row is not closed · incomplete: some
 * lines of the file ended up in no row
 */
export type SheetProblem =
  'too-large' | 'too-many-rows' | 'unreadable' | 'old-excel' | 'empty' | 'headings' | 'incomplete';
export type SheetResult =
  /** The non-blank rows, the heading row first. `report` is omitted when there is nothing to report. */
  { kind: 'rows'; rows: string[][]; report?: SheetReport } | { kind: 'problem'; problem: SheetProblem };

export const mostFileBytes = 30_000_000;
export const mostRows = 100_000;
/** Limit on the unpacked size of an xlsx; a sheet with 100,000 rows of orders stays well below. */
const mostUnpackedBytes = 250_000_000;

const problem = (of: SheetProblem): SheetResult => ({ kind: 'problem', problem: of });

/** @param bytes of the file or of the clipboard text */
export async function readSheetRows(bytes: Uint8Array<ArrayBuffer>): Promise<SheetResult> {
  if (bytes.length > mostFileBytes) return problem('too-large');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOldExcel = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
  if (isOldExcel) return problem('old-excel');
  if (isZip && unpackedBytes(bytes) > mostUnpackedBytes) return problem('too-large');
  try {
    const { rows, report } = isZip ? await xlsxRows(bytes) : csvRows(decoded(bytes), mostRows + 2);
    if (rows.length === 0) return problem('empty');
    return rows.length > mostRows + 1 ? problem('too-many-rows') : { kind: 'rows', rows, report };
  } catch (error) {
    if (error instanceof HeadingsUnreadable) return problem('headings');
    return problem(error instanceof LinesMissing ? 'incomplete' : 'unreadable');
  }
}

/**
 * Decodes a file of unknown encoding: by its byte order mark, by its zero bytes, as UTF-8, otherwise as Windows-1252.
 */
export function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const beginning = bytes.subarray(0, 2_000);
  const zeros = (odd: 0 | 1) => beginning.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (zeros(1) > beginning.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if (zeros(0) > beginning.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Rows of the first sheet, with line numbers in the report. Cells missing at the end of a row are empty. */
async function xlsxRows(bytes: Uint8Array<ArrayBuffer>): Promise<{ rows: string[][]; report: SheetReport }> {
  const { bytes: file, otherSheets } = prepared(bytes);
  const { buffer, byteOffset, byteLength } = file;
  const whole = buffer.slice(byteOffset, byteOffset + byteLength);
  const all = (await readSheet(whole, { parseNumber: plainNumber })).map((row) =>
    row.map((cell) => clean(cellText(cell))),
  );
  const filled = all.flatMap((cells, at) => (cells.some((cell) => cell !== '') ? [{ cells, line: at + 1 }] : []));
  const headings = filled[0]?.cells ?? [];
  const faults = filled.flatMap(({ cells, line }, row): RowFault[] => {
    const kind = cells.some(isCellError) ? 'cell-error' : widthFault(cells, headings);
    return kind === null ? [] : [{ row, kind, cause: line, lineCount: 1 }];
  });
  return {
    rows: filled.map(({ cells }) => cells),
    report: {
      lines: all.length === filled.length ? [] : filled.map(({ line }) => line),
      faults,
      blankLines: all.length - filled.length,
      isOneColumn: false,
      otherSheets,
    },
  };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

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
