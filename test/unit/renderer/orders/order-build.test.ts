/** Converts the fields of an order to the request, and reports problems by field. */
import { describe, expect, it } from 'vitest';
import { buildOrder, buildOrderEdit, editOf, orderFieldForPath } from '../../../../src/renderer/orders/order-build.ts';
import {
  emptyOrderFields,
  fieldsOfOrder,
  noAddress,
  type OrderFields,
} from '../../../../src/renderer/orders/order-fields.ts';
import { editableOf } from '../../../../src/shared/order-rules.ts';
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
    id: 'orders/o1',
    address: {
      ...{ address: 'Lindenweg 5, 01067 Dresden, Germany', addressLineOne: 'Lindenweg 5' },
      ...{ addressLineTwo: '01067 Dresden, Germany', latitude: 51.05, longitude: 13.7, placeId: 'p' },
    },
    recipient: { name: 'Mia', phone: null, email: 'mia', externalId: null },
    packageInfo: {
      ...{ externalId: 'W-1', packageCount: 2, products: ['Tea', ' Bread '] },
      weight: { amount: 2, unit: 'kilogram' },
    },
    deliveryInstructions: {
      ...{ notes: 'Ring ', expectedDeliveryDate: { year: 2026, month: 6, day: 17 } },
      ...{ proofOfAttemptRequirements: { enabled: true } },
      handOffInfo: { handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/l1' },
    },
  };
  const before = fieldsOfOrder(order);
  /** The edit that saving these fields makes; the fields with a problem if there is one. */
  function edited(change: Partial<OrderFields>) {
    const { after, address, problems } = buildOrderEdit(order, before, { ...before, ...change });
    return after === null ? Object.keys(problems) : editOf(order, after, address);
  }

  it('begins with everything that the service has', () => {
    expect(before).toEqual({
      ...{ externalId: 'W-1', recipientName: 'Mia', phone: '', email: 'mia', recipientId: '' },
      ...{ addressName: '', addressLineOne: 'Lindenweg 5', addressLineTwo: '', zip: '01067', city: 'Dresden' },
      ...{ state: '', country: 'Germany', latitude: '', longitude: '', packageCount: '2' },
      ...{ products: 'Tea\n Bread ', weightAmount: '2', weightUnit: 'kilogram', notes: 'Ring ' },
      ...{ expectedOn: '2026-06-17', proof: 'required' },
      ...{ handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/l1' },
    });
  });

  it('changes nothing if nothing was edited, even what would not be accepted if it were typed', () => {
    expect(edited({})).toBeNull();
    const { after, address } = buildOrderEdit(order, before, { ...before });
    expect([after, address]).toEqual([editableOf(order), null]);
  });

  it.each<[Partial<OrderFields>, object]>([
    [{ recipientName: 'Ada' }, { recipient: { name: 'Ada' } }],
    [{ email: '' }, { recipient: { email: null } }],
    [{ email: 'mia@mail.example' }, { recipient: { email: 'mia@mail.example' } }],
    [{ phone: '030 1' }, { recipient: { phone: '030 1' } }],
    [{ recipientId: 'C-1' }, { recipient: { externalId: 'C-1' } }],
    [{ externalId: '' }, { packageInfo: { externalId: null } }],
    [{ externalId: 'W-2' }, { packageInfo: { externalId: 'W-2' } }],
    [{ packageCount: '3' }, { packageInfo: { packageCount: 3 } }],
    [{ products: 'Tea' }, { packageInfo: { products: ['Tea'] } }],
    [{ weightAmount: '3' }, { packageInfo: { weight: { amount: 3, unit: 'kilogram' } } }],
    [{ weightUnit: 'pound' }, { packageInfo: { weight: { amount: 2, unit: 'pound' } } }],
    [{ weightAmount: '' }, { packageInfo: { weight: null } }],
    [{ notes: 'Knock' }, { deliveryInstructions: { notes: 'Knock' } }],
    [
      { expectedOn: '18.6.2026' },
      { deliveryInstructions: { expectedDeliveryDate: { year: 2026, month: 6, day: 18 } } },
    ],
    [{ proof: 'not-required' }, { deliveryInstructions: { proofOfAttemptRequirements: { enabled: false } } }],
    [
      { pickupLocationId: 'pickupLocations/l2' },
      { deliveryInstructions: { handOffInfo: { pickupLocationId: 'pickupLocations/l2' } } },
    ],
    [{ pickupLocationId: '' }, { deliveryInstructions: { handOffInfo: { pickupLocationId: null } } }],
    [{ handOffType: 'ship_to_courier' }, { deliveryInstructions: { handOffInfo: { handOffType: 'ship_to_courier' } } }],
    [
      { addressLineOne: 'Lindenweg 6' },
      { address: { addressLineOne: 'Lindenweg 6', zip: '01067', city: 'Dresden', country: 'Germany' } },
    ],
  ])('%j sends only that, and an address whole', (change, edit) => {
    expect(edited(change)).toMatchObject({ edit });
    expect(Object.keys((edited(change) as { base: object }).base)).toEqual(Object.keys(edit));
    expect((edited(change) as { edit: object }).edit).toEqual(edit);
  });

  it('sends the previous values as the service has them', () => {
    expect(edited({ notes: 'Knock', zip: '01069' })).toMatchObject({
      base: { address: order.address, deliveryInstructions: order.deliveryInstructions },
    });
  });

  it('reports what is wrong with the fields that were edited', () => {
    expect(edited({ packageCount: 'two' })).toEqual(['packageCount']);
    expect(edited({ email: 'mia@' })).toEqual(['email']);
    expect(edited(noAddress)).toEqual(['addressLineOne']);
    expect(edited({ latitude: '51' })).toEqual(['longitude']);
  });
});
