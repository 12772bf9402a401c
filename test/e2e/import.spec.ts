/**
 * An import in progress survives a kill, a file with an existing order changes it, and rows are joined or invalid ones
 * accepted only on the user's decision.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceOrder } from '../support/plain-client.ts';
import { goTo, openConnected, statusBar } from '../support/screens.ts';

const rowsOf = (window: Page) =>
  window.getByRole('grid', { name: t('orderImport.table') }).locator('[role="row"][aria-selected]');

test('keeps corrections over a kill and changes orders that already exist', async ({
  service,
  client,
  start,
  folder,
}) => {
  const orders = (await client.orders()) as (ServiceOrder & { submitted: boolean; readOnly: boolean })[];
  client.close();
  const numberOf = ({ packageInfo }: ServiceOrder) => packageInfo?.externalId ?? '';
  // A file can change drafts only, and only with a unique order number.
  const draft = orders.find(
    (order) =>
      !order.submitted &&
      !order.readOnly &&
      numberOf(order) !== '' &&
      orders.filter((other) => numberOf(other) === numberOf(order)).length === 1,
  );
  const known = numberOf(draft!);
  const first = await start();
  const { window } = first;
  await openConnected(first, service);
  await goTo(window, 'orders');
  const listed = window.getByRole('grid', { name: t('orders.table') }).locator('[role="row"][aria-selected]');
  await expect(listed.first()).toBeVisible({ timeout: 30_000 });
  const file = join(folder('file'), 'retailer.csv');
  writeFileSync(
    file,
    [
      'Order number,Recipient,Street,Postcode,Town,Packages,Notes',
      'IMP-1,Mia Kern,Güterstraße 52,41742,Aldermünde,two,',
      'IMP-2,Ada Lang,Güterstraße 54,41742,Aldermünde,none,',
      `${known},,,,,,Ring twice`,
    ].join('\n'),
  );
  await window.getByRole('button', { name: t('orders.importOrders') }).click();
  await window.locator('input[type="file"]').setInputFiles(file);
  await expect(window.getByText(t('imports.summary', { good: 0, bad: 2, left: 1 }))).toBeVisible();
  await rowsOf(window).filter({ hasText: 'IMP-1' }).click();
  await window.getByRole('dialog').getByLabel(t('orderForm.packageCount')).fill('2');
  await window
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  await expect(window.getByText(t('orderImport.kept'))).toBeVisible();
  await first.kill();

  const second = await start({ profile: first.profile });
  const again = second.window;
  await goTo(again, 'orders');
  await expect(again.getByText(/^Import of retailer\.csv from .*: 1 order to correct\.$/)).toBeVisible();
  await again.getByRole('button', { name: t('forms.goOn') }).click();
  await expect(again.getByText(t('imports.summary', { good: 1, bad: 1, left: 1 }))).toBeVisible();
  await again.getByRole('button', { name: t('orderImport.changeAll') }).click();
  await rowsOf(again).filter({ hasText: known }).click();
  await expect(again.getByRole('listitem').filter({ hasText: /→ Ring twice$/ })).toBeVisible();
  await again.getByRole('button', { name: t('imports.leaveOutBad', { count: 1 }) }).click();
  await again.getByRole('button', { name: t('orderImport.importAndChange', { fresh: 1, changing: 1 }) }).click();
  await expect(again.getByText(t('orderImport.imported', { count: 2 }))).toBeVisible();
  await again
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  await expect(statusBar(again)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await expect(again.getByText(/^Import of retailer/)).toBeHidden();

  const reader = new PlainClient(service);
  const after = await reader.orders();
  reader.close();
  const found = (number: string) => after.filter((order) => numberOf(order) === number);
  expect(found('IMP-1').map(({ packageInfo }) => packageInfo?.packageCount)).toEqual([2]);
  expect(found(known)).toMatchObject([{ id: draft!.id, deliveryInstructions: { notes: 'Ring twice' } }]);
  expect(after).toHaveLength(orders.length + 1);
});

test('joins or drops no row of a file silently', async ({ service, client, start, folder }) => {
  const before = (await client.orders()).length;
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await goTo(window, 'orders');
  const file = join(folder('file'), 'shop.csv');
  writeFileSync(
    file,
    [
      'Bestellnummer;Name;Strasse;PLZ;Ort;Artikel',
      'SHOP-1;Mia Kern;Güterstraße 52;41742;Aldermünde;Tea',
      'SHOP-2;Mia Kern;Güterstraße 52;41742;Aldermünde;Ink',
      'SHOP-1;Mia Kern;Güterstraße 52;41742;Aldermünde;Bread',
      'SHOP-3;"Ada Lang;Güterstraße 54;41742;Aldermünde;Oil',
      'SHOP-4;Ben Roth;Güterstraße 56;41742;Aldermünde;Salt',
    ].join('\r\n'),
  );
  await window.getByRole('button', { name: t('orders.importOrders') }).click();
  await window.locator('input[type="file"]').setInputFiles(file);
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText(t('imports.rowsRead', { count: 5, read: 3, faulty: 2 }))).toBeVisible();
  await expect(dialog.getByText(t('orderImport.numberFrom', { heading: 'Bestellnummer' }))).toBeVisible();
  const asks = t('orderImport.joinAsk', { rows: 5, items: 4, count: 1, heading: 'Bestellnummer' });
  await expect(dialog.getByText(asks)).toBeVisible();
  await expect(dialog.getByText(t('imports.summary', { good: 1, bad: 3, left: 0 }))).toBeVisible();
  const importButton = dialog.getByRole('button', { name: /^Import \d/ });
  await expect(importButton).toBeDisabled();

  // The orders have the focus. J joins the rows into one order.
  await window.keyboard.press('j');
  await expect(dialog.getByText(t('imports.stateJoined', { lines: '2, 4' }))).toBeVisible();
  await expect(importButton).toBeDisabled();

  // Line 5 is corrected and valid, line 6 is skipped.
  await rowsOf(window).filter({ hasText: 'SHOP-3' }).click();
  await expect(dialog.getByText(t('imports.fault.open-quote', { line: '5' })).first()).toBeVisible();
  await dialog.getByLabel(t('orderForm.recipientName'), { exact: true }).fill('Ada Lang');
  await dialog.getByRole('button', { name: t('imports.acceptRow') }).click();
  await dialog.getByRole('button', { name: t('imports.leaveOutBad', { count: 1 }) }).click();
  await dialog.getByRole('button', { name: t('orderImport.import', { count: 3 }) }).click();
  await expect(window.getByText(t('orderImport.imported', { count: 3 }))).toBeVisible();
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(service);
  const after = await reader.orders();
  reader.close();
  const found = (number: string) => after.filter(({ packageInfo }) => packageInfo?.externalId === number);
  expect(found('SHOP-1').map(({ packageInfo }) => packageInfo?.products)).toEqual([['Tea', 'Bread']]);
  expect(found('SHOP-2').map(({ packageInfo }) => packageInfo?.products)).toEqual([['Ink']]);
  expect(found('SHOP-3').map(({ recipient }) => recipient?.name)).toEqual(['Ada Lang']);
  expect(found('SHOP-4')).toEqual([]);
  expect(after).toHaveLength(before + 3);
});
