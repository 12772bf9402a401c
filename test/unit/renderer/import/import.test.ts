import { describe, expect, it } from 'vitest';
import { orderFieldsOf, orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { remember } from '../../../../src/renderer/import/columns.ts';
import { columnsFor } from '../../../fixtures/columns-for.ts';
import { csvOf, templateCsv } from '../../../../src/renderer/import/csv.ts';
import { checkedItem, itemsOf, problemLine, tallyOf, twinText } from '../../../../src/renderer/import/group.ts';
import { recognised } from '../../../../src/renderer/import/headings.ts';
import { parseDay } from '../../../../src/renderer/lib/typed.ts';
import { buildOrder } from '../../../../src/renderer/orders/order-build.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';

const headings = ['Order number', 'Recipient', 'Street', 'PLZ', 'Ort', 'Product', 'Packages', 'E-Mail'];
const columns = recognised(orderSheet, headings);
const ordersFrom = (...rows: string[][]) =>
  itemsOf(orderSheet, [headings, ...rows], columns).map((order) => checkedItem(orderSheet, order));
const rowsOf = async (text: string) => {
  const result = await readSheetRows(new TextEncoder().encode(text));
  return result.kind === 'rows' ? result.rows : [];
};

describe('columns of a file', () => {
  it('are recognised by their headings in various spellings', () => {
    expect(columns).toEqual([
      'externalId',
      'recipientName',
      'addressLineOne',
      'zip',
      'city',
      'products',
      'packageCount',
      'email',
    ]);
    expect(
      recognised(orderSheet, [
        'ORDER-NO.',
        'Shipping Name',
        'Shipping Address1',
        'Shipping Zip',
        'Lieferdatum',
        'Colour',
      ]),
    ).toEqual(['externalId', 'recipientName', 'addressLineOne', 'zip', 'expectedOn', null]);
    // An ambiguous heading goes to the field that has no other.
    expect(recognised(orderSheet, ['Order ID', 'Name'])).toEqual(['externalId', 'recipientName']);
  });

  it('are remembered by the headings of the file, with the newest first', () => {
    const corrected = columns.map((field) => (field === 'email' ? null : field));
    const memory = remember(orderSheet, remember(orderSheet, [], headings, columns), headings, corrected);
    expect(memory).toHaveLength(1);
    expect(
      columnsFor(
        orderSheet,
        headings.map((heading) => ` ${heading.toUpperCase()}`),
        memory,
      ),
    ).toEqual(corrected);
    expect(columnsFor(orderSheet, [...headings, 'More'], memory)).toEqual([...columns, null]);
    // An invalid value of another version is ignored.
    expect(columnsFor(orderSheet, ['A'], [{ headings: ['A'], columns: ['nonsense'] }])).toEqual([null]);
  });
});

describe('19: rows of a file', () => {
  it('become one order with several products if they have the same order number', () => {
    const orders = ordersFrom(
      ['W-1', 'Mia Kern', 'Lindenallee 4', '01067', 'Dresden', 'Tea', '2', ''],
      ['W-2', 'Ada Lang', 'Hafen 1', '20095', 'Hamburg', 'Ink', '1', ''],
      ['W-1', '', '', '', '', 'Bread', '', ''],
    );
    expect(orders.map(({ lines, fields }) => [lines, fields.products])).toEqual([
      [[2, 4], 'Tea\nBread'],
      [[3], 'Ink'],
    ]);
    expect(buildOrder(orderFieldsOf(orders[0]!.fields)).order).toEqual({
      address: { addressLineOne: 'Lindenallee 4', zip: '01067', city: 'Dresden' },
      recipient: { name: 'Mia Kern' },
      packageInfo: { externalId: 'W-1', packageCount: 2, products: ['Tea', 'Bread'] },
    });
  });

  it.each<[string, string[], RegExp]>([
    ['no address', ['W-1', 'Mia', '', '', '', '', '', ''], /Street and number: Enter a street/],
    ['half a package', ['W-1', 'Mia', 'Weg 1', '', '', '', '1.5', ''], /Packages: Enter a whole number/],
    ['no package at all', ['W-1', 'Mia', 'Weg 1', '', '', '', '0', ''], /Packages: At least 1/],
    ['no number of packages', ['W-1', 'Mia', 'Weg 1', '', '', '', 'two', ''], /Packages: Enter a number/],
    ['an odd e-mail', ['W-1', 'Mia', 'Weg 1', '', '', '', '', 'mia@'], /Email: Enter an email/],
    ['a cell too many', ['W-1', 'Mia', 'Weg 1', '', '', '', '', '', 'Dresden'], /Line 2 has more cells/],
  ])('are reported as faulty: %s', (_what, row, words) => {
    expect(problemLine(orderSheet, ordersFrom(row)[0]!)).toMatch(words);
  });

  it('are reported if they differ within one order', () => {
    const [order] = ordersFrom(
      ['W-1', 'Mia', 'Weg 1', '', '', 'Tea', '', ''],
      ['W-1', 'Ada', 'Weg 1', '', '', 'Ink', '', ''],
    );
    expect(problemLine(orderSheet, order!)).toBe('Line 3 differs from line 2: Name');
    // A user who corrects the order has seen both.
    expect(problemLine(orderSheet, checkedItem(orderSheet, order!, {}))).toBeNull();
  });

  it('are each counted in exactly one order, or the import stops', () => {
    const rows = [headings, ['W-1', 'Mia', 'Weg 1', '', '', '', '', ''], ['W-2', 'Ada', 'Weg 2', '', '', '', '', '']];
    const orders = itemsOf(orderSheet, rows, columns);
    expect(tallyOf(rows, orders, true)).toEqual({ rows: 2, read: 2, faulty: 0, items: 2, joined: 0 });
    expect(() => tallyOf(rows, orders.slice(1), true)).toThrow('1 rows in records, 2 in the file');
    expect(() => tallyOf(rows, [orders[0]!, orders[0]!], true)).toThrow();
  });

  it('without an order number are reported as duplicates', () => {
    const orders = ordersFrom(
      ['', 'Mia Kern', 'Weg 1', '01067', '', 'Tea', '', ''],
      ['', 'mia kern', 'Weg 1 ', '01067', '', 'Tea', '', ''],
      ['', 'Mia Kern', 'Weg 2', '01067', '', 'Tea', '', ''],
    );
    const [first, ...others] = orders.map(twinText);
    expect(others.map((text) => text === first)).toEqual([true, false]);
  });
});

describe('19: the file of skipped orders', () => {
  it('keeps the plus of a phone number, which a spreadsheet would drop, and leaves plain numbers alone', async () => {
    const [order] = itemsOf(
      orderSheet,
      [
        ['Phone', 'Longitude'],
        ['+49305550100', '-3.5'],
      ],
      ['phone', 'longitude'],
    );
    const [head = [], row = []] = await rowsOf(await csvOf(orderSheet, [{ item: order!, why: '' }]));
    const cell = (field: 'phone' | 'longitude') => row[head.indexOf(orderSheet.labelOf(field))];
    expect([cell('phone'), cell('longitude')]).toEqual(["'+49305550100", '-3.5']);
  });

  it('can be imported again and contains no formulas', async () => {
    const before = ordersFrom(
      ['=1+1', 'Mia "M" Kern', 'Lindenallee 4; rear', '01067', 'Dresden', 'Tea', '', 'mia@'],
      ['=1+1', '', '', '', '', '@Bread', '', ''],
    );
    const text = await csvOf(
      orderSheet,
      before.map((item) => ({ item, why: problemLine(orderSheet, item) ?? '' })),
    );
    expect(text).not.toMatch(/(^|[,\n"])[=@+-]/m);
    const rows = await rowsOf(text);
    const again = itemsOf(orderSheet, rows, columnsFor(orderSheet, rows[0]!, [])).map((order) =>
      checkedItem(orderSheet, order),
    );
    expect(again.map(({ fields }) => fields)).toEqual(before.map(({ fields }) => fields));
    expect(rows[1]!.at(-1)).toMatch(/Email/);
  });

  it('has one row for an order without a number, because several would not be joined again', async () => {
    const [before] = ordersFrom(['', 'Mia', 'Weg 1', '01067', 'Dresden', 'Tea\nBread', '', '']);
    const rows = await rowsOf(await csvOf(orderSheet, [{ item: before!, why: '' }]));
    const again = itemsOf(orderSheet, rows, columnsFor(orderSheet, rows[0]!, []));
    expect(again.map(({ fields }) => fields)).toEqual([before!.fields]);
  });

  it('has the headings of the template, which are all recognised', async () => {
    const rows = await rowsOf(templateCsv(orderSheet));
    const [order] = itemsOf(orderSheet, rows, recognised(orderSheet, rows[0]!)).map((each) =>
      checkedItem(orderSheet, each),
    );
    expect(recognised(orderSheet, rows[0]!)).not.toContain(null);
    expect(problemLine(orderSheet, order!)).toBeNull();
    expect(order!.fields.zip).toBe('01067');
  });
});

describe('a day', () => {
  it.each([
    ['2026-06-17', { year: 2026, month: 6, day: 17 }],
    ['17.6.2026', { year: 2026, month: 6, day: 17 }],
    ['17/06/2026', { year: 2026, month: 6, day: 17 }],
    ['6/17/2026', { year: 2026, month: 6, day: 17 }],
    ['2028-02-29', { year: 2028, month: 2, day: 29 }],
    ['2026-02-29', undefined],
    ['31.4.2026', undefined],
    ['2026-02-28', { year: 2026, month: 2, day: 28 }],
    ['12-31-2026', { year: 2026, month: 12, day: 31 }],
    ['1/12/2026', { year: 2026, month: 12, day: 1 }],
    ['31.12.2026', { year: 2026, month: 12, day: 31 }],
    ['1/1/2026', { year: 2026, month: 1, day: 1 }],
    ['2100-02-29', undefined],
    ['2026-06-17T08:00:00', { year: 2026, month: 6, day: 17 }],
    [' 2026-06-17 08:00 ', { year: 2026, month: 6, day: 17 }],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-06-00', undefined],
    ['13/13/2026', undefined],
    ['17.6.26', undefined],
    ['tomorrow', undefined],
    // Moments with an offset are of the day that the clock here shows.
    ['2026-06-17T22:00:00Z', { year: 2026, month: 6, day: 18 }],
    ['2026-06-17T21:59:00.000Z', { year: 2026, month: 6, day: 17 }],
    ['2026-06-18 01:30+0400', { year: 2026, month: 6, day: 17 }],
    ['2026-06-17T20:00:00-02:00', { year: 2026, month: 6, day: 18 }],
    // Midnight is how a program writes a day.
    ['2026-06-17T00:00:00Z', { year: 2026, month: 6, day: 17 }],
    ['2026-06-17T00:00:00+14:00', { year: 2026, month: 6, day: 17 }],
  ])('is parsed from %s', (text, day) => {
    expect(parseDay(text)).toEqual(day);
  });

  it('is that of a depot elsewhere, if its zone is given', () => {
    expect(parseDay('2026-06-17T22:00:00Z', 'America/New_York')).toEqual({ year: 2026, month: 6, day: 17 });
  });
});
