/** Turns rows of a file into records: one for each row, or one for several rows with the same number. */
import type { ColumnForm, RowFault, SheetReport } from '../../shared/imports.ts';
import { unescapedCell } from '../lib/formula-cells.ts';
import { allSteps, type Steps } from '../lib/in-slices.ts';
import { lineOf, reportOf } from '../lib/sheet/report.ts';
import { t } from '../../messages/index.ts';
import { formOfCell, hasForm, hasStoredNumbers, inForm } from './column-forms.ts';
import {
  emptyItemFields,
  type Corrections,
  textOf,
  type Columns,
  type ImportField,
  type ItemField,
  type ItemFields,
} from './fields.ts';
import type { ImportItem, Lines } from './item.ts';
import type { SheetNoun } from './noun.ts';
import { isPart, leftOut, withParts, type LeftOut, type Parts } from './parts.ts';
import { doubtOf } from './values.ts';
import { withSplitAddress } from './whole-address.ts';

/** Options for reading the rows of a file. */
export interface Reading {
  report: SheetReport;
  /** Join rows with the same number. */
  joins: boolean;
  /** The first row holds the headings. */
  hasHeadings: boolean;
  /** Keys of malformed rows that the user has accepted. */
  accepted: readonly string[];
  /** Corrections by key; they also apply to a row that becomes part of a joined record. */
  typed: ReadonlyMap<string, Corrections>;
  /** Lines whose rows are in records that are saved: they are in no other one. */
  left: ReadonlySet<number>;
  /** How columns write days and numbers, by their position; the others are read as they are. */
  forms: ReadonlyMap<number, ColumnForm>;
}

/** Far less than a slice of time. */
export const rowsInStep = 50;

/** Fields of which several columns and several rows are collected, one text per line. */
const collected = ['products', 'barcodes'] as const;
export const isCollected = (field: ImportField | null): field is (typeof collected)[number] =>
  collected.some((each) => each === field);

/** Why a row waits for the person: something that it says is in no field, or its address is all in one. */
type Left = LeftOut | 'whole-address';

/** @param blank the fields of a row that says nothing */
function fieldsOfRow(
  noun: SheetNoun,
  row: readonly string[],
  columns: Columns,
  blank: ItemFields,
  { forms, report }: Pick<Reading, 'forms' | 'report'>,
): { fields: ItemFields; left: Left | null } {
  const fields: ItemFields = { ...blank };
  const parts: Parts = {};
  columns.forEach((field, index) => {
    const cell = unescapedCell(row[index] ?? '');
    const text = field === null ? '' : noun.valueOf(field, cell);
    if (field === null || text === '') return;
    const ofColumn = hasForm(field) ? forms.get(index) : undefined;
    const form = formOfCell(cell, field, ofColumn, hasStoredNumbers(report, index));
    const value = form === undefined ? text : inForm(text, field, form);
    if (isPart(field)) parts[field] = value;
    else if (isCollected(field)) fields[field] = fields[field] === '' ? value : `${fields[field]}\n${value}`;
    else fields[field] = value;
  });
  const isWhole = forms.get(columns.indexOf('addressLineOne')) === 'whole-address' && fields.addressLineOne !== '';
  const split = isWhole ? withSplitAddress(fields) : fields;
  const said = split ?? fields;
  return { fields: withParts(said, parts), left: split === null ? 'whole-address' : leftOut(said, parts) };
}

/** Fields on which all rows of a record must agree. */
const agreed = (noun: SheetNoun): ItemField[] => noun.fields.filter((field) => !isCollected(field));

/** The row's value for a field; a weight unit without a weight is only a default. */
const saidBy = (fields: ItemFields, field: ItemField): string =>
  field === 'weightUnit' && fields.weightAmount === '' ? '' : textOf(fields, field);

/** A parsed row of the file. */
interface TakenRow {
  key: string;
  line: number;
  fields: ItemFields;
  /** What a column says and the record does not say as it should. */
  left: Left | null;
  fault: RowFault | undefined;
  isOpen: boolean;
}

const faultText = ({ kind, cause }: RowFault, line: number): string =>
  t(`imports.fault.${kind}`, { line: String(line), cause: String(cause) });

function leftText(noun: SheetNoun, left: Left, { line, fields }: Pick<TakenRow, 'line' | 'fields'>): string {
  if (left === 'whole-address') {
    const [field, text] = [noun.labelOf('addressLineOne'), fields.addressLineOne];
    return t('imports.addressNotSplit', { line: String(line), text, field });
  }
  const { part, text, field, isDay } = left;
  const of = { line: String(line), part: noun.labelOf(part), text, field: noun.labelOf(field) };
  return isDay === true ? t('imports.partIsDay', of) : t('imports.partLeftOut', { ...of, said: textOf(fields, field) });
}

function itemOfRow(noun: SheetNoun, { key, line, fields, left, fault, isOpen }: TakenRow): ImportItem {
  const problems: ImportItem['problems'] = fault !== undefined && isOpen ? { fault: faultText(fault, line) } : {};
  if (left !== null) problems.rows = leftText(noun, left, { line, fields });
  return { key, lines: [line], fields, problems, faultyRows: fault === undefined ? 0 : 1 };
}

/** Key of a joined record, distinct from row keys so that its corrections are not applied to one of its rows. */
const joinedKey = (lines: Readonly<Lines>): string => `join-${lines[0]}-${lines.length}-${String(lines.at(-1))}`;

function* join(
  noun: SheetNoun,
  [first, ...others]: readonly [TakenRow, ...TakenRow[]],
  typed: Reading['typed'],
): Steps<ImportItem> {
  const fieldsOf = (row: TakenRow): ItemFields => ({ ...row.fields, ...typed.get(row.key) });
  const item = itemOfRow(noun, { ...first, fields: fieldsOf(first) });
  for (const [index, row] of others.entries()) {
    // All rows of a file may have the same number.
    if (index % rowsInStep === rowsInStep - 1) yield;
    const { line, left, fault } = row;
    const fields = fieldsOf(row);
    item.lines.push(line);
    if (left !== null) item.problems.rows ??= leftText(noun, left, { line, fields });
    if (fault !== undefined) item.faultyRows += 1;
    for (const field of collected) item.fields[field] = [item.fields[field], fields[field]].filter(Boolean).join('\n');
    const isFirstWeight = item.fields.weightAmount === '';
    for (const field of agreed(noun)) {
      const said = saidBy(fields, field);
      const before = textOf(item.fields, field);
      if (said === '') continue;
      if (before === '' || (field === 'weightUnit' && isFirstWeight)) item.fields[field] = said;
      else if (said !== before) {
        item.problems.rows ??= t('imports.rowsDisagree', {
          line: String(line),
          first: String(first.line),
          field: noun.labelOf(field),
        });
      }
    }
  }
  return { ...item, key: joinedKey(item.lines) };
}

const readingOf = (rows: readonly (readonly string[])[]): Reading => ({
  report: reportOf(rows),
  joins: true,
  hasHeadings: true,
  accepted: [],
  typed: new Map(),
  left: new Set(),
  forms: new Map(),
});

/**
 * The records of a file, in file order. With `joins`, rows with the same number become one record. A row without a
 * number, or a malformed row that is not accepted yet, is a record of its own.
 *
 * @param rows including the heading row, if any
 */
export const itemsOf = (...of: Parameters<typeof itemSteps>): ImportItem[] => allSteps(itemSteps(...of));

/** The same in steps, because tens of thousands of rows take longer than a frame. */
export function* itemSteps(
  noun: SheetNoun,
  rows: readonly (readonly string[])[],
  columns: Columns,
  reading: Partial<Reading> = {},
): Steps<ImportItem[]> {
  const { report, joins, hasHeadings, accepted, typed, forms, left } = { ...readingOf(rows), ...reading };
  const right = new Set(accepted);
  // A record that is there again repeats no headings.
  const isFault = ({ kind }: RowFault) => hasHeadings || kind !== 'headings-again';
  const faults = new Map(report.faults.filter(isFault).map((fault) => [fault.row, fault]));
  const groups = new Map<string, [TakenRow, ...TakenRow[]]>();
  const blank: ItemFields = { ...emptyItemFields(), ...noun.defaults };
  for (const [index, row] of rows.entries()) {
    if (index % rowsInStep === 0) yield;
    if (index === 0 && hasHeadings) continue;
    const line = lineOf(report, index);
    if (left.has(line)) continue;
    const key = `line-${line}`;
    const fault = faults.get(index);
    const isOpen = fault !== undefined && !right.has(key);
    const { fields, left: leftPart } = fieldsOfRow(noun, row, columns, blank, { forms, report });
    const number = noun.joinsBy === null ? '' : textOf(fields, noun.joinsBy);
    const isAlone = !joins || isOpen || number === '';
    const group = isAlone ? `row ${line}` : `number ${number}`;
    const taken = { key, line, fields, left: leftPart, fault, isOpen };
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [taken]);
    else known.push(taken);
  }
  const items: ImportItem[] = [];
  for (const of of groups.values()) {
    if (items.length % rowsInStep === 0) yield;
    items.push(of.length === 1 ? itemOfRow(noun, of[0]) : yield* join(noun, of, typed));
  }
  return items;
}

/** Row counts shown to the user. */
export interface Tally {
  rows: number;
  read: number;
  faulty: number;
  items: number;
  /** Records made of several rows. */
  joined: number;
}

/**
 * Counts the rows of all records.
 *
 * @param items all records of the file
 * @param left how many rows are in saved records, which are not among them
 * @throws Error when a row is in no record or in two: no row may be lost or imported twice
 */
export const tallyOf = (...of: Parameters<typeof tallySteps>): Tally => allSteps(tallySteps(...of));

/** The same in steps. */
export function* tallySteps(
  rows: readonly unknown[],
  items: readonly ImportItem[],
  hasHeadings: boolean,
  left = 0,
): Steps<Tally> {
  const expected = Math.max(0, rows.length - (hasHeadings ? 1 : 0)) - left;
  const lines = new Set<number>();
  let [count, faulty, joined] = [0, 0, 0];
  for (const [index, item] of items.entries()) {
    if (index % rowsInStep === 0) yield;
    for (const line of item.lines) lines.add(line);
    count += item.lines.length;
    faulty += item.faultyRows;
    if (item.lines.length > 1) joined += 1;
  }
  if (count !== expected || lines.size !== expected) {
    throw new Error(`${count} rows in records, ${expected} in the file`);
  }
  return { rows: expected, read: expected - faulty, faulty, items: items.length, joined };
}

/**
 * Validates a record with its corrections. Without any, the problems of its rows stay; corrections settle them.
 *
 * @param item as its rows make it. One that was validated without corrections will do as well
 */
export function checkedItem(noun: SheetNoun, item: ImportItem, corrections?: Corrections): ImportItem {
  const { rows, fault } = item.problems;
  // Nobody changes the fields of a record, and nearly all records of a long file have no corrections.
  const fields: ItemFields = corrections === undefined ? item.fields : { ...item.fields, ...corrections };
  const warnings = noun.warningsOf?.(fields) ?? {};
  const { warnings: _before, ...unchecked } = item;
  const doubts = noun.fields.flatMap((field) => {
    const doubt = doubtOf(field, textOf(fields, field));
    return doubt === null ? [] : [[field, t(`imports.${doubt}`)] as const];
  });
  const checked: ImportItem = {
    ...unchecked,
    ...(Object.keys(warnings).length === 0 ? {} : { warnings }),
    fields,
    problems: {
      ...Object.fromEntries(doubts),
      ...noun.problemsOf(fields),
      ...(corrections === undefined && rows !== undefined ? { rows } : {}),
      ...(fault === undefined ? {} : { fault }),
    },
  };
  // Remembered while records are checked in slices, because all of them are compared at once.
  twinText(checked);
  return checked;
}

/** The first problem as one line, with the field's name; null when there is none. */
export function problemLine(noun: SheetNoun, { problems }: Pick<ImportItem, 'problems'>): string | null {
  const ofRows = problems.fault ?? problems.rows;
  if (ofRows !== undefined) return ofRows;
  const [first] = Object.entries(problems) as [ItemField, string][];
  return first === undefined ? null : `${noun.labelOf(first[0])}: ${first[1]}`;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Valid while the record is not corrected: there may be thousands. */
const twinTexts = new WeakMap<ImportItem, string>();

/** Records of a file with the same text are twins; empty: the record says too little to be one. */
export function twinText(item: ImportItem): string {
  const known = twinTexts.get(item);
  if (known !== undefined) return known;
  const { fields } = item;
  const name = plain(fields.recipientName);
  const street = plain(fields.addressLineOne + fields.zip + fields.city);
  const others = [fields.products, fields.notes].map(plain);
  const whole = [name, street, ...others, fields.expectedOn, fields.earliest, fields.latest].join(' ');
  const text = name === '' || street === '' ? '' : whole;
  twinTexts.set(item, text);
  return text;
}
