/** Which numbers of a workbook are days and times, and how they are shown. */
import { readSheet } from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { countedMoment, showsMoment } from '../../../../src/renderer/lib/sheet/moments.ts';
import { xlsxOf } from '../../../fixtures/xlsx.ts';

/** No built-in format, so that the format's text counts. */
const id = 164;

describe('a format', () => {
  it.each([
    'yyyy\\-mm\\-dd',
    'dd.mm.yyyy;@',
    '[$-407]d. mmmm yyyy',
    'yyyy"年"m"月"d"日";@',
    'yyyy-mm-dd\\Thh:mm',
    'ddd dd.mm.',
    'h:mm AM/PM',
    '[h]:mm:ss',
    'mm:ss.0',
    '"Tag "dd',
    '[<45000]"alt";dd.mm.yyyy',
  ])('of days or times is recognised: %s', async (format) => {
    expect(showsMoment(id, format)).toBe(true);
    expect(await isMomentForOthers(format)).toBe(true);
  });

  it.each([
    ...['General', '0', '00000', '0.00', '#,##0', '0%', '# ?/?', '@'],
    ...['"d"0', '\\d0', '[Red]0', '0.00E+00', '[$€-2] 0'],
  ])('of numbers is none of days or times: %s', async (format) => {
    expect(showsMoment(id, format)).toBe(false);
    expect(await isMomentForOthers(format)).toBe(false);
  });

  it('without a text is known by its number', () => {
    const known = Array.from({ length: 100 }, (_, at) => at).filter((at) => showsMoment(at, ''));
    expect([known[0], known.at(-1), known.length]).toEqual([14, 81, 42]);
    expect([13, 23, 37, 44, 48, 49, 59, 70, 82].filter((at) => showsMoment(at, ''))).toEqual([]);
  });
});

/** Whether another reader takes a number in this format for a moment. */
async function isMomentForOthers(format: string): Promise<boolean> {
  const [row] = await readSheet(xlsxOf([[{ number: '46190', format }]]).buffer);
  return row?.[0] instanceof Date;
}

describe('a number of days', () => {
  it.each<[number, string | null]>([
    [46_190, '2026-06-17'],
    [46_190.375, '2026-06-17 09:00'],
    [46_190.333333333, '2026-06-17 08:00'],
    [46_190.999999999, '2026-06-18'],
    [0.75, '18:00'],
    [0, '00:00'],
    [1, '00:00'],
    [61, '1900-03-01'],
    [2_958_465, '9999-12-31'],
    [2_958_466, null],
    [2_958_465.9999999, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%d is %s', (days, expected) => {
    expect(countedMoment(days, false)).toBe(expected);
  });

  it('counts from 1904 in workbooks of old Macs', () => {
    expect(countedMoment(46_190, true)).toBe('2030-06-18');
    expect(countedMoment(0.75, true)).toBe('18:00');
  });
});
