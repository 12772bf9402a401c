/** Asks the service whether it has an order, for a person who is about to type it again. */
import type { Client } from '../api/client.ts';
import { pages } from '../api/pages.ts';

/**
 * True when an order with this external id is on the service (order-api, Rules 1). A page may be empty and not the last.
 *
 * @throws AppError what the line or the service said
 */
export async function isOrderOnService(client: Pick<Client, 'read'>, externalId: string): Promise<boolean> {
  const call = { query: { 'filter.externalId': externalId }, priority: 'outbox' as const };
  for await (const page of pages(client, 'orders.list', call)) {
    if ((page.orders ?? []).length > 0) return true;
  }
  return false;
}
