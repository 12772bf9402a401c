/** Steps of a planner's day by mouse and shortcuts: one plan from its first stop to its deletion. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { button } from './day.ts';
import { planIs } from './evening.ts';
import { confirmOptimisation, newStop, statusBar, stopRow, typeStop, type TypedStop } from './screens.ts';
import { dropFile } from './drop-file.ts';
import { control, type TrainingService } from './training-service.ts';
import { dialogButton } from './twice.ts';

/** A stop that the training data does not have. */
export const plannedStop = (name: string, number: number): TypedStop => ({
  ...{ name, phone: `030 55502${number}`, street: `Lindenallee ${number}`, zip: '41731', city: 'Aldermünde' },
  notes: `Bell ${number}`,
});

/** Waits until nothing waits in the outbox. */
export const everythingSent = (window: Page): Promise<void> =>
  expect(statusBar(window), 'all changes are sent').toContainText(t('shell.allSent'), { timeout: 60_000 });

/** Chooses from the menu of the open plan. */
export async function choose(window: Page, item: string): Promise<void> {
  await button(window, t('plans.menu')).click();
  await window.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Types stops into the open plan. */
export async function addStops(window: Page, stops: readonly TypedStop[]): Promise<void> {
  await expect(() => newStop(window), 'the form for a new stop is open').toPass({ timeout: 30_000 });
  for (const stop of stops) await typeStop(window, stop);
  await window.keyboard.press('Escape');
}

/** Asks what the keys can read, in the settings. */
export async function checkAccess(window: Page, without: readonly string[]): Promise<void> {
  await button(window, t('settings.access')).click();
  const dialog = window.getByRole('dialog', { name: t('settings.accessTitle') });
  const said = (text: string) => dialog.getByText(text, { exact: true });
  await expect(said(t('settings.accessReadable'))).toHaveCount(11 - without.length);
  await expect(said(t('settings.accessAbsent'))).toHaveCount(without.length);
  for (const name of without) {
    await expect(dialog.getByRole('definition').and(said(name).locator('xpath=following-sibling::dd[1]'))).toHaveText(
      t('settings.accessAbsent'),
    );
  }
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** Brings stops of a file into the open plan, compared with what the service has of them. @param said after the comparison */
export async function importStops(window: Page, names: readonly string[], said: string): Promise<void> {
  const lines = names.map((name, at) => `SHOP-${at},${name},Lindenallee ${at + 51},41731,Aldermünde`);
  await dropFile(window, ['Number,Name,Street,Postcode,Town', ...lines].join('\n'), 'shop.csv');
  const dialog = window.getByRole('dialog');
  await button(dialog, t('imports.askService')).click();
  await expect(dialog.getByText(t('stopImport.askedService'))).toContainText(said, { timeout: 30_000 });
  await button(dialog, t('stopImport.import', { count: names.length })).click();
  await window.getByText(t('stopImport.imported', { count: names.length })).waitFor();
}

/** Opens a route of the open plan by keyboard, which reads it. */
export async function openRoute(window: Page, service: TrainingService): Promise<void> {
  const routes = window.getByRole('tree', { name: t('routes.list') });
  // The details of a stop may have taken their place.
  await window.keyboard.press('Alt+r');
  await expect(routes).toBeFocused();
  await window.keyboard.press('Home');
  const first = routes.getByRole('treeitem').first();
  // The plan is optimised before its stops are read again, and without stops there is nothing to open.
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await window.keyboard.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  const paths = async () =>
    ((await control(service, 'GET', '/requests'))['requests'] as { path: string }[]).map(({ path }) => path);
  await expect
    .poll(async () => (await paths()).some((path) => path.includes('/routes/')), { timeout: 20_000 })
    .toBe(true);
}

/** Changes the notes of a stop that stands in the shown list. */
export async function changeNotes(window: Page, name: string, notes: string): Promise<void> {
  await (await stopRow(window, name)).click();
  await window.keyboard.press('F2');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await window.getByLabel(t('stopForm.notes'), { exact: true }).fill(notes);
  await window.keyboard.press('Control+Enter');
  await window.getByText(t('stops.saved', { name })).waitFor();
}

/** Deletes a stop of the shown list by its key. */
export async function deleteStop(window: Page, name: string): Promise<void> {
  await (await stopRow(window, name)).click();
  await window.keyboard.press('Delete');
  const [said = ''] = t('stops.removed', { name, shortcut: '|' }).split('|');
  await window.getByText(said).first().waitFor();
}

/**
 * Optimises the open plan, cancels that, and optimises it to the end. The service's time stands still until the second
 * one was seen to begin: with three stops it takes three seconds, in which a busy computer may draw no picture.
 */
export async function optimiseTwice(window: Page, service: TrainingService, title: string): Promise<void> {
  await control(service, 'PUT', '/clock', { speed: 0 });
  await choose(window, t('plans.optimize'));
  await confirmOptimisation(window);
  await button(window, t('plans.workCancel')).click();
  await window.getByText(t('plans.workCanceled')).first().waitFor();
  await planIs(window, title, {
    what: 'the plan as it was before the optimisation',
    fits: ({ optimization }) => optimization === 'creating' || optimization === 'editing',
  });
  await choose(window, t('plans.optimize'));
  await confirmOptimisation(window);
  await expect(button(window, t('plans.workCancel')), 'the second optimisation has begun').toBeVisible();
  await control(service, 'PUT', '/clock', { speed: 1, now: Date.now() });
  await planIs(window, title, {
    what: 'the optimised plan',
    fits: ({ optimization }) => optimization === 'optimized',
  });
}

/** Chooses a command of the open plan and says yes. */
export async function command(window: Page, item: string): Promise<void> {
  await choose(window, item);
  await dialogButton(window, item).click();
  await expect(window.getByRole('dialog')).toHaveCount(0);
}

/** Optimises what was changed live. */
export async function reoptimise(window: Page, title: string): Promise<void> {
  await command(window, t('plans.reoptimize'));
  await planIs(window, title, {
    what: 'the live changes in order',
    fits: ({ optimization }) => optimization === 'preview',
  });
}
