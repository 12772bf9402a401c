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

/**
 * Where places in the square of the earth are on the screen. They may be outside.
 *
 * @returns what two multiplications compute, because a frame asks for thousands of places
 */
export function projection({ centre, zoom }: Camera, { width, height }: Size): (at: Spot) => Spot {
  const [middle, scale] = [mercator(centre), pixels(zoom)];
  return ({ x, y }) => ({ x: (x - middle.x) * scale + width / 2, y: (y - middle.y) * scale + height / 2 });
}

/** Where a point is on the screen. It may be outside. */
export const onScreen = (point: Point, camera: Camera, size: Size): Spot => projection(camera, size)(mercator(point));

/** A part of the square of the earth. */
export interface Extent {
  west: number;
  east: number;
  north: number;
  south: number;
}

/** What is on the screen, with some pixels around it. */
export function extentOf({ centre, zoom }: Camera, { width, height }: Size, margin: number): Extent {
  const [middle, scale] = [mercator(centre), pixels(zoom)];
  const [across, down] = [(width / 2 + margin) / scale, (height / 2 + margin) / scale];
  return { west: middle.x - across, east: middle.x + across, north: middle.y - down, south: middle.y + down };
}

export const isWithin = ({ x, y }: Spot, { west, east, north, south }: Extent): boolean =>
  x > west && x < east && y > north && y < south;

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
    values.reduce<readonly [least: number, most: number]>(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
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
  for (const [at, one] of outline.entries()) {
    // The one before the first is the last.
    const other = outline.at(at - 1);
    if (other === undefined || one.y > y === other.y > y) continue;
    if (x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x) inside = !inside;
  }
  return inside;
}

/** The four corners of a box between two opposite ones. */
export const boxBetween = (from: Spot, to: Spot): readonly Spot[] => [
  from,
  { x: to.x, y: from.y },
  to,
  { x: from.x, y: to.y },
];
