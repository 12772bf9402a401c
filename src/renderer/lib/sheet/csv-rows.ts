/**
 * Rows of a csv, none of whose lines gets lost. The reader (papaparse) goes on behind a quotation mark that is not closed
 * until it finds another one, so that the rows between them become one cell. A row of which it reports a fault is
 * therefore taken apart again: each of its lines becomes a row with that fault. In the end the lines are counted.
 */
import Papa from 'papaparse';
import type { RowFault, SheetReport } from '../../../shared/order-imports.ts';
import { widthFault, widthOf } from './report.ts';

/** Lines of a file were in none of its rows: a mistake of this program. */
export class LinesMissing extends Error {}
/** The first row, which holds the headings, cannot be read. */
export class HeadingsUnreadable extends Error {}

export interface CsvRows {
  rows: string[][];
  report: SheetReport;
}

/** A row as the reader found it. */
interface FoundRow {
  cells: string[];
  /** Its lines as they stand in the file. */
  text: string;
  /** Number of its first line. */
  line: number;
  /** Lines it runs over. */
  lineCount: number;
  /** The first fault that the reader reports. */
  fault: { kind: 'open-quote' | 'stray-quote'; line: number } | null;
}

/** A row that is handed on, and how many lines of the file it stands for. */
interface TakenRow {
  cells: string[];
  line: number;
  lineCount: number;
  fault: Pick<RowFault, 'kind' | 'cause'> | null;
}

/** Headings that a row needs before lines of a cell can be told from rows by their number of cells. */
const fewestHeadings = 4;

/** Control characters, which scanners and old systems leave behind, are no part of what was meant; tab and line break are. */
export const clean = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n]|\uFEFF/gu, '').trim();

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell === '');

/** Every line break as `\n`: files that were put together have several kinds, and the reader knows one at a time. */
const withPlainBreaks = (text: string) => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');

const breaksIn = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/**
 * @param mostRows rows after which reading stops: one more than may be, so that it shows
 * @throws HeadingsUnreadable, LinesMissing
 */
export function csvRows(file: string, mostRows: number): CsvRows {
  const text = withPlainBreaks(file);
  const { delimiter, isOneColumn } = delimiterOf(text);
  const taken: TakenRow[] = [];
  let blankLines = 0;
  let headings: string[] | null = null;
  const isWhole = eachRow(text, delimiter, (found) => {
    for (const row of rowsOf(found, delimiter, headings)) {
      if (taken.length >= mostRows) break;
      if (isBlank(row.cells)) {
        blankLines += row.lineCount;
        continue;
      }
      headings ??= headingsOf(row);
      const kind = row.fault === null ? widthFault(row.cells, headings) : null;
      taken.push(kind === null ? row : { ...row, fault: { kind, cause: row.line } });
    }
    return taken.length < mostRows;
  });
  if (isWhole) assertWhole(taken, blankLines, text);
  return { rows: taken.map(({ cells }) => cells), report: reportOf(taken, blankLines, isOneColumn) };
}

const delimiters = [';', '\t', ',', '|'] as const;

/** What separates cells: as the reader guesses it from the first rows, unless the headings say otherwise. */
function delimiterOf(text: string): { delimiter: string; isOneColumn: boolean } {
  const { data, meta, errors } = Papa.parse<string[]>(text, { preview: 1, newline: '\n', skipEmptyLines: 'greedy' });
  const [headings = []] = data;
  // Addresses with commas in them outvote the headings where a quotation mark breaks a row.
  const [only = ''] = headings;
  const counts = delimiters.map((delimiter) => ({ delimiter, count: only.split(delimiter).length - 1 }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  if (headings.length === 1 && best !== undefined && best.count > 0) {
    return { delimiter: best.delimiter, isOneColumn: false };
  }
  return { delimiter: meta.delimiter, isOneColumn: errors.some(({ code }) => code === 'UndetectableDelimiter') };
}

function headingsOf({ cells, fault }: TakenRow): string[] {
  if (fault !== null) throw new HeadingsUnreadable();
  return cells;
}

/** @throws LinesMissing when rows and blank lines are not all lines of the file */
export function assertWhole(rows: readonly { lineCount: number }[], blankLines: number, text: string): void {
  const lines = text === '' ? 0 : breaksIn(text, 0, text.length) + (text.endsWith('\n') ? 0 : 1);
  const found = rows.reduce((sum, { lineCount }) => sum + lineCount, blankLines);
  if (found !== lines) throw new LinesMissing(`${found} of ${lines} lines`);
}

function reportOf(taken: readonly TakenRow[], blankLines: number, isOneColumn: boolean): SheetReport {
  const faults = taken.flatMap(({ fault, lineCount }, row) => (fault === null ? [] : [{ row, ...fault, lineCount }]));
  const isPlain = taken.every(({ line }, row) => line === row + 1);
  return { lines: isPlain ? [] : taken.map(({ line }) => line), faults, blankLines, isOneColumn, otherSheets: [] };
}

/** Reads row by row. @param take says whether to go on @returns whether the end was reached */
function eachRow(text: string, delimiter: string, take: (row: FoundRow) => boolean): boolean {
  let start = 0;
  let line = 1;
  const ended = { early: false };
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      const end = meta.cursor;
      // A line break at the very end begins no further row.
      if (start >= text.length) return;
      const breaks = breaksIn(text, start, end);
      const lineCount = text[end - 1] === '\n' ? breaks : breaks + 1;
      const quote = errors.find(({ type }) => type === 'Quotes');
      const fault = quote && {
        kind: quote.code === 'MissingQuotes' ? ('open-quote' as const) : ('stray-quote' as const),
        line: line + breaksIn(text, start, quote.index ?? start),
      };
      const goesOn = take({
        cells: data.map(clean),
        text: text.slice(start, end).replace(/\n$/, ''),
        line,
        lineCount,
        fault: fault ?? null,
      });
      start = end;
      line += lineCount;
      if (goesOn) return;
      ended.early = true;
      parser.abort();
    },
  });
  return !ended.early;
}

/** What becomes of a row: itself, or one row for each of its lines. */
function* rowsOf(found: FoundRow, delimiter: string, headings: readonly string[] | null): Generator<TakenRow> {
  const { cells, text, line, lineCount, fault } = found;
  if (fault === null && !hasSeveralRows(found, delimiter, headings)) {
    yield { cells, line, lineCount, fault: null };
    return;
  }
  const cause = fault?.line ?? line;
  // A mark that is closed in its own line took no other line with it.
  const isWhole = lineCount === 1 && cells.length === headings?.length;
  for (const [index, each] of text.split('\n').entries()) {
    yield {
      cells: isWhole ? cells : cellsOfLine(each, delimiter),
      line: line + index,
      lineCount: 1,
      fault: { kind: line + index === cause ? (fault?.kind ?? 'several-rows') : 'swallowed', cause },
    };
  }
}

/**
 * Whether lines of a quoted cell are rows themselves: a mark that was opened by mistake was closed by the next one,
 * of which the reader knows nothing. Then each line has as many cells as there are headings.
 */
function hasSeveralRows({ text, lineCount }: FoundRow, delimiter: string, headings: readonly string[] | null): boolean {
  if (lineCount < 2 || headings === null) return false;
  const width = widthOf(headings);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return width >= fewestHeadings && lines.length > 1 && lines.every((line) => line.split(delimiter).length >= width);
}

/** Cells of one line by itself; where its marks make no sense, cut at every delimiter. */
function cellsOfLine(line: string, delimiter: string): string[] {
  if (line.trim() === '') return [''];
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, newline: '\n' });
  const cells = errors.length === 0 && data.length === 1 ? data[0] : undefined;
  return (cells ?? line.split(delimiter)).map(clean);
}
