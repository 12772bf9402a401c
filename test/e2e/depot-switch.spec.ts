/** The depot that all screens are narrowed to, chosen by keys and remembered. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys } from '../support/keys.ts';
import type { ServiceStop } from '../support/plain-client.ts';
import { callBackend, goTo, newStop, openConnected, planList, statusBar, typeStop } from '../support/screens.ts';

const depotSwitch = (window: Page): Locator =>
  window.getByRole('navigation').getByRole('combobox', { name: t('shell.depot') });
const chip = (window: Page, depot: string): Locator =>
  window.getByRole('main').getByRole('button', { name: t('common.removeNamed', { name: depot }) });
const rowsOf = async <Row>(window: Page, group: string): Promise<Row[]> =>
  (await callBackend<{ rows: Row[] }>(window, group, 'list')).rows;

/** Chooses with the keyboard alone. */
async function choose(window: Page, depot: string): Promise<void> {
  await chooseByKeys(window, depotSwitch(window), new RegExp(depot), 'the depot');
  await expect(depotSwitch(window), 'the switch keeps the focus').toBeFocused();
}

const isTyped = ({ recipient }: ServiceStop): boolean => recipient?.name === 'Of this depot';

test('narrows plans, drivers and unassigned stops to one depot', async ({ service, client, folder, start }) => {
  const profile = folder('profile');
  let app = await start({ profile });
  let { window } = app;
  await openConnected(app, service);
  await expect(depotSwitch(window), 'with several depots there is a choice').toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const plans = await rowsOf<PlanRow>(window, 'plans');
  const drivers = await rowsOf<DriverRow>(window, 'drivers');
  const depot = plans.find(({ depotName, depot: id }) => depotName !== null && id !== null)!;
  const name = depot.depotName!;

  await choose(window, name);
  const shownPlans = plans.filter(({ depot: of }) => of === null || of === depot.depot).length;
  expect(shownPlans, 'other depots have plans too').toBeLessThan(plans.length);
  const count = (shown: number, total: number) =>
    window.getByText(t('common.rowsOf', { shown, total }), { exact: true });
  await expect(count(shownPlans, plans.length)).toBeVisible();

  await goTo(window, 'drivers');
  const shownDrivers = drivers.filter(({ depots }) => depots.length === 0 || depots.includes(depot.depot!)).length;
  await expect(count(shownDrivers, drivers.length)).toBeVisible();
  await window.getByRole('button', { name: t('drivers.newDriver') }).click();
  await expect(window.getByRole('dialog').getByRole('checkbox', { name, exact: true })).toBeChecked();
  await window.keyboard.press('Escape');

  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await newStop(window);
  await typeStop(window, { name: 'Of this depot', phone: '', street: 'Lindenallee 3', zip: '', city: '', notes: '' });
  await window.keyboard.press('Escape');
  await expect
    .poll(async () => (await client.unassignedStops()).find(isTyped), 'the service has the stop, at this depot')
    .toMatchObject({ depot: depot.depot });
  await expect(window.getByText('Of this depot').first()).toBeVisible();

  await app.close();
  app = await start({ profile });
  ({ window } = app);
  await planList(window).waitFor();
  await expect(count(shownPlans, plans.length), 'the choice is remembered').toBeVisible();
  await chip(window, name).click();
  await expect(window.getByText(t('plans.count', { count: plans.length }), { exact: true })).toBeVisible();
  await expect(depotSwitch(window)).toContainText(t('shell.allDepots'));
});
