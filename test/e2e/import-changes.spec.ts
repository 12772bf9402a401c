/** A file changes records that exist already: what it says otherwise, and nothing else. */
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import { callBackend, goTo, openConnected, openPlan, statusBar } from '../support/screens.ts';

const address = (house: number) => ({ addressLineOne: `Güterstraße ${house}`, zip: '41742', city: 'Aldermünde' });

test('updates stops that are in the plan, by their number, once', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() };
  const plan = await callBackend<{ id: string }>(window, 'plans', 'create', {
    ...{ plan: { title: 'Blumenhaus', starts }, draftId: null },
  });
  for (const house of [1, 2, 3]) {
    const stop = {
      ...{ address: address(house), notes: 'Ring twice', packageCount: 1 },
      recipient: { name: `Kundin ${house}`, externalId: `SHOP-${house}` },
    };
    await callBackend(window, 'stops', 'add', { planId: plan.id, stop, draftId: null });
  }
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await openPlan(window, 'Blumenhaus');
  await expect(window.getByText('Kundin 3')).toBeVisible({ timeout: 30_000 });

  const lines = [
    'SHOP-1;Kundin 1;Güterstr. 1;41742;Aldermünde;9-12;2',
    'SHOP-2;Kundin 2;Hafenweg 9;41742;Aldermünde;9-12;1',
    'SHOP-3;Kundin 3;Güterstraße 3;41742;Aldermünde;;1',
    'SHOP-4;Kundin 4;Güterstraße 4;41742;Aldermünde;;1',
  ];
  await dropFile(
    window,
    ['Bestellnummer;Empfänger;Straße;PLZ;Ort;Zeitfenster;Pakete', ...lines].join('\r\n'),
    'again.csv',
  );
  const dialog = window.getByRole('dialog');
  const rows = window.getByRole('grid', { name: t('stopImport.table') }).locator('[role="row"][aria-selected]');
  await expect(dialog.getByText(t('stopImport.knownCount', { count: 3 }))).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: t('stopImport.changeAll') }).dblclick();
  await expect(rows.nth(0)).toContainText(t('imports.stateChange', { count: 3 }));
  await expect(rows.nth(1)).toContainText(t('stopImport.cannotAddress'));
  await expect(rows.nth(2)).toContainText(t('imports.stateSame'));
  await rows.nth(0).click();
  await expect(dialog.getByText(/Packages: 1 → 2/)).toBeVisible();
  // One that cannot be changed is left out by its key.
  await rows.nth(1).click();
  await window.keyboard.press('Delete');
  const button = dialog.getByRole('button', { name: t('stopImport.importAndChange', { fresh: 1, changing: 1 }) });
  await button.dblclick();
  await expect(window.getByText(t('stopImport.imported', { count: 2 }))).toBeVisible({ timeout: 30_000 });
  await window.keyboard.press('Escape');
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(service);
  const there = (await reader.plans()).find(({ title }) => title === 'Blumenhaus')!;
  const stops = (await reader.stops(there.id)).filter(({ type }) => type === 'stop');
  reader.close();
  const found = stops.map(({ recipient, address: at, packageCount, timing, notes }) => ({
    ...{ number: recipient?.externalId, street: at.addressLineOne, packageCount, notes: notes ?? null },
    from: timing?.earliestAttemptTime?.hour ?? null,
  }));
  expect(found.toSorted((one, other) => one.number!.localeCompare(other.number!))).toEqual([
    { number: 'SHOP-1', street: 'Güterstraße 1', packageCount: 2, notes: 'Ring twice', from: 9 },
    { number: 'SHOP-2', street: 'Güterstraße 2', packageCount: 1, notes: 'Ring twice', from: null },
    { number: 'SHOP-3', street: 'Güterstraße 3', packageCount: 1, notes: 'Ring twice', from: null },
    { number: 'SHOP-4', street: 'Güterstraße 4', packageCount: 1, notes: null, from: null },
  ]);
});

test('updates unassigned stops by their number and drivers by their email, and says what cannot be changed', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await expect(window.getByRole('heading', { level: 1, name: t('plans.unassigned') })).toBeVisible();
  for (const house of [1, 2]) {
    const stop = {
      ...{ address: { ...address(house), country: 'Germany' }, notes: 'Ring twice', packageCount: 1 },
      recipient: { name: `Kundin ${house}`, externalId: `SHOP-${house}` },
    };
    await callBackend(window, 'unassignedStops', 'add', { stop, depot: null, draftId: null });
  }
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const dialog = window.getByRole('dialog');
  const lines = ['SHOP-1;Kundin 1;Güterstr. 1;41742;Aldermünde;4', 'SHOP-2;Kundin 2;Hafenweg 9;41742;Aldermünde;4'];
  await dropFile(window, ['Bestellnummer;Empfänger;Straße;PLZ;Ort;Pakete', ...lines].join('\r\n'), 'stops.csv');
  const stopRows = window
    .getByRole('grid', { name: t('unassignedImport.table') })
    .locator('[role="row"][aria-selected]');
  await expect(dialog.getByText(t('unassignedImport.knownCount', { count: 2 }))).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: t('unassignedImport.changeAll') }).dblclick();
  await expect(stopRows.nth(0)).toContainText(t('imports.stateChange', { count: 1 }));
  await expect(stopRows.nth(1)).toContainText(t('unassignedImport.cannotAddress'));
  await stopRows.nth(1).click();
  await window.keyboard.press('Delete');
  const depot = dialog.getByLabel(t('unassignedImport.depot'));
  if (await depot.isVisible()) {
    await depot.click();
    await window.getByRole('option').first().click();
  }
  await dialog.getByRole('button', { name: t('unassignedImport.changeOnly', { count: 1 }) }).dblclick();
  await expect(window.getByText(t('unassignedImport.imported', { count: 1 }))).toBeVisible({ timeout: 30_000 });
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  await goTo(window, 'drivers');
  const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
  const [first, second] = rows.filter(({ email }) => email !== null);
  const drivers = [`Neuer Name;${first!.email!.toUpperCase()};`, `Neue Nummer;${second!.email};0171 9999999`];
  await dropFile(window, ['Name;E-Mail;Handy', ...drivers].join('\r\n'), 'drivers.csv');
  const driverRows = window.getByRole('grid', { name: t('driverImport.table') }).locator('[role="row"][aria-selected]');
  await expect(dialog.getByText(t('driverImport.knownCount', { count: 2 }))).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: t('driverImport.changeAll') }).dblclick();
  await expect(driverRows.nth(1)).toContainText(t('driverImport.cannotReach'));
  await driverRows.nth(0).click();
  const field = { field: t('drivers.columnName'), before: first!.fullName!, after: 'Neuer Name' };
  await expect(dialog.getByText(t('imports.fieldChange', field))).toBeVisible();
  await driverRows.nth(1).click();
  await window.keyboard.press('Delete');
  await dialog.getByRole('button', { name: t('driverImport.changeOnly', { count: 1 }) }).dblclick();
  await expect(window.getByText(t('driverImport.imported', { count: 1 }))).toBeVisible({ timeout: 30_000 });
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(service);
  const stops = (await reader.unassignedStops()).filter(({ recipient }) => recipient?.name?.startsWith('Kundin'));
  const names = (await reader.drivers()).map(({ name }) => name);
  reader.close();
  expect(stops.map(({ packageCount, notes, address: at }) => [at.addressLineOne, packageCount, notes]).sort()).toEqual([
    ['Güterstraße 1', 4, 'Ring twice'],
    ['Güterstraße 2', 1, 'Ring twice'],
  ]);
  expect([names.filter((name) => name === 'Neuer Name').length, names.includes('Neue Nummer')]).toEqual([1, false]);
});
