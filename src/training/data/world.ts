/** The whole data set of a training service. The same seed and first day give the same data. */
import type { Kind, Records, StoredPlan } from '../store/records.ts';
import { addDays, secondsAt } from './calendar.ts';
import { makeOrders } from './orders.ts';
import { makePlans } from './plans.ts';
import { generateRoutes, isOptimised } from './routes.ts';
import type { Size } from './size.ts';
import { makeCustomers, makeStops } from './stops.ts';
import { customStopProperties, makeDepots, makeDrivers, makeMembers } from './team.ts';
import { makeUnassignedStops } from './unassigned.ts';

/** Stops of all plans are in the order in which they were added; orders are newest first. */
export type World = { [Name in Kind]: Records[Name][] };

const customersPerDepot = 260;

/** Plans are created in the afternoon two days ahead. @returns milliseconds since the epoch */
const plannedAt = (day: string) => secondsAt(addDays(day, -2), 15 * 3600) * 1000;

/**
 * @param seed any whole number
 * @param firstDay `2026-06-15`, the day of the first start
 */
export function makeWorld(seed: number, firstDay: string, size: Size = 'usual'): World {
  const areas = makeDepots(seed);
  const drivers = makeDrivers(seed, areas, size);
  const planned = makePlans(seed, firstDay, areas, drivers, size);
  const customers = new Map(
    areas.map((area) => [area, makeCustomers(seed, area.name, area.districts, customersPerDepot)]),
  );
  const generated = planned.map((day) => {
    // The plan's stop count includes the start and end stops of its routes.
    const ends = isOptimised(day) ? 2 * day.drivers.length : 0;
    const made = makeStops(seed, day, customers.get(day.area) ?? [], day.stopCount - ends);
    return generateRoutes(seed, day, made, plannedAt(day.day));
  });
  return {
    plans: planned.map(({ plan, day }): StoredPlan => ({ plan, createdAt: plannedAt(day), session: null })),
    stops: generated.flatMap(({ stops }) => stops),
    routes: generated.flatMap(({ routes }) => routes),
    unassignedStops: makeUnassignedStops(seed, firstDay, areas, customers, size),
    operations: generated.flatMap(({ operations }) => operations),
    drivers,
    members: makeMembers(seed, areas, drivers),
    depots: areas.map(({ depot }) => depot),
    customStopProperties: [...customStopProperties],
    ...makeOrders(seed, firstDay, [...customers.values()].flat(), size),
  };
}
