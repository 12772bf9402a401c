/** Stops that an optimisation would leave out, from what is cached. */
import { expect, it } from 'vitest';
import { skipsOf, type PlanFacts } from '../../../src/shared/stop-skips.ts';
import type { StopRow } from '../../../src/shared/stops.ts';
import { depotRow, driverRow, planRow, stopRow } from '../../fixtures/rows.ts';

const ada = driverRow('drivers/a', 'Ada', { startTime: '08:00', endTime: '16:00' });
const ben = driverRow('drivers/b', 'Ben', { startTime: '12:00', endTime: '20:00' });
const home = depotRow('depots/home', { hasStart: true });
const plan = planRow('plans/p', { depot: home.id, driverIds: [ada.id, ben.id] });
const point = { latitude: 53, longitude: 10 };

const facts = (stops: readonly StopRow[], more: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ plan, drivers: [ada, ben], depots: [home], stops },
  ...more,
});
const skips = (more: Partial<StopRow>, of: Partial<PlanFacts> = {}) =>
  skipsOf(facts([stopRow('s1', { ...point, ...more })], of)).map(({ reason }) => reason);

it.each<[string, Partial<StopRow>, boolean]>([
  ['before all hours', { earliest: '05:00', latest: '07:00' }, true],
  ['after all hours', { earliest: '21:00' }, true],
  ['within the hours of one driver', { earliest: '18:00', latest: '19:00' }, false],
  ['at the very end of the hours', { earliest: '20:00' }, false],
  ['outside the hours of the allowed driver', { earliest: '18:00', allowedDrivers: [ada.id] }, true],
  ['that ends before it begins', { earliest: '12:00', latest: '10:00' }, true],
  ['that is open at both ends', {}, false],
])('a window %s', (_what, stop, isMissed) => {
  expect(skips(stop)).toEqual(isMissed ? ['impossible_time_window'] : []);
});

it('takes the hours of the plan before those of a driver, and the depot’s last', () => {
  const late = { earliest: '21:00' };
  expect(skips(late, { plan: { ...plan, endTime: '22:00' } })).toEqual([]);
  const open = [ada, ben].map((driver) => ({ ...driver, endTime: null }));
  expect(skips(late, { drivers: open })).toEqual([]);
  expect(skips(late, { drivers: open, depots: [{ ...home, endTime: '20:00' }] })).toEqual(['impossible_time_window']);
  // A day that ends before it begins lasts past midnight.
  expect(skips(late, { plan: { ...plan, startTime: '18:00', endTime: '02:00' } })).toEqual([]);
});

it('an address that the service did not find, and drivers whom the plan does not have', () => {
  expect(skips({ latitude: null, longitude: null })).toEqual(['impossible_navigation']);
  // One that is not on the service yet has no point.
  expect(skips({ latitude: null, longitude: null, origin: 'outbox', change: 'create' })).toEqual([]);
  expect(skips({ allowedDrivers: ['drivers/x'] })).toEqual(['no_allowed_driver']);
  const paused = [ada, { ...ben, active: false }];
  expect(skips({ allowedDrivers: [ben.id] }, { drivers: paused })).toEqual(['no_allowed_driver']);
});

it('counts the stops that are more than the drivers may take', () => {
  const stops = [1, 2, 3, 4, 5].map((number) => stopRow(`s${number}`, point));
  const limited = [
    { ...ada, maxStops: 1 },
    { ...ben, maxStops: 2 },
  ];
  const over = { reason: 'impossible_number_of_stops', count: 2, stopIds: [] };
  expect(skipsOf(facts(stops, { drivers: limited }))).toEqual([over]);
  expect(skipsOf(facts(stops, { plan: { ...plan, maxStops: 3 } }))).toEqual([]);
  expect(skipsOf(facts(stops, { depots: [{ ...home, maxStops: 1 }] }))).toEqual([{ ...over, count: 3 }]);
  // Stops that are left out for another reason need no room.
  const night = stops.map((stop, at) => (at < 2 ? { ...stop, latest: '05:00' } : stop));
  expect(skipsOf(facts(night, { drivers: limited })).map(({ reason }) => reason)).toEqual(['impossible_time_window']);
});

it.each<[string, Partial<PlanFacts>]>([
  ['the drivers', { drivers: null }],
  ['one of the drivers', { drivers: [ada] }],
  ['the depot', { depots: null, drivers: [ada, ben].map((driver) => ({ ...driver, endTime: null })) }],
  ['the stops', { stops: null }],
])('announces nothing without %s', (_what, more) => {
  expect(skips({ earliest: '23:00' }, more)).toEqual([]);
});

it('passes over stops that need no place', () => {
  const late = { ...point, earliest: '23:00' };
  const done = [{ attemptedAt: 1 }, { change: 'delete' as const }, { change: 'move' as const }, { type: 'end' }];
  expect(skipsOf(facts(done.map((more, at) => stopRow(`s${at}`, { ...late, ...more }))))).toEqual([]);
});
