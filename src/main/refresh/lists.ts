/**
 * Reads the lists that are replaced as a whole, each into its table of the cache. Stops of plans are read plan by plan
 * (refresher.ts).
 */
import type { Client } from '../api/client.ts';
import type { Priority } from '../api/pace.ts';
import { pages } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import { namedColumns } from '../db/couriers.ts';
import { depotColumns, driverColumns } from '../db/drivers.ts';
import { orderColumns } from '../db/orders.ts';
import { planColumns } from '../db/plans.ts';
import { ReadList } from '../db/read-list.ts';
import { unassignedColumns } from '../db/unassigned-stops.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Driver } from '../../shared/drivers.ts';
import { AppError } from '../../shared/errors.ts';
import type { Order } from '../../shared/orders.ts';
import type { UnassignedStop } from '../../shared/unassigned-stops.ts';

export interface ListReading {
  client: Pick<Client, 'read'>;
  cache: Cache;
  /** Gets the orders that were read, to learn ids by marker. */
  ordersRead: (orders: readonly Order[]) => Promise<void>;
  /** Gets the unassigned stops that were read, to learn ids by marker. */
  unassignedRead: (stops: readonly UnassignedStop[]) => Promise<void>;
  /** Gets the drivers that were read, to learn ids by email and phone. */
  driversRead: (drivers: readonly Driver[]) => Promise<void>;
  priority: Priority;
  /** When the read began, in milliseconds since the epoch. */
  at: number;
}

export type ListName = 'plans' | 'drivers' | 'depots' | 'orders' | 'couriers' | 'pickupLocations' | 'unassignedStops';

/** Each returns the parts of the window that changed; empty when the list is unchanged. */
export const listReaders: Record<ListName, (reading: ListReading) => Promise<Changed[]>> = {
  async plans({ client, cache, priority, at }) {
    const read = new ReadList(planColumns);
    for await (const page of pages(client, 'plans.list', { priority })) read.add(page.plans ?? []);
    const isChanged = await read.put(cache, 'plans', at, (rows, digest) => cache.putPlans(rows, at, digest));
    return isChanged ? ['plans'] : [];
  },
  async drivers({ client, cache, priority, at, driversRead }) {
    const read = new ReadList(driverColumns);
    for await (const page of pages(client, 'drivers.list', { priority })) read.add(page.drivers ?? []);
    const isChanged = await read.put(cache, 'drivers', at, (rows, digest) => cache.putDrivers(rows, at, digest));
    await driversRead(read.items);
    return isChanged ? ['drivers', 'stops'] : [];
  },
  async depots(reading) {
    const { client, cache, priority, at } = reading;
    const read = new ReadList(depotColumns);
    for await (const page of pages(client, 'depots.list', { priority })) read.add(page.depots ?? []);
    const isChanged = await read.put(cache, 'depots', at, (rows, digest) => cache.putDepots(rows, at, digest));
    const areOtherProperties = await readCustomProperties(reading);
    if (isChanged) return ['depots', 'plans', 'drivers'];
    return areOtherProperties ? ['depots'] : [];
  },
  async unassignedStops({ client, cache, priority, at, unassignedRead }) {
    const read = new ReadList(unassignedColumns);
    for await (const page of pages(client, 'unassignedStops.list', { priority })) read.add(page.unassignedStops ?? []);
    const isChanged = await read.put(cache, 'unassignedStops', at, (rows, digest) =>
      cache.putUnassignedStops(rows, at, digest),
    );
    await unassignedRead(read.items);
    return isChanged ? ['unassignedStops'] : [];
  },
  async couriers({ client, cache, priority, at }) {
    const read = new ReadList(namedColumns);
    for await (const page of pages(client, 'couriers.list', { priority })) read.add(page.couriers ?? []);
    const isChanged = await read.put(cache, 'couriers', at, (rows, digest) => cache.putCouriers(rows, at, digest));
    return isChanged ? ['couriers', 'orders'] : [];
  },
  async pickupLocations({ client, cache, priority, at }) {
    const read = new ReadList(namedColumns);
    for await (const page of pages(client, 'pickupLocations.list', { priority })) read.add(page.pickupLocations ?? []);
    const isChanged = await read.put(cache, 'pickup_locations', at, (rows, digest) =>
      cache.putPickupLocations(rows, at, digest),
    );
    return isChanged ? ['couriers'] : [];
  },
  async orders({ client, cache, priority, at, ordersRead }) {
    const read = new ReadList(orderColumns);
    for await (const page of pages(client, 'orders.list', { priority })) read.add(page.orders ?? []);
    const isChanged = await read.put(cache, 'orders', at, (rows, digest) => cache.putOrders(rows, at, digest));
    await ordersRead(read.items);
    return isChanged ? ['orders'] : [];
  },
};

/**
 * Reads the definitions of custom properties, which are as settled as the depots and read with them. A key that may not
 * read them, or a read that fails, leaves what is known: stops can be entered without it.
 *
 * @returns whether they changed
 */
async function readCustomProperties({ client, cache, priority, at }: ListReading): Promise<boolean> {
  const read = new ReadList(namedColumns);
  try {
    for await (const page of pages(client, 'customStopProperties.list', { priority }))
      read.add(page.customStopProperties ?? []);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  return read.put(cache, 'custom_properties', at, (rows, digest) => cache.putCustomProperties(rows, at, digest));
}
