/**
 * How a column of a file writes days, windows, decimal numbers and addresses. `06/07/2026` and `1,234` alone can be
 * read in two ways, so the form is decided once for the whole column, from all its values, and every value is read in
 * that form.
 */
import type { ColumnForm, SheetReport } from '../../shared/imports.ts';
import type { Steps } from '../lib/in-slices.ts';
import { countedAsWritten, dayCounted, isCounted } from './day-numbers.ts';
import type { Columns, ImportField } from './fields.ts';
import { writtenAmount } from './money.ts';
import { withMonthNumbers, withoutWeekdays } from './month-names.ts';
import { saysNothing, withoutApostrophe, withoutUnit } from './values.ts';
import { mayHoldPlace } from './whole-address.ts';

/** The order of day and month. */
const dayForms = ['day-first', 'month-first'] as const satisfies ColumnForm[];
/** The sign before the decimals. */
const numberForms = ['comma', 'point'] as const satisfies ColumnForm[];
/** Whether the postcode and the town are in the cell of the street. */
const addressForms = ['whole-address', 'street'] as const satisfies ColumnForm[];

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
/** A window may name its day. */
const windowFields: readonly ImportField[] = ['window', 'earliest', 'latest'];
const numberFields: readonly ImportField[] = ['weightAmount', 'paymentAmount', 'latitude', 'longitude'];
/** Coordinates have no thousands. */
const hasNoThousands: readonly ImportField[] = ['latitude', 'longitude'];
/** What says where a street is; with one of these, the column of streets holds nothing else. */
const placeFields: readonly (ImportField | null)[] = ['zip', 'city', 'place'];

const isWindow = (field: ImportField) => windowFields.includes(field);
const isOfDays = (field: ImportField) => dayFields.includes(field) || isWindow(field);

export const hasForm = (field: ImportField | null): field is ImportField =>
  field !== null && (isOfDays(field) || numberFields.includes(field) || field === 'addressLineOne');

export const isDayForm = (form: ColumnForm): boolean => dayForms.some((each) => each === form);

/** The forms between which a person can choose. @param form of the column; numbers of a spreadsheet have no other */
export function formsOf(field: ImportField, form?: ColumnForm): readonly ColumnForm[] {
  if (form === 'day-numbers') return [form];
  if (field === 'addressLineOne') return addressForms;
  return isOfDays(field) ? dayForms : numberForms;
}

/** What one value says of the form of its column; both: it can be read in both ways; null: it says nothing. */
type Evidence = ColumnForm | 'both' | null;

const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,].*)?$/;
/** The days in a window. A year of two digits stands before a time, or `9.30.00` would be a day. */
const inWindow = /(?<![\d./])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2}(?=[T ,]+\d))(?!\d)/g;
/** `9-12-15` is no day. */
const isDayInWindow = ([, , sign, , year = '']: readonly (string | undefined)[]) => sign !== '-' || year.length === 4;

/** What the order in a day is, by its digits and the sign between them. */
function orderIn([, first, sign, second]: readonly (string | undefined)[]): Evidence {
  const [one, other] = [Number(first), Number(second)];
  if (other > 12) return one > 12 ? null : 'month-first';
  if (one > 12) return 'day-first';
  if (one === other) return null;
  // Nobody writes the month first with points.
  return sign === '.' ? 'day-first' : 'both';
}

/** What a value says; a window may name two days. */
function evidenceOf(field: ImportField, cell: string): Evidence[] {
  if (isWindow(field)) return [...cell.matchAll(inWindow)].filter(isDayInWindow).map(orderIn);
  if (!isOfDays(field)) return [numberEvidence(cell, field)];
  const found = written.exec(withoutWeekdays(cell));
  return found === null ? [] : [orderIn(found)];
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

/** What a spreadsheet keeps as a number, and not as a text: the reader tells them apart where a column has both. */
const storedNumber = /^-?\d+(?:\.\d+)?$/;

/** What a spreadsheet keeps as a number has a decimal point, whatever the texts of its column have. */
const isStoredNumber = (cell: string, field: ImportField, hasNumbers: boolean): boolean =>
  hasNumbers && numberFields.includes(field) && storedNumber.test(cell);

/**
 * The form in which a cell is read: mostly that of its column.
 *
 * @param hasNumbers what looks like a stored number is one
 * @returns undefined: it is read as it is
 */
export function formOfCell(
  cell: string,
  field: ImportField,
  form: ColumnForm | undefined,
  hasNumbers: boolean,
): ColumnForm | undefined {
  if (isStoredNumber(cell, field, hasNumbers)) return undefined;
  // A workbook may have times as numbers beside windows as texts.
  return form !== undefined && hasNumbers && isWindow(field) && storedNumber.test(cell) ? 'day-numbers' : form;
}

/** What a file distinguishes. */
type Numbers = Pick<SheetReport, 'hasNumbers' | 'textNumbers'>;

/**
 * Whether what looks like a stored number in a column is one. Where only texts look so, the whole column is read as
 * that of a file without numbers. Of imports that an earlier version kept, that holds where texts look so, too.
 *
 * @param at the column's position, from 0
 */
export const hasStoredNumbers = ({ hasNumbers = false, textNumbers = [] }: Numbers, at: number): boolean =>
  hasNumbers && !textNumbers.includes(at);

const rowsInStep = 200;

/** A column of a file. */
interface LookedAt {
  rows: readonly (readonly string[])[];
  /** The first row that is a record. */
  from: number;
  at: number;
  field: ImportField;
}

type Found = Pick<FormOfColumn, 'form' | 'by' | 'example'>;

/** Takes each filled cell of a column. `isText`: an apostrophe said that it is no number. */
function* eachCell({ rows, from, at, field }: LookedAt, take: (cell: string, isText: boolean) => void): Steps<void> {
  for (let index = from; index < rows.length; index += 1) {
    if (index % rowsInStep === 0) yield;
    const whole = (rows[index]?.[at] ?? '').trim();
    const cell = withoutApostrophe(whole);
    if (cell !== '' && !saysNothing(field, cell)) take(cell, cell !== whole);
  }
}

/** The form of days and numbers. @returns null: the column has no values */
function* writtenForm(column: LookedAt, hasNumbers: boolean, chosen: ColumnForm | undefined): Steps<Found | null> {
  const { field } = column;
  const counts = new Map<ColumnForm, number>();
  const examples: { open?: string; formed?: string; any?: string } = {};
  /** Values that can only be days and times as a spreadsheet counts them, and those that cannot. */
  const seen = { counted: 0, others: 0 };
  yield* eachCell(column, (whole, isText) => {
    if (!isWindow(field) || !isCounted(whole)) seen.others += 1;
    // Midnight is 0 on a clock, too.
    else if (whole !== '0') seen.counted += 1;
    const isStored = !isText && isStoredNumber(whole, field, hasNumbers);
    const cell = isStored ? whole : numberOf(field, whole);
    examples.any ??= cell;
    if (isStored) return;
    for (const says of evidenceOf(field, cell)) {
      if (says === null) continue;
      examples.formed ??= cell;
      if (says === 'both') examples.open ??= cell;
      else counts.set(says, (counts.get(says) ?? 0) + 1);
    }
  });
  const example = examples.open ?? examples.formed ?? examples.any;
  if (example === undefined) return null;
  if (seen.counted > 0 && seen.others === 0) return { form: 'day-numbers', by: 'sure', example };
  const { form, by } = decided(field, counts, example, chosen);
  return { form, example, by: examples.formed === undefined ? 'plain' : by };
}

/** Whether a column of streets holds whole addresses: every second value looks so. @returns null: it does not */
function* addressForm(column: LookedAt, chosen: ColumnForm | undefined): Steps<Found | null> {
  const wholes: string[] = [];
  const seen = { count: 0 };
  yield* eachCell(column, (cell) => {
    seen.count += 1;
    if (mayHoldPlace(cell)) wholes.push(cell);
  });
  const [example] = wholes;
  if (example === undefined || wholes.length * 2 < seen.count) return null;
  return chosen === 'street' ? { form: chosen, by: 'chosen', example } : { form: 'whole-address', by: 'sure', example };
}

/**
 * Decides the form of each column that holds days, windows, decimal numbers or addresses.
 *
 * @param rows of the file
 * @param from the first row that is a record
 * @param report on the file
 * @returns one for each such column that has values, in their order; none for streets alone
 */
export function* formSteps(
  rows: readonly (readonly string[])[],
  from: number,
  columns: Columns,
  chosen: ChosenForms,
  report: Numbers = {},
): Steps<FormOfColumn[]> {
  const found: FormOfColumn[] = [];
  const hasPlace = columns.some((field) => placeFields.includes(field));
  for (const [at, field] of columns.entries()) {
    if (!hasForm(field) || (field === 'addressLineOne' && hasPlace)) continue;
    const column = { rows, from, at, field };
    const form =
      field === 'addressLineOne'
        ? yield* addressForm(column, chosen[field])
        : yield* writtenForm(column, hasStoredNumbers(report, at), chosen[field]);
    if (form !== null) found.push({ at, field, ...form });
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
  const usual = isOfDays(field) || example.includes(',') ? one : other;
  return { form: usual, by: 'open' };
}

const twoDigits = (text: string) => text.padStart(2, '0');

/** @returns `2026-06-17`; undefined: it is no day in this form */
function isoDay(first: string, second: string, year: string, form: ColumnForm): string | undefined {
  const [day, month] = form === 'day-first' ? [first, second] : [second, first];
  if (Number(month) > 12 || Number(month) < 1 || Number(day) > 31 || Number(day) < 1) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** @returns `2026-06-17`; the text as it is when it is no day in this form */
function dayInForm(cell: string, form: ColumnForm): string {
  const counted = dayCounted(cell);
  if (counted !== undefined) return counted;
  const [, first = '', , second = '', year] = written.exec(cell) ?? [];
  return (year === undefined ? undefined : isoDay(first, second, year, form)) ?? cell;
}

/** What programs write as the day of a time alone: the first days from which spreadsheets and databases count. */
const noDay = /(?<!\d)(?:1899-12-3[01]|1900-01-0[01])[T ]+(?=\d)/g;

/** @returns the window with its days as `2026-06-17 09:00`; what is no day in this form stays as it is */
const windowInForm = (cell: string, form: ColumnForm): string =>
  cell
    .replaceAll(inWindow, (...found: (string | undefined)[]) => {
      const [whole = '', first = '', , second = '', year = ''] = found;
      return (isDayInWindow(found) ? isoDay(first, second, year, form) : undefined) ?? whole;
    })
    .replaceAll(noDay, '');

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
  const trimmed = cell.trim();
  if (field === 'addressLineOne') return trimmed;
  const text = isOfDays(field) ? withoutWeekdays(withMonthNumbers(trimmed)) : trimmed;
  if (isWindow(field)) return form === 'day-numbers' ? countedAsWritten(text) : windowInForm(text, form);
  if (dayFields.includes(field)) return dayInForm(text, form);
  return field === 'paymentAmount' ? amountInForm(text, form) : numberInForm(text, form);
}

/** The forms by column, to read rows with. */
export const byColumn = (forms: readonly FormOfColumn[]): ReadonlyMap<number, ColumnForm> =>
  new Map(forms.map(({ at, form }) => [at, form]));
