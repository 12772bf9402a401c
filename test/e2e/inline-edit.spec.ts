/** Cells of the table of stops are edited in their place, by keyboard and mouse, offline too, and read back over HTTPS. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabToField } from '../support/keys.ts';
import type { ServiceStop } from '../support/plain-client.ts';
import { callBackend, choosePlan, openConnected, openPlan, statusBar } from '../support/screens.ts';
import { readBack } from '../support/twice.ts';

const table = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const filter = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });
const hint = (window: Page, text: string): Locator => window.locator('.cell-editor').getByText(text, { exact: true });
const windowCell = (window: Page, name: string): Locator =>
  window.locator('.cell-editor').getByRole('textbox', {
    name: t('stops.cellOf', { column: t('stops.columnWindow'), name }),
  });

/** The first stop of the open plan that can be edited, with a name of its own. */
async function firstStop(window: Page, planId: string): Promise<StopRow & { recipientName: string }> {
  const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId, cursor: null });
  await expect.poll(async () => (await list()).rows.length, { timeout: 60_000 }).toBeGreaterThan(1);
  const { rows } = await list();
  const found = rows.find(
    ({ type, attemptedAt, change, recipientName }) =>
      type === 'stop' &&
      attemptedAt === null &&
      change === null &&
      rows.filter((row) => row.recipientName === recipientName).length === 1,
  );
  if (found?.recipientName == null) throw new Error('the plan has no stop that can be edited');
  return { ...found, recipientName: found.recipientName };
}

test('edits the window of a row by keys, says what is wrong, and restores it with Esc', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { id, recipientName: name } = await firstStop(window, plan.id);
  await window.getByRole('textbox', { name: t('common.filter') }).fill(name);
  await table(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await window.keyboard.type('noon');
  await window.keyboard.press('Enter');
  await expect(hint(window, t('stopForm.notATime'))).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(windowCell(window, name)).toHaveCount(0);
  await expect(table(window)).toBeFocused();

  await window.keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await window.keyboard.type('7-8');
  await window.keyboard.press('Enter');
  await expect(table(window)).toBeFocused();
  await expect(table(window).getByRole('gridcell', { name: '07:00–08:00', exact: true })).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const there = await readBack(service, (reader) => reader.stops(plan.id));
  const sent = there.find((stop: ServiceStop) => stop.id === id);
  expect(sent).toMatchObject({
    timing: { earliestAttemptTime: { hour: 7, minute: 0 }, latestAttemptTime: { hour: 8, minute: 0 } },
  });
});

/** Shows columns that the table leaves out at first, beside no other view. */
async function showColumns(window: Page, ...names: readonly string[]): Promise<void> {
  const views = window.getByRole('group', { name: t('routes.viewsShown') }).locator('[aria-pressed="true"]');
  await expect(views.first()).toBeVisible({ timeout: 30_000 });
  while ((await views.count()) > 0) await views.first().click();
  await table(window).focus();
  await window.keyboard.press('v');
  const panel = window.getByRole('dialog', { name: t('tables.panel') });
  await expect(panel).toBeVisible();
  for (const name of names) {
    await tabToField(window, panel.getByRole('checkbox', { name, exact: true }), name);
    await window.keyboard.press('Space');
    await expect(table(window).getByRole('columnheader', { name, exact: true })).toHaveCount(1);
  }
  await window.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

test('edits packages, notes and allowed drivers one after the other by keys', async ({ service, client, start }) => {
  test.setTimeout(180_000);
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { id, recipientName: name, packageCount, allowedDrivers } = await firstStop(window, plan.id);
  await showColumns(window, t('stops.notes'), t('stops.allowedDrivers'));
  await window.getByRole('textbox', { name: t('common.filter') }).fill(name);
  await table(window).focus();
  await keyboard.press('Home');
  await keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await keyboard.press('Tab');
  const editor = window.locator('.cell-editor');
  const field = (column: string) => editor.getByRole('textbox', { name: t('stops.cellOf', { column, name }) });
  await expect(field(t('stops.columnPackages')), 'Tab goes to the next cell that can be edited').toBeFocused();
  const packages = (packageCount ?? 1) + 3;
  await keyboard.type(String(packages));
  await keyboard.press('Tab');
  await expect(field(t('stops.notes'))).toBeFocused();
  await keyboard.type('Side door');
  await keyboard.press('Tab');
  const box = editor.getByRole('checkbox').first();
  await expect(box).toBeFocused();
  const label = await editor.locator('label').first().innerText();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(editor).toHaveCount(0);
  await expect(table(window)).toBeFocused();

  const drivers = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
  const ticked = drivers.rows.find((each) => each.name === label.trim())?.id ?? label;
  const others = allowedDrivers.filter((each) => each !== ticked);
  const allowed = others.length < allowedDrivers.length ? others : [...allowedDrivers, ticked];
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const there = await readBack(service, (reader) => reader.stops(plan.id));
  const sent = there.find((stop: ServiceStop) => stop.id === id);
  expect(sent).toMatchObject({ packageCount: packages, notes: 'Side door' });
  expect((sent?.allowedDrivers ?? []).toSorted()).toEqual(allowed.toSorted());
});

test('edits a cell offline with a double click, shows it at once, and undoes it', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { recipientName: name } = await firstStop(window, plan.id);
  await service.kill();
  await window.getByRole('textbox', { name: t('common.filter') }).fill(name);
  const row = table(window).locator('[role="row"][aria-selected]').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  const heads = await table(window).getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((head) => head.trim() === t('stops.columnWindow'));
  const before = await row.getByRole('gridcell').nth(at).innerText();
  await row.getByRole('gridcell').nth(at).dblclick();
  await expect(windowCell(window, name)).toBeFocused();
  await window.keyboard.type('6-7');
  await table(window).focus();
  await expect(row.getByRole('gridcell').nth(at), 'what was typed is saved when the focus goes').toHaveText(
    '06:00–07:00',
  );
  await window.keyboard.press('Control+Z');
  await expect(row.getByRole('gridcell').nth(at)).toHaveText(before);
});

test('edits the marked row, and lies over it, when another row is active', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  await firstStop(window, plan.id);
  await table(window).focus();
  await window.keyboard.press('Home');
  // The first row may be the start of a route.
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Space');
  const marked = table(window).locator('[data-key].marked');
  await expect(marked).toHaveCount(1);
  const key = await marked.getAttribute('data-key');
  await window.keyboard.press('ArrowDown');
  await expect(table(window).locator('[data-key].active')).not.toHaveAttribute('data-key', key ?? '');

  await window.keyboard.press('e');
  const editor = window.locator('.cell-editor');
  await expect(editor.getByRole('textbox')).toBeFocused();
  const row = await marked.boundingBox();
  const { y } = (await editor.boundingBox())!;
  expect(y, 'it lies over the marked row').toBeGreaterThanOrEqual(row!.y);
  expect(y).toBeLessThan(row!.y + row!.height);
  await window.keyboard.type('7-8');
  await window.keyboard.press('Enter');
  await expect(marked.getByRole('gridcell', { name: '07:00–08:00', exact: true })).toBeVisible();
  await expect(marked).toHaveAttribute('data-key', key ?? '');
});

/** The cells of a column in the rows that show this text. */
async function cellsOf(window: Page, column: string, text: string): Promise<Locator> {
  const heads = await table(window).getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((head) => head.trim() === column);
  const rows = table(window).locator('[role="row"][aria-selected]').filter({ hasText: text });
  return rows.locator(`:scope > :nth-child(${at + 1})`);
}

test('leaves the keyboard to the filter when a cell is left for it, changed or not', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { recipientName: name } = await firstStop(window, plan.id);
  await filter(window).fill(name);
  const cell = await cellsOf(window, t('stops.columnWindow'), name);
  await expect(cell).toHaveCount(1);
  await cell.dblclick();
  await expect(windowCell(window, name)).toBeFocused();
  await window.keyboard.type('6-7');
  await filter(window).click();
  await expect(cell).toHaveText('06:00–07:00');
  await expect(filter(window), 'what is typed next is no command').toBeFocused();

  await cell.dblclick();
  await expect(windowCell(window, name)).toBeFocused();
  await filter(window).click();
  await expect(windowCell(window, name)).toHaveCount(0);
  await expect(filter(window)).toBeFocused();
});

test('takes what is typed right after Tab into the next cell', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { recipientName: name } = await firstStop(window, plan.id);
  await showColumns(window, t('stops.notes'));
  await filter(window).fill(name);
  await table(window).focus();
  await keyboard.press('Home');
  await keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await keyboard.type('7-8');
  await keyboard.press('Tab');
  await keyboard.type('12');
  await keyboard.press('Enter');
  await expect(await cellsOf(window, t('stops.columnWindow'), name)).toHaveText('07:00–08:00');
  await expect(await cellsOf(window, t('stops.columnPackages'), name)).toHaveText('12');
  await expect(table(window)).toBeFocused();
});

test('comes back to a cell with what is not valid, although the filter hides its row', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, plan.title);
  const { id, recipientName: name } = await firstStop(window, plan.id);
  const { rows } = await callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: plan.id, cursor: null });
  const isElse = (text: string | null) => text !== null && !text.split(' ').some((word) => name.includes(word));
  const other = rows.find(({ type, recipientName }) => type === 'stop' && isElse(recipientName))?.recipientName;
  await filter(window).fill(name);
  await table(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await window.keyboard.type('noon');
  await window.keyboard.press('Enter');
  await expect(hint(window, t('stopForm.notATime'))).toBeVisible();

  await filter(window).fill(other ?? '');
  await expect(table(window).locator(`[data-key="${id}"]`)).toHaveCount(0);
  await table(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('e');
  await expect(windowCell(window, name)).toBeFocused();
  await expect(windowCell(window, name)).toHaveValue('noon');
  await expect(hint(window, t('stopForm.notATime'))).toBeVisible();
  await expect(filter(window)).toHaveValue('');
  await window.keyboard.press('Escape');
  await expect(table(window)).toBeFocused();
});
