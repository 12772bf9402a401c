/** Some stops of a plan are stored over older ones, and never over what the service said later. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const planId = 'plans/p1';
const route = { id: 'routes/r1', driver: 'drivers/d1', stopCount: 2 };
const item = (id: string, notes: string, over: object = {}) =>
  stop.parse({ id: `${planId}/stops/${id}`, plan: planId, type: 'stop', notes, route, ...over });
const rowOf = (...given: Parameters<typeof item>) => {
  const read = item(...given);
  return storedRow(read, stopColumns(read));
};

async function open() {
  const { cache } = await openedCache(temporaryFolder(), now);
  await cache.putStops(planId, [rowOf('a', 'old'), rowOf('b', 'old'), rowOf('c', 'old', { route: null })], now);
  const notes = async () => {
    const { rows } = await cache.listStops(planId, 0, 10);
    return rows.map((row) => row.notes);
  };
  return { cache, notes };
}

it('stores what is newer, and leaves the others', async () => {
  const { cache, notes } = await open();
  expect(await cache.putSomeStops(planId, [rowOf('a', 'new'), rowOf('b', 'old')], now + 10)).toBe(true);
  expect(await notes()).toEqual(['new', 'old', 'old']);
  expect(await cache.putSomeStops(planId, [rowOf('a', 'new'), rowOf('b', 'old')], now + 20)).toBe(false);
});

it('keeps what the service said of a stop after the read began', async () => {
  const { cache, notes } = await open();
  await cache.putStop(planId, rawOf(item('a', 'said')), now + 10);
  await cache.forgetStop(`${planId}/stops/b`, now + 10);
  expect(await cache.putSomeStops(planId, [rowOf('a', 'read'), rowOf('b', 'read')], now + 10)).toBe(false);
  expect(await notes()).toEqual(['said', 'old']);
  expect(await cache.putSomeStops(planId, [rowOf('a', 'read'), rowOf('b', 'read')], now + 11)).toBe(true);
  expect(await notes()).toEqual(['read', 'read', 'old']);
});

it('is not undone by a read of the whole list that began before', async () => {
  const { cache, notes } = await open();
  await cache.putSomeStops(planId, [rowOf('a', 'new')], now + 10);
  const list = [rowOf('a', 'old'), rowOf('b', 'old'), rowOf('c', 'old', { route: null })];
  await cache.putStops(planId, list, now + 5);
  expect(await notes()).toEqual(['new', 'old', 'old']);
  await cache.putStops(planId, list, now + 15);
  expect(await notes()).toEqual(['old', 'old', 'old']);
});

it('makes the next read of the list compare every row', async () => {
  const { cache } = await open();
  await cache.putStops(planId, [rowOf('a', 'old')], now + 1, 'digest');
  expect(await cache.isSameList(`stops:${planId}`, 'digest', now + 2)).toBe(true);
  await cache.putSomeStops(planId, [rowOf('a', 'new')], now + 10);
  expect(await cache.isSameList(`stops:${planId}`, 'digest', now + 20)).toBe(false);
});

it('knows the route of a driver by its stops', async () => {
  const { cache } = await open();
  expect(await cache.routeOf(planId, 'drivers/d1')).toEqual({
    id: 'routes/r1',
    stopIds: [`${planId}/stops/a`, `${planId}/stops/b`],
    route: expect.objectContaining({ id: 'routes/r1', stopCount: 2 }) as unknown,
  });
  expect(await cache.routeOf(planId, 'drivers/d2')).toBeNull();
  await cache.forgetStop(`${planId}/stops/a`, now + 1);
  await cache.forgetStop(`${planId}/stops/b`, now + 1);
  expect(await cache.routeOf(planId, 'drivers/d1')).toBeNull();
});
