/**
 * The marks of a map: a stop, or one mark for several stops that would cover each other. Both drawings show these, and the
 * pointer, the lasso and the keys find these, so that a map with and without WebGL behaves the same.
 */
import { extentOf, isInside, isWithin, type Camera, type Size, type Spot } from './camera.ts';
import type { MapStop } from './map-content.ts';

/** A stop or a cluster. */
export interface Mark {
  /** One id for a stop, several for a cluster. */
  ids: readonly string[];
  /** In the square of the earth; of a cluster the middle of its stops. */
  at: Spot;
  /** The route of all of them; null: of none or of several. */
  route: number | null;
  /** The number of a stop on its route; null for clusters. */
  position: number | null;
  /** The drivers have been to all of them. */
  isDone: boolean;
  /** To some of them in vain. */
  isFailed: boolean;
}

/** Up to so many stops on the screen each is drawn by itself. */
const mostSingle = 300;
/** The width of a square whose stops become one mark, in pixels at a whole zoom. */
const square = 48;
/** Beyond this zoom stops are far enough apart; those at one address stay one mark. */
const apartFrom = 16;
/** Marks whose middle is so many pixels outside reach into the screen. */
const margin = 40;

const single = ({ id, ...stop }: MapStop): Mark => ({ ids: [id], ...stop });

function joined(stops: readonly MapStop[]): Mark {
  const [first] = stops;
  if (stops.length === 1 && first !== undefined) return single(first);
  const isDone = stops.every((stop) => stop.isDone);
  const mean = (of: (spot: Spot) => number) => stops.reduce((sum, { at }) => sum + of(at), 0) / stops.length;
  return {
    ids: stops.map(({ id }) => id),
    at: { x: mean(({ x }) => x), y: mean(({ y }) => y) },
    route: stops.every(({ route }) => route === first?.route) ? (first?.route ?? null) : null,
    position: null,
    isDone,
    // While there is something to do at one of them, that is what its colour says.
    isFailed: isDone && stops.some(({ isFailed }) => isFailed),
  };
}

/**
 * The marks at a whole zoom. The squares are fixed on the earth, so that clusters stay what they are while the map moves.
 */
function clustered(stops: readonly MapStop[], level: number): Mark[] {
  const squares = level >= apartFrom ? 2 ** 40 : (512 * 2 ** level) / square;
  const groups = new Map<string, MapStop[]>();
  for (const stop of stops) {
    const key = `${Math.floor(stop.at.x * squares)} ${Math.floor(stop.at.y * squares)}`;
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [stop]);
    else there.push(stop);
  }
  return [...groups.values()].map(joined);
}

/** All marks of a map. Those of each zoom are computed once, because a map that moves asks for them in each frame. */
export class Marks {
  readonly #singles: readonly Mark[];
  readonly #stops: readonly MapStop[];
  readonly #levels = new Map<number, readonly Mark[]>();

  constructor(stops: readonly MapStop[]) {
    this.#stops = stops;
    this.#singles = stops.map(single);
  }

  /** The marks on the screen, the upper ones last. Those just outside it are among them. */
  inView(camera: Camera, size: Size): readonly Mark[] {
    const extent = extentOf(camera, size, margin);
    const singles = this.#singles.filter(({ at }) => isWithin(at, extent));
    if (singles.length <= mostSingle) return singles;
    const level = Math.min(Math.floor(camera.zoom), apartFrom);
    let marks = this.#levels.get(level);
    if (marks === undefined) this.#levels.set(level, (marks = clustered(this.#stops, level)));
    return marks.filter(({ at }) => isWithin(at, extent));
  }
}

/** Radii in pixels: of a stop, then of clusters, which grow with what they hold. */
export const radii = [9, 13, 16, 20, 25] as const;
/** From how many stops on a cluster has which size. */
const sizesFrom = [1, 2, 5, 20, 100] as const;

/** The size of a mark: an index of {@link radii}. */
export const sizeOf = ({ ids }: Mark): number => sizesFrom.findLastIndex((from) => ids.length >= from);

const radiusOf = (mark: Mark): number => radii[sizeOf(mark)] ?? radii[0];

/** Where marks are on the screen (camera.ts, projection). */
type Project = (at: Spot) => Spot;

/** The mark at a place on the screen, the upper one first; undefined: there is none. */
export const markAt = (marks: readonly Mark[], { x, y }: Spot, project: Project): Mark | undefined =>
  marks.findLast((mark) => {
    const spot = project(mark.at);
    return Math.hypot(spot.x - x, spot.y - y) <= radiusOf(mark) + 2;
  });

/** Where the stops of a mark are, in the square of the earth. */
export function placesOf({ ids }: Mark, stops: readonly MapStop[]): Spot[] {
  const among = new Set(ids);
  return stops.filter(({ id }) => among.has(id)).map(({ at }) => at);
}

/** The ids of the stops whose marks have their middle inside an outline on the screen. */
export const idsInside = (marks: readonly Mark[], outline: readonly Spot[], project: Project): string[] =>
  marks.filter(({ at }) => isInside(project(at), outline)).flatMap(({ ids }) => ids);
