/** The changes that a row of a file makes to an existing order. */
import type { ImportItem } from '../../../../src/renderer/import/item.ts';
import { expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { fileChange } from '../../../../src/renderer/orders/import/existing.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import type { ItemField } from '../../../../src/renderer/import/fields.ts';
import { t } from '../../../../src/messages/index.ts';
import type { KnownOrder, Order, OrderDetail } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const lindenallee = {
  address: 'Lindenallee 4, 01067 Dresden, Germany',
  addressLineOne: 'Lindenallee 4',
  latitude: 51.0504,
  longitude: 13.7373,
};

type Cells = Partial<Record<ItemField, string>>;

/** The order created from a row with these cells. @param more cells without a heading */
function orderOf(cells: Cells, ...more: string[]): ImportItem {
  const fields = orderSheet.fields.filter((field) => cells[field] !== undefined);
  const [order] = itemsOf(orderSheet, [fields, [...fields.map((field) => cells[field] ?? ''), ...more]], fields);
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

/** The change of an existing order at this address by a row with these cells. */
const changed = (cells: Cells, address: Order['address'] = lindenallee) =>
  fileChange(orderOf(cells), [known], detailOf(address));

const row = { externalId: 'W-1', recipientName: 'Mia' };

it('reports an invalid cell of a row', () => {
  expect(changed({ ...row, packageCount: 'two' })).toEqual({
    kind: 'cannot',
    why: expect.stringMatching(/^Packages: /) as string,
  });
});

it('does not change an order that could not be read', () => {
  const why = expect.stringMatching(/^Cannot be updated yet/) as string;
  for (const detail of [null, undefined])
    expect(fileChange(orderOf({ ...row, notes: 'Ring' }), [known], detail)).toEqual({ kind: 'cannot', why });
});

it('applies no row with a fault until the user accepts it, and reports the fault first', () => {
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
])('handles an address with %s', (_what, place, kind) => {
  const cells = { ...row, addressLineOne: 'Lindenallee 4', zip: '01067', ...place };
  expect(changed(cells).kind).toBe(kind);
});

it.each<[string, string, string]>([
  ['Lindenallee 14', 'Lindenallee 1', 'change'],
  ['Lindenallee 14', 'Lindenallee 4', 'change'],
  ['Lindenallee 4a', 'Lindenallee 4', 'change'],
  ['Lindenallee 4 a', 'Lindenallee 4', 'change'],
  ['Lindenallee 4-6', 'Lindenallee 4', 'change'],
  ['Lindenallee 4-6', 'Lindenallee 46', 'change'],
  ['Lindenallee 4 a', 'Lindenallee 4A', 'same'],
  ['Lindenallee 4-6', 'Lindenallee 4 – 6', 'same'],
  ['Karl-Marx-Allee 4', 'Karl Marx Allee 4', 'same'],
])('compares house numbers as a whole: %s, in the file %s', (there, street, kind) => {
  const address = { address: `${there}, 01067 Dresden, Germany`, addressLineOne: there };
  expect(changed({ ...row, addressLineOne: street, zip: '01067', city: 'Dresden' }, address).kind).toBe(kind);
});

it('keeps a postcode whose zero the file lacks, and changes another one', () => {
  const cells = { ...row, addressLineOne: 'Lindenallee 4' };
  expect(changed({ ...cells, zip: '1067' }).kind).toBe('same');
  expect(changed({ ...cells, zip: '106' }).kind).toBe('change');
  expect(changed({ ...cells, zip: '01067', city: 'Dres' }).kind).toBe('change');
  const coruna = { address: 'Rúa Real 4, 15001 A Coruña', addressLineOne: 'Rúa Real 4' };
  expect(changed({ ...row, addressLineOne: 'Rúa Real 4', zip: '15001', city: 'A Coruña' }, coruna).kind).toBe('same');
});

it('treats an address five metres away as different, to the last digit', () => {
  const address = { address: 'Lindenallee 4', addressLineOne: 'Lindenallee 4', latitude: 0, longitude: 0 };
  const cells = { ...row, addressLineOne: 'Lindenallee 4', longitude: '0' };
  expect(changed({ ...cells, latitude: '0.00004' }, address).kind).toBe('same');
  expect(changed({ ...cells, latitude: '0.00005' }, address).kind).toBe('change');
});

it('adds missing coordinates to an address', () => {
  const without = { address: lindenallee.address, addressLineOne: 'Lindenallee 4' };
  expect(changed({ ...row, addressLineOne: 'Lindenallee 4', latitude: '51', longitude: '13' }, without).kind).toBe(
    'change',
  );
});

it('adds the address of the file to an order without one, if the file has one', () => {
  expect(changed(row, null)).toEqual({ kind: 'same' });
  expect(changed({ ...row, addressLineOne: 'Hafen 1', city: 'Hamburg' }, null)).toMatchObject({
    kind: 'change',
    edit: { address: { addressLineOne: 'Hafen 1', city: 'Hamburg' } },
  });
});

it('changes the unit of a weight only together with a weight of the file', () => {
  const detail = detailOf();
  detail.order.packageInfo = { externalId: 'W-1', weight: { amount: 2, unit: 'pound' } };
  const edited = (cells: Cells) => fileChange(orderOf({ ...row, ...cells }), [known], detail);
  expect(edited({})).toEqual({ kind: 'same' });
  expect(edited({ weightAmount: '2', weightUnit: 'kg' })).toMatchObject({
    kind: 'change',
    edit: { packageInfo: { weight: { amount: 2, unit: 'kilogram' } } },
    fields: [{ label: t('orderForm.weightUnit'), before: 'pound', after: 'kilogram' }],
  });
});

it('replaces an address whole: nothing of the old one stays beside the new street', () => {
  const address = { address: 'Lindenallee 4', addressLineOne: 'Lindenallee 4', addressLineTwo: '10115 Neuhafen' };
  expect(changed({ ...row, addressLineOne: 'Hafen 1' }, address)).toHaveProperty('edit.address', {
    addressLineOne: 'Hafen 1',
  });
});

it('shows a new address in one line, whether it has one field or several', () => {
  const shown = (cells: Cells) => {
    const change = changed({ ...row, ...cells }, null);
    return change.kind === 'change' ? change.fields.map(({ label, after }) => [label, after]) : [];
  };
  expect(shown({ addressLineOne: 'Hafen 1' })).toEqual([[t('orderForm.sectionAddress'), 'Hafen 1']]);
  expect(shown({ addressLineOne: 'Hafen 1', city: 'Hamburg' })).toEqual([
    [t('orderForm.sectionAddress'), 'Hafen 1, Hamburg'],
  ]);
  expect(shown({ notes: 'Ring' })).toEqual([[t('orderForm.notes'), 'Ring']]);
});

it('reports a printed label as outdated, but none if it was not printed', () => {
  const effects = (printedCount: number) => {
    const detail = detailOf();
    const change = fileChange(orderOf({ ...row, packageCount: '2' }), [known], {
      ...detail,
      row: { ...detail.row, printedCount },
    });
    return change.kind === 'change' ? change.effects : [];
  };
  expect([effects(0), effects(1)]).toEqual([[], [t('orderForm.effectLabel')]]);
});
