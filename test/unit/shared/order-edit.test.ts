import { describe, expect, it } from 'vitest';
import { orderEdit, type EditableOrder } from '../../../src/shared/order-edit.ts';
import { orderUpdate } from '../../../src/shared/order-input.ts';

const before: EditableOrder = {
  recipient: { name: 'Mia Kern', email: 'mia@example.org', phone: null, externalId: null },
  packageInfo: { products: ['Bread'], packageCount: 2, weight: { amount: 2, unit: 'kilogram' }, externalId: 'A-1' },
  deliveryInstructions: {
    notes: 'Ring twice',
    expectedDeliveryDate: { day: 16, month: 6, year: 2026 },
    proofOfAttemptRequired: true,
    handOffType: 'pickup_by_courier',
    pickupLocationId: 'pickupLocations/l1',
  },
};
const packages = (change: Partial<EditableOrder['packageInfo']>) =>
  orderEdit(before, { ...before, packageInfo: { ...before.packageInfo, ...change } }, null);
const instructions = (change: Partial<EditableOrder['deliveryInstructions']>) =>
  orderEdit(before, { ...before, deliveryInstructions: { ...before.deliveryInstructions, ...change } }, null);

describe('the edit between two states of an order (order-api, Edit semantics)', () => {
  it('is empty if nothing differs', () => {
    expect(orderEdit(before, structuredClone(before), null)).toBeNull();
  });

  it.each<[string, unknown, unknown]>([
    ['2: a leaf is cleared with null', instructions({ notes: null }), { deliveryInstructions: { notes: null } }],
    [
      'a name alone, with the rest of the recipient as it is',
      orderEdit(before, { ...before, recipient: { ...before.recipient, name: 'Mia Lang' } }, null),
      { recipient: { name: 'Mia Lang' } },
    ],
    [
      '3: an array goes whole',
      packages({ products: ['Bread', 'Rolls'] }),
      { packageInfo: { products: ['Bread', 'Rolls'] } },
    ],
    [
      '4: a new address goes whole, and only then',
      orderEdit(before, before, { addressLineOne: 'Hafenstraße 1', city: 'Hamburg' }),
      { address: { addressLineOne: 'Hafenstraße 1', city: 'Hamburg' } },
    ],
    [
      '5: shipping leaves the pickup location to the service',
      instructions({ handOffType: 'ship_to_courier', pickupLocationId: null }),
      { deliveryInstructions: { handOffInfo: { handOffType: 'ship_to_courier' } } },
    ],
    [
      '5: shipping never carries a location along',
      instructions({ handOffType: 'ship_to_courier', pickupLocationId: 'pickupLocations/l2' }),
      { deliveryInstructions: { handOffInfo: { handOffType: 'ship_to_courier' } } },
    ],
    ['5: the type is not cleared', instructions({ handOffType: null }), null],
    [
      '5: another location alone keeps the type',
      instructions({ pickupLocationId: 'pickupLocations/l2' }),
      { deliveryInstructions: { handOffInfo: { pickupLocationId: 'pickupLocations/l2' } } },
    ],
    [
      '6: the weight goes whole, without a load amount',
      packages({ weight: { amount: 3, unit: 'kilogram' } }),
      { packageInfo: { weight: { amount: 3, unit: 'kilogram' } } },
    ],
    ['6: or is cleared', packages({ weight: null }), { packageInfo: { weight: null } }],
    [
      '7: a leaf inside the requirements is cleared, not the object',
      instructions({ proofOfAttemptRequired: null }),
      { deliveryInstructions: { proofOfAttemptRequirements: { enabled: null } } },
    ],
  ])('%s', (_rule, edit, expected) => {
    expect(edit).toEqual(expected);
    if (edit !== null) expect(orderUpdate.safeParse(edit).success).toBe(true);
  });
});
