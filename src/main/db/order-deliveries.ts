/** Recent orders of the cache and the outbox, as far as they are compared with the orders of a file. */
import { z } from 'zod';
import type { OrderDelivery } from '../../shared/orders.ts';
import { isOurMarker } from '../../shared/outbox.ts';
import { address, read, readDate, recipient } from '../../shared/shapes.ts';
import { dateText } from '../../shared/time.ts';
import type { Database } from './database.ts';
import { unlisted } from './order-changes.ts';
import { addressText } from './stop-rows.ts';
import { fromStored } from '../stored-json.ts';

interface Stored {
  id: string;
  body: string;
  created_at: number;
}

/** The parts of an order, as read or as typed. */
const compared = z.object({
  recipient: read(recipient),
  address: read(address),
  packageInfo: read(z.object({ externalId: read(z.string()) })),
  deliveryInstructions: read(z.object({ expectedDeliveryDate: readDate })),
  progress: read(z.object({ attempted: read(z.boolean()) })),
});

const waiting = `
  SELECT records.id, records.content AS body, entries.created_at
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE records.noun = 'orders' AND entries.kind = 'orders.create' AND ${unlisted}
    AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = records.server_id)
    AND entries.created_at >= :since AND records.id > :after
  ORDER BY records.id LIMIT :most`;
const cached = `
  SELECT id, body, created_at FROM orders WHERE created_at >= :since AND id > :after ORDER BY id LIMIT :most`;

/**
 * By id, which is hexadecimal for the waiting ones, so that they come before all `orders/…`. Orders that a driver has
 * attempted are left out: what comes after them is another delivery.
 *
 * @param since milliseconds since the epoch
 * @param after the id where the page before ended; empty: the first page
 * @returns `next`: where the next page begins; null: there is none
 */
export function orderDeliveries(
  database: Database,
  since: number,
  after: string,
  most: number,
): { rows: OrderDelivery[]; next: string | null } {
  const first = database.all<Stored>(waiting, { since, after, most });
  const left = most - first.length;
  const found = left === 0 ? first : [...first, ...database.all<Stored>(cached, { since, after, most: left })];
  return { rows: found.flatMap(deliveryOf), next: found.length < most ? null : (found.at(-1)?.id ?? null) };
}

function deliveryOf({ id, body, created_at: createdAt }: Stored): OrderDelivery[] {
  const order = fromStored(compared, body);
  if (order.progress?.attempted === true) return [];
  const externalId = order.packageInfo?.externalId ?? null;
  const expected = order.deliveryInstructions?.expectedDeliveryDate;
  return [
    {
      id,
      externalId: externalId === null || isOurMarker(externalId) ? null : externalId,
      createdAt,
      expectedOn: expected == null ? null : dateText(expected),
      name: order.recipient?.name ?? null,
      phone: order.recipient?.phone ?? null,
      address: addressText(order.address),
    },
  ];
}
