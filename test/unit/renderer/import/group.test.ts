/** Several rows of a file for one order, and the weight in one row. */
import { describe, expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import {
  checkedItem,
  itemsOf,
  itemSteps,
  problemLine,
  tallyOf,
  tallySteps,
  twinText,
  type Reading,
} from '../../../../src/renderer/import/group.ts';
import { emptyItemFields, type ImportField } from '../../../../src/renderer/import/fields.ts';
import { withParts } from '../../../../src/renderer/import/parts.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';

const weighed: ImportField[] = ['externalId', 'recipientName', 'weightAmount', 'weightUnit'];
const orders = (rows: string[][], reading?: Partial<Reading>) =>
  itemsOf(orderSheet, [weighed, ...rows], weighed, reading);
const weights = (...rows: string[][]) =>
  orders(rows).map((order) => [order.fields.weightAmount, order.fields.weightUnit, problemLine(orderSheet, order)]);

describe('the unit of a weight', () => {
  it('accepts common spellings and keeps an unknown unit', () => {
    const units = ['Kg', 'KILO', 'Kilogramm', 'lb', 'LBS', 't', 'stone'].map((unit) => ['', 'Mia', '2', unit]);
    expect(weights(...units).map(([, unit]) => unit)).toEqual([
      ...['kilogram', 'kilogram', 'kilogram', 'pound', 'pound', 'metric-ton', 'stone'],
    ]);
  });

  it('belongs to the weight of its row, and a row without a weight has none', () => {
    expect(weights(['W-1', 'Mia', '2', 'lb'], ['W-1', '', '', ''])).toEqual([['2', 'pound', null]]);
    expect(weights(['W-1', 'Mia', '', ''], ['W-1', '', '2', 'lb'])).toEqual([['2', 'pound', null]]);
    expect(weights(['W-1', 'Mia', '2', 'lb'], ['W-1', '', '2', 'kg'])).toEqual([
      ['2', 'pound', 'Line 3 differs from line 2: Unit'],
    ]);
  });
});

it('names an order of several rows by its first row, their number and the last row', () => {
  const rows = [
    ['W-1', 'Mia', '', ''],
    ['W-2', 'Ben', '', ''],
    ['W-1', '', '', ''],
    ['W-1', '', '', ''],
  ];
  expect(orders(rows).map(({ key }) => key)).toEqual(['join-2-3-5', 'line-3']);
});

it('counts rows with a fault in their order, whether accepted or not', () => {
  const rows = [weighed, ['W-1', 'Mia'], ['W-1', 'Mia'], ['W-1', 'Mia']];
  const made = itemsOf(orderSheet, rows, weighed, { report: reportOf(rows), accepted: ['line-2', 'line-3'] });
  expect(made.map(({ key, faultyRows }) => [key, faultyRows])).toEqual([
    ['join-2-2-3', 2],
    ['line-4', 1],
  ]);
  expect(tallyOf(rows, made, true)).toEqual({ rows: 3, read: 0, faulty: 3, items: 2, joined: 1 });
});

it('counts no rows in a file without any', () => {
  expect(tallyOf([], [], true).rows).toBe(0);
  expect(tallyOf([weighed], [], true).rows).toBe(0);
});

it('leaves out the rows of saved records, and expects only the others', () => {
  const row = (number: string) => [number, 'Mia', '', ''];
  const rows = [weighed, ...['W-1', 'W-2', 'W-2', 'W-3'].map(row)];
  const left = itemsOf(orderSheet, rows, weighed, { left: new Set([3, 4]) });
  expect(left.map(({ lines }) => lines)).toEqual([[2], [5]]);
  expect(tallyOf(rows, left, true, 2)).toEqual({ rows: 2, read: 2, faulty: 0, items: 2, joined: 0 });
  expect(() => tallyOf(rows, left, true, 1)).toThrow('2 rows in records, 3 in the file');
});

/** Whether the second of two rows repeats the first. */
function areTwins(columns: ImportField[], one: string[], other: string[]): boolean {
  const [first, second] = itemsOf(orderSheet, [columns, one, other], columns).map(twinText);
  return first !== '' && first === second;
}

it('finds no duplicates among rows without a recipient or an address', () => {
  const columns: ImportField[] = ['recipientName', 'addressLineOne'];
  const found = (...row: string[]) => areTwins(columns, row, row);
  expect(found('Mia', 'Weg 1')).toBe(true);
  expect(found('', 'Weg 1')).toBe(false);
  expect(found('Mia', '')).toBe(false);
});

it('finds no duplicates among rows with other notes or products', () => {
  const columns: ImportField[] = ['recipientName', 'addressLineOne', 'notes', 'products'];
  const found = (...other: string[]) => areTwins(columns, ['Mia', 'Weg 1', 'Bell', 'Tea'], other);
  expect(found('Mia', 'Weg 1', 'Bell', 'Tea')).toBe(true);
  expect(found('Mia', 'Weg 1', 'Gate', 'Tea')).toBe(false);
  expect(found('Mia', 'Weg 1', 'Bell', 'Milk')).toBe(false);
});

it('collects no empty cells, and starts from the defaults of an empty form', () => {
  const columns: ImportField[] = ['recipientName', 'products', 'products', 'weightAmount'];
  const [order] = itemsOf(orderSheet, [columns, ['Mia', 'Tea', '', '2']], columns);
  expect(order?.fields).toMatchObject({ products: 'Tea', weightAmount: '2', weightUnit: 'kilogram' });
});

const pausesOf = (steps: Iterator<void>): number => {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
};

it('pauses after every fifty rows: while it reads them, makes records of them, joins them and counts them', () => {
  const rowsOf = (count: number, number: (at: number) => string) => [
    weighed,
    ...Array.from({ length: count }, (_, at) => [number(at), 'Mia', '', '']),
  ];
  const counts = [49, 50, 99, 100, 101];
  const pauses = (number: (at: number) => string) =>
    counts.map((count) => pausesOf(itemSteps(orderSheet, rowsOf(count, number), weighed)));
  expect(pauses((at) => `W-${at}`)).toEqual([2, 3, 4, 5, 6]);
  expect(pauses(() => 'W-1')).toEqual([2, 3, 4, 5, 6]);
  const counted = (count: number) => {
    const rows = rowsOf(count, (at) => `W-${at}`);
    return pausesOf(tallySteps(rows, itemsOf(orderSheet, rows, weighed), true));
  };
  expect(counts.map(counted)).toEqual([1, 1, 2, 2, 3]);
});

it('makes no other fields for a record without corrections', () => {
  const [order] = orders([['W-1', 'Mia', '2', 'kg']]);
  expect(checkedItem(orderSheet, order!).fields).toBe(order!.fields);
  expect(checkedItem(orderSheet, order!, {}).fields).not.toBe(order!.fields);
});

it('asks about a number without its last digits, as spreadsheets write long ones', () => {
  const columns: ImportField[] = ['externalId', 'recipientName', 'addressLineOne', 'city'];
  const [order] = itemsOf(orderSheet, [columns, ['4.00604E+12', 'Mia', 'Weg 1', 'Ulm']], columns);
  expect(Object.keys(checkedItem(orderSheet, order!).problems)).toEqual(['externalId']);
});

it('leaves a number as it is in a column whose form is not known', () => {
  const forms = new Map([[2, 'comma']] as const);
  expect(orders([['W-1', 'Mia', '1,234', 'kg']])[0]?.fields.weightAmount).toBe('1,234');
  expect(orders([['W-1', 'Mia', '1,234', 'kg']], { forms })[0]?.fields.weightAmount).toBe('1.234');
});

it.each([
  ['A-1010 Wien', { zip: '1010', city: 'Wien', country: 'AT' }],
  ['CH-8001 Zürich', { zip: '8001', city: 'Zürich', country: 'CH' }],
  ['D-41742 Aldermünde', { zip: '41742', city: 'Aldermünde', country: 'DE' }],
  ['XYZ-1010 Somewhere', { zip: 'XYZ-1010', city: 'Somewhere', country: '' }],
  ['41742 Aldermünde', { zip: '41742', city: 'Aldermünde', country: '' }],
])('keeps what “%s” says of the country', (place, expected) => {
  expect(withParts({ ...emptyItemFields(), country: '' }, { place })).toMatchObject(expected);
  expect(withParts({ ...emptyItemFields(), country: 'Austria' }, { place })).toMatchObject({ country: 'Austria' });
});
