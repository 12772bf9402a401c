/**
 * Asks the service's search (since v1) which plans have stops that were attempted or added recently. The search index
 * lags and its content may be stale, so the result is only a hint which lists to read.
 */
import type { Client } from '../api/client.ts';
import { pages } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { StopSeen } from '../db/stops-news.ts';

export interface News {
  /** Plans whose stops should be read again. */
  planIds: string[];
  /** An unassigned stop was added. */
  unassigned: boolean;
}

const fields = ['deliveryInfo.attemptedAt', 'createdAt'] as const;

/** More pages than this mean a first start: the lists are read anyway, one after the other. */
const mostPages = 10;

/**
 * @param since milliseconds since the epoch
 * @throws AppError from the connection or the service
 */
export async function newsSince(client: Pick<Client, 'read'>, cache: Cache, since: number): Promise<News> {
  const seen = new Map<string, StopSeen>();
  let unassigned = false;
  for (const field of fields) {
    const query = { filter: `${field} >= "${new Date(since).toISOString()}"`, sortField: field, sortOrder: 'desc' };
    let count = 0;
    for await (const page of pages(client, 'stops.search', { query, priority: 'background' })) {
      for (const { stop, unassignedStop } of page.stops ?? []) {
        if (unassignedStop != null && field === 'createdAt') {
          unassigned ||= (await cache.getUnassignedStop(unassignedStop.id)) === null;
        }
        if (stop == null) continue;
        const planId = stop.plan ?? /^(plans\/[^/]+)\/stops\//.exec(stop.id)?.[1];
        if (planId !== undefined) {
          seen.set(stop.id, { id: stop.id, planId, attemptedAt: stop.deliveryInfo?.attemptedAt ?? null });
        }
      }
      count += 1;
      if (count === mostPages) break;
    }
  }
  return { planIds: await cache.plansWithNews([...seen.values()]), unassigned };
}
