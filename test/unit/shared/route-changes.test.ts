/** What an optimisation changed, by driver. */
import { expect, it } from 'vitest';
import { routeChanges, routesBefore } from '../../../src/shared/route-changes.ts';
import { routeLines } from '../../../src/shared/route-lines.ts';
import type { StopRow } from '../../../src/shared/stops.ts';
import { driverRow, stopRow } from '../../fixtures/rows.ts';

const [ada, ben, cleo] = ['Ada', 'Ben', 'Cleo'].map((name) => driverRow(`drivers/${name}`, name));
const at = (time: string) => Date.parse(`2026-06-15T${time}:00Z`);
const onRoute = (id: string, driverId: string | null, more: Partial<StopRow> = {}) =>
  stopRow(id, { driverId, ...more });
const lines = (rows: readonly StopRow[]) =>
  routeLines(rows, {
    ...{ driverIds: [ada!.id, ben!.id, cleo!.id], drivers: [ada!, ben!, cleo!], zone: 'UTC', day: '2026-06-15' },
  });

const before = routesBefore([
  onRoute('start', ada!.id, { type: 'start', estimatedArrivalAt: at('07:00') }),
  onRoute('1', ada!.id, { travelMetres: 1_000, estimatedArrivalAt: at('08:00') }),
  onRoute('2', ada!.id, { travelMetres: 2_000, estimatedArrivalAt: at('09:00') }),
  onRoute('end', ada!.id, { type: 'end', travelMetres: 500 }),
  onRoute('3', ben!.id),
  onRoute('4', null),
]);

it('keeps the stops, the way and the end of each route, and nothing of stops on none', () => {
  expect(before).toEqual([
    { driverId: ada!.id, stops: ['1', '2'], metres: 3_500, lastAt: at('09:00') },
    { driverId: ben!.id, stops: ['3'], metres: null, lastAt: null },
  ]);
});

it('counts stops that came and went, and compares what both routes say', () => {
  const changes = routeChanges(
    lines([
      onRoute('1', ada!.id, { travelMetres: 1_500, estimatedArrivalAt: at('08:10') }),
      onRoute('4', ada!.id, { travelMetres: 1_000, estimatedArrivalAt: at('09:30') }),
      onRoute('2', ben!.id, { travelMetres: 700, estimatedArrivalAt: at('10:00') }),
      onRoute('3', ben!.id),
      onRoute('5', cleo!.id),
      onRoute('6', null),
    ]),
    before,
  );
  expect([...changes]).toEqual([
    [ada!.id, { added: 1, removed: 1, metres: -1_000, later: 30 * 60_000 }],
    [ben!.id, { added: 1, removed: 0, metres: null, later: null }],
    [cleo!.id, { added: 1, removed: 0, metres: null, later: null }],
  ]);
});

it('compares nothing with the routes before the first optimisation', () => {
  const now = lines([onRoute('1', ada!.id)]);
  expect(routeChanges(now, null).size).toBe(0);
  expect(routeChanges(now, []).size).toBe(0);
});
