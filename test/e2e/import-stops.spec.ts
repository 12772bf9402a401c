/**
 * A shop's file of 600 stops comes into tomorrow's plan: dropped on the window, its faults corrected by keyboard, its
 * doubles decided, the app killed while it sends. Every stop of the file is on the service once, with the file's content.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceStop } from '../support/plain-client.ts';
import * as steps from '../support/planner-day.ts';
import { control } from '../support/training-service.ts';
import { callBackend, openConnected, openPlan, statusBar } from '../support/screens.ts';

const count = 600;
const street = 'Güterstraße';
const name = (at: number) => `Kundin ${['Ahrens', 'Brandt', 'Conrad', 'Dietz', 'Ebert', 'Frey'][at % 6]!} ${at}`;
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
  ...{ number: number(at), name: name(at), street, house: String(at + 1), zip: '41742', town: 'Aldermünde' },
  ...{ window: at % 3 === 0 ? 'ab 14 Uhr' : '9-12', packages: String((at % 4) + 1), weight: '', driver: '' },
});

/** Each kind of fault twice: what is wrong in the file, and what is typed instead. */
const faults: { field: keyof Line; wrong: string; label: () => string; right: string }[] = [
  { field: 'packages', wrong: 'zwei', label: () => t('stopForm.packageCount'), right: '2' },
  { field: 'window', wrong: 'vormittags', label: () => t('stopForm.earliest'), right: '9-12' },
  { field: 'window', wrong: '15-13', label: () => t('stopForm.earliest'), right: '13-15' },
  { field: 'weight', wrong: 'schwer', label: () => t('stopForm.weightAmount'), right: '2,5' },
  { field: 'driver', wrong: 'Nobody Known', label: () => t('stopForm.allowedDrivers'), right: '' },
  { field: 'packages', wrong: '0', label: () => t('stopForm.packageCount'), right: '1' },
  { field: 'window', wrong: '03.01.2020 09:00 - 03.01.2020 12:00', label: () => t('stopForm.earliest'), right: '9-12' },
];
const faultAt = (at: number) => (at >= 100 && at < 114 ? faults[at % faults.length] : undefined);

/** Nine rows that are deliveries of the file again: spelled differently, without an order number of their own. */
const doubles = Array.from({ length: 9 }, (_, at): Line => ({
  ...line(at * 20),
  ...{ number: `AGAIN-${at}`, name: name(at * 20).toUpperCase(), street: 'Güterstr.' },
}));

function shopFile(): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const fault = faultAt(at);
    return fault === undefined ? line(at) : { ...line(at), [fault.field]: fault.wrong };
  });
  const cells = ({
    number: order,
    name: who,
    house,
    zip,
    town,
    window,
    packages,
    weight,
    driver,
    street: road,
  }: Line) => [order, who, road, house, zip, town, window, packages, weight, driver].join(';');
  return [
    'Lieferliste Blumenhaus;;;;;;;;;',
    '"Stand: heute, erstellt von Frau Weber";;;;;;;;;',
    '',
    'Bestellnummer;Empfänger;Straße;Hausnummer;PLZ;Ort;Lieferzeitfenster;Pakete;Gewicht;Fahrer',
    ...[...lines, ...doubles].map(cells),
  ].join('\r\n');
}

const rowsIn = (window: Page) =>
  window.getByRole('grid', { name: t('stopImport.table') }).locator('[role="row"][aria-selected]');

const timeOf = (time: { hour: number; minute: number } | null | undefined) =>
  time == null ? null : `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;

const contentOf = ({ recipient, address, packageCount, timing }: ServiceStop) => ({
  number: recipient?.externalId,
  name: recipient?.name,
  street: address.addressLineOne,
  packages: packageCount,
  window: [timeOf(timing?.earliestAttemptTime), timeOf(timing?.latestAttemptTime)],
});

/** What the service must have for a line of the file. */
function expected(at: number): ReturnType<typeof contentOf> {
  const fault = faultAt(at);
  const corrected: Line = fault === undefined ? line(at) : { ...line(at), [fault.field]: fault.right };
  const { window, packages } = corrected;
  const windows: Record<string, [string | null, string | null]> = {
    'ab 14 Uhr': ['14:00', null],
    '9-12': ['09:00', '12:00'],
    '13-15': ['13:00', '15:00'],
  };
  return {
    ...{ number: number(at), name: name(at), street: `${street} ${at + 1}`, packages: Number(packages) },
    window: windows[window]!,
  };
}

test('brings 600 stops of a file into tomorrow’s plan once, over a kill', async ({ service, client, start }) => {
  test.setTimeout(420_000);
  client.close();
  const first = await start();
  const { window } = first;
  await openConnected(first, service);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const starts = { day: tomorrow.getDate(), month: tomorrow.getMonth() + 1, year: tomorrow.getFullYear() };
  await callBackend(window, 'plans', 'create', { plan: { title: 'Blumenhaus', starts }, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await openPlan(window, 'Blumenhaus');
  await expect(window.getByText(t('stops.emptyTitle'))).toBeVisible({ timeout: 30_000 });

  await dropFile(window, shopFile(), 'blumenhaus.csv');
  const dialog = window.getByRole('dialog');
  const summary = (good: number, bad: number, left: number) =>
    expect(dialog.getByText(t('imports.summary', { good, bad, left }))).toBeVisible({ timeout: 30_000 });
  await summary(count - 14, 14 + 9, 0);
  await expect(dialog.getByText(t('stopImport.numberFrom', { heading: 'Bestellnummer' }))).toBeVisible();
  await expect(dialog.getByText('Lieferliste Blumenhaus')).toBeVisible();
  // Nothing that is wrong or undecided is sent.
  await expect(dialog.getByRole('button', { name: /^Import \d/ })).toBeDisabled();

  await dialog
    .locator('label')
    .filter({ hasText: t('imports.filterBad') })
    .click();
  const grid = window.getByRole('grid', { name: t('stopImport.table') });
  await grid.focus();
  await window.keyboard.press('Home');
  for (let done = 0; done < 14; done += 1) {
    const fault = faultAt(100 + done)!;
    await expect(rowsIn(window).and(window.locator('[aria-selected="true"]'))).toContainText(number(100 + done));
    await window.keyboard.press('Enter');
    await expect(dialog.getByLabel(fault.label(), { exact: true })).toBeFocused();
    await window.keyboard.press('ControlOrMeta+a');
    await window.keyboard.press('Delete');
    await window.keyboard.type(fault.right);
    await window.keyboard.press('Enter');
    await expect(grid).toBeFocused();
  }
  await summary(count, 9, 0);

  // The rows that look like others are decided: one by its key, the rest together.
  await expect(rowsIn(window).and(window.locator('[aria-selected="true"]'))).toContainText('AGAIN-0');
  await window.keyboard.press('Delete');
  await summary(count, 8, 1);
  await dialog.getByRole('button', { name: t('imports.skipAll') }).click();
  await summary(count, 0, 9);
  // The first import is answered. The second arrives without an answer, so that the third waits for longer than the kill.
  const answered = { kind: 'slow-body', takes: 1 };
  const unanswered = { kind: 'late', after: 3_000, connection: 'open' };
  await control(service, 'PUT', '/faults', {
    rules: [
      { hits: { operations: ['stops.import'], atMost: 1 }, fault: answered },
      { hits: { operations: ['stops.import'] }, fault: unanswered },
    ],
  });
  await dialog.getByRole('button', { name: t('stopImport.import', { count }) }).click();
  await expect(window.getByText(t('stopImport.imported', { count }))).toBeVisible({ timeout: 30_000 });

  // Killed as soon as the first import has arrived.
  const reader = new PlainClient(service);
  const plan = (await reader.plans()).find(({ title }) => title === 'Blumenhaus')!;
  const stopsNow = async () => (await reader.stops(plan.id)).filter(({ type }) => type === 'stop');
  // Its first page alone: to read all of them takes as long as all imports together.
  const firstPage = async () => (await reader.get(`/public/v1/${plan.id}/stops`))['stops'] as ServiceStop[];
  await expect
    .poll(async () => (await firstPage()).filter(({ type }) => type === 'stop').length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await first.kill();
  expect((await stopsNow()).length).toBeLessThan(count);

  await control(service, 'DELETE', '/faults');

  const second = await start({ profile: first.profile });
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 240_000 });
  const found = (await stopsNow()).map(contentOf).toSorted((one, other) => one.number!.localeCompare(other.number!));
  reader.close();
  expect(found).toHaveLength(count);
  expect(found).toEqual(Array.from({ length: count }, (_, at) => expected(at)));
});

for (const version of ['v1', 'v0.2b'] as const) {
  const planningVersions = version === 'v1' ? 'both' : 'older-only';

  test(`brings stops of a file to the depot that is chosen, with ${version}`, async ({ service, client, start }) => {
    client.close();
    await control(service, 'PUT', '/switches', { planningVersions });
    const { window, ...app } = await start();
    await openConnected({ window, ...app }, service);
    await window.getByRole('button', { name: t('plans.unassigned') }).click();
    await expect(window.getByRole('heading', { level: 1, name: t('plans.unassigned') })).toBeVisible();
    const lines = [
      'Name,Street,Postcode,Town',
      ...[1, 2, 3].map((at) => `Loose ${at},Güterstraße ${at},41742,Aldermünde`),
    ];
    await dropFile(window, lines.join('\n'), 'loose.csv');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByText(t('imports.summary', { good: 3, bad: 0, left: 0 }))).toBeVisible({ timeout: 30_000 });
    const button = dialog.getByRole('button', { name: t('unassignedImport.import', { count: 3 }) });
    await expect(button).toHaveAttribute('aria-description', t('unassignedImport.whyNoDepot'));
    const depots = await callBackend<{ rows: { id: string; name: string }[] }>(window, 'depots', 'list');
    const depot = depots.rows.at(-1)!;
    await dialog.getByLabel(t('unassignedImport.depot')).click();
    await window.getByRole('option', { name: depot.name }).click();
    await button.click();
    await expect(window.getByText(t('unassignedImport.imported', { count: 3 }))).toBeVisible();
    await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
    const listed = await callBackend<{ rows: { recipientName: string; depot: string; origin: string }[] }>(
      window,
      'unassignedStops',
      'list',
      { cursor: null },
    );
    const found = listed.rows.filter(({ recipientName }) => recipientName.startsWith('Loose'));
    expect(found.map(({ depot: at }) => at)).toEqual([depot.id, depot.id, depot.id]);
  });

  test(`brings a file of stops into a plan that drivers have, pending until it is re-optimised, with ${version}`, async ({
    service,
    client,
    start,
  }) => {
    test.setTimeout(180_000);
    const plans = await client.plans();
    client.close();
    await control(service, 'PUT', '/switches', { planningVersions });
    const today = new Date(new Date().toDateString());
    const plan = plans.find(
      ({ distributed, writable, optimization, starts, title }) =>
        distributed &&
        !writable &&
        optimization === 'optimized' &&
        new Date(starts.year, starts.month - 1, starts.day) >= today &&
        plans.filter((other) => other.title === title).length === 1,
    );
    if (!plan) throw new Error('the training data has no distributed plan of today or later');
    const { window, ...app } = await start();
    await openConnected({ window, ...app }, service);
    await openPlan(window, plan.title);
    await expect(window.locator('[role="row"][aria-selected]').first()).toBeVisible({ timeout: 30_000 });

    const numbers = Array.from({ length: 12 }, (_, at) => `LIVE-${String(at).padStart(2, '0')}`);
    const lines = numbers.map((each, at) => `${each},Late ${at},Güterstraße ${at + 1},41742,Aldermünde`);
    await dropFile(window, ['Number,Name,Street,Postcode,Town', ...lines].join('\n'), 'late.csv');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByText(t('stopImport.live'))).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: t('stopImport.import', { count: numbers.length }) }).click();
    const pending = t('shell.pending', { count: numbers.length });
    await expect(statusBar(window)).toContainText(pending, { timeout: 60_000 });

    await steps.reoptimise(window, plan.title);
    await steps.command(window, t('plans.redistribute'));
    await expect(statusBar(window)).not.toContainText(pending, { timeout: 60_000 });
    await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
    await control(service, 'PUT', '/switches', { planningVersions: 'both' });
    const reader = new PlainClient(service);
    const found = (await reader.stops(plan.id)).map(({ recipient }) => recipient?.externalId ?? '');
    reader.close();
    expect(found.filter((each) => each.startsWith('LIVE-')).toSorted()).toEqual(numbers);
  });
}
