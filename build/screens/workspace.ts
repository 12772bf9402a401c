/** The workspace of a plan: table, routes, map and timeline in both sizes of a window. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { alone, typedStop } from '../../test/support/day.ts';
import { addStops } from '../../test/support/training-service.ts';
import { PlainClient, type ServicePlan } from '../../test/support/plain-client.ts';
import { confirmOptimisation, newStop, openPlan, planList, statusBar, typeStop } from '../../test/support/screens.ts';
import type { Scene, Stage } from './stage.ts';

const routes = (window: Page) => window.getByRole('tree', { name: t('routes.list') });
const table = (window: Page) => window.getByRole('grid', { name: t('stops.table'), exact: true });
const filterBox = (window: Page) => window.getByRole('textbox', { name: t('common.filter') });

async function openAlone(window: Page, title: string): Promise<void> {
  await filterBox(window).fill(title);
  await openPlan(window, title);
  await expect(table(window).locator('[role="row"][aria-selected]').nth(1)).toBeVisible({ timeout: 60_000 });
}

/** A plan of the scene's day, or of one after it, with a title of its own. */
async function planOn(stage: Stage, daysLater: number, access: Parameters<typeof open>[0]): Promise<ServicePlan> {
  const plans = await open(access);
  const day = stage.now().getDate() + daysLater;
  const found = alone(
    plans.filter(({ optimization }) => optimization === 'optimized'),
    ({ title }) => title,
  ).find(({ starts }) => starts.day === day);
  if (found === undefined) throw new Error('the training data has no optimised plan on that day');
  return found;
}

async function open(access: ConstructorParameters<typeof PlainClient>[0]): Promise<ServicePlan[]> {
  const client = new PlainClient(access);
  const plans = await client.plans();
  client.close();
  return plans;
}

const planned: Scene = {
  pictures: [
    ...['workspace-today', 'workspace-today-wide', 'workspace-tomorrow', 'workspace-tomorrow-wide'],
    ...['workspace-narrowed', 'workspace-narrowed-wide', 'workspace-details-wide', 'workspace-form-wide'],
  ],
  async take(stage) {
    const service = await stage.service();
    const app = await stage.connected(service);
    const { window } = app;
    const [today, tomorrow] = [await planOn(stage, 0, service), await planOn(stage, 1, service)];
    await openAlone(window, today.title);
    await window.getByRole('img', { name: t('routes.map') }).waitFor();
    await stage.takeBoth(app, 'workspace-today');
    await window.getByRole('button', { name: t('stops.backToPlans') }).click();
    await openAlone(window, tomorrow.title);
    await stage.takeBoth(app, 'workspace-tomorrow');

    await window.keyboard.press('Alt+R');
    await expect(routes(window)).toBeFocused();
    await window.keyboard.press('Enter');
    await window.keyboard.press('ArrowRight');
    for (let presses = 0; presses < 3; presses += 1) await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Alt+T');
    await expect(window.getByRole('listbox', { name: t('routes.timeline') })).toBeVisible();
    await stage.takeBoth(app, 'workspace-narrowed');
    await table(window).focus();
    await window.keyboard.press('Enter');
    await window.getByRole('complementary').waitFor();
    await stage.take(app, 'workspace-details-wide', { isWide: true });
    await newStop(window);
    await stage.take(app, 'workspace-form-wide', { isWide: true });
  },
};

const few: Scene = {
  pictures: ['workspace-empty', 'workspace-empty-wide', 'workspace-one', 'workspace-one-wide'],
  async take(stage) {
    const app = await stage.connected(await stage.service());
    const { window } = app;
    await planList(window).waitFor();
    await window.getByRole('button', { name: t('plans.newPlan'), exact: true }).click();
    await expect(window.getByLabel(t('plans.columnTitle'), { exact: true })).toBeFocused();
    await window.keyboard.type('Furniture round');
    await window.keyboard.press('Control+Enter');
    await window.getByRole('heading', { name: 'Furniture round' }).waitFor();
    await window.getByText(t('stops.emptyTitle')).waitFor({ timeout: 30_000 });
    await stage.takeBoth(app, 'workspace-empty');
    await newStop(window);
    await typeStop(window, { ...typedStop, name: 'Hermine Falk' });
    await window.keyboard.press('Escape');
    await window.getByRole('img', { name: t('routes.map') }).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, 'workspace-one');
  },
};

/** A plan with so many stops besides its own, first as they come, then on routes. */
const crowded = (count: number, afterwards: boolean): Scene => ({
  pictures: [
    ...[`workspace-${count}`, `workspace-${count}-wide`],
    ...(afterwards ? [`workspace-${count}-optimised`, `workspace-${count}-optimised-wide`] : []),
    ...(afterwards ? [`workspace-${count}-offline`] : []),
  ],
  async take(stage) {
    const first = await stage.service();
    const client = new PlainClient(first);
    const plans = await client.plans();
    const plan = plans.find(
      ({ optimization, drivers, starts, writable }) =>
        writable && optimization === 'creating' && drivers.length > 0 && starts.day > stage.now().getDate(),
    );
    if (plan === undefined) throw new Error('the training data has no plan that waits for its routes');
    const own = (await client.stops(plan.id)).filter(({ type }) => type === 'stop');
    client.close();
    await first.kill();
    addStops(first, own[0] as never, count, stage.now().getTime());
    const service = await first.startAgain();
    const app = await stage.connected(service);
    const { window } = app;
    await planList(window).waitFor();
    await filterBox(window).fill(plan.title);
    // Of plans with one title Enter opens the next one.
    await window.getByRole('search').getByText(/^↵ /).waitFor();
    await window.keyboard.press('Enter');
    await window.getByText(t('stops.count', { count: own.length + count })).waitFor({ timeout: 300_000 });
    await window.getByRole('img', { name: t('routes.map') }).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, `workspace-${count}`);
    if (!afterwards) return;
    await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
    await window.getByRole('menuitem', { name: t('plans.optimize'), exact: true }).click();
    await confirmOptimisation(window);
    // Its stops are grouped by driver once they are read.
    await table(window).locator('.group').first().waitFor({ timeout: 180_000 });
    await stage.takeBoth(app, `workspace-${count}-optimised`);
    await service.kill();
    await statusBar(window)
      .getByText(new RegExp(`^${t('shell.lineDown', { since: '' })}`))
      .waitFor({ timeout: 60_000 });
    await stage.take(app, `workspace-${count}-offline`);
  },
});

export const workspaceScenes: readonly Scene[] = [planned, few, crowded(600, true), crowded(10_000, false)];
