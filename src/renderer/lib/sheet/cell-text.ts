/**
 * What a cell of a workbook shows, as a text. Numbers are shown with the zeros of their format. Nothing that is in a
 * cell is left out: what has no text, such as a formula that was never calculated, becomes an error of its row.
 */
import type { CellStyle } from './cell-styles.ts';
import { clean } from './csv-rows.ts';
import { countedMoment, writtenMoment } from './moments.ts';
import { mayLackDigits, plainNumber, withExponent } from './number-formats.ts';
import { unescaped } from './sheet-strings.ts';

/** Placeholder for a formula without a stored result. */
const uncalculated = '#FORMULA!';

/** A cell as it is stored. */
export interface StoredCell {
  /** s: a shared string · n: a number · b: yes or no · d: a moment as a text · e: an error · all others: a text */
  type: string;
  /** Position of its style; undefined: it has none. */
  style: string | undefined;
  /** undefined: it has none */
  value: string | undefined;
  /** A text that stands in the cell itself, clean; undefined: there is none. */
  text: string | undefined;
  hasFormula: boolean;
}

/** What cells name by its position, and how days are counted. */
export interface CellSource {
  strings: readonly string[];
  styles: readonly CellStyle[];
  /** Days are counted from 1904, as by old Macs. */
  isFrom1904: boolean;
}

/** @throws Error when a shared string is missing: the others may be in wrong places too */
export function cellText(cell: StoredCell, source: CellSource): string {
  const { type, value, text } = cell;
  if (value === undefined || isUncalculated(cell)) return text ?? (type === 'e' || cell.hasFormula ? uncalculated : '');
  switch (type) {
    case 's':
      return sharedString(value, source.strings);
    case 'n':
      return clean(numberText(value, styleOf(cell, source), source.isFrom1904));
    case 'b':
      return value === '1' ? 'true' : value === '0' ? 'false' : clean(value);
    case 'd':
      return clean(writtenMoment(value) ?? value);
    case 'e':
      return clean(value) || uncalculated;
    default:
      return text ?? clean(unescaped(value));
  }
}

/** Programs write a formula with an empty value before it is calculated. Only a text can be an empty result. */
const isUncalculated = ({ type, value, hasFormula }: StoredCell): boolean =>
  hasFormula && type !== 'str' && value?.trim() === '';

/** Whether a cell is a number as it is stored, and not a text that looks like one, as a format can make it. */
export const isStoredNumber = (cell: StoredCell, source: CellSource): boolean =>
  cell.type === 'n' && cell.value !== undefined && (styleOf(cell, source)?.padded ?? null) === null;

/** A style that the workbook does not have is none. */
const styleOf = ({ style }: StoredCell, { styles }: CellSource): CellStyle | undefined =>
  style === undefined || style === '' ? undefined : styles[Number(style)];

function sharedString(value: string, strings: readonly string[]): string {
  if (value.trim() === '') return '';
  const text = strings[Number(value)];
  if (text === undefined) throw new Error('A shared string is missing.');
  return text;
}

function numberText(value: string, style: CellStyle | undefined, isFrom1904: boolean): string {
  if (value.trim() === '') return '';
  // As in a csv of a spreadsheet, so that a row waits in which each digit counts.
  if (mayLackDigits(value)) return withExponent(value);
  if (style !== undefined && style.padded !== null) return style.padded(value);
  const moment = style?.isMoment === true ? countedMoment(Number(value), isFrom1904) : null;
  return moment ?? plainNumber(value);
}
