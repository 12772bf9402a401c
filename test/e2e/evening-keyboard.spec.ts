/**
 * The evening by keyboard alone: a plan for tomorrow is created, filled, assigned, optimised, mended and distributed,
 * with the service always there and with the service stopped in the middle. Keys are the only input in this file.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import { button } from '../support/day.ts';
import {
  allSent,
  asOnlyDesk,
  earlyStops,
  expectEvening,
  lateStops,
  nightStop,
  planIs,
  shortenedWaits,
  staysAway,
} from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  connectByKeys,
  distributeByKeys,
  makePlanByKeys,
  mendWindowByKeys,
  optimiseByKeys,
  planOfTomorrow,
  pressButton,
} from '../support/keyboard-day.ts';
import { chooseByKeys, tabToField } from '../support/keys.ts';
import { newStop, typeStop, type TypedStop } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';

const title = 'Evening round';
const assigned = lateStops[0]!.name;

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

/** Optimises, mends the stop that was left out by the button beside its reason, and optimises again. */
async function optimiseAndMend(window: Page, service: TrainingService): Promise<void> {
  await optimiseByKeys(window, service, title);
  const left = window.getByRole('listitem').filter({ hasText: nightStop.name });
  await expect(left, 'it is said which stop was left out, and why').toContainText(t('plans.skipTimeWindow'));
  await mendWindowByKeys(window, left);
  await allSent(window);
  await planIs(window, title, {
    what: 'the plan with a changed stop',
    fits: ({ optimization }) => optimization === 'editing',
  });
  await optimiseByKeys(window, service, title);
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
  const app = await start({ profile: asOnlyDesk(folder('profile')) });
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
  const app = await start({ profile: asOnlyDesk(folder('profile')), env: shortenedWaits });
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
  await staysAway(window, stopped);

  const again = await service.startAgain();
  await allSent(window);
  await finish(window, again, driver!);
});
