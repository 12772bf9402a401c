/** Steps of a dispatcher's day by mouse: keys are pressed only inside text fields, where text is entered. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { App } from './app.ts';
import { button } from './day.ts';
import { planIs } from './evening.ts';
import { addressField, connectButton, fillAuthority, planList, type TypedStop } from './screens.ts';
import type { TrainingService } from './training-service.ts';

/** Fills in the connection form, with the keys by the buttons beside their fields, and connects. */
export async function connectByMouse({ window, electron }: App, service: TrainingService): Promise<void> {
  await addressField(window).fill(service.address);
  for (const [name, key] of [
    [t('connections.planningKey'), service.planningKey],
    [t('connections.ordersKey'), service.ordersKey],
  ] as const) {
    await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), key);
    await button(window, t('connections.pasteNamed', { name })).click();
    await expect(window.getByRole('textbox', { name, exact: true }), 'the key is entered').toContainText(
      t('connections.keyLength', { count: key.length }),
    );
  }
  await fillAuthority(window, readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
  await expect(planList(window), 'the plans are listed').toBeVisible({ timeout: 60_000 });
}

/** Opens a field with choices and clicks one of them. */
export async function chooseByMouse(window: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await window.locator('.option').filter({ hasText: option }).first().click();
  await expect(field).toContainText(option);
}

/** Opens the menu of the plan and clicks an item. */
export async function chooseItemByMouse(window: Page, item: string): Promise<void> {
  await button(window, t('plans.menu')).click();
  await window.getByRole('menuitem', { name: item, exact: true }).click();
  await expect(window.getByRole('menu'), 'the menu is closed').toHaveCount(0);
}

/** Creates a plan for tomorrow, which is the day that the dialog proposes. @param drivers of one depot */
export async function makePlanByMouse(window: Page, title: string, drivers: readonly DriverRow[]): Promise<void> {
  await button(window, t('plans.newPlan')).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel(t('plans.columnTitle')).fill(title);
  const depot = drivers[0]!.depotNames[0]!;
  const field = dialog.getByRole('combobox', { name: t('plans.columnDepot') });
  // The depot to which all screens are narrowed is proposed.
  await expect(field).toHaveValue(depot);
  for (const { name } of drivers) await dialog.getByRole('checkbox', { name }).first().click();
  await button(dialog, t('forms.save')).click();
  await expect(window.getByRole('heading', { name: title, level: 1 }), 'the new plan is open').toBeVisible();
}

/** Enters stops through the form of the list on screen, one after the other, and closes it. */
export async function enterStops(window: Page, stops: readonly TypedStop[]): Promise<void> {
  await expect(button(window, t('stops.newStop')), 'a stop can be entered').toBeEnabled();
  await button(window, t('stops.newStop')).click();
  const pane = window
    .getByRole('complementary')
    .filter({ has: window.getByRole('form', { name: t('stopForm.form') }) });
  for (const stop of stops) {
    for (const [label, text] of [
      ['recipientName', stop.name],
      ['phone', stop.phone],
      ['addressLineOne', stop.street],
      ['zip', stop.zip],
      ['city', stop.city],
      ['earliest', stop.hours ?? '9-12'],
      ['notes', stop.notes],
    ] as const) {
      await pane.getByLabel(t(`stopForm.${label}`), { exact: true }).fill(text);
    }
    await button(pane, t('forms.saveAndNext')).click();
    await expect(window.getByText(t('stops.saved', { name: stop.name }))).toBeVisible();
  }
  await button(pane, t('common.close')).click();
  await expect(pane, 'the form is closed').toHaveCount(0);
}

/** Distributes the open plan: its menu, the question, and the button that is not the first. */
export async function distributeByMouse(window: Page, title: string): Promise<void> {
  await chooseItemByMouse(window, t('plans.distribute'));
  const dialog = window.getByRole('dialog');
  await button(dialog, t('plans.distribute')).click();
  await expect(dialog, 'the question is answered').toHaveCount(0);
  const fits = ({ distributed, writable }: { distributed: boolean; writable: boolean }) => distributed && !writable;
  await planIs(window, title, { what: 'the distributed plan', fits });
}
