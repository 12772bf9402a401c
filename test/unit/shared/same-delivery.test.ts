/** Pairs as they were typed by different people: the same delivery or another. */
import { describe, expect, test } from 'vitest';
import { comparableDelivery, isSameDelivery } from '../../../src/shared/same-delivery.ts';

type Side = readonly [name: string, phone: string, address: string];
type Pair = readonly [what: string, one: Side, other: Side];

const hans = 'Hans Müller';

const same: readonly Pair[] = [
  ['Str. and Straße', [hans, '', 'Lindenstr. 4, 10115 Berlin'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['strasse in two words', [hans, '', 'Berliner Strasse 12'], [hans, '', 'Berliner Str. 12, 14467 Potsdam']],
  ['capitals', ['HANS MÜLLER', '', 'LINDENSTRASSE 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['a hyphenated street', [hans, '', 'Karl-Marx-Str. 8'], [hans, '', 'Karl Marx Straße 8, 12043 Berlin']],
  ['Platz and Pl.', ['Café Kranz', '', 'Rathaus Pl. 3'], ['Cafe Kranz', '', 'Rathaus Platz 3, 90403 Nürnberg']],
  [
    'Suite 202 and #202',
    ['Acme Labs', '', '100 Main Street, Suite 202'],
    ['Acme Labs', '', '100 Main St #202, Denver'],
  ],
  [
    'Ste. and Suite',
    ['Acme', '', '100 Main St Ste. 202'],
    ['Acme', '', '100 Main Street, Suite 202, Denver, CO 80202'],
  ],
  ['Apt without a comma', ['J. Doe', '', '55 Oak Ave Apt 3b'], ['John Doe', '', '55 Oak Avenue, Apartment 3B, Austin']],
  ['a unit on one side only', ['John Doe', '', '55 Oak Ave'], ['John Doe', '', '55 Oak Ave, Unit 7, Austin, TX 78701']],
  ['ue for ü', ['Hans Mueller', '', 'Lindenstr. 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['ue in the street', ['Ida Roth', '', 'Gruenstr. 17'], ['Ida Roth', '', 'Grünstraße 17, 10179 Berlin']],
  ['ß and ss', ['Jörg Groß', '', 'Weg 1'], ['Joerg Gross', '', 'Weg 1, 99084 Erfurt']],
  ['accents', ['José García', '', 'Calle Álvarez 9'], ['Jose Garcia', '', 'Calle Alvarez 9, 28001 Madrid']],
  [
    'a cedilla',
    ['François Lefèvre', '', '12 rue de la Paix'],
    ['Francois Lefevre', '', '12 Rue de la Paix, 75002 Paris'],
  ],
  ['decomposed letters', ['Ju\u0308rgen Mo\u0308ller', '', 'Weg 5'], ['Jürgen Möller', '', 'Weg 5, 24103 Kiel']],
  ['a slashed o', ['Søren Bjørk', '', 'Nørregade 6'], ['Soren Bjork', '', 'Norregade 6, 1165 København']],
  ['a Polish ł', ['Paweł Wójcik', '', 'Długa 7'], ['Pawel Wojcik', '', 'Dluga 7, Gdansk']],
  ['swapped names', ['Müller, Hans', '', 'Lindenstraße 4'], [hans, '', 'Lindenstr. 4, 10115 Berlin']],
  ['swapped without a comma', ['Nguyen Thi Lan', '', 'Weg 9'], ['Lan Nguyen Thi', '', 'Weg 9, 04109 Leipzig']],
  ['a title', ['Dr. Eva Lang', '', 'Ring 2'], ['Frau Eva Lang', '', 'Ring 2, 01067 Dresden']],
  ['the form of a company', ['Holzbau Roth GmbH', '', 'Werkweg 2'], ['Holzbau Roth', '', 'Werkweg 2, 87435 Kempten']],
  ['a missing first name', ['Müller', '', 'Lindenstr. 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['an initial', ['H. Müller', '', 'Lindenstr. 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['a slip in the name', ['Hans Mülelr', '', 'Lindenstr. 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['a slip in the street', [hans, '', 'Lindnestraße 4'], [hans, '', 'Lindenstraße 4, 10115 Berlin']],
  ['transposed digits of the phone', [hans, '030 1234657', ''], [hans, '030 1234567', 'Lindenstraße 4, 10115 Berlin']],
  ['transposed digits of the house', [hans, '', 'Lindenstraße 21'], [hans, '', 'Lindenstraße 12, 10115 Berlin']],
  ['transposed digits of the postcode', [hans, '', 'Weg 4, 10151 Berlin'], [hans, '', 'Weg 4, 10115 Berlin']],
  ['a phone with the country', ['', '+49 (0)30 123456-7', ''], [hans, '030 1234567', 'Lindenstraße 4, 10115 Berlin']],
  ['00 and +', ['Eva', '0043 1 5861234', ''], ['Eva Lang', '+43 1 586 12 34', 'Ring 2, 1010 Wien']],
  [
    'the same person, moved',
    [hans, '030 1234567', 'Neuer Weg 1'],
    [hans, '030/1234567', 'Lindenstraße 4, 10115 Berlin'],
  ],
  ['a house number with a space', [hans, '', 'Weg 12 a'], [hans, '', 'Weg 12A, 99084 Erfurt']],
  ['a range of house numbers', ['Kita Sonne', '', 'Weg 12'], ['Kita Sonne', '', 'Weg 12-14, 99084 Erfurt']],
  ['a family at one phone', ['Anna Müller', '0301234567', 'Weg 4'], [hans, '030 1234567', 'Weg 4, 10115 Berlin']],
  ['number before and after', ['Eva Lang', '', '4 Lindenstraße'], ['Eva Lang', '', 'Lindenstraße 4, 10115 Berlin']],
];

const different: readonly Pair[] = [
  ['Weg 1 and Weg 12', [hans, '', 'Weg 1'], [hans, '', 'Weg 12, 99084 Erfurt']],
  ['Street 5 and 51', ['John Doe', '', '5 Oak Ave'], ['John Doe', '', '51 Oak Ave, Austin']],
  ['house 2 and 20, with a city', [hans, '', 'Weg 2, 99084 Erfurt'], [hans, '', 'Weg 20, 99084 Erfurt']],
  ['a shared switchboard', ['Eva Lang', '030 4500', 'Ring 2'], ['Otto Kern', '030 450 0', 'Platz 9, 10117 Berlin']],
  [
    'a switchboard in one house',
    ['Praxis Lang', '030 450000', 'Ring 2'],
    ['Kern & Co', '030 450000', 'Ring 2, 10117 Berlin'],
  ],
  [
    'a switchboard, other house',
    ['Eva Lang', '+49 30 450000', 'Ring 2'],
    ['Ina Kern', '030 450000', 'Ring 8, 10117 Berlin'],
  ],
  ['the same last nine digits', [hans, '+49 30 123456789', 'Weg 1'], [hans, '+43 30 123456789', 'Ring 9, 1010 Wien']],
  ['last nine digits in the US', ['', '+1 212 555 0123', ''], ['John Doe', '+1 312 555 0123', '5 Oak Ave, Chicago']],
  ['last nine digits, longer number', ['', '089 1 23456789', ''], ['Otto', '0173 123456789', 'Weg 3, 80331 München']],
  [
    'a shop of a chain elsewhere',
    ['Rewe', '', 'Hauptstr. 5, 10115 Berlin'],
    ['Rewe', '', 'Hauptstr. 5, 80331 München'],
  ],
  ['cities without postcodes', ['Rewe', '', 'Hauptstr. 5, Berlin'], ['Rewe', '', 'Hauptstr. 5, Hamburg']],
  ['two suites of a house', ['Acme', '', '100 Main St, Suite 202'], ['Acme', '', '100 Main St #303, Denver']],
  ['neighbours', ['Eva Lang', '', 'Weg 4, 10115 Berlin'], ['Otto Kern', '', 'Weg 4, 10115 Berlin']],
  ['neighbours with phones', ['Eva Lang', '030 111111', 'Weg 4'], ['Otto Kern', '030 222222', 'Weg 4, 10115 Berlin']],
  ['one name, two streets', [hans, '', 'Lindenstraße 4'], [hans, '', 'Buchenweg 4, 10115 Berlin']],
  ['one name, two phones, two streets', [hans, '030 111111', 'Weg 4'], [hans, '040 222222', 'Ring 4, 20095 Hamburg']],
  ['street and lane', ['John Doe', '', '5 Oak Street'], ['John Doe', '', '5 Oak Lane, Austin']],
  ['north and south', ['John Doe', '', '5 North Main St'], ['John Doe', '', '5 S Main St, Austin']],
  ['a name only', [hans, '', ''], [hans, '030 1234567', 'Lindenstraße 4, 10115 Berlin']],
  ['an address only', ['', '', 'Weg 4, 10115 Berlin'], [hans, '', 'Weg 4, 10115 Berlin']],
  ['brothers', ['Hans Müller', '', 'Weg 4'], ['Uwe Müller', '', 'Ring 9, 10115 Berlin']],
  [
    'two of a family in two flats',
    ['Anna Müller', '0171 1111111', 'Weg 4'],
    [hans, '0172 2222222', 'Weg 4, 10115 Berlin'],
  ],
  ['branches 4 and 44 in one house', ['Filiale 4', '', 'Weg 4'], ['Filiale 44', '', 'Weg 4, 10115 Berlin']],
  ['branches 1234 and 1235', ['Filiale 1234', '', 'Weg 4'], ['Filiale 1235', '', 'Weg 4, 10115 Berlin']],
  ['alike short names', ['Eva Lang', '', 'Weg 4'], ['Ute Lang', '', 'Weg 4, 10115 Berlin']],
  ['an empty form', ['', '', ''], [hans, '030 1234567', 'Lindenstraße 4, 10115 Berlin']],
  ['a phone of three digits', ['', '110', ''], ['Police', '110', 'Weg 4, 10115 Berlin']],
];

const falseHitsNever = [
  'Weg 1 and Weg 12',
  'a shared switchboard',
  'a switchboard in one house',
  'the same last nine digits',
  'last nine digits in the US',
];

const delivery = ([name, phone, address]: Side) => comparableDelivery({ name, phone, address });
const isFound = ([, one, other]: Pair) => isSameDelivery(delivery(one), delivery(other));
const isFoundBackwards = ([, one, other]: Pair) => isSameDelivery(delivery(other), delivery(one));

describe('the hint at a similar stop', () => {
  test('is right about at least 57 of 60 pairs, in both directions', () => {
    const wrong = [
      ...same.filter((pair) => !isFound(pair)).map(([what]) => `missed: ${what}`),
      ...different.filter((pair) => isFound(pair)).map(([what]) => `false: ${what}`),
      ...[...same, ...different]
        .filter((pair) => isFound(pair) !== isFoundBackwards(pair))
        .map(([what]) => `depends on the order: ${what}`),
    ];
    expect(same.length + different.length).toBeGreaterThanOrEqual(60);
    expect(wrong).toEqual([]);
  });

  test.each(falseHitsNever)('never takes %s for the same', (name) => {
    const pair = different.find(([what]) => what === name);
    expect(pair && isFound(pair)).toBe(false);
  });
});
