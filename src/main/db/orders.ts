/** The table `orders` of the cache, read together with the ledger of prints. */
import { order, orderState, type Order, type OrderRow } from '../../shared/orders.ts';
import { toMilliseconds } from '../../shared/time.ts';
import { replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import type { Database } from './database.ts';
import { addressText } from './stop-rows.ts';

/** An order as read from the service, for the table. */
export const storedOrder = (item: Order): StoredRow =>
  storedRow(item, [
    item.createdAt == null ? null : toMilliseconds(item.createdAt),
    item.packageInfo?.externalId ?? null,
  ]);

export function putOrders(database: Database, rows: readonly StoredRow[], at: number): boolean {
  const columns = ['created_at', 'external_id'];
  return replaceList(database, { table: 'orders', list: 'orders', scope: null, rows, at, columns, positioned: true });
}

interface Stored {
  body: string;
  printed: number;
}

const select = `
  SELECT body, (SELECT count(*) FROM outbox.prints WHERE order_id = orders.id AND prints.state <> 'failed') AS printed
  FROM orders`;

/** As the service lists them: newest first (order-api, Rules 1). */
export function listOrders(database: Database, offset: number, most: number): OrderRow[] {
  return database
    .all<Stored>(`${select} ORDER BY position DESC LIMIT ? OFFSET ?`, most, offset)
    .map((row) => rowOf(row).row);
}

export function countOrders(database: Database): number {
  return database.get<{ total: number }>('SELECT count(*) AS total FROM orders')?.total ?? 0;
}

export function getOrder(database: Database, id: string): { row: OrderRow; order: Order } | null {
  const row = database.get<Stored>(`${select} WHERE id = ?`, id);
  return row ? rowOf(row) : null;
}

function rowOf(stored: Stored): { row: OrderRow; order: Order } {
  const item = order.parse(JSON.parse(stored.body));
  return {
    order: item,
    row: {
      id: item.id,
      externalId: item.packageInfo?.externalId ?? null,
      recipientName: item.recipient?.name ?? null,
      address: addressText(item.address),
      packageCount: item.packageInfo?.packageCount ?? null,
      state: orderState(item),
      progress: item.progress?.state ?? null,
      source: item.source ?? null,
      createdAt: item.createdAt == null ? null : toMilliseconds(item.createdAt),
      printedCount: stored.printed,
    },
  };
}
