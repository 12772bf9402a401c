/**
 * A file after its rows were imported: how far it is, paused over a restart, continued, rejected rows corrected in the
 * table, and rows that have not left discarded. Every button is pressed twice.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import { callBackend, openConnected, openPlan, statusBar } from '../support/screens.ts';

const name = 'blumenhaus.csv';
const count = 120;
/** The service finds no such street. */
const lost = [7, 80];
const file = [
  'Bestellnummer;Empfänger;Straße;PLZ;Ort',
  ...Array.from({ length: count }, (_, at) => {
    const street = lost.includes(at) ? `Nowhere ${at}` : `Güterstraße ${at + 1}`;
    return `SHOP-${at};Kundin ${at};${street};41742;Aldermünde`;
  }),
].join('\r\n');

const dialogOf = (window: Page): Locator => window.getByRole('dialog').last();
const button = (at: Page | Locator, label: string): Locator => at.getByRole('button', { name: label, exact: true });
const progress = (sent: number) => t('imports.sentOf', { name, sent, count });
const results = (window: Page): Locator =>
  window.getByRole('grid', { name: t('imports.resultsTable') }).locator('[role="row"][aria-selected]');

async function makePlan(window: Page): Promise<void> {
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() };
  await callBackend(window, 'plans', 'create', { plan: { title: 'Blumenhaus', starts }, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await openPlan(window, 'Blumenhaus');
  await expect(window.getByText(t('stops.emptyTitle'))).toBeVisible({ timeout: 30_000 });
}

async function importFile(window: Page): Promise<void> {
  await dropFile(window, file, name);
  await button(dialogOf(window), t('stopImport.import', { count })).dblclick({ timeout: 30_000 });
  await expect(window.getByText(t('stopImport.imported', { count }))).toBeVisible({ timeout: 30_000 });
  await expect(window.getByRole('dialog')).toHaveCount(0);
}

test('pauses a file over a restart, continues it, and corrects what was not accepted', async ({
  service,
  client,
  start,
}) => {
  test.slow();
  client.close();
  const first = await start();
  await openConnected(first, service);
  await makePlan(first.window);
  await service.kill();
  await importFile(first.window);
  const banner = first.window.getByText(progress(0));
  await expect(banner).toBeVisible();
  await button(first.window, t('imports.pause')).dblclick();
  await expect(banner).toContainText(t('imports.sentPaused', { count }));
  await first.kill();

  const there = await service.startAgain();
  const { window } = await start({ profile: first.profile });
  await openPlan(window, 'Blumenhaus');
  await expect(statusBar(window)).toContainText(t('shell.lineUp'), { timeout: 60_000 });
  await expect(window.getByText(progress(0))).toContainText(t('imports.sentPaused', { count }));
  const stops = window.getByRole('grid', { name: t('stops.table'), exact: true });
  await expect(stops.locator('[role="row"][aria-selected]').first()).toContainText(t('stops.paused'));
  await button(window, t('imports.showRows')).dblclick();
  await expect(results(window).first()).toContainText('Kundin 0');
  await expect(results(window).first()).toContainText(/paused/i);
  const reader = new PlainClient(there);
  const plan = (await reader.plans()).find(({ title }) => title === 'Blumenhaus')!;
  const numbers = async () =>
    (await reader.stops(plan.id)).flatMap(({ type, recipient }) => (type === 'stop' ? [recipient?.externalId] : []));
  expect(await numbers(), 'nothing was sent').toEqual([]);

  await button(dialogOf(window), t('imports.continue')).dblclick();
  const left = count - lost.length;
  await expect(dialogOf(window).getByRole('status')).toContainText(progress(left), { timeout: 60_000 });
  await expect(results(window).first()).toContainText(t('imports.rowSent'));
  await dialogOf(window)
    .locator('label')
    .filter({ hasText: t('imports.rowAsking') })
    .click();
  await expect(results(window)).toHaveCount(lost.length);
  await expect(results(window).first()).toContainText('The address could not be found.');

  await button(dialogOf(window), t('imports.takeBack', { count: lost.length })).dblclick();
  const summary = (good: number, bad: number) =>
    dialogOf(window).getByText(t('imports.summary', { good, bad, left: 0 }));
  await expect(summary(0, lost.length)).toBeVisible({ timeout: 30_000 });
  const grid = window.getByRole('grid', { name: t('stopImport.table') });
  await expect(grid.locator('[role="row"][aria-selected]').first()).toContainText('The address could not be found.');
  await grid.focus();
  for (const [done, at] of lost.entries()) {
    await window.keyboard.press(done === 0 ? 'Home' : 'End');
    const field = dialogOf(window).getByLabel(t('stopForm.addressLineOne'), { exact: true });
    await field.fill(`Güterstraße ${at + 1}`);
    await grid.focus();
  }
  await expect(summary(lost.length, 0)).toBeVisible();
  await button(dialogOf(window), t('stopImport.import', { count: lost.length })).dblclick();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const found = await numbers();
  reader.close();
  expect(found.toSorted()).toEqual(Array.from({ length: count }, (_, at) => `SHOP-${at}`).toSorted());
  await expect(window.locator('.banner').filter({ hasText: name }), 'what succeeded leaves no banner').toHaveCount(0);
});

test('discards the rows that have not left, by keyboard, after asking', async ({ service, client, start }) => {
  client.close();
  const { window, ...app } = await start();
  await openConnected({ window, ...app }, service);
  await makePlan(window);
  await service.kill();
  await importFile(window);
  await button(window, t('imports.showRows')).press('Enter');
  await button(dialogOf(window), t('imports.cancelButton', { count })).press('Enter');
  await expect(window.getByText(t('imports.cancelTitle', { count }))).toBeVisible();
  await expect(button(dialogOf(window), t('imports.cancelKeep')), 'the safe answer has the focus').toBeFocused();
  await window.keyboard.press('Enter');
  await expect(window.getByText(t('imports.cancelTitle', { count }))).toHaveCount(0);
  await button(dialogOf(window), t('imports.cancelButton', { count })).press('Enter');
  await button(dialogOf(window), t('imports.cancelConfirm')).dblclick();
  await expect(window.getByText(t('imports.canceled', { count }))).toBeVisible();
  await expect(dialogOf(window).getByRole('status')).toContainText(progress(0));
  await button(dialogOf(window), t('common.close')).last().press('Enter');
  await expect(window.locator('.banner').filter({ hasText: name })).toHaveCount(0);
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 30_000 });
});

test('keeps the rows on screen until they are closed, although all are sent', async ({ service, client, start }) => {
  client.close();
  const { window, ...app } = await start();
  await openConnected({ window, ...app }, service);
  await makePlan(window);
  await service.kill();
  await dropFile(window, file.split('\r\n').slice(0, 4).join('\r\n'), name);
  await button(dialogOf(window), t('stopImport.import', { count: 3 })).click({ timeout: 30_000 });
  await button(window, t('imports.showRows')).click();
  await expect(results(window)).toHaveCount(3);
  await service.startAgain();
  const all = t('imports.sentOf', { name, sent: 3, count: 3 });
  await expect(dialogOf(window).getByRole('status')).toContainText(all, { timeout: 60_000 });
  for (const row of await results(window).all()) await expect(row).toContainText(t('imports.rowSent'));
  await button(dialogOf(window), t('common.close')).last().click();
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(window.locator('.banner').filter({ hasText: name })).toHaveCount(0);
});
