/** A depot in another zone than this computer: chosen in the settings by keys, and seen wherever a plan's times are. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DepotRow } from '../../src/shared/depots.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { isStop, type StopRow } from '../../src/shared/stops.ts';
import { clockText } from '../../src/shared/zones.ts';
import { alone } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabToField } from '../support/keys.ts';
import { setSize } from '../support/reach.ts';
import { callBackend, goTo, newStop, openConnected, openPlan, planList } from '../support/screens.ts';

const berlin = 'Europe/Berlin';
const lisbon = 'Europe/Lisbon';
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const note = (window: Page): Locator =>
  window.getByText(t('zones.behind', { place: 'Lisbon', difference: '1 h' }), { exact: true });
const filterBox = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });
const field = (window: Page, name: string): Locator => window.getByLabel(name, { exact: true });
const zoneField = (window: Page, depot: string): Locator => window.getByRole('combobox', { name: depot, exact: true });
const stopRow = (window: Page, name: string): Locator =>
  window
    .getByRole('grid', { name: t('stops.table'), exact: true })
    .getByRole('row')
    .filter({ hasText: name });
const block = (window: Page, name: string): Locator =>
  window.getByRole('listbox', { name: t('routes.timeline') }).getByRole('option', { name });

/** The last Sunday of March within a year from now: clocks are changed in all of Europe. */
function nextChange(): { year: number; month: number; day: number } {
  const now = new Date();
  const lastSunday = (year: number) => {
    const end = new Date(Date.UTC(year, 2, 31));
    return new Date(Date.UTC(year, 2, 31 - end.getUTCDay()));
  };
  const here = lastSunday(now.getUTCFullYear());
  const found = here > now ? here : lastSunday(now.getUTCFullYear() + 1);
  return { year: found.getUTCFullYear(), month: 3, day: found.getUTCDate() };
}

/** Chooses a zone by typing a part of its name. */
async function chooseZone(window: Page, depot: string, typed: string, zone: RegExp): Promise<void> {
  await goTo(window, 'settings');
  await tabToField(window, zoneField(window, depot), 'the zone of the depot');
  await window.keyboard.press('ArrowDown');
  await expect(window.locator('.option').first(), 'the list opens with its first choices').toBeVisible();
  await expect(window.getByRole('option', { name: /more\. Type to find them\.$/ })).toBeVisible();
  await window.keyboard.type(typed);
  const highlighted = window.locator('.option[data-highlighted]');
  await expect(highlighted, 'the best match is highlighted').toContainText(zone);
  await window.keyboard.press('Enter');
  await expect(zoneField(window, depot)).toHaveValue(zone);
}

test('shows and reads the times of a plan on the clock of its depot', async ({ service, client, start }) => {
  const plans = await client.plans();
  client.close();
  const plan = alone(plans, ({ title }) => title).find(
    ({ optimization, distributed }) => optimization === 'optimized' && !distributed,
  )!;
  const app = await start({ env: { TZ: berlin } });
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  await filterBox(window).fill(plan.title);
  await openPlan(window, plan.title);
  const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: plan.id, cursor: null });
  await expect.poll(async () => (await list()).rows.length, { timeout: 60_000 }).toBeGreaterThan(1);
  const { rows } = await list();
  const stop = alone(rows.filter(isStop), ({ recipientName }) => recipientName).find(
    ({ estimatedArrivalAt, position }) => estimatedArrivalAt !== null && position === 1,
  )!;
  const [here, there] = [berlin, lisbon].map((zone) => clockText(stop.estimatedArrivalAt!, zone));

  const arrival = (time: string) => stopRow(window, stop.name).getByRole('gridcell', { name: time, exact: true });
  // The table is grouped by driver, and the stop may be far down.
  await filterBox(window).fill(stop.name);
  await expect(arrival(here!)).toBeVisible();
  await expect(block(window, stop.name)).toHaveAccessibleName(new RegExp(`^${here}`));
  await expect(note(window), 'nothing is said while the clocks agree').toHaveCount(0);

  const { depot, depotName } = await callBackend<PlanRow>(window, 'plans', 'get', { planId: plan.id });
  await chooseZone(window, depotName!, 'lisbon', /^Europe\/Lisbon, UTC/);
  await goTo(window, 'plans');
  await expect(note(window), 'the head says whose times they are').toBeVisible();
  await filterBox(window).fill(stop.name);
  await expect(arrival(there!)).toBeVisible();
  await expect(arrival(here!)).toHaveCount(0);
  await expect(block(window, stop.name)).toHaveAccessibleName(new RegExp(`^${there}`));

  const title = 'On the day of the change';
  const made = { title, starts: nextChange(), depot, drivers: [] };
  await callBackend(window, 'plans', 'create', { plan: made, draftId: null });
  await window.getByRole('button', { name: t('stops.backToPlans') }).click();
  await planList(window).waitFor();
  await filterBox(window).fill(title);
  await openPlan(window, title);
  await expect(() => newStop(window)).toPass({ timeout: 30_000 });
  await field(window, t('stopForm.earliest')).fill('1:30');
  await window.keyboard.press('Tab');
  const skipped = window.getByText(t('zones.skipped', { from: '01:00', to: '02:00' }), { exact: true });
  await expect(skipped, 'the clock of Lisbon skips it').toBeVisible();
  // The clock of Berlin skips this one, but the depot's does not.
  await field(window, t('stopForm.earliest')).fill('2:30');
  await window.keyboard.press('Tab');
  await expect(skipped).toHaveCount(0);
  await expect(field(window, t('stopForm.earliest'))).not.toHaveAttribute('aria-invalid', 'true');
  await field(window, t('stopForm.earliest')).fill('');
  await window.keyboard.press('Escape');

  await chooseZone(window, depotName!, 'country', /Europe\/Berlin/);
  const { rows: depots } = await callBackend<{ rows: DepotRow[] }>(window, 'depots', 'list');
  expect(depots.find(({ id }) => id === depot)).toMatchObject({ zone: berlin, zoneChoice: null });
});
