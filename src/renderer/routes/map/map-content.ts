/** What a map shows of a plan: its stops, the lines of its routes, and where they start and end. */
import { isAttempted, isFailed, type RouteLine } from '../../../shared/route-lines.ts';
import type { StopRow } from '../../../shared/stops.ts';
import { isPlace, mercator, type Point, type Spot } from './camera.ts';

/** A stop with its place in the square of the earth, computed once and not for each frame. */
export interface MapStop {
  id: string;
  at: Spot;
  /** The index of its route among the lines; null: on none. */
  route: number | null;
  /** Its number on the route. */
  position: number | null;
  /** The driver has been there. */
  isDone: boolean;
  /** In vain. */
  isFailed: boolean;
}

/** A route as straight lines: the service gives no roads. */
export interface MapRoute {
  route: number;
  /** From its start, if that is known, to its end. */
  through: readonly Spot[];
}

export interface MapContent {
  stops: readonly MapStop[];
  routes: readonly MapRoute[];
  /** Where routes start and end, each place once. */
  depots: readonly Spot[];
  /** Stops that the map cannot show: without coordinates, or with impossible ones. */
  missing: readonly StopRow[];
}

/** Whether the map could show a stop of these, whatever else is among them. */
export const hasPlace = (rows: readonly StopRow[]): boolean =>
  rows.some((row) => row.type !== 'start' && row.type !== 'end' && placeOf(row) !== null);

type Coordinates = Pick<StopRow, 'latitude' | 'longitude'>;

const placeOf = ({ latitude, longitude }: Coordinates): Point | null => {
  if (latitude === null || longitude === null) return null;
  return isPlace({ latitude, longitude }) ? { latitude, longitude } : null;
};

/** Many routes start at one place. */
function depotsOf(ends: readonly Coordinates[]): Spot[] {
  const places = new Map<string, Spot>();
  for (const row of ends) {
    const place = placeOf(row);
    if (place !== null) places.set(`${place.latitude} ${place.longitude}`, mercator(place));
  }
  return [...places.values()];
}

/**
 * @param rows all stops that are shown, with the ends of routes
 * @param of.lines the routes
 * @param of.all the rows that lines go through, shown or not: a line between two stops that do not follow each other would
 *   be of no route. Default: those that are shown
 * @param of.depot shown while no route says where it starts or ends
 */
export function mapContent(
  rows: readonly StopRow[],
  {
    lines,
    all = rows,
    depot,
  }: { lines: readonly RouteLine[]; all?: readonly StopRow[]; depot?: Coordinates | undefined },
): MapContent {
  const routeOf = new Map(lines.map(({ driverId }, index) => [driverId, index]));
  const indexOf = ({ driverId }: StopRow) => (driverId === null ? null : (routeOf.get(driverId) ?? null));
  const isStop = ({ type }: StopRow) => type !== 'start' && type !== 'end';
  const stops = rows.filter(isStop).flatMap((row): MapStop[] => {
    const place = placeOf(row);
    if (place === null) return [];
    const result = { isDone: isAttempted(row), isFailed: isFailed(row) };
    return [{ id: row.id, at: mercator(place), route: indexOf(row), position: row.position, ...result }];
  });
  const through = new Map<number, Spot[]>();
  for (const row of all.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    const [route, place] = [indexOf(row), placeOf(row)];
    // Before an optimisation there is no order, and so no line.
    if (route === null || place === null || row.position === null) continue;
    const there = through.get(route);
    if (there === undefined) through.set(route, [mercator(place)]);
    else there.push(mercator(place));
  }
  return {
    stops,
    routes: [...through].map(([route, spots]) => ({ route, through: spots })),
    depots: depotsOf(all.some((row) => !isStop(row)) ? all.filter((row) => !isStop(row)) : depot ? [depot] : []),
    missing: rows.filter((row) => isStop(row) && placeOf(row) === null),
  };
}
