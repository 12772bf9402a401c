/** The lines of the list of routes, and the keys that go along them. */
import { expect, it } from 'vitest';
import { mostOpened, moveBy, routeItems } from '../../../../src/renderer/routes/route-items.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const drivers = [driverRow('drivers/a', 'Ada'), driverRow('drivers/b', 'Ben')];
const lines = routeLines(
  [
    stopRow('second', { driverId: 'drivers/a', position: 2 }),
    stopRow('first', { driverId: 'drivers/a', position: 1 }),
    stopRow('start', { driverId: 'drivers/a', position: 0, type: 'start' }),
    stopRow('loose'),
  ],
  { driverIds: ['drivers/a', 'drivers/b'], drivers, zone: 'Europe/Berlin', day: null },
);
const all = () => true;
const keys = (opened: readonly (string | null)[], isShown: (row: { id: string }) => boolean = all) =>
  routeItems(lines, new Set(opened), isShown).map(({ key }) => key);

it('lists the stops of an opened route in its order, without its ends', () => {
  expect(keys([])).toEqual(['route drivers/a', 'route drivers/b', 'route ']);
  expect(keys(['drivers/a'])).toEqual(['route drivers/a', 'first', 'second', 'route drivers/b', 'route ']);
  expect(keys([null])).toEqual(['route drivers/a', 'route drivers/b', 'route ', 'loose']);
});

it('lists the stops that fit the filter', () => {
  expect(keys(['drivers/a'], ({ id }) => id === 'second')).toEqual([
    ...['route drivers/a', 'second'],
    ...['route drivers/b', 'route '],
  ]);
});

it('says how many stops it leaves to the table', () => {
  const many = routeLines(
    Array.from({ length: mostOpened + 7 }, (_, index) => stopRow(`stop ${index}`)),
    { driverIds: [], drivers: [], zone: 'Europe/Berlin', day: null },
  );
  const items = routeItems(many, new Set([null]), all);
  expect(items).toHaveLength(mostOpened + 2);
  expect(items.at(-1)).toMatchObject({ kind: 'rest', count: 7 });
});

it('goes along the lines, opens and closes routes by keys', () => {
  const closed = routeItems(lines, new Set(), all);
  const open = routeItems(lines, new Set(['drivers/a']), all);
  expect(moveBy('ArrowRight', closed, 0)).toEqual({ opens: true });
  expect(moveBy('ArrowRight', open, 0)).toEqual({ to: 1 });
  expect(moveBy('ArrowRight', closed, 1), 'a route without stops does not open').toEqual({ to: 1 });
  expect(moveBy('ArrowLeft', open, 2), 'back to the route').toEqual({ to: 0 });
  expect(moveBy('ArrowLeft', open, 0)).toEqual({ opens: false });
  expect(moveBy('ArrowDown', open, 4)).toEqual({ to: 4 });
  expect(moveBy('ArrowUp', open, 0)).toEqual({ to: 0 });
  expect([moveBy('Home', open, 3), moveBy('End', open, 0)]).toEqual([{ to: 0 }, { to: 4 }]);
  expect(moveBy('x', open, 0)).toBeUndefined();
  expect(moveBy('ArrowDown', [], 0)).toBeUndefined();
});
