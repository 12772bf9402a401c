/** The lists that are read as a whole, each into its table of the cache. Stops of plans are read plan by plan (pull.ts). */
import type { Client } from '../api/client.ts';
import type { Lane } from '../api/pace.ts';
import { pages } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { StoredRow } from '../db/cache-tables.ts';
import { storedNamed } from '../db/couriers.ts';
import { storedDepot, storedDriver } from '../db/drivers.ts';
import { storedOrder } from '../db/orders.ts';
import { storedPlan } from '../db/plans.ts';
import { storedUnassignedStop } from '../db/unassigned-stops.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Order } from '../../shared/orders.ts';
import type { UnassignedStop } from '../../shared/unassigned-stops.ts';

export interface ListReading {
  client: Client;
  cache: Cache;
  /** Orders as read, so that ids can be learnt by marker. */
  ordersRead: (orders: readonly Order[]) => void;
  /** Unassigned stops as read, for the same. */
  unassignedRead: (stops: readonly UnassignedStop[]) => void;
  lane: Lane;
  /** When reading was begun. */
  at: number;
}

export type ListName = 'plans' | 'drivers' | 'depots' | 'orders' | 'couriers' | 'pickupLocations' | 'unassignedStops';

/** Each gives the nouns of what was not as before. */
export const listReaders: Record<ListName, (reading: ListReading) => Promise<Changed[]>> = {
  async plans({ client, cache, lane, at }) {
    const rows: StoredRow[] = [];
    for await (const page of pages(client, 'plans.list', { lane })) rows.push(...(page.plans ?? []).map(storedPlan));
    return (await cache.putPlans(rows, at)) ? ['plans'] : [];
  },
  async drivers({ client, cache, lane, at }) {
    const rows: StoredRow[] = [];
    for await (const page of pages(client, 'drivers.list', { lane }))
      rows.push(...(page.drivers ?? []).map(storedDriver));
    return (await cache.putDrivers(rows, at)) ? ['drivers', 'stops'] : [];
  },
  async depots({ client, cache, lane, at }) {
    const rows: StoredRow[] = [];
    for await (const page of pages(client, 'depots.list', { lane })) rows.push(...(page.depots ?? []).map(storedDepot));
    return (await cache.putDepots(rows, at)) ? ['depots', 'plans', 'drivers'] : [];
  },
  async unassignedStops({ client, cache, lane, at, unassignedRead }) {
    const rows: StoredRow[] = [];
    const stops: UnassignedStop[] = [];
    for await (const page of pages(client, 'unassignedStops.list', { lane })) {
      stops.push(...(page.unassignedStops ?? []));
      rows.push(...(page.unassignedStops ?? []).map(storedUnassignedStop));
    }
    const isChanged = await cache.putUnassignedStops(rows, at);
    unassignedRead(stops);
    return isChanged ? ['unassignedStops'] : [];
  },
  async couriers({ client, cache, lane, at }) {
    const rows: StoredRow[] = [];
    for await (const page of pages(client, 'couriers.list', { lane }))
      rows.push(...(page.couriers ?? []).map(storedNamed));
    return (await cache.putCouriers(rows, at)) ? ['couriers', 'orders'] : [];
  },
  async pickupLocations({ client, cache, lane, at }) {
    const rows: StoredRow[] = [];
    for await (const page of pages(client, 'pickupLocations.list', { lane }))
      rows.push(...(page.pickupLocations ?? []).map(storedNamed));
    return (await cache.putPickupLocations(rows, at)) ? ['couriers'] : [];
  },
  async orders({ client, cache, lane, at, ordersRead }) {
    const rows: StoredRow[] = [];
    const orders: Order[] = [];
    for await (const page of pages(client, 'orders.list', { lane })) {
      orders.push(...(page.orders ?? []));
      rows.push(...(page.orders ?? []).map(storedOrder));
    }
    const isChanged = await cache.putOrders(rows, at);
    ordersRead(orders);
    return isChanged ? ['orders'] : [];
  },
};
