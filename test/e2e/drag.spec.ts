/**
 * Stops are dragged by mouse to a driver, to another plan, and between a plan and the unassigned stops; what the drop
 * does is said before it, and read back over HTTPS. The unassigned stops beside a plan are also added by keyboard alone.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { UnassignedStopRow } from '../../src/shared/unassigned-stops.ts';
import type { App } from '../support/app.ts';
import { alone } from '../support/day.ts';
import { dragTo, letGo } from '../support/dragging.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient, ServicePlan, ServiceStop } from '../support/plain-client.ts';
import { waitFor } from '../support/processes.ts';
import { setSize } from '../support/reach.ts';
import { callBackend, openConnected, openPlan, statusBar } from '../support/screens.ts';
import type { TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const table = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const unassigned = (window: Page): Locator => window.getByRole('grid', { name: t('drag.unassigned') });
const rowsOf = (grid: Locator): Locator => grid.locator('[data-key]');
const rowOf = (grid: Locator, id: string): Locator => grid.locator(`[data-key="${id}"]`);
const target = (window: Page, name: string): Locator => window.locator(`[data-drop="${name}"]`).first();
const sign = (window: Page): Locator => window.locator('.sign');

/** Plans that are open for new stops, with titles of their own. */
async function openPlans(client: PlainClient): Promise<ServicePlan[]> {
  const plans = await client.plans();
  const today = new Date(new Date().toDateString());
  return alone(plans, ({ title }) => title).filter(
    ({ optimization, writable, starts }) =>
      writable && optimization !== 'optimizing' && new Date(starts.year, starts.month - 1, starts.day) >= today,
  );
}

async function openWide(app: App, service: TrainingService, plan: ServicePlan): Promise<StopRow[]> {
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  await window.getByRole('textbox', { name: t('common.filter') }).fill(plan.title);
  await openPlan(window, plan.title);
  await expect(rowsOf(table(window)).nth(3)).toBeVisible({ timeout: 60_000 });
  return stopsOf(window, plan.id);
}

/** Stops of the plan that nobody has been at, in the order of the table, once there are some. */
const stopsOf = (window: Page, planId: string): Promise<StopRow[]> =>
  waitFor('stops of the plan', async () => {
    const { rows } = await callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId, cursor: null });
    const free = rows.filter(({ type, attemptedAt, change }) => type === 'stop' && attemptedAt === null && !change);
    return free.length < 4 ? undefined : free;
  });

/** An active driver of the plan, once the lists are loaded. */
const driverOf = (window: Page, planId: string): Promise<DriverRow> =>
  waitFor('a driver of the plan', async () => {
    const { driverIds } = await callBackend<PlanRow>(window, 'plans', 'get', { planId });
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    return rows.find(({ id, active }) => active && driverIds.includes(id));
  });

/** Marks rows by Ctrl and a click. */
async function mark(grid: Locator, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rowOf(grid, id).click({ modifiers: ['Control'], position: { x: 120, y: 12 } });
}

/** What the service has, once it fits. It is asked once a second, so that its limits are left to the app. */
async function onService(
  service: TrainingService,
  what: string,
  read: (client: PlainClient) => Promise<ServiceStop[]>,
  fits: (stops: readonly ServiceStop[]) => boolean,
): Promise<void> {
  await expect
    .poll(async () => fits(await readBack(service, read)), { message: what, timeout: 60_000, intervals: [1_000] })
    .toBe(true);
}

/** Rows move up when others go: a press that comes then would be on another row. */
async function expectGone(window: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) await expect(rowOf(table(window), id), 'the list is without it').toHaveCount(0);
}

const headOf = (window: Page): Locator => table(window).locator('[data-column="recipient"]');

/** Sorts the stops while a button is down, until another one than this is under the pointer. */
async function sortAway(window: Page, id: string): Promise<void> {
  const [before, head] = [await rowOf(table(window), id).boundingBox(), headOf(window)];
  await expect(async () => {
    await head.locator('.sorts').evaluate((element: HTMLElement) => element.click());
    await expect(async () => {
      const now = await rowOf(table(window), id).boundingBox({ timeout: 500 });
      expect(now?.y, 'the row is elsewhere').not.toBe(before?.y);
    }).toPass({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

/** The list has its own order again. */
async function unsort(window: Page): Promise<void> {
  const head = headOf(window);
  await expect(async () => {
    if ((await head.getAttribute('aria-sort')) !== 'none') await head.locator('.sorts').click();
    await expect(head).toHaveAttribute('aria-sort', 'none', { timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

const named = (stops: readonly { recipient: { name: string | null } | null }[], name: string | null) =>
  stops.filter(({ recipient }) => recipient?.name === name).length;

test('acts on the row that was pressed, though another comes under the pointer', async ({ service, client, start }) => {
  const [plan] = await openPlans(client);
  client.close();
  const app = await start();
  const { window } = app;
  const [first, second] = (await openWide(app, service, plan!)).map(({ id }) => id) as [string, string];
  const driver = await driverOf(window, plan!.id);

  const box = (await rowOf(table(window), first).locator('[data-mark]').boundingBox())!;
  await window.mouse.move(box.x + 10, box.y + 10);
  await window.mouse.down();
  await sortAway(window, first);
  await window.mouse.up();
  await unsort(window);
  await expect(table(window).locator('[data-key].marked'), 'the pressed row is marked').toHaveCount(1);
  await expect(rowOf(table(window), first)).toHaveClass(/marked/);

  await mark(table(window), [second]);
  await rowOf(table(window), first).hover({ position: { x: 120, y: 12 } });
  await window.mouse.down();
  await sortAway(window, first);
  const { x, y } = (await target(window, `driver ${driver.id}`).boundingBox())!;
  await window.mouse.move(x + 20, y + 10, { steps: 5 });
  await expect(sign(window), 'both marked rows are dragged').toHaveText(
    t('drag.toDriver', { count: 2, driver: driver.name }),
  );
  await window.keyboard.press('Escape');
  await window.mouse.up();
});

test('drags marked stops to a driver, says so before, and undoes it while it is unsent', async ({
  service,
  client,
  start,
}) => {
  test.setTimeout(180_000);
  const [plan, other] = await openPlans(client);
  client.close();
  const app = await start();
  const { window } = app;
  const ids = (await openWide(app, service, plan!)).slice(0, 3).map(({ id }) => id);
  const driver = await driverOf(window, plan!.id);
  const text = t('drag.toDriver', { count: 3, driver: driver.name });
  const lane = () => target(window, `driver ${driver.id}`);

  await mark(table(window), ids);
  await dragTo(window, rowOf(table(window), ids[1]!), lane());
  await expect(sign(window)).toHaveText(text);
  await window.keyboard.press('Escape');
  await expect(sign(window), 'Esc ends it').toHaveCount(0);
  await window.mouse.up();
  await expect(statusBar(window)).toContainText(t('shell.allSent'));
  await expect(window.getByRole('toolbar', { name: t('stops.markedCount', { count: 3 }) })).toBeVisible();

  await dragTo(window, rowOf(table(window), ids[1]!), lane());
  await letGo(window, text);
  const assigned = t('assign.assigned', { count: 3, driver: driver.name, shortcut: 'Ctrl+Z' });
  await expect(window.getByText(assigned), 'the driver gets what was said').toBeVisible();
  await onService(
    service,
    'the stops to be for the driver',
    (reader) => reader.stops(plan!.id),
    (stops) =>
      stops.filter(({ id, allowedDrivers }) => ids.includes(id) && allowedDrivers?.join() === driver.id).length === 3,
  );
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  await service.kill();
  await dragTo(window, rowOf(table(window), ids[0]!), target(window, 'driver '));
  await letGo(window, t('drag.toDriver', { count: 3, driver: t('drag.anyDriver') }));
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 3 }));
  await window.keyboard.press('Control+Z');
  await expect(window.getByText(t('assign.undone', { count: 3 }))).toBeVisible();

  await dragTo(window, rowOf(table(window), ids[0]!), target(window, 'unassigned'));
  await letGo(window, t('drag.toUnassigned', { count: 3 }));
  await expect(statusBar(window)).toContainText(t('shell.countUnassigned', { count: 3 }));
  await window.keyboard.press('Control+Z');
  await expect(window.getByText(t('stops.moveUndone', { count: 3 }))).toBeVisible();
  await expect(statusBar(window)).not.toContainText(t('shell.countUnassigned', { count: 3 }));

  await mark(table(window), ids);
  await dragTo(window, rowOf(table(window), ids[0]!), target(window, `plan ${other!.id}`));
  await letGo(window, new RegExp(`^3 stops → ${other!.title}`));
  const moved = t('stops.moved', { count: 3, plan: other!.title, shortcut: 'Ctrl+Z' });
  await expect(window.getByText(moved), 'they go to the plan that was said').toBeVisible();
  await window.keyboard.press('Control+Z');
  await expect(window.getByText(t('stops.moveUndone', { count: 3 }))).toBeVisible();

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 90_000 });
  await onService(
    again,
    'the stops to be where they were, for the driver',
    (reader) => reader.stops(plan!.id),
    (stops) =>
      stops.filter(({ id, allowedDrivers }) => ids.includes(id) && allowedDrivers?.join() === driver.id).length === 3,
  );
});

test('drags stops between plans and the unassigned stops', async ({ service, client, start }) => {
  test.setTimeout(240_000);
  const [plan, other] = await openPlans(client);
  client.close();
  const app = await start();
  const { window } = app;
  const [first, second, third] = alone(await openWide(app, service, plan!), ({ recipientName }) => recipientName);
  const added = await waitFor('an unassigned stop', async () => {
    const { rows } = await callBackend<{ rows: UnassignedStopRow[] }>(window, 'unassignedStops', 'list', {
      cursor: null,
    });
    const shown = await rowsOf(unassigned(window)).first().getAttribute('data-key');
    return rows.find(({ id }) => id === shown);
  });

  await dragTo(window, rowOf(unassigned(window), added.id), target(window, 'here'));
  await letGo(window, new RegExp(`^1 stop → ${plan!.title}`));
  await onService(
    service,
    'the unassigned stop to be in the plan',
    (reader) => reader.stops(plan!.id),
    (stops) => named(stops, added.recipientName) > 0,
  );
  await expect(table(window).getByText(added.recipientName!).first(), 'the list has it').toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  await mark(table(window), [first!.id, second!.id]);
  await dragTo(window, rowOf(table(window), first!.id), target(window, `plan ${other!.id}`));
  await letGo(window, new RegExp(`^2 stops → ${other!.title}`));
  const moved = t('stops.moved', { count: 2, plan: other!.title, shortcut: 'Ctrl+Z' });
  await expect(window.getByText(moved), 'they go to the plan that was said').toBeVisible();
  await onService(
    service,
    'two stops to be in the other plan',
    (reader) => reader.stops(other!.id),
    (stops) => named(stops, first!.recipientName) > 0 && named(stops, second!.recipientName) > 0,
  );
  await expectGone(window, [first!.id, second!.id]);

  await dragTo(window, rowOf(table(window), third!.id), target(window, 'unassigned'));
  await letGo(window, t('drag.toUnassigned', { count: 1 }));
  await onService(
    service,
    'the stop to be unassigned',
    (reader) => reader.unassignedStops(),
    (stops) => named(stops, third!.recipientName) > 0,
  );
  await onService(
    service,
    'the plan to be without it',
    (reader) => reader.stops(plan!.id),
    (stops) => !stops.some(({ id }) => [first, second, third].some((row) => row!.id === id)),
  );
});

test('says why a plan takes no stops, and a drop there does nothing', async ({ service, client, start }) => {
  const [plan] = await openPlans(client);
  const plans = await client.plans();
  client.close();
  const today = new Date(new Date().toDateString());
  const closed = plans.find(
    ({ distributed, writable, starts }) =>
      distributed && !writable && new Date(starts.year, starts.month - 1, starts.day) >= today,
  );
  if (!closed) throw new Error('the training data has no distributed plan of today or later');
  const app = await start();
  const { window } = app;
  const [first] = await openWide(app, service, plan!);
  await dragTo(window, rowOf(table(window), first!.id), target(window, `plan ${closed.id}`));
  await letGo(window, t('drag.refused', { plan: closed.title, why: t('assign.notDistributed') }));
  await expect(sign(window)).toHaveCount(0);
  await expect(statusBar(window)).toContainText(t('shell.allSent'));
  await expect(rowOf(table(window), first!.id), 'a press without moving still selects').toBeVisible();
  await rowOf(table(window), first!.id).click();
  await expect(rowOf(table(window), first!.id)).toHaveAttribute('aria-selected', 'true');
});

test('adds unassigned stops beside the plan by keyboard alone', async ({ service, client, start }) => {
  const [plan] = await openPlans(client);
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await window.getByRole('textbox', { name: t('common.filter') }).fill(plan!.title);
  await openPlan(window, plan!.title);
  await expect(table(window)).toBeFocused();
  await keyboard.press('Alt+u');
  await expect(unassigned(window), 'Alt+U shows it and goes there').toBeFocused();
  await expect(rowsOf(unassigned(window)).nth(1)).toBeVisible({ timeout: 60_000 });
  const keys = await rowsOf(unassigned(window)).evaluateAll((rows) =>
    rows.slice(0, 2).map((row) => row.getAttribute('data-key')),
  );
  const { rows } = await callBackend<{ rows: UnassignedStopRow[] }>(window, 'unassignedStops', 'list', {
    cursor: null,
  });
  await keyboard.press('Home');
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await keyboard.press('m');
  await expect(window.getByText(t('stops.moved', { count: 2, plan: plan!.title, shortcut: 'Ctrl+Z' }))).toBeVisible();
  const names = rows.filter(({ id }) => keys.includes(id)).map(({ recipientName }) => recipientName);
  await onService(
    service,
    'both to be in the plan',
    (reader) => reader.stops(plan!.id),
    (stops) => names.every((name) => named(stops, name) > 0),
  );
  await keyboard.press('Alt+u');
  await expect(unassigned(window), 'pressed there, Alt+U hides it').toHaveCount(0);
});
