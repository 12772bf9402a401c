/** Where stops are on the timeline, on days on which clocks change too. */
import { expect, it } from 'vitest';
import { nowOn, placeOn, timelineOf } from '../../../../src/renderer/routes/timeline.ts';
import { clockText } from '../../../../src/shared/zones.ts';
import { routeLines } from '../../../../src/shared/route-lines.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';

const zone = 'Europe/Berlin';
const at = (time: string, day = '2026-06-15', offset = '+02:00') => Date.parse(`${day}T${time}:00${offset}`);
const ada = driverRow('drivers/a', 'Ada', { startTime: '08:00', endTime: '12:00' });
const stop = (id: string, time: string, more = {}) =>
  stopRow(id, { driverId: ada.id, estimatedArrivalAt: at(time), ...more });
const linesOf = (stops: Parameters<typeof routeLines>[0], drivers = [ada]) =>
  routeLines(stops, { driverIds: drivers.map(({ id }) => id), drivers, zone, day: '2026-06-15' });

it('has nothing to show before there are arrival times', () => {
  expect(timelineOf(linesOf([stopRow('stops/1')]), { day: '2026-06-15', zone })).toBeNull();
});

it('spans full hours around working hours and arrivals', () => {
  const made = timelineOf(linesOf([stop('stops/1', '09:10'), stop('stops/2', '12:20')]), { day: '2026-06-15', zone });
  expect(made?.hours.map(({ text }) => text)).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00']);
  expect([made?.from, made?.to]).toEqual([at('08:00'), at('13:00')]);
  expect(made?.lanes[0]?.hours).toEqual({ from: at('08:00'), to: at('12:00') });
  expect(placeOn(made!, at('10:30'))).toBe(0.5);
});

it('has a line for now while now is on its axis', () => {
  const made = timelineOf(linesOf([stop('stops/1', '09:10'), stop('stops/2', '11:20')]), { day: '2026-06-15', zone })!;
  expect([made.from, made.to]).toEqual([at('08:00'), at('12:00')]);
  expect(['08:00', '09:00', '11:00', '12:00'].map((time) => nowOn(made, at(time)))).toEqual([0, 0.25, 0.75, 1]);
  const outside = [at('07:59'), at('12:01'), at('10:00', '2026-06-14'), at('10:00', '2026-06-16')];
  expect(outside.map((moment) => nowOn(made, moment))).toEqual([null, null, null, null]);
});

it('shows a stop as long as it takes, with its window, and marks late and failed ones', () => {
  const made = timelineOf(
    linesOf([
      stop('stops/1', '09:10', { stopSeconds: 600, earliest: '09:00', latest: '10:00' }),
      stop('stops/2', '10:10', { latest: '10:00', deliveryState: 'delivered_to_recipient' }),
      stop('stops/3', '11:10', { deliveryState: 'failed_not_home' }),
    ]),
    { day: '2026-06-15', zone },
  );
  expect(made?.lanes[0]?.blocks).toEqual([
    {
      ...{ id: 'stops/1', at: at('09:10'), to: at('09:20'), isLate: false, isDone: false, isFailed: false },
      window: { from: at('09:00'), to: at('10:00') },
    },
    {
      ...{ id: 'stops/2', at: at('10:10'), to: at('10:13'), isLate: true, isDone: true, isFailed: false },
      // Open at its beginning.
      window: { from: at('08:00'), to: at('10:00') },
    },
    {
      ...{ id: 'stops/3', at: at('11:10'), to: at('11:13'), isLate: false, isDone: true, isFailed: true },
      window: null,
    },
  ]);
});

it('lets a shift end on the day after', () => {
  const night = driverRow('drivers/n', 'Nora', { startTime: '22:00', endTime: '02:00' });
  const lines = linesOf([stopRow('stops/1', { driverId: night.id, estimatedArrivalAt: at('23:30') })], [night]);
  const made = timelineOf(lines, { day: '2026-06-15', zone });
  expect(made?.lanes[0]?.hours).toEqual({ from: at('22:00'), to: at('02:00', '2026-06-16') });
  expect(made?.hours.map(({ text }) => text)).toEqual(['22:00', '23:00', '00:00', '01:00', '02:00']);
});

it('counts arrivals far from the day of the plan, and keeps its hours', () => {
  const made = timelineOf(
    linesOf([
      stop('stops/1', '09:10'),
      stop('stops/2', '10:10', { attemptedAt: at('10:10', '2019-01-01') }),
      stop('stops/3', '11:10', { attemptedAt: Date.UTC(9999, 11, 30) }),
    ]),
    { day: '2026-06-15', zone },
  );
  expect([made?.from, made?.to]).toEqual([at('08:00'), at('12:00')]);
  expect(made?.hours).toHaveLength(5);
  expect(made?.lanes.map(({ blocks, beyond }) => [blocks.map(({ id }) => id), beyond])).toEqual([[['stops/1'], 2]]);
});

it('shows the evening before and the night after, and the whole day if nothing is near it', () => {
  const spanOf = (moment: number) => {
    const lines = linesOf([stopRow('stops/1', { driverId: 'drivers/x', estimatedArrivalAt: moment })], []);
    const made = timelineOf(lines, { day: '2026-06-15', zone });
    return [made?.from, made?.to, made?.lanes[0]?.beyond];
  };
  const [evening, night] = [at('12:00', '2026-06-14'), at('17:30', '2026-06-16')];
  expect(spanOf(evening)).toEqual([evening, evening, 0]);
  expect(spanOf(night)).toEqual([at('17:00', '2026-06-16'), at('18:00', '2026-06-16'), 0]);
  const day = [at('00:00'), at('00:00', '2026-06-16')];
  expect(spanOf(at('11:59', '2026-06-14'))).toEqual([...day, 1]);
  expect(spanOf(at('18:01', '2026-06-16'))).toEqual([...day, 1]);
});

it('shows the hour that comes twice twice, and leaves out the one that is skipped', () => {
  const early = driverRow('drivers/e', 'Eve', { startTime: '01:00', endTime: '04:00' });
  const on = (day: string, moment: number) =>
    timelineOf(linesOf([stopRow('stops/1', { driverId: early.id, estimatedArrivalAt: moment })], [early]), {
      day,
      zone,
    });
  const autumn = on('2026-10-25', Date.parse('2026-10-25T01:30:00Z'));
  expect(autumn?.hours.map(({ text }) => text)).toEqual(['01:00', '02:00', '02:00', '03:00', '04:00']);
  const spring = on('2026-03-29', Date.parse('2026-03-29T01:30:00Z'));
  expect(spring?.hours.map(({ text }) => text)).toEqual(['01:00', '03:00', '04:00']);
});

it('has full hours where zones are off by half an hour', () => {
  const india = 'Asia/Kolkata';
  const lines = routeLines([stopRow('stops/1', { driverId: 'drivers/x', estimatedArrivalAt: at('09:10') })], {
    ...{ driverIds: [], drivers: [], zone: india, day: '2026-06-15' },
  });
  const made = timelineOf(lines, { day: '2026-06-15', zone: india });
  expect(made?.hours.map(({ text }) => text)).toEqual(['12:00', '13:00']);
  expect(clockText(at('09:10'), india)).toBe('12:40');
});
