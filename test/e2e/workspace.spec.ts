/** The workspace of a plan: table, routes, map and timeline have one selection and one filter, by keyboard and mouse. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { isStop, type StopRow } from '../../src/shared/stops.ts';
import type { Settings } from '../../src/shared/settings.ts';
import type { App } from '../support/app.ts';
import { alone } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient, ServicePlan } from '../support/plain-client.ts';
import { setSize } from '../support/reach.ts';
import { rowsOnScreen } from '../support/rows.ts';
import { callBackend, firstDriver, openConnected, openPlan, planList } from '../support/screens.ts';
import type { TrainingService } from '../support/training-service.ts';

const usual = { width: 1_366, height: 768, presses: 0, factor: 1 };
/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const table = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const routes = (window: Page): Locator => window.getByRole('tree', { name: t('routes.list') });
const route = (window: Page, name: string): Locator => routes(window).getByRole('treeitem', { name }).first();
const map = (window: Page): Locator => window.getByRole('img', { name: t('routes.map') });
const timeline = (window: Page): Locator => window.getByRole('listbox', { name: t('routes.timeline') });
const block = (window: Page, name: string): Locator => timeline(window).getByRole('option', { name });
const edge = (window: Page, pane: string): Locator =>
  window.getByRole('separator', { name: t('routes.sizeOf', { pane }), exact: true });
const chip = (window: Page, name: string): Locator =>
  window.getByText(t('routes.onlyDriver', { name }), { exact: true });
const details = (window: Page): Locator => window.getByRole('complementary');
const selectedRow = (window: Page): Locator => table(window).locator('[role="row"][aria-selected="true"]');
const viewButton = (window: Page, name: string): Locator => window.getByRole('button', { name, exact: true });

/** A plan of the training data with a title of its own, optimised and not distributed, or not optimised yet. */
async function planThatIs(client: PlainClient, state: 'optimized' | 'editing'): Promise<ServicePlan> {
  const plans = await client.plans();
  client.close();
  const found = alone(plans, ({ title }) => title).find(
    ({ optimization, distributed }) => optimization === state && !distributed,
  );
  if (!found) throw new Error(`the training data has no plan that is ${state} with a title of its own`);
  return found;
}

/** Opens the plan from the list, once its stops are there. @returns the rows of its table */
async function openInFull(window: Page, { id, title }: ServicePlan): Promise<StopRow[]> {
  await window.getByRole('textbox', { name: t('common.filter') }).fill(title);
  await openPlan(window, title);
  const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: id, cursor: null });
  await expect.poll(async () => (await list()).rows.length, { timeout: 60_000 }).toBeGreaterThan(1);
  const { rows } = await list();
  const count = t('stops.count', { count: rows.filter(isStop).length });
  await expect(window.locator('main p.count'), 'the table has all of them').toHaveText(count, { timeout: 30_000 });
  return rows;
}

/** Stops of a driver by their position, with names that no other stop of the plan has. */
function stopsOf(rows: readonly StopRow[], driver: string): { name: string }[] {
  return alone(rows, ({ recipientName }) => recipientName)
    .filter(({ driverName }) => driverName === driver)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

const driversOf = (rows: readonly StopRow[]): string[] => [
  ...new Set(rows.flatMap(({ driverName }) => driverName ?? [])),
];

async function openWorkspace(app: App, service: TrainingService, plan: ServicePlan, size: typeof usual) {
  await openConnected(app, service);
  await setSize(app, size);
  const rows = await openInFull(app.window, plan);
  const drivers = driversOf(rows);
  // The routes are listed in the plan's order, which the table has too.
  const [first, second] = drivers;
  if (first === undefined || second === undefined) throw new Error('the plan has fewer than two routes');
  return { rows, first, second };
}

/** The table shows all stops of this driver, and no others. */
async function expectOnly(window: Page, rows: readonly StopRow[], driver: string): Promise<void> {
  const own = rows.filter(({ driverName }) => driverName === driver);
  const [shown, total] = [own.filter(isStop).length, rows.filter(isStop).length];
  await expect(window.getByText(t('common.rowsOf', { shown, total }), { exact: true })).toBeVisible();
  const names = own.filter(isStop).map(({ recipientName }) => recipientName ?? '');
  const listed = (await rowsOnScreen(table(window))).map((cells) => cells[2] ?? '').filter((name) => name !== '');
  expect(listed.toSorted()).toEqual(names.filter((name) => name !== '').toSorted());
}

test('narrows all views to a driver by keys, and shows all again', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { rows } = await openWorkspace(app, service, plan, usual);
  await expect(map(window), 'the map stands beside the table').toBeVisible();

  await keyboard.press('Alt+r');
  await expect(routes(window), 'the routes take its place, with the focus').toBeFocused();
  await expect(map(window)).toHaveCount(0);
  await keyboard.press('Home');
  await keyboard.press('Enter');
  const line = routes(window).locator('[aria-level="1"][aria-selected="true"]');
  await expect(line).toHaveCount(1);
  const name = (await line.locator('.name').innerText()).trim();
  expect(driversOf(rows)).toContain(name);
  await expect(chip(window, name), 'the filter says it').toBeVisible();
  await expectOnly(window, rows, name);
  await keyboard.press('Alt+t');
  await expect(timeline(window)).toBeFocused();
  await expect(timeline(window).getByRole('group'), 'one lane is left').toHaveCount(1);
  await expect(timeline(window).getByRole('group', { name })).toBeVisible();

  await keyboard.press('Escape');
  await expect(chip(window, name), 'Esc shows all again').toHaveCount(0);
  await expect(timeline(window).getByRole('group')).toHaveCount(driversOf(rows).length);
  await keyboard.press('Alt+t');
  await expect(timeline(window), 'pressed in the view it hides it').toHaveCount(0);
  await expect(table(window)).toBeFocused();
});

test('narrows all views to a driver by a click, and clears it where the filter is', async ({
  service,
  client,
  start,
}) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { rows, first, second } = await openWorkspace(app, service, plan, wide);
  await expect(map(window)).toBeVisible();
  await expect(timeline(window).getByRole('group')).toHaveCount(driversOf(rows).length);

  await route(window, first).click();
  await expectOnly(window, rows, first);
  await expect(timeline(window).getByRole('group')).toHaveCount(1);
  const onRoute = rows.filter((row) => isStop(row) && row.driverName === first).length;
  await expect(window.getByRole('img', { name: t('routes.mapShows', { count: onRoute }) })).toBeVisible();
  await route(window, second).click();
  await expectOnly(window, rows, second);
  await route(window, second).click();
  await expect(chip(window, second), 'a second click shows all').toHaveCount(0);

  await route(window, first).click();
  await window
    .getByRole('button', { name: t('common.removeNamed', { name: t('routes.onlyDriver', { name: first }) }) })
    .click();
  await expect(chip(window, first)).toHaveCount(0);
  await expect(table(window), 'the focus is in the table').toBeFocused();
});

test('shows a hovered and a selected stop in every view', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { rows, first, second } = await openWorkspace(app, service, plan, wide);
  const [early, later] = stopsOf(rows, first);
  const [other] = stopsOf(rows, second);

  await route(window, first).locator('[data-toggle]').click();
  const inRoutes = (name: string) => routes(window).locator('[aria-level="2"]').filter({ hasText: name });
  await expect(inRoutes(early!.name)).toBeVisible();
  await expect(routes(window).locator('[aria-expanded="true"]')).toHaveCount(1);

  await block(window, later!.name).hover();
  await expect(inRoutes(later!.name), 'the row under the pointer is shown in the routes').toHaveClass(/hovered/);
  await inRoutes(early!.name).hover();
  await expect(block(window, early!.name), 'and on the timeline').toHaveClass(/hovered/);
  await expect(block(window, later!.name)).not.toHaveClass(/hovered/);

  await block(window, later!.name).click();
  await expect(selectedRow(window), 'a stop of the timeline is selected in the table').toContainText(later!.name);
  await expect(inRoutes(later!.name)).toHaveAttribute('aria-selected', 'true');
  await expect(details(window), 'without opening its details').toHaveCount(0);
  await inRoutes(early!.name).dblclick();
  await expect(details(window).getByRole('heading', { name: early!.name })).toBeVisible();
  await expect(block(window, early!.name)).toHaveAttribute('aria-selected', 'true');

  await route(window, first).locator('.name').click();
  await route(window, second).locator('[data-toggle]').click();
  await inRoutes(other!.name).click();
  await expect(chip(window, first), 'a stop of a hidden route shows all again').toHaveCount(0);
  await expect(selectedRow(window)).toContainText(other!.name);

  // Esc takes back one thing at a time: here the details with their selection, then the narrowing.
  await route(window, second).locator('.name').click();
  await table(window).focus();
  await keyboard.press('Escape');
  await expect(details(window)).toHaveCount(0);
  await expect(chip(window, second)).toBeVisible();
  await keyboard.press('Escape');
  await expect(chip(window, second)).toHaveCount(0);
});

test('opens a route and goes along its stops by keys', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { rows } = await openWorkspace(app, service, plan, usual);
  await keyboard.press('Alt+r');
  await expect(routes(window)).toBeFocused();
  await keyboard.press('ArrowRight');
  const opened = routes(window).locator('[aria-expanded="true"]');
  await expect(opened).toHaveCount(1);
  const driver = (await opened.locator('.name').innerText()).trim();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowDown');
  const inOrder = rows
    .filter((row) => isStop(row) && row.driverName === driver)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const listed = await routes(window).locator('[aria-level="2"] .name').allInnerTexts();
  expect(listed, 'the stops in their order').toEqual(inOrder.map(({ recipientName }) => recipientName));
  await expect(selectedRow(window), 'the table follows').toContainText(inOrder[1]?.recipientName ?? '');
  await keyboard.press('Enter');
  await expect(details(window).getByRole('heading', { name: inOrder[1]?.recipientName ?? '' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(routes(window), 'the routes are back after the details').toBeVisible();
  await expect(opened, 'as they were left').toHaveCount(1);
  await expect(routes(window).locator('.active')).toContainText(inOrder[1]?.recipientName ?? '?');
});

test('goes along the timeline by keys and says what it shows', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { rows } = await openWorkspace(app, service, plan, usual);
  await expect(timeline(window), 'it is folded in a usual window').toHaveCount(0);
  await keyboard.press('Alt+t');
  await expect(timeline(window)).toBeFocused();
  const chosen = timeline(window).getByRole('option', { selected: true });
  await keyboard.press('ArrowRight');
  await expect(chosen).toHaveCount(1);
  const name = (await chosen.getAttribute('aria-label')) ?? '';
  const row = rows.find(({ recipientName }) => recipientName !== null && name.includes(recipientName));
  expect(name, 'the arrival and the recipient').toMatch(/^\d{2}:\d{2} · /);
  await expect(selectedRow(window)).toContainText(row?.recipientName ?? '?');
  const lane = timeline(window)
    .getByRole('group')
    .filter({ has: window.getByRole('option', { selected: true }) });
  const onLane = rows.filter((each) => isStop(each) && each.driverName === row?.driverName);
  await expect(lane).toHaveAttribute(
    'aria-label',
    new RegExp(`^${row?.driverName ?? '?'} · ${t('routes.stops', { count: onLane.length })}`),
  );
  await keyboard.press('ArrowDown');
  await expect(chosen).toHaveCount(1);
  await expect(timeline(window).getByRole('group').nth(1).getByRole('option', { selected: true })).toHaveCount(1);
  await keyboard.press('Enter');
  await expect(details(window)).toBeVisible();
});

test('lets the details take the place of the map until the map is asked for', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'optimized');
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  const { rows } = await openWorkspace(app, service, plan, usual);
  const [stop] = stopsOf(rows, await firstDriver(window, plan.id, rows));
  await expect(map(window)).toBeVisible();
  await table(window).getByText(stop!.name).click();
  await expect(details(window)).toBeVisible();
  await expect(map(window)).toHaveCount(0);
  await keyboard.press('Alt+m');
  await expect(map(window)).toBeFocused();
  await expect(details(window)).toHaveCount(0);

  await table(window).getByText(stop!.name).click();
  await expect(selectedRow(window)).toContainText(stop!.name);
  await expect(map(window), 'a click selects and keeps the map').toBeVisible();
  await keyboard.press('Enter');
  await expect(details(window), 'Enter opens the details').toBeVisible();
  await keyboard.press('Control+n');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await expect(viewButton(window, t('routes.map')), 'an open form stays').toHaveAttribute('aria-disabled', 'true');
  await keyboard.press('Escape');
  await expect(map(window)).toBeVisible();
  await window.getByRole('tab', { name: t('routes.list') }).click();
  await expect(routes(window)).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(map(window), 'the arrow keys change the tab').toBeVisible();
  await expect(window.getByRole('tab', { name: t('routes.map') })).toBeFocused();
});

test('resizes and hides views by keys and by dragging, and remembers it', async ({
  service,
  client,
  start,
  folder,
}) => {
  const plan = await planThatIs(client, 'optimized');
  const profile = folder('profile');
  const app = await start({ profile });
  const { window } = app;
  await openWorkspace(app, service, plan, wide);
  const size = async (page: Page, pane: string) => Number(await edge(page, pane).getAttribute('aria-valuenow'));
  const [mapWas, routesWere] = [await size(window, t('routes.map')), await size(window, t('routes.list'))];

  await edge(window, t('routes.map')).focus();
  for (let presses = 0; presses < 3; presses += 1) await window.keyboard.press('ArrowRight');
  await expect(edge(window, t('routes.map')), 'the pane on the right shrinks').toHaveAttribute(
    'aria-valuenow',
    String(mapWas - 48),
  );
  const box = await edge(window, t('routes.list')).boundingBox();
  if (box === null) throw new Error('the edge of the routes is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await window.mouse.move(x, y);
  await window.mouse.down();
  await window.mouse.move(x + 30, y, { steps: 3 });
  await window.mouse.move(x + 60, y);
  await window.mouse.up();
  await expect(edge(window, t('routes.list'))).toHaveAttribute('aria-valuenow', String(routesWere + 60));
  await viewButton(window, t('routes.timeline')).click();
  await expect(timeline(window)).toHaveCount(0);
  await expect
    .poll(async () => Object.keys((await callBackend<Settings>(window, 'settings', 'get')).panes).length)
    .toBe(3);
  await app.kill();

  const again = await start({ profile });
  await planList(again.window).waitFor();
  await setSize(again, wide);
  await openInFull(again.window, plan);
  await expect(map(again.window)).toBeVisible();
  await expect(timeline(again.window), 'the hidden view stays hidden').toHaveCount(0);
  await expect(edge(again.window, t('routes.map'))).toHaveAttribute('aria-valuenow', String(mapWas - 48));
  await expect(edge(again.window, t('routes.list'))).toHaveAttribute('aria-valuenow', String(routesWere + 60));
  await edge(again.window, t('routes.map')).focus();
  await again.window.keyboard.press('Enter');
  await expect(edge(again.window, t('routes.map')), 'Enter lets the app choose').toHaveAttribute(
    'aria-valuenow',
    String(mapWas),
  );
});

test('invents no order before the plan is optimised', async ({ service, client, start }) => {
  const plan = await planThatIs(client, 'editing');
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  const rows = await openInFull(window, plan);
  expect(rows.every(({ position }) => position === null)).toBe(true);
  await expect(window.getByText(t('routes.noOrder'))).toBeVisible();
  await expect(window.getByText(t('routes.notPlanned'), { exact: true })).toBeVisible();
  const without = route(window, t('routes.without'));
  await expect(without).toContainText(t('routes.stops', { count: rows.length }));
  await without.locator('[data-toggle]').click();
  await expect(routes(window).locator('[aria-level="2"]')).toHaveCount(rows.length);
  await expect(routes(window).locator('[aria-level="2"] .number')).toHaveCount(0);
});

test('goes to the map and away from it before any stop has a place', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await setSize(app, usual);
  // A stop that was not sent has no coordinates yet.
  await service.kill();
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() };
  const plan = await callBackend<{ id: string }>(window, 'plans', 'create', {
    ...{ plan: { title: 'Blumenhaus', starts }, draftId: null },
  });
  const stop = { address: { addressLineOne: 'Güterstraße 1', zip: '41742', city: 'Aldermünde' } };
  await callBackend(window, 'stops', 'add', {
    ...{ planId: plan.id, stop: { ...stop, recipient: { name: 'Kundin 1' } }, draftId: null },
  });
  await openPlan(window, 'Blumenhaus');
  const nowhere = window.getByRole('group', { name: t('routes.map'), exact: true });
  await expect(nowhere).toContainText(t('routes.mapEmpty'));
  await expect(table(window)).toBeFocused();
  // It is loaded after the pane around it.
  const missing = nowhere.getByRole('button', { name: t('routes.missing', { count: 1 }) });
  await expect(missing).toBeVisible();

  await keyboard.press('Alt+m');
  await expect(nowhere).toBeFocused();
  await keyboard.press('Tab');
  await expect(missing).toBeFocused();
  await keyboard.press('Enter');
  const listed = nowhere.getByRole('list').getByRole('button', { name: 'Kundin 1' });
  await expect(listed).toBeVisible();
  const [pane, line] = [await nowhere.boundingBox(), await listed.boundingBox()];
  if (pane === null || line === null) throw new Error('the list is not drawn');
  expect(line.x, 'the list is in the pane').toBeGreaterThanOrEqual(pane.x);
  expect(line.y).toBeGreaterThanOrEqual(pane.y);

  await keyboard.press('Alt+m');
  await expect(nowhere, 'pressed in the view it hides it').toHaveCount(0);
  await expect(table(window)).toBeFocused();
  await keyboard.press('Alt+m');
  await expect(nowhere, 'a view that was hidden gets the focus too').toBeFocused();
});
