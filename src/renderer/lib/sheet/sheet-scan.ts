/**
 * Reads the rows of a sheet of a workbook, one after the other. The references of rows and cells may be missing: what
 * has none follows what stands before it.
 */
import { cellText, isStoredNumber, type CellSource, type StoredCell } from './cell-text.ts';
import { mostColumns } from './report.ts';
import { textIn } from './sheet-strings.ts';
import { BrokenXml, XmlTags } from './xml-tags.ts';

/** No spreadsheet has more. */
const mostLines = 1_048_576;

const numberWithPoint = /^[+-]?\d+\.\d+$/;

/** A row with at least one text. */
export interface SheetRow {
  /** Its line, from 1. */
  line: number;
  /** Up to the last one with a text. */
  cells: string[];
  /** A spreadsheet does not show it. */
  isHidden: boolean;
  /** Positions of texts, not of numbers, that look like a number with a point. */
  pointed: readonly number[];
}

/** The column of a reference such as `AB12`, from 1. */
function columnIn(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
}

/** The line of a reference such as `AB12`, or of a row. @throws BrokenXml */
function lineIn(reference: string): number {
  const line = Number(reference.replace(/^[A-Z]+/, ''));
  if (!Number.isInteger(line) || line < 1 || line > mostLines) throw new BrokenXml();
  return line;
}

export class SheetScan {
  /** Positions of the columns in which numbers have a point; complete after the last row. */
  readonly decimalsAt = new Set<number>();
  /** Lines in which ranges of merged cells begin; complete after the last row. */
  readonly mergedAt: number[] = [];
  readonly #tags: XmlTags;
  readonly #source: CellSource;

  /** @param xml of the sheet */
  constructor(xml: string, source: CellSource) {
    this.#tags = new XmlTags(xml);
    this.#source = source;
  }

  /** The rows in their order, once. @throws BrokenXml, Error when the sheet cannot be read as a whole */
  *rows(): Generator<SheetRow, void, void> {
    const tags = this.#tags;
    let hasData = false;
    while (tags.next()) {
      if (tags.isClosing) continue;
      if (tags.name === 'sheetData') {
        hasData = true;
        yield* this.#dataRows();
      } else if (tags.name === 'mergeCell') {
        const [, line] = /^[A-Z]+(\d+)/.exec(tags.attribute('ref') ?? '') ?? [];
        if (line !== undefined) this.mergedAt.push(Number(line));
      }
    }
    // It is a chart, or nothing is left of the sheet.
    if (!hasData) throw new BrokenXml();
  }

  *#dataRows(): Generator<SheetRow, void, void> {
    const tags = this.#tags;
    let line = 0;
    while (tags.next()) {
      if (tags.isClosing && tags.name === 'sheetData') return;
      if (tags.isClosing || tags.name !== 'row') continue;
      const row = this.#row(line);
      line = row.line;
      if (row.cells.length > 0) yield row;
    }
    throw new BrokenXml();
  }

  /** @param previous the line of the row before, 0: there is none */
  #row(previous: number): SheetRow {
    const tags = this.#tags;
    const own = tags.attribute('r');
    let line = own === undefined ? undefined : lineIn(own);
    const isHidden = /^(?:1|true)$/.test(tags.attribute('hidden') ?? '');
    let column = 0;
    const cells: string[] = [];
    const pointed: number[] = [];
    while (tags.next()) {
      if (tags.isClosing) {
        if (tags.name !== 'row') continue;
        line ??= previous + 1;
        if (line <= previous || line > mostLines) throw new BrokenXml();
        return { line, cells, isHidden, pointed };
      }
      if (tags.name !== 'c') continue;
      const reference = tags.attribute('r');
      const next = reference === undefined ? column + 1 : columnIn(reference);
      // Of two cells in one place, nobody can tell which one counts.
      if (next <= column || next > mostColumns) throw new BrokenXml();
      column = next;
      if (reference !== undefined) line ??= lineIn(reference);
      const cell = this.#cell();
      const text = cellText(cell, this.#source);
      if (text === '') continue;
      while (cells.length < column - 1) cells.push('');
      cells.push(text);
      if (!numberWithPoint.test(text)) continue;
      if (isStoredNumber(cell, this.#source)) this.decimalsAt.add(column - 1);
      else pointed.push(column - 1);
    }
    throw new BrokenXml();
  }

  #cell(): StoredCell {
    const tags = this.#tags;
    const cell: StoredCell = {
      type: tags.attribute('t') || 'n',
      style: tags.attribute('s'),
      value: undefined,
      text: undefined,
      hasFormula: false,
    };
    while (tags.next()) {
      if (tags.isClosing) {
        if (tags.name === 'c') return cell;
      } else if (tags.name === 'v') cell.value = tags.text();
      else if (tags.name === 'is') cell.text = textIn(tags, 'is');
      else if (tags.name === 'f') cell.hasFormula = true;
    }
    throw new BrokenXml();
  }
}
