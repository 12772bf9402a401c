/**
 * The evening by mouse: a plan for tomorrow is created, filled by typing and by dragging unassigned stops, assigned by
 * dragging, optimised, mended and distributed, with the service always there and with the service stopped in between.
 * Nothing but the text in fields is entered with the keyboard.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { App } from '../support/app.ts';
import { button } from '../support/day.ts';
import { dragTo, letGo, markRows, scrollToEnd } from '../support/dragging.ts';
import {
  allSent,
  asOnlyDesk,
  earlyStops,
  expectEvening,
  isOffline,
  lateStops,
  nightStop,
  planIs,
  seenToBegin,
  shortenedWaits,
  staysAway,
} from '../support/evening.ts';
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
import { confirmOptimisation, goTo } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

const title = 'Evening round';
const assigned = lateStops[0]!.name;
/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const unassigned = (window: Page): Locator => window.getByRole('grid', { name: t('drag.unassigned') });
const rowOf = (grid: Locator, name: string): Locator => grid.locator('[data-key]').filter({ hasText: name });
const target = (window: Page, name: string): Locator => window.locator(`[data-drop="${name}"]`).first();

/** Ticks the late stops among the unassigned ones and drags them into the plan. */
async function dragIn(window: Page): Promise<void> {
  const pane = unassigned(window);
  // The oldest are first.
  await scrollToEnd(window, pane);
  await markRows(
    pane,
    lateStops.map(({ name }) => name),
  );
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

/** Mends the stop that the last optimisation left out by the button beside its reason, and optimises again. */
async function mendAndOptimise(window: Page, service: TrainingService): Promise<void> {
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

/** Connects, enters the late stops without a plan, and makes the plan of tomorrow. @returns its drivers */
async function begin(app: App, service: TrainingService): Promise<readonly DriverRow[]> {
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
  return drivers;
}

/** Drags a stop of the plan to the driver who alone may get it. */
async function dragToDriver(window: Page, driver: DriverRow): Promise<void> {
  await dragTo(window, rowOf(stopTable(window), assigned), target(window, `driver ${driver.id}`));
  await letGo(window, t('drag.toDriver', { count: 1, driver: driver.name }));
}

test('plans and distributes tomorrow from an empty day', async ({ service, client, start, folder }) => {
  test.setTimeout(300_000);
  client.close();
  const app = await start({ profile: asOnlyDesk(folder('profile')) });
  const { window } = app;
  const [driver] = await begin(app, service);
  await enterStops(window, earlyStops);
  await dragIn(window);
  await dragToDriver(window, driver!);
  await allSent(window);

  await optimise(window, service);
  await mendAndOptimise(window, service);
  await distributeByMouse(window, title);
  await control(service, 'PUT', '/clock', { speed: 1 });
  await expectEvening(service, title, { name: assigned, driverId: driver!.id });
});

/** What is said of a command on the plan that waits for the service. */
const waiting = (window: Page, what: string): Locator =>
  window.locator('main .banner').filter({ hasText: t('plans.workQueued', { what }) });

/** How often this command of a plan has reached the service since it was started. */
async function timesAsked(service: TrainingService, command: string): Promise<number> {
  const { requests } = await control(service, 'GET', '/requests');
  return (requests as { path: string }[]).filter(({ path }) => path.endsWith(`:${command}`)).length;
}

test('drags stops and asks for optimisation and distribution while the service is stopped', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(300_000);
  client.close();
  const app = await start({ profile: asOnlyDesk(folder('profile')), env: shortenedWaits });
  const { window } = app;
  const [driver] = await begin(app, service);
  await enterStops(window, earlyStops.slice(0, 2));
  await allSent(window);

  // The late stops are on the service without a plan. Dragging them makes new ones and deletes the old ones.
  await service.kill();
  const stopped = performance.now();
  await enterStops(window, earlyStops.slice(2));
  await dragIn(window);
  await dragToDriver(window, driver!);
  await chooseItemByMouse(window, t('plans.optimize'));
  await confirmOptimisation(window);
  await expect(waiting(window, t('plans.optimize')), 'the optimisation waits behind the stops').toBeVisible();
  await staysAway(window, stopped);

  const second = await service.startAgain();
  const isOptimised = ({ optimization }: { optimization: string | null }) => optimization === 'optimized';
  await planIs(window, title, { what: 'the plan that was to be optimised', fits: isOptimised });
  expect(await timesAsked(second, 'optimize'), 'it is optimised once').toBe(1);
  await mendAndOptimise(window, second);
  await control(second, 'PUT', '/clock', { speed: 1 });

  await second.kill();
  await isOffline(window);
  await chooseItemByMouse(window, t('plans.distribute'));
  const dialog = window.getByRole('dialog');
  await expect(dialog, 'it says that drivers are told later').toContainText(/as soon as the service can be reached/);
  await button(dialog, t('plans.distribute')).click();
  await expect(waiting(window, t('plans.distribute')), 'the distribution waits for the service').toBeVisible();

  const third = await second.startAgain();
  const isWithDrivers = ({ distributed, writable }: { distributed: boolean; writable: boolean }) =>
    distributed && !writable;
  await planIs(window, title, { what: 'the distributed plan', fits: isWithDrivers });
  expect(await timesAsked(third, 'distribute'), 'it is distributed once').toBe(1);
  await expectEvening(third, title, { name: assigned, driverId: driver!.id });
  const loose = await readBack(third, (reader) => reader.unassignedStops());
  const names = lateStops.map(({ name }) => name);
  const again = loose.filter(({ recipient }) => names.includes(recipient?.name ?? ''));
  expect(again, 'no stop of the plan is left without one').toEqual([]);
});
