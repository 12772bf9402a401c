/**
 * How a column of a file writes days and decimal numbers. `06/07/2026` and `1,234` alone can be read in two ways, so the
 * form is decided once for the whole column, from all its values, and every value is read in that form.
 */
import type { ColumnForm, SheetReport } from '../../shared/imports.ts';
import type { Steps } from '../lib/in-slices.ts';
import type { Columns, ImportField } from './fields.ts';
import { writtenAmount } from './money.ts';
import { withoutUnit } from './values.ts';

/** The order of day and month. */
const dayForms = ['day-first', 'month-first'] as const satisfies ColumnForm[];
/** The sign before the decimals. */
const numberForms = ['comma', 'point'] as const satisfies ColumnForm[];

/** The form in which the values of a column are read. */
export interface FormOfColumn {
  /** The column's position, from 0. */
  at: number;
  field: ImportField;
  form: ColumnForm;
  /**
   * chosen: by the person · sure: the values leave no choice · mixed: values contradict each other · open: they can be
   * read in both ways · plain: they are the same in both
   */
  by: 'chosen' | 'sure' | 'mixed' | 'open' | 'plain';
  /** The first value that can be read in both ways, else the first one that has a form, else the first one. */
  example: string;
}

/** The person's choices, by field. */
export type ChosenForms = Readonly<Record<string, ColumnForm>>;

const dayFields: readonly ImportField[] = ['expectedOn'];
const numberFields: readonly ImportField[] = ['weightAmount', 'paymentAmount', 'latitude', 'longitude'];
/** Coordinates have no thousands. */
const hasNoThousands: readonly ImportField[] = ['latitude', 'longitude'];

export const hasForm = (field: ImportField | null): field is ImportField =>
  field !== null && (dayFields.includes(field) || numberFields.includes(field));

export const isDayForm = (form: ColumnForm): boolean => dayForms.some((each) => each === form);

/** The forms in which a field can be written. */
export const formsOf = (field: ImportField): readonly ColumnForm[] =>
  dayFields.includes(field) ? dayForms : numberForms;

/** What one value says of the form of its column; both: it can be read in both ways; null: it says nothing. */
type Evidence = ColumnForm | 'both' | null;

const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,].*)?$/;

function dayEvidence(cell: string): Evidence {
  const found = written.exec(cell);
  if (found === null) return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  if (second > 12) return first > 12 ? null : 'month-first';
  if (first > 12) return 'day-first';
  if (first === second) return null;
  // Nobody writes the month first with points.
  return found[2] === '.' ? 'day-first' : 'both';
}

/** Blanks and apostrophes between thousands. */
const between = /(?<=\d)[ \u00A0\u2009\u202F'’](?=\d{3}(?!\d))/g;
const isNumber = /^[+-]?(?=[.,]*\d)[\d.,]+$/;

function numberEvidence(cell: string, field: ImportField): Evidence {
  const text = cell.replaceAll(between, '');
  if (!isNumber.test(text)) return null;
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma < 0 && point < 0) return null;
  if (comma >= 0 && point >= 0) return comma > point ? 'comma' : 'point';
  const [sign, other] = comma >= 0 ? (['comma', 'point'] as const) : (['point', 'comma'] as const);
  const parts = text.split(comma >= 0 ? ',' : '.');
  // A sign that occurs twice stands between thousands.
  if (parts.length > 2) return other;
  const [whole = '', decimals = ''] = parts;
  const mayBeThousands = decimals.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
  if (!mayBeThousands || text !== cell || hasNoThousands.includes(field)) return sign;
  return 'both';
}

/** The number of a cell that may also say its unit or its currency. */
const numberOf = (field: ImportField, cell: string): string =>
  (field === 'paymentAmount' ? writtenAmount(cell)?.number : undefined) ?? withoutUnit(field, cell);

/** What a spreadsheet keeps as a number, and not as a text. */
const storedNumber = /^-?\d+(?:\.\d+)?$/;

/**
 * Whether the form of the column does not matter to a cell: a spreadsheet's numbers have a decimal point, whatever its
 * texts have.
 */
export const isStoredNumber = (cell: string, field: ImportField, hasNumbers: boolean): boolean =>
  hasNumbers && numberFields.includes(field) && storedNumber.test(cell);

/** What a file distinguishes. */
type Numbers = Pick<SheetReport, 'hasNumbers' | 'textNumbers'>;

/**
 * Whether what looks like a stored number in a column is one. Where texts look so, too, the whole column is read as
 * that of a file without numbers.
 *
 * @param at the column's position, from 0
 */
export const hasStoredNumbers = ({ hasNumbers = false, textNumbers = [] }: Numbers, at: number): boolean =>
  hasNumbers && !textNumbers.includes(at);

const rowsInStep = 200;

/**
 * Decides the form of each column that holds days or decimal numbers.
 *
 * @param rows of the file
 * @param from the first row that is a record
 * @param report on the file
 * @returns one for each such column that has values, in their order
 */
export function* formSteps(
  rows: readonly (readonly string[])[],
  from: number,
  columns: Columns,
  chosen: ChosenForms,
  report: Numbers = {},
): Steps<FormOfColumn[]> {
  const found: FormOfColumn[] = [];
  for (const [at, field] of columns.entries()) {
    if (!hasForm(field)) continue;
    const hasNumbers = hasStoredNumbers(report, at);
    const counts = new Map<ColumnForm, number>();
    const examples: { open?: string; formed?: string; any?: string } = {};
    for (let index = from; index < rows.length; index += 1) {
      if (index % rowsInStep === 0) yield;
      const whole = (rows[index]?.[at] ?? '').trim().replace(/^['’](?=[\d+])/, '');
      if (whole === '') continue;
      if (isStoredNumber(whole, field, hasNumbers)) {
        examples.any ??= whole;
        continue;
      }
      const cell = numberOf(field, whole);
      const says = dayFields.includes(field) ? dayEvidence(cell) : numberEvidence(cell, field);
      examples.any ??= cell;
      if (says === null) continue;
      examples.formed ??= cell;
      if (says === 'both') examples.open ??= cell;
      else counts.set(says, (counts.get(says) ?? 0) + 1);
    }
    const example = examples.open ?? examples.formed ?? examples.any;
    if (example === undefined) continue;
    const isPlain = examples.formed === undefined;
    const { form, by } = decided(field, counts, example, chosen[field]);
    found.push({ at, field, example, form, by: isPlain ? 'plain' : by });
  }
  return found;
}

function decided(
  field: ImportField,
  counts: ReadonlyMap<ColumnForm, number>,
  example: string,
  chosen: ColumnForm | undefined,
): Pick<FormOfColumn, 'form' | 'by'> {
  const forms = formsOf(field);
  if (chosen !== undefined && forms.includes(chosen)) return { form: chosen, by: 'chosen' };
  const [one, other] = forms as readonly [ColumnForm, ColumnForm];
  const [ofOne, ofOther] = [counts.get(one) ?? 0, counts.get(other) ?? 0];
  if (ofOne > 0 && ofOther > 0) return { form: ofOther > ofOne ? other : one, by: 'mixed' };
  if (ofOne > 0 || ofOther > 0) return { form: ofOne > 0 ? one : other, by: 'sure' };
  // Of a single number, the only sign in it is more often the one before the decimals.
  const usual = dayFields.includes(field) || example.includes(',') ? one : other;
  return { form: usual, by: 'open' };
}

const twoDigits = (text: string) => text.padStart(2, '0');

/** Days since 1900 as a spreadsheet counts them, from 1960 to 2099. */
const mayBeSerial = (cell: string): boolean =>
  /^\d{5}(?:\.\d+)?$/.test(cell) && Number(cell) >= 21_916 && Number(cell) < 73_051;

/** @returns `2026-06-17`; the text as it is when it is no day in this form */
function dayInForm(cell: string, form: ColumnForm): string {
  if (mayBeSerial(cell)) {
    // Day 25,569 is 1 January 1970.
    return new Date((Math.floor(Number(cell)) - 25_569) * 86_400_000).toISOString().slice(0, 10);
  }
  const found = written.exec(cell);
  if (found === null) return cell;
  const [, first = '', , second = '', year = ''] = found;
  const [day, month] = form === 'day-first' ? [first, second] : [second, first];
  if (Number(month) > 12 || Number(month) < 1 || Number(day) > 31 || Number(day) < 1) return cell;
  return `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** @returns digits with a decimal point; the text as it is when it is no number in this form */
function numberInForm(cell: string, form: ColumnForm): string {
  const text = cell.replaceAll(between, '');
  const [sign, other] = form === 'comma' ? [',', '.'] : ['.', ','];
  if (!isNumber.test(text)) return cell;
  const [whole = '', decimals, ...more] = text.split(sign);
  const isGrouped = whole.includes(other);
  if (isGrouped && !/^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return cell;
  if (more.length > 0 || decimals?.includes(other) === true) return cell;
  const digits = whole.replaceAll(other, '');
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

/** An amount keeps the sign of its currency, which its row reads. */
function amountInForm(cell: string, form: ColumnForm): string {
  const { number = cell, sign = '' } = writtenAmount(cell) ?? {};
  const read = numberInForm(number, form);
  return sign === '' ? read : `${read} ${sign}`;
}

/** The text of a cell as the form of the record reads it, whatever the form of its column. */
export function inForm(cell: string, field: ImportField, form: ColumnForm): string {
  const text = cell.trim();
  if (dayFields.includes(field)) return dayInForm(text, form);
  return field === 'paymentAmount' ? amountInForm(text, form) : numberInForm(text, form);
}

/** The forms by column, to read rows with. */
export const byColumn = (forms: readonly FormOfColumn[]): ReadonlyMap<number, ColumnForm> =>
  new Map(forms.map(({ at, form }) => [at, form]));
