/** What an order may hold (order-api, Order input): each field at its bound and beyond it, on create, import and edit. */
import { describe, expect, it } from 'vitest';
import { create, oneService, pickupLocations, refusal, send, somewhere } from './order-helpers.ts';

const letters = (count: number) => 'x'.repeat(count);
const day = (fields: object) => ({ expectedDeliveryDate: { day: 15, month: 6, year: 2026, ...fields } });
const weight = (amount: number) => ({ weight: { amount, unit: 'kilogram' } });

/** Field, what is taken, what is refused. */
const packageInfo: [field: string, taken: object, refused: object][] = [
  ['products', { products: Array(500).fill(letters(500)) }, { products: 'Bread' }],
  ['products.1', { products: [] }, { products: ['Bread', 4] }],
  ['packageCount', { packageCount: 1 }, { packageCount: 0 }],
  ['packageCount', { packageCount: 10_001 }, { packageCount: 1.5 }],
  ['weight.amount', weight(999_999), weight(999_999.5)],
  ['weight.amount', weight(0.123), { weight: { amount: '1', unit: 'kilogram' } }],
  ['weight.amount', { weight: null }, { weight: { unit: 'kilogram' } }],
  ['weight.unit', { weight: { amount: 1, unit: 'metric-ton' } }, { weight: { amount: 1, unit: 'stone' } }],
  ['packageLoadAmount', { packageLoadAmount: -2.5 }, { packageLoadAmount: '2.5' }],
  ['externalId', { externalId: letters(5_000) }, { externalId: 5 }],
  ['colour', {}, { colour: 'red' }],
];
const recipient: typeof packageInfo = [
  ['name', { name: letters(5_000) }, { name: '' }],
  ['email', { email: 'zoe.s+1@mail.example' }, { email: 'zoe at mail.example' }],
  ['email', { email: null }, { email: 'zoe@mail' }],
  ['phone', { phone: '1' }, { phone: 1 }],
  ['externalId', { externalId: 'C-1' }, { externalId: {} }],
  ['mobile', {}, { mobile: '1' }],
];
const deliveryInstructions: typeof packageInfo = [
  ['notes', { notes: letters(20_000) }, { notes: 1 }],
  ['expectedDeliveryDate.day', day({ day: 31 }), day({ day: 32 })],
  ['expectedDeliveryDate.day', day({ day: 1 }), day({ day: 0 })],
  ['expectedDeliveryDate.month', day({ month: 12 }), day({ month: 13 })],
  ['expectedDeliveryDate.month', day({ month: 1 }), day({ month: 0 })],
  ['expectedDeliveryDate.year', day({ year: 2100 }), day({ year: 2101 })],
  ['expectedDeliveryDate.year', day({ year: 2000 }), day({ year: 1999 })],
  ['expectedDeliveryDate.year', {}, { expectedDeliveryDate: { day: 1, month: 1 } }],
  [
    'proofOfAttemptRequirements.enabled',
    { proofOfAttemptRequirements: { enabled: false } },
    { proofOfAttemptRequirements: { enabled: 'yes' } },
  ],
  [
    'handOffInfo.handOffType',
    { handOffInfo: { handOffType: 'pickup_by_courier' } },
    { handOffInfo: { handOffType: 'drone' } },
  ],
  ['handOffInfo.pickupLocationId', { handOffInfo: {} }, { handOffInfo: { pickupLocationId: 'a' } }],
  ['signature', {}, { signature: true }],
];
const address: typeof packageInfo = [
  ['latitude', { latitude: 90, longitude: 180 }, { latitude: 90.1, longitude: 0 }],
  ['latitude', { latitude: -90, longitude: -180 }, { latitude: -90.1, longitude: 0 }],
  ['longitude', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180.1 }],
  ['longitude', { zip: '41731', latitude: 1 }, { latitude: 0, longitude: -180.1 }],
  ['addressLineOne', { addressLineOne: letters(5_000), zip: '41731' }, { addressLineOne: '' }],
  ['addressLineTwo', { zip: '41731', addressLineTwo: 'x' }, { zip: '41731', addressLineTwo: '' }],
  ['city', { city: 'Aldermünde' }, { city: 1 }],
  ['state', { zip: '41731', state: 'x' }, { zip: '41731', state: '' }],
  ['zip', { zip: '41731' }, { zip: 41_731 }],
  ['country', { zip: '41731', country: 'Germany' }, { zip: '41731', country: 4 }],
  ['addressName', { zip: '41731', addressName: 'Bakery' }, { zip: '41731', addressName: '' }],
  ['street', { zip: '41731' }, { zip: '41731', street: 'x' }],
];

const rows = Object.entries({ packageInfo, recipient, deliveryInstructions, address }).flatMap(([group, lines]) =>
  lines.map(([field, taken, refused]) => ({ field: `${group}.${field}`, group, taken, refused })),
);

const service = oneService();

describe('an order input', () => {
  it.each(rows)('is held to the document’s own bounds: $field', async ({ field, group, taken, refused }) => {
    const client = service();
    const { id } = await create(client);
    // Two imports follow, and ten a minute are let through.
    client.clock.pass(12_000);
    const whole = (part: object) => ({ address: somewhere, [group]: part });
    const answers = async (part: object) => [
      await send(client, 'POST', '/orders', whole(part)),
      await send(client, 'POST', '/orders:import', { orders: [whole(part)] }),
      await send(client, 'PATCH', `/${id}`, { [group]: part }),
    ];
    expect((await answers(taken)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await answers(refused)).map(refusal)).toEqual([
      [400, 'validation_error', field],
      [400, 'validation_error', `orders.0.${field}`],
      [400, 'validation_error', field],
    ]);
  });

  it('needs an address with one locating field at least, both coordinates counting as one', async () => {
    const client = service();
    const status = async (body: unknown) => refusal(await send(client, 'POST', '/orders', body));
    const needed = [400, 'validation_error', 'address'];
    expect(await status({})).toEqual(needed);
    expect(await status({ address: {} })).toEqual(needed);
    expect(await status({ address: null })).toEqual(needed);
    expect(await status({ address: { addressName: 'Bakery' } })).toEqual(needed);
    expect(await status({ address: { longitude: 8 } })).toEqual(needed);
    expect(await status([])).toEqual([400, 'validation_error', '']);
    expect((await client.orders('/orders', { method: 'POST' })).status).toBe(400);
  });

  it('takes a pickup location by its prefixed id', async () => {
    const client = service();
    const [location] = await pickupLocations(client);
    const order = await create(client, { deliveryInstructions: { handOffInfo: { pickupLocationId: location!.id } } });
    expect(order.deliveryInstructions?.handOffInfo?.pickupLocationId).toBe(location!.id);
  });

  it('may have more packages than barcodes are made for', async () => {
    const client = service();
    const order = await create(client, { packageInfo: { packageCount: 10_001 } });
    expect([order.packageInfo.packageCount, order.barcodes.length]).toEqual([10_001, 10_000]);
  });
});
