import { describe, expect, it } from 'vitest';
import {
  dayWord,
  daysAway,
  formatAge,
  formatDay,
  formatDayAndTime,
  formatDistance,
  formatDuration,
  formatMoment,
  formatWeight,
  formatWindow,
} from '../../../../src/renderer/lib/format.ts';

/** Monday 15 June 2026, 14:05 in Berlin, where the tests run. */
const now = Date.parse('2026-06-15T12:05:00Z');
/** Half past midnight in Berlin: still yesterday in Greenwich. */
const justAfterMidnight = Date.parse('2026-06-14T22:30:00Z');

describe('formatting', () => {
  it('shows moments in the local time zone, with the date if it is not today', () => {
    expect(formatMoment(now, now)).toBe('14:05');
    expect(formatMoment(now - 86_400_000, now)).toBe('14 Jun, 14:05');
    expect(formatDayAndTime(now)).toBe('15 Jun, 14:05');
  });

  it('never shifts a calendar date between time zones', () => {
    expect(formatDay('2026-06-15', now)).toBe('Mon 15 Jun');
    expect(formatDay('2027-01-01', now)).toBe('Fri 1 Jan 2027');
    expect(formatDay('soon', now)).toBe('soon');
    expect(dayWord('2026-06-15', justAfterMidnight)).toBe('Today');
    expect(dayWord('2026-06-14', justAfterMidnight)).toBe('Yesterday');
    expect(dayWord('2026-06-17', now)).toBeNull();
  });

  it('counts days across the change to winter time', () => {
    expect(daysAway('2026-10-26', Date.parse('2026-10-24T10:00:00Z'))).toBe(2);
  });

  it('shows ages in the largest fitting unit', () => {
    const minutes = (count: number) => formatAge(count * 60_000);
    expect([minutes(0.5), minutes(26), minutes(59), minutes(60), minutes(60 * 47), minutes(60 * 48)]).toEqual([
      'less than a minute',
      '26 min',
      '59 min',
      '1 h',
      '47 h',
      '2 days',
    ]);
    expect(minutes(-5)).toBe('less than a minute');
  });

  it('formats durations and time windows', () => {
    expect([45, 300, 4_800, 3_600].map(formatDuration)).toEqual(['45 s', '5 min', '1 h 20 min', '1 h']);
    expect([formatWindow('09:00', '12:00'), formatWindow('09:00', null), formatWindow(null, '12:00')]).toEqual([
      '09:00–12:00',
      'from 09:00',
      'until 12:00',
    ]);
    expect(formatWindow(null, null)).toBeNull();
  });

  it('formats distances and weights, and names a unit that cannot be formatted', () => {
    expect([850, 999.4, 1_000, 4_240].map(formatDistance)).toEqual(['850 m', '999 m', '1 km', '4.2 km']);
    const weights = [
      { unit: 'kilogram', amount: 12.46 },
      { unit: 'pound', amount: 3 },
      { unit: 'kilogram', amount: 1_250.05 },
      { unit: 'metric-ton', amount: 1_500 },
      { unit: 'metric-ton', amount: 0.25 },
      { unit: 'constructor', amount: 2 },
    ];
    expect(weights.map(formatWeight)).toEqual([
      ...['12.46 kg', '3 lb', '1,250.05 kg', '1,500 t', '0.25 t', '2 constructor'],
    ]);
  });
});
