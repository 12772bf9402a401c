/** From rows of a file to orders: one row an order, or several with the same order number. */
import { t } from '../../messages/index.ts';
import { buildOrder, type OrderProblems } from '../order-build.ts';
import { emptyOrderFields, type OrderFieldName, type OrderFields } from '../order-fields.ts';
import type { Columns, ImportField } from './import-fields.ts';

/** An order as a file brings it, with what is wrong with it. */
export interface ImportOrder {
  /** Stays while columns are corrected and fields are typed. */
  key: string;
  /** Lines of the file, the heading being the first. */
  lines: number[];
  fields: OrderFields;
  /** By field, and what concerns the rows as such under `rows`. */
  problems: OrderProblems & { rows?: string };
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

/** What a spreadsheet keeps from being taken for a formula. */
const unescaped = (cell: string) => (/^'[=+\-@\t]/.test(cell) ? cell.slice(1) : cell);

function fieldsOfRow(row: readonly string[], columns: Columns): OrderFields {
  const fields = { ...emptyOrderFields(), packageCount: '' };
  columns.forEach((field, index) => {
    const cell = unescaped(row[index] ?? '');
    if (field === null || cell === '') return;
    if (field === 'products') fields.products = fields.products === '' ? cell : `${fields.products}\n${cell}`;
    else if (field === 'weightUnit') fields.weightUnit = weightUnits[cell.toLowerCase()] ?? cell;
    else fields[field] = cell;
  });
  return fields;
}

/** Fields that rows of one order have to agree on; products add up. */
const agreed = (columns: Columns): ImportField[] => columns.filter((field) => field !== null && field !== 'products');

function join(into: ImportOrder, fields: OrderFields, line: number, columns: Columns): void {
  into.lines.push(line);
  if (fields.products !== '') into.fields.products = [into.fields.products, fields.products].filter(Boolean).join('\n');
  for (const field of agreed(columns)) {
    if (into.fields[field] === '') into.fields[field] = fields[field];
    else if (fields[field] !== '' && fields[field] !== into.fields[field]) {
      into.problems.rows ??= t('orderImport.rowsDisagree', {
        line: String(line),
        first: String(into.lines[0] ?? line),
        field: t(`orderForm.${field}`),
      });
    }
  }
}

/**
 * Orders of the rows, in the order of the file; rows with the same order number are one.
 *
 * @param rows with the heading row
 */
export function ordersOf(rows: readonly (readonly string[])[], columns: Columns): ImportOrder[] {
  const orders: ImportOrder[] = [];
  const byNumber = new Map<string, ImportOrder>();
  rows.slice(1).forEach((row, index) => {
    const line = index + 2;
    const fields = fieldsOfRow(row, columns);
    const known = fields.externalId === '' ? undefined : byNumber.get(fields.externalId);
    const tooLong = row.slice(columns.length).some((cell) => cell !== '');
    if (known !== undefined) {
      join(known, fields, line, columns);
      if (tooLong) known.problems.rows ??= t('orderImport.rowTooLong', { line: String(line) });
      return;
    }
    const order: ImportOrder = { key: `line-${line}`, lines: [line], fields, problems: {} };
    if (tooLong) order.problems.rows = t('orderImport.rowTooLong', { line: String(line) });
    orders.push(order);
    if (fields.externalId !== '') byNumber.set(fields.externalId, order);
  });
  return orders;
}

/** What is wrong with an order as it stands, its rows included. */
export function checkedOrder(order: ImportOrder, keepsRows = true): ImportOrder {
  const { rows } = order.problems;
  return {
    ...order,
    problems: { ...buildOrder(order.fields).problems, ...(keepsRows && rows !== undefined ? { rows } : {}) },
  };
}

/** The first thing that is wrong, with the field it is said of. */
export function problemLine({ problems }: Pick<ImportOrder, 'problems'>): string | null {
  if (problems.rows !== undefined) return problems.rows;
  const [first] = Object.entries(problems) as [OrderFieldName, string][];
  return first === undefined ? null : `${t(labelOf(first[0]))}: ${first[1]}`;
}

const labelOf = (field: OrderFieldName) => (field === 'proof' ? 'orderForm.proof' : (`orderForm.${field}` as const));

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Orders of the file that say the same as one before them: the line of that one, by key. */
export function twins(orders: readonly ImportOrder[]): Map<string, number> {
  const seen = new Map<string, number>();
  const found = new Map<string, number>();
  for (const { key, fields, lines } of orders) {
    const name = plain(fields.recipientName);
    const street = plain(fields.addressLineOne + fields.zip + fields.city);
    if (name === '' || street === '') continue;
    const same = `${name} ${street} ${plain(fields.products)} ${plain(fields.notes)} ${fields.expectedOn}`;
    const before = seen.get(same);
    if (before === undefined) seen.set(same, lines[0] ?? 0);
    else found.set(key, before);
  }
  return found;
}
