/** The whole data set of a training service: the same for the same seed and first day. */
import type { Depot, Driver, Plan, Stop } from '../model.ts';
import { makeOrders, type StoredOrder } from './orders.ts';
import { makePlans } from './plans.ts';
import { isOptimised, optimise } from './routes.ts';
import { makeCustomers, makeStops } from './stops.ts';
import { makeDepots, makeDrivers } from './team.ts';

export interface World {
  plans: Plan[];
  /** In the order in which they were added, all plans together. */
  stops: Stop[];
  drivers: Driver[];
  depots: Depot[];
  /** Newest first. */
  orders: StoredOrder[];
}

const customersPerDepot = 260;

/**
 * @param seed any whole number
 * @param firstDay `2026-06-15`, the day of the first start
 */
export function makeWorld(seed: number, firstDay: string): World {
  const areas = makeDepots(seed);
  const drivers = makeDrivers(seed, areas);
  const planned = makePlans(seed, firstDay, areas, drivers);
  const customers = new Map(
    areas.map((area) => [area, makeCustomers(seed, area.name, area.districts, customersPerDepot)]),
  );
  const stops = planned.flatMap((day) => {
    // The start and end stops of the routes are among the plan's number of stops.
    const ends = isOptimised(day) ? 2 * day.drivers.length : 0;
    const made = makeStops(seed, day, customers.get(day.area) ?? [], day.stopCount - ends);
    return isOptimised(day) ? optimise(seed, day, made) : made;
  });
  return {
    plans: planned.map(({ plan }) => plan),
    stops,
    drivers,
    depots: areas.map(({ depot }) => depot),
    orders: makeOrders(seed, firstDay, [...customers.values()].flat()),
  };
}
