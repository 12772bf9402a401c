/**
 * Two hundred orders from a file: three rows are bad, one that nobody could send and two that the service refuses; the others
 * are on the service once, and submitted. Each of the three says why. Nothing here goes around the window but the file itself.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../../src/renderer/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceOrder } from '../support/plain-client.ts';
import { goTo, openConnected, statusBar } from '../support/screens.ts';

const count = 200;
const number = (at: number) => `FILE-${String(at).padStart(4, '0')}`;

/** Semicolons, as an office in Germany saves them; postcodes with a leading zero. */
function fileOf200(): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const street = at === 70 || at === 140 ? `Nowhere ${at}` : `Lindenallee ${(at % 40) + 1}`;
    const address =
      at === 10 ? ['', '', ''] : at === 70 || at === 140 ? [street, '', ''] : [street, '41731', 'Aldermünde'];
    return [number(at), `Person ${at}`, ...address, '1', at % 2 === 0 ? 'Tea' : 'Bread'].join(';');
  });
  return `\uFEFFBestellnummer;Empfänger;Straße;PLZ;Ort;Pakete;Artikel\r\n${rows.join('\r\n')}\r\n`;
}

interface OrderOnService extends ServiceOrder {
  submitted: boolean;
}

test('two hundred orders from a file: 197 are submitted, three say why not', async ({ service, start, folder }) => {
  test.setTimeout(180_000);
  const file = join(folder('orders'), 'orders.csv');
  writeFileSync(file, fileOf200());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await goTo(window, 'orders');
  await expect(window.getByRole('grid', { name: t('orders.table') })).toBeVisible();

  await window.getByRole('button', { name: t('orders.importOrders') }).click();
  await window.locator('input[type=file]').setInputFiles(file);
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText(t('orderImport.summary', { good: 199, bad: 1, left: 0 }))).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('orderImport.import', { count: 199 }) })).toBeDisabled();
  await dialog
    .locator('label')
    .filter({ hasText: t('orderImport.filterBad') })
    .click();
  await expect(dialog.getByRole('row').filter({ hasText: number(10) })).toContainText(t('orderForm.addressNeeded'));
  await dialog.getByRole('button', { name: t('orderImport.leaveOutBad', { count: 1 }) }).click();
  await dialog.getByRole('button', { name: t('orderImport.import', { count: 199 }) }).click();
  await expect(dialog.getByText(t('orderImport.summary', { good: 0, bad: 0, left: 1 }))).toBeVisible();
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();

  // The two whose address nobody knows are said, with the reason; the others have gone out.
  const asks = window.locator('label').filter({ hasText: t('orders.stateAsks') });
  await expect(asks).toContainText('2', { timeout: 60_000 });
  await asks.click();
  const table = window.getByRole('grid', { name: t('orders.table') });
  for (const at of [70, 140]) {
    const row = table.getByRole('row').filter({ hasText: number(at) });
    await expect(row).toContainText(t('orders.refusedCreate'));
    await row.click();
    await expect(window.locator('aside').getByText(/could not be found/)).toBeVisible();
  }

  // All that came from the file and went out, handed to a courier together.
  await window
    .locator('label')
    .filter({ hasText: t('orders.stateDraft') })
    .click();
  await window.getByPlaceholder(t('orders.filterHint')).fill('FILE-');
  await expect(window.getByText(/^199 of/)).toBeVisible({ timeout: 60_000 });
  await table.focus();
  await window.keyboard.press('ControlOrMeta+a');
  const several = window.getByRole('toolbar', { name: t('orders.markedCount', { count: 199 }) });
  await several.getByRole('button', { name: t('orders.submit') }).click();
  const submit = window.getByRole('dialog');
  await expect(submit.getByText(t('orders.submitLeft', { count: 2 }))).toBeVisible();
  await submit.getByLabel(t('orders.chooseCourier')).click();
  await window.getByRole('option').first().click();
  await submit.getByRole('button', { name: t('orders.submitNow'), exact: true }).click();
  await expect(window.getByRole('dialog').getByText(t('orders.resultAllDone'))).toBeVisible({ timeout: 90_000 });
  await window
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(statusBar(window)).not.toContainText(t('shell.waiting', { count: 1 }));
  await app.kill();

  const reader = new PlainClient(service);
  const orders = (await reader.orders()) as OrderOnService[];
  reader.close();
  const ours = orders.filter(({ packageInfo }) => packageInfo?.externalId?.startsWith('FILE-'));
  expect(new Set(ours.map(({ packageInfo }) => packageInfo?.externalId)).size).toBe(197);
  expect(ours.length).toBe(197);
  expect(ours.filter(({ submitted }) => !submitted)).toEqual([]);
});
