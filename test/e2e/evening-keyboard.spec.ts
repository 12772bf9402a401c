/**
 * The evening by keyboard alone: a plan for tomorrow is created, filled, assigned, optimised, mended and distributed,
 * with the service always there and with the service stopped in the middle. Keys are the only input in this file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import { button } from '../support/day.ts';
import { earlyStops, expectEvening, lateStops, nightStop, planIs, seenToBegin } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  connectByKeys,
  distributeByKeys,
  makePlanByKeys,
  planOfTomorrow,
  pressButton,
} from '../support/keyboard-day.ts';
import { chooseByKeys, chooseItemByKeys, tabToField } from '../support/keys.ts';
import { confirmOptimisation, newStop, statusBar, typeStop, type TypedStop } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';

const title = 'Evening round';
const assigned = lateStops[0]!.name;

/**
 * The safe times after an unconfirmed change, shortened (docs/decisions/shortened-waits.md): ten minutes until no late
 * copy is expected become two seconds, and the service stays away for longer than that.
 */
const shortened = { settle: 500, late: 2_000 };

const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const rows = (window: Page): Locator => stopTable(window).locator('[role="row"][aria-selected]');

/** Types stops one after the other, and goes back to the list. @param count how many are listed then */
async function typeStops(window: Page, stops: readonly TypedStop[], count: number): Promise<void> {
  // The plan is opened again under the ID of the service; a key that comes just then is pressed again.
  await expect(() => newStop(window), 'the form for a new stop is open').toPass({ timeout: 30_000 });
  for (const stop of stops) await typeStop(window, stop);
  await window.keyboard.press('Escape');
  await expect(stopTable(window), 'the list has the focus again').toBeFocused();
  await expect(rows(window), 'all stops are listed').toHaveCount(count);
}

const allSent = (window: Page): Promise<void> =>
  expect(statusBar(window), 'all changes are sent').toContainText(t('shell.allSent'), { timeout: 90_000 });

/** Finds the stop by the filter, and lets only this driver have it. */
async function assign(window: Page, driver: DriverRow): Promise<void> {
  const { keyboard } = window;
  await keyboard.press('Control+F');
  await keyboard.type(assigned);
  await expect(rows(window)).toHaveCount(1);
  await tabToField(window, stopTable(window), 'the list of stops');
  await keyboard.press('Home');
  await keyboard.press('Space');
  await keyboard.press('a');
  const dialog = window.getByRole('dialog', { name: t('assign.title', { count: 1 }) });
  const field = dialog.getByRole('combobox', { name: t('assign.driver') });
  await expect(field, 'the driver has the first focus').toBeFocused();
  await chooseByKeys(window, field, new RegExp(driver.name), 'the driver');
  await pressButton(window, button(dialog, t('assign.confirm')), 'Assign');
  await expect(dialog).toHaveCount(0);
  await keyboard.press('Control+F');
  await keyboard.press('Control+A');
  await keyboard.press('Delete');
  await expect(rows(window)).toHaveCount(earlyStops.length + lateStops.length);
}

async function optimise(window: Page, service: TrainingService): Promise<void> {
  await seenToBegin(window, service, async () => {
    await chooseItemByKeys(window, t('plans.menu'), t('plans.optimize'));
    await confirmOptimisation(window, (_window, anyway) => pressButton(window, anyway, 'Optimise anyway'));
  });
  await planIs(window, title, {
    what: 'the optimised plan',
    fits: ({ optimization }) => optimization === 'optimized',
  });
}

/** Optimises, mends the stop that was left out by the button beside its reason, and optimises again. */
async function optimiseAndMend(window: Page, service: TrainingService): Promise<void> {
  const { keyboard } = window;
  await optimise(window, service);
  const left = window.getByRole('listitem').filter({ hasText: nightStop.name });
  await expect(left, 'it is said which stop was left out, and why').toContainText(t('plans.skipTimeWindow'));
  await pressButton(window, button(left, t('refusals.fixWindow')), 'Change window');
  const earliest = window.getByLabel(t('stopForm.earliest'));
  await expect(earliest, 'the field to mend has the focus').toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('9-12');
  await keyboard.press('Control+Enter');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveCount(0);
  await allSent(window);
  await planIs(window, title, {
    what: 'the plan with a changed stop',
    fits: ({ optimization }) => optimization === 'editing',
  });
  await optimise(window, service);
  await expect(left, 'no stop is left out').toHaveCount(0);
}

/** The second half, with all stops entered. */
async function finish(window: Page, service: TrainingService, driver: DriverRow): Promise<void> {
  await optimiseAndMend(window, service);
  await distributeByKeys(window, title);
  await control(service, 'PUT', '/clock', { speed: 1 });
  await expectEvening(service, title, { name: assigned, driverId: driver.id });
}

test('plans and distributes tomorrow from an empty day', async ({ service, client, start, folder }) => {
  test.setTimeout(300_000);
  client.close();
  const profile = folder('profile');
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
  const app = await start({ profile });
  const { window } = app;
  await connectByKeys(app, service);
  const [driver] = await makePlanByKeys(window, title, 2);
  await planOfTomorrow(window, title);
  await typeStops(window, earlyStops, earlyStops.length);
  await typeStops(window, lateStops, earlyStops.length + lateStops.length);
  await assign(window, driver!);
  await allSent(window);
  await finish(window, service, driver!);
});

test('plans tomorrow while the service is stopped and an answer is lost', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(300_000);
  client.close();
  const profile = folder('profile');
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
  const { settle, late } = shortened;
  const app = await start({
    profile,
    env: { DEPOT_DESK_SETTLE_MS: String(settle), DEPOT_DESK_LATE_MS: String(late) },
  });
  const { window } = app;
  await connectByKeys(app, service);
  const [driver] = await makePlanByKeys(window, title, 2);
  await planOfTomorrow(window, title);
  await typeStops(window, earlyStops.slice(0, 2), 2);
  await allSent(window);

  // The service takes the third stop; its answer is lost, and then the service stops.
  const hits = { operations: ['stops.create', 'stops.import'] };
  await control(service, 'PUT', '/faults', { rules: [{ hits, fault: { kind: 'loss-after' } }] });
  await typeStops(window, earlyStops.slice(2), 3);
  await expect
    .poll(async () => JSON.stringify(await control(service, 'GET', '/requests')), { timeout: 30_000 })
    .toMatch(/"POST"[^}]*\/stops/);
  await service.kill();
  const stopped = performance.now();
  await typeStops(window, lateStops, earlyStops.length + lateStops.length);
  await assign(window, driver!);
  await expect(statusBar(window)).toContainText(/offline/i);
  await expect(statusBar(window), 'nothing claims that all is sent').not.toContainText(t('shell.allSent'));
  await expect.poll(() => performance.now() - stopped, { timeout: late * 5 }).toBeGreaterThan(late);

  const again = await service.startAgain();
  await allSent(window);
  await finish(window, again, driver!);
});
