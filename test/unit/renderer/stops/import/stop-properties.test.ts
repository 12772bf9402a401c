/** Columns of a file that become custom properties which no listed stop has. */
import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { propertyCalled } from '../../../../../src/renderer/import/property-columns.ts';
import { SheetImport } from '../../../../../src/renderer/import/sheet-import.svelte.ts';
import { customProperties } from '../../../../../src/renderer/lib/custom-properties.svelte.ts';
import { readSheetRows } from '../../../../../src/renderer/lib/sheet/read-sheet.ts';
import { orderSheet } from '../../../../../src/renderer/orders/import/order-sheet.ts';
import { KnownProperties } from '../../../../../src/renderer/stops/import/known-properties.svelte.ts';
import { stopNoun } from '../../../../../src/renderer/stops/import/stop-noun.ts';
import { stopSheet } from '../../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../../fixtures/backend-stand-in.ts';
import { importDesk } from '../../import/import-desk.ts';

const desk = importDesk();
afterEach(() => {
  customProperties.rows = [];
});

const around = { clock: { zone: 'Europe/Berlin', day: '2026-06-17' }, now: standInNow, drivers: [] };

/** An import as its dialog holds it. @param listed properties that stops of the plan have */
function begun(listed: readonly string[] = []): SheetImport {
  const known = new KnownProperties(listed);
  const noun = stopNoun('plans/none', {
    ...around,
    takeProperties: known.take,
    named: customProperties,
    get properties() {
      return known.names;
    },
  });
  const work = new SheetImport(noun, async (file, choices) =>
    readSheetRows(new Uint8Array(await file.arrayBuffer()), choices),
  );
  desk.works.push(work);
  return work;
}

async function opened(text: string, listed?: readonly string[]): Promise<SheetImport> {
  const work = begun(listed);
  await work.read(new Blob([text]), 'shop.csv');
  flushSync();
  return work;
}

const shop = ['Name;Straße;Ort;Farbe', 'Mia Kern;Weg 1;Dresden;rot', 'Ben Roth;Weg 2;Dresden;'].join('\n');

it('sends the values of such a column, and remembers it for files with the same headings', async () => {
  const { stops: calls, settings } = desk.main.handlers;
  const add = vi.spyOn(calls, 'addMany').mockImplementation(async ({ stops }) => stops.length);
  vi.spyOn(settings, 'set').mockImplementation(async (change) => Object.assign(desk.main.state.settings, change));
  const work = await opened(shop, ['Gate code']);
  expect(work.sheet.columns).toEqual(['recipientName', 'addressLineOne', 'city', null]);
  expect(work.sheet.notTaken).toEqual(['Farbe']);
  await work.setColumn(3, propertyCalled(work.noun, 'Farbe'));
  flushSync();
  expect(work.noun.fields.slice(-2)).toEqual(['property:Gate code', 'property:Farbe']);
  expect(work.sheet.notTaken).toEqual([]);
  expect(await work.save()).toBe(true);
  expect(add.mock.calls.flatMap(([{ stops }]) => stops.map(({ customProperties }) => customProperties))).toEqual([
    { Farbe: 'rot' },
    undefined,
  ]);

  const again = await opened(shop);
  expect(again.sheet.columns.at(-1)).toBe('property:Farbe');
  expect(again.all.map(({ item }) => item.fields['property:Farbe'])).toEqual(['rot', undefined]);
  await again.setColumn(3, null);
  expect(again.noun.fields).not.toContain('property:Farbe');
});

it('knows the properties of the team by id and by name, sends their ids, and takes no others', async () => {
  customProperties.rows = [
    { id: 'p4711', name: 'Gate' },
    { id: 'doorCode', name: 'Door code' },
  ];
  const { stops: calls, settings } = desk.main.handlers;
  vi.spyOn(settings, 'set').mockImplementation(async (change) => Object.assign(desk.main.state.settings, change));
  const add = vi.spyOn(calls, 'addMany').mockImplementation(async ({ stops }) => stops.length);
  const file = 'Name;Straße;Ort;Gate;doorCode;Farbe\nMia Kern;Weg 1;Dresden;3;12;rot';
  const work = await opened(file, customProperties.idsOr(['Old']));
  expect(work.sheet.columns.slice(3)).toEqual(['property:p4711', 'property:doorCode', null]);
  expect(work.sheet.notTaken).toEqual(['Farbe']);
  expect(propertyCalled(work.noun, 'Farbe')).toBeNull();
  expect(work.noun.labelOf('property:p4711')).toBe('Gate');
  // The headings of saved rows have the names.
  expect(propertyCalled(work.noun, 'Custom property: Door code')).toBe('property:doorCode');
  expect(await work.save()).toBe(true);
  expect(add.mock.calls.flatMap(([{ stops }]) => stops.map(({ customProperties: sent }) => sent))).toEqual([
    { p4711: '3', doorCode: '12' },
  ]);
});

it('keeps it over a restart, and in the file of skipped rows', async () => {
  const work = await opened(shop);
  await work.setColumn(3, 'property:Farbe');
  work.choose(['line-2'], 'out');
  await work.leave();
  const [kept] = await desk.main.handlers.imports.list();
  const resumed = begun();
  await resumed.goOn(kept!.id);
  flushSync();
  expect(resumed.all[0]?.item.fields['property:Farbe']).toBe('rot');
  const again = await opened(await resumed.leftOutFile());
  expect(again.all.map(({ item }) => item.fields['property:Farbe'])).toEqual(['rot']);
});

it('takes no longer name than the service, and no longer value', async () => {
  const work = await opened(shop);
  const called = (heading: string) => propertyCalled(work.noun, heading);
  expect(called(' Farbe ')).toBe('property:Farbe');
  expect(called('🚚'.repeat(40))).toBe(`property:${'🚚'.repeat(40)}`);
  expect([called('x'.repeat(50)), called('x'.repeat(51)), called(' ')]).toEqual([
    `property:${'x'.repeat(50)}`,
    null,
    null,
  ]);
  const long = await opened(`Name;Straße;Farbe\nMia;Weg 1;${'x'.repeat(256)}`);
  await long.setColumn(2, 'property:Farbe');
  expect(long.bad.map(({ item }) => Object.keys(item.problems))).toEqual([['property:Farbe']]);
});

it('offers none for records that have no properties, or whose properties are all known', () => {
  expect(propertyCalled(orderSheet, 'Farbe')).toBeNull();
  const sheet = stopSheet({ ...around, properties: ['Gate code'] });
  expect([propertyCalled(sheet, 'Farbe'), propertyCalled(sheet, 'Gate code')]).toEqual([null, 'property:Gate code']);
});
