import { describe, expect, it } from 'vitest';
import { dateText, parseTime, parseWindow, timeText } from '../../../src/shared/time.ts';
import { readTimestamp, toMilliseconds, toMoment, toNearestMoment } from '../../../src/shared/timestamps.ts';

describe('times as users enter them', () => {
  it.each([
    ['1430', { hour: 14, minute: 30 }],
    ['930', { hour: 9, minute: 30 }],
    ['9', { hour: 9, minute: 0 }],
    ['09:05', { hour: 9, minute: 5 }],
    ['14.15', { hour: 14, minute: 15 }],
    ['17h', { hour: 17, minute: 0 }],
    ['24:00', undefined],
    ['9:75', undefined],
    ['later', undefined],
    ['', undefined],
  ])('%s', (typed, time) => {
    expect(parseTime(typed)).toEqual(time);
  });

  it.each([
    ['9-12', '09:00', '12:00'],
    ['0900–1230', '09:00', '12:30'],
    ['9 to 17:30', '09:00', '17:30'],
  ])('parses the window %s', (typed, earliest, latest) => {
    const window = parseWindow(typed)!;
    expect([timeText(window.earliest), timeText(window.latest)]).toEqual([earliest, latest]);
  });

  it('rejects a window with one end', () => {
    expect(parseWindow('9-')).toBeUndefined();
    expect(parseWindow('9')).toBeUndefined();
    expect(parseWindow('9-12-15')).toBeUndefined();
  });
});

describe('timestamps', () => {
  it('are recognized in seconds and in milliseconds', () => {
    expect(toMilliseconds(1_781_503_200)).toBe(1_781_503_200_000);
    expect(toMilliseconds(1_781_503_200_000)).toBe(1_781_503_200_000);
  });

  it('are no moments where no calendar can show them', () => {
    expect([toMoment(1_781_503_200), toMoment(null), toMoment(undefined)]).toEqual([1_781_503_200_000, null, null]);
    // The last is more than a date can hold, the one before it has a year of five digits.
    expect([1e15, -1e15, 8.7e15].map((at) => toMoment(at))).toEqual([null, null, null]);
    const [last, first] = [toNearestMoment(8.7e15), toNearestMoment(-8.7e15)];
    expect([last, first].map((at) => new Date(at).getUTCFullYear())).toEqual([9999, 1000]);
    expect(toNearestMoment(1_781_503_200)).toBe(1_781_503_200_000);
  });

  it('become wall-clock dates that sort as text', () => {
    expect(dateText({ day: 5, month: 6, year: 2026 })).toBe('2026-06-05');
  });
});

describe('a moment as text', () => {
  it.each<[string, number | undefined]>([
    ['1781509800', 1_781_509_800_000],
    ['1781509800000', 1_781_509_800_000],
    ['2026-06-15T07:50:00Z', Date.UTC(2026, 5, 15, 7, 50)],
    ['2026-06-15T09:50:00+02:00', Date.UTC(2026, 5, 15, 7, 50)],
    // Without a zone it is a wall-clock time of an unknown zone.
    ['2026-06-15T09:50:00', undefined],
    ['2026-06-15', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%s', (text, moment) => {
    expect(readTimestamp(text)).toBe(moment);
  });
});
