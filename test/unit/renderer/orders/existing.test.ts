/** What a row of a file makes of an order that is here already. */
import { expect, it } from 'vitest';
import { fileChange } from '../../../../src/renderer/orders/import/existing.ts';
import { ordersOf } from '../../../../src/renderer/orders/import/group.ts';
import { importFields, type ImportField } from '../../../../src/renderer/orders/import/import-fields.ts';
import type { Order, OrderDetail } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const lindenallee = {
  address: 'Lindenallee 4, 01067 Dresden, Germany',
  addressLineOne: 'Lindenallee 4',
  latitude: 51.0504,
  longitude: 13.7373,
};

/** What becomes of an order at an address when a row has these cells. */
function changed(cells: Partial<Record<ImportField, string>>, address: Order['address'] = lindenallee) {
  const fields = importFields.filter((field) => cells[field] !== undefined);
  const [order] = ordersOf([fields, fields.map((field) => cells[field] ?? '')], fields);
  const [template] = standIn().state.orders;
  const detail: OrderDetail = {
    row: { ...template!, id: 'orders/o1', state: 'draft', printedCount: 0 },
    order: { id: 'orders/o1', recipient: { name: 'Mia' }, packageInfo: { externalId: 'W-1' }, address },
    draft: null,
  };
  return fileChange(order!, [{ externalId: 'W-1', orderId: 'orders/o1', where: 'cached' }], detail);
}

const row = { externalId: 'W-1', recipientName: 'Mia' };

it('a row that holds something wrong says what', () => {
  expect(changed({ ...row, packageCount: 'two' })).toEqual({
    kind: 'cannot',
    why: expect.stringMatching(/^Packages: /) as string,
  });
});

it.each<[string, Partial<Record<ImportField, string>>, string]>([
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
