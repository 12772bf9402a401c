/**
 * The evening by mouse: a plan for tomorrow is created, filled by typing and by dragging unassigned stops, assigned by
 * dragging, optimised, mended and distributed. Nothing but the text in fields is entered with the keyboard.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { button } from '../support/day.ts';
import { dragTo, letGo } from '../support/dragging.ts';
import { earlyStops, expectEvening, lateStops, nightStop, planIs, seenToBegin } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import { driversOfDepot, planOfTomorrow } from '../support/keyboard-day.ts';
import {
  chooseByMouse,
  chooseItemByMouse,
  connectByMouse,
  distributeByMouse,
  enterStops,
  makePlanByMouse,
} from '../support/mouse-day.ts';
import { setSize } from '../support/reach.ts';
import { confirmOptimisation, goTo, statusBar } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';

const title = 'Evening round';
const assigned = lateStops[0]!.name;
/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const unassigned = (window: Page): Locator => window.getByRole('grid', { name: t('drag.unassigned') });
const rowOf = (grid: Locator, name: string): Locator => grid.locator('[data-key]').filter({ hasText: name });
const target = (window: Page, name: string): Locator => window.locator(`[data-drop="${name}"]`).first();

const allSent = (window: Page): Promise<void> =>
  expect(statusBar(window), 'all changes are sent').toContainText(t('shell.allSent'), { timeout: 90_000 });

/** Ticks the late stops among the unassigned ones and drags them into the plan. */
async function dragIn(window: Page): Promise<void> {
  const pane = unassigned(window);
  // The oldest are first.
  await pane.hover();
  await window.mouse.wheel(0, 10_000);
  await expect(rowOf(pane, assigned)).toBeVisible();
  for (const { name } of lateStops) await rowOf(pane, name).locator('[data-mark]').click();
  await dragTo(window, rowOf(pane, assigned), target(window, 'here'));
  await letGo(window, new RegExp(`^3 stops → ${title}`));
  for (const { name } of lateStops) await expect(rowOf(stopTable(window), name), 'it is in the plan').toHaveCount(1);
}

async function optimise(window: Page, service: TrainingService): Promise<void> {
  await seenToBegin(window, service, async () => {
    await chooseItemByMouse(window, t('plans.optimize'));
    await confirmOptimisation(window);
  });
  const fits = ({ optimization }: { optimization: string | null }) => optimization === 'optimized';
  await planIs(window, title, { what: 'the optimised plan', fits });
}

/** Optimises, mends the stop that was left out by the button beside its reason, and optimises again. */
async function optimiseAndMend(window: Page, service: TrainingService): Promise<void> {
  await optimise(window, service);
  const left = window.getByRole('listitem').filter({ hasText: nightStop.name });
  await expect(left, 'it is said which stop was left out, and why').toContainText(t('plans.skipTimeWindow'));
  await button(left, t('refusals.fixWindow')).click();
  const form = window.getByRole('complementary').filter({ has: window.getByLabel(t('stopForm.earliest')) });
  await form.getByLabel(t('stopForm.earliest')).fill('9-12');
  await button(form, t('forms.save')).click();
  await expect(form, 'the form is closed').toHaveCount(0);
  await allSent(window);
  const fits = ({ optimization }: { optimization: string | null }) => optimization === 'editing';
  await planIs(window, title, { what: 'the plan with a changed stop', fits });
  await optimise(window, service);
  await expect(left, 'no stop is left out').toHaveCount(0);
  const routes = window.getByRole('tree', { name: t('routes.list') });
  await expect(routes, 'it is said what the second optimisation changed').toContainText(
    new RegExp(`${t('routes.changed')} ${t('routes.added', { count: 1 })}`),
  );
}

test('plans and distributes tomorrow from an empty day', async ({ service, client, start, folder }) => {
  test.setTimeout(300_000);
  client.close();
  const profile = folder('profile');
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
  const app = await start({ profile });
  const { window } = app;
  await connectByMouse(app, service);
  await setSize(app, wide);
  const drivers = await driversOfDepot(window, 2);
  const depotSwitch = window.getByRole('navigation').getByRole('combobox', { name: t('shell.depot') });
  await chooseByMouse(window, depotSwitch, drivers[0]!.depotNames[0]!);

  await button(window, t('plans.unassigned')).click();
  await enterStops(window, lateStops);
  await goTo(window, 'plans');
  await makePlanByMouse(window, title, drivers);
  await planOfTomorrow(window, title);
  await enterStops(window, earlyStops);
  await dragIn(window);
  const [driver] = drivers;
  await dragTo(window, rowOf(stopTable(window), assigned), target(window, `driver ${driver!.id}`));
  await letGo(window, t('drag.toDriver', { count: 1, driver: driver!.name }));
  await allSent(window);

  await optimiseAndMend(window, service);
  await distributeByMouse(window, title);
  await control(service, 'PUT', '/clock', { speed: 1 });
  await expectEvening(service, title, { name: assigned, driverId: driver!.id });
});
