/** Turns rows of a file into orders: one order per row, or several rows with the same order number. */
import type { RowFault, SheetReport } from '../../../shared/order-imports.ts';
import { unescapedCell } from '../../lib/formula-cells.ts';
import { lineOf, reportOf } from '../../lib/sheet/report.ts';
import { t } from '../../../messages/index.ts';
import { buildOrder, type OrderProblems } from '../order-build.ts';
import { emptyOrderFields, type OrderFieldName, type OrderFields } from '../order-fields.ts';
import { importFields, type Columns, type ImportField } from './import-fields.ts';

/** An order has at least one row. */
type Lines = [number, ...number[]];

/** An order read from a file, with its problems. */
export interface ImportOrder {
  /** Stable while the user changes the mapping and corrects fields. */
  key: string;
  /** The first line of each of its rows, in file order. */
  lines: Lines;
  fields: OrderFields;
  /**
   * By field. `rows`: its rows contradict each other, which a corrected field resolves. `fault`: its row is malformed,
   * until the user accepts the row.
   */
  problems: OrderProblems & { rows?: string; fault?: string };
  /** Number of its malformed rows, accepted or not. */
  faultyRows: number;
}

/** Options for reading the rows of a file. */
export interface Reading {
  report: SheetReport;
  /** Join rows with the same order number. */
  joins: boolean;
  /** The first row holds the headings. */
  hasHeadings: boolean;
  /** Keys of malformed rows that the user has accepted. */
  accepted: readonly string[];
  /** Corrections by key; they also apply to a row that becomes part of a joined order. */
  typed: ReadonlyMap<string, Partial<OrderFields>>;
}

const weightUnits: Readonly<Record<string, string>> = {
  kg: 'kilogram',
  kilo: 'kilogram',
  kilogram: 'kilogram',
  kilogramm: 'kilogram',
  lb: 'pound',
  lbs: 'pound',
  pound: 'pound',
  t: 'metric-ton',
  'metric-ton': 'metric-ton',
};

function fieldsOfRow(row: readonly string[], columns: Columns): OrderFields {
  const fields = { ...emptyOrderFields(), packageCount: '' };
  columns.forEach((field, index) => {
    const cell = unescapedCell(row[index] ?? '');
    if (field === null || cell === '') return;
    if (field === 'products') fields.products = fields.products === '' ? cell : `${fields.products}\n${cell}`;
    else if (field === 'weightUnit') fields.weightUnit = weightUnits[cell.toLowerCase()] ?? cell;
    else fields[field] = cell;
  });
  return fields;
}

/** Fields on which all rows of an order must agree; products are collected. */
const agreed: readonly ImportField[] = importFields.filter((field) => field !== 'products');

/** The row's value for a field; a weight unit without a weight is only a default. */
const saidBy = (fields: OrderFields, field: ImportField): string =>
  field === 'weightUnit' && fields.weightAmount === '' ? '' : fields[field];

/** A parsed row of the file. */
interface TakenRow {
  key: string;
  line: number;
  fields: OrderFields;
  fault: RowFault | undefined;
  isOpen: boolean;
}

const faultText = ({ kind, cause }: RowFault, line: number): string =>
  t(`orderImport.fault.${kind}`, { line: String(line), cause: String(cause) });

function orderOfRow({ key, line, fields, fault, isOpen }: TakenRow): ImportOrder {
  const problems = fault !== undefined && isOpen ? { fault: faultText(fault, line) } : {};
  return { key, lines: [line], fields, problems, faultyRows: fault === undefined ? 0 : 1 };
}

/** Key of a joined order, distinct from row keys so that its corrections are not applied to one of its rows. */
const joinedKey = (lines: Readonly<Lines>): string => `join-${lines[0]}-${lines.length}-${String(lines.at(-1))}`;

function join(first: TakenRow, others: readonly TakenRow[], typed: Reading['typed']): ImportOrder {
  const fieldsOf = (row: TakenRow): OrderFields => ({ ...row.fields, ...typed.get(row.key) });
  const order = orderOfRow({ ...first, fields: fieldsOf(first) });
  for (const { line, fields, fault } of others.map((row) => ({ ...row, fields: fieldsOf(row) }))) {
    order.lines.push(line);
    if (fault !== undefined) order.faultyRows += 1;
    order.fields.products = [order.fields.products, fields.products].filter(Boolean).join('\n');
    const isFirstWeight = order.fields.weightAmount === '';
    for (const field of agreed) {
      const said = saidBy(fields, field);
      if (said === '') continue;
      if (order.fields[field] === '' || (field === 'weightUnit' && isFirstWeight)) order.fields[field] = said;
      else if (said !== order.fields[field]) {
        order.problems.rows ??= t('orderImport.rowsDisagree', {
          line: String(line),
          first: String(first.line),
          field: t(`orderForm.${field}`),
        });
      }
    }
  }
  return { ...order, key: joinedKey(order.lines) };
}

const readingOf = (rows: readonly (readonly string[])[]): Reading => ({
  report: reportOf(rows),
  joins: true,
  hasHeadings: true,
  accepted: [],
  typed: new Map(),
});

/**
 * The orders of a file, in file order. With `joins`, rows with the same order number become one order. A row without a
 * number, or a malformed row that is not accepted yet, is an order of its own.
 *
 * @param rows including the heading row, if any
 */
export function ordersOf(
  rows: readonly (readonly string[])[],
  columns: Columns,
  reading: Partial<Reading> = {},
): ImportOrder[] {
  const { report, joins, hasHeadings, accepted, typed } = { ...readingOf(rows), ...reading };
  const right = new Set(accepted);
  const faults = new Map(report.faults.map((fault) => [fault.row, fault]));
  const groups = new Map<string, [TakenRow, ...TakenRow[]]>();
  rows.forEach((row, index) => {
    if (index === 0 && hasHeadings) return;
    const line = lineOf(report, index);
    const key = `line-${line}`;
    const fault = faults.get(index);
    const isOpen = fault !== undefined && !right.has(key);
    const fields = fieldsOfRow(row, columns);
    const isAlone = !joins || isOpen || fields.externalId === '';
    const group = isAlone ? `row ${line}` : `number ${fields.externalId}`;
    const taken = { key, line, fields, fault, isOpen };
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [taken]);
    else known.push(taken);
  });
  return [...groups.values()].map(([first, ...others]) =>
    others.length === 0 ? orderOfRow(first) : join(first, others, typed),
  );
}

/** Row counts shown to the user. */
export interface Tally {
  rows: number;
  read: number;
  faulty: number;
  orders: number;
  /** Orders made of several rows. */
  joined: number;
}

/**
 * Counts the rows of all orders.
 *
 * @param orders all orders of the file
 * @throws Error when a row is in no order or in two: no row may be lost or imported twice
 */
export function tallyOf(rows: readonly unknown[], orders: readonly ImportOrder[], hasHeadings: boolean): Tally {
  const expected = Math.max(0, rows.length - (hasHeadings ? 1 : 0));
  const lines = orders.flatMap((order) => order.lines);
  if (lines.length !== expected || new Set(lines).size !== expected) {
    throw new Error(`${lines.length} rows in orders, ${expected} in the file`);
  }
  const faulty = orders.reduce((sum, order) => sum + order.faultyRows, 0);
  return {
    rows: expected,
    read: expected - faulty,
    faulty,
    orders: orders.length,
    joined: orders.filter((order) => order.lines.length > 1).length,
  };
}

/** Validates an order with its corrections. Without any, the problems of its rows stay; corrections settle them. */
export function checkedOrder(order: ImportOrder, corrections?: Partial<OrderFields>): ImportOrder {
  const { rows, fault } = order.problems;
  const fields = { ...order.fields, ...corrections };
  return {
    ...order,
    fields,
    problems: {
      ...buildOrder(fields).problems,
      ...(corrections === undefined && rows !== undefined ? { rows } : {}),
      ...(fault === undefined ? {} : { fault }),
    },
  };
}

/** The first problem as one line, with the field's name; null when there is none. */
export function problemLine({ problems }: Pick<ImportOrder, 'problems'>): string | null {
  const ofRows = problems.fault ?? problems.rows;
  if (ofRows !== undefined) return ofRows;
  const [first] = Object.entries(problems) as [OrderFieldName, string][];
  return first === undefined ? null : `${t(labelOf(first[0]))}: ${first[1]}`;
}

const labelOf = (field: OrderFieldName) => (field === 'proof' ? 'orderForm.proof' : (`orderForm.${field}` as const));

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Orders that repeat an earlier order of the file: the line of the earlier one, by key. */
export function twins(orders: readonly ImportOrder[]): Map<string, number> {
  const seen = new Map<string, number>();
  const found = new Map<string, number>();
  for (const { key, fields, lines } of orders) {
    const name = plain(fields.recipientName);
    const street = plain(fields.addressLineOne + fields.zip + fields.city);
    if (name === '' || street === '') continue;
    const same = `${name} ${street} ${plain(fields.products)} ${plain(fields.notes)} ${fields.expectedOn}`;
    const before = seen.get(same);
    if (before === undefined) seen.set(same, lines[0]);
    else found.set(key, before);
  }
  return found;
}
