/**
 * The app's edit rules against the training service, both ways (order-api, States and transitions, Edit semantics): the
 * service accepts what the rules allow, and the order then matches the prediction. The service refuses what the rules
 * forbid, and the order stays the same.
 */
import { describe, expect, it } from 'vitest';
import { orderEdit, type EditableOrder } from '../../../src/shared/order-edit.ts';
import { orderUpdate, type OrderUpdate } from '../../../src/shared/order-input.ts';
import {
  afterOrderEdit,
  editableOf,
  editEffects,
  whyNotOrder,
  type OrderAction,
  type WhyNotOrder,
} from '../../../src/shared/order-rules.ts';
import { order as orderSchema, type Order } from '../../../src/shared/orders.ts';
import type { AddressInput } from '../../../src/shared/shapes.ts';
import {
  aCourier,
  create,
  edit,
  fullOrder,
  oneService,
  pickupLocations,
  putOnRoute,
  read,
  submit,
  withdraw,
  type Batch,
} from '../training/order-helpers.ts';
import type { Answer, Client } from '../training/support.ts';

const service = oneService();

const asRead = (order: unknown): Order => orderSchema.parse(order);

/** Leaves out what the service itself changes in an edit: the geocoded address, and the barcodes of other packages. */
const foretold = ({ address: _found, barcodes: _new, ...rest }: Order) => rest;

async function begin(): Promise<{ client: Client; order: Order; locations: string[] }> {
  const client = service();
  const locations = (await pickupLocations(client)).map(({ id }) => id);
  return { client, locations, order: asRead(await create(client, fullOrder(locations[0]!))) };
}

type Change = (after: EditableOrder, locations: string[]) => void;

/** Changes that a user makes in the form, by rule. */
const changes: [rule: string, change: Change, address?: AddressInput][] = [
  ['1: nothing', () => undefined],
  ['1: one leaf, others omitted', (after) => (after.recipient.phone = '112')],
  ['2: notes cleared', (after) => (after.deliveryInstructions.notes = null)],
  ['2: the expected day cleared', (after) => (after.deliveryInstructions.expectedDeliveryDate = null)],
  ['2: the recipient’s name cleared', (after) => (after.recipient.name = null)],
  ['2: the recipient’s e-mail cleared', (after) => (after.recipient.email = null)],
  ['2: the recipient’s phone cleared', (after) => (after.recipient.phone = null)],
  ['2: the recipient’s id cleared', (after) => (after.recipient.externalId = null)],
  ['2: the number of packages cleared', (after) => (after.packageInfo.packageCount = null)],
  ['2: the external id cleared', (after) => (after.packageInfo.externalId = null)],
  ['2: the pickup location cleared', (after) => (after.deliveryInstructions.pickupLocationId = null)],
  ['3: products replaced', (after) => (after.packageInfo.products = ['Rolls'])],
  ['3: products emptied', (after) => (after.packageInfo.products = [])],
  ['4: a new address', () => undefined, { addressLineOne: 'Güterstraße 52', city: 'Aldermünde' }],
  ['4: a postcode alone', () => undefined, { zip: '41753' }],
  ['5: another pickup location', (after, [, other]) => (after.deliveryInstructions.pickupLocationId = other!)],
  ['5: shipped to the courier', (after) => (after.deliveryInstructions.handOffType = 'ship_to_courier')],
  ['6: a heavier weight', (after) => (after.packageInfo.weight = { amount: 3, unit: 'kilogram' })],
  ['6: another unit', (after) => (after.packageInfo.weight = { amount: 2.5, unit: 'pound' })],
  ['6: the weight cleared', (after) => (after.packageInfo.weight = null)],
  ['7: proof not required', (after) => (after.deliveryInstructions.proofOfAttemptRequired = false)],
  ['7: nothing said of proof', (after) => (after.deliveryInstructions.proofOfAttemptRequired = null)],
  [
    'all: everything at once',
    (after, [, other]) => {
      after.recipient = { name: 'Ada', email: 'ada@mail.example', phone: '1', externalId: 'C-2' };
      after.packageInfo = { products: ['Ink'], packageCount: 5, weight: { amount: 1, unit: 'pound' }, externalId: 'W' };
      after.deliveryInstructions = {
        notes: 'Back door',
        expectedDeliveryDate: { day: 1, month: 7, year: 2026 },
        proofOfAttemptRequired: false,
        handOffType: 'pickup_by_courier',
        pickupLocationId: other!,
      };
    },
    { addressLineOne: 'Güterstraße 52', zip: '41742' },
  ],
];

describe('an edit made in the form', () => {
  it.each(changes)('is accepted, and the order matches the prediction: %s', async (_rule, change, address) => {
    const { client, order, locations } = await begin();
    const after = structuredClone(editableOf(order));
    change(after, locations);
    const body = orderEdit(editableOf(order), after, address ?? null);
    const answer = await edit(client, order.id, body ?? {});
    expect(answer.status).toBe(200);
    const saved = asRead(answer.body);
    expect(foretold(saved)).toEqual(foretold(body === null ? order : afterOrderEdit(order, body)));
    // Changing to `ship_to_courier` clears the location, and the user is warned.
    const effects = editEffects(order, after, address ?? null, false).map(({ effect }) => effect);
    const cleared = effects.includes('pickup-location-cleared');
    const wanted = cleared
      ? { ...after, deliveryInstructions: { ...after.deliveryInstructions, pickupLocationId: null } }
      : after;
    expect(editableOf(saved)).toEqual(wanted);
    if (address === undefined) expect(saved.address).toEqual(order.address);
    else expect(JSON.stringify(saved.address)).not.toMatch(/Lindenallee|Rear house/);
  });

  it('warns before saving that a postcode alone removes the street, and it does', async () => {
    const { client, order } = await begin();
    const address = { zip: '41753' };
    expect(editEffects(order, editableOf(order), address, true)).toEqual([
      { effect: 'address-replaced', losesStreet: true },
      { effect: 'label-outdated' },
    ]);
    const saved = asRead((await edit(client, order.id, { address })).body);
    expect(JSON.stringify(saved.address)).not.toMatch(/Lindenallee|Rear house/);
  });
});

/** Bodies that change or clear nothing. Both sides read them alike, the app's rules without sending them. */
const silent: [rule: string, body: OrderUpdate][] = [
  ['1: empty objects', { recipient: {}, packageInfo: {}, deliveryInstructions: {} }],
  ['1: empty inner objects', { deliveryInstructions: { handOffInfo: {}, proofOfAttemptRequirements: {} } }],
  ['7: null for the instructions', { deliveryInstructions: null }],
  ['2: null for the recipient', { recipient: null }],
  ['3: null for the products', { packageInfo: { products: null } }],
  [
    '5: the type again, without a location',
    { deliveryInstructions: { handOffInfo: { handOffType: 'pickup_by_courier' } } },
  ],
];

describe('an edit without values', () => {
  it.each(silent)('has the same effect on both sides: %s', async (_rule, body) => {
    const { client, order } = await begin();
    expect(orderUpdate.safeParse(body).success).toBe(true);
    const answer = await edit(client, order.id, body);
    expect(answer.status).toBe(200);
    expect(foretold(asRead(answer.body))).toEqual(foretold(afterOrderEdit(order, body)));
  });
});

/** Edits that the app never sends. The service refuses them, or would do something else than asked. */
const held: [rule: string, body: object, answer: 'refuses' | 'clears nothing'][] = [
  ['4: an address with nothing that locates it', { address: { addressName: 'Bakery' } }, 'refuses'],
  ['4: half a pair of coordinates', { address: { latitude: 53 } }, 'refuses'],
  ['4: null for the address', { address: null }, 'refuses'],
  ['5: null for handOffType', { deliveryInstructions: { handOffInfo: { handOffType: null } } }, 'refuses'],
  ['5: another handOffType', { deliveryInstructions: { handOffInfo: { handOffType: 'fly' } } }, 'refuses'],
  ['6: a weight without its unit', { packageInfo: { weight: { amount: 3 } } }, 'refuses'],
  ['6: a weight without its amount', { packageInfo: { weight: { unit: 'pound' } } }, 'refuses'],
  [
    '6: weight and load amount',
    { packageInfo: { weight: { amount: 3, unit: 'pound' }, packageLoadAmount: 7 } },
    'refuses',
  ],
  ['6: weight and load amount, as null', { packageInfo: { weight: null, packageLoadAmount: null } }, 'refuses'],
  [
    '7: null for the whole of the requirements',
    { deliveryInstructions: { proofOfAttemptRequirements: null } },
    'clears nothing',
  ],
  ['7: null for the whole of handOffInfo', { deliveryInstructions: { handOffInfo: null } }, 'clears nothing'],
  ['a field that the document does not have', { recipient: { mobile: '1' } }, 'refuses'],
  ['a field that is only read', { submitted: true }, 'refuses'],
];

describe('an edit that the app rejects', () => {
  it.each(held)('would change nothing: %s', async (_rule, body, expected) => {
    const { client, order } = await begin();
    expect(orderUpdate.safeParse(body).success).toBe(false);
    const answer = await edit(client, order.id, body);
    expect(answer.status).toBe(expected === 'refuses' ? 400 : 200);
    expect(asRead(await read(client, order.id))).toEqual(order);
  });
});

type State = 'a draft' | 'submitted' | 'on a route' | 'added by the courier';

async function inState(client: Client, state: State): Promise<Order> {
  if (state === 'added by the courier') {
    const found = (await client.all<Order>('orders', '/orders', 'orders')).find(({ source }) => source === 'courier');
    return asRead(found);
  }
  const { id } = await create(client);
  if (state !== 'a draft') await submit(client, [id], await aCourier(client));
  if (state === 'on a route') await putOnRoute(client, id);
  return asRead(await read(client, id));
}

/** The service does not distinguish edits from a file and edits by a user. */
type Asked = Exclude<OrderAction, 'overwrite'>;

/** The service's answer to an action: null, or its error code. */
async function tried(client: Client, action: Asked, id: string): Promise<string | null> {
  const codeOf = ({ status, body }: Answer) => (status === 200 ? null : (body as { code: string }).code);
  const itemCode = ({ body }: Answer) => (body as Batch).failed[0]?.error.code ?? null;
  switch (action) {
    case 'edit':
      return codeOf(await edit(client, id, { deliveryInstructions: { notes: 'Ring' } }));
    case 'delete':
      return codeOf(await client.orders(`/${id}`, { method: 'DELETE' }));
    case 'submit':
      return itemCode(await submit(client, [id], await aCourier(client)));
    case 'withdraw':
      return itemCode(await withdraw(client, [id]));
  }
}

const table: [State, Asked, WhyNotOrder | null][] = [
  ['a draft', 'edit', null],
  ['a draft', 'delete', null],
  ['a draft', 'submit', null],
  ['a draft', 'withdraw', 'is-draft'],
  ['submitted', 'edit', null],
  ['submitted', 'delete', 'is-submitted'],
  ['submitted', 'submit', 'is-submitted'],
  ['submitted', 'withdraw', null],
  ['on a route', 'edit', 'on-route'],
  ['on a route', 'delete', 'on-route'],
  ['on a route', 'submit', 'on-route'],
  ['on a route', 'withdraw', 'on-route'],
  ['added by the courier', 'edit', 'from-courier'],
  ['added by the courier', 'delete', 'from-courier'],
  ['added by the courier', 'submit', 'from-courier'],
  ['added by the courier', 'withdraw', 'from-courier'],
];

describe('an order', () => {
  it.each(table)('%s: to %s is %s, and the service agrees', async (state, action, why) => {
    const client = service();
    const order = await inState(client, state);
    expect(whyNotOrder(action, order)).toBe(why);
    const code = await tried(client, action, order.id);
    expect(code === null).toBe(why === null);
    if (why === 'on-route' || why === 'from-courier') expect(code).toMatch(/^order_/);
    if (why !== null) expect(asRead(await read(client, order.id))).toEqual(order);
  });

  it('answers order_read_only to an edit and a deletion when it is read-only', async () => {
    const client = service();
    for (const state of ['on a route', 'added by the courier'] as const) {
      const { id } = await inState(client, state);
      expect([await tried(client, 'edit', id), await tried(client, 'delete', id)]).toEqual([
        'order_read_only',
        'order_read_only',
      ]);
    }
  });

  it.each<[string, AddressInput, boolean]>([
    ['a street', { addressLineOne: 'Güterstraße 52' }, false],
    ['coordinates', { latitude: 53.1, longitude: 8.2 }, false],
    ['a town', { city: 'Aldermünde' }, true],
  ])('predicts whether it loses its street when given %s', async (_what, address, losesStreet) => {
    const { order } = await begin();
    expect(editEffects(order, editableOf(order), address, false)).toEqual([
      { effect: 'address-replaced', losesStreet },
    ]);
  });

  it('can be deleted after it was submitted and withdrawn', async () => {
    const client = service();
    const { id } = await inState(client, 'submitted');
    expect(await tried(client, 'withdraw', id)).toBeNull();
    expect(whyNotOrder('delete', asRead(await read(client, id)))).toBeNull();
    expect(await tried(client, 'delete', id)).toBeNull();
  });
});
