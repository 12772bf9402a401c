/** What a line of the list of routes says. */
import { expect, it } from 'vitest';
import {
  changeWords,
  driverWords,
  faultWords,
  hintWords,
  loadWords,
  onlyWords,
  stopsWords,
  wayWords,
} from '../../../../src/renderer/routes/route-words.ts';
import { noLimits } from '../../../../src/shared/day-limits.ts';
import { clockText } from '../../../../src/shared/zones.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const zone = 'Europe/Berlin';
const at = (time: string) => Date.parse(`2026-06-15T${time}:00+02:00`);
const ada = driverRow('drivers/a', 'Ada', {
  ...{ maxStops: 1, startTime: '08:00', endTime: '10:00', vehicleType: 'small_truck' },
});
const [line, rest] = routeLines(
  [
    stopRow('1', {
      ...{ driverId: ada.id, position: 1, packageCount: 3, weight: { amount: 12.5, unit: 'kilogram' } },
      ...{ travelMetres: 4_200, travelSeconds: 600, stopSeconds: 300 },
      ...{ estimatedArrivalAt: at('08:10'), latest: '08:00', deliveryState: 'failed_not_home' },
    }),
    stopRow('2', { driverId: ada.id, position: 2, estimatedArrivalAt: at('10:05') }),
    stopRow('3'),
  ],
  { driverIds: [ada.id], drivers: [ada], zone, day: null },
);
const time = (moment: number) => clockText(moment, zone);

it('says what a route carries, how far it goes and who drives', () => {
  expect(stopsWords(line!)).toBe('2 of at most 1 stops');
  expect(loadWords(line!)).toEqual(['1 of 2 done', '3 packages', '12.5 kg']);
  expect(wayWords(line!, time)).toEqual(['08:10–10:05', '4.2 km', '10 min driving', '5 min at stops']);
  expect(driverWords(line!)).toEqual(['Works 08:00–10:00', 'Small truck']);
  expect(faultWords(line!)).toEqual(['1 failed', '1 late', '1 stop too many', '1 outside working hours']);
  expect(onlyWords(line!)).toBe('Only Ada');
});

it('hints at more than a vehicle of its kind usually carries, in whatever units', () => {
  const loaded = (amounts: readonly [unit: string, amount: number][], vehicleType: string | null) =>
    hintWords({ ...line!, weights: amounts.map(([unit, amount]) => ({ unit, amount })), vehicleType });
  expect(loaded([['kilogram', 1_200]], 'small_truck')).toEqual([]);
  expect(loaded([['kilogram', 1_200.5]], 'small_truck')).toEqual(['Small truck: usually at most 1,200 kg']);
  expect(
    loaded(
      [
        ['kilogram', 300],
        ['pound', 250],
      ],
      'car',
    ),
  ).toEqual(['Car: usually at most 400 kg']);
  expect(loaded([['metric-ton', 0.03]], 'bike')).toEqual(['Bike: usually at most 25 kg']);
  for (const vehicle of [null, 'airship']) expect(loaded([['metric-ton', 90]], vehicle)).toEqual([]);
  expect(loaded([['stone', 900]], 'bike')).toEqual([]);
});

it('shows and judges the vehicle that the plan names, before that of the driver', () => {
  const heavy = [stopRow('1', { driverId: ada.id, weight: { amount: 900, unit: 'kilogram' } })];
  const plan = { ...noLimits, routeOverrides: { vehicleType: 'car' } };
  const of = { driverIds: [ada.id], drivers: [ada], zone, day: null };
  const [planned] = routeLines(heavy, { ...of, plan });
  expect([driverWords(planned!), hintWords(planned!)]).toEqual([
    ['Works 08:00–10:00', 'Car'],
    ['Car: usually at most 400 kg'],
  ]);
  const [own] = routeLines(heavy, of);
  expect([driverWords(own!), hintWords(own!)]).toEqual([['Works 08:00–10:00', 'Small truck'], []]);
});

it('invents nothing for stops that are on no route', () => {
  expect(stopsWords(rest!)).toBe('1 stop');
  expect([loadWords(rest!), wayWords(rest!, time), driverWords(rest!), faultWords(rest!)]).toEqual([[], [], [], []]);
  expect(onlyWords(rest!)).toBe('Only stops on no route');
});

it('says what the last optimisation changed, and nothing of what is hardly more or later', () => {
  const same = { added: 0, removed: 0, metres: 99, later: -59_000 };
  expect(changeWords(same)).toEqual([]);
  expect(changeWords({ ...same, metres: null, later: null })).toEqual([]);
  expect(changeWords({ added: 2, removed: 1, metres: 12_000, later: 14 * 60_000 })).toEqual([
    ...['2 stops added', '1 stop removed', '12 km more', 'ends 14 min later'],
  ]);
  expect(changeWords({ ...same, metres: -100, later: -60_000 })).toEqual(['100 m less', 'ends 1 min earlier']);
});
