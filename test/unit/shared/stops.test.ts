import { describe, expect, it } from 'vitest';
import { stop, stopCreate } from '../../../src/shared/stops.ts';

const address = { addressLineOne: 'Güterstraße 52' };
const accepts = (value: unknown) => stopCreate.safeParse(value).success;
const fieldOf = (value: unknown) => stopCreate.safeParse(value).error?.issues[0]?.path.join('.');
const long = (length: number) => 'x'.repeat(length);

describe('a stop to be sent', () => {
  // The value at the bound is sent, the one beyond is refused with the field's name (planning-api, StopCreate;
  // resolved, Bounds).
  it.each<[string, unknown, unknown]>([
    ['address.addressLineOne', { address: { addressLineOne: long(255) } }, { address: { addressLineOne: long(256) } }],
    ['address.city', { address: { city: long(100) } }, { address: { city: long(101) } }],
    ['address.zip', { address: { ...address, zip: '0' } }, { address: { ...address, zip: '' } }],
    ['address.latitude', { address: { latitude: 90, longitude: 0 } }, { address: { latitude: 90.1, longitude: 0 } }],
    [
      'address.longitude',
      { address: { latitude: 0, longitude: -180 } },
      { address: { latitude: 0, longitude: -180.1 } },
    ],
    ['notes', { address, notes: long(2000) }, { address, notes: long(2001) }],
    ['packageCount', { address, packageCount: 1 }, { address, packageCount: 0 }],
    ['packageCount', { address, packageCount: 10_000 }, { address, packageCount: 10_001 }],
    ['packageCount', { address, packageCount: 2 }, { address, packageCount: 1.5 }],
    [
      'weight.amount',
      { address, weight: { amount: 999_999, unit: 'kilogram' } },
      { address, weight: { amount: 1_000_000, unit: 'kilogram' } },
    ],
    [
      'weight.amount',
      { address, weight: { amount: 1.25, unit: 'pound' } },
      { address, weight: { amount: 1.255, unit: 'pound' } },
    ],
    [
      'weight.unit',
      { address, weight: { amount: 1, unit: 'metric-ton' } },
      { address, weight: { amount: 1, unit: 'stone' } },
    ],
    ['barcodes', { address, barcodes: Array(50).fill('1') }, { address, barcodes: Array(51).fill('1') }],
    ['barcodes.0', { address, barcodes: [long(255)] }, { address, barcodes: [long(256)] }],
    ['recipient.name', { address, recipient: { name: long(255) } }, { address, recipient: { name: long(256) } }],
    ['recipient.externalId', { address, recipient: { externalId: '1' } }, { address, recipient: { externalId: '' } }],
    [
      'orderInfo.products',
      { address, orderInfo: { products: Array(100).fill('a') } },
      { address, orderInfo: { products: Array(101).fill('a') } },
    ],
    ['allowedDrivers.0', { address, allowedDrivers: ['drivers/a'] }, { address, allowedDrivers: ['a'] }],
    ['clientId', { address, clientId: long(100) }, { address, clientId: long(101) }],
    [
      'timing.latestAttemptTime.hour',
      { address, timing: { latestAttemptTime: { hour: 23, minute: 59 } } },
      { address, timing: { latestAttemptTime: { hour: 24, minute: 0 } } },
    ],
    [
      'paymentOnDelivery.amount',
      { address, paymentOnDelivery: { amount: 1, currency: 'EUR' } },
      { address, paymentOnDelivery: { amount: 0, currency: 'EUR' } },
    ],
    [
      'customProperties.a',
      { address, customProperties: { a: long(255) } },
      { address, customProperties: { a: long(256) } },
    ],
    ['activity', { address, activity: 'pickup' }, { address, activity: 'return' }],
    ['optimizationOrder', { address, optimizationOrder: 'last' }, { address, optimizationOrder: 'middle' }],
  ])('%s', (field, at, beyond) => {
    expect(accepts(at)).toBe(true);
    expect(fieldOf(beyond)).toBe(field);
  });

  it('requires a locating field, because a name is shown but not geocoded', () => {
    expect(fieldOf({ address: { addressName: 'Bakery' } })).toBe('address.addressLineOne');
    expect(fieldOf({ address: {} })).toBe('address.addressLineOne');
    expect(fieldOf({})).toBe('address');
  });

  it('requires both coordinates or none', () => {
    expect(fieldOf({ address: { ...address, latitude: 1 } })).toBe('address.longitude');
    expect(fieldOf({ address: { ...address, longitude: 1 } })).toBe('address.latitude');
  });

  it('rejects a field that the service does not know', () => {
    expect(accepts({ address, driver: 'drivers/a' })).toBe(false);
    expect(accepts({ address: { ...address, street: 'a' } })).toBe(false);
  });
});

describe('a stop from the service', () => {
  it('keeps unknown fields and tolerates odd values in all fields but the id', () => {
    const read = stop.parse({
      id: 'plans/a/stops/b',
      notes: 7,
      type: 'detour',
      barcodes: ['1', 2, null],
      address: 'somewhere',
      eta: { status: 'guessed', value: null },
      newField: { deep: [1] },
    });
    expect(read).toMatchObject({ id: 'plans/a/stops/b', notes: null, type: 'detour', barcodes: ['1'], address: null });
    expect(read['newField']).toEqual({ deep: [1] });
  });

  it('is rejected without an id', () => {
    expect(stop.safeParse({ notes: 'x' }).success).toBe(false);
    expect(stop.safeParse({}).success).toBe(false);
  });
});
