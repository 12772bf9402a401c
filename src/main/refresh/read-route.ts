/**
 * Reads one route when somebody opens it: a few requests, where its plan may take sixty. It is stored only while it has
 * the stops that are known of it; otherwise other routes have changed with it, and the plan has to be read.
 */
import { isDeepStrictEqual } from 'node:util';
import { bareId } from '../../shared/ids.ts';
import type { Stop } from '../../shared/stops.ts';
import type { Client } from '../api/client.ts';
import { pages, readPatiently } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import { storedRow } from '../db/cache-tables.ts';
import { stopColumns, type KnownRoute } from '../db/stops.ts';
import type { System } from '../system.ts';
import { isGone } from './read-plan.ts';

export interface RouteReading {
  client: Pick<Client, 'read'>;
  cache: Pick<Cache, 'routeOf' | 'putSomeStops'>;
  system: Pick<System, 'now'>;
  /** Whether the service lists the stops of a route (planning-api, Versioning). */
  listsStops: boolean;
  /** Called when stops of the plan have changed. */
  changed: (planId: string) => void;
  readPlan: (planId: string) => Promise<void>;
}

/** @throws AppError when the route or its plan cannot be read */
export async function readRoute(reading: RouteReading, planId: string, driverId: string): Promise<void> {
  const known = await reading.cache.routeOf(planId, driverId);
  // The stops that are known of a plan are on no route until it is optimised.
  if (known === null) return;
  try {
    if (await readKnown(reading, planId, known)) return;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  await reading.readPlan(planId);
}

/** @returns false if the route is not the one that is known */
async function readKnown(reading: RouteReading, planId: string, { id, stopIds, route }: KnownRoute): Promise<boolean> {
  const { client, cache, system, changed } = reading;
  const path = { routeId: bareId(id) };
  const at = system.now();
  const found = await readPatiently(client, 'routes.get', { path, priority: 'click' });
  if (found.stopCount !== route.stopCount) return false;
  if (!reading.listsStops) return isDeepStrictEqual(found.state, route.state);
  const stops: Stop[] = [];
  for await (const page of pages(client, 'routes.stops', { path, priority: 'click' })) {
    stops.push(...(page.stops ?? []));
    if (stops.length > stopIds.length) return false;
  }
  const ids = stops.map((stop) => stop.id).sort();
  if (!isDeepStrictEqual(ids, stopIds)) return false;
  const rows = stops.map((stop) => storedRow(stop, stopColumns(stop)));
  if (await cache.putSomeStops(planId, rows, at)) changed(planId);
  return true;
}
