import { expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import { training } from './support.ts';

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
