/**
 * What other desks do to what is open is said where the user looks, with the way on beside it, and what was typed is
 * kept. A client without the app's code acts as the other desk.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows } from '../support/orders.ts';
import type { ServiceStop } from '../support/plain-client.ts';
import { choosePlan, goTo, newStop, openConnected, openPlan, statusBar, stopRow } from '../support/screens.ts';
import { dialogButton } from '../support/twice.ts';

const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
const pane = (window: Page): Locator => window.getByRole('complementary');
const field = (window: Page, name: string): Locator => window.getByLabel(name, { exact: true });

/** Refreshes, and waits until the open form or details say it. A read from before the change may still be under way. */
async function expectSaid(window: Page, text: string): Promise<void> {
  await window.keyboard.press('F5');
  await expect(pane(window).getByText(text)).toBeVisible({ timeout: 60_000 });
}

/** Stops whose recipient no other stop of the plan has. */
const namedOnce = (stops: readonly ServiceStop[]): { id: string; name: string }[] =>
  stops.flatMap(({ id, recipient }) => {
    const name = recipient?.name ?? '';
    const isAlone = stops.filter((other) => other.recipient?.name?.includes(name)).length === 1;
    return name !== '' && isAlone ? [{ id, name }] : [];
  });

test('moves a half-typed stop to another plan when its plan is deleted', async ({ service, client, start }) => {
  const plans = await client.plans();
  const plan = choosePlan(plans);
  const other = choosePlan(plans.filter(({ id }) => id !== plan.id));
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await newStop(window);
  await window.keyboard.type('Half Typed');

  await client.remove(plan.id);
  await expectSaid(window, t('stopForm.planGone'));
  await expect(window.getByRole('heading', { name: t('stops.planGoneTitle') })).toBeVisible();
  await expect(field(window, t('stopForm.recipientName'))).toHaveValue('Half Typed');
  // What cannot work is not offered.
  await expect(window.getByRole('button', { name: t('forms.saveAndNext') })).toBeDisabled();
  await expect(window.getByRole('button', { name: t('stops.newStop') })).toHaveCount(0);
  await expect(window.getByRole('button', { name: t('plans.menu'), exact: true })).toHaveCount(0);

  await window.getByRole('button', { name: t('stopForm.moveTyped') }).click();
  await window.getByRole('dialog').locator('.combobox-trigger').click();
  const option = window.locator('.option').filter({ hasText: `${other.title} · ` });
  await option.first().click();
  await dialogButton(window, t('stops.moveConfirm')).click();
  await expect(window.getByRole('heading', { name: other.title })).toBeVisible();
  await expect(field(window, t('stopForm.recipientName'))).toHaveValue('Half Typed');
  await field(window, t('stopForm.addressLineOne')).fill('Güterstraße 52');
  await field(window, t('stopForm.zip')).fill('41742');
  await field(window, t('stopForm.city')).fill('Aldermünde');
  await window.keyboard.press('Control+Enter');
  await window.getByText(t('stops.saved', { name: 'Half Typed' })).waitFor();
  await allSent(window);

  const names = (await client.stops(other.id)).map(({ recipient }) => recipient?.name);
  expect(names.filter((name) => name === 'Half Typed')).toHaveLength(1);
  await window.keyboard.press('Escape');
  await expect(window.getByText(t('forms.goOn'), { exact: true }), 'no draft is left').toHaveCount(0);
});

test('says that a stop was deleted, and makes its edit a new stop', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  const [shown, edited] = namedOnce(before);
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });

  await (await stopRow(window, shown!.name)).click();
  await expect(pane(window).getByRole('heading', { name: shown!.name })).toBeVisible();
  await client.remove(shown!.id);
  await expectSaid(window, t('stops.stopGone'));
  await expect(pane(window).getByRole('button', { name: t('stops.remove'), exact: true })).toHaveCount(0);
  await pane(window)
    .getByRole('button', { name: t('common.close'), exact: true })
    .filter({ hasText: t('common.close') })
    .click();
  await expect(pane(window)).toHaveCount(0);

  await (await stopRow(window, edited!.name)).click();
  await window.keyboard.press('F2');
  await expect(field(window, t('stopForm.recipientName'))).toBeFocused();
  await field(window, t('stopForm.notes')).fill('Typed meanwhile');
  await client.remove(edited!.id);
  await expectSaid(window, t('stopForm.stopGone'));
  await expect(field(window, t('stopForm.notes'))).toHaveValue('Typed meanwhile');
  await window.getByRole('button', { name: t('stopForm.makeNew') }).click();
  await expect(pane(window).getByRole('heading', { name: t('stopForm.newTitle') })).toBeVisible();
  await expect(field(window, t('stopForm.recipientName'))).toBeFocused();
  await window.keyboard.press('Control+Enter');
  await window.getByText(t('stops.saved', { name: edited!.name })).waitFor();
  await allSent(window);

  const after = await client.stops(plan.id);
  const own = after.filter(({ recipient }) => recipient?.name === edited!.name);
  expect(own).toMatchObject([{ notes: 'Typed meanwhile' }]);
  expect(own[0]?.id).not.toBe(edited!.id);
  expect(after.map(({ id }) => id)).not.toContain(shown!.id);
});

test('says that the open order was submitted or deleted', async ({ service, client, start }) => {
  const orders = await client.orders();
  const [courier] = await client.couriers();
  const drafts = orders.flatMap(({ id, submitted, readOnly, packageInfo }) =>
    submitted !== true && readOnly !== true && packageInfo?.externalId != null
      ? [{ id, number: packageInfo.externalId }]
      : [],
  );
  const isAlone = (number: string) => drafts.filter((one) => one.number.includes(number)).length === 1;
  const [submitted, deleted] = drafts.filter(({ number }) => isAlone(number));
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrders(window);
  const filter = window.getByRole('textbox', { name: t('common.filter') });
  const open = async (number: string) => {
    await filter.fill(number);
    await orderRows(window).filter({ hasText: number }).first().click();
    await expect(pane(window).getByRole('heading', { name: number })).toBeVisible();
  };

  await open(submitted!.number);
  await client.submit(submitted!.id, courier!.id);
  await expectSaid(window, t('orders.submittedElsewhere'));
  // The way on.
  await expect(pane(window).getByRole('button', { name: t('orders.withdraw'), exact: true })).toBeVisible();
  await pane(window)
    .getByRole('button', { name: t('common.dismiss') })
    .click();
  await expect(pane(window).getByText(t('orders.submittedElsewhere'))).toHaveCount(0);

  await open(deleted!.number);
  await pane(window)
    .getByRole('button', { name: t('orders.change'), exact: true })
    .click();
  await field(window, t('orderForm.recipientName')).fill('Typed Meanwhile');
  await client.remove(deleted!.id);
  await expectSaid(window, t('orderForm.gone'));
  await window.getByRole('button', { name: t('orderForm.makeNew') }).click();
  await expect(pane(window).getByRole('heading', { name: t('orderForm.newTitle') })).toBeVisible();
  await field(window, t('orderForm.addressLineOne')).fill('Güterstraße 52');
  await field(window, t('orderForm.addressLineTwo')).fill('');
  await field(window, t('orderForm.zip')).fill('41742');
  await field(window, t('orderForm.city')).fill('Aldermünde');
  await window.keyboard.press('Control+Enter');
  await window.getByText(t('orderForm.saved', { name: deleted!.number })).waitFor();
  await allSent(window);
  const after = (await client.orders()).filter(({ packageInfo }) => packageInfo?.externalId === deleted!.number);
  expect(after).toMatchObject([{ recipient: { name: 'Typed Meanwhile' } }]);
  expect(after[0]?.id).not.toBe(deleted!.id);
});

test('says that a driver and an unassigned stop were deleted', async ({ service, client, start }) => {
  const driver = (await client.drivers()).find(({ email }) => email !== null);
  const [stop] = namedOnce(await client.unassignedStops());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await goTo(window, 'drivers');
  await window.getByRole('textbox', { name: t('common.filter') }).fill(driver!.email!);
  await window
    .getByRole('grid', { name: t('drivers.table') })
    .locator('[role="row"][aria-selected]')
    .first()
    .click();
  await expect(pane(window).getByText(driver!.email!)).toBeVisible();
  await client.remove(driver!.id);
  await expectSaid(window, t('drivers.gone'));
  await expect(pane(window).getByRole('button', { name: t('drivers.change') })).toHaveCount(0);

  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await (await stopRow(window, stop!.name)).click();
  await expect(pane(window).getByRole('heading', { name: stop!.name })).toBeVisible();
  await client.remove(stop!.id);
  await expectSaid(window, t('stops.stopGone'));
});
