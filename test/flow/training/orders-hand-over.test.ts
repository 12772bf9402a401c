import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import {
  aCourier,
  create,
  oneService,
  putOnRoute,
  read,
  refusal,
  send,
  submit,
  withdraw,
  type Batch,
} from './order-helpers.ts';
import type { Client } from './support.ts';

const service = oneService();

const codes = ({ failed }: Batch) => failed.map(({ orderId, error }) => [orderId, error.code]);

async function onRoute(client: Client): Promise<string> {
  const { id } = await create(client);
  await submit(client, [id], await aCourier(client));
  await putOnRoute(client, id);
  return id;
}

describe('submitting', () => {
  it('hands drafts to a courier and answers their ids', async () => {
    const client = service();
    const courier = await aCourier(client);
    const ids = [(await create(client)).id, (await create(client)).id];
    const { status, body } = await submit(client, ids, courier);
    const submittedAt = client.clock.now();
    expect([status, (body as Batch).failed]).toEqual([200, []]);
    expect((body as Batch).success.sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(await read(client, id)).toMatchObject({ courier, submitted: true, submittedAt, readOnly: false });
    }
  });

  it('answers 200 and a reason for each order that cannot be submitted', async () => {
    const client = service();
    const courier = await aCourier(client);
    const [fine, before, deleted] = [await create(client), await create(client), await create(client)];
    await submit(client, [before.id], courier);
    await client.orders(`/${deleted.id}`, { method: 'DELETE' });
    const road = await onRoute(client);
    const { status, body } = await submit(
      client,
      ['orders/gone', before.id, fine.id, road, deleted.id, fine.id],
      courier,
    );
    expect([status, (body as Batch).success]).toEqual([200, [fine.id]]);
    expect(codes(body as Batch)).toEqual([
      ['orders/gone', 'order_not_found'],
      [before.id, 'order_already_submitted'],
      [road, 'order_read_only'],
      [deleted.id, 'order_not_found'],
      [fine.id, 'order_already_submitted'],
    ]);
  });

  it('refuses the whole request when the courier is not there or not connected', async () => {
    const client = service();
    const { id } = await create(client);
    expect(refusal(await submit(client, [id], 'couriers/gone'))).toEqual([400, 'courier_not_found', 'courierId']);
    expect(refusal(await submit(client, [id], 'couriers/not-connected'))).toEqual([
      400,
      'courier_not_connected',
      'courierId',
    ]);
    expect((await read(client, id)).submitted).toBe(false);
  });

  it('leaves an order that was not put on a route open for edits', async () => {
    const client = service();
    const { id } = await create(client);
    await submit(client, [id], await aCourier(client));
    const edited = await send(client, 'PATCH', `/${id}`, { deliveryInstructions: { notes: 'Late' } });
    expect(edited).toMatchObject({ status: 200, body: { submitted: true, deliveryInstructions: { notes: 'Late' } } });
  });
});

describe('withdrawing', () => {
  it('makes submitted orders drafts again, without a courier', async () => {
    const client = service();
    const { id } = await create(client);
    await submit(client, [id], await aCourier(client));
    expect(await withdraw(client, [id])).toMatchObject({ status: 200, body: { success: [id], failed: [] } });
    expect(await read(client, id)).toMatchObject({ courier: null, submitted: false, submittedAt: null });
    expect((await client.orders(`/${id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('answers 200 and a reason for each order that cannot be withdrawn', async () => {
    const client = service();
    const draft = await create(client);
    const road = await onRoute(client);
    const orders = await client.all<Order>('orders', '/orders', 'orders');
    const added = orders.find(({ source }) => source === 'courier')!;
    const { status, body } = await withdraw(client, [draft.id, 'orders/gone', road, added.id]);
    expect([status, (body as Batch).success]).toEqual([200, []]);
    expect(codes(body as Batch)).toEqual([
      [draft.id, 'order_not_submitted'],
      ['orders/gone', 'order_not_found'],
      [road, 'order_read_only'],
      [added.id, 'order_read_only'],
    ]);
  });
});

describe('batches of ids', () => {
  const bad: [name: string, ids: unknown][] = [
    ['none', []],
    ['101', Array(101).fill('orders/a')],
    ['a bare id', ['a']],
    ['an id of another kind', ['couriers/a']],
    ['an id with a letter that ids do not have', ['orders/a b']],
    ['an id of 51 letters', [`orders/${'a'.repeat(51)}`]],
    ['no list', 'orders/a'],
  ];

  it.each(bad)('are refused with 400 before any order is touched: %s', async (_name, orderIds) => {
    const client = service();
    const courierId = await aCourier(client);
    const { id } = await create(client);
    const with1 = Array.isArray(orderIds) && orderIds.length > 0 ? [id, ...(orderIds as unknown[])] : orderIds;
    expect((await send(client, 'POST', '/orders:submit', { orderIds: with1, courierId })).status).toBe(400);
    expect((await send(client, 'POST', '/orders:withdraw', { orderIds })).status).toBe(400);
    expect((await read(client, id)).submitted).toBe(false);
  });

  it('hold up to 100, each of which is answered', async () => {
    const client = service();
    const orderIds = Array.from({ length: 100 }, (_, index) => `orders/unknown-${index}`);
    const { status, body } = await withdraw(client, orderIds);
    expect([status, (body as Batch).failed.map(({ orderId }) => orderId)]).toEqual([200, orderIds]);
  });

  it('need a well-formed courier and no other field', async () => {
    const client = service();
    const courierId = await aCourier(client);
    const bodies = [
      { orderIds: ['orders/a'] },
      { orderIds: ['orders/a'], courierId: 'a' },
      { courierId },
      { orderIds: ['orders/a'], courierId, when: 'now' },
    ];
    for (const body of bodies) {
      client.clock.pass(6_000);
      expect((await send(client, 'POST', '/orders:submit', body)).status, JSON.stringify(body)).toBe(400);
    }
  });
});
