import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import { aCourier, create, edit, putOnRoute, read, refusal, submit } from './order-helpers.ts';
import { morning, temporaryFolder, training, type Client } from './support.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Lets the service's time go on to so many milliseconds after the first morning at eight. */
const until = (client: Client, after: number) => client.clock.pass(morning + after - client.clock.now());

/** All orders; links to files without the address, which is another one at each service. */
async function wholeList(client: Client): Promise<Order[]> {
  const orders = await client.all<Order>('orders', '/orders', 'orders');
  return JSON.parse(JSON.stringify(orders).replaceAll(client.service.address, '')) as Order[];
}

async function submitted(client: Client): Promise<string> {
  const { id } = await create(client, { recipient: { name: 'Zoë Šimek' } });
  await submit(client, [id], await aCourier(client));
  return id;
}

describe('the courier', () => {
  it('puts a submitted order on a route the next morning: it is read-only from then on', async () => {
    const client = await training();
    const id = await submitted(client);
    until(client, 21 * hour);
    expect(await read(client, id)).toMatchObject({ readOnly: false, progress: null });
    until(client, 22 * hour);
    expect(await read(client, id)).toMatchObject({
      readOnly: true,
      progress: {
        eta: { status: 'available' },
        attempted: false,
        routeStartDate: { day: 16, month: 6, year: 2026 },
        routeStarted: false,
      },
    });
    expect(refusal(await edit(client, id, { recipient: { name: 'X' } }))).toEqual([409, 'order_read_only', null]);
  });

  it('drives and delivers it in the course of that day', async () => {
    const client = await training();
    const id = await submitted(client);
    until(client, day + 1_000);
    const { progress: onTheWay } = await read(client, id);
    expect(onTheWay).toMatchObject({ routeStarted: true, attempted: false, state: null, succeeded: null });
    const { eta } = onTheWay!;
    const arrivalAt = eta && 'value' in eta ? eta.value.estimatedArrivalAt : NaN;
    until(client, day + 10 * hour);
    const { progress } = await read(client, id);
    expect(progress).toMatchObject({ attempted: true, eta, state: expect.any(String) as string });
    expect(Math.abs(progress!.attemptedAt! - arrivalAt)).toBeLessThanOrEqual(15 * 60);
    expect(progress!.succeeded).toBe(progress!.state!.startsWith('delivered'));
    until(client, 3 * day);
    expect((await read(client, id)).progress).toEqual(progress);
  });

  it('delivers most orders, fails some, and leaves a proof of each delivery', async () => {
    const client = await training();
    until(client, 3 * day);
    const orders = await client.all<Order>('orders', '/orders', 'orders');
    const visited = orders.filter(({ progress, source }) => progress?.attempted === true && source === 'retailer');
    const delivered = visited.filter(({ progress }) => progress?.succeeded === true);
    expect(delivered.length).toBeGreaterThan(visited.length / 2);
    expect(delivered.length).toBeLessThan(visited.length);
    expect(new Set(visited.map(({ progress }) => progress?.state)).size).toBeGreaterThan(3);
    expect(orders.filter(({ submitted: given, readOnly }) => given && !readOnly)).toEqual([]);
  });

  it('touches no draft and no order that was withdrawn in time', async () => {
    const client = await training();
    const draft = await create(client);
    const id = await submitted(client);
    await client.orders('/orders:withdraw', {
      method: 'POST',
      contentType: 'application/json',
      body: JSON.stringify({ orderIds: [id] }),
    });
    until(client, 5 * day);
    expect(await read(client, draft.id)).toEqual(draft);
    expect(await read(client, id)).toMatchObject({ submitted: false, readOnly: false, progress: null });
  });

  it('adds orders for the retailer now and then, read-only from the start', async () => {
    const client = await training();
    const before = new Set((await client.all<Order>('orders', '/orders', 'orders')).map(({ id }) => id));
    until(client, 10 * day);
    const added = (await client.all<Order>('orders', '/orders', 'orders')).filter(({ id }) => !before.has(id));
    expect(added.length).toBeGreaterThan(1);
    expect(added.length).toBeLessThan(10);
    for (const order of added) {
      expect(order).toMatchObject({ source: 'courier', readOnly: true, submitted: true });
      expect(order.progress?.routeStartDate).toBeTruthy();
      expect(order.createdAt).toBeLessThanOrEqual(client.clock.now());
      expect(refusal(await client.orders(`/${order.id}`, { method: 'DELETE' }))).toEqual([
        409,
        'order_read_only',
        null,
      ]);
    }
  });

  it('does the same in one jump of the clock, hour by hour, and over a restart', async () => {
    const folder = temporaryFolder();
    const jumped = await training();
    until(jumped, 4 * day);
    const expected = await wholeList(jumped);

    let slow = await training({ folder });
    for (let after = 0; after < 4 * day; after += 5 * hour) {
      until(slow, after);
      await slow.orders('/couriers');
      if (after === 20 * hour) {
        await slow.service.close();
        slow = await training({ folder, clock: slow.clock });
      }
    }
    until(slow, 4 * day);
    expect(await wholeList(slow)).toEqual(expected);
  });

  it('can be told to put an order on a route at once, and only one that was submitted and is not on one', async () => {
    const client = await training();
    const id = await submitted(client);
    const answer = await putOnRoute(client, id);
    expect(answer).toMatchObject({ status: 200, body: { id, readOnly: true, progress: { routeStarted: true } } });
    expect(await read(client, id)).toEqual(answer.body);
    expect(refusal(await putOnRoute(client, id))).toEqual([409, 'order_read_only', null]);
    const draft = await create(client);
    expect(refusal(await putOnRoute(client, draft.id))).toEqual([409, 'order_not_submitted', null]);
    expect(refusal(await putOnRoute(client, 'orders/gone'))).toEqual([404, 'order_not_found', null]);
  });

  it('takes an order late in the evening on the route of the day after', async () => {
    const client = await training();
    const id = await submitted(client);
    until(client, 11 * hour);
    const { progress } = (await putOnRoute(client, id)).body as Order;
    expect(progress).toMatchObject({ routeStartDate: { day: 16, month: 6, year: 2026 }, routeStarted: false });
  });
});
