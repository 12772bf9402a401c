/** Which part of the earth a map shows: Web Mercator, as tiles and MapLibre use it. */

/** Degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A place on the screen in CSS pixels, from the top left of the map. */
export interface Spot {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Camera {
  centre: Point;
  /** At 0 the earth is 512 pixels wide, at each further step twice that. */
  zoom: number;
}

const tile = 512;
/** Mercator shows nothing beyond. */
const mostLatitude = 85.051129;
export const zooms = { least: 0, most: 20 } as const;
/** A single stop, or several at one address, are not shown closer than this. */
const closest = 16;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Where a point is in the square of the earth: 0 to 1 from west to east and from north to south. */
export function mercator({ latitude, longitude }: Point): Spot {
  const sine = Math.sin((clamp(latitude, -mostLatitude, mostLatitude) * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** The opposite of {@link mercator}. */
export function pointAt({ x, y }: Spot): Point {
  return { latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, longitude: (x - 0.5) * 360 };
}

const pixels = (zoom: number) => tile * 2 ** zoom;

/** Where a point is on the screen. It may be outside. */
export function onScreen(point: Point, { centre, zoom }: Camera, { width, height }: Size): Spot {
  const [at, middle, scale] = [mercator(point), mercator(centre), pixels(zoom)];
  return { x: (at.x - middle.x) * scale + width / 2, y: (at.y - middle.y) * scale + height / 2 };
}

/** The point below a place on the screen. */
export function under({ x, y }: Spot, { centre, zoom }: Camera, { width, height }: Size): Point {
  const [middle, scale] = [mercator(centre), pixels(zoom)];
  return pointAt({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale });
}

/** The map after it was dragged by some pixels. */
export function dragged(camera: Camera, by: Spot, size: Size): Camera {
  const centre = under({ x: size.width / 2 - by.x, y: size.height / 2 - by.y }, camera, size);
  return { ...camera, centre: kept(centre) };
}

/** The map after zooming by some steps, with the point below a place on the screen where it was. */
export function zoomed(camera: Camera, by: number, about: Spot, size: Size): Camera {
  const zoom = clamp(camera.zoom + by, zooms.least, zooms.most);
  const fixed = mercator(under(about, camera, size));
  const scale = pixels(zoom);
  const centre = pointAt({
    x: fixed.x - (about.x - size.width / 2) / scale,
    y: fixed.y - (about.y - size.height / 2) / scale,
  });
  return { centre: kept(centre), zoom };
}

const kept = ({ latitude, longitude }: Point): Point => ({
  latitude: clamp(latitude, -mostLatitude, mostLatitude),
  longitude: clamp(longitude, -180, 180),
});

/**
 * The map that shows all points, as close as possible.
 *
 * @param margin around them, in pixels
 * @returns null when there is no point
 */
export function fitting(points: readonly Point[], size: Size, margin: number): Camera | null {
  if (points.length === 0) return null;
  const places = points.map(mercator);
  // Not Math.min(...): ten thousand arguments are too many.
  const range = (values: readonly number[]) =>
    values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as readonly [number, number]);
  const [west, east] = range(places.map(({ x }) => x));
  const [north, south] = range(places.map(({ y }) => y));
  const zoomFor = (extent: number, room: number) =>
    extent === 0 ? closest : Math.log2(Math.max(1, room - 2 * margin) / (tile * extent));
  const zoom = Math.min(zoomFor(east - west, size.width), zoomFor(south - north, size.height), closest);
  return {
    centre: pointAt({ x: (west + east) / 2, y: (north + south) / 2 }),
    zoom: clamp(zoom, zooms.least, zooms.most),
  };
}

/** Whether coordinates can be those of a stop: on the earth, and not 0, 0, which stands for none in many systems. */
export const isPlace = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);

/** Whether a spot is inside a polygon of spots; an outline of fewer than three has no inside. */
export function isInside({ x, y }: Spot, outline: readonly Spot[]): boolean {
  let inside = false;
  for (let at = 0, before = outline.length - 1; at < outline.length; before = at, at += 1) {
    const [one, other] = [outline[at]!, outline[before]!];
    if (one.y > y === other.y > y) continue;
    if (x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x) inside = !inside;
  }
  return inside;
}
