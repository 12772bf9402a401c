/** Time windows as people and programs write them. */
import { describe, expect, it } from 'vitest';
import { readEnd, readWindowWords } from '../../../../../src/renderer/stops/import/window-words.ts';

const zone = 'Europe/Berlin';
const read = (text: string) => {
  const found = readWindowWords(text, zone);
  return found === undefined ? undefined : `${found.earliest}-${found.latest}`;
};

describe('a window in one cell', () => {
  it.each([
    ...['9-12', '09:00–12:00', '9 to 12', '9 - 12 Uhr', '9.00 bis 12.00 Uhr', 'von 9 bis 12', '9h-12h', '9am-12pm'],
    ...['zwischen 9 und 12 Uhr', 'between 9 and 12', 'entre 9h et 12h', 'tussen 9 en 12 uur', '09:00:00 - 12:00:00'],
    ...['9-12pm'.replace('9', '9am'), 'de 9h à 12h', 'dalle 9 alle 12', 'od 9 do 12', '9:00/12:00', 'from 9 until 12'],
    ...['16/01/2024 09:00 - 16/01/2024 12:00', '2024-01-16 09:00 - 2024-01-16 12:00', '16.01.2024 9 Uhr - 12 Uhr'],
    ...['2024-01-16T08:00Z - 2024-01-16T11:00Z', '2024-01-16T09:00+01:00 - 2024-01-16T12:00+01:00'],
  ])('%s', (text) => {
    expect(read(text)).toBe('09:00-12:00');
  });

  it.each([
    'ab 14 Uhr',
    'nach 14:00',
    'after 2 pm',
    'from 14:00',
    'à partir de 14h',
    'vanaf 14 uur',
    'od 14',
    '>14:00',
  ])('begins at two: %s', (text) => expect(read(text)).toBe('14:00-'));

  it.each([
    'bis 12 Uhr',
    'vor 12',
    'before 12:00',
    'by noon'.replace('noon', '12 pm'),
    'avant 12h',
    'tot 12 uur',
    '<12:00',
  ])('ends at twelve: %s', (text) => expect(read(text)).toBe('-12:00'));

  it.each(['ganztägig', 'all day', 'egal'])('has no end: %s', (text) => expect(read(text)).toBe('-'));

  it.each(['vormittags', '14:00', 'after lunch', '25-26', '9-', '9-12-15', '', 'Kundin fragen', '13pm-14pm'])(
    'is none: %s',
    (text) => expect(read(text)).toBeUndefined(),
  );

  it.each([
    ['10-2pm', '10:00-14:00'],
    ['11:30 - 1 p.m.', '11:30-13:00'],
    ['1-3pm', '13:00-15:00'],
    ['12-2pm', '12:00-14:00'],
    ['8-10am', '08:00-10:00'],
    ['3-2pm', '15:00-14:00'],
  ])('reads %s as %s', (text, window) => expect(read(text)).toBe(window));

  it('is none if it has more than 200 letters', () => {
    const long = (length: number) => `9-12${' '.repeat(length - 8)} Uhr`;
    expect(read(long(200))).toBe('09:00-12:00');
    expect(read(long(201))).toBeUndefined();
    expect(readEnd(`9${' '.repeat(200)}Uhr`, zone)).toBeUndefined();
  });

  it('names its days', () => {
    expect(readWindowWords('16/01/2024 09:00 - 17/01/2024 12:00', zone)?.days).toEqual(['2024-01-16', '2024-01-17']);
    expect(readWindowWords('01/16/2024 09:00 - 12:00', zone)?.days).toEqual(['2024-01-16']);
  });
});

/** A window as people write it, with the hours left open. */
const spellings: readonly ((from: string, until: string) => string)[] = [
  (from, until) => `${from}-${until}`,
  (from, until) => `${from}h-${until}h`,
  (from, until) => `${from}h00 - ${until}h00`,
  (from, until) => `${from}.00-${until}.00`,
  (from, until) => `${from}:00–${until}:00`,
  (from, until) => `${from}:00h - ${until}:00h`,
  (from, until) => `${from}:00 - ${until}:00 h`,
  (from, until) => `${from}u-${until}u`,
  (from, until) => `${from}u00 tot ${until}u00`,
  (from, until) => `${from}:00 to ${until}:00`,
  (from, until) => `from ${from} to ${until} o'clock`,
  (from, until) => `${from}:00 until ${until}:00`,
  (from, until) => `von ${from} bis ${until} Uhr`,
  (from, until) => `zwischen ${from} und ${until}`,
  (from, until) => `de ${from}h à ${until}h`,
  (from, until) => `de ${from}h jusqu’à ${until}h`,
  (from, until) => `entre ${from} y ${until}`,
  (from, until) => `entre las ${from} y las ${until} h`,
  (from, until) => `desde las ${from} hasta las ${until}`,
  (from, until) => `de ${from} a ${until}`,
  (from, until) => `tussen ${from} en ${until}`,
  (from, until) => `van ${from} tot ${until} uur`,
  (from, until) => `dalle ${from} alle ${until}`,
  (from, until) => `dalle ore ${from} alle ore ${until}`,
  (from, until) => `tra le ${from} e le ${until}`,
  (from, until) => `od ${from} do ${until}`,
  (from, until) => `od godz. ${from} do godz. ${until}`,
  (from, until) => `w godz. ${from}-${until}`,
  (from, until) => `między ${from} a ${until}`,
];

describe('everyday spellings', () => {
  it.each(spellings.map((spelling) => [spelling('9', '12'), spelling] as const))('%s', (text, spelling) => {
    expect(read(text)).toBe('09:00-12:00');
    // The form says that the end is before the beginning.
    expect(read(spelling('12', '9'))).toBe('12:00-09:00');
    expect(read(spelling('25', '12'))).toBeUndefined();
    expect(read(spelling('9', '25'))).toBeUndefined();
  });

  it.each([
    ['9am-12pm', '12pm-9am', '13am-12pm'],
    ['9 AM to 12 PM', '12 PM to 9 AM', '9 AM to 13 PM'],
    ['09:00 a.m. - 12:00 p.m.', '12:00 p.m. - 09:00 a.m.', '09:60 a.m. - 12:00 p.m.'],
  ])('%s', (right, reversed, wrong) => {
    expect([right, reversed, wrong].map(read)).toEqual(['09:00-12:00', '12:00-09:00', undefined]);
  });

  it.each([
    ['ab', 'Uhr'],
    ['nicht vor', 'Uhr'],
    ['after', ''],
    ['no earlier than', ''],
    ['pas avant', 'h'],
    ['niet voor', 'uur'],
    ['desde las', 'h'],
    ['a partire dalle', ''],
    ['dalle', ''],
    ['nie przed', ''],
  ])('begin: %s 14 %s', (word, unit) => {
    expect([14, 25].map((hour) => read(`${word} ${hour} ${unit}`))).toEqual(['14:00-', undefined]);
  });

  it.each([
    ['bis', ''],
    ['nicht nach', 'Uhr'],
    ['before', ''],
    ['no later than', ''],
    ['au plus tard à', 'h'],
    ['vóór', 'uur'],
    ['antes de las', 'h'],
    ['fino alle', ''],
    ['entro le ore', ''],
    ['najpóźniej do', ''],
  ])('end: %s 12 %s', (word, unit) => {
    expect([12, 25].map((hour) => read(`${word} ${hour} ${unit}`))).toEqual(['-12:00', undefined]);
  });

  it('take a day with hyphens, day first unless that cannot be', () => {
    expect(readWindowWords('16-01-2024 09:00 - 16-01-2024 12:00', zone)?.days).toEqual(['2024-01-16', '2024-01-16']);
    expect(readWindowWords('9-12-2024', zone)).toBeUndefined();
  });
});

it('reads one end in a column of its own', () => {
  const ends = ['9', '0930', '9 Uhr', 'ab 9', '2024-01-16 09:00', 'bis 12', 'soon'].map(
    (text) => readEnd(text, zone)?.time,
  );
  expect(ends).toEqual(['09:00', '09:30', '09:00', '09:00', '09:00', '12:00', undefined]);
});
