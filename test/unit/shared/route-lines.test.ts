/** What a plan's routes add up to. */
import { expect, it } from 'vitest';
import { noLimits } from '../../../src/shared/day-limits.ts';
import { isLate, routeLines } from '../../../src/shared/route-lines.ts';
import { deliveryResult, type StopRow } from '../../../src/shared/stops.ts';
import { driverRow, stopRow } from '../../fixtures/rows.ts';

const zone = 'Europe/Berlin';
const day = '2026-06-15';
/** A wall-clock time in Berlin on a summer day, in milliseconds since the epoch. */
const at = (time: string) => Date.parse(`2026-06-15T${time}:00+02:00`);

const ada = driverRow('drivers/a', 'Ada', { startTime: '08:00', endTime: '16:00', maxStops: 2, vehicleType: 'car' });
const ben = driverRow('drivers/b', 'Ben');
const of = (rows: readonly StopRow[]) =>
  routeLines(rows, { driverIds: [ada.id, ben.id], drivers: [ada, ben], zone, day });

it('sums up each route from its stops, and its ends count for the way alone', () => {
  const ofAda = { driverId: ada.id, driverName: 'Ada' };
  const [line] = of([
    stopRow('stops/s', { ...ofAda, type: 'start', position: 0, estimatedArrivalAt: at('07:30') }),
    stopRow('stops/2', {
      ...{ ...ofAda, position: 2, travelSeconds: 600, travelMetres: 4_000, stopSeconds: 120, packageCount: 3 },
      ...{ weight: { amount: 0.1, unit: 'kilogram' }, estimatedArrivalAt: at('09:20'), latest: '09:00' },
    }),
    stopRow('stops/1', {
      ...{ ...ofAda, position: 1, travelSeconds: 300, travelMetres: 2_500, stopSeconds: 60, packageCount: 1 },
      ...{ weight: { amount: 0.2, unit: 'kilogram' }, estimatedArrivalAt: at('08:10'), latest: '09:00' },
    }),
    stopRow('stops/e', { ...ofAda, type: 'end', position: 3, travelSeconds: 900, travelMetres: 6_000 }),
  ]);
  expect(line?.stops.map(({ id }) => id)).toEqual(['stops/1', 'stops/2']);
  expect(line).toMatchObject({
    ...{ driverId: ada.id, name: 'Ada', packages: 4, weights: [{ unit: 'kilogram', amount: 0.3 }] },
    ...{ metres: 12_500, drivingSeconds: 1_800, stopSeconds: 180, firstAt: at('08:10'), lastAt: at('09:20') },
    ...{ late: ['stops/2'], mostStops: 2, begins: '08:00', ends: '16:00', outsideHours: 0, vehicleType: 'car' },
  });
});

it('has a line for every driver of the plan, for others with stops, and one for stops without a route', () => {
  const rows = [
    stopRow('stops/1'),
    stopRow('stops/2', { driverId: 'drivers/x', driverName: 'Xenia' }),
    stopRow('stops/3', { driverId: 'drivers/y' }),
  ];
  const lines = of(rows);
  expect(lines.map(({ name, stops }) => [name, stops.length])).toEqual([
    ...[['Ada', 0] as const, ['Ben', 0] as const],
    ...[['Xenia', 1] as const, ['drivers/y', 1] as const, [null, 1] as const],
  ]);
  expect(lines.at(-1)).toMatchObject({ driverId: null, metres: null, drivingSeconds: null });
  expect(of([]).map(({ name }) => name)).toEqual(['Ada', 'Ben']);
});

it('invents nothing that the service does not give', () => {
  const [line] = of([stopRow('stops/1', { driverId: ada.id })]);
  expect(line).toMatchObject({
    ...{ packages: 0, weights: [], metres: null, drivingSeconds: null, stopSeconds: 0, firstAt: null, lastAt: null },
    ...{ late: [], done: 0, failed: 0, outsideHours: 0 },
  });
});

it('keeps weights of different units apart', () => {
  const weights = (['kilogram', 'stone', 'kilogram'] as const).map((unit, index) =>
    stopRow(`stops/${index}`, { driverId: ben.id, weight: { amount: 1.5, unit } }),
  );
  expect(of(weights)[1]?.weights).toEqual([
    { unit: 'kilogram', amount: 3 },
    { unit: 'stone', amount: 1.5 },
  ]);
});

it('counts results, and takes the actual arrival for the expected one', () => {
  const [line] = of([
    stopRow('stops/1', {
      ...{ driverId: ada.id, deliveryState: 'failed_not_home', estimatedArrivalAt: at('08:50'), latest: '09:00' },
      attemptedAt: at('09:01'),
    }),
    stopRow('stops/2', { driverId: ada.id, deliveryState: 'delivered_to_recipient', attemptedAt: at('10:00') }),
    stopRow('stops/3', { driverId: ada.id, deliveryState: 'unattempted', estimatedArrivalAt: at('10:30') }),
  ]);
  expect(line).toMatchObject({ done: 2, failed: 1, late: ['stops/1'], lastAt: at('10:30') });
});

it.each([
  [{}, 'open'],
  [null, 'open'],
  [{ attempted: false, attemptedAt: null, succeeded: null, state: 'unattempted' }, 'open'],
  [{ attempted: true, succeeded: true, state: 'delivered_to_recipient' }, 'done'],
  [{ attempted: true, state: null }, 'done'],
  [{ attemptedAt: 1_781_500_000 }, 'done'],
  [{ state: 'beamed_up' }, 'done'],
  [{ attempted: true, succeeded: false, state: null }, 'failed'],
  [{ succeeded: false, state: 'returned_to_depot' }, 'failed'],
  [{ state: 'failed_by_dragon' }, 'failed'],
] as const)('tells the result by all that is said of a delivery: %j', (info, result) => {
  expect(deliveryResult(info)).toBe(result);
  const [line] = of([stopRow('stops/1', { driverId: ada.id, result: deliveryResult(info) })]);
  expect([line?.done, line?.failed]).toEqual([result === 'open' ? 0 : 1, result === 'failed' ? 1 : 0]);
});

const noHours = { begins: null, ends: null };

it('is late after the last minute of the window, by the clock of the depot', () => {
  const row = stopRow('stops/1', { estimatedArrivalAt: at('09:00'), latest: '09:00' });
  const late = (of: StopRow, clock = zone) => isLate(of, { zone: clock, day }, noHours);
  expect(late(row)).toBe(false);
  expect(late({ ...row, estimatedArrivalAt: at('09:01') })).toBe(true);
  // It is 10:00 there.
  expect(late(row, 'Europe/Helsinki')).toBe(true);
  expect(late({ ...row, latest: null })).toBe(false);
  expect(late({ ...row, estimatedArrivalAt: null })).toBe(false);
});

it('compares the times of day while the day of the plan is not known', () => {
  const row = stopRow('stops/1', { estimatedArrivalAt: at('09:01'), latest: '09:00' });
  expect(isLate(row, { zone, day: null }, noHours)).toBe(true);
  expect(isLate({ ...row, estimatedArrivalAt: at('08:59') }, { zone, day: null }, noHours)).toBe(false);
});

it.each([
  ['in the evening, reached after midnight', null, '22:00', '2026-06-16T00:30:00+02:00', true],
  ['after midnight, of a shift that goes past it', '00:30', '02:00', '2026-06-16T01:30:00+02:00', false],
  ['after midnight, missed', '00:30', '02:00', '2026-06-16T02:01:00+02:00', true],
  ['that goes past midnight itself', '23:00', '01:00', '2026-06-16T00:59:00+02:00', false],
  ['that goes past midnight, missed', '23:00', '01:00', '2026-06-16T01:01:00+02:00', true],
])('a window %s', (_what, earliest, latest, arrival, late) => {
  const row = stopRow('stops/1', { earliest, latest, estimatedArrivalAt: Date.parse(arrival) });
  expect(isLate(row, { zone, day }, { begins: '20:00', ends: '04:00' })).toBe(late);
});

it.each([
  // 02:30 comes twice, at 00:30 and at 01:30 in Greenwich: the first one counts.
  ['2026-10-25', '02:30', '2026-10-25T00:30:00Z', false],
  ['2026-10-25', '02:30', '2026-10-25T00:31:00Z', true],
  ['2026-03-29', '03:00', '2026-03-29T01:00:00Z', false],
  ['2026-03-29', '03:00', '2026-03-29T01:01:00Z', true],
])('knows lateness on the day of a clock change: %s until %s, reached %s', (on, latest, arrival, late) => {
  const row = stopRow('stops/1', { latest, estimatedArrivalAt: Date.parse(arrival) });
  expect(isLate(row, { zone, day: on }, noHours)).toBe(late);
});

it.each([
  ['08:00', '16:00', ['07:59', '08:00', '16:00', '16:01'], 2],
  // Past midnight.
  ['22:00', '04:00', ['21:59', '22:00', '23:30', '04:00', '04:01'], 2],
  ['08:00', null, ['07:00', '23:00'], 1],
  [null, '16:00', ['07:00', '23:00'], 1],
  [null, null, ['07:00', '23:00'], 0],
])('counts arrivals outside of %s to %s', (startTime, endTime, times, outsideHours) => {
  const rows = times.map((time, index) =>
    stopRow(`stops/${index}`, { driverId: ada.id, estimatedArrivalAt: at(time) }),
  );
  const drivers = [{ ...ada, startTime, endTime }];
  expect(routeLines(rows, { driverIds: [ada.id], drivers, zone, day })[0]?.outsideHours).toBe(outsideHours);
});

it.each([
  [{ maxStops: 20, startTime: '06:00' }, { maxStops: 60 }, { mostStops: 20, begins: '06:00', ends: '16:00' }],
  [{}, { maxStops: 60, endTime: '18:00' }, { mostStops: 2, begins: '08:00', ends: '16:00' }],
])(
  'goes by the limits of the plan %j before those of the driver, and of the depot %j last',
  (plan, depot, expected) => {
    const limits = { plan: { ...noLimits, ...plan }, depot: { ...noLimits, ...depot } };
    const [line] = routeLines([], { driverIds: [ada.id], drivers: [ada], zone, day, ...limits });
    expect(line).toMatchObject(expected);
  },
);

it.each([
  ['the plan', { vehicleType: 'truck' }, 'bike', 'truck'],
  ['the driver', { vehicleType: null }, 'bike', 'car'],
  ['the driver', null, 'bike', 'car'],
])('names the vehicle of %s: %j, %s, %s', (_whose, routeOverrides, vehicleType, expected) => {
  const given = { plan: { ...noLimits, routeOverrides }, depot: { ...noLimits, vehicleType } };
  const [line] = routeLines([], { driverIds: [ada.id], drivers: [ada], zone, day, ...given });
  expect(line?.vehicleType).toBe(expected);
});

it('names the vehicle of the depot for a driver who has none, and for no route none', () => {
  const depot = { ...noLimits, vehicleType: 'bike' };
  const lines = routeLines([stopRow('s1')], { driverIds: [ben.id], drivers: [ben], zone, day, depot });
  expect(lines.map(({ vehicleType }) => vehicleType)).toEqual(['bike', null]);
  const plan = { ...noLimits, routeOverrides: { vehicleType: 'truck' } };
  const [, rest] = routeLines([stopRow('s1')], { driverIds: [ben.id], drivers: [ben], zone, day, plan });
  expect(rest?.vehicleType).toBeNull();
});

it('goes by the depot for a driver who has no limits', () => {
  const depot = { ...noLimits, maxStops: 1, startTime: '08:00', endTime: '18:00' };
  const rows = [stopRow('s1', { driverId: ben.id, estimatedArrivalAt: at('07:00') }), stopRow('s2', {})];
  const [line, rest] = routeLines(rows, { driverIds: [ben.id], drivers: [ben], zone, day, depot });
  expect(line).toMatchObject({ mostStops: 1, begins: '08:00', ends: '18:00', outsideHours: 1 });
  // Stops on no route have no hours.
  expect(rest).toMatchObject({ mostStops: null, begins: null, ends: null });
});
