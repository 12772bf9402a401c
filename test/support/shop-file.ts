/**
 * A shop's file of 600 stops, as German software saves it: lines above the headings, semicolons, faults, and rows that
 * are deliveries of the file again. With what a person types into it, and what the service must have of it at the end.
 */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlainClient, ServiceStop } from './plain-client.ts';

/** How many stops the file has: rows that are to be corrected among them, those that are there twice not. */
export const shopSize = 600;
/** The rows that are wrong, from {@link firstFault} on. */
export const faultCount = 14;
/** The rows that look like others. */
export const doubleCount = 9;
const firstFault = 100;

const street = 'Güterstraße';
/** The recipient of a row, which no other row has. */
export const rowName = (at: number): string =>
  `Kundin ${['Ahrens', 'Brandt', 'Conrad', 'Dietz', 'Ebert', 'Frey'][at % 6]!} ${at}`;
const number = (at: number) => `SHOP-${String(at).padStart(4, '0')}`;

interface Line {
  number: string;
  name: string;
  street: string;
  house: string;
  zip: string;
  town: string;
  window: string;
  packages: string;
  weight: string;
  driver: string;
}

const line = (at: number): Line => ({
  ...{ number: number(at), name: rowName(at), street, house: String(at + 1), zip: '41742', town: 'Aldermünde' },
  ...{ window: at % 3 === 0 ? 'ab 14 Uhr' : '9-12', packages: String((at % 4) + 1), weight: '', driver: '' },
});

/** What is wrong with a field of a row, and what is to be typed instead. */
interface Fault {
  field: keyof Line;
  wrong: string;
  label: () => string;
  right: string;
}

/** Each kind of fault is there twice. */
const faults: readonly Fault[] = [
  { field: 'packages', wrong: 'zwei', label: () => t('stopForm.packageCount'), right: '2' },
  { field: 'window', wrong: 'vormittags', label: () => t('stopForm.earliest'), right: '9-12' },
  { field: 'window', wrong: '15-13', label: () => t('stopForm.earliest'), right: '13-15' },
  { field: 'weight', wrong: 'schwer', label: () => t('stopForm.weightAmount'), right: '2,5' },
  { field: 'driver', wrong: 'Nobody Known', label: () => t('stopForm.allowedDrivers'), right: '' },
  { field: 'packages', wrong: '0', label: () => t('stopForm.packageCount'), right: '1' },
  { field: 'window', wrong: '03.01.2020 09:00 - 03.01.2020 12:00', label: () => t('stopForm.earliest'), right: '9-12' },
];
const faultAt = (at: number): Fault | undefined =>
  at >= firstFault && at < firstFault + faultCount ? faults[at % faults.length] : undefined;

/** The rows whose window is the word “vormittags”, which says no time. */
export const wordyRows = Array.from({ length: faultCount }, (_, at) => firstFault + at).filter(
  (at) => faultAt(at)?.wrong === 'vormittags',
);

/** Deliveries of the file again: spelled differently, without an order number of their own. */
const doubles = Array.from({ length: doubleCount }, (_, at): Line => ({
  ...line(at * 20),
  ...{ number: `AGAIN-${at}`, name: rowName(at * 20).toUpperCase(), street: 'Güterstr.' },
}));

const cellsOf = (row: Line): string =>
  [
    ...[row.number, row.name, row.street, row.house, row.zip, row.town],
    ...[row.window, row.packages, row.weight, row.driver],
  ].join(';');

/** The text of the file. */
export function shopFile(): string {
  const lines = Array.from({ length: shopSize }, (_, at) => {
    const fault = faultAt(at);
    return fault === undefined ? line(at) : { ...line(at), [fault.field]: fault.wrong };
  });
  return [
    'Lieferliste Blumenhaus;;;;;;;;;',
    '"Stand: heute, erstellt von Frau Weber";;;;;;;;;',
    '',
    'Bestellnummer;Empfänger;Straße;Hausnummer;PLZ;Ort;Lieferzeitfenster;Pakete;Gewicht;Fahrer',
    ...[...lines, ...doubles].map(cellsOf),
  ].join('\r\n');
}

/** Waits until the open import counts its rows so. */
export const expectSummary = (window: Page, good: number, bad: number, left: number): Promise<void> =>
  expect(
    window.getByRole('dialog').getByText(t('imports.summary', { good, bad, left })),
    `the import has ${good} rows that are ready, ${bad} to correct, ${left} skipped`,
  ).toBeVisible({ timeout: 30_000 });

/** The selected row of the open import. */
const selectedRow = (window: Page) =>
  window.getByRole('grid', { name: t('stopImport.table') }).locator('[role="row"][aria-selected="true"]');

/**
 * Corrects all faults of the open import by keys, from a row to its field and on to the next row. Its table has the
 * focus and is narrowed to the rows to correct.
 *
 * @param typed what is typed into a row instead of what is right
 */
export async function correctFaults(window: Page, typed: ReadonlyMap<number, string> = new Map()): Promise<void> {
  const { keyboard } = window;
  const grid = window.getByRole('grid', { name: t('stopImport.table') });
  await keyboard.press('Home');
  for (let at = firstFault; at < firstFault + faultCount; at += 1) {
    const fault = faultAt(at)!;
    await expect(selectedRow(window), 'the next row to correct is selected').toContainText(number(at));
    await keyboard.press('Enter');
    const field = window.getByRole('dialog').getByLabel(fault.label(), { exact: true });
    await expect(field, 'Enter leads to the field that is wrong').toBeFocused();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Delete');
    await keyboard.type(typed.get(at) ?? fault.right);
    await keyboard.press('Enter');
    await expect(grid, 'Enter leads back to the rows').toBeFocused();
  }
  await expectSummary(window, shopSize, doubleCount, 0);
}

/** Skips the first of the rows that look like others by its key, while the table of the open import has the focus. */
export async function skipFirstDouble(window: Page): Promise<void> {
  await expect(selectedRow(window), 'the first row that looks like another is selected').toContainText('AGAIN-0');
  await window.keyboard.press('Delete');
  await expectSummary(window, shopSize, doubleCount - 1, 1);
}

/**
 * Faults of the service: the first import of stops is answered. The second arrives without an answer, so that the third
 * waits for longer than a test needs to stop the app or the service.
 */
export const answersOneImport = {
  rules: [
    { hits: { operations: ['stops.import'], atMost: 1 }, fault: { kind: 'slow-body', takes: 1 } },
    { hits: { operations: ['stops.import'] }, fault: { kind: 'late', after: 3_000, connection: 'open' } },
  ],
};

/** Waits until the first import has arrived. Reads one page: reading all takes as long as all imports together. */
export async function firstImportArrived(reader: PlainClient, planId: string): Promise<void> {
  const firstPage = async () => (await reader.get(`/public/v1/${planId}/stops`))['stops'] as ServiceStop[];
  const count = async () => (await firstPage()).filter(({ type }) => type === 'stop').length;
  await expect.poll(count, { message: 'the first import has arrived', timeout: 60_000 }).toBeGreaterThan(0);
}

const timeOf = (time: { hour: number; minute: number } | null | undefined) =>
  time == null ? null : `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;

const contentOf = ({ recipient, address, packageCount, timing }: ServiceStop) => ({
  number: recipient?.externalId,
  name: recipient?.name,
  street: address.addressLineOne,
  packages: packageCount,
  window: [timeOf(timing?.earliestAttemptTime), timeOf(timing?.latestAttemptTime)],
});

const windows: Readonly<Record<string, [string | null, string | null]>> = {
  'ab 14 Uhr': ['14:00', null],
  '9-12': ['09:00', '12:00'],
  '13-15': ['13:00', '15:00'],
};

/** What the service must have of a row of the file. */
function expectedOf(at: number): ReturnType<typeof contentOf> {
  const fault = faultAt(at);
  const { window, packages }: Line = fault === undefined ? line(at) : { ...line(at), [fault.field]: fault.right };
  return {
    ...{ number: number(at), name: rowName(at), street: `${street} ${at + 1}`, packages: Number(packages) },
    window: windows[window]!,
  };
}

/** Each row of the file is one of these stops, once and with its content, and there are no others. */
export function expectShopStops(stops: readonly ServiceStop[]): void {
  const found = stops
    .filter(({ type }) => type === 'stop')
    .map(contentOf)
    .toSorted((one, other) => (one.number ?? '').localeCompare(other.number ?? ''));
  expect(found, 'the service has as many stops as the file').toHaveLength(shopSize);
  expect(found, 'each with its content').toEqual(Array.from({ length: shopSize }, (_, at) => expectedOf(at)));
}
