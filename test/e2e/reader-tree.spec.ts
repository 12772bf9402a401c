/**
 * What a screen reader is given of an optimised plan holds what the picture shows, and stops of an area are chosen and
 * assigned without the mouse, which is what the lasso does for it.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { formatWindow } from '../../src/renderer/lib/format.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { arrivalOf, isAttempted, isFailed, isLate } from '../../src/shared/route-lines.ts';
import { isStop, type StopRow } from '../../src/shared/stops.ts';
import type { App } from '../support/app.ts';
import { button } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys, tabToField } from '../support/keys.ts';
import { waitFor } from '../support/processes.ts';
import { setSize } from '../support/reach.ts';
import { allOf, oneOf, readerTree, saidBy, type Heard } from '../support/reader-tree.ts';
import { callBackend, openConnected, openPlan, statusBar } from '../support/screens.ts';
import type { TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };
/** Of all depots of the training data. */
const zone = 'Europe/Berlin';

const table = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const clockOf = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(at);

interface Opened {
  plan: PlanRow;
  /** Without the ends of the routes. */
  stops: StopRow[];
  hoursOf: (driverId: string | null) => { begins: string | null; ends: string | null };
}

async function allStops(window: Page, planId: string): Promise<StopRow[]> {
  const rows: StopRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { rows: StopRow[]; cursor: string | null } = await callBackend(window, 'stops', 'list', {
      ...{ planId, cursor },
    });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows.filter(isStop);
}

/** Opens an optimised plan with a stop that is expected after its window. */
async function openLatePlan(app: App, service: TrainingService): Promise<Opened> {
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  const opened = await waitFor(
    'an optimised plan with a late stop',
    async () => {
      const { rows: plans } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
      const { rows: drivers } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
      const hoursOf = (driverId: string | null) => {
        const driver = drivers.find(({ id }) => id === driverId);
        return { begins: driver?.startTime ?? null, ends: driver?.endTime ?? null };
      };
      const called = (title: string) => plans.filter((plan) => plan.title === title).length;
      for (const plan of plans) {
        if (plan.optimization !== 'optimized' || plan.stopCount === null || called(plan.title) > 1) continue;
        const stops = await allStops(window, plan.id);
        if (stops.some((row) => isLate(row, { zone, day: plan.starts }, hoursOf(row.driverId))))
          return { plan, stops, hoursOf };
      }
      return undefined;
    },
    60_000,
  );
  await window.getByRole('textbox', { name: t('common.filter') }).fill(opened.plan.title);
  await openPlan(window, opened.plan.title);
  const count = t('stops.count', { count: opened.stops.length });
  await expect(window.locator('main p.count')).toHaveText(count, { timeout: 30_000 });
  return opened;
}

/** The cells of a row by the titles of their columns. */
function cellsOf(grid: Heard): Map<string, string>[] {
  const [head, ...rows] = allOf(grid, 'row');
  const titles = allOf(head!, 'columnheader').map(({ name }) => name);
  return rows.map((row) => {
    const cells = allOf(row, 'gridcell');
    return new Map(titles.map((title, at) => [title, cells[at] === undefined ? '' : saidBy(cells[at])]));
  });
}

function expectTable(tree: Heard, { stops }: Opened): void {
  const grid = oneOf(tree, 'grid', t('stops.table'));
  const heard = cellsOf(grid);
  const known = stops.filter(
    ({ recipientName }) => stops.filter((other) => other.recipientName === recipientName).length === 1,
  );
  const found = known.flatMap((row) => {
    const cells = heard.find((each) => each.get(t('stops.columnRecipient')) === row.recipientName);
    return cells === undefined ? [] : [{ row, cells }];
  });
  expect(found.length, 'rows of the table that are on screen').toBeGreaterThan(8);
  for (const { row, cells } of found) {
    const at = arrivalOf(row);
    expect.soft(cells.get(t('stops.columnWindow')) || null).toBe(formatWindow(row.earliest, row.latest));
    expect.soft(cells.get(t('stops.columnDriver')) || null).toBe(row.driverName);
    expect.soft(cells.get(t('stops.columnArrival')) || null).toBe(at === null ? null : clockOf(at));
    expect.soft(cells.get(t('stops.columnAddress'))).toBe(row.address);
  }
}

/** The sums of each route, and of the opened one its stops. */
function expectRoutes(tree: Heard, { plan, stops, hoursOf }: Opened, opened: string): void {
  const items = allOf(oneOf(tree, 'tree', t('routes.list')), 'treeitem');
  const lines = items.filter(({ states }) => states['level'] === 1);
  for (const [driver, own] of Map.groupBy(stops, ({ driverName }) => driverName ?? t('routes.without'))) {
    const said = lines.map(saidBy).filter((text) => text.includes(driver));
    expect(said, `one line for ${driver}`).toHaveLength(1);
    const packages = own.reduce((sum, { packageCount }) => sum + (packageCount ?? 0), 0);
    const arrivals = own.flatMap((row) => arrivalOf(row) ?? []);
    const late = own.filter((row) => isLate(row, { zone, day: plan.starts }, hoursOf(row.driverId))).length;
    for (const part of [
      t('routes.packages', { count: packages }),
      ...(arrivals.length === 0 ? [] : [clockOf(Math.min(...arrivals)), clockOf(Math.max(...arrivals))]),
      ...(late === 0 ? [] : [t('routes.late', { count: late })]),
    ])
      expect.soft(said[0]).toContain(part);
    expect.soft(said[0]).toMatch(new RegExp(`\\b${own.length} (of at most \\d+ )?stops?\\b`));
    if (driver !== t('routes.without')) expect.soft(said[0]).toMatch(/ km\b/);
  }
  const inside = items.filter(({ states }) => states['level'] === 2).map(saidBy);
  const own = stops.filter(({ driverName }) => driverName === opened);
  expect(inside.length, 'the stops of the opened route').toBe(own.length);
  for (const row of own) {
    const said = inside.filter((text) => text.includes(row.recipientName ?? row.address));
    const at = arrivalOf(row);
    const isBehind = isLate(row, { zone, day: plan.starts }, hoursOf(row.driverId));
    const parts = [formatWindow(row.earliest, row.latest), at === null ? null : clockOf(at)];
    for (const part of [...parts, isBehind ? t('routes.isLate') : null])
      if (part !== null) expect.soft(said.join('\n')).toContain(part);
  }
}

function expectTimeline(tree: Heard, { plan, stops, hoursOf }: Opened): void {
  const lanes = allOf(oneOf(tree, 'listbox', new RegExp(`^${t('routes.timeline')}, `)), 'group');
  const planned = stops.filter((row) => row.driverName !== null && arrivalOf(row) !== null);
  for (const [driver, own] of Map.groupBy(planned, ({ driverName }) => driverName!)) {
    const lane = lanes.find(({ name }) => name.startsWith(`${driver} · `));
    expect(lane?.name, `the lane of ${driver}`).toContain(t('routes.stops', { count: own.length }));
    const blocks = lane === undefined ? [] : allOf(lane, 'option').map(({ name }) => name);
    const expected = own.map((row) => {
      const isBehind = isLate(row, { zone, day: plan.starts }, hoursOf(row.driverId));
      const result = isFailed(row) ? t('routes.isFailed') : isAttempted(row) ? t('routes.isDone') : null;
      return [
        ...[clockOf(arrivalOf(row)!), row.recipientName ?? t('stops.noRecipient')],
        ...[formatWindow(row.earliest, row.latest), isBehind ? t('routes.isLate') : null, result],
      ]
        .filter((part) => part !== null)
        .join(' · ');
    });
    expect.soft(blocks.toSorted()).toEqual(expected.toSorted());
  }
}

test('a screen reader is given what the table, the routes and the timeline show', async ({
  service,
  client,
  start,
}) => {
  test.setTimeout(120_000);
  client.close();
  const app = await start();
  const { window } = app;
  const opened = await openLatePlan(app, service);
  const late = opened.stops.find((row) =>
    isLate(row, { zone, day: opened.plan.starts }, opened.hoursOf(row.driverId)),
  )!;
  const line = window
    .getByRole('tree', { name: t('routes.list') })
    .getByRole('treeitem', { name: late.driverName! })
    .first();
  await line.locator('[data-toggle]').click();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  const tree = await readerTree(window);
  expectTable(tree, opened);
  expectRoutes(tree, opened, late.driverName!);
  expectTimeline(tree, opened);
});

/** `41731` of an address. */
const postcodeOf = ({ address }: StopRow): string | undefined => /\b\d{5}\b/.exec(address)?.[0];

test('chooses the stops of an area by its postcode and assigns them by keyboard alone', async ({
  service,
  client,
  start,
}) => {
  test.setTimeout(120_000);
  const plans = await client.plans();
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  const today = new Date(new Date().toDateString());
  const { id, title } = plans.find(
    ({ title: each, writable, optimization, starts }) =>
      writable &&
      optimization !== 'optimizing' &&
      plans.filter((other) => other.title === each).length === 1 &&
      new Date(starts.year, starts.month - 1, starts.day) >= today,
  )!;
  await window.getByRole('textbox', { name: t('common.filter') }).fill(title);
  await openPlan(window, title);
  const [area, own] = await waitFor('stops of an area', async () => {
    const free = (await allStops(window, id)).filter(({ attemptedAt, change }) => attemptedAt === null && !change);
    const areas = [...Map.groupBy(free, postcodeOf)].filter(([code, of]) => code !== undefined && of.length > 1);
    return areas.find(([, of]) => of.length < free.length);
  });
  const driver = await waitFor('a driver of the plan', async () => {
    const { driverIds } = await callBackend<PlanRow>(window, 'plans', 'get', { planId: id });
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    return rows.find((row) => row.active && !row.name.startsWith('+') && driverIds.includes(row.id));
  });

  await expect(table(window)).toBeFocused();
  await keyboard.press('Control+F');
  await keyboard.type(`${t('stops.columnAddress').toLowerCase()}:${area!}`);
  await keyboard.press('Escape');
  await tabToField(window, table(window), 'the list of stops');
  await keyboard.press('Control+A');
  await expect(window.getByRole('toolbar', { name: t('stops.markedCount', { count: own.length }) })).toBeVisible();
  await keyboard.press('a');
  const dialog = window.getByRole('dialog', { name: t('assign.title', { count: own.length }) });
  await chooseByKeys(
    ...([window, dialog.getByRole('combobox', { name: t('assign.driver') }), new RegExp(driver.name)] as const),
    'the driver',
  );
  await tabToField(window, button(dialog, t('assign.confirm')), 'Assign');
  await keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const ids = own.map((row) => row.id);
  await waitFor(
    'the service to have the driver for these stops',
    async () => {
      const stops = await readBack(service, (reader) => reader.stops(id));
      return ids.every((each) => stops.find((one) => one.id === each)?.allowedDrivers?.join() === driver.id);
    },
    60_000,
  );
});
