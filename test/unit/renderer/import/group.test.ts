/** Several rows of a file for one order, and the weight in one row. */
import { describe, expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import {
  checkedItem,
  itemsOf,
  itemSteps,
  problemLine,
  tallyOf,
  alikeInFile,
  alikeSteps,
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

it('finds no duplicates among rows without a recipient or an address', () => {
  const columns: ImportField[] = ['recipientName', 'addressLineOne'];
  const found = (...row: string[]) => [...alikeInFile(itemsOf(orderSheet, [columns, row, row], columns)).twins];
  expect(found('Mia', 'Weg 1')).toEqual([['line-3', 2]]);
  expect(found('', 'Weg 1')).toEqual([]);
  expect(found('Mia', '')).toEqual([]);
});

it('names the numbers that more than one record has', () => {
  const columns: ImportField[] = ['externalId', 'recipientName'];
  const rows = ['A', ' B', 'A ', '', '', 'C', 'A'].map((number, at) => [number, `Mia ${at}`]);
  const items = itemsOf(orderSheet, [columns, ...rows], columns, { joins: false });
  expect([...alikeInFile(items).numbers]).toEqual(['A']);
});

it('finds no duplicates among rows with other notes or products', () => {
  const columns: ImportField[] = ['recipientName', 'addressLineOne', 'notes', 'products'];
  const found = (...rows: string[][]) => [...alikeInFile(itemsOf(orderSheet, [columns, ...rows], columns)).twins];
  expect(found(['Mia', 'Weg 1', 'Bell', 'Tea'], ['Mia', 'Weg 1', 'Bell', 'Tea'])).toEqual([['line-3', 2]]);
  expect(found(['Mia', 'Weg 1', 'Bell', 'Tea'], ['Mia', 'Weg 1', 'Gate', 'Tea'])).toEqual([]);
  expect(found(['Mia', 'Weg 1', 'Bell', 'Tea'], ['Mia', 'Weg 1', 'Bell', 'Milk'])).toEqual([]);
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

it('pauses after every fifty rows', () => {
  const pauses = (rows: number) =>
    pausesOf(itemSteps(orderSheet, [weighed, ...Array.from({ length: rows }, () => ['W-1'])], weighed));
  expect([49, 50, 99, 100].map(pauses)).toEqual([1, 2, 2, 3]);
});

it('compares records in pauses too, and once for the same list', () => {
  const listOf = (count: number) => orders(Array.from({ length: count }, (_, at) => [`W-${at}`, 'Mia']));
  expect([50, 51, 100, 101].map((count) => pausesOf(alikeSteps(listOf(count))))).toEqual([1, 2, 2, 3]);
  const list = listOf(3);
  expect(alikeInFile(list)).toBe(alikeInFile(list));
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
