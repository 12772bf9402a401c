/** axe reports no violation on any screen, in light or dark mode (WCAG 2.2, levels A and AA). */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { crossedEdits } from '../support/outbox.ts';
import { setSize } from '../support/reach.ts';
import { goTo, newStop, planList } from '../support/screens.ts';

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
