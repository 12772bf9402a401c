/** What the map draws of a plan. */
import { expect, it } from 'vitest';
import type { Camera } from '../../../../src/renderer/routes/map/camera.ts';
import { mapContent, markAt, marksOf } from '../../../../src/renderer/routes/map/marks.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const drivers = [driverRow('drivers/a', 'Ada'), driverRow('drivers/b', 'Ben')];
const driverIds = drivers.map(({ id }) => id);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const contentOf = (rows: Parameters<typeof mapContent>[0]) =>
  mapContent(rows, routeLines(rows, { driverIds, drivers, zone: 'Europe/Berlin' }));
const size = { width: 800, height: 600 };
const camera: Camera = { centre: at(52.5, 13.4), zoom: 11 };

it('draws lines through stops in their order, from the start of the route to its end', () => {
  const of = (id: string, position: number | null, longitude: number, type = 'stop') =>
    stopRow(id, { driverId: 'drivers/a', position, type, ...at(52.5, longitude) });
  const { stops, routes } = contentOf([
    of('stops/2', 2, 13.2),
    of('stops/1', 1, 13.1),
    of('stops/s', 0, 13, 'start'),
    of('stops/e', 3, 13.3, 'end'),
  ]);
  expect(stops.map(({ id, route, position }) => [id, route, position])).toEqual([
    ['stops/2', 0, 2],
    ['stops/1', 0, 1],
  ]);
  expect(routes).toHaveLength(1);
  const [{ through, route }] = routes as [(typeof routes)[number]];
  expect(route).toBe(0);
  expect(through.map(({ x }) => Math.round((x - 0.5) * 3_600) / 10)).toEqual([13, 13.1, 13.2, 13.3]);
});

it('invents no order before an optimisation', () => {
  const { routes, stops } = contentOf([
    stopRow('stops/1', at(52.5, 13.1)),
    stopRow('stops/2', { driverId: 'drivers/b', ...at(52.5, 13.2) }),
  ]);
  expect(routes).toEqual([]);
  expect(stops.map(({ route }) => route)).toEqual([null, 1]);
});

it('lists stops beside it that have no place', () => {
  const { stops, missing } = contentOf([
    stopRow('stops/1'),
    stopRow('stops/2', at(0, 0)),
    stopRow('stops/3', at(95, 13)),
    stopRow('stops/4', at(52.5, 13.1)),
    stopRow('stops/s', { type: 'start' }),
  ]);
  expect(stops.map(({ id }) => id)).toEqual(['stops/4']);
  expect(missing.map(({ id }) => id)).toEqual(['stops/1', 'stops/2', 'stops/3']);
});

it('draws each stop while there are few, and leaves out those that are not in sight', () => {
  const near = Array.from({ length: 300 }, (_, index) => stopRow(`stops/${index}`, at(52.5, 13.4)));
  const far = stopRow('stops/far', at(48, 11));
  const { stops } = contentOf([...near, far]);
  const marks = marksOf(stops, camera, size);
  expect(marks).toHaveLength(300);
  expect(marks.every(({ ids }) => ids.length === 1)).toBe(true);
});

it('joins stops that would cover each other, all of them once', () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    stopRow(`stops/${index}`, {
      ...at(52.45 + (index % 40) / 400, 13.3 + Math.floor(index / 40) / 125),
      driverId: index % 2 === 0 ? 'drivers/a' : null,
    }),
  );
  const { stops } = contentOf(many);
  const marks = marksOf(stops, camera, size);
  expect(marks.length).toBeLessThan(300);
  const joined = marks.flatMap(({ ids }) => ids);
  expect(new Set(joined).size).toBe(joined.length);
  expect(joined).toHaveLength(1_000);
  expect(marks.some(({ ids, route }) => ids.length > 1 && route === null)).toBe(true);

  // A small step to the side joins the same stops.
  const moved = marksOf(stops, { ...camera, centre: at(52.5, 13.4005) }, size);
  expect(new Set(moved.map(({ ids }) => ids.join()))).toEqual(new Set(marks.map(({ ids }) => ids.join())));
});

it('finds the mark under the pointer, the upper one first', () => {
  const { stops } = contentOf([stopRow('stops/1', at(52.5, 13.4)), stopRow('stops/2', at(52.5, 13.4))]);
  const marks = marksOf(stops, camera, size);
  expect(markAt(marks, { x: 405, y: 296 })?.ids).toEqual(['stops/2']);
  expect(markAt(marks, { x: 430, y: 300 })).toBeUndefined();
});
