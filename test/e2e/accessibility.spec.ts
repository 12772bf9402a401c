/** axe reports no violation on any screen, in light or dark mode (WCAG 2.2, levels A and AA). */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { alone } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { crossedEdits } from '../support/outbox.ts';
import { choose } from '../support/planner-day.ts';
import { setSize } from '../support/reach.ts';
import {
  callBackend,
  choosePlan,
  goTo,
  newStop,
  openConnected,
  openPlan,
  planList,
  statusBar,
} from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';
import { closeDialogs, dialogButton } from '../support/twice.ts';

const stopTable = (window: Page) => window.getByRole('grid', { name: t('stops.table'), exact: true });

/** A stop as it is sent. @param hour of its window, which takes an hour; null: any time */
const delivery = (name: string, hour: number | null) => ({
  recipient: { name },
  address: { addressLineOne: 'Güterstraße 1', zip: '41742', city: 'Aldermünde' },
  ...(hour === null
    ? {}
    : { timing: { earliestAttemptTime: { hour, minute: 0 }, latestAttemptTime: { hour: hour + 1, minute: 0 } } }),
});

/** The violations that axe reports, one line each. */
async function violations(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // In its default mode axe opens a second page for its results, which this window refuses.
    const builder = new AxeBuilder({ page }).setLegacyMode(true);
    // Chromium adds scrollable areas to the tab order automatically. keyboard.spec.ts covers that.
    builder.disableRules(['scrollable-region-focusable']);
    const result = await builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    for (const { id, nodes } of result.violations) {
      found.push(...nodes.map((node) => `${screen}, ${colorScheme}: ${id}: ${node.html.slice(0, 160)}`));
    }
  }
  return found;
}

test('no screen has a violation that axe detects', async ({ start }) => {
  // Checks every screen twice, in light and dark mode.
  test.slow();
  const { window } = await start();
  const found: string[] = [];
  await expect(window.getByLabel(t('connections.address'))).toBeVisible();
  found.push(...(await violations(window, 'connect')));

  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 30_000 });
  found.push(...(await violations(window, 'plans')));

  await planList(window).getByText(t('plans.stateEditing')).first().dblclick();
  await expect(
    window
      .getByRole('grid', { name: t('stops.table'), exact: true })
      .locator('[role="row"][aria-selected]')
      .nth(1),
  ).toBeVisible();
  await newStop(window);
  await window.getByRole('button', { name: t('stopForm.more') }).click();
  found.push(...(await violations(window, 'stop form')));
  await window.keyboard.press('Escape');
  await window
    .getByRole('grid', { name: t('stops.table'), exact: true })
    .locator('[role="row"][aria-selected]')
    .nth(1)
    .click();
  found.push(...(await violations(window, 'stop')));

  await goTo(window, 'drivers');
  await expect(window.locator('[role="row"][aria-selected]').first()).toBeVisible();
  found.push(...(await violations(window, 'drivers')));

  await goTo(window, 'orders');
  const orders = window.getByRole('grid', { name: t('orders.table') });
  const label = window.getByRole('button', { name: t('orders.label'), exact: true }).first();
  await expect(async () => {
    await orders.locator('[role="row"][aria-selected]').first().click({ timeout: 2_000 });
    await expect(label).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  found.push(...(await violations(window, 'orders')));
  await window
    .getByRole('button', { name: t('orders.label'), exact: true })
    .first()
    .click();
  await expect(window.getByRole('dialog').getByText(t('labels.found'))).toBeVisible({ timeout: 30_000 });
  found.push(...(await violations(window, 'label')));
  await window.keyboard.press('Escape');

  for (const screen of ['outbox', 'settings', 'training'] as const) {
    await goTo(window, screen);
    await expect(window.getByRole('heading', { level: 1, name: t(`shell.${screen}`) })).toBeVisible();
    found.push(...(await violations(window, screen)));
  }
  await crossedEdits(window);
  await goTo(window, 'outbox');
  await window
    .getByRole('grid', { name: t('outbox.table') })
    .locator('[role="row"][aria-selected]')
    .first()
    .click();
  await expect(window.getByText(t('outbox.conflictTitle'))).toBeVisible();
  found.push(...(await violations(window, 'conflict')));
  await window.keyboard.press('Escape');
  await window.getByRole('radio', { name: t('outbox.history') }).check({ force: true });
  const history = window.getByRole('grid', { name: t('outbox.historyTable') });
  await expect(history.getByText(t('outbox.stateDecision')).first()).toBeVisible();
  found.push(...(await violations(window, 'history')));
  expect(found).toEqual([]);
});

test('the workspace of a plan has no violation that axe detects', async ({ start }) => {
  test.slow();
  const app = await start();
  const { window } = app;
  const found: string[] = [];
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await planList(window).getByText(t('plans.stateOptimized'), { exact: true }).first().dblclick({ timeout: 60_000 });
  await expect(window.getByRole('img', { name: t('routes.map') })).toBeVisible({ timeout: 60_000 });
  found.push(...(await violations(window, 'map')));
  await window.keyboard.press('Alt+t');
  const timeline = window.getByRole('listbox', { name: t('routes.timeline') });
  await expect(timeline.getByRole('option').first()).toBeVisible();
  await window.keyboard.press('Alt+r');
  const routes = window.getByRole('tree', { name: t('routes.list') });
  await expect(routes).toBeFocused();
  for (const key of ['Enter', 'ArrowRight', 'ArrowDown']) await window.keyboard.press(key);
  await expect(routes.locator('[aria-level="2"][aria-selected="true"]')).toHaveCount(1);
  found.push(...(await violations(window, 'routes and timeline')));
  await setSize(app, { width: 1_900, height: 1_050, presses: 0, factor: 1 });
  await expect(window.getByRole('separator')).toHaveCount(4);
  found.push(...(await violations(window, 'all views')));
  expect(found).toEqual([]);
});

/** Marks the first two rows of the list of stops, which has the focus then. */
async function markTwo(window: Page): Promise<void> {
  await stopTable(window).focus();
  for (const key of ['Home', 'Space', 'ArrowDown', 'Space']) await window.keyboard.press(key);
  await expect(window.getByRole('toolbar', { name: t('stops.markedCount', { count: 2 }) })).toBeVisible();
}

/** What concerns cells and marked stops of the open plan. */
async function lookAtStops(window: Page, look: (state: string) => Promise<void>): Promise<void> {
  const { keyboard } = window;
  const head = stopTable(window).getByRole('columnheader', { name: t('stops.columnRecipient'), exact: true });
  await head.click({ button: 'right' });
  await expect(window.getByRole('menu'), 'the menu of the column is open').toBeVisible();
  await look('menu of a column');
  await keyboard.press('Escape');
  await expect(window.getByRole('menu')).toHaveCount(0);

  await stopTable(window).focus();
  await keyboard.press('Home');
  await keyboard.press('e');
  await expect(window.locator('.cell-editor').getByRole('textbox'), 'the cell is edited').toBeFocused();
  await look('editor of a cell');
  await keyboard.press('Escape');

  await markTwo(window);
  await keyboard.press('a');
  await expect(window.getByRole('dialog', { name: t('assign.title', { count: 2 }) })).toBeVisible();
  await look('assigning');
  await closeDialogs(window);
  await expect(stopTable(window), 'the list has the focus again').toBeFocused();
  await keyboard.press('F2');
  const many = window.getByRole('dialog', { name: t('assign.editTitle', { count: 2 }) });
  for (const name of [t('assign.editWindow'), t('assign.editPackages'), t('assign.editNotes')]) {
    await many.getByRole('checkbox', { name, exact: true }).click();
  }
  await look('editing several');
  await closeDialogs(window);
  await expect(stopTable(window), 'the list has the focus again').toBeFocused();
  await keyboard.press('m');
  await expect(window.getByRole('dialog', { name: t('stops.moveTitle', { count: 2 }) })).toBeVisible();
  await look('moving');
  await closeDialogs(window);
}

/** How the table of the open plan is arranged: its panel, and then groups of rows with two lines. */
async function lookAtTable(window: Page, look: (state: string) => Promise<void>): Promise<void> {
  await stopTable(window).focus();
  await window.keyboard.press('v');
  const panel = window.getByRole('dialog', { name: t('tables.panel') });
  await expect(panel).toBeVisible();
  await look('panel of the table');
  await panel.getByRole('radio', { name: t('stops.columnDriver') }).check({ force: true });
  await panel.getByRole('checkbox', { name: t('tables.twoLines') }).check();
  await window.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(stopTable(window).locator('.group').first(), 'the rows are grouped').toBeVisible();
  await look('groups of rows with two lines');
}

/** From the hints before an optimisation to the choice of another one. */
async function lookAtOptimisation(
  window: Page,
  service: TrainingService,
  look: (state: string) => Promise<void>,
): Promise<void> {
  await choose(window, t('plans.copy'));
  await expect(window.getByRole('dialog', { name: t('plans.copyTitle') })).toBeVisible();
  await look('copying a plan');
  await closeDialogs(window);
  await choose(window, t('plans.optimize'));
  const anyway = dialogButton(window, t('refusals.optimiseAnyway'));
  await expect(anyway, 'it is said which stop would be left out').toBeVisible();
  await look('hints before an optimisation');
  await control(service, 'PUT', '/clock', { speed: 30 });
  await anyway.click();
  const fix = window.getByRole('button', { name: t('refusals.fixWindow'), exact: true }).first();
  await expect(fix, 'it is said which stop was left out').toBeVisible({ timeout: 60_000 });
  await look('stops that were left out');
  await choose(window, t('plans.reoptimize'));
  await expect(window.getByRole('dialog', { name: t('plans.reoptimize') })).toBeVisible();
  await look('kinds of re-optimisation');
  await closeDialogs(window);
}

/** A plan without stops, and then with one that has no place on the map, because the service does not have it. */
async function lookAtEmptyPlan(
  window: Page,
  service: TrainingService,
  look: (state: string) => Promise<void>,
): Promise<void> {
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() };
  const plan = { title: 'Blumenhaus', starts };
  const { id } = await callBackend<{ id: string }>(window, 'plans', 'create', { plan, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await goTo(window, 'plans');
  await window.getByRole('textbox', { name: t('common.filter') }).fill(plan.title);
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.emptyTitle'))).toBeVisible({ timeout: 30_000 });
  await look('plan without stops');
  await service.kill();
  await callBackend(window, 'stops', 'add', { planId: id, stop: delivery('Kundin 1', null), draftId: null });
  const map = window.getByRole('group', { name: t('routes.map'), exact: true });
  await map.getByRole('button', { name: t('routes.missing', { count: 1 }) }).click();
  await expect(map.getByRole('list')).toBeVisible();
  await look('stops without coordinates');
}

test('tables, menus and dialogs of a plan have no violation that axe detects', async ({ service, client, start }) => {
  test.slow();
  const plans = alone(await client.plans(), ({ title }) => title);
  client.close();
  const plan = choosePlan(plans.filter(({ optimization }) => optimization === 'editing'));
  const app = await start();
  const { window } = app;
  const found: string[] = [];
  const look = async (state: string) => void found.push(...(await violations(window, state)));
  await openConnected(app, service);
  // No driver is at work at that time.
  await callBackend(window, 'stops', 'add', { planId: plan.id, stop: delivery('Night Owl', 3), draftId: null });
  await window.getByRole('textbox', { name: t('common.filter') }).fill(plan.title);
  await openPlan(window, plan.title);
  await expect(stopTable(window).locator('[data-line]').nth(3)).toBeVisible({ timeout: 60_000 });
  await lookAtStops(window, look);
  await lookAtTable(window, look);
  await lookAtOptimisation(window, service, look);

  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.unassigned'), exact: true }).click();
  await expect(stopTable(window).locator('[data-line]').nth(2)).toBeVisible({ timeout: 30_000 });
  await markTwo(window);
  await look('unassigned stops with marks');
  await lookAtEmptyPlan(window, service, look);
  expect(found).toEqual([]);
});
