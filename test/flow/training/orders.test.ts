import { expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import { create, edit, refusal, type OrderPage } from './order-helpers.ts';
import { ask, training } from './support.ts';

it('has 300 orders, newest first, in pages that may be short', async () => {
  const client = await training();
  const { body } = await client.orders('/orders');
  const first = body as { orders: Order[]; nextPageToken: string | null };
  expect(first.orders.length).toBeLessThan(50);
  expect(first.nextPageToken).not.toBeNull();
  const orders = await client.all<Order>('orders', '/orders', 'orders');
  expect(orders).toHaveLength(300);
  expect(orders.map(({ createdAt }) => createdAt)).toEqual(
    orders.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
  );
  expect((await client.orders('/orders?maxPageSize=51')).status).toBe(400);
});

it('has pages with nothing on them before the end', async () => {
  const client = await training();
  const sizes: number[] = [];
  let token: string | null = '';
  while (token !== null) {
    const { body } = await client.orders(`/orders?maxPageSize=1${token === '' ? '' : `&pageToken=${token}`}`);
    const page = body as { orders: Order[]; nextPageToken: string | null };
    sizes.push(page.orders.length);
    token = page.nextPageToken;
    if (sizes.length > 30) break;
  }
  expect(sizes).toContain(0);
  expect(token).not.toBeNull();
});

it('finds orders by their external id, which two may share', async () => {
  const client = await training();
  const orders = await client.all<Order>('orders', '/orders', 'orders');
  const externalIds = orders.flatMap(({ packageInfo }) => packageInfo.externalId ?? []);
  const shared = externalIds.find((id, index) => externalIds.indexOf(id) !== index);
  expect(shared).toBeDefined();
  const found = await client.all<Order>('orders', `/orders?filter[externalId]=${shared!}`, 'orders');
  expect(found).toEqual(orders.filter(({ packageInfo }) => packageInfo.externalId === shared));
  expect(await client.all('orders', '/orders?filter.externalId=WEB', 'orders')).toEqual([]);
});

it('filters by the external id in both spellings alike', async () => {
  const client = await training();
  for (const count of [1, 2]) await create(client, { packageInfo: { externalId: 'TWICE', packageCount: count } });
  await create(client, { packageInfo: { externalId: 'TWICE-AND-MORE' } });
  const dotted = (await client.orders('/orders?filter.externalId=TWICE')).body as OrderPage;
  expect(dotted.orders.map(({ barcodes }) => barcodes.length)).toEqual([2, 1]);
  expect((await client.orders('/orders?filter[externalId]=TWICE')).body).toEqual(dotted);
  const first = (await client.orders('/orders?filter.externalId=TWICE&maxPageSize=1')).body as OrderPage;
  const token = first.nextPageToken!;
  const second = await client.orders(`/orders?maxPageSize=1&filter[externalId]=TWICE&pageToken=${token}`);
  expect([...first.orders, ...(second.body as OrderPage).orders]).toEqual(dotted.orders);
  expect((second.body as OrderPage).nextPageToken).toBeNull();
});

it('refuses a malformed token, one of other parameters and one of another length', async () => {
  const client = await training();
  const { nextPageToken } = (await client.orders('/orders?maxPageSize=5')).body as OrderPage;
  const position = Buffer.from('1781500000000 5').toString('base64url');
  for (const query of [
    'pageToken=abc',
    `pageToken=${position}`,
    'pageToken=',
    `pageToken=${'a'.repeat(256)}`,
    `maxPageSize=6&pageToken=${nextPageToken!}`,
    `maxPageSize=5&filter.externalId=x&pageToken=${nextPageToken!}`,
  ]) {
    expect(refusal(await client.orders(`/orders?${query}`)), query).toEqual([400, 'validation_error', 'pageToken']);
  }
  expect((await client.orders(`/orders?maxPageSize=5&pageToken=${nextPageToken!}`)).status).toBe(200);
});

it('has pages of 50 unless told otherwise, and takes no other parameter', async () => {
  const client = await training();
  const sizeOf = async (query: string) => {
    const { status, body } = await client.orders(`/orders${query}`);
    return status === 200 ? (body as OrderPage).orders.length : status;
  };
  // One in 26 is dropped after reading.
  expect(await Promise.all(['', '?maxPageSize=50', '?maxPageSize=25'].map(sizeOf))).toEqual([49, 49, 25]);
  for (const query of ['?maxPageSize=51', '?maxPageSize=0', '?maxPageSize=ten', '?filter.title=x', '?limit=5']) {
    expect(await sizeOf(query), query).toBe(400);
  }
});

it('keeps its place in the list while orders are added and deleted', async () => {
  const client = await training();
  const whole = await client.all<Order>('orders', '/orders', 'orders');
  const first = (await client.orders('/orders?maxPageSize=10')).body as OrderPage;
  await create(client);
  await client.orders(`/${first.orders.at(-1)!.id}`, { method: 'DELETE' });
  const second = (await client.orders(`/orders?maxPageSize=10&pageToken=${first.nextPageToken!}`)).body as OrderPage;
  expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual(whole.slice(0, 20).map(({ id }) => id));
});

it('shows a new order in a list that is late a second later', async () => {
  const client = await training({ switches: { lists: 'a-second-late' } });
  const { id } = await create(client, { packageInfo: { externalId: 'LATE' } });
  const { address, authority, ordersKey } = client.service;
  const url = `${address}/connect/v1/orders?filter.externalId=LATE`;
  const now = await ask(url, { authority, authorization: `Bearer ${ordersKey}` });
  expect((now.body as OrderPage).orders).toEqual([]);
  expect((await client.orders(`/${id}`)).status).toBe(200);
  const later = (await client.orders('/orders?filter.externalId=LATE')).body as OrderPage;
  expect(later.orders.map((order) => order.id)).toEqual([id]);

  // What was changed or deleted a moment ago is shown as it was, too.
  const listed = async () => (await ask(url, { authority, authorization: `Bearer ${ordersKey}` })).body as OrderPage;
  await edit(client, id, { recipient: { name: 'Zoë' } });
  expect((await listed()).orders).toEqual(later.orders);
  client.clock.pass(1_000);
  expect((await listed()).orders[0]?.recipient?.name).toBe('Zoë');
  await client.orders(`/${id}`, { method: 'DELETE' });
  expect((await listed()).orders).toHaveLength(1);
  client.clock.pass(1_000);
  expect((await listed()).orders).toEqual([]);
});

it('has drafts, submitted and read-only orders, each package with a barcode of its own', async () => {
  const client = await training();
  const orders = await client.all<Order>('orders', '/orders', 'orders');
  const count = (wanted: (order: Order) => boolean) => orders.filter(wanted).length;
  expect(count((order) => !order.submitted && !order.readOnly)).toBeGreaterThan(100);
  expect(count((order) => order.submitted && !order.readOnly)).toBeGreaterThan(70);
  expect(count((order) => order.readOnly)).toBeGreaterThan(70);
  expect(count((order) => order.source === 'courier')).toBeGreaterThan(5);
  expect(orders.filter((order) => order.source === 'courier' && !order.readOnly)).toEqual([]);
  expect(orders.filter((order) => order.barcodes.length !== order.packageInfo.packageCount)).toEqual([]);
  expect(new Set(orders.map(({ barcodes }) => barcodes.length))).toEqual(new Set([1, 2, 3, 4, 5]));
  const codes = orders.flatMap(({ barcodes }) => barcodes);
  expect(new Set(codes).size).toBe(codes.length);
});

it('gives an order by its id', async () => {
  const client = await training();
  const { body } = await client.orders('/orders?maxPageSize=1');
  const [order] = (body as { orders: Order[] }).orders;
  expect((await client.orders(`/${order!.id}`)).body).toEqual(order);
  const gone = await client.orders('/orders/gone');
  expect([gone.status, gone.body]).toMatchObject([404, { code: 'order_not_found' }]);
  expect((await client.orders('/orders/gone/shippingLabels')).status).toBe(404);
});
