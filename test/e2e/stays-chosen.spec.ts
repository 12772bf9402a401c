/**
 * What was entered here gets another id when the service takes it. Nothing on screen forgets what its user chose
 * because of that: marks, the filter, an open import, and the screen itself stay.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { button } from '../support/day.ts';
import { dragTo, letGo, markRows, scrollToEnd } from '../support/dragging.ts';
import { earlyStops, lateStops, planIs } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import { driversOfDepot } from '../support/keyboard-day.ts';
import { chooseByMouse, chooseItemByMouse, enterStops, makePlanByMouse } from '../support/mouse-day.ts';
import { setSize } from '../support/reach.ts';
import { goTo, openConnected, statusBar } from '../support/screens.ts';

/** A screen of 1920 × 1080, without the frame of the window. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };
const title = 'Sent while it is open';

const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const unassigned = (window: Page): Locator => window.getByRole('grid', { name: t('drag.unassigned') });
const rowOf = (grid: Locator, name: string): Locator => grid.locator('[data-key]').filter({ hasText: name });
const markedIn = (grid: Locator): Locator => grid.locator('[data-key].marked');
const keyOf = (grid: Locator, name: string): Promise<string | null> => rowOf(grid, name).getAttribute('data-key');

test('keeps marks, filter and an open import when a plan and its stops are sent', async ({
  service,
  client,
  start,
}) => {
  test.setTimeout(240_000);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  const drivers = await driversOfDepot(window, 1);
  const depotSwitch = window.getByRole('navigation').getByRole('combobox', { name: t('shell.depot') });
  await chooseByMouse(window, depotSwitch, drivers[0]!.depotNames[0]!);
  await service.kill();
  await expect(statusBar(window)).toContainText(/offline/i, { timeout: 60_000 });
  const [first, second] = lateStops.map(({ name }) => name) as [string, string];
  const [inPlan, alsoInPlan] = earlyStops.map(({ name }) => name) as [string, string];

  await button(window, t('plans.unassigned')).click();
  await enterStops(window, lateStops);
  await goTo(window, 'plans');
  await makePlanByMouse(window, title, drivers);
  await enterStops(window, earlyStops);
  const pane = unassigned(window);
  await window.getByRole('textbox', { name: t('common.filter') }).fill('Evening');
  await markRows(stopTable(window), [inPlan, alsoInPlan]);
  // The oldest are first.
  await scrollToEnd(window, pane);
  await markRows(pane, [first, second]);
  const before = [await keyOf(stopTable(window), inPlan), await keyOf(pane, first)];
  await chooseItemByMouse(window, t('stopImport.menu'));
  const wizard = window.getByRole('dialog');
  await expect(wizard).toBeVisible();

  await service.startAgain();
  await expect(statusBar(window), 'all is sent').toContainText(t('shell.allSent'), { timeout: 90_000 });
  await planIs(window, title, { what: 'the plan on the service', fits: ({ id }) => id.startsWith('plans/') });
  await expect(stopTable(window).locator(`[data-key="${before[0]}"]`), 'it has another id').toHaveCount(0);
  await expect(pane.locator(`[data-key="${before[1]}"]`), 'it has another id').toHaveCount(0);
  await expect(wizard, 'the import is still open').toBeVisible();
  await window.keyboard.press('Escape');
  await expect(wizard).toHaveCount(0);
  await expect(window.getByRole('textbox', { name: t('common.filter') })).toHaveValue('Evening');
  await expect(markedIn(stopTable(window)), 'the marked stops of the plan').toHaveText([
    new RegExp(inPlan),
    new RegExp(alsoInPlan),
  ]);
  await expect(markedIn(pane), 'the marked unassigned stops').toHaveCount(2);
  await dragTo(window, rowOf(pane, first), window.locator('[data-drop="here"]').first());
  await letGo(window, new RegExp(`^2 stops → ${title}`));
  for (const name of [first, second]) await expect(rowOf(stopTable(window), name), 'it is in the plan').toHaveCount(1);
});
