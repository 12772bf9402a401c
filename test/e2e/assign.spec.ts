/**
 * Stops are assigned to a driver and edited together by keyboard alone, online and offline, and read back over HTTPS.
 * Keys are the only input in this file.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys, tabToField } from '../support/keys.ts';
import type { ServicePlan, ServiceStop } from '../support/plain-client.ts';
import { waitFor } from '../support/processes.ts';
import { callBackend, choosePlan, openConnected, openPlan, statusBar } from '../support/screens.ts';
import type { TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const dialogOf = (window: Page, title: string): Locator => window.getByRole('dialog', { name: title });
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

/** A driver of the plan who is not paused, once the lists are loaded. */
const driverOf = (window: Page, planId: string): Promise<DriverRow> =>
  waitFor('a driver of the plan', async () => {
    const { driverIds } = await callBackend<PlanRow>(window, 'plans', 'get', { planId });
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    // A driver without a name is listed by phone number.
    return rows.find(({ id, name, active }) => active && !name.startsWith('+') && driverIds.includes(id));
  });

/** Marks the first three stops of the open plan. @returns their ids */
async function markThree(window: Page, planId: string): Promise<string[]> {
  const { keyboard } = window;
  const argument = { planId, cursor: null };
  const { rows } = await callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', argument);
  const isFree = ({ type, attemptedAt, change }: StopRow) => type === 'stop' && attemptedAt === null && change === null;
  const chosen = rows.map((row, at) => ({ row, at })).filter(({ row }) => isFree(row));
  const ids: string[] = [];
  await expect(stopTable(window), 'the table has the focus').toBeFocused();
  await keyboard.press('Home');
  let line = 0;
  for (const { row, at } of chosen.slice(0, 3)) {
    for (; line < at; line += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    ids.push(row.id);
  }
  await expect(window.getByRole('toolbar', { name: t('stops.markedCount', { count: 3 }) })).toBeVisible();
  return ids;
}

/** Assigns the marked stops. @param driver null: to any driver of the plan */
async function assignTo(window: Page, driver: DriverRow | null): Promise<void> {
  await expect(stopTable(window), 'the table has the focus again').toBeFocused();
  await window.keyboard.press('a');
  const dialog = dialogOf(window, t('assign.title', { count: 3 }));
  await expect(dialog).toContainText(t('assign.text'));
  const field = dialog.getByRole('combobox', { name: t('assign.driver') });
  await expect(field, 'the driver has the first focus').toBeFocused();
  await chooseByKeys(window, field, new RegExp(driver?.name ?? t('assign.anyDriver')), 'the driver');
  await tabToField(window, button(dialog, t('assign.confirm')), 'Assign');
  await window.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** Ticks a field of the open dialog. @returns the dialog */
async function tick(window: Page, dialog: Locator, name: string): Promise<void> {
  await tabToField(window, dialog.getByRole('checkbox', { name, exact: true }), name);
  await window.keyboard.press('Space');
}

/** Types into a field of the open dialog, reached by Tab. */
async function typeInto(window: Page, field: Locator, text: string): Promise<void> {
  await tabToField(window, field, text);
  await window.keyboard.type(text);
}

async function openEdit(window: Page): Promise<Locator> {
  await expect(stopTable(window), 'the table has the focus again').toBeFocused();
  await window.keyboard.press('F2');
  const dialog = dialogOf(window, t('assign.editTitle', { count: 3 }));
  await expect(dialog.getByRole('checkbox').first(), 'the first field has the focus').toBeFocused();
  return dialog;
}

const isFor = ({ allowedDrivers }: Pick<ServiceStop, 'allowedDrivers'>, { id }: DriverRow): boolean =>
  allowedDrivers?.join() === id;

/** The three stops as the service has them, once they fit. */
async function threeOf(
  service: TrainingService,
  { plan, ids }: { plan: ServicePlan; ids: readonly string[] },
  what: string,
  fits: (stop: ServiceStop) => boolean,
): Promise<void> {
  await waitFor(
    what,
    async () => {
      const stops = await readBack(service, (reader) => reader.stops(plan.id));
      return stops.filter((stop) => ids.includes(stop.id) && fits(stop)).length === 3;
    },
    60_000,
  );
}

/** A plan to work on that no driver has yet. */
const choosePlanned = (plans: readonly ServicePlan[]): ServicePlan =>
  choosePlan(plans.filter(({ optimization }) => optimization === 'editing' || optimization === 'creating'));

/** Opens the plan in the table of its stops. */
async function openStops({ window }: App, plan: ServicePlan): Promise<void> {
  await openPlan(window, plan.title);
  await expect(stopTable(window).locator('[role="row"][aria-selected]').nth(3)).toBeVisible({ timeout: 60_000 });
}

test('assigns and edits three stops by keyboard alone, online and offline', async ({ service, client, start }) => {
  test.setTimeout(240_000);
  const plan = choosePlanned(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openStops(app, plan);
  const driver = await driverOf(window, plan.id);
  const ids = await markThree(window, plan.id);
  const chosen = { plan, ids };

  await assignTo(window, driver);
  await threeOf(service, chosen, 'the stops to be for the driver', (stop) => isFor(stop, driver));

  const dialog = await openEdit(window);
  await tick(window, dialog, t('assign.editWindow'));
  await typeInto(window, dialog.getByLabel(t('stopForm.earliest')), '13-15');
  await tick(window, dialog, t('assign.editPackages'));
  await typeInto(window, dialog.getByRole('textbox', { name: t('assign.packagesNumber') }), '4');
  await tick(window, dialog, t('assign.editNotes'));
  await typeInto(window, dialog.getByRole('textbox', { name: t('assign.notesText') }), 'Side door');
  await window.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await threeOf(
    service,
    chosen,
    'the stops to be edited',
    ({ timing, packageCount, notes, allowedDrivers }) =>
      timing?.earliestAttemptTime?.hour === 13 &&
      timing.latestAttemptTime?.hour === 15 &&
      packageCount === 4 &&
      notes === 'Side door' &&
      isFor({ allowedDrivers }, driver),
  );
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  await service.kill();
  await assignTo(window, null);
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 3 }));
  await window.keyboard.press('Control+Z');
  await expect(window.getByText(t('assign.undone', { count: 3 }))).toBeVisible();
  await expect(statusBar(window)).not.toContainText(t('shell.waiting', { count: 3 }));
  const offline = await openEdit(window);
  await tick(window, offline, t('assign.editNotes'));
  await typeInto(window, offline.getByRole('textbox', { name: t('assign.notesText') }), 'Back door');
  await window.keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 3 }));

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 90_000 });
  await threeOf(
    again,
    chosen,
    'the offline edits',
    ({ notes, allowedDrivers }) => notes === 'Back door' && isFor({ allowedDrivers }, driver),
  );

  await window.keyboard.press('m');
  const moving = dialogOf(window, t('stops.moveTitle', { count: 3 }));
  const to = moving.getByRole('combobox', { name: t('stops.moveTo') });
  await chooseByKeys(window, to, new RegExp(t('plans.unassigned')), 'where to');
  await tabToField(window, button(moving, t('stops.moveConfirm')), 'Move');
  await window.keyboard.press('Enter');
  await waitFor(
    'the stops to wait for a plan, and none to be in it',
    async () => {
      const waiting = await readBack(again, (reader) => reader.unassignedStops());
      const left = await readBack(again, (reader) => reader.stops(plan.id));
      return (
        waiting.filter(({ notes, packageCount }) => notes === 'Back door' && packageCount === 4).length === 3 &&
        !left.some(({ id }) => ids.includes(id))
      );
    },
    60_000,
  );
});

test('shows the driver that is chosen when another name was only begun', async ({ service, client, start }) => {
  const plan = choosePlanned(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openStops(app, plan);
  const driver = await driverOf(window, plan.id);
  await markThree(window, plan.id);
  await window.keyboard.press('a');
  const dialog = dialogOf(window, t('assign.title', { count: 3 }));
  const field = dialog.getByRole('combobox', { name: t('assign.driver') });
  await expect(field, 'the driver has the first focus').toBeFocused();
  await chooseByKeys(window, field, new RegExp(driver.name), 'the driver');
  await expect(field).toHaveValue(driver.name);

  const other = t('assign.anyDriver');
  await field.press('Control+A');
  await window.keyboard.type(other.slice(0, 3));
  await expect(field).toHaveValue(other.slice(0, 3));
  await window.keyboard.press('Tab');
  await expect(field, 'it would be assigned to the driver').toHaveValue(driver.name);

  await window.keyboard.press('Shift+Tab');
  await window.keyboard.type(other.slice(0, 3));
  await expect(window.locator('.option').first(), 'the choices are open').toBeVisible();
  await window.keyboard.press('Escape');
  await expect(field).toHaveValue(driver.name);
  await expect(dialog, 'Esc closes the choices alone').toBeVisible();

  await field.press('Control+A');
  await window.keyboard.type(other);
  await window.keyboard.press('Tab');
  await expect(field).toHaveValue(other);
});

test('asks again where other stops go, and not where the ones before them went', async ({ service, client, start }) => {
  const plan = choosePlanned(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openStops(app, plan);
  await expect(stopTable(window)).toBeFocused();
  await keyboard.press('Home');
  await keyboard.press('m');
  const moving = dialogOf(window, t('stops.moveTitle', { count: 1 }));
  const to = moving.getByRole('combobox', { name: t('stops.moveTo') });
  await chooseByKeys(window, to, new RegExp(t('plans.unassigned')), 'where to');
  await tabToField(window, button(moving, t('stops.moveConfirm')), 'Move');
  await keyboard.press('Enter');
  await expect(moving).toHaveCount(0);
  await expect(stopTable(window)).toBeFocused();

  await keyboard.press('ArrowDown');
  await keyboard.press('m');
  await expect(to).toBeFocused();
  await expect(to).toHaveValue('');
  await expect(button(moving, t('stops.moveConfirm'))).toHaveAttribute('aria-disabled', 'true');
});
