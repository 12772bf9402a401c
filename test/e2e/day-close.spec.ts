/**
 * The end of the day: each number leads to exactly the rows that it counts, and all open labels print in one batch, an
 * outdated one with those that were never printed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { OpenPlan } from '../../src/shared/plans.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { openOrders, ordersTable } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import { PlainClient, type ServiceOrder } from '../support/plain-client.ts';
import { waitFor } from '../support/processes.ts';
import { rowsOnScreen } from '../support/rows.ts';
import {
  callBackend,
  choosePlan,
  choosePrinter,
  goTo,
  openConnected,
  openLabel,
  planList,
  statusBar,
} from '../support/screens.ts';
import { removeOrders } from '../support/training-service.ts';

type Order = ServiceOrder & { submitted: boolean; readOnly: boolean };

const card = (window: Page, title: string): Locator =>
  window.locator('section').filter({ has: window.getByRole('heading', { name: title }) });
/** The number of a card, which leads to its list. */
const numberOf = (window: Page, title: string, count: number): Locator =>
  card(window, title).getByRole('button', { name: t('dayClose.show', { count }), exact: true });

test('leads from its numbers to the open plans and the waiting entries', async ({ service, client, start }) => {
  const plans = await client.plans();
  const plan = choosePlan(plans);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  // Until the stops of a plan have been read, it counts as open.
  const open = await waitFor(
    'the stops of the plans of today',
    async () => {
      const found = await callBackend<OpenPlan[]>(window, 'plans', 'open');
      return found.length > 0 && found.every(({ undone }) => undone !== null) ? found : undefined;
    },
    60_000,
  );
  await goTo(window, 'dayClose');
  await numberOf(window, t('dayClose.plans'), open.length).click();
  await expect(window.getByText(new RegExp(`^${open.length} of \\d+$`))).toBeVisible();
  const titles = (await rowsOnScreen(planList(window))).map(([title = '']) => title);
  expect(titles.toSorted()).toEqual(open.map(({ title }) => title).toSorted());
  await window.getByRole('button', { name: t('common.removeNamed', { name: t('plans.onlyOpen') }) }).click();
  await expect(window.getByText(t('plans.count', { count: plans.length }), { exact: true })).toBeVisible();

  await service.kill();
  for (const name of ['First', 'Second']) {
    const stop = { address: { addressLineOne: 'Quay 1' }, recipient: { name } };
    await callBackend(window, 'stops', 'add', { planId: plan.id, stop, draftId: null });
  }
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 2 }));
  await goTo(window, 'dayClose');
  await numberOf(window, t('dayClose.waiting'), 2).click();
  await expect(entries(window)).toHaveCount(2);
  await expect(window.getByRole('radio', { name: t('outbox.stateQueued') })).toBeChecked();
});

test('prints everything that is open in one batch', async ({ service, client, start, folder }) => {
  const reason = whyNoPrinter();
  test.skip(reason !== undefined, `NOT TESTED: printing through a spooler: ${reason ?? ''}`);
  test.setTimeout(180_000);
  const orders = (await client.orders()) as Order[];
  client.close();
  const submitted = orders.filter((order) => order.submitted && !order.readOnly);
  const kept = submitted
    .filter(({ barcodes, packageInfo }) => barcodes.length === 1 && packageInfo?.externalId != null)
    .slice(0, 3);
  expect(kept).toHaveLength(3);
  const names = kept.map(({ packageInfo }) => packageInfo?.externalId ?? '');
  await service.kill();
  const others = submitted.filter((order) => !kept.includes(order)).map(({ id }) => id);
  removeOrders(service, others, Date.now());
  const again = await service.startAgain();
  const printer = await startLabelPrinter(folder('printer'), { takesMany: true });
  try {
    const profile = folder('profile');
    writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
    const app = await start({ profile, env: { CUPS_SERVER: printer.server } });
    const { window } = app;
    await openConnected(app, again);
    await openOrders(window);
    await goTo(window, 'dayClose');
    await numberOf(window, t('dayClose.submittedUnprinted'), 3).click();
    await expect(window.getByText(/^3 of \d+$/)).toBeVisible({ timeout: 30_000 });
    const listed = (await rowsOnScreen(ordersTable(window))).map(([name = '']) => name);
    expect(listed.toSorted()).toEqual(names.toSorted());

    // One label is printed, and its order changes afterwards. The list is opened again, without the filter.
    await goTo(window, 'dayClose');
    const [changed = ''] = names;
    await openLabel(window, changed);
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await printer.job(0);
    await expect(window.getByRole('dialog').getByText(t('labels.stateDone')).first()).toBeVisible({ timeout: 30_000 });
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: t('orders.change'), exact: true }).click();
    await window.getByLabel(t('orderForm.recipientName'), { exact: true }).fill('Somebody Else');
    await window.keyboard.press('Control+Enter');
    await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
    await goTo(window, 'dayClose');
    await expect(numberOf(window, t('dayClose.stale'), 1)).toBeVisible({ timeout: 30_000 });
    await numberOf(window, t('dayClose.stale'), 1).click();
    await expect(window.getByText(/^1 of \d+$/)).toBeVisible();
    expect((await rowsOnScreen(ordersTable(window))).map(([name]) => name)).toEqual([changed]);

    await goTo(window, 'dayClose');
    await window.getByRole('button', { name: t('dayClose.printAll', { count: 3 }), exact: true }).click();
    const dialog = window.getByRole('dialog');
    const title = t('batches.startTitle', { count: 3, which: t('dayClose.whichBoth') });
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await choosePrinter(window, printer.queue);
    await dialog.getByRole('button', { name: t('batches.startConfirm'), exact: true }).click();
    const all = { done: 3, count: 3, printer: printer.queue };
    await expect(window.getByText(t('batches.progress', all))).toBeVisible({ timeout: 90_000 });
    await printer.job(3);
    expect(printer.jobs()).toHaveLength(4);
    await goTo(window, 'dayClose');
    await expect(window.getByRole('heading', { name: t('dayClose.title'), level: 1 })).toBeVisible();
    await expect(card(window, t('dayClose.stale'))).toHaveCount(0, { timeout: 30_000 });
    await expect(card(window, t('dayClose.submittedUnprinted'))).toHaveCount(0);

    const reader = new PlainClient(again);
    const after = (await reader.orders()).find(({ id }) => id === kept[0]?.id);
    reader.close();
    expect(after?.recipient?.name).toBe('Somebody Else');
  } finally {
    await printer.stop();
  }
});
