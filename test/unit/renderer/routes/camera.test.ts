/** Which part of the earth a map shows. */
import { expect, it } from 'vitest';
import {
  dragged,
  fitting,
  isInside,
  isPlace,
  mercator,
  onScreen,
  pointAt,
  under,
  zoomed,
  type Camera,
} from '../../../../src/renderer/routes/map/camera.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };
const munich = { latitude: 48.137, longitude: 11.575 };
const size = { width: 800, height: 600 };
const camera: Camera = { centre: berlin, zoom: 11 };

it('puts the earth into a square', () => {
  expect(mercator({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
  expect(mercator({ latitude: 85.051129, longitude: -180 }).x).toBe(0);
  expect(mercator({ latitude: 85.051129, longitude: -180 }).y).toBeCloseTo(0, 6);
  // The tile of Berlin at zoom 11 has the numbers 1100 and 671 (openstreetmap.org).
  const { x, y } = mercator(berlin);
  expect([Math.floor(x * 2 ** 11), Math.floor(y * 2 ** 11)]).toEqual([1100, 671]);
  const back = pointAt({ x, y });
  expect(back.latitude).toBeCloseTo(berlin.latitude, 9);
  expect(back.longitude).toBeCloseTo(berlin.longitude, 9);
});

it('knows what is where on the screen', () => {
  expect(onScreen(berlin, camera, size)).toEqual({ x: 400, y: 300 });
  const spot = { x: 123, y: 456 };
  const there = onScreen(under(spot, camera, size), camera, size);
  expect(there.x).toBeCloseTo(spot.x, 6);
  expect(there.y).toBeCloseTo(spot.y, 6);
});

it('moves with the pointer, and zooms about it', () => {
  const moved = onScreen(berlin, dragged(camera, { x: 30, y: -40 }, size), size);
  expect([moved.x, moved.y]).toEqual([expect.closeTo(430, 6), expect.closeTo(260, 6)]);
  const about = { x: 100, y: 50 };
  const closer = zoomed(camera, 2, about, size);
  expect(closer.zoom).toBe(13);
  const kept = onScreen(under(about, camera, size), closer, size);
  expect([kept.x, kept.y]).toEqual([expect.closeTo(100, 6), expect.closeTo(50, 6)]);
  expect(zoomed(camera, 99, about, size).zoom).toBe(20);
  expect(zoomed(camera, -99, about, size).zoom).toBe(0);
});

it('shows all points with a margin, as close as possible', () => {
  const fit = fitting([berlin, munich], size, 40)!;
  const spots = [berlin, munich].map((point) => onScreen(point, fit, size));
  for (const { x, y } of spots) {
    expect(x).toBeGreaterThanOrEqual(39.999);
    expect(x).toBeLessThanOrEqual(760.001);
    expect(y).toBeGreaterThanOrEqual(39.999);
    expect(y).toBeLessThanOrEqual(560.001);
  }
  const [north, south] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  expect(south - north, 'the height is used').toBeCloseTo(520, 3);
  expect(fitting([], size, 40)).toBeNull();
  expect(fitting([berlin], size, 40)).toEqual({ centre: expect.anything() as unknown, zoom: 16 });
});

it('fits ten thousand points, and a room that is smaller than the margins', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ latitude: 48 + at / 10_000, longitude: 11 + at / 5_000 }));
  expect(fitting(many, size, 40)?.zoom).toBeGreaterThan(5);
  expect(fitting(many, { width: 50, height: 50 }, 40)?.zoom).toBeGreaterThanOrEqual(0);
});

it('knows which coordinates cannot be those of a stop', () => {
  const places = [
    berlin,
    { latitude: 0, longitude: 0 },
    { latitude: 91, longitude: 13 },
    { latitude: 52, longitude: -181 },
    { latitude: 0, longitude: 13 },
  ];
  expect(places.map(isPlace)).toEqual([true, false, false, false, true]);
});

it('knows what a line drawn around something encloses', () => {
  // An L: the inside is not the box around it.
  const outline = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 4 },
    { x: 4, y: 4 },
    { x: 4, y: 10 },
    { x: 0, y: 10 },
  ];
  const spots = [
    { x: 2, y: 2 },
    { x: 8, y: 2 },
    { x: 2, y: 8 },
    { x: 8, y: 8 },
    { x: -1, y: 2 },
  ];
  expect(spots.map((spot) => isInside(spot, outline))).toEqual([true, true, true, false, false]);
  expect(isInside({ x: 1, y: 1 }, outline.slice(0, 2))).toBe(false);
});
