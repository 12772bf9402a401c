/** Columns that no heading names: what is in them says what they are, or nothing does. */
import { describe, expect, it } from 'vitest';
import { beginsWithRecord, guessed, withGuesses } from '../../../../src/renderer/import/content-columns.ts';
import { recognised } from '../../../../src/renderer/import/headings.ts';
import { driverNoun } from '../../../../src/renderer/drivers/import/driver-noun.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';

const sheet = stopSheet({ clock: { zone: 'Europe/Berlin', day: null }, now: standInNow, drivers: [], properties: [] });

const cells = (text: string) => text.split('\n').map((line) => line.split('|'));

/** The fields of the columns of a file without headings. */
const bare = (text: string) => {
  const rows = cells(text);
  const none = rows[0]!.map(() => null);
  return withGuesses(none, guessed(sheet, rows, null, none));
};

/** The fields of the columns of a file whose first row holds headings. */
const headed = (text: string) => {
  const [headings = [], ...records] = cells(text);
  const columns = recognised(sheet, headings);
  return withGuesses(columns, guessed(sheet, records, headings, columns));
};

describe('a file without headings', () => {
  it.each<[string, string, (string | null)[]]>([
    [
      'an address book',
      'Jette Harms|Am Hafen 3|17321|Löcknitz|0171 2345678|jette@example.org\nOle Brandt|Wiesenweg 12 b|17309|Pasewalk|+49 3973 1234|ole@example.org\nMia Kurz|Lindenallee 4-6|17321|Löcknitz|0171/998877|mia@example.org',
      ['recipientName', 'addressLineOne', 'zip', 'city', 'phone', 'email'],
    ],
    [
      'a shop’s list with order numbers that grow',
      '4711|Jette Harms|Am Hafen 3|17321|Löcknitz|9-12\n4712|Ole Brandt|Wiesenweg 12|17309|Pasewalk|13:00 - 15:30\n4713|Mia Kurz|Lindenallee 4|17321|Löcknitz|9-12',
      [null, 'recipientName', 'addressLineOne', 'zip', 'city', 'window'],
    ],
    [
      'a list with postcode and town in one column',
      'Harms, Jette|Am Hafen 3|17321 Löcknitz\nBrandt, Ole|Wiesenweg 12|17309 Pasewalk',
      ['recipientName', 'addressLineOne', 'place'],
    ],
    [
      'a French list, with the house number first',
      'Camille Petit|12 rue des Fleurs|75011|Paris\nLouis Moreau|3 bis, avenue du Lac|69003|Lyon\nAnne Leroy|40 rue du Port|13002|Marseille',
      ['recipientName', 'addressLineOne', 'zip', 'city'],
    ],
    [
      'a Dutch list',
      'Jan de Vries|Prinsengracht 263|1016 GV|Amsterdam\nPiet Bakker|Oudegracht 10a|3511 AB|Utrecht',
      ['recipientName', 'addressLineOne', 'zip', 'city'],
    ],
    [
      'a Polish list',
      'Zofia Wójcik|Długa 4/6|00-238|Warszawa\nJan Nowak|Polna 11|31-013|Kraków',
      ['recipientName', 'addressLineOne', 'zip', 'city'],
    ],
    [
      'a Swiss list, whose places begin like streets with the house number first',
      'Anna Meier|Bahnhofstrasse 3|1003 Lausanne\nUrs Keller|Seestrasse 14|8001 Zürich',
      ['recipientName', 'addressLineOne', 'place'],
    ],
    [
      'a list with the town before the postcode',
      'Am Hafen 3|Löcknitz|17321\nWiesenweg 12|Pasewalk|17309',
      ['addressLineOne', 'city', 'zip'],
    ],
    [
      'a list between two towns, of which the one behind the postcode counts',
      'Berlin|17321|Löcknitz\nHamburg|17309|Pasewalk',
      [null, 'zip', 'city'],
    ],
    [
      'a list sorted by postcode, with two of a kind',
      'Am Hafen 3|17309|Pasewalk\nWiesenweg 1|17309|Pasewalk\nAm Ring 2|17310|Pasewalk',
      ['addressLineOne', 'zip', 'city'],
    ],
    [
      'a list sorted by postcodes that lie 30 apart',
      'Am Hafen 3|17309|Pasewalk\nWiesenweg 1|17339|Löcknitz\nAm Ring 2|17369|Torgelow',
      ['addressLineOne', 'zip', 'city'],
    ],
    [
      'a list with whole addresses',
      'Mia Kern|Lindenweg 4, 01067 Aldermünde|0351 123456\nBen Lang|Am Ring 3, 20095 Hamburg|040 654321',
      ['recipientName', 'addressLineOne', 'phone'],
    ],
    [
      'a list with windows as people write them',
      'Am Hafen 3|17321|Löcknitz|09.00-12.00|a@x.org\nAm Ring 4|17309|Pasewalk|9h-12h|b@x.org',
      ['addressLineOne', 'zip', 'city', 'window', 'email'],
    ],
    ['windows in Spanish', 'entre 9 y 12\n9 a 14\nde 9:00 a 14:30', ['window']],
    ['windows in English', '9am-12pm\n9 a.m. to 12 p.m.\n9:00 until 14:30', ['window']],
    ['a column of which four of five are addresses', 'a@x.org\nb@x.org\nc@x.org\nd@x.org\nby phone', ['email']],
    [
      'a long list whose first 200 rows are clear',
      [...Array.from({ length: 200 }, () => 'a@x.org'), ...Array.from({ length: 60 }, () => 'by phone')].join('\n'),
      ['email'],
    ],
  ])('%s is read', (_what, text, columns) => {
    expect(bare(text)).toEqual(columns);
  });

  it.each<[string, string, (string | null)[]]>([
    ['two streets', 'Am Hafen 3|Wiesenweg 1\nAm Ring 4|Lindenallee 2', [null, null]],
    [
      'two whole addresses',
      'Weg 4, 01067 Aldermünde|Weg 5, 20095 Hamburg\nWeg 6, 01067 Aldermünde|Weg 7, 20095 Hamburg',
      [null, null],
    ],
    ['order numbers that are filled up with zeros', '000000044|x\n000000042|y', [null, null]],
    ['order numbers with a zero that grow', '0100000001|x\n0100000002|y', [null, null]],
    ['two people, sender and recipient', 'Jette Harms|Ole Brandt\nMia Kurz|Ida Lang', [null, null]],
    ['short numbers without a town', 'A|4711|12\nB|1234|13\nC|999|14', [null, null, null]],
    ['a single row', 'Jette Harms|Am Hafen 3|17321|Löcknitz', [null, null, null, null]],
    ['a postcode beside people alone', 'Jette Harms|17321\nOle Brandt|17309', ['recipientName', null]],
    ['numbers that grow by 20', '17300|Pasewalk\n17320|Löcknitz\n17340|Torgelow', [null, null]],
    ['three of four addresses', 'a@x.org\nb@x.org\nc@x.org\nby phone', [null]],
    ['texts', 'ring twice|leave at the door\ncall 10 minutes before|none', [null, null]],
    ['numbers that may be anything', '12345|0,5|3\n54321|1,2|4\n23451|7,5|1', [null, null, null]],
  ])('with %s is not guessed at', (_what, text, columns) => {
    expect(bare(text)).toEqual(columns);
  });
});

describe('headings in a language that is not known', () => {
  it('are helped by what is in their columns', () => {
    const text =
      'Jméno|Ulice|PSČ|Obec|Poznámka\nJana Nová|Dlouhá 4|110 00|Praha|zvonit\nPetr Malý|Nová 12|602 00|Brno|\nEva Tichá|Krátká 7|110 00|Praha|';
    expect(headed(text)).toEqual(['recipientName', 'addressLineOne', 'zip', 'city', null]);
  });

  it('leave a part of an address or of a window alone where the other part has its heading', () => {
    expect(headed('Ort|X\nLöcknitz|17321\nPasewalk|17309')).toEqual(['city', null]);
    expect(headed('von|X\n9:00|9-12\n13:00|13-15')).toEqual(['earliest', null]);
    expect(headed('Vorname|X\nJette|Jette Harms\nOle|Ole Brandt')).toEqual(['firstName', null]);
  });

  it('are more than the cells of the first row', () => {
    expect(headed('Jméno|X|Y\nJana\nPetr|a@x.org|b@x.org\nEva|c@x.org|d@x.org')).toEqual([null, null, null]);
    expect(headed('Jméno|X\nJana\nPetr|a@x.org\nEva|c@x.org')).toEqual([null, 'email']);
  });

  it('leave what headings name as it is, and what is about somebody else', () => {
    const text =
      'Name|Rechnungsadresse|Extra|Telefon\nJette Harms|Am Hafen 3|jette@example.org|0171 234567\nOle Brandt|Wiesenweg 2|ole@example.org|0172 345678';
    expect(headed(text)).toEqual(['recipientName', null, 'email', 'phone']);
    expect(headed(text.replace('Extra', 'E-Mail'))).toEqual(['recipientName', null, 'email', 'phone']);
  });
});

it('whole addresses are not guessed where a heading names the place', () => {
  const text = 'Ort|X\nAldermünde|Lindenweg 4, 01067 Aldermünde\nHamburg|Am Ring 3, 20095 Hamburg';
  expect(headed(text)).toEqual(['city', null]);
  expect(headed(text.replace('Ort', 'Y'))).toEqual([null, 'addressLineOne']);
});

it('takes no time to speak of in cells of letters alone', () => {
  const began = performance.now();
  const rows = ['x', 'y'].map((letter) => [letter.repeat(200_000)]);
  expect(guessed(sheet, rows, null, [null])).toEqual([]);
  expect(performance.now() - began).toBeLessThan(500);
});

it('fields that a kind of record does not have are not guessed', () => {
  const rows = cells('Jette Harms|Am Hafen 3|9-12\nOle Brandt|Wiesenweg 12|13-15');
  const none = [null, null, null];
  const of = (noun: Parameters<typeof guessed>[0]) => guessed(noun, rows, null, none).map(({ field }) => field);
  expect(of(driverNoun())).toEqual(['recipientName']);
  expect(of(orderSheet).every((field) => orderSheet.targets.includes(field))).toBe(true);
});

it.each<[string, string, boolean]>([
  ['a record', 'Jette Harms|Am Hafen 3|17321|Löcknitz', true],
  ['a record with an e-mail address and a window', 'x|jette@example.org|9-12', true],
  ['a record with a whole address', 'x|Lindenweg 4, 01067 Aldermünde|0351 123456', true],
  ['headings and a whole address', 'Name|Lindenweg 4, 01067 Aldermünde|0351 123456', false],
  ['a record with a street that ends like a heading', 'Lena Ahrens|Güterstraße 1|41742|Aldermünde', true],
  ['headings of which two might be values', 'Name|Straße 1|Straße 2|9-12', false],
  ['known headings', 'Name|Straße|PLZ|Ort', false],
  ['numbered headings', 'Zeile 1|Zeile 2|Zeile 3', false],
  ['words', 'Jméno|Ulice|PSČ', false],
  ['a cell that begins like a street with its number first', '1003 Lausanne|Jméno', false],
  ['one cell that might be a value', 'Ulice|Obec|12345', false],
])('the first row is or is no record: %s', (_what, text, expected) => {
  expect(beginsWithRecord(sheet, cells(text))).toBe(expected);
});
