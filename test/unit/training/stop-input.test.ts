import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/training/http/errors.ts';
import { stopInput, stopInputs } from '../../../src/training/validate/stops.ts';

const address = { addressLineOne: 'Rosenweg 1' };
const letters = (count: number) => 'x'.repeat(count);

/** The field named by the error, or `taken`. */
function outcome(body: unknown, check: (value: unknown, path: string) => unknown = stopInput): string | null {
  try {
    check(body, '');
    return 'taken';
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    return error.param;
  }
}

/** The accepted value at the bound, and the one beyond it that is rejected with the field's name. */
const bounds: [field: string, taken: unknown, refused: unknown][] = [
  [
    'address.addressLineOne',
    { address: { addressLineOne: letters(255) } },
    { address: { addressLineOne: letters(256) } },
  ],
  ['address.addressLineOne', { address }, { address: { addressLineOne: '' } }],
  ['address.city', { address: { city: letters(100) } }, { address: { city: letters(101) } }],
  ['address.zip', { address: { zip: letters(100) } }, { address: { zip: 41731 } }],
  ['address.latitude', { address: { latitude: -90, longitude: 0 } }, { address: { latitude: -90.1, longitude: 0 } }],
  ['address.longitude', { address: { latitude: 0, longitude: 180 } }, { address: { latitude: 0, longitude: 180.1 } }],
  ['address.longitude', { address }, { address: { ...address, latitude: 1 } }],
  ['address', { address: { country: 'X' } }, { address: { addressName: 'only shown' } }],
  ['address', { address }, {}],
  ['notes', { address, notes: '🚚'.repeat(2000) }, { address, notes: letters(2001) }],
  ['notes', { address, notes: null }, { address, notes: '' }],
  ['packageCount', { address, packageCount: 10_000 }, { address, packageCount: 10_001 }],
  ['packageCount', { address, packageCount: 1 }, { address, packageCount: 0 }],
  ['packageCount', { address, packageCount: null }, { address, packageCount: 1.5 }],
  ['weight.amount', { address, weight: w(999_999) }, { address, weight: w(999_999.01) }],
  ['weight.amount', { address, weight: w(0.07) }, { address, weight: w(0.071) }],
  [
    'weight.unit',
    { address, weight: { amount: 1, unit: 'metric-ton' } },
    { address, weight: { amount: 1, unit: 'stone' } },
  ],
  ['weight', { address, weight: null }, { address, weight: { amount: 1 } }],
  ['barcodes', { address, barcodes: Array(50).fill('x') }, { address, barcodes: Array(51).fill('x') }],
  ['barcodes.0', { address, barcodes: [letters(255)] }, { address, barcodes: [letters(256)] }],
  ['barcodes', { address, barcodes: [] }, { address, barcodes: null }],
  ['recipient.name', { address, recipient: { name: letters(255) } }, { address, recipient: { name: letters(256) } }],
  ['recipient.email', { address, recipient: null }, { address, recipient: { email: null } }],
  ['recipient.mobile', { address, recipient: {} }, { address, recipient: { mobile: '1' } }],
  ['orderInfo.products', products(100), products(101)],
  ['paymentOnDelivery.amount', payment(1, 'EUR'), payment(0, 'EUR')],
  ['paymentOnDelivery.currency', payment(1, 'ZAR'), payment(1, 'XXX')],
  ['timing.earliestAttemptTime.hour', time(23, 59), time(24, 0)],
  ['timing.earliestAttemptTime.minute', time(0, 0), time(0, 60)],
  ['timing.estimatedAttemptDuration', duration(0), duration(-1)],
  ['allowedDrivers', { address, allowedDrivers: drivers(100) }, { address, allowedDrivers: drivers(101) }],
  ['allowedDrivers.0', { address, allowedDrivers: null }, { address, allowedDrivers: ['plans/1'] }],
  ['activity', { address, activity: 'pickup' }, { address, activity: 'visit' }],
  ['optimizationOrder', { address, optimizationOrder: 'last' }, { address, optimizationOrder: 'second' }],
  ['clientId', { address, clientId: letters(100) }, { address, clientId: letters(101) }],
  ['customProperties.doorCode', property('doorCode', letters(255)), property('doorCode', letters(256))],
  ['customProperties.unknown', property('floor', '2'), property('unknown', '2')],
  ['proofOfAttemptRequirements.enabled', proof(false), proof('yes')],
  ['driver', { address }, { address, driver: 'drivers/1' }],
];

describe('a new stop', () => {
  it.each(bounds)(
    "%s: accepts the value at the bound and rejects the one beyond with the field's name",
    (field, taken, refused) => {
      expect(outcome(taken)).toBe('taken');
      expect(outcome(refused)).toBe(field);
    },
  );

  it('is an object, or a list of one to a hundred in an import', () => {
    for (const body of [null, [], 'stop', undefined]) expect(outcome(body)).toBe('');
    expect(outcome(Array(100).fill({ address }), stopInputs)).toBe('taken');
    for (const body of [[], Array(101).fill({ address }), { address }]) expect(outcome(body, stopInputs)).toBe('');
    expect(outcome([{ address }, { address, notes: 1 }], stopInputs)).toBe('1.notes');
  });
});

function w(amount: number) {
  return { amount, unit: 'kilogram' };
}
function products(count: number) {
  return { address, orderInfo: { products: Array(count).fill('x') } };
}
function payment(amount: number, currency: string) {
  return { address, paymentOnDelivery: { amount, currency } };
}
function time(hour: number, minute: number) {
  return { address, timing: { earliestAttemptTime: { hour, minute } } };
}
function duration(estimatedAttemptDuration: number) {
  return { address, timing: { estimatedAttemptDuration } };
}
function drivers(count: number) {
  return Array.from({ length: count }, (_, index) => `drivers/${index}`);
}
function property(name: string, value: string) {
  return { address, customProperties: { [name]: value } };
}
function proof(enabled: unknown) {
  return { address, proofOfAttemptRequirements: { enabled } };
}
