/** What an optimisation changed: the routes as they were when it was asked for, beside the routes as they are. */
import { routeLines, type RouteLine } from './route-lines.ts';
import { isStop, type StopRow } from './stops.ts';

/** A driver's route as it was. */
export interface RouteBefore {
  driverId: string;
  /** Ids of its stops. */
  stops: readonly string[];
  /** The whole route in metres. Null: the service gave none. */
  metres: number | null;
  /** The last expected or actual arrival, milliseconds since the epoch. Null: the service gave none. */
  lastAt: number | null;
}

/** What changed for one driver. */
export interface RouteChange {
  /** Stops that were on another route or on none, and stops that are no longer on this one. */
  added: number;
  removed: number;
  /** How much longer the route is, in metres, and how much later it ends, in milliseconds. Null: not known. */
  metres: number | null;
  later: number | null;
}

/** @param rows the stops of a plan; those on no route are left out */
export function routesBefore(rows: readonly StopRow[]): RouteBefore[] {
  const onRoutes = rows.filter(({ driverId }) => driverId !== null);
  // Neither drivers nor a zone are needed for what is kept.
  const lines = routeLines(onRoutes, { driverIds: [], drivers: [], zone: 'UTC', day: null });
  return lines.flatMap(({ driverId, stops, metres, lastAt }) =>
    driverId === null ? [] : [{ driverId, stops: stops.map(({ id }) => id), metres, lastAt }],
  );
}

const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;

const nothing = { stops: [], metres: null, lastAt: null } as const;

/** What changed for the driver of a line; a driver who had no stops before has all of them added. */
function changeOf(line: RouteLine, before: Omit<RouteBefore, 'driverId'>): RouteChange {
  const [was, is] = [new Set(before.stops), new Set(line.stops.map(({ id }) => id))];
  return {
    added: line.stops.filter((row) => isStop(row) && !was.has(row.id)).length,
    removed: before.stops.filter((id) => !is.has(id)).length,
    metres: difference(line.metres, before.metres),
    later: difference(line.lastAt, before.lastAt),
  };
}

/**
 * What changed, by driver.
 *
 * @param lines the routes as they are, with all of their stops
 * @param before the routes as they were; null or none: it was the first optimisation, so that nothing can be compared
 */
export function routeChanges(
  lines: readonly RouteLine[],
  before: readonly RouteBefore[] | null,
): Map<string, RouteChange> {
  if (before === null || before.length === 0) return new Map();
  const known = new Map(before.map((route) => [route.driverId, route]));
  return new Map(
    lines.flatMap((line) =>
      line.driverId === null ? [] : [[line.driverId, changeOf(line, known.get(line.driverId) ?? nothing)] as const],
    ),
  );
}
