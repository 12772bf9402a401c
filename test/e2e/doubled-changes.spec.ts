/** Changes, deletions, withdrawals, undos and commands happen once when pressed twice, as users do. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows, orderState } from '../support/orders.ts';
import type { ServiceStop } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  goTo,
  openConnected,
  openPlan,
  planList,
  statusBar,
  stopRow,
} from '../support/screens.ts';
import { closeDialogs, dialogButton, readBack, sentByKind, twice } from '../support/twice.ts';

/** Names that only one of the stops has. */
function namedOnce(stops: readonly ServiceStop[]): string[] {
  const names = stops.map(({ recipient }) => recipient?.name ?? '');
  return names.filter((name) => name !== '' && names.filter((same) => same === name).length === 1);
}

const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 120_000 });

/** Opens the menu of the open plan. @returns one of its items */
async function planMenu(window: Page, name: string) {
  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  return window.getByRole('menuitem', { name, exact: true });
}

test('applies edits, deletions and commands once when pressed twice', async ({ service, client, start }) => {
  const plans = await client.plans();
  const plan = choosePlan(plans);
  const ready = choosePlan(plans.filter(({ id, optimization }) => id !== plan.id && optimization === 'optimized'));
  const names = namedOnce(await client.stops(plan.id));
  const ordersBefore = (await client.orders()).length;
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const starts = { year: tomorrow.getFullYear(), month: tomorrow.getMonth() + 1, day: tomorrow.getDate() };
  for (const { number } of twice) {
    await callBackend(window, 'plans', 'create', { plan: { title: `To remove ${number}`, starts }, draftId: null });
  }
  await openPlan(window, plan.title);
  const notes = window.getByLabel(t('stopForm.notes'), { exact: true });
  for (const { press, number } of twice) {
    await (await stopRow(window, names[number]!)).click();
    await window.keyboard.press('F2');
    await notes.fill(`Noted by way ${number}`);
    await press(window, window.getByRole('button', { name: t('forms.save'), exact: true }));
    await expect(notes).toHaveCount(0);
  }
  await goTo(window, 'plans');
  await openPlan(window, ready.title);
  await (await planMenu(window, t('plans.distribute'))).click();
  await dialogButton(window, t('plans.distribute')).dblclick();

  await goTo(window, 'plans');
  for (const { press, number } of twice) {
    await openPlan(window, `To remove ${number}`);
    await (await planMenu(window, t('plans.remove'))).click();
    await press(window, dialogButton(window, t('plans.removeConfirm')));
    // The list moves up when the plan is gone; a double click before that could meet two rows.
    await expect(planList(window).getByRole('gridcell', { name: `To remove ${number}`, exact: true })).toHaveCount(0);
    await expect(planList(window).getByRole('gridcell', { name: plan.title, exact: true })).toBeVisible();
  }

  await openOrders(window);
  for (const [state, other, name, kind] of [
    ['stateDraft', 'stateSubmitted', t('orders.remove'), 'orders.delete'],
    ['stateSubmitted', 'stateDraft', t('orders.withdraw'), 'orders.withdraw'],
  ] as const) {
    await orderState(window, state).click();
    await expect(orderRows(window).getByText(t(`orders.${other}`), { exact: true })).toHaveCount(0);
    for (const { press, number } of twice) {
      const row = orderRows(window)
        .filter({ hasText: /WEB-\d/ })
        .first();
      // Two orders may have one number.
      const [, order = '', recipient = ''] = await row.getByRole('gridcell').allInnerTexts();
      await row.click();
      await window.getByRole('complementary').getByRole('button', { name, exact: true }).click();
      await press(window, dialogButton(window, name));
      await expect.poll(async () => (await sentByKind(window))[kind], { timeout: 20_000 }).toBe(number);
      await closeDialogs(window);
      // The list has the order until it is read again, which is after the order was sent.
      await expect(orderRows(window).filter({ hasText: order }).filter({ hasText: recipient })).toHaveCount(0);
    }
  }
  await allSent(window);
  expect(await sentByKind(window)).toEqual({
    'plans.create': 3,
    'plans.delete': 3,
    'plans.distribute': 1,
    'stops.update': 3,
    'orders.delete': 3,
    'orders.withdraw': 3,
  });
  const found = await readBack(service, async (reader) => ({
    notes: (await reader.stops(plan.id)).map((stop) => stop.notes ?? '').filter((text) => text.startsWith('Noted by')),
    plans: (await reader.plans()).filter(({ title }) => title.startsWith('To remove')),
    orders: (await reader.orders()).length,
  }));
  expect(found).toEqual({
    notes: expect.arrayContaining([1, 2, 3].map((number) => `Noted by way ${number}`)) as string[],
    plans: [],
    orders: ordersBefore - 3,
  });
  expect(found.notes).toHaveLength(3);
});

test('deletes and undoes once when pressed twice while the service is down', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  const names = namedOnce(before);
  const emails = (await client.drivers()).flatMap(({ email }) => email ?? []);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });
  await service.kill();
  const pane = window.getByRole('complementary');
  const removing = window.getByText(t('stops.deleteWaiting'), { exact: true });
  for (const { press, way, number } of twice) {
    await (await stopRow(window, names[number]!)).click();
    await press(window, pane.getByRole('button', { name: t('stops.remove'), exact: true }));
    await expect(removing.first(), way).toBeVisible();
    await press(window, pane.getByRole('button', { name: t('stops.restore'), exact: true }));
    await expect(removing, way).toHaveCount(0);
    await closeDialogs(window);
  }
  // By keyboard: the second Ctrl+Z must undo neither this deletion again nor the one before.
  for (const name of [names[4]!, names[5]!]) {
    await (await stopRow(window, name)).click();
    await window.keyboard.press('Delete');
    await expect(removing.first()).toBeVisible();
  }
  await window.keyboard.press('Control+Z');
  await window.keyboard.press('Control+Z');
  await expect(removing).toHaveCount(0);
  await (await stopRow(window, names[4]!)).click();
  await expect(removing.first()).toBeVisible();

  await goTo(window, 'drivers');
  const driver = async (email: string) => {
    await window.getByRole('textbox', { name: t('common.filter') }).fill(email);
    await window
      .getByRole('grid', { name: t('drivers.table') })
      .locator('[role="row"][aria-selected]')
      .click();
  };
  for (const [at, { press, way }] of [...twice, ...twice].entries()) {
    await driver(emails[at]!);
    await pane.getByRole('button', { name: t('drivers.remove'), exact: true }).click();
    await press(window, dialogButton(window, t('drivers.removeConfirm')));
    const restore = pane.getByRole('button', { name: t('drivers.restore'), exact: true });
    await expect(restore, way).toBeVisible();
    await closeDialogs(window);
    if (at >= 3) continue;
    await press(window, restore);
    await expect(restore, way).toHaveCount(0);
    await closeDialogs(window);
  }
  const again = await service.startAgain();
  await allSent(window);
  expect(await sentByKind(window)).toEqual({ 'stops.delete': 1, 'drivers.delete': 3 });
  const after = await readBack(again, async (reader) => ({
    stops: (await reader.stops(plan.id)).map(({ id }) => id).toSorted(),
    drivers: (await reader.drivers()).map(({ email }) => email),
  }));
  const kept = before.filter(({ recipient }) => recipient?.name !== names[4]).map(({ id }) => id);
  expect(after.stops).toEqual(kept.toSorted());
  expect(emails.filter((email) => after.drivers.includes(email))).toEqual([...emails.slice(0, 3), ...emails.slice(6)]);
});

test('opens nothing when Enter closes a dialog and is pressed again', async ({ service, client, start }) => {
  const plans = await client.plans();
  client.close();
  const today = choosePlan(plans).starts;
  const isLater = ({ year, month, day }: typeof today) =>
    new Date(year, month, day) > new Date(today.year, today.month, today.day);
  const titles = plans.filter(({ starts }) => isLater(starts)).map(({ title }) => title);
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await service.kill();
  const now = () => window.evaluate(() => performance.now());
  const row = (title: string) => planList(window).getByRole('gridcell', { name: title, exact: true });
  let isSeen = false;
  for (const title of titles.slice(0, 5)) {
    await openPlan(window, title);
    await (await planMenu(window, t('plans.remove'))).click();
    await dialogButton(window, t('plans.removeConfirm')).focus();
    const first = await now();
    await window.keyboard.press('Enter');
    await expect(planList(window)).toBeFocused();
    await window.keyboard.press('Enter');
    const isDouble = (await now()) - first < 1_000;
    // Offline the plan stays in the list, and is its active row.
    if (isDouble) await expect(row(title)).toBeVisible();
    else if ((await planList(window).count()) === 0) await goTo(window, 'plans');
    isSeen ||= isDouble;
    if (isDouble) break;
  }
  expect(isSeen, 'the list came within a second once').toBe(true);
  // Another key in between makes it a decision.
  await window.keyboard.press('Shift');
  await window.keyboard.press('Enter');
  await expect(planList(window)).toHaveCount(0);

  // A held Enter is no new decision, however long it is held.
  await goTo(window, 'plans');
  await openPlan(window, titles.at(-1)!);
  await (await planMenu(window, t('plans.remove'))).click();
  await dialogButton(window, t('plans.removeConfirm')).focus();
  await window.keyboard.down('Enter');
  await expect(planList(window)).toBeFocused();
  await window.waitForFunction((until) => performance.now() > until, (await now()) + 1_100);
  await window.keyboard.down('Enter');
  await expect(row(titles.at(-1)!)).toBeVisible();
  await window.keyboard.up('Enter');
  await window.keyboard.press('Enter');
  await expect(planList(window)).toHaveCount(0);
});
