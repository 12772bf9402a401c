/** Everything stays reachable in a small window and in an enlarged one, and the zoom is remembered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { button } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { lost, setSize } from '../support/reach.ts';
import { choosePlan, confirmOptimisation, openConnected, openPlan, planList } from '../support/screens.ts';
import { control } from '../support/training-service.ts';

/** In a zoomed window Playwright's pointer misses what it aims at, so these tests use the keyboard alone. */
const sizes = [
  { name: '200 % of 1366 × 768', width: 1366, height: 768, presses: 5, factor: 2 },
  { name: '100 % of 1024 × 640', width: 1024, height: 640, presses: 0, factor: 1 },
] as const;

/** Everything around the screens, and the screen itself. */
async function expectReachable(window: Page, part: Locator, name: string) {
  await expect(part).toBeVisible();
  await expect.poll(() => lost(part), `${name}: everything can be reached`).toEqual([]);
  // An open dialog covers it.
  if ((await dialog(window).count()) === 0) {
    expect(await lost(window.getByRole('navigation')), `${name}: the navigation`).toEqual([]);
  }
  const sideways = await window.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(sideways, `${name}: nothing scrolls the whole window sideways`).toBeLessThanOrEqual(0);
}

const main = (window: Page) => window.getByRole('main');
const pane = (window: Page) => window.getByRole('complementary');
const dialog = (window: Page) => window.getByRole('dialog');
const row = (window: Page) => window.getByRole('grid').locator('[role="row"][aria-selected]').first();

/** The list of plans, a plan with its forms, and the dialog of a new plan. */
async function lookAtPlans(window: Page) {
  const { keyboard } = window;
  await expectReachable(window, main(window), 'plans');
  await window.getByRole('button', { name: t('plans.newPlan') }).press('Enter');
  await expectReachable(window, dialog(window), 'new plan');
  await keyboard.press('Escape');
  await expect(dialog(window)).toHaveCount(0);

  await planList(window).press('Enter');
  const stops = window.getByRole('grid', { name: t('stops.table'), exact: true });
  await expect(stops).toBeFocused();
  await expect(row(window)).toBeVisible({ timeout: 30_000 });
  await expectReachable(window, main(window), 'plan');
  await keyboard.press('Control+N');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await window.getByRole('button', { name: t('stopForm.more') }).press('Enter');
  await expectReachable(window, pane(window), 'stop form');
  await keyboard.press('Escape');
  await expect(stops).toBeFocused();
  await keyboard.press('ArrowDown');
  await expectReachable(window, pane(window), 'stop');
  await keyboard.press('Escape');
}

async function lookAtOrders(window: Page) {
  const { keyboard } = window;
  await keyboard.press('Control+3');
  const orders = window.getByRole('grid', { name: t('orders.table') });
  await expect(row(window)).toBeVisible({ timeout: 30_000 });
  await expect(orders).toBeFocused();
  await expectReachable(window, main(window), 'orders');
  await keyboard.press('Control+N');
  await expect(pane(window).locator(':focus')).toHaveCount(1);
  await expectReachable(window, pane(window), 'order form');
  await keyboard.press('Escape');
  await expect(orders).toBeFocused();
  const label = pane(window).getByRole('button', { name: t('orders.label'), exact: true });
  // The first pages are still being loaded, and rows move.
  await expect(async () => {
    await keyboard.press('Home');
    await expect(label).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expectReachable(window, pane(window), 'order');
  await label.press('Enter');
  await expect(dialog(window).getByText(t('labels.found'))).toBeVisible({ timeout: 30_000 });
  await expectReachable(window, dialog(window), 'label');
  await keyboard.press('Escape');
}

for (const size of sizes) {
  test(`keeps titles, buttons and forms reachable at ${size.name}`, async ({ start }) => {
    // Walks through every screen.
    test.slow();
    const app = await start();
    const { window } = app;
    const { keyboard } = window;
    await expect(window.getByLabel(t('connections.address'))).toBeVisible();
    await setSize(app, size);
    await expect.poll(() => lost(main(window)), 'connect: everything can be reached').toEqual([]);
    await window.getByRole('button', { name: t('connections.openTraining') }).press('Enter');
    await expect(planList(window)).toBeFocused({ timeout: 60_000 });
    await lookAtPlans(window);

    await keyboard.press('Control+2');
    await expect(row(window)).toBeVisible({ timeout: 30_000 });
    await expectReachable(window, main(window), 'drivers');
    await window.getByRole('button', { name: t('drivers.newDriver') }).press('Enter');
    await expectReachable(window, dialog(window), 'new driver');
    await keyboard.press('Escape');
    await expect(dialog(window)).toHaveCount(0);
    await lookAtOrders(window);

    for (const [key, screen] of [
      ['Control+4', 'outbox'],
      ['Control+5', 'labels'],
      ['Control+6', 'dayClose'],
      ['Control+7', 'settings'],
      ['Control+8', 'training'],
    ] as const) {
      await keyboard.press(key);
      await expect(window.getByRole('heading', { level: 1, name: t(`shell.${screen}`) })).toBeVisible();
      await expectReachable(window, main(window), screen);
    }
  });
}

test('keeps the number of stops readable below a long head at 200 %', async ({ start, service, client }) => {
  const editing = (await client.plans()).filter(({ optimization }) => optimization === 'editing');
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  await openPlan(window, choosePlan(editing).title);
  await control(service, 'PUT', '/clock', { speed: 20 });
  await button(window, t('plans.menu')).click();
  await window.getByRole('menuitem', { name: t('plans.optimize'), exact: true }).click();
  await confirmOptimisation(window);
  const leftOut = main(window)
    .locator('.banner')
    .filter({ hasText: /left out/ });
  await expect(leftOut, 'the head is as long as it gets').toBeVisible({ timeout: 30_000 });
  await setSize(app, sizes[0]);
  await expect.poll(() => lost(main(window), 'h1, button.primary, p.count')).toEqual([]);
});

const zoomOf = (window: Page) => window.evaluate(() => Math.round(devicePixelRatio * 100));
const savedZoom = (profile: string) =>
  (JSON.parse(readFileSync(join(profile, 'settings.json'), 'utf8')) as { zoom?: number }).zoom;

test('zooms with the keys of browsers and remembers it over a restart', async ({ start }) => {
  const first = await start();
  const { keyboard } = first.window;
  await expect(first.window.getByLabel(t('connections.address'))).toBeVisible();
  for (const [key, percent] of [
    ['Control++', 110],
    ['Control+NumpadAdd', 125],
    ['Control+=', 150],
    ['Control+-', 125],
    ['Control+NumpadSubtract', 110],
    ['Control+0', 100],
    ['Control+-', 90],
    ['Control+0', 100],
    ['Control++', 110],
    ['Control++', 125],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(() => zoomOf(first.window), `${key} goes to ${percent} %`).toBe(percent);
  }
  expect(savedZoom(first.profile)).toBe(125);
  await first.close();

  const second = await start({ profile: first.profile });
  await expect(second.window.getByLabel(t('connections.address'))).toBeVisible();
  expect(await zoomOf(second.window), 'from the first picture on').toBe(125);
  // A document that is loaded again keeps it as well.
  await second.window.reload();
  await expect(second.window.getByLabel(t('connections.address'))).toBeVisible();
  expect(await zoomOf(second.window)).toBe(125);
});

test('lets the zoom be chosen in the settings', async ({ start }) => {
  const { window, profile } = await start();
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeFocused({ timeout: 60_000 });
  await window.keyboard.press('Control+7');
  await window.getByLabel(t('settings.zoom')).click();
  await window.getByRole('option', { name: t('settings.percent', { percent: 150 }) }).click();
  await expect.poll(() => zoomOf(window)).toBe(150);
  expect(savedZoom(profile)).toBe(150);
  await window.keyboard.press('Control+0');
  await expect(window.getByLabel(t('settings.zoom'))).toHaveText(t('settings.percent', { percent: 100 }));
});
