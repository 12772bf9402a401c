/**
 * The edit rules of the whole order document (order-api, Edit semantics), as a table and both ways: what an edit may
 * carry and what the order says afterwards, and what is refused and leaves the order as it was. Plain HTTP.
 */
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import {
  aCourier,
  create,
  edit,
  fullOrder,
  oneService,
  pickupLocations,
  putOnRoute,
  read,
  refusal,
  submit,
} from './order-helpers.ts';
import { training, type Client } from './support.ts';

const instructions = (fields: object) => ({ deliveryInstructions: fields });
const handOff = (fields: object) => instructions({ handOffInfo: fields });
const packages = (fields: object) => ({ packageInfo: fields });

/** Where a value stands in an order, and the value. */
type Says = Record<string, unknown>;

const at = (order: Order, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, order);

/** Rule by rule: what is sent, and all that differs afterwards. `{}`: nothing does. */
type Taken = [rule: string, body: (locations: string[]) => object, says: (locations: string[]) => Says];
const taken: Taken[] = [
  ['1: a body that sets nothing returns the order unchanged', () => ({}), () => ({})],
  ['1: an empty recipient equals omitting it', () => ({ recipient: {} }), () => ({})],
  ['1: an empty packageInfo equals omitting it', () => packages({}), () => ({})],
  ['1: empty deliveryInstructions equal omitting them', () => instructions({}), () => ({})],
  ['1: an empty handOffInfo equals omitting it', () => handOff({}), () => ({})],
  [
    '1: empty proofOfAttemptRequirements equal omitting them',
    () => instructions({ proofOfAttemptRequirements: {} }),
    () => ({}),
  ],
  ['1: an empty weight equals omitting it', () => packages({ weight: {} }), () => ({})],
  ['1: an empty expected day equals omitting it', () => instructions({ expectedDeliveryDate: {} }), () => ({})],
  ['1: an empty address equals omitting it', () => ({ address: {} }), () => ({})],
  [
    '1: an omitted field beside a changed one is unchanged',
    () => ({ recipient: { phone: '112' }, ...packages({ externalId: 'WEB-2' }) }),
    () => ({ 'recipient.phone': '112', 'packageInfo.externalId': 'WEB-2' }),
  ],
  ['2: null clears notes', () => instructions({ notes: null }), () => ({ 'deliveryInstructions.notes': null })],
  [
    '2: null clears the expected day',
    () => instructions({ expectedDeliveryDate: null }),
    () => ({ 'deliveryInstructions.expectedDeliveryDate': null }),
  ],
  ...['name', 'email', 'phone', 'externalId'].map((name): Taken => [
    `2: null clears the recipient’s ${name}`,
    () => ({ recipient: { [name]: null } }),
    () => ({ [`recipient.${name}`]: null }),
  ]),
  ['2: null clears the whole recipient', () => ({ recipient: null }), () => ({ recipient: null })],
  ['2: null clears the external id', () => packages({ externalId: null }), () => ({ 'packageInfo.externalId': null })],
  [
    '2: null clears the pickup location',
    () => handOff({ pickupLocationId: null }),
    () => ({ 'deliveryInstructions.handOffInfo.pickupLocationId': null }),
  ],
  [
    '3: an array replaces the whole',
    () => packages({ products: ['Rolls'] }),
    () => ({ 'packageInfo.products': ['Rolls'] }),
  ],
  ['3: an empty array replaces the whole', () => packages({ products: [] }), () => ({ 'packageInfo.products': [] })],
  ['3: null clears an array', () => packages({ products: null }), () => ({ 'packageInfo.products': null })],
  ['5: handOffType alone keeps the pickup location', () => handOff({ handOffType: 'pickup_by_courier' }), () => ({})],
  [
    '5: omitting handOffType keeps the stored one',
    ([, other]) => handOff({ pickupLocationId: other }),
    ([, other]) => ({ 'deliveryInstructions.handOffInfo.pickupLocationId': other }),
  ],
  [
    '5: ship_to_courier clears the stored pickup location',
    () => handOff({ handOffType: 'ship_to_courier' }),
    () => ({ 'deliveryInstructions.handOffInfo': { handOffType: 'ship_to_courier', pickupLocationId: null } }),
  ],
  [
    '6: a weight replaces the stored one whole',
    () => packages({ weight: { amount: 3, unit: 'pound' } }),
    () => ({ 'packageInfo.weight': { amount: 3, unit: 'pound' } }),
  ],
  ['6: null clears the weight', () => packages({ weight: null }), () => ({ 'packageInfo.weight': null })],
  [
    '6: packageLoadAmount alone leaves the weight',
    () => packages({ packageLoadAmount: 7 }),
    () => ({ 'packageInfo.packageLoadAmount': 7 }),
  ],
  [
    '7: null for the whole of proofOfAttemptRequirements does not clear it',
    () => instructions({ proofOfAttemptRequirements: null }),
    () => ({}),
  ],
  [
    '7: null for its leaf does',
    () => instructions({ proofOfAttemptRequirements: { enabled: null } }),
    () => ({ 'deliveryInstructions.proofOfAttemptRequirements': { enabled: null } }),
  ],
  ['7: null for the whole of handOffInfo does not clear it', () => instructions({ handOffInfo: null }), () => ({})],
  [
    '7: null for the whole of deliveryInstructions does not clear it',
    () => ({ deliveryInstructions: null }),
    () => ({}),
  ],
];

/** What is refused with 400, and the field that the refusal names. */
const refused: [rule: string, body: object, field: string][] = [
  ['4: an address with nothing that locates it', { address: { addressName: 'Bakery' } }, 'address'],
  ['4: half a pair of coordinates', { address: { latitude: 53 } }, 'address'],
  ['4: an address that is not found', { address: { addressLineOne: 'Nowhere 1' } }, 'address'],
  ['4: null for the address', { address: null }, 'address'],
  ['5: null for handOffType', handOff({ handOffType: null }), 'deliveryInstructions.handOffInfo.handOffType'],
  ['5: another handOffType', handOff({ handOffType: 'fly' }), 'deliveryInstructions.handOffInfo.handOffType'],
  ['6: a weight without its unit', packages({ weight: { amount: 3 } }), 'packageInfo.weight.unit'],
  ['6: a weight without its amount', packages({ weight: { unit: 'pound' } }), 'packageInfo.weight.amount'],
  [
    '6: weight and packageLoadAmount together',
    packages({ weight: { amount: 3, unit: 'pound' }, packageLoadAmount: 7 }),
    'packageInfo.packageLoadAmount',
  ],
  [
    '6: a weight beside a packageLoadAmount of null',
    packages({ weight: { amount: 3, unit: 'pound' }, packageLoadAmount: null }),
    'packageInfo.packageLoadAmount',
  ],
  [
    '6: a weight of null beside a packageLoadAmount',
    packages({ weight: null, packageLoadAmount: 7 }),
    'packageInfo.packageLoadAmount',
  ],
  [
    'a pickup location that is not there',
    handOff({ pickupLocationId: 'pickupLocations/gone' }),
    'deliveryInstructions.handOffInfo.pickupLocationId',
  ],
  ['a field that the document does not have', { colour: 'red' }, 'colour'],
  ['a field that is only read', { submitted: true }, 'submitted'],
  ['a nested field that the document does not have', { recipient: { mobile: '1' } }, 'recipient.mobile'],
];

const service = oneService();

async function begin(): Promise<{ client: Client; order: Order; locations: string[] }> {
  const client = service();
  const locations = (await pickupLocations(client)).map(({ id }) => id);
  return { client, locations, order: await create(client, fullOrder(locations[0]!)) };
}

/** Every path of an order down to its leaves that `says` does not speak of, with what stands there. */
function others(order: Order, says: Says): unknown {
  const copy = structuredClone(order) as unknown as Record<string, unknown>;
  for (const path of Object.keys(says)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<Record<string, unknown>>((value, name) => value[name] as Record<string, unknown>, copy);
    parent[last] = 'changed';
  }
  return copy;
}

describe('an edit', () => {
  it.each(taken)('is taken by rule %s', async (_rule, body, says) => {
    const { client, order, locations } = await begin();
    const answer = await edit(client, order.id, body(locations));
    expect(answer.status).toBe(200);
    const after = answer.body as Order;
    const expected = says(locations);
    for (const [path, value] of Object.entries(expected)) expect(at(after, path), path).toEqual(value);
    expect(others(after, expected)).toEqual(others(order, expected));
    expect(await read(client, order.id)).toEqual(after);
  });

  it.each(refused)('is refused by rule %s, and changes nothing', async (_rule, body, field) => {
    const { client, order } = await begin();
    const answer = await edit(client, order.id, { ...body, recipient: { name: 'X', ...(body as Order).recipient } });
    const [status, , param] = refusal(answer);
    expect([status, param]).toEqual([400, field]);
    expect(await read(client, order.id)).toEqual(order);
  });

  it('by rule 4 replaces the address in full and geocodes it again: a zip alone discards the street', async () => {
    const { client, order } = await begin();
    const { address } = (await edit(client, order.id, { address: { zip: '41753' } })).body as Order;
    expect(JSON.stringify(address)).not.toMatch(/Lindenallee|Rear house/);
    expect(address.address).toContain('41753');
    expect([address.latitude, address.longitude]).not.toEqual([order.address.latitude, order.address.longitude]);
    expect(address.placeId).not.toBe(order.address.placeId);

    const moved = (await edit(client, order.id, { address: { latitude: 53.1, longitude: 8.2 } })).body as Order;
    expect(moved.address).toMatchObject({ latitude: 53.1, longitude: 8.2 });
  });

  it('by rule 5 clears a pickup location that is sent beside ship_to_courier too', async () => {
    const { client, order, locations } = await begin();
    const body = handOff({ handOffType: 'ship_to_courier', pickupLocationId: locations[1] });
    expect((await edit(client, order.id, body)).body).toMatchObject(
      handOff({ handOffType: 'ship_to_courier', pickupLocationId: null }),
    );
  });

  it('by rule 8 is refused with 409 order_read_only once the order is on a route, whatever it sets', async () => {
    const { client, order } = await begin();
    await submit(client, [order.id], await aCourier(client));
    await putOnRoute(client, order.id);
    const before = await read(client, order.id);
    for (const body of [{}, { recipient: {} }, { recipient: { name: 'X' } }, { address: { zip: '41753' } }]) {
      expect(refusal(await edit(client, order.id, body))).toEqual([409, 'order_read_only', null]);
    }
    expect(await read(client, order.id)).toEqual(before);
  });

  it('of the number of packages makes new barcodes, one each; the same number keeps them', async () => {
    const { client, order } = await begin();
    expect(((await edit(client, order.id, packages({ packageCount: 2 }))).body as Order).barcodes).toEqual(
      order.barcodes,
    );
    const more = (await edit(client, order.id, packages({ packageCount: 5 }))).body as Order;
    expect(new Set([...more.barcodes, ...order.barcodes]).size).toBe(7);
    const none = (await edit(client, order.id, packages({ packageCount: null }))).body as Order;
    expect([none.packageInfo.packageCount, none.barcodes.length]).toEqual([null, 1]);
  });

  it('of packageInfo by null clears all of it', async () => {
    const { client, order } = await begin();
    const { packageInfo } = (await edit(client, order.id, { packageInfo: null })).body as Order;
    expect(new Set(Object.values(packageInfo))).toEqual(new Set([null]));
  });

  it('fills in what was empty, leaf by leaf', async () => {
    const { client, locations } = await begin();
    const { id } = await create(client);
    const { recipient, deliveryInstructions } = fullOrder(locations[0]!);
    await edit(client, id, { recipient: { name: recipient.name } });
    await edit(client, id, handOff({ pickupLocationId: locations[0] }));
    const after = (await edit(client, id, instructions({ proofOfAttemptRequirements: { enabled: false } })))
      .body as Order;
    expect(after.recipient).toEqual({ name: recipient.name, email: null, phone: null, externalId: null });
    expect(after.deliveryInstructions).toEqual({
      notes: null,
      expectedDeliveryDate: null,
      proofOfAttemptRequirements: { enabled: false },
      handOffInfo: { handOffType: null, pickupLocationId: deliveryInstructions.handOffInfo.pickupLocationId },
    });
  });

  it('of what is empty, by an empty object or by null, leaves it empty', async () => {
    const client = service();
    const order = await create(client);
    for (const body of [
      { recipient: {}, packageInfo: {}, deliveryInstructions: {} },
      instructions({ proofOfAttemptRequirements: {}, handOffInfo: {} }),
      instructions({ proofOfAttemptRequirements: null, handOffInfo: null }),
      { recipient: null, packageInfo: null, deliveryInstructions: null },
    ]) {
      expect((await edit(client, order.id, body)).body).toEqual(order);
    }
    expect(await read(client, order.id)).toEqual(order);
  });

  it('has these rules whatever nested updates of the planning service do', async () => {
    const client = await training({ switches: { nestedUpdates: 'replaced' } });
    const order = await create(client, { recipient: { name: 'A', phone: '1' } });
    const after = (await edit(client, order.id, { recipient: { name: 'B' } })).body as Order;
    expect(after.recipient).toMatchObject({ name: 'B', phone: '1' });
  });

  it('of an order that is not there answers 404', async () => {
    const { client } = await begin();
    expect(refusal(await edit(client, 'orders/gone', {}))).toEqual([404, 'order_not_found', null]);
  });
});
