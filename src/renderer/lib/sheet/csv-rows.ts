/**
 * Reads the rows of a CSV file without losing a line. After an unclosed quotation mark, papaparse reads on to the next
 * mark, which turns the rows between into one cell. A row with a reported fault is therefore split again: each of its
 * lines becomes a row marked with that fault. At the end the lines are counted.
 */
import Papa from 'papaparse';
import type { RowFault, SheetReport } from '../../../shared/imports.ts';
import { firstCount, type TakeFirst } from './first-rows.ts';
import { countAbove, namedDelimiter } from './lines-above.ts';
import { delimiters, firstLinesOf, noDelimiter, type FirstLine, type SheetChoices } from './sheet-choices.ts';
import { cellsFault, mostColumns, widthOf } from './report.ts';
import { TooLarge } from './zip-parts.ts';

/** Some lines of the file ended up in no row: a bug in this module. */
export class LinesMissing extends Error {}
/** The heading row cannot be parsed. */
export class HeadingsUnreadable extends Error {}

export interface CsvRows {
  rows: string[][];
  report: SheetReport;
  delimiter: string;
  firstLines: FirstLine[];
}

/** A row as papaparse returned it. */
interface FoundRow {
  cells: string[];
  /** The row's raw text. */
  text: string;
  /** Line number of its first line, from 1. */
  line: number;
  /** Number of lines it spans. */
  lineCount: number;
  /** The first quoting fault that papaparse reports. */
  fault: { kind: 'open-quote' | 'stray-quote'; line: number } | null;
}

/** A row of the result, and how many lines of the file it stands for. */
interface TakenRow {
  cells: string[];
  line: number;
  lineCount: number;
  fault: Pick<RowFault, 'kind' | 'cause'> | null;
}

/** With fewer headings, the number of cells cannot tell a line of a cell from a row. */
const fewestHeadings = 4;

/** So many blanks in a row say no more than one, and to read a cell takes a time that grows with their square. */
const fewestShortened = 50;
const manyBlanks = new RegExp(String.raw`\s{${fewestShortened},}`, 'g');

const shortened = (text: string): string =>
  text.length < fewestShortened ? text : text.replaceAll(manyBlanks, (blanks) => (blanks.includes('\n') ? '\n' : ' '));

/**
 * Removes control characters, which scanners and legacy systems leave behind, but keeps tabs and line breaks. A run of
 * very many blanks becomes one.
 */
export const clean = (text: string): string => shortened(text.replaceAll(/[^\P{Cc}\t\n]|\uFEFF/gu, '').trim());

/** A line of delimiters alone is blank, even of those that do not separate the cells of the file. */
const isBlank = (cells: readonly string[]) => cells.every((cell) => /^[;,|\s]*$/.test(cell));

/** Converts every line break to `\n`: concatenated files mix several kinds, and papaparse supports one at a time. */
const withPlainBreaks = (text: string) => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');

const breaksIn = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/**
 * @param mostRows reading stops after this many rows; pass one more than the limit to detect an excess
 * @param choices the delimiter and the line of the headings, if the person chose them
 * @param takeFirst gets the first rows before the others are read; a row is not changed by what follows it
 * @throws HeadingsUnreadable, LinesMissing, TooLarge when a row has more cells than a spreadsheet
 */
export function csvRows(
  file: string,
  mostRows: number,
  choices: Pick<SheetChoices, 'delimiter' | 'headingLine'> = {},
  takeFirst?: TakeFirst,
): CsvRows {
  const whole = withPlainBreaks(file);
  const above = linesAbove(whole, choices);
  const text = whole.slice(above.characters);
  const { delimiter, isOneColumn } = above.delimiter ?? delimiterOf(text);
  const taken: TakenRow[] = [];
  let blankLines = 0;
  let headings: string[] | null = null;
  const isWhole = eachRow(text, delimiter, above.lines.length, (found) => {
    for (const row of rowsOf(found, delimiter, headings)) {
      if (taken.length >= mostRows) break;
      if (isBlank(row.cells)) {
        blankLines += row.lineCount;
        continue;
      }
      if (row.cells.length > mostColumns) throw new TooLarge();
      headings ??= headingsOf(row);
      const kind = row.fault === null ? (taken.length === 0 ? null : cellsFault(row.cells, headings)) : null;
      taken.push(kind === null ? row : { ...row, fault: { kind, cause: row.line } });
      if (taken.length === firstCount + 1) takeFirst?.(taken.map(({ cells }) => cells));
    }
    return taken.length < mostRows;
  });
  if (isWhole) assertWhole(taken, blankLines, text);
  return {
    rows: taken.map(({ cells }) => cells),
    report: { ...reportOf(taken, blankLines, isOneColumn), ...aboveOf(above.lines, delimiter) },
    delimiter,
    firstLines: firstLinesOf(cellsByLine(firstRowsOf(firstOf(whole), delimiter), delimiter)),
  };
}

/** The beginning of a file as lines. */
const firstOf = (text: string): string[] => text.slice(0, lookedThrough).split('\n', mostLooked);

/** A row at the beginning of a file: several lines where a quoted cell has line breaks. */
interface FirstRow {
  text: string;
  lineCount: number;
}

function firstRowsOf(lines: readonly string[], delimiter: string): FirstRow[] {
  const rows: FirstRow[] = [];
  for (let at = 0; at < lines.length; at += rows.at(-1)?.lineCount ?? 1) {
    rows.push(firstRowOf(lines.slice(at, at + mostInRow), delimiter));
  }
  return rows;
}

/** The cells of each row at its first line. */
const cellsByLine = (rows: readonly FirstRow[], delimiter: string): string[][] =>
  rows.flatMap(({ text, lineCount }) => [
    cellsOfLine(text, delimiter),
    ...Array.from({ length: lineCount - 1 }, (): string[] => []),
  ]);

/** The first line and those up to the one that closes its quotation marks; alone if its quoting is invalid. */
function firstRowOf(lines: readonly string[], delimiter: string): FirstRow {
  for (let lineCount = 1; lineCount <= lines.length; lineCount += 1) {
    const text = lines.slice(0, lineCount).join('\n');
    const errors = text.includes('"') ? Papa.parse<string[]>(text, { delimiter, newline: '\n' }).errors : [];
    if (errors.length === 0) return { text, lineCount };
    if (!errors.some(({ code }) => code === 'MissingQuotes')) break;
  }
  return { text: lines[0] ?? '', lineCount: 1 };
}

/** The lines above the headings, and the delimiter if they or the person tell it. */
function linesAbove(text: string, choices: Pick<SheetChoices, 'delimiter' | 'headingLine'>) {
  const named = choices.delimiter ?? namedDelimiter(text);
  const first = firstOf(text);
  const rest = namedDelimiter(text) === undefined ? first : first.slice(1);
  // Without `sep=`, the delimiter that most lines have tells the cells of a title from those of a row.
  const most = delimiters.toSorted((one, other) => linesWith(rest, other) - linesWith(rest, one))[0];
  const delimiter = named ?? most ?? ';';
  const rows = firstRowsOf(rest, delimiter);
  const titles = rows.slice(0, countAbove(rows.map(({ text: row }) => cellsOfLine(row, delimiter))));
  const found = titles.reduce((sum, { lineCount }) => sum + lineCount, first.length - rest.length);
  const count = choices.headingLine === undefined ? found : choices.headingLine - 1;
  const lines = first.slice(0, count);
  return {
    lines,
    characters: lines.reduce((sum, line) => sum + line.length + 1, 0),
    delimiter: named === undefined ? null : { delimiter: named, isOneColumn: false },
  };
}

const mostLooked = 100;
const lookedThrough = 200_000;
/** A row of more lines is rather one whose quotation mark is closed by that of another row. */
const mostInRow = 10;

/** How many lines have several of the delimiter. */
const linesWith = (lines: readonly string[], delimiter: string) =>
  lines.filter((line) => line.split(delimiter).length > 3).length;

/** What the report says of lines above the headings, as they can be stored. */
const aboveOf = (lines: readonly string[], delimiter: string) =>
  lines.length === 0
    ? {}
    : {
        above: firstRowsOf(lines, delimiter)
          .map(({ text }) => titleOf(text, delimiter))
          .filter(Boolean),
      };

const titleOf = (line: string, delimiter: string): string =>
  (namedDelimiter(line) === undefined ? cellsOfLine(line, delimiter).filter(Boolean).join(' ') : clean(line)).slice(
    0,
    200,
  );

/** The delimiter as papaparse guesses it from the first rows, unless the heading row contradicts it. */
function delimiterOf(text: string): { delimiter: string; isOneColumn: boolean } {
  const { data, meta, errors } = Papa.parse<string[]>(text, { preview: 1, newline: '\n', skipEmptyLines: 'greedy' });
  const [headings = []] = data;
  // Where a quotation mark breaks a row, commas in addresses outweigh the headings in papaparse's guess.
  const [only = ''] = headings;
  const counts = delimiters.map((delimiter) => ({ delimiter, count: only.split(delimiter).length - 1 }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  if (headings.length === 1 && best !== undefined && best.count > 0) {
    return { delimiter: best.delimiter, isOneColumn: false };
  }
  // An address in one cell has commas as a sentence has them.
  const isProse = meta.delimiter === ',' && headings.length === 1 && !/,(?! )/.test(text.slice(0, lookedThrough));
  if (isProse) return { delimiter: noDelimiter, isOneColumn: true };
  return { delimiter: meta.delimiter, isOneColumn: errors.some(({ code }) => code === 'UndetectableDelimiter') };
}

function headingsOf({ cells, fault }: TakenRow): string[] {
  if (fault !== null) throw new HeadingsUnreadable();
  return cells;
}

/** @throws LinesMissing when rows and blank lines do not add up to all lines of the file */
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

/** Parses row by row. @param skipped lines before the text @param take returns whether to continue @returns whether the end was reached */
function eachRow(text: string, delimiter: string, skipped: number, take: (row: FoundRow) => boolean): boolean {
  let start = 0;
  let line = 1 + skipped;
  const ended = { early: false };
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }, parser) => {
      const end = meta.cursor;
      // A trailing line break does not start another row.
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

/** The rows to take: the found row itself, or one row for each of its lines. */
function* rowsOf(found: FoundRow, delimiter: string, headings: readonly string[] | null): Generator<TakenRow> {
  const { cells, text, line, lineCount, fault } = found;
  if (fault === null && !hasSeveralRows(found, delimiter, headings)) {
    yield { cells, line, lineCount, fault: null };
    return;
  }
  const cause = fault?.line ?? line;
  // A mark that is closed on the same line has swallowed no other line.
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
 * Whether the lines of a quoted cell are in fact rows: a stray opening mark was closed by the next mark, which
 * papaparse does not report. In that case each line has as many cells as there are headings.
 */
function hasSeveralRows({ text, lineCount }: FoundRow, delimiter: string, headings: readonly string[] | null): boolean {
  if (lineCount < 2 || headings === null) return false;
  const width = widthOf(headings);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return width >= fewestHeadings && lines.length > 1 && lines.every((line) => line.split(delimiter).length >= width);
}

/** The cells of a line, or of a row of several; when its quoting is invalid, it is split at every delimiter. */
function cellsOfLine(line: string, delimiter: string): string[] {
  if (line.trim() === '') return [''];
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, newline: '\n' });
  const cells = errors.length === 0 && data.length === 1 ? data[0] : undefined;
  return (cells ?? line.split(delimiter)).map(clean);
}
