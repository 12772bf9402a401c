/** What clocks of other places show, on the days on which clocks change too. */
import { expect, it } from 'vitest';
import { isZone, minutesOf, momentOf, wallClock } from '../../../src/shared/zones.ts';

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

it('finds every time that a clock shows on the days of its changes', () => {
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
