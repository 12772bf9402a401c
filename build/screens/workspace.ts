/** The workspace of a plan: table, routes, map and timeline in both sizes of a window. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { alone, typedStop } from '../../test/support/day.ts';
import { PlainClient, type ServicePlan } from '../../test/support/plain-client.ts';
import { choose } from '../../test/support/planner-day.ts';
import { confirmOptimisation, newStop, openPlan, planList, statusBar, typeStop } from '../../test/support/screens.ts';
import { drawingArguments, takeSoftwareWebGl } from '../../test/support/software-webgl.ts';
import { addStops, type TrainingService } from '../../test/support/training-service.ts';
import { dialogButton } from '../../test/support/twice.ts';
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

/** Fills the rarer fields of the open form: a weight, coordinates beside an address, a property of the team. */
async function fillMore(window: Page): Promise<void> {
  const form = window.getByRole('form', { name: t('stopForm.form') });
  const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
  await fill(t('stopForm.addressLineOne'), 'Lindenallee 19');
  await form.getByRole('button', { name: t('stopForm.more') }).click();
  await fill(t('stopForm.weightAmount'), '12.5');
  await fill(t('stopForm.latitude'), '52.3');
  await fill(t('stopForm.longitude'), '9.7');
  await form.getByRole('button', { name: t('stopForm.addProperty') }).click();
  await form.getByRole('combobox', { name: t('stopForm.propertyName') }).click();
}

const planned: Scene = {
  pictures: [
    ...['workspace-today', 'workspace-today-wide', 'workspace-tomorrow', 'workspace-tomorrow-wide'],
    ...['workspace-narrowed', 'workspace-narrowed-wide', 'workspace-details-wide', 'workspace-form-wide'],
    ...['workspace-form-more', 'workspace-form-more-wide'],
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
    await fillMore(window);
    await stage.takeBoth(app, 'workspace-form-more');
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

/** Drivers who are not in the training data, where no depot has more than four: enough for 600 stops. */
const crew = [
  ...['Anton Auer', 'Berta Busch', 'Carlo Curtius', 'Dora Damm', 'Emil Ernst', 'Frida Fink', 'Gustav Gruber'],
  ...['Hanna Hahn', 'Ingo Ibsen', 'Jutta Jahn', 'Konrad Kluge', 'Lotte Lenz', 'Moritz Maas', 'Nele Nolte'],
];

/** A service with a plan of tomorrow that has exactly so many stops and drivers. */
async function serviceWith(
  stage: Stage,
  count: number,
  driverCount: number,
): Promise<{ service: TrainingService; plan: ServicePlan }> {
  const first = await stage.service();
  const client = new PlainClient(first);
  const like = (await client.plans()).find(
    ({ optimization, drivers, depot }) => optimization === 'creating' && drivers.length > 0 && depot !== null,
  );
  if (like?.depot == null) throw new Error('the training data has no plan that waits for its routes');
  const stop = (await client.stops(like.id)).find(({ type }) => type === 'stop');
  if (stop === undefined) throw new Error('the plan that waits for its routes has no stops');
  const names = crew.slice(0, driverCount);
  // Their routes carry more than a car usually does, which the list of routes says.
  await client.addDrivers(names, like.depot, { vehicleType: 'car' });
  const drivers = (await client.drivers()).filter(({ name }) => name !== null && names.includes(name));
  const { starts, depot } = like;
  const crewIds = drivers.map(({ id }) => id);
  // Without an end it could not be optimised.
  const routeOverrides = { endTime: { hour: 20, minute: 0 } };
  const plan = await client.addPlan({ title: 'Flower round', starts, depot, drivers: crewIds, routeOverrides });
  client.close();
  await first.kill();
  const own = { id: `${plan.id}/${stop.id.split('/').slice(-2).join('/')}`, plan: plan.id, allowedDrivers: [] };
  const weight = { amount: 24, unit: 'kilogram' };
  addStops(first, { ...stop, ...own, weight, optimizationOrder: 'default' }, count, stage.now().getTime());
  return { service: await first.startAgain(), plan };
}

/** Opens the plan, and waits until it shows all of its stops. */
async function openWhole(window: Page, { title }: ServicePlan, count: number): Promise<void> {
  await openAlone(window, title);
  const counted = t('stops.count', { count });
  await expect(window.locator('main p.count')).toHaveText(counted, { timeout: 300_000 });
  await window.getByRole('img', { name: t('routes.map') }).waitFor({ timeout: 60_000 });
}

/** How far a plan of many stops goes. */
type Step = 'optimised' | 'distributed' | 'offline';

/** A plan of exactly so many stops: as they come, then on routes, with its drivers, and without the service. */
const crowded = (count: number, driverCount: number, steps: readonly Step[]): Scene => ({
  pictures: ['', ...steps.map((step) => `-${step}`)].flatMap((step) => [
    `workspace-${count}${step}`,
    `workspace-${count}${step}-wide`,
  ]),
  async take(stage) {
    const { service, plan } = await serviceWith(stage, count, driverCount);
    const app = await stage.connected(service);
    const { window } = app;
    await openWhole(window, plan, count);
    await stage.takeBoth(app, `workspace-${count}`);
    if (steps.includes('optimised')) {
      await choose(window, t('plans.optimize'));
      await confirmOptimisation(window);
      // Its stops are grouped by driver once they are read.
      await table(window).locator('.group').first().waitFor({ timeout: 180_000 });
      await stage.takeBoth(app, `workspace-${count}-optimised`);
    }
    if (steps.includes('distributed')) {
      await choose(window, t('plans.distribute'));
      await dialogButton(window, t('plans.distribute')).click();
      const mark = window.locator('main .below .mark').filter({ hasText: t('plans.stateDistributed') });
      await expect(mark).toBeVisible({ timeout: 60_000 });
      await stage.takeBoth(app, `workspace-${count}-distributed`);
    }
    if (!steps.includes('offline')) return;
    await service.kill();
    await statusBar(window)
      .getByText(new RegExp(`^${t('shell.lineDown', { since: '' })}`))
      .waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, `workspace-${count}-offline`);
  },
});

/** The same plan with a map that WebGL draws (a program stands in for a graphics card), and with one without it. */
const mapDrawnWith = (drawing: keyof typeof drawingArguments): Scene => {
  const name = drawing === 'webgl' ? 'workspace-map-webgl' : 'workspace-map-without-webgl';
  const ready = async (window: Page) => {
    await window.locator(`[data-drawing="${drawing}"]`).waitFor({ timeout: 60_000 });
    // The program draws a frame later than the rest of the window.
    await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  return {
    pictures: [name, `${name}-wide`],
    async take(stage) {
      const service = await stage.service();
      const app = await stage.connected(service, {}, undefined, drawingArguments[drawing]);
      const { window } = app;
      if (drawing === 'webgl') await window.evaluate(takeSoftwareWebGl);
      await openAlone(window, (await planOn(stage, 0, service)).title);
      await stage.takeBoth(app, name, { ready });
    },
  };
};

export const workspaceScenes: readonly Scene[] = [
  ...[planned, few],
  crowded(60, 3, ['optimised', 'distributed', 'offline']),
  crowded(600, crew.length, ['optimised', 'offline']),
  crowded(10_000, crew.length, []),
  ...[mapDrawnWith('webgl'), mapDrawnWith('canvas')],
];
