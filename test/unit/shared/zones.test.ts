/** What clocks of other places show, on the days on which clocks change too. */
import { expect, it } from 'vitest';
import {
  aheadOf,
  changeAt,
  clockChangeOn,
  clockText,
  isZone,
  minutesOf,
  minutesText,
  momentOf,
  wallClock,
  zonePlace,
} from '../../../src/shared/zones.ts';

const at = (iso: string) => Date.parse(iso);

it.each([
  ['2026-06-15T06:30:00Z', 'Europe/Berlin', '2026-06-15', 8 * 60 + 30],
  ['2026-06-15T06:30:00Z', 'America/New_York', '2026-06-15', 2 * 60 + 30],
  ['2026-06-15T23:30:00Z', 'Asia/Kolkata', '2026-06-16', 5 * 60],
  // Midnight is the beginning of a day, not hour 24.
  ['2026-06-14T22:00:00Z', 'Europe/Berlin', '2026-06-15', 0],
  // The clock goes from 02:00 to 03:00.
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', '2026-03-29', 60 + 59],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 3 * 60],
  // The clock goes from 03:00 back to 02:00: 02:30 comes twice.
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25', 2 * 60 + 30],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25', 2 * 60 + 30],
  // Half an hour of summer time.
  ['2026-10-03T15:30:00Z', 'Australia/Lord_Howe', '2026-10-04', 2 * 60 + 30],
])('%s is in %s on %s at minute %i', (moment, zone, day, minutes) => {
  expect(wallClock(at(moment), zone)).toEqual({ day, minutes });
});

it('knows which texts are zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Europe/Atlantis', ''].map(isZone)).toEqual([true, true, false, false]);
});

it('reads wall-clock times as lists show them', () => {
  expect(['00:00', '09:30', '23:59', null, 'noon'].map(minutesOf)).toEqual([0, 570, 1439, null, null]);
});

it.each([
  ['2026-06-15', 8 * 60 + 30, 'Europe/Berlin', '2026-06-15T06:30:00Z'],
  ['2026-06-15', 0, 'America/New_York', '2026-06-15T04:00:00Z'],
  ['2026-06-15', 24 * 60, 'Europe/Berlin', '2026-06-15T22:00:00Z'],
  ['2026-06-15', 25 * 60, 'UTC', '2026-06-16T01:00:00Z'],
  // Skipped: it counts from the time before the change.
  ['2026-03-29', 2 * 60 + 30, 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-03-29', 3 * 60, 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  // Comes twice: the first.
  ['2026-10-25', 2 * 60 + 30, 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['2026-10-25', 3 * 60, 'Europe/Berlin', '2026-10-25T02:00:00Z'],
  ['2026-10-04', 3 * 60, 'Australia/Lord_Howe', '2026-10-03T16:00:00Z'],
])('on %s minute %i in %s is %s', (day, minutes, zone, moment) => {
  expect(new Date(momentOf({ day, minutes }, zone)).toISOString().replace('.000', '')).toBe(moment);
});

it('22: finds every time that a clock shows on the days of its changes', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
      const begin = momentOf({ day, minutes: 0 }, zone);
      for (let at = begin; at < begin + 25 * 3_600_000; at += 15 * 60_000) {
        const shown = wallClock(at, zone);
        expect(wallClock(momentOf(shown, zone), zone)).toEqual(shown);
        expect(momentOf(shown, zone)).toBeLessThanOrEqual(at);
      }
    }
  }
});

it.each([
  ['Europe/Berlin', '2026-03-29', 'skipped', '02:00', '03:00'],
  ['Europe/Berlin', '2026-10-25', 'repeated', '02:00', '03:00'],
  ['Europe/Lisbon', '2026-03-29', 'skipped', '01:00', '02:00'],
  ['Europe/Lisbon', '2026-10-25', 'repeated', '01:00', '02:00'],
  ['America/New_York', '2026-03-08', 'skipped', '02:00', '03:00'],
  ['America/New_York', '2026-11-01', 'repeated', '01:00', '02:00'],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-10-04', 'skipped', '02:00', '02:30'],
  ['Australia/Lord_Howe', '2026-04-05', 'repeated', '01:30', '02:00'],
  // At midnight: the first hour of the day is skipped, the last one comes twice.
  ['Africa/Cairo', '2026-04-24', 'skipped', '00:00', '01:00'],
  ['Africa/Cairo', '2026-10-29', 'repeated', '23:00', '00:00'],
] as const)('22: in %s on %s times are %s from %s to %s', (zone, day, kind, from, to) => {
  const change = clockChangeOn(day, zone);
  expect([change?.kind, minutesText(change?.from ?? 0), minutesText(change?.to ?? 0)]).toEqual([kind, from, to]);
  const isChanged = (minutes: number) => changeAt(minutes, { zone, day }) !== null;
  expect([change!.from - 1, change!.from, change!.to - 1, change!.to].map(isChanged)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it.each([
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-03-30'],
  ['Africa/Cairo', '2026-10-30'],
  ['Asia/Kolkata', '2026-03-29'],
  ['UTC', '2026-10-25'],
])('in %s on %s each time comes once', (zone, day) => {
  expect([0, 60, 90, 150, 1_410].map((minutes) => changeAt(minutes, { zone, day }))).toEqual(Array(5).fill(null));
});

it('knows of no change while the day is not known', () => {
  expect(changeAt(150, { zone: 'Europe/Berlin', day: null })).toBeNull();
});

it('shows the clock of a place, and its name', () => {
  expect(clockText(at('2026-06-15T23:05:00Z'), 'Asia/Kolkata')).toBe('04:35');
  expect([0, 545, 1_439, 1_500].map(minutesText)).toEqual(['00:00', '09:05', '23:59', '01:00']);
  expect(['Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'UTC'].map(zonePlace)).toEqual([
    ...['Lisbon', 'Buenos Aires', 'UTC'],
  ]);
});

it.each([
  ['Europe/Lisbon', '2026-06-15', -1],
  ['Asia/Kolkata', '2026-06-15', 3.5],
  // Clocks in New York are changed three weeks earlier.
  ['America/New_York', '2026-03-20', -5],
  ['America/New_York', '2026-04-20', -6],
  ['Europe/Paris', '2026-06-15', 0],
])('%s on %s is %s hours ahead of Berlin', (zone, day, hours) => {
  expect(aheadOf({ zone, day }, 'Europe/Berlin') / 3_600_000).toBe(hours);
});
