/** Parts of a field in columns of their own: what is joined, and what is left out and said. */
import { describe, expect, it } from 'vitest';
import { emptyItemFields, type RecordField } from '../../../../src/renderer/import/fields.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import { leftOut, withParts, type Parts } from '../../../../src/renderer/import/parts.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';

const fields = (some: Partial<Record<RecordField, string>>) => ({ ...emptyItemFields(), ...some });

describe('a part that another column contradicts', () => {
  it.each<[string, Partial<Record<RecordField, string>>, Parts, ReturnType<typeof leftOut>]>([
    [
      'a first name beside a company and a last name',
      { recipientName: 'Kern GmbH' },
      { firstName: 'Mia', lastName: 'Kern' },
      { part: 'firstName', text: 'Mia', field: 'recipientName' },
    ],
    [
      'a last name beside another name',
      { recipientName: 'Blumenhaus' },
      { lastName: 'Kern' },
      { part: 'lastName', text: 'Kern', field: 'recipientName' },
    ],
    [
      'a house number without a street',
      {},
      { houseNumber: '12' },
      { part: 'houseNumber', text: '12', field: 'addressLineOne' },
    ],
    [
      'a house number that a spreadsheet made a day',
      { addressLineOne: 'Weg' },
      { houseNumber: '2026-05-03' },
      { part: 'houseNumber', text: '2026-05-03', field: 'addressLineOne', isDay: true },
    ],
    [
      'a window beside other times',
      { earliest: '08:00', latest: '10:00' },
      { window: '9-12' },
      { part: 'window', text: '9-12', field: 'earliest' },
    ],
    [
      'a town beside another one',
      { zip: '17321', city: 'Löcknitz' },
      { place: '17309 Pasewalk' },
      { part: 'place', text: '17309 Pasewalk', field: 'city' },
    ],
  ])('is left out: %s', (_what, some, parts, expected) => {
    expect(leftOut(fields(some), parts)).toEqual(expected);
    const { part } = expected!;
    // It is in no field of the record.
    expect(Object.values(withParts(fields(some), parts))).not.toContain(parts[part]);
  });
});

describe('a part that is said anyway, or joined', () => {
  it.each<[string, Partial<Record<RecordField, string>>, Parts]>([
    ['nothing', { recipientName: 'Mia Kern' }, {}],
    ['both names of a whole one', { recipientName: 'MIA KERN' }, { firstName: 'Mia', lastName: 'Kern' }],
    ['both names without a whole one', {}, { firstName: 'Mia', lastName: 'Kern' }],
    ['a first name beside the last one', { recipientName: 'Kern' }, { firstName: 'Mia' }],
    ['a house number beside its street', { addressLineOne: 'Weg' }, { houseNumber: '12' }],
    ['a house number of two houses', { addressLineOne: 'Weg' }, { houseNumber: '3-5' }],
    ['a house number with its stair and door', { addressLineOne: 'Gasse' }, { houseNumber: '12/3/14' }],
    ['a window without other times', {}, { window: '9-12' }],
    ['a window that says the same', { earliest: '9', latest: '12' }, { window: '9-12 Uhr' }],
    ['a town that says the same', { zip: '17321', city: 'Locknitz' }, { place: '17321 Löcknitz' }],
    ['a town that adds the postcode', { city: 'Löcknitz' }, { place: '17321 Löcknitz' }],
  ])('is not left out: %s', (_what, some, parts) => {
    expect(leftOut(fields(some), parts)).toBeNull();
  });
});

it.each<[string, string, string, string]>([
  ['a first and a last name', 'Mia', 'Kern', 'Mia Kern'],
  ['a whole name and its last one', 'Mia Kern', 'kern', 'Mia Kern'],
  ['a first name that begins like the last one', 'Anna', 'Ann', 'Anna Ann'],
])('joins %s', (_what, firstName, lastName, whole) => {
  expect(withParts(fields({}), { firstName, lastName }).recipientName).toBe(whole);
});

it.each<[place: string, country: string, zip: string, city: string]>([
  ['41742 Aldermünde', '', '41742', 'Aldermünde'],
  ['76600 LE HAVRE', '', '76600', 'LE HAVRE'],
  ['06400 LA CIOTAT', 'France', '06400', 'LA CIOTAT'],
  ['00-238 Warszawa', '', '00-238', 'Warszawa'],
  ['9000 ST GALLEN', '', '9000', 'ST GALLEN'],
  ['8660 DE PANNE', 'Belgique', '8660', 'DE PANNE'],
  ['CH-1260 LA RIPPE', '', '1260', 'LA RIPPE'],
  ['1016 GV Amsterdam', '', '1016 GV', 'Amsterdam'],
  ['1016GV, Amsterdam', '', '1016GV', 'Amsterdam'],
  ['NL-1016 GV Amsterdam', '', '1016 GV', 'Amsterdam'],
  ['1016 GV AMSTERDAM', '', '1016 GV', 'AMSTERDAM'],
  ['1011 LE AMSTERDAM', 'Nederland', '1011 LE', 'AMSTERDAM'],
  ['1016 GVX', '', '1016', 'GVX'],
  ['Amsterdam', '', '', 'Amsterdam'],
])('splits %s, country “%s”, into “%s” and “%s”', (place, country, zip, city) => {
  expect(withParts(fields({ country }), { place })).toMatchObject({ zip, city });
});

it.each(['03.05.2026', '03. Mai', '3-May', '05. Mrz', '03-févr', 'Mai 26', '3 paź 2026'])(
  'takes %s for a day and no house number',
  (houseNumber) => {
    expect(leftOut(fields({ addressLineOne: 'Weg' }), { houseNumber })?.isDay).toBe(true);
    expect(withParts(fields({ addressLineOne: 'Weg' }), { houseNumber }).addressLineOne).toBe('Weg');
  },
);

it('a row with such a part waits for a person, also as one of several rows of a record', () => {
  const sheet = stopSheet({
    clock: { zone: 'Europe/Berlin', day: null },
    now: standInNow,
    drivers: [],
    properties: [],
  });
  const columns = ['externalId', 'recipientName', 'firstName', 'lastName', 'addressLineOne'] as const;
  const rows = [
    ['No', 'Name', 'First', 'Last', 'Street'],
    ['1', 'Mia Kern', 'Mia', 'Kern', 'Weg 1'],
    ['2', 'Kern GmbH', 'Mia', 'Kern', 'Weg 2'],
    ['3', 'Ole', '', '', 'Weg 3'],
    ['3', 'Ole', 'Ida', 'Lang', 'Weg 3'],
  ];
  const houses = [
    ['Street', 'House number'],
    ['Weg', '3-5'],
    ['Weg', '2026-05-03'],
  ];
  expect(itemsOf(sheet, houses, ['addressLineOne', 'houseNumber']).map(({ problems }) => problems.rows)).toEqual([
    undefined,
    'Line 3: “2026-05-03” (House number) is a day. A spreadsheet may have changed it, so it is left out. Type the number into “Street and number”.',
  ]);
  const said = itemsOf(sheet, rows, columns).map(({ problems }) => problems.rows ?? null);
  expect(said).toEqual([
    null,
    'Line 3: “Mia” (First name) is left out, because Name is “Kern GmbH”. Correct it, or set one of the columns to “not used”.',
    'Line 5: “Ida” (First name) is left out, because Name is “Ole”. Correct it, or set one of the columns to “not used”.',
  ]);
});
