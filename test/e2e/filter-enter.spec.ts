/** Enter in the filter of a list opens the row that the filter names: the selected one, else the first match. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, ordersTable } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import { callBackend, choosePlan, goTo, openConnected, openPlan, planList, statusBar } from '../support/screens.ts';
import { control } from '../support/training-service.ts';

const box = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });
/** The name of the hit, at the end of the box. */
const hit = (window: Page): Locator => window.getByRole('search').getByText(/^↵ /);
const labelTitle = (window: Page, name: string): Locator =>
  window.getByRole('dialog').getByRole('heading', { name: t('labels.title', { name }) });
const paneTitle = (window: Page, name: string): Locator =>
  window.getByRole('complementary').getByRole('heading', { name, level: 2 });

/** Types a name, checks that the box names it, and opens it. */
async function openByName(window: Page, name: string): Promise<void> {
  await box(window).fill(name);
  await expect(hit(window)).toHaveText(t('common.enterOpens', { name }));
  await window.keyboard.press('Enter');
}

/** The first name that occurs once. */
function aloneIn(names: readonly (string | null | undefined)[]): string {
  const found = names.find((name) => name != null && names.filter((other) => other?.includes(name)).length === 1);
  if (found == null) throw new Error('every name occurs more than once');
  return found;
}

test('opens the named plan, stop, unassigned stop and driver with Enter', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const stops = await client.stops(plan.id);
  const unassigned = await client.unassignedStops();
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);

  // Without a text there is no hit, and Enter does nothing.
  await box(window).focus();
  await expect(hit(window)).toHaveCount(0);
  await window.keyboard.press('Enter');
  await expect(planList(window)).toBeVisible();
  await box(window).fill(plan.title);
  await expect(hit(window)).toContainText(plan.title);
  const [named = ''] = (await hit(window).innerText()).replace('↵ ', '').split(' · ');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: named, exact: true, level: 1 })).toBeVisible();

  await goTo(window, 'plans');
  await box(window).fill(plan.title);
  await openPlan(window, plan.title);
  const stop = aloneIn(stops.map(({ recipient }) => recipient?.name));
  await expect(window.getByText(t('stops.count', { count: stops.length }))).toBeVisible({ timeout: 60_000 });
  await openByName(window, stop);
  await expect(paneTitle(window, stop)).toBeVisible();
  await expect(
    window.getByRole('grid', { name: t('stops.table'), exact: true }),
    'the keys act on the hit',
  ).toBeFocused();
  await expect(hit(window), 'Enter belongs to the table now').toBeHidden();

  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await expect(window.getByText(t('stops.count', { count: unassigned.length }))).toBeVisible({ timeout: 60_000 });
  const without = aloneIn(unassigned.map(({ recipient }) => recipient?.name));
  await openByName(window, without);
  await expect(paneTitle(window, without)).toBeVisible();

  await goTo(window, 'drivers');
  const drivers = await callBackend<{ rows: { name: string }[] }>(window, 'drivers', 'list');
  const driver = aloneIn(drivers.rows.map(({ name }) => name));
  await openByName(window, driver);
  await expect(paneTitle(window, driver)).toBeVisible();
  await expect(window.getByRole('grid', { name: t('drivers.table') })).toBeFocused();
});

test('opens the label of the named order and the named entry with Enter', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const orders = (await client.orders()).map(({ packageInfo }) => packageInfo?.externalId);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrders(window);
  const order = aloneIn(orders);
  const slow = { kind: 'latency', direction: 'down', least: 3_000, most: 3_000 };
  await control(service, 'PUT', '/faults', {
    rules: [{ hits: { operations: ['orders.shippingLabels'] }, fault: slow }],
  });
  await openByName(window, order);
  await expect(labelTitle(window, order)).toBeVisible();
  await expect(window.getByText(t('labels.fetching'))).toBeVisible();
  // Not the close button, which a typed space would press. Read once: the page takes the focus when it comes.
  expect(await window.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog');
  await control(service, 'DELETE', '/faults');
  await window.keyboard.press('Escape');
  await expect(ordersTable(window)).toBeFocused();

  // The selected row is the hit as long as it matches, even if it is not the first.
  await box(window).fill(order.slice(0, -2));
  await expect(hit(window)).toBeVisible();
  await ordersTable(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('ArrowDown');
  const selected = ordersTable(window).locator('[aria-selected="true"]').getByRole('gridcell').nth(1);
  const name = await selected.innerText();
  await window.keyboard.press('Control+F');
  await expect(box(window)).toBeFocused();
  await expect(hit(window)).toHaveText(t('common.enterOpens', { name }));
  await window.keyboard.press('Enter');
  await expect(labelTitle(window, name)).toBeVisible();
  await window.keyboard.press('Escape');

  await service.kill();
  for (const recipient of ['Waiting One', 'Waiting Two']) {
    const stop = { address: { addressLineOne: 'Quay 1' }, recipient: { name: recipient } };
    await callBackend(window, 'stops', 'add', { planId: plan.id, stop, draftId: null });
  }
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 2 }));
  await goTo(window, 'outbox');
  await expect(entries(window)).toHaveCount(2);
  await box(window).fill('waiting two');
  await expect(entries(window)).toHaveCount(1);
  await expect(hit(window)).toContainText('Waiting Two');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('complementary').getByRole('heading', { name: /Waiting Two/ })).toBeVisible();
});
