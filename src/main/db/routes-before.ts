/**
 * The table `routes_before` of the cache: the routes of a plan as they were when its last optimisation was asked for
 * here, so that the result can be compared with them.
 */
import { z } from 'zod';
import { routesBefore, type RouteBefore } from '../../shared/route-changes.ts';
import { fromStored } from '../stored-json.ts';
import type { Database } from './database.ts';
import { countStops, listStops } from './stops.ts';

const stored = z.array(
  z.object({
    driverId: z.string(),
    stops: z.array(z.string()),
    metres: z.number().nullable(),
    lastAt: z.number().nullable(),
  }),
);

/** Keeps the routes of a plan as they are now, in place of earlier ones. @param planId the service's id */
export function keepRoutes(database: Database, planId: string): void {
  const routes = routesBefore(listStops(database, planId, 0, countStops(database, planId)));
  database.change('DELETE FROM routes_before WHERE plan_id = ? OR plan_id NOT IN (SELECT id FROM plans)', planId);
  if (routes.length === 0) return;
  database.change('INSERT INTO routes_before (plan_id, body) VALUES (?, ?)', planId, JSON.stringify(routes));
}

/** @returns the routes that were kept; null: none, because there were no routes */
export function keptRoutes(database: Database, planId: string): RouteBefore[] | null {
  const found = database.get<{ body: string }>('SELECT body FROM routes_before WHERE plan_id = ?', planId);
  return found === undefined ? null : fromStored(stored, found.body);
}
