/** Calls of the order service as plain HTTP, for the tests of orders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Named, Order } from '../../../src/training/model.ts';
import { startService } from '../../../src/training/server.ts';
import { askControl, clientOf, handClock, type Answer, type Client } from './support.ts';

/** One service for all tests of a file, where each works on orders of its own. */
export function oneService(): () => Client {
  let client: Client | undefined;
  let folder = '';
  beforeAll(async () => {
    const clock = handClock();
    folder = mkdtempSync(join(tmpdir(), 'depot-desk-orders-'));
    client = clientOf(await startService({ folder, clock }), clock);
  });
  afterAll(async () => {
    await client?.service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => client!;
}

export interface Batch {
  success: string[];
  failed: { orderId?: string; index?: number; order?: unknown; error: { code: string; message: string } }[];
}

export interface OrderPage {
  orders: Order[];
  nextPageToken: string | null;
}

/** An order with all that a retailer can say of it. */
export const fullOrder = (pickupLocationId: string) => ({
  address: { addressLineOne: 'Lindenallee 4', addressLineTwo: 'Rear house', zip: '41731' },
  recipient: { name: 'Zoë Šimek', email: 'zoe@mail.example', phone: '+49 30 23125001', externalId: 'C-1' },
  packageInfo: {
    products: ['Bread', 'Tea'],
    packageCount: 2,
    weight: { amount: 2.5, unit: 'kilogram' },
    externalId: 'WEB-1',
  },
  deliveryInstructions: {
    notes: 'Ring twice',
    expectedDeliveryDate: { day: 17, month: 6, year: 2026 },
    proofOfAttemptRequirements: { enabled: true },
    handOffInfo: { handOffType: 'pickup_by_courier', pickupLocationId },
  },
});

export const somewhere = { addressLineOne: 'Lindenallee 4' };

export const send = (client: Client, method: string, path: string, body: unknown): Promise<Answer> =>
  client.orders(path, { method, contentType: 'application/json', body: JSON.stringify(body) });

export const create = async (client: Client, body: object = {}): Promise<Order> =>
  (await send(client, 'POST', '/orders', { address: somewhere, ...body })).body as Order;

export const read = async (client: Client, id: string): Promise<Order> => (await client.orders(`/${id}`)).body as Order;

export const edit = (client: Client, id: string, body: unknown): Promise<Answer> =>
  send(client, 'PATCH', `/${id}`, body);

/** The document allows ten a minute. */
export async function submit(client: Client, orderIds: string[], courierId: string): Promise<Answer> {
  client.clock.pass(6_000);
  return send(client, 'POST', '/orders:submit', { orderIds, courierId });
}

export const withdraw = (client: Client, orderIds: string[]): Promise<Answer> =>
  send(client, 'POST', '/orders:withdraw', { orderIds });

/** The courier puts the order on a route. */
export function putOnRoute(client: Client, id: string): Promise<Answer> {
  return askControl(client.service, 'POST', `/${id}:addToRoute`);
}

export const couriers = (client: Client): Promise<Named[]> => client.all<Named>('orders', '/couriers', 'couriers');

export async function aCourier(client: Client): Promise<string> {
  const [courier] = await couriers(client);
  return courier!.id;
}

export const pickupLocations = (client: Client): Promise<Named[]> =>
  client.all<Named>('orders', '/pickupLocations', 'pickupLocations');

/** What a refusal answers: its status, code and field. */
export function refusal({ status, body }: Answer): [number, string | null, string | null] {
  const { code, param } = body as { code: string | null; param: string | null };
  return [status, code, param];
}
