/** What the map shows of a plan. */
import { expect, it } from 'vitest';
import { mapContent } from '../../../../src/renderer/routes/map/map-content.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const drivers = [driverRow('drivers/a', 'Ada'), driverRow('drivers/b', 'Ben')];
const driverIds = drivers.map(({ id }) => id);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const contentOf = (rows: Parameters<typeof mapContent>[0]) =>
  mapContent(rows, { lines: routeLines(rows, { driverIds, drivers, zone: 'Europe/Berlin', day: null }) });

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

it('says which stops are done, and which of them failed', () => {
  const of = (id: string, deliveryState: string | null) => stopRow(id, { deliveryState, ...at(52.5, 13.1) });
  const { stops } = contentOf([
    of('stops/1', null),
    of('stops/2', 'unattempted'),
    of('stops/3', 'delivered_to_recipient'),
    of('stops/4', 'failed_not_home'),
  ]);
  expect(stops.map(({ isDone, isFailed }) => [isDone, isFailed])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
  ]);
});

it('shows where routes start and end, each place once', () => {
  const end = (id: string, type: string, latitude: number) => stopRow(id, { type, ...at(latitude, 13) });
  const { depots, stops } = contentOf([
    end('stops/a', 'start', 52.5),
    end('stops/b', 'start', 52.5),
    end('stops/c', 'end', 52.6),
    stopRow('stops/d', { type: 'end' }),
  ]);
  expect(depots.map(({ x }) => Math.round((x - 0.5) * 360))).toEqual([13, 13]);
  expect(stops).toEqual([]);
});

it('draws the line of a route through stops that a filter hides, and keeps its start', () => {
  const of = (id: string, position: number, longitude: number, type = 'stop') =>
    stopRow(id, { driverId: 'drivers/a', position, type, ...at(52.5, longitude) });
  const all = [of('s', 0, 13, 'start'), of('1', 1, 13.1), of('2', 2, 13.2), of('3', 3, 13.3)];
  const lines = routeLines(all, { driverIds, drivers, zone: 'Europe/Berlin', day: null });
  const { stops, routes, depots } = mapContent([all[1]!, all[3]!], { lines, all });
  expect(stops.map(({ id }) => id)).toEqual(['1', '3']);
  expect(routes.map(({ through }) => through.length)).toEqual([4]);
  expect(depots).toHaveLength(1);
});

it('shows the depot until routes say where they start', () => {
  const depot = at(52.5, 13);
  const stop = stopRow('1', at(52.6, 13.1));
  expect(mapContent([stop], { lines: [], depot }).depots).toHaveLength(1);
  expect(mapContent([stop], { lines: [], depot: { latitude: null, longitude: null } }).depots).toEqual([]);
  const start = stopRow('s', { type: 'start', driverId: 'drivers/a', position: 0, ...at(52.4, 13) });
  const [shown, ...others] = mapContent([stop, start], { lines: [], depot }).depots;
  expect([shown, others]).toEqual([mapContent([start], { lines: [] }).depots[0], []]);
});
