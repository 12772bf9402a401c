/** Steps of a dispatcher's day that keys alone take. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { App } from './app.ts';
import { button } from './day.ts';
import { planIs, seenToBegin } from './evening.ts';
import { chooseByKeys, chooseItemByKeys, focused, tabTo, tabToField } from './keys.ts';
import { waitFor } from './processes.ts';
import { addressField, callBackend, confirmOptimisation, pasteKey, planList } from './screens.ts';
import type { TrainingService } from './training-service.ts';

/** Reaches a button by Tab and presses it with Enter. */
export async function pressButton(window: Page, found: Locator, what: string): Promise<void> {
  await expect(found, `${what} can be pressed`).toBeEnabled();
  await tabToField(window, found, what);
  await window.keyboard.press('Enter');
}

/** Fills in the connection form and connects. */
export async function connectByKeys({ window, electron }: App, service: TrainingService): Promise<void> {
  const { keyboard } = window;
  await expect(addressField(window), 'the address has the first focus').toBeFocused();
  await keyboard.type(service.address);
  await pasteKey(window, electron, t('connections.planningKey'), service.planningKey);
  await pasteKey(window, electron, t('connections.ordersKey'), service.ordersKey);
  await tabTo(window, new RegExp(`^BUTTON\\s+${t('connections.advanced')}$`));
  await keyboard.press('Enter');
  await tabToField(window, window.getByLabel(t('connections.authority')), 'the certificate authority');
  await keyboard.insertText(readFileSync(service.authorityFile, 'utf8'));
  await pressButton(window, button(window, t('connections.connect')), 'Connect');
  await expect(planList(window), 'the plans are listed and have the focus').toBeFocused({ timeout: 60_000 });
}

/** Active drivers of one depot that has at least so many. */
export const driversOfDepot = (window: Page, count: number): Promise<DriverRow[]> =>
  waitFor('a depot with enough drivers', async () => {
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    // A driver without a name is listed by phone number.
    const fit = rows.filter(
      ({ active, name, depots, depotNames }) =>
        active && !name.startsWith('+') && depots.length === 1 && depotNames.length === 1,
    );
    const teams = Object.values(Object.groupBy(fit, ({ depotNames }) => depotNames[0]!));
    return teams.find((team) => team !== undefined && team.length >= count)?.slice(0, count);
  });

/**
 * Creates a plan for tomorrow, which is the day that the dialog proposes, with drivers of one depot.
 * @returns the drivers
 */
export async function makePlanByKeys(window: Page, title: string, count: number): Promise<DriverRow[]> {
  const { keyboard } = window;
  const drivers = await driversOfDepot(window, count);
  await pressButton(window, button(window, t('plans.newPlan')), 'New plan');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByLabel(t('plans.columnTitle')), 'the title has the first focus').toBeFocused();
  await keyboard.type(title);
  const depot = dialog.getByRole('combobox', { name: t('plans.columnDepot') });
  await chooseByKeys(window, depot, new RegExp(drivers[0]!.depotNames[0]!), 'the depot');
  for (const { name } of drivers) {
    await tabToField(window, dialog.getByRole('checkbox', { name }).first(), name);
    await keyboard.press('Space');
  }
  await keyboard.press('Control+Enter');
  await expect(window.getByRole('heading', { name: title, level: 1 }), 'the new plan is open').toBeVisible();
  return drivers;
}

/** Chooses a file in the import that has just opened. */
export async function chooseFileByKeys(window: Page, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await expect
    .poll(async () => (await focused(window))?.name, { message: 'the button that chooses a file has the focus' })
    .toBe(`BUTTON ${t('imports.chooseFile')}`);
  // The file dialog belongs to the system and cannot be driven from here: the file arrives as if chosen in it.
  await window.locator('input[type="file"]').setInputFiles(file);
}

/** Optimises the open plan to its end, whatever is said before about stops that would be left out. */
export async function optimiseByKeys(window: Page, service: TrainingService, title: string): Promise<void> {
  await seenToBegin(window, service, async () => {
    await chooseItemByKeys(window, t('plans.menu'), t('plans.optimize'));
    await confirmOptimisation(window, (_window, anyway) => pressButton(window, anyway, 'Optimise anyway'));
  });
  await planIs(window, title, {
    what: 'the optimised plan',
    fits: ({ optimization }) => optimization === 'optimized',
  });
}

/**
 * Changes the time window of a stop that an optimisation left out to 9 to 12, by the button beside the reason.
 *
 * @param left the line of the stop among those that were left out
 */
export async function mendWindowByKeys(window: Page, left: Locator): Promise<void> {
  const { keyboard } = window;
  await pressButton(window, button(left, t('refusals.fixWindow')), 'Change window');
  await expect(window.getByLabel(t('stopForm.earliest')), 'the field to mend has the focus').toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('9-12');
  await keyboard.press('Control+Enter');
  const firstField = window.getByLabel(t('stopForm.recipientName'), { exact: true });
  await expect(firstField, 'the form of the stop is closed').toHaveCount(0);
}

/** Distributes the open plan: its menu, the question, and the button that is not the first. */
export async function distributeByKeys(window: Page, title: string): Promise<void> {
  await chooseItemByKeys(window, t('plans.menu'), t('plans.distribute'));
  const dialog = window.getByRole('dialog');
  await expect(button(dialog, t('common.cancel')), 'the safe answer has the focus').toBeFocused();
  await pressButton(window, button(dialog, t('plans.distribute')), 'Distribute');
  await expect(dialog, 'the question is answered').toHaveCount(0);
  const fits = ({ distributed, writable }: { distributed: boolean; writable: boolean }) => distributed && !writable;
  await planIs(window, title, { what: 'the distributed plan', fits });
}

/** Waits until the new plan is on the service, for tomorrow. */
export async function planOfTomorrow(window: Page, title: string): Promise<void> {
  const tomorrow = new Intl.DateTimeFormat('sv-SE').format(Date.now() + 86_400_000);
  await planIs(window, title, {
    what: 'the plan on the service',
    fits: ({ id, starts }) => id.startsWith('plans/') && starts === tomorrow,
  });
}
