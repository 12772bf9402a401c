/**
 * The form of a plan: its route settings are entered by keyboard, shown again, and read back over HTTPS, and it says what
 * cannot be chosen or edited.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { DriverRow } from '../../src/shared/drivers.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys, tabToField } from '../support/keys.ts';
import { waitFor } from '../support/processes.ts';
import { callBackend, choosePlan, openConnected, openPlan, statusBar } from '../support/screens.ts';
import { control } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

/** All drivers, once they are loaded. */
const driversIn = (window: Page): Promise<DriverRow[]> =>
  waitFor('the drivers', async () => {
    const { rows } = await callBackend<{ rows: DriverRow[] }>(window, 'drivers', 'list');
    return rows.length > 0 && rows;
  });

/** Opens a plan, found through the filter, and its menu. @returns the item with which it is edited */
async function editItem(window: Page, title: string): Promise<Locator> {
  await window.getByRole('textbox', { name: t('common.filter') }).fill(title);
  await openPlan(window, title);
  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  return window.getByRole('menuitem').filter({ hasText: t('plans.edit') });
}

test('creates a plan with route settings, and sends a changed one with the others', async ({ service, start }) => {
  test.setTimeout(180_000);
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  const dialog = window.getByRole('dialog');
  const part = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const type = async (name: string, text: string) => {
    await tabToField(window, field(name), name);
    await keyboard.press('Control+A');
    await keyboard.type(text);
  };
  const overrides = () =>
    readBack(service, async (reader) => {
      const made = (await reader.plans()).find(({ title }) => title === 'Tour with settings');
      return (made as { routeOverrides?: unknown } | undefined)?.routeOverrides ?? null;
    });

  await window.getByRole('button', { name: t('plans.newPlan') }).press('Enter');
  await expect(field(t('plans.columnTitle'))).toBeFocused();
  await keyboard.type('Tour with settings');
  await tabToField(window, part(t('planForm.routes')), 'the routes');
  await keyboard.press('Enter');
  await type(t('planForm.startTime'), '7');
  await type(t('planForm.maxStops'), '0');
  await keyboard.press('Control+Enter');
  await expect(dialog.getByText(t('stopForm.tooSmall', { least: 1 }))).toBeVisible();
  await expect(field(t('planForm.maxStops'))).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('30');
  await tabToField(window, part(t('planForm.optimisation')), 'the optimisation');
  await keyboard.press('Enter');
  const goal = dialog.getByLabel(t('planForm.subObjective'));
  await chooseByKeys(window, goal, new RegExp(t('planForm.equalizeTime')), 'the secondary goal');
  await keyboard.press('Control+Enter');
  await expect(window.getByRole('heading', { name: 'Tour with settings', level: 1 })).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await expect.poll(overrides, { timeout: 60_000 }).toMatchObject({
    ...{ startTime: { hour: 7, minute: 0 }, maxStops: 30, optimizationSettings: { subObjective: 'equalize_time' } },
  });

  const edit = async () => {
    await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
    await window.getByRole('menuitem', { name: t('plans.edit'), exact: true }).click();
  };
  await edit();
  await expect(part(t('planForm.routes'))).toContainText('from 07:00, at most 30 stops');
  await part(t('planForm.routes')).click();
  await field(t('planForm.maxStops')).fill('25');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(overrides, { timeout: 60_000 }).toMatchObject({
    ...{ startTime: { hour: 7, minute: 0 }, maxStops: 25, optimizationSettings: { subObjective: 'equalize_time' } },
  });
});

test('names the drivers who cannot be chosen, and says why', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const drivers = await driversIn(window);
  await (await editItem(window, plan.title)).click();
  const { depot, driverIds } = await callBackend<PlanRow>(window, 'plans', 'get', { planId: plan.id });
  const isChoosable = ({ id, active, depots }: DriverRow) =>
    driverIds.includes(id) || (active && (depots.length === 0 || depots.includes(depot ?? '')));
  const why = drivers
    .filter((driver) => !isChoosable(driver))
    .map(({ name, active, depotNames }) =>
      active ? t('planForm.whyOtherDepot', { name, depots: depotNames.join(', ') }) : t('planForm.whyPaused', { name }),
    );
  expect(why.length).toBeGreaterThan(1);
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('button', { name: t('planForm.notOffered', { count: why.length }) }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(why);
});

test('says what an older service has not, and takes drivers of any depot for it', async ({
  service,
  client,
  start,
}) => {
  client.close();
  await control(service, 'PUT', '/switches', { planningVersions: 'older-only' });
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const paused = (await driversIn(window)).filter(({ active }) => !active);
  await window.getByRole('button', { name: t('plans.newPlan') }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText(t('planForm.olderVersion'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: new RegExp(`^${t('planForm.routes')}`) })).toHaveCount(0);
  await dialog.getByRole('button', { name: t('planForm.notOffered', { count: paused.length }) }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(paused.map(({ name }) => t('planForm.whyPaused', { name })));
});

test('greys the edit of a plan from before the service kept stops, and says why', async ({
  service,
  client,
  start,
}) => {
  const old = (await client.plans()).find(({ starts }) => starts.year === 2023);
  client.close();
  if (!old) throw new Error('the training data has no plan from before April 2023');
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const edit = await editItem(window, old.title);
  await expect(edit).toContainText(t('refusals.planTooOld'));
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.click({ force: true });
  await expect(window.getByRole('dialog')).toHaveCount(0);
});
