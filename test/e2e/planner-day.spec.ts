/**
 * Every operation of plans, stops, unassigned stops, routes and drivers that a screen sends, with each version of the
 * planning service: a plan from its first stop to its deletion. What the service has is read over HTTPS.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { button } from '../support/day.ts';
import { planIs } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePlanByKeys, planOfTomorrow } from '../support/keyboard-day.ts';
import type { ServiceStop } from '../support/plain-client.ts';
import * as steps from '../support/planner-day.ts';
import { goTo, openConnected } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';
import { dialogButton, readBack } from '../support/twice.ts';

const title = 'Round of the planner';
const renamed = 'Round of the planner, south';
const stops = [steps.plannedStop('Planner Ida', 31), steps.plannedStop('Planner Jon', 33)];
const live = steps.plannedStop('Planner Kim', 35);
const planless = steps.plannedStop('Planner Lea', 37);

const named = (all: readonly ServiceStop[]) =>
  all
    .filter(({ recipient }) => recipient?.name?.startsWith('Planner ') === true)
    .map(({ recipient, notes }) => `${String(recipient!.name)}: ${String(notes)}`)
    .toSorted();

/** What the service has, read in v1. */
const onService = async (service: TrainingService, planningVersions: 'both' | 'older-only') => {
  await control(service, 'PUT', '/switches', { planningVersions: 'both' });
  const found = await readBack(service, async (reader) => {
    const plan = (await reader.plans()).find((each) => [title, renamed].includes(each.title));
    return {
      ...(plan === undefined ? {} : { title: plan.title, stops: named(await reader.stops(plan.id)) }),
      planless: named(await reader.unassignedStops()),
      drivers: (await reader.drivers()).flatMap(({ email }) => email ?? []).filter((email) => email.startsWith('own-')),
    };
  });
  await control(service, 'PUT', '/switches', { planningVersions });
  return found;
};

async function changeDrivers(window: Page): Promise<void> {
  await goTo(window, 'drivers');
  await button(window, t('drivers.newDriver')).click();
  await window.getByRole('dialog').getByLabel(t('drivers.columnName'), { exact: true }).fill('Own Driver');
  await window.getByRole('dialog').getByLabel(t('drivers.columnEmail')).fill('own-driver@example.com');
  await dialogButton(window, t('common.save')).click();
  await steps.everythingSent(window);
}

async function removeDriver(window: Page): Promise<void> {
  await goTo(window, 'drivers');
  await window.getByRole('textbox', { name: t('common.filter') }).fill('own-driver@example.com');
  await window
    .getByRole('grid', { name: t('drivers.table') })
    .locator('[role="row"][aria-selected]')
    .click();
  await button(window.getByRole('complementary'), t('drivers.remove')).click();
  await dialogButton(window, t('drivers.removeConfirm')).click();
  await steps.everythingSent(window);
}

async function planAndOptimise(window: Page, service: TrainingService, hasSearch: boolean): Promise<void> {
  await goTo(window, 'plans');
  await makePlanByKeys(window, title, 2);
  await planOfTomorrow(window, title);
  await steps.addStops(window, stops);
  await steps.everythingSent(window);
  const compared = hasSearch ? t('stopImport.askedElsewhere', { done: 3, count: 3 }) : t('stopImport.noSearch');
  await steps.importStops(window, ['Planner Max', 'Shop One', 'Shop Two'], compared);
  await steps.everythingSent(window);
  await steps.changeNotes(window, stops[0]!.name, 'Back door');
  await steps.deleteStop(window, 'Planner Max');
  await steps.choose(window, t('plans.edit'));
  await window.getByRole('dialog').getByLabel(t('plans.columnTitle'), { exact: true }).fill(renamed);
  await dialogButton(window, t('common.save')).click();
  await expect(window.getByRole('heading', { name: renamed })).toBeVisible();
  await steps.everythingSent(window);
  await window.getByRole('textbox', { name: t('common.filter') }).fill('');
  await steps.optimiseTwice(window, service, renamed);
  await steps.openRoute(window, service);
}

async function changeLive(window: Page): Promise<void> {
  await steps.command(window, t('plans.distribute'));
  await planIs(window, renamed, {
    what: 'the distributed plan',
    fits: ({ distributed, writable }) => distributed && !writable,
  });
  await steps.addStops(window, [live]);
  await steps.changeNotes(window, stops[1]!.name, 'Ring twice');
  await steps.reoptimise(window, renamed);
  await steps.command(window, t('plans.saveChanges'));
  await planIs(window, renamed, {
    what: 'the saved changes',
    fits: ({ optimization }) => optimization === 'optimized',
  });
  await steps.deleteStop(window, live.name);
  await steps.reoptimise(window, renamed);
  await steps.command(window, t('plans.redistribute'));
  await planIs(window, renamed, { what: 'the sent changes', fits: ({ optimization }) => optimization === 'optimized' });
}

async function changeUnassigned(window: Page): Promise<void> {
  await goTo(window, 'plans');
  await button(window, t('plans.unassigned')).click();
  await steps.addStops(window, [planless]);
  await steps.everythingSent(window);
  await steps.changeNotes(window, planless.name, 'Leave at the gate');
  await steps.everythingSent(window);
}

for (const version of ['v1', 'v0.2b'] as const) {
  test(`plans a day with ${version}, from the first stop to the deletion`, async ({ service, start }) => {
    test.setTimeout(240_000);
    const planningVersions = version === 'v1' ? 'both' : 'older-only';
    await control(service, 'PUT', '/switches', { planningVersions });
    const app = await start();
    const { window } = app;
    await openConnected(app, service);
    await goTo(window, 'settings');
    await expect(window.getByText(version, { exact: true }), 'the version is found and named').toBeVisible();

    const missing = version === 'v1' ? [] : [t('settings.accessOf.routes'), t('settings.accessOf.search')];
    await steps.checkAccess(window, missing);

    await changeDrivers(window);
    await planAndOptimise(window, service, version === 'v1');
    expect(await onService(service, planningVersions)).toEqual({
      title: renamed,
      stops: [`${stops[0]!.name}: Back door`, `${stops[1]!.name}: Bell 33`],
      planless: [],
      drivers: ['own-driver@example.com'],
    });
    await changeLive(window);
    await changeUnassigned(window);
    expect(await onService(service, planningVersions)).toEqual({
      title: renamed,
      stops: [`${stops[0]!.name}: Back door`, `${stops[1]!.name}: Ring twice`],
      planless: [`${planless.name}: Leave at the gate`],
      drivers: ['own-driver@example.com'],
    });

    await steps.deleteStop(window, planless.name);
    await goTo(window, 'plans');
    await window.getByRole('textbox', { name: t('common.filter') }).fill(renamed);
    await window.getByRole('gridcell', { name: renamed, exact: true }).dblclick();
    await steps.choose(window, t('plans.remove'));
    await dialogButton(window, t('plans.removeConfirm')).click();
    await removeDriver(window);
    expect(await onService(service, planningVersions)).toEqual({ planless: [], drivers: [] });
    await expect(window.getByRole('textbox', { name: t('common.filter') })).toBeVisible();
  });
}
