/** What several rows of a file say of one order, and what one row says of its weight. */
import { describe, expect, it } from 'vitest';
import { ordersOf, problemLine, tallyOf, twins, type Reading } from '../../../../src/renderer/orders/import/group.ts';
import type { ImportField } from '../../../../src/renderer/orders/import/import-fields.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';

const weighed: ImportField[] = ['externalId', 'recipientName', 'weightAmount', 'weightUnit'];
const orders = (rows: string[][], reading?: Partial<Reading>) => ordersOf([weighed, ...rows], weighed, reading);
const weights = (...rows: string[][]) =>
  orders(rows).map((order) => [order.fields.weightAmount, order.fields.weightUnit, problemLine(order)]);

describe('the unit of a weight', () => {
  it('is read as people write it; one that is not known stays as it is', () => {
    const units = ['Kg', 'KILO', 'Kilogramm', 'lb', 'LBS', 't', 'stone'].map((unit) => ['', 'Mia', '2', unit]);
    expect(weights(...units).map(([, unit]) => unit)).toEqual([
      ...['kilogram', 'kilogram', 'kilogram', 'pound', 'pound', 'metric-ton', 'stone'],
    ]);
  });

  it('belongs to the weight of its row: another row of the order says none by itself', () => {
    expect(weights(['W-1', 'Mia', '2', 'lb'], ['W-1', '', '', ''])).toEqual([['2', 'pound', null]]);
    expect(weights(['W-1', 'Mia', '', ''], ['W-1', '', '2', 'lb'])).toEqual([['2', 'pound', null]]);
    expect(weights(['W-1', 'Mia', '2', 'lb'], ['W-1', '', '2', 'kg'])).toEqual([
      ['2', 'pound', 'Line 3 differs from line 2: Unit'],
    ]);
  });
});

it('an order of several rows is named by its first row, how many there are, and the last', () => {
  const rows = [
    ['W-1', 'Mia', '', ''],
    ['W-2', 'Ben', '', ''],
    ['W-1', '', '', ''],
    ['W-1', '', '', ''],
  ];
  expect(orders(rows).map(({ key }) => key)).toEqual(['join-2-3-5', 'line-3']);
});

it('rows with a fault are counted in the order that they are in, found right or not', () => {
  const rows = [weighed, ['W-1', 'Mia'], ['W-1', 'Mia'], ['W-1', 'Mia']];
  const made = ordersOf(rows, weighed, { report: reportOf(rows), accepted: ['line-2', 'line-3'] });
  expect(made.map(({ key, faultyRows }) => [key, faultyRows])).toEqual([
    ['join-2-2-3', 2],
    ['line-4', 1],
  ]);
  expect(tallyOf(rows, made, true)).toEqual({ rows: 3, read: 0, faulty: 3, orders: 2, joined: 1 });
});

it('a file without a row has none to count', () => {
  expect(tallyOf([], [], true).rows).toBe(0);
  expect(tallyOf([weighed], [], true).rows).toBe(0);
});

it('rows without a recipient, or without an address, are not taken for one another', () => {
  const columns: ImportField[] = ['recipientName', 'addressLineOne'];
  const found = (...row: string[]) => [...twins(ordersOf([columns, row, row], columns))];
  expect(found('Mia', 'Weg 1')).toEqual([['line-3', 2]]);
  expect(found('', 'Weg 1')).toEqual([]);
  expect(found('Mia', '')).toEqual([]);
});
