/**
 * Buttons that delete or discard stand behind a divider, away from the primary one and without the focus. Discarding
 * orders asks first, and an order that was submitted stays in its pane.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows, orderState, ordersTable } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import { callBackend, choosePlan, goTo, openConnected, openPlan, statusBar } from '../support/screens.ts';
import { dialogButton } from '../support/twice.ts';

/** The button stands in a group of its own, behind a divider, and nothing primary is in that group. */
async function expectApart(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  const group = button.locator('..');
  await expect(group.getByRole('separator')).toHaveCount(1);
  await expect(group.locator('button.primary')).toHaveCount(0);
  await expect(button).not.toBeFocused();
}

const pane = (window: Page): Locator => window.getByRole('complementary');
const rowsOf = (window: Page, table: string): Locator =>
  window.getByRole('grid', { name: table }).locator('[role="row"][aria-selected]');

test('sets deletions of stops, plans, drivers and entries apart', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const stops = rowsOf(window, t('stops.table'));
  await stops.nth(2).click();
  await expectApart(pane(window).getByRole('button', { name: t('stops.remove'), exact: true }));
  await window.keyboard.press('Space');
  const marked = window.getByRole('toolbar', { name: t('stops.markedCount', { count: 1 }) });
  await expectApart(marked.getByRole('button', { name: t('stops.remove'), exact: true }));
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  const remove = window.getByRole('menuitem', { name: t('plans.remove'), exact: true });
  await expect(remove).toBeVisible();
  expect(await remove.evaluate((item) => item.previousElementSibling?.tagName), 'a line stands before it').toBe('HR');
  await expect(remove).not.toBeFocused();
  await window.keyboard.press('Escape');

  await goTo(window, 'drivers');
  await rowsOf(window, t('drivers.table')).first().click();
  await expectApart(pane(window).getByRole('button', { name: t('drivers.remove'), exact: true }));

  await service.kill();
  const stop = { address: { addressLineOne: 'Quay 1' } };
  await callBackend(window, 'stops', 'add', { planId: plan.id, stop, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 1 }));
  await goTo(window, 'outbox');
  await entries(window).first().click();
  await expectApart(pane(window).getByRole('button', { name: t('outbox.giveUp'), exact: true }));
});

test('asks before it discards an order, and keeps a submitted order in its pane', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrders(window);

  // An order that leaves the filter because of what was done to it stays in the pane.
  await orderState(window, 'stateDraft').click();
  await expect(window.getByText(/^\d+ of /)).toBeVisible({ timeout: 30_000 });
  const row = orderRows(window)
    .filter({ hasText: /WEB-\d/ })
    .nth(1);
  const number = await row.getByRole('gridcell').nth(1).innerText();
  await row.click();
  const title = pane(window).getByRole('heading', { name: number, level: 2 });
  await expect(title).toBeVisible();
  await expectApart(pane(window).getByRole('button', { name: t('orders.remove'), exact: true }));
  await pane(window)
    .getByRole('button', { name: t('orders.submit'), exact: true })
    .click();
  await window.getByRole('dialog').getByLabel(t('orders.chooseCourier')).click();
  await window.getByRole('option').first().click();
  await dialogButton(window, t('orders.submitNow')).click();
  await expect(window.getByRole('dialog').getByText(t('orders.resultAllDone'))).toBeVisible({ timeout: 60_000 });
  await window.keyboard.press('Escape');
  await expect(orderRows(window).filter({ hasText: number })).toHaveCount(0);
  await expect(title).toBeVisible();
  await expect(pane(window).getByRole('button', { name: t('orders.withdraw'), exact: true })).toBeVisible();
  // The filter hides it again as soon as it is changed.
  await orderState(window, 'stateReadOnly').click();
  await expect(title).toHaveCount(0);
  await orderState(window, 'stateAll').click();
  await expect(title, 'it is still the selected order').toBeVisible();

  await service.kill();
  const order = { recipient: { name: 'Never Sent' }, address: { addressLineOne: 'Quay 1' } };
  await callBackend(window, 'orders', 'add', { order, draftId: null });
  const waiting = orderRows(window).filter({ hasText: 'Never Sent' });
  await waiting.click();
  const discard = pane(window).getByRole('button', { name: t('orders.giveUp'), exact: true });
  await expectApart(discard);
  await discard.click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: t('orders.giveUpTitle', { count: 1 }) })).toBeVisible();
  await expect(dialog).toContainText(t('orders.giveUpText', { names: 'Never Sent' }));
  await expect(dialogButton(window, t('common.cancel'))).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(waiting).toHaveCount(1);
  await discard.click();
  await dialogButton(window, t('orders.giveUpNow')).click();
  await expect(waiting).toHaveCount(0);
  await expect(ordersTable(window)).toBeFocused();

  await callBackend(window, 'orders', 'add', { order, draftId: null });
  await orderRows(window).filter({ hasText: 'Never Sent' }).click();
  await window.keyboard.press('Space');
  const marked = window.getByRole('toolbar', { name: t('orders.markedCount', { count: 1 }) });
  await expectApart(marked.getByRole('button', { name: t('orders.giveUp'), exact: true }));
  await expect(marked.getByRole('button', { name: t('batches.startMarked', { count: 1 }) })).toHaveCount(0);
});
