/**
 * Every action that creates or commands something is triggered twice, as users do: by a double click, by two presses of
 * Enter, and by Enter with a click. An independent client reads over HTTPS that the service has it once.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { OrderRow } from '../../src/shared/orders.ts';
import { expect, test } from '../support/fixtures.ts';
import { openImport, openOrders, orderRows, ordersCsv } from '../support/orders.ts';
import {
  callBackend,
  choosePlan,
  confirmOptimisation,
  goTo,
  newStop,
  openConnected,
  openPlan,
  statusBar,
  stopRow,
} from '../support/screens.ts';
import { closeDialogs, dialogButton, readBack, sentByKind, twice } from '../support/twice.ts';

const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 120_000 });

test('imports 30 orders once when pressed twice', async ({ service, start, folder }) => {
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openOrders(window);
  for (const { press, number } of twice) {
    // The service accepts two orders a second, so the other variants use fewer.
    const count = number === 1 ? 30 : 5;
    const file = join(folder(`file-${number}`), 'retailer.csv');
    const rows = Array.from({ length: count }, (_, at) => [
      ...[`TWICE-${number}-${at + 1}`, `Customer ${at + 1}`, 'Güterstraße 52', '41742', 'Aldermünde', '1', 'Tea'],
    ]);
    writeFileSync(file, ordersCsv(rows));
    const dialog = await openImport(window, file);
    const save = dialog.getByRole('button', { name: t('orderImport.import', { count }) });
    await expect(save).toBeEnabled({ timeout: 30_000 });
    await press(window, save);
    await expect(window.getByText(t('orderImport.imported', { count })).first()).toBeVisible({ timeout: 60_000 });
    await closeDialogs(window);
  }
  await allSent(window);
  const orders = await readBack(service, (client) => client.orders());
  const numbers = orders
    .map(({ packageInfo }) => packageInfo?.externalId ?? '')
    .filter((id) => id.startsWith('TWICE-'));
  expect(numbers).toHaveLength(40);
  expect(new Set(numbers).size).toBe(40);
});

test('saves each form and dialog once when pressed twice', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await newStop(window);
  for (const { press, number } of twice) {
    await window.getByLabel(t('stopForm.recipientName'), { exact: true }).fill(`Stop of way ${number}`);
    await window.getByLabel(t('stopForm.addressLineOne'), { exact: true }).fill('Güterstraße 52');
    await window.getByLabel(t('stopForm.zip'), { exact: true }).fill('41742');
    await window.getByLabel(t('stopForm.city'), { exact: true }).fill('Aldermünde');
    await press(window, window.getByRole('button', { name: t('forms.saveAndNext') }));
    await window
      .getByText(t('stops.saved', { name: `Stop of way ${number}` }))
      .first()
      .waitFor();
  }
  await goTo(window, 'plans');
  const tomorrow = new Intl.DateTimeFormat('sv-SE').format(Date.now() + 86_400_000);
  for (const { press, number } of twice) {
    await window.getByRole('button', { name: t('plans.newPlan') }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel(t('plans.columnTitle')).fill(`Plan of way ${number}`);
    await dialog.getByLabel(t('plans.columnDay')).fill(tomorrow);
    await press(window, dialogButton(window, t('common.save')));
    await expect(window.getByRole('heading', { name: `Plan of way ${number}` })).toBeVisible({ timeout: 15_000 });
    await goTo(window, 'plans');
  }
  await goTo(window, 'drivers');
  for (const { press, number } of twice) {
    await window.getByRole('button', { name: t('drivers.newDriver') }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel(t('drivers.columnName'), { exact: true }).fill(`Driver of way ${number}`);
    await dialog.getByLabel(t('drivers.columnEmail')).fill(`way${number}@example.com`);
    await press(window, dialogButton(window, t('common.save')));
    await expect(window.getByRole('gridcell', { name: `Driver of way ${number}`, exact: true })).toBeVisible();
    // The second Enter may have opened the dialog for the next record.
    await closeDialogs(window);
  }
  await openOrders(window);
  await window.getByRole('button', { name: t('orders.newOrder') }).click();
  for (const { press, number } of twice) {
    await window.getByLabel(t('orderForm.externalId'), { exact: true }).fill(`WAY-${number}`);
    await window.getByLabel(t('orderForm.recipientName'), { exact: true }).fill(`Order of way ${number}`);
    await window.getByLabel(t('orderForm.addressLineOne'), { exact: true }).fill('Güterstraße 52');
    await window.getByLabel(t('orderForm.zip'), { exact: true }).fill('41742');
    await window.getByLabel(t('orderForm.city'), { exact: true }).fill('Aldermünde');
    await press(window, window.getByRole('button', { name: t('forms.saveAndNext') }));
    await window
      .getByText(t('orderForm.saved', { name: `WAY-${number}` }))
      .first()
      .waitFor();
  }
  await allSent(window);
  const found = await readBack(service, async (reader) => ({
    stops: (await reader.stops(plan.id)).map(({ recipient }) => recipient?.name ?? ''),
    plans: (await reader.plans()).map(({ title }) => title),
    drivers: (await reader.drivers()).map(({ email }) => email ?? ''),
    orders: (await reader.orders()).map(({ packageInfo }) => packageInfo?.externalId ?? ''),
  }));
  const three = (text: (number: number) => string) => [1, 2, 3].map(text);
  expect(found.stops.filter((name) => name.startsWith('Stop of way')).sort()).toEqual(
    three((at) => `Stop of way ${at}`),
  );
  expect(found.plans.filter((name) => name.startsWith('Plan of way')).sort()).toEqual(
    three((at) => `Plan of way ${at}`),
  );
  expect(found.drivers.filter((name) => name.startsWith('way')).sort()).toEqual(three((at) => `way${at}@example.com`));
  expect(found.orders.filter((name) => name.startsWith('WAY-')).sort()).toEqual(three((at) => `WAY-${at}`));
});

test('applies actions on stops, orders and plans once when pressed twice', async ({ service, client, start }) => {
  const plans = await client.plans();
  const plan = choosePlan(plans);
  let otherId = '';
  let namesThere: string[] = [];
  const names = (await client.stops(plan.id)).map(({ recipient }) => recipient?.name ?? '');
  const once = names.filter((name) => name !== '' && names.filter((same) => same === name).length === 1);
  const without = (await client.unassignedStops()).map(({ recipient }) => recipient?.name ?? '');
  const planless = without.filter(
    (name) => name !== '' && [...names, ...without].filter((same) => same === name).length === 1,
  );
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  // First, because the service accepts few submissions a minute.
  await openOrders(window);
  const listed = await callBackend<{ rows: OrderRow[] }>(window, 'orders', 'list', { cursor: null });
  const drafts = listed.rows.filter(({ state }) => state === 'draft').map(({ externalId }) => externalId ?? '');
  const pane = window.getByRole('complementary');
  for (const { press, number } of twice) {
    await window.getByRole('textbox', { name: t('common.filter') }).fill(drafts[number]!);
    await orderRows(window).filter({ hasText: drafts[number]! }).click();
    // Other orders are behind the dialog.
    await window.getByRole('textbox', { name: t('common.filter') }).fill(drafts[number]!.slice(0, -2));
    await expect.poll(() => orderRows(window).count()).toBeGreaterThan(15);
    await pane.getByRole('button', { name: t('orders.submit'), exact: true }).click();
    await window.getByRole('dialog').getByLabel(t('orders.chooseCourier')).click();
    await window.getByRole('option').first().click();
    await press(window, dialogButton(window, t('orders.submitNow')));
    await expect.poll(() => sentByKind(window), { timeout: 60_000 }).toMatchObject({ 'orders.submit': number });
    await closeDialogs(window);
    // The second press of a double click must not reach the list behind.
    const chosen = window.locator('[role="row"][aria-selected="true"]').filter({ hasNotText: drafts[number]! });
    if (number === 1) await expect(chosen).toHaveCount(0);
  }
  await goTo(window, 'plans');
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.count', { count: names.length }))).toBeVisible({ timeout: 60_000 });
  for (const { press, number } of twice) {
    await (await stopRow(window, once[number]!)).click();
    await window
      .getByRole('button', { name: t('stops.move') })
      .first()
      .click();
    const dialog = window.getByRole('dialog');
    await dialog.locator('.combobox-trigger').click();
    const option = window.locator('.option').first();
    const chosen = await option.innerText();
    await option.click();
    if (otherId === '') {
      otherId = plans.find(({ title }) => chosen.startsWith(`${title} · `))!.id;
      namesThere = await readBack(service, async (reader) =>
        (await reader.stops(otherId)).map(({ recipient }) => recipient?.name ?? ''),
      );
    }
    await press(window, dialogButton(window, t('stops.moveConfirm')));
    // The second Enter may have opened the question again.
    await closeDialogs(window);
  }
  for (const { number } of twice) {
    await (await stopRow(window, once[number + 3]!)).click();
    await window.keyboard.press('Delete');
    await window.keyboard.press('Delete');
  }
  // Assigns an unassigned stop to a plan.
  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  for (const { press, number } of twice) {
    await (await stopRow(window, planless[number]!)).click();
    await window
      .getByRole('button', { name: t('stops.move') })
      .first()
      .click();
    const dialog = window.getByRole('dialog');
    await dialog.locator('.combobox-trigger').click();
    await window.locator('.option').filter({ hasText: plan.title }).first().click();
    await press(window, dialogButton(window, t('stops.moveConfirm')));
    await closeDialogs(window);
  }
  await goTo(window, 'plans');
  await openPlan(window, plan.title);
  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  await window.getByRole('menuitem', { name: t('plans.optimize'), exact: true }).click();
  await confirmOptimisation(window, (_window, anyway) => anyway.dblclick());
  // Until the command is saved, the status bar still speaks of what was sent before.
  await expect.poll(() => sentByKind(window), { timeout: 60_000 }).toMatchObject({ 'plans.optimize': 1 });
  await allSent(window);
  const sent = await sentByKind(window);
  expect(sent).toEqual({
    ...{ 'stops.move': 3, 'stops.delete': 3, 'plans.optimize': 1, 'orders.submit': 3 },
    ...{ 'stops.create': 3, 'unassignedStops.delete': 3 },
  });
  const found = await readBack(service, async (reader) => ({
    planless: (await reader.unassignedStops()).map(({ recipient }) => recipient?.name ?? ''),
    here: (await reader.stops(plan.id)).map(({ recipient }) => recipient?.name ?? ''),
    there: (await reader.stops(otherId)).map(({ recipient }) => recipient?.name ?? ''),
  }));
  for (const { number } of twice) {
    const isMoved = (name: string) => name === once[number]!;
    expect(found.there.filter(isMoved)).toHaveLength(namesThere.filter(isMoved).length + 1);
    expect(found.here).not.toContain(once[number]!);
    expect(found.here).not.toContain(once[number + 3]!);
    expect(found.here.filter((name) => name === planless[number]!)).toHaveLength(1);
    expect(found.planless).not.toContain(planless[number]!);
  }
});
