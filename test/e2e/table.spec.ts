/** The table of a plan's stops, arranged by keyboard: sorted, filtered, grouped, saved as a view, exported. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright';
import readExcelFile from 'read-excel-file/universal';
import { t } from '../../src/messages/index.ts';
import type { Settings } from '../../src/shared/settings.ts';
import { isStop, type StopRow } from '../../src/shared/stops.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabToField } from '../support/keys.ts';
import { answerFileDialogs } from '../support/outbox.ts';
import type { ServicePlan } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  firstDriver,
  openConnected,
  openPlan,
  planList,
  stopRow,
} from '../support/screens.ts';
import { addStops } from '../support/training-service.ts';

const grid = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const head = (window: Page, name: string): Locator => grid(window).getByRole('columnheader', { name, exact: true });
const panel = (window: Page): Locator => window.getByRole('dialog', { name: t('tables.panel') });
const filter = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });
const summaries = (window: Page): Locator => grid(window).locator('.group');

/** An optimised plan with a title of its own: its stops have drivers. */
function optimised(plans: readonly ServicePlan[]): ServicePlan {
  const found = plans.find(
    ({ optimization, title }) =>
      optimization === 'optimized' && plans.filter((other) => other.title === title).length === 1,
  );
  if (!found) throw new Error('no plan is optimised');
  return found;
}

async function rowsOf(window: Page, planId: string): Promise<StopRow[]> {
  const rows: StopRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { rows: StopRow[]; cursor: string | null } = await callBackend(window, 'stops', 'list', {
      planId,
      cursor,
    });
    rows.push(...page.rows);
    ({ cursor } = page);
  } while (cursor !== null);
  return rows;
}

/** Texts of a column in the rows that are drawn. */
async function column(window: Page, name: string): Promise<string[]> {
  const heads = await grid(window).getByRole('columnheader').allInnerTexts();
  const place = heads.findIndex((text) => text.trim() === name);
  const cells = grid(window).locator(`[data-line] > :nth-child(${place + 1})`);
  return (await cells.allInnerTexts()).map((text) => text.trim());
}

/** Chooses an item of the menu that is open. */
async function chooseItem(window: Page, name: string): Promise<void> {
  const item = window.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await item.getAttribute('data-highlighted')) !== null) break;
    await window.keyboard.press('ArrowDown');
  }
  await window.keyboard.press('Enter');
  await expect(item).toBeHidden();
}

/** Hides routes and map, so that there is room for all columns. */
async function hideViews(window: Page): Promise<void> {
  const shown = window.getByRole('group', { name: t('routes.viewsShown') }).locator('[aria-pressed="true"]');
  // The room is measured with a frame, which a busy computer draws late: before it no view is there to be hidden, and
  // after it the table has its narrow columns until the next one.
  await expect(shown.first()).toBeVisible({ timeout: 30_000 });
  while ((await shown.count()) > 0) await shown.first().click();
  await expect(head(window, t('stops.columnPackages'))).toBeVisible({ timeout: 30_000 });
  await grid(window).focus();
}

async function pressIn(window: Page, target: Locator, key: string, what: string): Promise<void> {
  await tabToField(window, target, what);
  await window.keyboard.press(key);
}

/**
 * Presses a key and says what has the keys right after it, before the next frame is drawn: what is typed then must not
 * act on what is behind.
 */
async function rightAfter(window: Page, key: string): Promise<string | null> {
  const seen = await window.evaluateHandle(() => {
    const role = new Promise<string | null>((resolve) => {
      const look = () => resolve(document.activeElement?.closest('[role="menu"]')?.role ?? null);
      const next = new MessageChannel();
      next.port1.onmessage = look;
      addEventListener('keydown', () => next.port2.postMessage(null), { once: true });
    });
    return { role };
  });
  await window.keyboard.press(key);
  return seen.evaluate(({ role }) => role);
}

const collator = new Intl.Collator(undefined, { numeric: true });

test('keeps how the table was arranged by keyboard', async ({ service, client, start, folder }) => {
  const plan = optimised(await client.plans());
  client.close();
  const profile = folder('profile');
  const first = await start({ profile });
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  const { window } = first;
  const { keyboard } = window;
  await expect(grid(window)).toBeFocused();
  await hideViews(window);
  await expect(grid(window).locator('[data-line]').nth(5)).toBeVisible({ timeout: 60_000 });

  // An optimised plan is grouped by driver until somebody arranges it. S sorts, by the same column again in the other
  // direction.
  await expect(summaries(window).first()).toContainText(/\d+ stops? · \d+ packages?/);
  await keyboard.press('s');
  await keyboard.press('ArrowDown');
  await expect(window.getByRole('menu')).toBeVisible();
  await expect(window.getByRole('complementary'), 'a key before the menu is there chooses no row').toHaveCount(0);
  await keyboard.press('Escape');
  await expect(window.getByRole('menu')).toHaveCount(0);
  await expect(grid(window)).toBeFocused();
  expect(await rightAfter(window, 's'), 'loaded, it has the keys at once').toBe('menu');
  await chooseItem(window, t('stops.columnRecipient'));
  await expect(head(window, t('stops.columnRecipient'))).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid(window)).toBeFocused();
  await expect(summaries(window), 'sorted, it is no longer grouped').toHaveCount(0);
  const ascending = await column(window, t('stops.columnRecipient'));
  expect(ascending.length).toBeGreaterThan(5);
  expect(ascending).toEqual(ascending.toSorted(collator.compare));
  await head(window, t('stops.columnRecipient')).getByText(t('stops.columnRecipient')).click();
  await expect(head(window, t('stops.columnRecipient'))).toHaveAttribute('aria-sort', 'descending');

  // V shows the panel: hides a column, shows another one and moves it.
  await keyboard.press('v');
  await expect(panel(window)).toBeVisible();
  const box = (name: string) => panel(window).getByRole('checkbox', { name, exact: true });
  await pressIn(window, box(t('stops.columnPackages')), 'Space', 'the box of packages');
  await expect(head(window, t('stops.columnPackages'))).toHaveCount(0);
  await pressIn(window, box(t('stops.notes')), 'Space', 'the box of notes');
  await expect(head(window, t('stops.notes'))).toBeVisible();
  await pressIn(window, box(t('stops.notes')), 'Alt+ArrowUp', 'the box of notes');
  await expect
    .poll(async () => (await grid(window).getByRole('columnheader').allInnerTexts()).at(-2)?.trim())
    .toBe(t('stops.notes'));
  await expect(box(t('stops.notes')), 'the box keeps the focus').toBeFocused();

  // Groups have a line that sums them up, and rows have two lines.
  await pressIn(window, panel(window).getByRole('radio', { name: t('tables.groupNone') }), 'ArrowRight', 'the groups');
  await expect(summaries(window).first()).toContainText(/\d+ stops? · \d+ packages?/);
  await pressIn(window, box(t('tables.twoLines')), 'Space', 'the box of two lines');
  await expect(head(window, t('stops.columnAddress'))).toHaveCount(0);
  expect((await grid(window).locator('[data-line]').first().boundingBox())?.height).toBe(48);

  await tabToField(window, panel(window).getByLabel(t('tables.viewName')), 'the name of the view');
  await keyboard.type('By route');
  await keyboard.press('Enter');
  const view = panel(window).getByRole('button', { name: 'By route', exact: true });
  await expect(view).toBeVisible();
  await keyboard.press('Escape');
  await expect(panel(window)).toBeHidden();
  await expect(grid(window)).toBeFocused();
  await first.close();

  const second = await start({ profile });
  await planList(second.window).waitFor({ timeout: 60_000 });
  await openPlan(second.window, plan.title);
  const again = second.window;
  await expect(head(again, t('stops.columnRecipient'))).toHaveAttribute('aria-sort', 'descending');
  await expect(head(again, t('stops.columnPackages'))).toHaveCount(0);
  await expect(summaries(again).first()).toContainText(/\d+ stops?/);

  // The standard view takes everything back, the saved one brings it again.
  await expect(grid(again)).toBeFocused();
  await again.keyboard.press('v');
  await pressIn(again, panel(again).getByRole('button', { name: t('tables.reset') }), 'Enter', 'the standard view');
  await expect(head(again, t('stops.columnPackages'))).toBeVisible();
  await expect(head(again, t('stops.columnRecipient'))).toHaveAttribute('aria-sort', 'none');
  await expect(summaries(again).first()).toBeVisible();
  await pressIn(again, panel(again).getByRole('radio', { name: t('stops.columnDriver') }), 'ArrowLeft', 'the groups');
  await expect(summaries(again), 'no groups can be chosen as well').toHaveCount(0);
  await pressIn(again, panel(again).getByRole('button', { name: 'By route', exact: true }), 'Enter', 'the view');
  await expect(head(again, t('stops.columnRecipient'))).toHaveAttribute('aria-sort', 'descending');
  await expect(summaries(again).first()).toBeVisible();
});

test('filters by one column, and exports what is shown', async ({ service, client, start, folder }) => {
  const plan = optimised(await client.plans());
  client.close();
  const app = await start();
  await openConnected(app, service);
  const { window } = app;
  const { keyboard } = window;
  await openPlan(window, plan.title);
  await hideViews(window);
  await expect(grid(window).locator('[data-line]').nth(5)).toBeVisible({ timeout: 60_000 });
  const all = await rowsOf(window, plan.id);
  const driver = await firstDriver(window, plan.id, all);
  const ofDriver = all.filter(({ driverName }) => driverName === driver);

  // The box suggests the column and then its values.
  await keyboard.press('Control+F');
  await keyboard.type('dri');
  const suggested = window.getByRole('listbox', { name: t('tables.suggestions') });
  await expect(suggested.getByRole('option')).toHaveText([/^driver:/, /^driving-time:/]);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(filter(window)).toHaveValue('driver:');
  await keyboard.type(driver.slice(0, 3).toLowerCase());
  await expect(suggested.getByRole('option').filter({ hasText: driver })).toBeVisible();
  await keyboard.press('Escape');
  await expect(suggested).toHaveCount(0);
  // An emptied box lists nothing over the table.
  await filter(window).fill('');
  await expect(suggested).toHaveCount(0);

  // The menu of a row narrows the list to rows with the same value, and the bar says so.
  await tabToField(window, grid(window), 'the table');
  const active = grid(window).locator('[data-line].active');
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await active.innerText()).includes(driver)) break;
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Shift+F10');
  await chooseItem(window, t('tables.value', { column: t('stops.columnDriver'), value: driver }));
  await expect(filter(window)).toHaveValue(`driver:"${driver}"`);
  await expect(window.getByRole('group', { name: t('tables.narrowedTo') })).toContainText(driver);
  const counts = { shown: ofDriver.filter(isStop).length, total: all.filter(isStop).length };
  await expect(window.getByText(t('common.rowsOf', counts))).toBeVisible();

  const file = join(folder('export'), 'stops.csv');
  await answerFileDialogs(app.electron, file);
  await keyboard.press('v');
  await pressIn(window, panel(window).getByRole('button', { name: t('tables.exportCsv') }), 'Enter', 'the export');
  await expect(window.getByText(t('tables.exported', { name: 'stops.csv' }))).toBeVisible();
  const [headings = [], ...rows] = Papa.parse<string[]>(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')).data;
  expect(headings.slice(0, 4)).toEqual([
    ...[t('stops.columnPosition'), t('stops.columnState'), t('stops.columnRecipient'), t('stops.columnAddress')],
  ]);
  expect(rows.map((row) => [row[0], row[2], row[3]])).toEqual(
    ofDriver.map(({ position, recipientName, address }) => [String(position ?? ''), recipientName ?? '', address]),
  );

  const book = join(dirname(file), 'stops.xlsx');
  await answerFileDialogs(app.electron, book);
  await pressIn(window, panel(window).getByRole('button', { name: t('tables.exportXlsx') }), 'Enter', 'the workbook');
  await expect(window.getByText(t('tables.exported', { name: 'stops.xlsx' }))).toBeVisible();
  const [sheet] = await readExcelFile(new Uint8Array(readFileSync(book)).buffer);
  const [titles, ...lines] = sheet?.data ?? [];
  expect(titles).toEqual(headings);
  expect(lines.map((line) => [line[0], line[2], line[3]])).toEqual(
    ofDriver.map(({ position, recipientName, address }) => [position, recipientName, address]),
  );
  await keyboard.press('Escape');
  await window
    .getByRole('button', { name: t('common.clearFilter') })
    .last()
    .click();
  await expect(window.getByRole('group', { name: t('tables.narrowedTo') })).toHaveCount(0);
});

test('suggests a column once and shows all facts when a property has the name of a field', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const stop = (await client.stops(plan.id)).find(({ type }) => type === 'stop')!;
  client.close();
  await service.kill();
  const customProperties = { [t('stops.notes')]: 'Of the shop', [t('stops.clientId')]: 'shop-8' };
  addStops(service, { ...stop, customProperties, clientId: 'shop-7' }, 1, Date.now());
  const again = await service.startAgain();
  const app = await start();
  const { window } = app;
  await openConnected(app, again);
  await openPlan(window, plan.title);
  const added = await stopRow(window, 'Anna Berger 1');

  await filter(window).fill(t('stops.notes').slice(0, 2));
  const suggested = window.getByRole('listbox', { name: t('tables.suggestions') }).getByRole('option');
  await expect(suggested.filter({ hasText: `${t('stops.notes').toLowerCase()}:` })).toHaveCount(1);

  await filter(window).fill('Anna Berger 1');
  await added.dblclick();
  await expect(window.locator('dt').filter({ hasText: new RegExp(`^${t('stops.clientId')}$`) })).toHaveCount(2);
});

test('keeps the width to which a column was dragged', async ({ service, client, start, folder }) => {
  const plan = optimised(await client.plans());
  client.close();
  const profile = folder('profile');
  const first = await start({ profile });
  const { window } = first;
  await openConnected(first, service);
  await openPlan(window, plan.title);
  await hideViews(window);
  const name = t('stops.columnRecipient');
  const widthIn = async (page: Page) => Math.round((await head(page, name).boundingBox())?.width ?? 0);
  const before = await widthIn(window);
  const edge = (await head(window, name).locator('.edge').boundingBox())!;
  const [x, y] = [Math.round(edge.x + edge.width / 2), Math.round(edge.y + edge.height / 2)];
  await window.mouse.move(x, y);
  await window.mouse.down();
  await window.mouse.move(x + 30, y);
  await window.mouse.move(x + 70, y);
  await window.mouse.up();
  await expect.poll(() => widthIn(window)).toBe(before + 70);
  const heads = await grid(window).getByRole('columnheader').allInnerTexts();
  const place = heads.findIndex((text) => text.trim() === name) + 1;
  const cell = grid(window).locator(`[data-line] > :nth-child(${place})`).first();
  expect(Math.round((await cell.boundingBox())?.width ?? 0), 'its cells are as wide').toBe(before + 70);
  const kept = async () => {
    const { columnWidths } = await callBackend<Settings>(window, 'settings', 'get');
    return Object.values(columnWidths).flatMap((ofTable) => Object.values(ofTable));
  };
  await expect.poll(kept).toEqual([before + 70]);
  await first.close();

  const second = await start({ profile });
  const again = second.window;
  await planList(again).waitFor({ timeout: 60_000 });
  await openPlan(again, plan.title);
  await expect.poll(() => widthIn(again), { timeout: 30_000 }).toBe(before + 70);
  await head(again, name).locator('.edge').dblclick();
  await expect.poll(() => widthIn(again), { message: 'a double click gives the width back' }).not.toBe(before + 70);
});

test('marks the rows between two clicks with Shift', async ({ service, client, start }) => {
  const plan = optimised(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await hideViews(window);
  const rows = grid(window).locator('[data-line]');
  const marked = grid(window).locator('[data-line].marked');
  await expect(rows.nth(5)).toBeVisible({ timeout: 60_000 });
  const keysOf = (found: Locator) => found.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')));
  const keys = await keysOf(rows);
  const click = (at: number, modifiers: 'Shift'[] = []) =>
    rows.nth(at).click({ modifiers, position: { x: 120, y: 12 } });
  await click(1);
  await expect(marked).toHaveCount(0);
  await click(4, ['Shift']);
  await expect(marked).toHaveCount(4);
  expect(await keysOf(marked)).toEqual(keys.slice(1, 5));
  await click(2, ['Shift']);
  await expect(marked, 'the range still begins at the first click').toHaveCount(2);
  expect(await keysOf(marked)).toEqual(keys.slice(1, 3));
  await click(0, ['Shift']);
  await expect.poll(() => keysOf(marked), { message: 'upwards as well' }).toEqual(keys.slice(0, 2));
  await click(4);
  await click(3, ['Shift']);
  await expect.poll(() => keysOf(marked), { message: 'a plain click begins another' }).toEqual(keys.slice(3, 5));
});

test('goes on at the next row when the active one was deleted elsewhere', async ({ service, client, start }) => {
  const isPlanned = ({ optimization }: ServicePlan) => optimization === 'editing' || optimization === 'creating';
  const plan = choosePlan((await client.plans()).filter(isPlanned));
  const app = await start();
  await openConnected(app, service);
  const { window } = app;
  const { keyboard } = window;
  await openPlan(window, plan.title);
  await expect(grid(window).locator('[data-line]').nth(7)).toBeVisible({ timeout: 60_000 });
  await grid(window).focus();
  await keyboard.press('Home');
  const active = grid(window).locator('[data-line].active');
  const keys: (string | null)[] = [await active.getAttribute('data-key')];
  for (let presses = 0; presses < 5; presses += 1) {
    await keyboard.press('ArrowDown');
    await expect(active).not.toHaveAttribute('data-key', keys.at(-1) ?? '');
    keys.push(await active.getAttribute('data-key'));
  }
  await keyboard.press('ArrowUp');
  const [fifth, sixth] = [keys[4] ?? '', keys[5] ?? ''];
  await expect(active).toHaveAttribute('data-key', fifth);

  await client.remove(fifth);
  await keyboard.press('F5');
  await expect(grid(window).locator(`[data-key="${fifth}"]`)).toHaveCount(0, { timeout: 60_000 });
  await expect(grid(window)).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(active, 'not the first row').toHaveAttribute('data-key', sixth);
});
