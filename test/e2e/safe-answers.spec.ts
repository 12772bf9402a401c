/** Questions before irreversible actions focus the safe answer, so that pressing Enter too often is harmless. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { commandWords } from '../../src/renderer/plans/command-words.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { expect, test } from '../support/fixtures.ts';
import { entries } from '../support/outbox.ts';
import { waitFor } from '../support/processes.ts';
import { callBackend, goTo, openConnected, openPlan, planList, statusBar } from '../support/screens.ts';
import { dialogButton, sentByKind } from '../support/twice.ts';

/** Checks that Cancel has the focus and that Enter closes the question without the action. */
async function expectSafe(window: Page, title: string): Promise<void> {
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('common.cancel'), exact: true }), title).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function choose(window: Page, item: string): Promise<void> {
  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  await window.getByRole('menuitem', { name: item }).click();
}

const firstRow = (window: Page, table: string): Locator =>
  window.getByRole('grid', { name: table }).locator('[role="row"][aria-selected]').first();

test('needs more than Enter to notify drivers, delete, discard or sign out', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const plans = await waitFor('plans of both kinds', async () => {
    const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
    const alone = rows.filter(({ title }) => rows.filter((other) => other.title === title).length === 1);
    const ready = alone.find((plan) => plan.writable && !plan.distributed && plan.optimization === 'optimized');
    const live = alone.find((plan) => plan.distributed && plan.optimization !== 'optimizing');
    return ready && live ? { ready, live } : undefined;
  });
  await openPlan(window, plans.ready.title);
  await choose(window, commandWords.distribute);
  await expectSafe(window, t('plans.askDistribute'));
  await choose(window, t('plans.remove'));
  await expectSafe(window, t('plans.askRemove'));
  await goTo(window, 'plans');
  await planList(window).waitFor();
  await openPlan(window, plans.live.title);
  await choose(window, commandWords.redistribute);
  await expectSafe(window, t('plans.askRedistribute'));
  await choose(window, commandWords.save);
  await expectSafe(window, t('plans.askSave'));

  await goTo(window, 'drivers');
  await firstRow(window, t('drivers.table')).click();
  await window.getByRole('button', { name: t('drivers.remove') }).click();
  await expectSafe(window, t('drivers.askRemove'));

  await goTo(window, 'orders');
  await firstRow(window, t('orders.table')).click();
  await window
    .getByRole('button', { name: t('orders.remove'), exact: true })
    .first()
    .click();
  await expectSafe(window, t('orders.removeTitle', { count: 1 }));

  await expect(statusBar(window), 'nothing was done so far').toContainText(t('shell.allSent'));
  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.signOut') }).click();
  await expectSafe(window, t('settings.signOutTitle', { address: service.address }));

  await service.kill();
  const stop = { address: { addressLineOne: 'Quay 1' } };
  await callBackend(window, 'stops', 'add', { planId: plans.ready.id, stop, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 1 }));
  await goTo(window, 'outbox');
  await entries(window).first().click();
  await window
    .getByRole('complementary')
    .getByRole('button', { name: t('outbox.giveUp') })
    .click();
  await expectSafe(window, t('outbox.giveUpTitle'));

  // With waiting entries, the button that leads to them has the focus, not the one that discards them.
  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.signOut') }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: t('settings.openOutbox') })).toBeFocused();
  await expect(dialog.getByRole('button', { name: t('settings.giveUpConfirm') })).toBeDisabled();
  await window.keyboard.press('Enter');
  await expect(entries(window)).toHaveCount(1);
});

test('does not distribute a plan that was changed while the question was open', async ({ service, client, start }) => {
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const plan = await waitFor('an optimised plan', async () => {
    const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
    return rows.find(
      ({ title, writable, distributed, optimization }) =>
        writable &&
        !distributed &&
        optimization === 'optimized' &&
        rows.filter((other) => other.title === title).length === 1,
    );
  });
  const stop = (await client.stops(plan.id)).find(({ type }) => type === 'stop');
  await openPlan(window, plan.title);
  await choose(window, commandWords.distribute);
  const confirm = dialogButton(window, commandWords.distribute);
  await expect(confirm).toBeEnabled();

  // Its routes are no longer those of its stops.
  await client.remove(stop!.id);
  await expect(async () => {
    await callBackend(window, 'plans', 'refresh');
    await expect(confirm).toBeDisabled({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(confirm).toHaveAttribute('title', t('plans.whyOptimiseFirst'));
  await confirm.focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog').getByRole('heading', { name: t('plans.askDistribute') })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(statusBar(window)).toContainText(t('shell.allSent'));
  expect(await sentByKind(window)).toEqual({});
});
