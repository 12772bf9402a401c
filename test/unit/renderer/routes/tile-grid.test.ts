/** The tiles that a map shows. */
import { expect, it } from 'vitest';
import { onScreen } from '../../../../src/renderer/routes/map/camera.ts';
import { tilesInView } from '../../../../src/renderer/routes/map/tile-grid.ts';

const size = { width: 600, height: 400 };
const berlin = { latitude: 52.52, longitude: 13.4 };
const tiles = { least: 0, most: 14 };

it('covers the screen with tiles of about 256 pixels', () => {
  const placed = tilesInView({ centre: berlin, zoom: 11 }, size, tiles);
  expect(placed.every((tile) => tile.place.zoom === 12 && Math.abs(tile.size - 256) < 1e-6)).toBe(true);
  expect(Math.min(...placed.map(({ left }) => left))).toBeLessThanOrEqual(0);
  expect(Math.max(...placed.map((tile) => tile.left + tile.size))).toBeGreaterThanOrEqual(size.width);
  expect(Math.min(...placed.map(({ top }) => top))).toBeLessThanOrEqual(0);
  expect(Math.max(...placed.map((tile) => tile.top + tile.size))).toBeGreaterThanOrEqual(size.height);
  expect(placed.length).toBeLessThanOrEqual(12);
});

it('puts the tile of a place below that place', () => {
  const camera = { centre: { latitude: 52.5, longitude: 13.3 }, zoom: 10.3 };
  const spot = onScreen(berlin, camera, size);
  // 52.52 north and 13.4 east are in tile 11/1100/671.
  const own = tilesInView(camera, size, tiles).find(({ place }) => place.x === 1_100 && place.y === 671);
  expect(own?.place.zoom).toBe(11);
  expect(spot.x - own!.left).toBeGreaterThan(0);
  expect(spot.x - own!.left).toBeLessThan(own!.size);
  expect(spot.y - own!.top).toBeGreaterThan(0);
  expect(spot.y - own!.top).toBeLessThan(own!.size);
});

it('draws the last tiles larger beyond their zoom, and none before their first', () => {
  const placed = tilesInView({ centre: berlin, zoom: 16 }, size, tiles);
  expect(placed.every((tile) => tile.place.zoom === 14 && Math.abs(tile.size - 2_048) < 1e-6)).toBe(true);
  expect(tilesInView({ centre: berlin, zoom: 3 }, size, { least: 8, most: 14 })).toEqual([]);
});

it('shows no tiles outside the earth', () => {
  const placed = tilesInView({ centre: { latitude: 84, longitude: 179 }, zoom: 0 }, size, tiles);
  expect(placed.length).toBeGreaterThan(0);
  expect(placed.every(({ place: { x, y } }) => x >= 0 && x < 2 && y >= 0 && y < 2)).toBe(true);
});
