/** Converts the fields of an order to the request, and reports problems by field. */
import { describe, expect, it } from 'vitest';
import {
  buildOrder,
  buildOrderEdit,
  editOf,
  hasAddress,
  orderFieldForPath,
} from '../../../../src/renderer/orders/order-build.ts';
import { addressFieldNames, emptyOrderFields, type OrderFields } from '../../../../src/renderer/orders/order-fields.ts';
import type { Order } from '../../../../src/shared/orders.ts';

const filled = (change: Partial<OrderFields> = {}): OrderFields => ({
  ...emptyOrderFields(),
  addressLineOne: 'Lindenweg 5',
  packageCount: '',
  ...change,
});
const whole: OrderFields = {
  ...{ externalId: 'W-1', recipientName: ' Mia Kern ', phone: '030 1', email: 'mia@example.com', recipientId: 'C-1' },
  ...{ addressName: 'Back door', addressLineOne: 'Lindenweg 5', addressLineTwo: 'Hof', zip: '01067', city: 'Dresden' },
  ...{ state: 'Sachsen', country: 'Germany', latitude: '51,05', longitude: '13.7', packageCount: '2' },
  ...{ products: 'Tea\n\n Bread ', weightAmount: '2.5', weightUnit: 'pound', notes: 'Ring', expectedOn: '17.6.2026' },
  ...{ proof: 'required', handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/l1' },
};
const problemsOf = (change: Partial<OrderFields>) => {
  const { order, problems } = buildOrder(filled(change));
  expect(order).toBeNull();
  return problems;
};

describe('converting fields to a request', () => {
  it('includes what was entered and nothing empty', () => {
    expect(buildOrder(filled())).toEqual({ order: { address: { addressLineOne: 'Lindenweg 5' } }, problems: {} });
    expect(buildOrder(whole)).toEqual({
      problems: {},
      order: {
        address: {
          ...{ addressName: 'Back door', addressLineOne: 'Lindenweg 5', addressLineTwo: 'Hof', zip: '01067' },
          ...{ city: 'Dresden', state: 'Sachsen', country: 'Germany', latitude: 51.05, longitude: 13.7 },
        },
        recipient: { name: 'Mia Kern', phone: '030 1', email: 'mia@example.com', externalId: 'C-1' },
        packageInfo: {
          ...{ externalId: 'W-1', packageCount: 2, products: ['Tea', 'Bread'] },
          weight: { amount: 2.5, unit: 'pound' },
        },
        deliveryInstructions: {
          notes: 'Ring',
          expectedDeliveryDate: { year: 2026, month: 6, day: 17 },
          proofOfAttemptRequirements: { enabled: true },
          handOffInfo: { handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/l1' },
        },
      },
    });
  });

  it('has no pickup location if the order is shipped to the courier', () => {
    const { order } = buildOrder({ ...whole, handOffType: 'ship_to_courier' });
    expect(order?.deliveryInstructions?.handOffInfo).toEqual({ handOffType: 'ship_to_courier' });
  });

  it('says that no proof is required only if the user chose so', () => {
    const proofs = ['unsaid', 'required', 'not-required'].map(
      (proof) => buildOrder(filled({ proof })).order?.deliveryInstructions?.proofOfAttemptRequirements,
    );
    expect(proofs).toEqual([undefined, { enabled: true }, { enabled: false }]);
  });
});

describe('problems by field', () => {
  it.each<[Partial<OrderFields>, Partial<Record<keyof OrderFields, string>>]>([
    [{ packageCount: 'two' }, { packageCount: 'Enter a number' }],
    [{ packageCount: '1.5' }, { packageCount: 'Enter a whole number' }],
    [{ packageCount: '0' }, { packageCount: 'At least 1' }],
    [{ latitude: 'north' }, { latitude: 'Enter a number' }],
    [{ latitude: '91', longitude: '0' }, { latitude: 'At most 90' }],
    [{ latitude: '51' }, { longitude: 'Enter both latitude and longitude, or neither' }],
    [{ weightAmount: 'heavy' }, { weightAmount: 'Enter a number' }],
    [{ weightAmount: '1000000' }, { weightAmount: 'At most 999,999' }],
    [{ weightAmount: '2', weightUnit: 'stone' }, { weightUnit: 'This is not valid' }],
    [{ expectedOn: 'tomorrow' }, { expectedOn: 'Enter a day like 2026-06-17 or 17.6.2026' }],
    [{ email: 'mia@' }, { email: 'Enter an email address like mia@example.org' }],
    [{ addressLineOne: '' }, { addressLineOne: 'Enter a street, postcode, city or coordinates' }],
    [{ pickupLocationId: 'dock 4' }, { pickupLocationId: 'This is not valid' }],
  ])('%j', (change, expected) => {
    expect(problemsOf(change)).toEqual(expected);
  });

  it('are mapped from a path of the schema or the service', () => {
    const fields = emptyOrderFields();
    const found = (path: string) => orderFieldForPath(path, fields);
    expect(found('recipient.name')).toBe('recipientName');
    expect(found('recipient.phone')).toBe('phone');
    expect(found('recipient.externalId')).toBe('recipientId');
    expect(found('packageInfo.externalId')).toBe('externalId');
    expect(found('packageInfo.products.3')).toBe('products');
    expect(found('packageInfo.weight.amount')).toBe('weightAmount');
    expect(found('deliveryInstructions.expectedDeliveryDate.month')).toBe('expectedOn');
    expect(found('deliveryInstructions.handOffInfo.pickupLocationId')).toBe('pickupLocationId');
    expect(found('address.zip')).toBe('zip');
    expect(found('notes')).toBe('notes');
    expect(found('somethingNew')).toBe('addressLineOne');
  });
});

describe('editing an order', () => {
  const order: Order = {
    ...{ id: 'orders/o1', address: { address: 'Lindenweg 5, 01067 Dresden', addressLineOne: 'Lindenweg 5' } },
    ...{ recipient: { name: 'Mia' }, packageInfo: { externalId: 'W-1' }, deliveryInstructions: { notes: 'Ring' } },
  };

  it('has an address if any of its fields is filled', () => {
    const none = { ...emptyOrderFields(), addressLineOne: ' ' };
    expect(hasAddress(none)).toBe(false);
    for (const name of addressFieldNames) expect(hasAddress({ ...none, [name]: '1' })).toBe(true);
  });

  it('sets all of its fields, and keeps the address if none is entered', () => {
    const nothing = buildOrderEdit({ ...emptyOrderFields(), packageCount: '' });
    expect(nothing).toEqual({
      address: null,
      problems: {},
      after: {
        recipient: { name: null, email: null, phone: null, externalId: null },
        packageInfo: { products: [], packageCount: null, weight: null, externalId: null },
        deliveryInstructions: {
          ...{ notes: null, expectedDeliveryDate: null, proofOfAttemptRequired: null },
          ...{ handOffType: null, pickupLocationId: null },
        },
      },
    });
    const all = buildOrderEdit(whole);
    expect(all.address).toMatchObject({ addressLineOne: 'Lindenweg 5', latitude: 51.05 });
    expect(all.after).toEqual({
      recipient: { name: 'Mia Kern', email: 'mia@example.com', phone: '030 1', externalId: 'C-1' },
      packageInfo: {
        ...{ products: ['Tea', 'Bread'], packageCount: 2, weight: { amount: 2.5, unit: 'pound' }, externalId: 'W-1' },
      },
      deliveryInstructions: {
        ...{ notes: 'Ring', expectedDeliveryDate: { year: 2026, month: 6, day: 17 }, proofOfAttemptRequired: true },
        ...{ handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/l1' },
      },
    });
  });

  it('is not possible while a field is invalid', () => {
    const { after, address, problems } = buildOrderEdit(filled({ packageCount: 'two' }));
    expect([after, address, Object.keys(problems)]).toEqual([null, null, ['packageCount']]);
  });

  it('sends the differences with their previous values', () => {
    const { after } = buildOrderEdit({
      ...{ ...emptyOrderFields(), packageCount: '', recipientName: 'Mia', externalId: 'W-1', notes: 'Knock' },
    });
    expect(after && editOf(order, after, null)).toEqual({
      edit: { deliveryInstructions: { notes: 'Knock' } },
      base: { deliveryInstructions: { notes: 'Ring' } },
    });
    expect(after && editOf({ ...order, deliveryInstructions: { notes: 'Knock' } }, after, null)).toBeNull();
    expect(after && editOf(order, after, { addressLineOne: 'Weg 2' })?.base).toEqual({
      ...{ address: order.address, deliveryInstructions: { notes: 'Ring' } },
    });
  });
});
