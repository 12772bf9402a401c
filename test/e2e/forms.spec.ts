/**
 * What is typed into a dialog is kept: over Escape, the close button, another opening and a kill. Edit forms show what
 * the service has field by field, and saving them untouched sends nothing.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Draft } from '../../src/shared/outbox.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows } from '../support/orders.ts';
import { PlainClient, type ServiceOrder, type ServiceStop } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  goTo,
  newStop,
  openConnected,
  openPlan,
  planList,
  statusBar,
  stopRow,
  typeStop,
} from '../support/screens.ts';

const keptTitles = async (window: Page) =>
  (await callBackend<Draft[]>(window, 'drafts', 'list')).map(({ form, fields }) => [
    form,
    fields[form === 'plan' ? 'title' : 'name'],
  ]);
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
/** How many entries the outbox has in each state. */
const entries = async (window: Page) =>
  (await callBackend<{ states: Record<string, number> }>(window, 'outbox', 'overview')).states;
const sent = (window: Page, count: number) =>
  expect.poll(() => entries(window), { timeout: 60_000 }).toEqual({ acknowledged: count });

test('keeps a new plan over Escape, another opening and a kill, and saves it once', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const first = await start();
  const { window } = first;
  const { keyboard } = window;
  await openConnected(first, service);
  const dialog = window.getByRole('dialog');
  const title = dialog.getByLabel(t('plans.columnTitle'), { exact: true });
  const offer = /^Unfinished plan from .*: A tour with spaces/;

  await button(window, t('plans.newPlan')).click();
  await expect(title).toBeFocused();
  await keyboard.type('A tour with spaces');
  await keyboard.press('Enter');
  await expect(title).toHaveValue('A tour with spaces');
  await expect(button(dialog, t('common.cancel')), 'what is typed is discarded by its name only').toHaveCount(0);
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(t('plans.keptUnfinished'))).toBeVisible();
  await expect(window.getByText(offer)).toBeVisible();

  // The dialog is empty when it is opened again, and offers what was typed.
  await button(window, t('plans.newPlan')).click();
  await expect(title).toHaveValue('');
  await expect(dialog.getByText(offer)).toBeVisible();
  await button(dialog, t('forms.goOn')).click();
  await expect(title).toHaveValue('A tour with spaces');
  await expect(dialog.getByText(offer)).toHaveCount(0);
  await title.press('End');
  await keyboard.type(' 2');
  await expect.poll(() => keptTitles(window)).toEqual([['plan', 'A tour with spaces 2']]);
  await first.kill();

  const second = await start({ profile: first.profile });
  const again = second.window;
  await expect(planList(again)).toBeVisible();
  await expect(again.getByText(offer)).toBeVisible();
  await goTo(again, 'dayClose');
  await expect(again.getByText(t('dayClose.unfinished.plan', { count: 1 }), { exact: true })).toBeVisible();
  await button(again, t('dayClose.openPlans')).click();
  await button(again, t('forms.goOn')).click();
  const field = again.getByRole('dialog').getByLabel(t('plans.columnTitle'), { exact: true });
  await expect(field).toHaveValue('A tour with spaces 2');
  await field.press('Control+Enter');
  await expect(again.getByRole('heading', { name: 'A tour with spaces 2' })).toBeVisible();
  expect(await keptTitles(again)).toEqual([]);
  await allSent(again);
  const reader = new PlainClient(service);
  const titles = (await reader.plans()).map((plan) => plan.title);
  reader.close();
  expect(titles.filter((each) => each.startsWith('A tour'))).toEqual(['A tour with spaces 2']);
});

test('keeps changes to a plan under the plan, and a new driver, until they are discarded', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const dialog = window.getByRole('dialog');
  const title = dialog.getByLabel(t('plans.columnTitle'), { exact: true });
  const edit = async () => {
    await button(window, t('plans.menu')).click();
    await window.getByRole('menuitem', { name: t('plans.edit'), exact: true }).click();
    await expect(title).toHaveValue(plan.title);
  };
  const offer = /^Unfinished changes to a plan from /;

  // Opened and closed without an edit, nothing is kept.
  await edit();
  await button(dialog, t('common.cancel')).click();
  await expect(dialog).toHaveCount(0);
  await edit();
  await title.fill('Renamed by halves');
  await button(dialog, t('common.close')).click();
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(offer)).toBeVisible();
  expect(await keptTitles(window)).toEqual([['plan', 'Renamed by halves']]);
  await button(window, t('forms.goOn')).click();
  await expect(title).toHaveValue('Renamed by halves');
  await button(dialog, t('forms.discard')).click();
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(offer)).toHaveCount(0);
  expect(await keptTitles(window)).toEqual([]);

  await goTo(window, 'drivers');
  await button(window, t('drivers.newDriver')).click();
  const name = dialog.getByRole('textbox', { name: t('drivers.columnName'), exact: true });
  await expect(name).toBeFocused();
  await name.fill('Nora Half');
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(/^Unfinished driver from .*: Nora Half$/)).toBeVisible();
  await button(window, t('forms.goOn')).click();
  await expect(name).toHaveValue('Nora Half');
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await button(window, t('forms.discard')).click();
  await expect(window.getByText(/^Unfinished driver/)).toHaveCount(0);
  expect(await keptTitles(window)).toEqual([]);
  expect(await entries(window)).toEqual({});
});

interface Placed {
  addressLineOne: string | null;
  addressLineTwo: string | null;
}
/** `41731 Aldermünde, Germany` */
const placeOf = ({ addressLineTwo }: Placed) => {
  const [, zip = '', city = ''] = /^(\d{5}) ([^,]+)/.exec(addressLineTwo ?? '') ?? [];
  return { zip, city };
};

/** What a field shows when it appears. Call it before it does. */
const firstShown = (window: Page, name: string): Promise<string> =>
  window.evaluate(
    (field) =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          const found = document.querySelector<HTMLInputElement>(`form [name="${field}"]`);
          if (found === null) return;
          observer.disconnect();
          resolve(found.value);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    name,
  );

test('shows the address of a stop and of an order in its fields, and sends only what is edited', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const stops = (await client.stops(plan.id)) as (ServiceStop & { address: Placed })[];
  const orders = (await client.orders()) as (ServiceOrder & {
    address: Placed;
    submitted: boolean;
    readOnly: boolean;
  })[];
  client.close();
  const isAlone = (name: string) => stops.filter(({ recipient }) => recipient?.name?.includes(name)).length === 1;
  const stop = stops.find(({ recipient }) => recipient?.name != null && isAlone(recipient.name))!;
  const numberOf = ({ packageInfo }: ServiceOrder) => packageInfo?.externalId ?? '';
  const order = orders.find(
    (each) =>
      !each.submitted && !each.readOnly && orders.filter((other) => numberOf(other) === numberOf(each)).length === 1,
  )!;

  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await (await stopRow(window, stop.recipient?.name ?? '')).click();
  const first = firstShown(window, 'recipientName');
  await keyboard.press('F2');
  expect(await first, 'the fields come with the stop, which would replace what is typed').toBe(stop.recipient?.name);
  const ofStop = (name: 'recipientName' | 'addressLineOne' | 'addressLineTwo' | 'zip' | 'city' | 'notes') =>
    window.getByLabel(t(`stopForm.${name}`), { exact: true });
  await expect(ofStop('recipientName')).toHaveValue(stop.recipient?.name ?? '');
  await expect(ofStop('addressLineOne')).toHaveValue(stop.address.addressLineOne ?? '');
  await expect(ofStop('addressLineTwo')).toHaveValue('');
  await expect(ofStop('zip')).toHaveValue(placeOf(stop.address).zip);
  await expect(ofStop('city')).toHaveValue(placeOf(stop.address).city);
  await keyboard.press('Control+Enter');
  await expect(ofStop('recipientName'), 'nothing to save').toHaveCount(0);

  await openOrders(window);
  await window.getByRole('textbox', { name: t('common.filter') }).fill(numberOf(order));
  await orderRows(window)
    .filter({ hasText: numberOf(order) })
    .first()
    .click();
  const ofOrder = (name: 'addressLineOne' | 'addressLineTwo' | 'zip' | 'city' | 'notes') =>
    window.getByLabel(t(`orderForm.${name}`), { exact: true });
  const edit = async () => {
    await button(window, t('orders.change')).click();
    await expect(ofOrder('addressLineOne')).toHaveValue(order.address.addressLineOne ?? '');
  };
  const firstOfOrder = firstShown(window, 'addressLineOne');
  await edit();
  expect(await firstOfOrder).toBe(order.address.addressLineOne ?? '');
  await expect(ofOrder('addressLineTwo')).toHaveValue('');
  await expect(ofOrder('zip')).toHaveValue(placeOf(order.address).zip);
  await expect(ofOrder('city')).toHaveValue(placeOf(order.address).city);
  await keyboard.press('Control+Enter');
  await expect(ofOrder('addressLineOne'), 'nothing to save').toHaveCount(0);
  expect(await entries(window)).toEqual({});

  // An edited note leaves the address alone, and an edited street keeps postcode and city.
  await edit();
  await ofOrder('notes').fill('Ring twice');
  await keyboard.press('Control+Enter');
  await expect(ofOrder('notes')).toHaveCount(0);
  await sent(window, 1);
  const lived = order.address.addressLineOne ?? '';
  const street = lived.replace(/ \d+$/, lived.endsWith(' 59') ? ' 58' : ' 59');
  await edit();
  await ofOrder('addressLineOne').fill(street);
  await expect(window.getByText(t('orderForm.effectAddress'))).toBeVisible();
  await keyboard.press('Control+Enter');
  await expect(ofOrder('addressLineOne')).toHaveCount(0);
  await sent(window, 2);
  const reader = new PlainClient(service);
  const after = (await reader.orders()).find(({ id }) => id === order.id);
  reader.close();
  expect(after).toMatchObject({
    address: { addressLineOne: street, addressLineTwo: order.address.addressLineTwo },
    deliveryInstructions: { notes: 'Ring twice' },
  });
});

test('sends the currency that its field shows, whether it is typed in full or in part', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const currency = window.getByRole('combobox', { name: t('stopForm.paymentCurrency'), exact: true });
  const type = async (text: string) => {
    await expect(currency).toBeFocused();
    await keyboard.type(text);
    await expect(currency).toHaveValue(text);
    await keyboard.press('Tab');
  };

  await newStop(window);
  const name = 'Pays In Dollars';
  const place = { street: 'Lindenweg 7', zip: '41731', city: 'Aldermünde' };
  await typeStop(
    window,
    { name, phone: '', ...place, notes: '' },
    {
      beforeSaving: async () => {
        await button(window, t('stopForm.more')).press('Enter');
        await window.getByLabel(t('stopForm.paymentAmount'), { exact: true }).fill('50');
        await keyboard.press('Tab');
        await type('US');
        await expect(currency, 'no currency is chosen by a part of its name').toHaveValue('EUR');
        await keyboard.press('Shift+Tab');
        await type('usd');
        await expect(currency).toHaveValue('USD');
      },
    },
  );
  await expect(currency, 'the next stop begins with the usual currency').toHaveValue('EUR');
  await allSent(window);
  const reader = new PlainClient(service);
  const stops = await reader.stops(plan.id);
  reader.close();
  expect(stops.filter(({ recipient }) => recipient?.name === name)).toMatchObject([
    { paymentOnDelivery: { amount: 5_000, currency: 'USD' } },
  ]);
});
