/** Waiting and rejected entries are corrected from the outbox by keyboard: stops, orders, drivers and plans. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { alone } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keys.ts';
import { PlainClient } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  goTo,
  newStop,
  openConnected,
  openPlan,
  statusBar,
  stopRow,
  typeStop,
} from '../support/screens.ts';

/** Opens an entry of the outbox for correction by keyboard. @returns the field, which has its previous value */
async function correct(window: Page, position: 'Home' | 'End', label: string, was: string): Promise<Locator> {
  await window.keyboard.press('Control+4');
  await expect(window.getByRole('grid', { name: t('outbox.table') })).toBeFocused();
  await window.keyboard.press(position);
  await tabTo(window, new RegExp(`^BUTTON ${t('outbox.correct')}$`));
  await window.keyboard.press('Enter');
  const field = window.getByLabel(label, { exact: true });
  await expect(field).toHaveValue(was);
  return field;
}

test('corrects a stop before it is sent and an order after it was rejected', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await service.kill();
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await newStop(window);
  await typeStop(window, {
    name: 'Stop To Correct',
    phone: '1',
    street: 'Lindenweg 7',
    zip: '41731',
    city: 'Aldermünde',
    notes: '',
  });
  await keyboard.press('Control+3');
  await expect(window.getByRole('button', { name: t('orders.newOrder') })).toBeEnabled();
  await keyboard.press('Control+N');
  const orderName = window.getByLabel(t('orderForm.recipientName'), { exact: true });
  await expect(orderName).toBeFocused();
  await keyboard.type('Order To Correct');
  await window.getByLabel(t('orderForm.addressLineOne'), { exact: true }).fill('Lindenweg 8');
  await keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText('1 unassigned stop, 1 order');

  // Saved from the street field. The next form starts at the name, empty and without errors.
  await expect(orderName).toBeFocused();
  await expect(orderName).toHaveValue('');
  await expect(window.getByText(t('forms.problems', { count: 1 }))).toHaveCount(0);

  /** An order that is not on the service has no label, so printing skips it and says so. */
  const askLabels = async (said: string) => {
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await expect(window.getByText(said)).toBeVisible({ timeout: 30_000 });
    await keyboard.press('Escape');
  };
  await askLabels(t('batches.startNone'));

  const stopName = await correct(window, 'Home', t('stopForm.recipientName'), 'Stop To Correct');
  await expect(stopName).toBeFocused();
  await stopName.fill('Stop Corrected');
  await keyboard.press('Control+Enter');
  await expect(stopName, 'a corrected one closes its form').toHaveCount(0);
  await expect(statusBar(window)).toContainText('1 unassigned stop, 1 order');

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });
  await keyboard.press('Control+3');
  await askLabels(t('batches.startWithout', { count: 1 }));
  await correct(window, 'End', t('orderForm.recipientName'), 'Order To Correct');
  await orderName.fill('Order Corrected');
  await window.getByLabel(t('orderForm.zip'), { exact: true }).fill('41731');
  await window.getByLabel(t('orderForm.city'), { exact: true }).fill('Aldermünde');
  await keyboard.press('Control+Enter');
  await expect(orderName).toHaveCount(0);
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(again);
  const names = [...(await reader.unassignedStops()), ...(await reader.orders())].flatMap(({ recipient }) =>
    recipient?.name?.includes('Correct') === true ? [recipient.name] : [],
  );
  reader.close();
  expect(names).toEqual(['Stop Corrected', 'Order Corrected']);
});

test('corrects a driver before sending and a rejected plan with a wrong year', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await service.kill();
  await goTo(window, 'drivers');
  await window.getByRole('button', { name: t('drivers.newDriver') }).click();
  const dialog = window.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await field(t('drivers.columnName')).fill('Nora Driver');
  await field(t('drivers.columnEmail')).fill('nora@depot.exmaple');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.newPlan') }).click();
  await field(t('plans.columnTitle')).fill('Plna To Correct');
  // The service accepts no plan so far ahead.
  await dialog.getByLabel(t('plans.columnDay'), { exact: true }).fill('2031-06-16');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);

  const email = await correct(window, 'Home', t('drivers.columnEmail'), 'nora@depot.exmaple');
  await email.fill('nora@depot.example');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  const title = await correct(window, 'End', t('plans.columnTitle'), 'Plna To Correct');
  await title.fill('Plan Corrected');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });
  const day = await correct(window, 'End', t('plans.columnDay'), '2031-06-16');
  await day.fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(again);
  const emails = (await reader.drivers()).map((driver) => driver.email);
  const titles = (await reader.plans()).map((plan) => plan.title);
  reader.close();
  expect(emails.filter((one) => one?.startsWith('nora@depot'))).toEqual(['nora@depot.example']);
  expect(titles.filter((one) => /Correct/.test(one))).toEqual(['Plan Corrected']);
});

test('corrects a rejected change and sends it together with the earlier edits', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const stops = await client.stops(plan.id);
  const isAlone = (name: string) => stops.filter(({ recipient }) => recipient?.name?.includes(name)).length === 1;
  const stop = stops.find(({ recipient }) => recipient?.name != null && isAlone(recipient.name));
  const name = stop?.recipient?.name ?? '';
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await (await stopRow(window, name)).click();
  await keyboard.press('F2');
  const street = window.getByLabel(t('stopForm.addressLineOne'), { exact: true });
  const notes = window.getByLabel(t('stopForm.notes'), { exact: true });
  await street.fill('Nowhere 1');
  await notes.fill('typed before');
  await keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });

  await correct(window, 'Home', t('stopForm.addressLineOne'), 'Nowhere 1');
  await expect(notes).toHaveValue('typed before');
  await street.fill('Bahnhofstraße 5');
  await keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const after = (await client.stops(plan.id)).filter(({ recipient }) => recipient?.name === name);
  client.close();
  expect(after).toMatchObject([{ notes: 'typed before', address: { addressLineOne: 'Bahnhofstraße 5' } }]);
});

test('opens a stop that has a barcode twice, and sends nothing when it is left as it is', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const [stop] = alone(await client.stops(plan.id), ({ recipient }) => recipient?.name ?? null);
  await client.patch(stop!.id, { barcodes: ['X-1', 'X-1'] });
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await (await stopRow(window, stop!.name)).click();
  await window.keyboard.press('F2');
  const codes = window.getByRole('list', { name: t('stopForm.barcodes') });
  await expect(codes.getByRole('listitem')).toHaveText(['X-1', 'X-1']);
  await window.keyboard.press('Control+Enter');
  await expect(codes, 'nothing to save').toHaveCount(0);
  const { states } = await callBackend<{ states: Record<string, number> }>(window, 'outbox', 'overview');
  expect(states).toEqual({});
});
