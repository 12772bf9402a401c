/** Checks whether the service already has an order that the user is about to enter. */
import type { Client } from '../api/client.ts';
import { pages } from '../api/pages.ts';

/**
 * True when the service has an order with this external id (order-api, Rules 1). A page may be empty without being the
 * last.
 *
 * @throws AppError from the connection or the service
 */
export async function isOrderOnService(client: Pick<Client, 'read'>, externalId: string): Promise<boolean> {
  const call = { query: { 'filter.externalId': externalId }, priority: 'outbox' as const };
  for await (const page of pages(client, 'orders.list', call)) {
    if ((page.orders ?? []).length > 0) return true;
  }
  return false;
}
