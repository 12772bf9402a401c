/** What a row of a file makes of an order that is here already. */
import { expect, it } from 'vitest';
import { fileChange } from '../../../../src/renderer/orders/import/existing.ts';
import { ordersOf, type ImportOrder } from '../../../../src/renderer/orders/import/group.ts';
import { importFields, type ImportField } from '../../../../src/renderer/orders/import/import-fields.ts';
import type { KnownOrder, Order, OrderDetail } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const lindenallee = {
  address: 'Lindenallee 4, 01067 Dresden, Germany',
  addressLineOne: 'Lindenallee 4',
  latitude: 51.0504,
  longitude: 13.7373,
};

type Cells = Partial<Record<ImportField, string>>;

/** The order that a row with these cells makes. @param more cells without a heading */
function orderOf(cells: Cells, ...more: string[]): ImportOrder {
  const fields = importFields.filter((field) => cells[field] !== undefined);
  const [order] = ordersOf([fields, [...fields.map((field) => cells[field] ?? ''), ...more]], fields);
  return order!;
}

const known: KnownOrder = { externalId: 'W-1', orderId: 'orders/o1', where: 'cached' };

function detailOf(address: Order['address'] = lindenallee): OrderDetail {
  const [template] = standIn().state.orders;
  return {
    row: { ...template!, id: 'orders/o1', state: 'draft', printedCount: 0 },
    order: { id: 'orders/o1', recipient: { name: 'Mia' }, packageInfo: { externalId: 'W-1' }, address },
    draft: null,
  };
}

/** The order at an address after a row with these cells. */
const changed = (cells: Cells, address: Order['address'] = lindenallee) =>
  fileChange(orderOf(cells), [known], detailOf(address));

const row = { externalId: 'W-1', recipientName: 'Mia' };

it('a row that holds something wrong says what', () => {
  expect(changed({ ...row, packageCount: 'two' })).toEqual({
    kind: 'cannot',
    why: expect.stringMatching(/^Packages: /) as string,
  });
});

it('an order that could not be read is not changed', () => {
  const why = expect.stringMatching(/^Cannot be updated yet/) as string;
  for (const detail of [null, undefined])
    expect(fileChange(orderOf({ ...row, notes: 'Ring' }), [known], detail)).toEqual({ kind: 'cannot', why });
});

it('a row with a fault changes nothing until a person found it right, and says the fault first', () => {
  const order = orderOf({ ...row, notes: 'Ring' }, 'Dresden');
  const why = expect.stringMatching(/^Line 2 has more cells/) as string;
  expect(fileChange(order, [known], detailOf())).toEqual({ kind: 'cannot', why });
  const both = { ...order, problems: { ...order.problems, rows: 'Line 3 says otherwise' } };
  expect(fileChange(both, [known], detailOf())).toEqual({ kind: 'cannot', why });
});

it.each<[string, Cells, string]>([
  ['the same place, with a comma', { latitude: '51,0504', longitude: '13,7373' }, 'same'],
  ['a place within five metres', { latitude: '51.05044', longitude: '13.7373' }, 'same'],
  ['a place further away', { latitude: '51.05048', longitude: '13.7373' }, 'change'],
  ['the other side of the equator', { latitude: '-51.0504', longitude: '13.7373' }, 'change'],
  ['no place', {}, 'same'],
])('an address with %s', (_what, place, kind) => {
  const cells = { ...row, addressLineOne: 'Lindenallee 4', zip: '01067', ...place };
  expect(changed(cells).kind).toBe(kind);
});

it('an address five metres away is another, to the last digit', () => {
  const address = { address: 'Lindenallee 4', addressLineOne: 'Lindenallee 4', latitude: 0, longitude: 0 };
  const cells = { ...row, addressLineOne: 'Lindenallee 4', longitude: '0' };
  expect(changed({ ...cells, latitude: '0.00004' }, address).kind).toBe('same');
  expect(changed({ ...cells, latitude: '0.00005' }, address).kind).toBe('change');
});

it('an address gets the place that it did not have', () => {
  const without = { address: lindenallee.address, addressLineOne: 'Lindenallee 4' };
  expect(changed({ ...row, addressLineOne: 'Lindenallee 4', latitude: '51', longitude: '13' }, without).kind).toBe(
    'change',
  );
});

it('an order without an address gets the one of the file, and none where the file has none', () => {
  expect(changed(row, null)).toEqual({ kind: 'same' });
  expect(changed({ ...row, addressLineOne: 'Hafen 1', city: 'Hamburg' }, null)).toMatchObject({
    kind: 'change',
    edit: { address: { addressLineOne: 'Hafen 1', city: 'Hamburg' } },
  });
});

it('the unit of a weight changes with a weight of the file, and never by itself', () => {
  const detail = detailOf();
  detail.order.packageInfo = { externalId: 'W-1', weight: { amount: 2, unit: 'pound' } };
  const edited = (cells: Cells) => fileChange(orderOf({ ...row, ...cells }), [known], detail);
  expect(edited({})).toEqual({ kind: 'same' });
  expect(edited({ weightAmount: '2', weightUnit: 'kg' })).toMatchObject({
    kind: 'change',
    edit: { packageInfo: { weight: { amount: 2, unit: 'kilogram' } } },
    fields: [{ field: 'weightUnit', before: 'pound', after: 'kilogram' }],
  });
});

it('a new address is shown in one line, be it of one field or of several', () => {
  const shown = (cells: Cells) => {
    const change = changed({ ...row, ...cells }, null);
    return change.kind === 'change' ? change.fields.map(({ field, after }) => [field, after]) : [];
  };
  expect(shown({ addressLineOne: 'Hafen 1' })).toEqual([['addressLineOne', 'Hafen 1']]);
  expect(shown({ addressLineOne: 'Hafen 1', city: 'Hamburg' })).toEqual([['addressLineOne', 'Hafen 1, Hamburg']]);
  expect(shown({ notes: 'Ring' })).toEqual([['notes', 'Ring']]);
});

it('a label that was printed is said to be out of date, and one that was not is not', () => {
  const effects = (printedCount: number) => {
    const detail = detailOf();
    const change = fileChange(orderOf({ ...row, packageCount: '2' }), [known], {
      ...detail,
      row: { ...detail.row, printedCount },
    });
    return change.kind === 'change' ? change.effects : [];
  };
  expect([effects(0), effects(1)]).toEqual([[], [{ effect: 'label-outdated' }]]);
});
