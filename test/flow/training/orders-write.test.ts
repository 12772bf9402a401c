import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import {
  aCourier,
  create,
  pickupLocations,
  putOnRoute,
  read,
  refusal,
  send,
  somewhere,
  submit,
  type Batch,
  type OrderPage,
} from './order-helpers.ts';
import { temporaryFolder, training } from './support.ts';

describe('creating an order', () => {
  it('answers a draft with an id, the time and every field that was given, and it can be read back', async () => {
    const client = await training();
    const [location] = await pickupLocations(client);
    const recipient = { name: 'Zoë Šimek', email: 'zoe@mail.example', phone: '+49 30 23125001', externalId: 'C-1' };
    const packageInfo = {
      products: ['Bread'],
      packageCount: 2,
      weight: { amount: 2.5, unit: 'kilogram' },
      packageLoadAmount: 3,
      externalId: 'WEB-9',
    };
    const deliveryInstructions = {
      notes: 'Ring twice',
      expectedDeliveryDate: { day: 17, month: 6, year: 2026 },
      proofOfAttemptRequirements: { enabled: true },
      handOffInfo: { handOffType: 'pickup_by_courier', pickupLocationId: location!.id },
    };
    const answer = await send(client, 'POST', '/orders', {
      address: { addressLineOne: 'Lindenallee 4', city: 'Aldermünde' },
      recipient,
      packageInfo,
      deliveryInstructions,
    });
    expect(answer.status).toBe(200);
    const order = answer.body as Order;
    expect(order).toMatchObject({
      createdAt: client.clock.now(),
      recipient,
      packageInfo,
      deliveryInstructions,
      address: { addressLineOne: 'Lindenallee 4', placeTypes: ['street_address'] },
      courier: null,
      submitted: false,
      submittedAt: null,
      progress: null,
      readOnly: false,
      source: 'retailer',
    });
    expect(order.id).toMatch(/^orders\/[A-Za-z0-9_-]{1,50}$/);
    expect(await read(client, order.id)).toEqual(order);
  });

  it('needs nothing but an address that can be found; what is not given is null', async () => {
    const client = await training();
    const order = await create(client, { recipient: null, packageInfo: null, deliveryInstructions: null });
    expect(order).toMatchObject({
      recipient: null,
      packageInfo: { products: null, packageCount: null, weight: null, packageLoadAmount: null, externalId: null },
      deliveryInstructions: null,
    });
    const lost = await send(client, 'POST', '/orders', { address: { addressLineOne: 'Nowhere 1' } });
    expect(refusal(lost)).toEqual([400, 'address_not_found', 'address']);
  });

  it('makes barcodes, one a package, that no other order has', async () => {
    const client = await training();
    const orders = await client.all<Order>('orders', '/orders', 'orders');
    const three = await create(client, { packageInfo: { packageCount: 3 } });
    const none = await create(client);
    expect([three.barcodes.length, none.barcodes.length]).toEqual([3, 1]);
    const codes = [...orders, three, none].flatMap(({ barcodes }) => barcodes);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('refuses a pickup location that is not there', async () => {
    const client = await training();
    const handOffInfo = { handOffType: 'pickup_by_courier', pickupLocationId: 'pickupLocations/gone' };
    const answer = await send(client, 'POST', '/orders', { address: somewhere, deliveryInstructions: { handOffInfo } });
    expect(refusal(answer)).toEqual([
      400,
      'pickup_location_not_found',
      'deliveryInstructions.handOffInfo.pickupLocationId',
    ]);
  });

  it('puts it at the top of the list, also above those of the same moment', async () => {
    const client = await training();
    await create(client, { packageInfo: { externalId: 'FIRST' } });
    await send(client, 'POST', '/orders:import', {
      orders: ['SECOND', 'THIRD'].map((externalId) => ({ address: somewhere, packageInfo: { externalId } })),
    });
    const { orders } = (await client.orders('/orders?maxPageSize=3')).body as OrderPage;
    expect(orders.map(({ packageInfo }) => packageInfo.externalId)).toEqual(['THIRD', 'SECOND', 'FIRST']);
  });

  it('survives a restart of the service', async () => {
    const folder = temporaryFolder();
    const client = await training({ folder });
    const order = await create(client, { packageInfo: { packageCount: 4 } });
    await client.service.close();
    const again = await training({ folder, clock: client.clock });
    expect(await read(again, order.id)).toEqual(order);
    expect((await create(again)).barcodes).not.toEqual(order.barcodes);
  });
});

describe('importing orders', () => {
  it('answers 200 and names each failure by its index, with code, message and the order as it was sent', async () => {
    const client = await training();
    const lost = { address: { addressLineOne: 'Nowhere 7' }, recipient: { name: 'Nobody' } };
    const unknownPlace = {
      address: somewhere,
      deliveryInstructions: { handOffInfo: { pickupLocationId: 'pickupLocations/gone' } },
    };
    const fine = (externalId: string) => ({ address: somewhere, packageInfo: { externalId } });
    const orders = [lost, fine('IMPORT-1'), unknownPlace, fine('IMPORT-2'), lost];
    const { status, body } = await send(client, 'POST', '/orders:import', { orders });
    const { success, failed } = body as Batch;
    expect(status).toBe(200);
    expect(failed.map(({ index, error }) => [index, error.code])).toEqual([
      [0, 'address_not_found'],
      [2, 'pickup_location_not_found'],
      [4, 'address_not_found'],
    ]);
    expect(failed[0]).toMatchObject({ order: lost, error: { message: expect.stringMatching(/address/) as string } });
    const made = await Promise.all(success.map((id) => read(client, id)));
    expect(made.map(({ packageInfo }) => packageInfo.externalId).sort()).toEqual(['IMPORT-1', 'IMPORT-2']);
  });

  it('answers 200 also when not one order could be made', async () => {
    const client = await training();
    const orders = [{ address: { addressLineOne: 'Postfach 12' } }];
    expect(await send(client, 'POST', '/orders:import', { orders })).toMatchObject({
      status: 200,
      body: { success: [], failed: [{ index: 0, error: { code: 'address_not_found' } }] },
    });
  });

  it('takes 100 orders; a longer list, or one with an item that is no order, is refused before any is made', async () => {
    const client = await training();
    const before = (await client.all<Order>('orders', '/orders', 'orders')).length;
    const items = (count: number) => Array<unknown>(count).fill({ address: somewhere });
    const refused = [
      items(101),
      [],
      [...items(2), { address: {} }],
      [...items(2), { address: somewhere, colour: 'red' }],
    ];
    for (const orders of refused) {
      expect((await send(client, 'POST', '/orders:import', { orders })).status, String(orders.length)).toBe(400);
    }
    expect((await send(client, 'POST', '/orders:import', items(1))).status).toBe(400);
    expect(await client.all('orders', '/orders', 'orders')).toHaveLength(before);
    const { success } = (await send(client, 'POST', '/orders:import', { orders: items(100) })).body as Batch;
    expect(new Set(success).size).toBe(100);
    expect(await client.all('orders', '/orders', 'orders')).toHaveLength(before + 100);
  });
});

describe('deleting an order', () => {
  it('takes a draft away and answers a message', async () => {
    const client = await training();
    const { id } = await create(client);
    const answer = await client.orders(`/${id}`, { method: 'DELETE' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body as object).sort()).toEqual(['code', 'message', 'param', 'url']);
    expect(refusal(await client.orders(`/${id}`))).toEqual([404, 'order_not_found', null]);
    expect(refusal(await client.orders(`/${id}`, { method: 'DELETE' }))).toEqual([404, 'order_not_found', null]);
    expect((await client.orders(`/${id}/shippingLabels`)).status).toBe(404);
    expect(await client.all<Order>('orders', '/orders', 'orders')).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('answers the message whatever the planning service does', async () => {
    const client = await training({ switches: { deletion: 'empty' } });
    const { id } = await create(client);
    expect((await client.orders(`/${id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('leaves a page short, because pages are filtered after reading', async () => {
    const client = await training();
    const { id } = await create(client);
    await client.orders(`/${id}`, { method: 'DELETE' });
    const page = (await client.orders('/orders?maxPageSize=1')).body as OrderPage;
    expect(page).toEqual({ orders: [], nextPageToken: expect.any(String) as string });
  });

  it('refuses a submitted order, which must be withdrawn first, and one on a route', async () => {
    const client = await training();
    const { id } = await create(client);
    await submit(client, [id], await aCourier(client));
    expect(refusal(await client.orders(`/${id}`, { method: 'DELETE' }))).toEqual([409, 'order_submitted', null]);
    await putOnRoute(client, id);
    expect(refusal(await client.orders(`/${id}`, { method: 'DELETE' }))).toEqual([409, 'order_read_only', null]);
    expect((await read(client, id)).id).toBe(id);
  });
});
