/** How a file was read, which the person sees and can correct: its encoding and delimiter, or its sheet; the headings. */
import type { Encoding } from '../../../shared/imports.ts';

export const delimiters = [';', '\t', ',', '|'] as const;
/** A character that no text has: the whole line is one cell. */
export const noDelimiter = '\u001f';

/** What the person says about the file; what is missing is found out. */
export interface SheetChoices {
  encoding?: Encoding;
  /** One character. */
  delimiter?: string;
  /** Position among the sheets, from 0. */
  sheet?: number;
  /** Line of the first row that is read, from 1: the headings, or the first record. */
  headingLine?: number;
}

export interface SheetName {
  name: string;
  /** A spreadsheet does not show it. */
  isHidden: boolean;
  isEmpty: boolean;
}

/** A line at the beginning of the file, as one text. */
export interface FirstLine {
  line: number;
  text: string;
}

interface HowShared {
  headingLine: number;
  /** The first lines that are not blank, for choosing the headings among them. */
  firstLines: readonly FirstLine[];
}

/** How the file was read: as found or as chosen. */
export type SheetHow =
  | (HowShared & { kind: 'text'; encoding: Encoding; delimiter: string })
  | (HowShared & { kind: 'workbook'; sheets: readonly SheetName[]; sheet: number });

/** Lines that are offered as headings. */
const mostFirst = 30;
/** Characters of such a line. */
const mostShown = 200;

/** The first lines that are not blank. @param cellsOf the cells of each line of the file */
export function firstLinesOf(lines: readonly (readonly string[])[]): FirstLine[] {
  return lines
    .slice(0, mostFirst * 2)
    .map((cells, at) => ({ line: at + 1, text: cells.filter(Boolean).join(' | ').slice(0, mostShown) }))
    .filter(({ text }) => text !== '')
    .slice(0, mostFirst);
}
