/** What a map draws: stops, or one mark for several of them where they would cover each other, and the lines of routes. */
import type { RouteLine } from '../../../shared/route-lines.ts';
import type { StopRow } from '../../../shared/stops.ts';
import { isPlace, mercator, onScreen, pointAt, type Camera, type Point, type Size, type Spot } from './camera.ts';

/** A stop with its place in the square of the earth, computed once and not for each frame. */
export interface MapStop {
  id: string;
  at: Spot;
  /** The index of its route among the lines; null: on none. */
  route: number | null;
  /** Its number on the route. */
  position: number | null;
  isDone: boolean;
}

/** A route as straight lines: the service gives no roads. */
export interface MapRoute {
  route: number;
  /** From its start, if that is known, to its end. */
  through: readonly Spot[];
}

/** A stop or a cluster on the screen. */
export interface Mark {
  /** One id for a stop, several for a cluster. */
  ids: readonly string[];
  spot: Spot;
  /** The route of all of them; null: of none or of several. */
  route: number | null;
  /** The number of a stop on its route; null for clusters. */
  position: number | null;
  isDone: boolean;
}

export interface MapContent {
  stops: readonly MapStop[];
  routes: readonly MapRoute[];
  /** Stops that the map cannot show: without coordinates, or with impossible ones. */
  missing: readonly StopRow[];
}

const placeOf = ({ latitude, longitude }: StopRow): Point | null => {
  if (latitude === null || longitude === null) return null;
  return isPlace({ latitude, longitude }) ? { latitude, longitude } : null;
};

/**
 * @param rows all stops that are shown, with the ends of routes
 * @param lines the routes; those of `rows` alone get a line
 */
export function mapContent(rows: readonly StopRow[], lines: readonly RouteLine[]): MapContent {
  const routeOf = new Map(lines.map(({ driverId }, index) => [driverId, index]));
  const indexOf = ({ driverId }: StopRow) => (driverId === null ? null : (routeOf.get(driverId) ?? null));
  const isStop = ({ type }: StopRow) => type !== 'start' && type !== 'end';
  const stops = rows.filter(isStop).flatMap((row): MapStop[] => {
    const place = placeOf(row);
    if (place === null) return [];
    const isDone = row.deliveryState !== null && row.deliveryState !== 'unattempted';
    return [{ id: row.id, at: mercator(place), route: indexOf(row), position: row.position, isDone }];
  });
  const through = new Map<number, Spot[]>();
  for (const row of rows.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
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
    missing: rows.filter((row) => isStop(row) && placeOf(row) === null),
  };
}

/** Up to so many stops each is drawn by itself. */
const mostSingle = 300;
/** The width of a square whose stops become one mark, in pixels at a whole zoom. */
const square = 48;
/** Beyond this zoom stops are far enough apart; those at one address stay one mark. */
const apartFrom = 16;

/**
 * The marks on the screen. The squares are fixed on the earth, so that clusters stay what they are while the map moves.
 */
export function marksOf(stops: readonly MapStop[], camera: Camera, size: Size): Mark[] {
  const margin = 40;
  const visible = stops.flatMap((stop) => {
    const spot = onScreen(pointAt(stop.at), camera, size);
    const isVisible =
      spot.x > -margin && spot.y > -margin && spot.x < size.width + margin && spot.y < size.height + margin;
    return isVisible ? [{ stop, spot }] : [];
  });
  const single = (stop: MapStop, spot: Spot): Mark => ({
    ids: [stop.id],
    spot,
    ...{ route: stop.route, position: stop.position, isDone: stop.isDone },
  });
  if (visible.length <= mostSingle) return visible.map(({ stop, spot }) => single(stop, spot));
  const cells = camera.zoom >= apartFrom ? 2 ** 40 : (512 * 2 ** Math.floor(camera.zoom)) / square;
  const groups = new Map<string, typeof visible>();
  for (const each of visible) {
    const key = `${Math.floor(each.stop.at.x * cells)} ${Math.floor(each.stop.at.y * cells)}`;
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [each]);
    else there.push(each);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1 && first !== undefined) return single(first.stop, first.spot);
    const mean = (of: (spot: Spot) => number) => group.reduce((sum, { spot }) => sum + of(spot), 0) / group.length;
    const isSame = group.every(({ stop }) => stop.route === first?.stop.route);
    return {
      ids: group.map(({ stop }) => stop.id),
      spot: { x: mean(({ x }) => x), y: mean(({ y }) => y) },
      route: isSame ? (first?.stop.route ?? null) : null,
      position: null,
      isDone: group.every(({ stop }) => stop.isDone),
    };
  });
}

/** The radius of a mark in pixels: clusters grow with what they hold. */
export const radiusOf = ({ ids }: Pick<Mark, 'ids'>): number =>
  ids.length === 1 ? 9 : Math.min(26, 11 + Math.log2(ids.length) * 2);

/** The mark at a place on the screen, the upper one first; undefined: there is none. */
export const markAt = (marks: readonly Mark[], { x, y }: Spot): Mark | undefined =>
  marks.findLast((mark) => Math.hypot(mark.spot.x - x, mark.spot.y - y) <= radiusOf(mark) + 2);
