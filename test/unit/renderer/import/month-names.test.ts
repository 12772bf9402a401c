import { describe, expect, it } from 'vitest';
import { inForm } from '../../../../src/renderer/import/column-forms.ts';
import { withMonthNumbers, withoutWeekdays } from '../../../../src/renderer/import/month-names.ts';
import { readWindowWords } from '../../../../src/renderer/stops/import/window-words.ts';

describe('a day whose month is a word', () => {
  it.each([
    ['16 Jan 2024', '2024-01-16'],
    ['Tue, 16 January 2024', '2024-01-16'],
    ['January 16th, 2024', '2024-01-16'],
    ['Jan. 5, 2024', '2024-01-05'],
    ['16-Jan-24', '2024-01-16'],
    ['1-May-2026', '2026-05-01'],
    ['Di., 16. Januar 2024', '2024-01-16'],
    ['3. März 2026', '2026-03-03'],
    ['1er août 2026', '2026-08-01'],
    ['24 mrt. 2026', '2026-03-24'],
    ['16 de enero de 2024', '2024-01-16'],
    ['2 giugno 2026', '2026-06-02'],
    ['5 października 2026', '2026-10-05'],
  ])('%s is %s', (written, day) => {
    expect(withMonthNumbers(written)).toBe(day);
  });

  it.each(['32 Jan 2024', '16 Sun 2024', '12 Marktplatz 2024', 'Haus 5 Mai', '16.01.2024', 'ab 9 Uhr', '10115 Berlin'])(
    'stays as it is: %s',
    (text) => {
      expect(withMonthNumbers(text)).toBe(text);
    },
  );

  it('is read in a column of days and in one of windows, whatever their form', () => {
    for (const form of ['day-first', 'month-first'] as const) {
      expect(inForm(' 6 July 2026 ', 'expectedOn', form)).toBe('2026-07-06');
      const text = inForm('6 July 2026 09:00 - 6 July 2026 12:00', 'window', form);
      expect(readWindowWords(text, 'Europe/Berlin')).toEqual({
        ...{ earliest: '09:00', latest: '12:00' },
        days: ['2026-07-06', '2026-07-06'],
      });
    }
    expect(readWindowWords(inForm('6. Juli 2026, 9-12 Uhr', 'window', 'day-first'), 'Europe/Berlin')).toMatchObject({
      ...{ earliest: '09:00', latest: '12:00' },
    });
  });

  it.each([
    'Tuesday 16 January 2024',
    'mardi 16 janvier 2024',
    'martedì 16 gennaio 2024',
    'dinsdag 16 januari 2024',
    'martes 16 de enero de 2024',
    'wtorek 16 stycznia 2024',
    'mar 16 janv. 2024',
    'Sunday January 16, 2024',
  ])('may have the day of the week before it: %s', (written) => {
    expect(inForm(written, 'expectedOn', 'day-first')).toBe('2024-01-16');
  });

  it('takes no time to speak of in a cell with a book', () => {
    const book = '5 May '.repeat(200_000);
    const began = performance.now();
    expect(withMonthNumbers(book)).toBe(book);
    expect(withMonthNumbers('5 '.repeat(100))).toBe('5 '.repeat(100));
    expect(withMonthNumbers('a'.repeat(200))).toBe('a'.repeat(200));
    expect(withoutWeekdays('Di 16.01.2024 '.repeat(20_000))).toHaveLength(280_000);
    expect(withoutWeekdays('a '.repeat(100))).toBe('a '.repeat(100));
    expect(performance.now() - began).toBeLessThan(200);
  });
});

describe('a day of the week', () => {
  it.each([
    ['Di 16.01.2024', '16.01.2024'],
    ['Di., 16.01.2024', '16.01.2024'],
    ['di 16-01-24', '16-01-24'],
    ['środa, 17.01.2024', '17.01.2024'],
    ['Do 18.01.2024 9-12 Uhr', '18.01.2024 9-12 Uhr'],
    ['do 18-01-2024', '18-01-2024'],
    ['do. 18-01-2024 09:00', '18-01-2024 09:00'],
    ['Do 18.01.2024 09:00 - Do 18.01.2024 12:00', '18.01.2024 09:00 - 18.01.2024 12:00'],
    ['Mar 2024-01-16', '2024-01-16'],
  ])('is left out before a day: %s', (written, day) => {
    expect(withoutWeekdays(written)).toBe(day);
  });

  it.each([
    // Until, in Polish.
    ...['do 18.01.2024 12:00', 'do 18.01.2024 12:00:00', 'od 18.01.2024 9:00 do 18.01.2024 12:00', 'do 9.30.00'],
    ...['ab 16.01.2024', 'bis 16.01.2024 12:00', 'Mo-Fr 9-12', 'Di 9-12 Uhr', 'Dienstag', '16.01.2024'],
  ])('and other words stay: %s', (text) => {
    expect(withoutWeekdays(text)).toBe(text);
  });
});
