/** What a row of a file becomes as a stop, and what is wrong with it. */
import { expect, it } from 'vitest';
import { columnsFor } from '../../../../fixtures/columns-for.ts';
import { checkedItem, itemsOf, problemLine } from '../../../../../src/renderer/import/group.ts';
import { stopOf, stopSheet, type StopSurroundings } from '../../../../../src/renderer/stops/import/stop-sheet.ts';
import { standIn, standInNow } from '../../../../fixtures/backend-stand-in.ts';

const [template] = standIn().state.drivers;
const driver = (id: string, name: string) => ({
  ...template!,
  ...{ id: `drivers/${id}`, name, fullName: name, displayName: null, email: `${id}@example.com`, phone: null },
});
const around: StopSurroundings = {
  clock: { zone: 'Europe/Berlin', day: '2026-06-16' },
  now: standInNow,
  drivers: [driver('a', 'Ada Lang'), driver('b', 'Ben Roth'), driver('c', 'Ben Roth')],
  properties: ['Gate code'],
};
const sheet = stopSheet(around);

function read(headings: string, ...lines: string[]) {
  const rows = [headings, ...lines].map((line) => line.split(';'));
  return itemsOf(sheet, rows, columnsFor(sheet, rows[0]!, [])).map((item) => checkedItem(sheet, item));
}
const problems = (headings: string, ...lines: string[]) =>
  read(headings, ...lines).map((item) => problemLine(sheet, item));

it('makes a stop of the columns of a shop', () => {
  const [item] = read(
    'Bestellnummer;Vorname;Nachname;Straße;Hausnummer;PLZ Ort;Zeitfenster;Pakete;Gewicht;Fahrer;Gate Code;Telefon;Art',
    "W-1;Mia;Kern;Güterstraße;52;41742 Aldermünde;ab 14 Uhr;2,0;3,5 kg;ada lang;4711;'0301234;Abholung",
  );
  expect(stopOf(item!.fields, around)).toEqual({
    problems: {},
    stop: {
      address: { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde' },
      recipient: { name: 'Mia Kern', phone: '0301234', externalId: 'W-1' },
      timing: { earliestAttemptTime: { hour: 14, minute: 0 } },
      packageCount: 2,
      weight: { amount: 3.5, unit: 'kilogram' },
      allowedDrivers: ['drivers/a'],
      customProperties: { 'Gate code': '4711' },
      activity: 'pickup',
    },
  });
});

it('gives a stop of several rows each of its barcodes once', () => {
  const rows = ['W-1;Weg 1;4006', 'W-1;Weg 1;4007', 'W-1;Weg 1;4006'];
  const [item] = read('Bestellnummer;Straße;Barcode', ...rows);
  expect(item!.lines).toHaveLength(3);
  expect(stopOf(item!.fields, around).stop?.barcodes).toEqual(['4006', '4007']);
});

it('says of each kind of fault what is wrong', () => {
  const [windows, packages, weight, drivers, activity] = [
    problems(
      'Street;Window',
      'Weg 1;vormittags',
      'Weg 1;15-13',
      'Weg 1;03.01.2020 09:00 - 03.01.2020 12:00',
      'Weg 1;9-12',
    ),
    problems('Street;Packages', 'Weg 1;zwei', 'Weg 1;0', 'Weg 1;-'),
    problems('Street;Weight', 'Weg 1;schwer'),
    problems('Street;Driver', 'Weg 1;Nobody Known', 'Weg 1;Ben Roth', 'Weg 1;b@example.com, Ada Lang'),
    problems('Street;Activity', 'Weg 1;visit'),
  ];
  expect(windows).toEqual([
    'Earliest: Not a time window. Examples: 9-12, after 14:00, 09:00–12:00',
    expect.stringMatching(/^Earliest: Latest is before earliest/),
    expect.stringMatching(/^Earliest: The window is on .*, the plan is on /),
    null,
  ]);
  expect(packages).toEqual([expect.stringMatching(/^Packages: /), expect.stringMatching(/^Packages: /), null]);
  expect(weight).toEqual([expect.stringMatching(/^Weight: /)]);
  expect(drivers).toEqual([
    expect.stringMatching(/No driver of the plan is called Nobody Known/),
    expect.stringMatching(/Several drivers are called Ben Roth/),
    null,
  ]);
  expect(activity).toEqual([expect.stringMatching(/delivery/)]);
  expect(problems('Name;Packages', 'Mia;1')).toEqual([expect.stringMatching(/^Street/)]);
});

it('says of a window whose end comes first that it is reversed, however it is written', () => {
  const windows = ['12-9', '12.00-9.00', 'de 12h à 9h', 'entre 12 y 9', '12pm-9am'];
  const reversed = expect.stringMatching(/^Earliest: Latest is before earliest/) as string;
  expect(problems('Street;Window', ...windows.map((text) => `Weg 1;${text}`))).toEqual(windows.map(() => reversed));
  expect(problems('Street;Window', 'Weg 1;25:00-26:00', 'Weg 1;0,38')).toEqual([
    expect.stringMatching(/^Earliest: Not a time window/),
    expect.stringMatching(/^Earliest: Not a time window/),
  ]);
});

it('warns of an address that lacks something, and lets it be saved', () => {
  const of = (country: string | null) => stopSheet({ ...around, country });
  const warned = (noun: typeof sheet) => {
    const rows = ['Street;Postcode;Town', 'Weg;41742;', 'Weg 1;41742;Aldermünde'].map((line) => line.split(';'));
    const items = itemsOf(noun, rows, columnsFor(noun, rows[0]!, [])).map((item) => checkedItem(noun, item));
    expect(items.map((item) => problemLine(noun, item))).toEqual([null, null]);
    return items.map(({ warnings }) => warnings ?? null);
  };
  expect(warned(of('DE'))).toEqual([{ addressLineOne: 'No house number', city: 'No city' }, null]);
  expect(warned(of(null))[1]).toEqual({ country: 'No country' });
  expect(warned(sheet)[1]).toEqual({ country: 'No country' });
  const other = { country: 'No country, and “41742” is no postcode of the depot’s country' };
  expect(warned(of('AT'))[1]).toEqual(other);
  // A correction ends it.
  const noun = of('DE');
  const [lacking] = itemsOf(
    noun,
    [
      ['Street', 'Town'],
      ['Weg 1', ''],
    ],
    ['addressLineOne', 'city'],
  );
  const checked = checkedItem(noun, lacking!);
  expect(checked.warnings).toEqual({ city: 'No city' });
  expect(checkedItem(noun, checked, { city: 'Aldermünde' })).not.toHaveProperty('warnings');
});

it('asks about a row whose delivery is on another day than the plan', () => {
  const days = ['16.06.2026', '17.06.2026', '', '2026-06-15T22:00:00Z', '2026-06-16T22:00:00Z', 'soon'];
  const other = expect.stringMatching(/The delivery is on Wed 17 Jun, the plan is on Tue 16 Jun/) as string;
  const unread = expect.stringMatching(/^Delivery date: Not a day/) as string;
  const said = problems('Street;Lieferdatum', ...days.map((day) => `Weg 1;${day}`));
  expect(said).toEqual([null, other, null, null, other, unread]);
  // Its user may empty the field, or skip the row.
  const [, late] = read('Street;Lieferdatum', ...days.map((day) => `Weg 1;${day}`));
  expect(problemLine(sheet, checkedItem(sheet, late!, { expectedOn: '' }))).toBeNull();
});

it('leaves days of delivery alone where stops have no plan', () => {
  const without = stopSheet({ ...around, clock: { zone: 'Europe/Berlin', day: null } }, 'unassignedImport');
  expect(columnsFor(without, ['Street', 'Lieferdatum'], [])).toEqual(['addressLineOne', null]);
});

it('takes coordinates of 0 and 0 for none, and an amount of 0 for nothing to collect', () => {
  const [placed, equator] = read('Street;Lat;Lng;COD', 'Weg 1;0.000000;0;0,00 €', 'Weg 2;0;9.45;');
  const stop = stopOf(placed!.fields, around);
  expect(stop).toEqual({ problems: {}, stop: { address: { addressLineOne: 'Weg 1' } } });
  expect(equator!.fields).toMatchObject({ latitude: '0', longitude: '9.45' });
  expect(problems('Lat;Lng', '0;0')).toEqual([expect.stringMatching(/^Street/)]);
});
