/**
 * What a person decides about the rows of a file: faults are corrected kind by kind and all together, columns chosen
 * last time are recognised again, a row changes the stop that it looks like, and a column is a custom property.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceStop } from '../support/plain-client.ts';
import { callBackend, goTo, openConnected, openPlan, statusBar } from '../support/screens.ts';

const faulty = [
  'Bestellnummer;Name;Strasse;PLZ;Ort;Pakete',
  'F-1;Ida Lau;Weg 1;41742;Aldermünde;zwei',
  'F-2;Ben Lang;;;;1',
  'F-3;Cla Berg;Weg 3;41742;Aldermünde;drei',
  'F-4;Dan Roth;;;;1',
  'F-5;Eva Kern;Weg 5;41742;Aldermünde;vier',
].join('\r\n');

async function choose(window: Page, label: string, option: RegExp | string): Promise<void> {
  await window.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
  await window.getByRole('option', { name: option }).click();
}

/** A file is taken once the screen is there. */
async function openOrdersScreen(window: Page): Promise<void> {
  await goTo(window, 'orders');
  await window.getByRole('heading', { level: 1, name: t('orders.title') }).waitFor();
}

test('shows the rows of one fault, leads through them by keyboard, and corrects all of them', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrdersScreen(window);
  await dropFile(window, faulty, 'faulty.csv');
  const dialog = window.getByRole('dialog');
  const grid = window.getByRole('grid', { name: t('orderImport.table') });
  const rows = grid.locator('[role="row"][aria-selected]');
  const chosen = grid.locator('[role="row"][aria-selected="true"]');
  const summary = (good: number, bad: number, left: number) =>
    expect(dialog.getByText(t('imports.summary', { good, bad, left }))).toBeVisible({ timeout: 30_000 });
  await summary(0, 5, 0);

  await choose(window, t('imports.fault'), /^3 rows: Packages/);
  await expect(rows).toHaveCount(3);
  await grid.focus();
  await window.keyboard.press('F8');
  await expect(chosen).toContainText('F-1');
  await window.keyboard.press('F8');
  await expect(chosen).toContainText('F-3');
  await window.keyboard.press('Shift+F8');
  await expect(chosen).toContainText('F-1');
  // From the field of one row to that of the next one.
  const packages = dialog.getByLabel(t('orderForm.packageCount'), { exact: true });
  await window.keyboard.press('Enter');
  await expect(packages).toBeFocused();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.type('2');
  await expect(rows).toHaveCount(2);
  await window.keyboard.press('F8');
  await expect(chosen).toContainText('F-3');
  await expect(packages).toBeFocused();
  await expect(packages).toHaveValue('drei');

  // The others get one text together, and lose it together.
  const text = dialog.getByLabel(t('imports.faultField', { field: t('orderForm.packageCount') }), { exact: true });
  await text.fill('3');
  await text.press('Enter');
  await summary(3, 2, 0);
  await expect(rows).toHaveCount(2);
  await grid.focus();
  await window.keyboard.press('ControlOrMeta+z');
  await summary(1, 4, 0);
  await choose(window, t('imports.fault'), /^2 rows: Packages/);
  await text.fill('3');
  await dialog.getByRole('button', { name: t('imports.faultFill', { count: 2 }) }).click();
  await summary(3, 2, 0);
  await choose(window, t('imports.fault'), /^2 rows: Street/);
  await dialog.getByRole('button', { name: t('imports.faultSkip', { count: 2 }) }).click();
  await summary(3, 0, 2);
});

test('says that columns are chosen as last time, and recognises them again', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrdersScreen(window);
  const dialog = window.getByRole('dialog');
  const columns = dialog.getByRole('button', { name: t('imports.columns'), exact: true });
  const file = (at: number) =>
    ['Bestellnummer;Name;Strasse;PLZ;Ort;Bemerkung', `R-${at};Mia Kern;Weg ${at};41742;Aldermünde;Hof`].join('\r\n');
  const last = dialog.getByRole('combobox', { name: 'Bemerkung', exact: true });

  await dropFile(window, file(1), 'first.csv');
  await expect(dialog.getByText(t('orderImport.numberFrom', { heading: 'Bestellnummer' }))).toBeVisible();
  await expect(dialog.getByText(t('imports.columnsAsBefore'))).toHaveCount(0);
  await columns.click();
  await expect(last).toContainText(t('orderForm.notes'));
  await choose(window, 'Bemerkung', t('orderForm.addressLineTwo'));
  await dialog.getByRole('button', { name: t('orderImport.import', { count: 1 }) }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });

  await dropFile(window, file(2), 'second.csv');
  await expect(dialog.getByText(t('imports.columnsAsBefore'))).toBeVisible({ timeout: 30_000 });
  await columns.click();
  await expect(dialog.getByText(t('imports.columnsRemembered'))).toBeVisible();
  await expect(last).toContainText(t('orderForm.addressLineTwo'));
  await dialog.getByRole('button', { name: t('imports.recognizeAgain') }).click();
  await expect(last).toContainText(t('orderForm.notes'));
  await expect(dialog.getByText(t('imports.columnsRemembered'))).toHaveCount(0);
  await expect(dialog.getByText(t('imports.columnsAsBefore'))).toHaveCount(0);
});

test('changes the stop that a row looks like, and takes a column as the custom property with its name', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() };
  const plan = await callBackend<{ id: string }>(window, 'plans', 'create', {
    ...{ plan: { title: 'Blumenhaus', starts }, draftId: null },
  });
  const stop = {
    address: { addressLineOne: 'Güterstraße 1', zip: '41742', city: 'Aldermünde' },
    ...{ recipient: { name: 'Kundin 1', externalId: 'SHOP-1' }, packageCount: 1 },
  };
  await callBackend(window, 'stops', 'add', { planId: plan.id, stop, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await openPlan(window, 'Blumenhaus');
  await expect(window.getByText('Kundin 1')).toBeVisible({ timeout: 30_000 });

  const file = [
    'Bestellnummer;Empfänger;Straße;PLZ;Ort;Pakete;cooled',
    'NEW-1;KUNDIN 1;Güterstr. 1;41742;Aldermünde;2;yes',
    'NEW-2;Kundin 2;Güterstraße 2;41742;Aldermünde;1;',
  ];
  await dropFile(window, file.join('\r\n'), 'shop.csv');
  const dialog = window.getByRole('dialog');
  const rows = window.getByRole('grid', { name: t('stopImport.table') }).locator('[role="row"][aria-selected]');
  const alike = t('stopImport.alikePlan', { name: 'Kundin 1' });
  await expect(rows.nth(0)).toContainText(alike, { timeout: 30_000 });
  await dialog.getByRole('button', { name: t('imports.columns'), exact: true }).click();
  await choose(window, 'cooled', t('imports.asProperty', { name: 'Cooled' }));
  await rows.nth(0).click();
  await expect(dialog.getByLabel('Cooled', { exact: true }).last()).toHaveValue('yes');
  await choose(window, t('imports.existing'), t('stopImport.existingChange'));
  await expect(rows.nth(0)).toContainText(t('imports.stateChange', { count: 4 }));
  const cooled = { field: 'Cooled', before: t('imports.fieldEmpty'), after: 'yes' };
  await expect(dialog.getByText(t('imports.fieldChange', cooled))).toBeVisible();
  await dialog.getByRole('button', { name: t('stopImport.importAndChange', { fresh: 1, changing: 1 }) }).click();
  await expect(window.getByText(t('stopImport.imported', { count: 2 }))).toBeVisible({ timeout: 30_000 });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(service);
  type Found = ServiceStop & { customProperties: Record<string, string> | null };
  const there = (await reader.plans()).find(({ title }) => title === 'Blumenhaus')!;
  const found = ((await reader.stops(there.id)) as Found[]).filter(({ type }) => type === 'stop');
  reader.close();
  const told = found.map(({ recipient, packageCount, customProperties }) => {
    return [recipient?.externalId, packageCount, customProperties?.['cooled'] ?? null];
  });
  expect(told.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['NEW-1', 2, 'yes'],
    ['NEW-2', 1, null],
  ]);
});
