/** Actions on plans, drivers and unassigned stops happen once when pressed twice, as users do. */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient, ServicePlan } from '../support/plain-client.ts';
import { confirmOptimisation, goTo, openConnected, openPlan, statusBar } from '../support/screens.ts';
import { control } from '../support/training-service.ts';
import { closeDialogs, dialogButton, readBack, sentByKind, twice } from '../support/twice.ts';

const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 120_000 });

/** Opens a plan and its menu. @returns one of the items of the menu */
async function planMenu(window: Page, { title }: ServicePlan, name: string): Promise<Locator> {
  await goTo(window, 'plans');
  // Plans of past days are far down the list.
  await window.getByRole('textbox', { name: t('common.filter') }).fill(title);
  await openPlan(window, title);
  await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
  return window.getByRole('menuitem', { name, exact: true });
}

/** Closes a dialog or menu that a second press may have opened. */
async function closeAll(window: Page): Promise<void> {
  await closeDialogs(window);
  await window.keyboard.press('Escape');
  await expect(window.getByRole('menu')).toHaveCount(0);
}

/** Three plans with unique titles. */
function threePlans(plans: readonly ServicePlan[], fits: (plan: ServicePlan) => boolean): ServicePlan[] {
  const isAlone = ({ title }: ServicePlan) => plans.filter((other) => other.title === title).length === 1;
  const found = plans.filter((plan) => isAlone(plan) && fits(plan)).slice(0, 3);
  if (found.length < 3) throw new Error(`the training data has only ${found.length} such plans`);
  return found;
}

test('optimises, distributes, saves and renames plans once when pressed twice', async ({ service, client, start }) => {
  const plans = await client.plans();
  const open = threePlans(
    plans,
    ({ writable, optimization, starts }) =>
      writable &&
      ['editing', 'creating'].includes(optimization ?? '') &&
      new Date(starts.year, starts.month - 1, starts.day + 1) > new Date(),
  );
  const driven = threePlans(plans, ({ distributed }) => distributed);
  const before = await startedFor(client, [...open, ...driven]);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  const done = (kind: string) => expect.poll(async () => (await sentByKind(window))[kind], { timeout: 60_000 }).toBe(3);
  const at = (some: ServicePlan[], number: number) => some[number - 1]!;

  for (const { press, number } of twice) {
    await (await planMenu(window, at(open, number), t('plans.edit'))).click();
    await window.getByRole('dialog').getByLabel(t('plans.columnTitle')).fill(`Renamed ${number}`);
    await press(window, dialogButton(window, t('common.save')));
    await expect(window.getByRole('heading', { name: `Renamed ${number}` })).toBeVisible();
    await closeAll(window);
  }
  for (const { press, number } of twice) {
    await (await planMenu(window, { ...at(open, number), title: `Renamed ${number}` }, t('plans.optimize'))).click();
    await confirmOptimisation(window, press);
    await closeAll(window);
  }
  for (const { press, number } of twice) {
    await (await planMenu(window, at(driven, number), t('plans.reoptimize'))).click();
    await window.getByRole('dialog').getByLabel(t('plans.reoptimizeKind')).click();
    await window.getByRole('option', { name: t('plans.reorderAll') }).click();
    await press(window, dialogButton(window, t('plans.reoptimize')));
    await closeAll(window);
  }
  // Speeds up the service's clock, so that the test does not wait for it.
  await control(service, 'PUT', '/clock', { speed: 30 });
  await done('plans.reoptimize');
  await control(service, 'PUT', '/clock', { speed: 1 });
  for (const [name, kind] of [
    [t('plans.redistribute'), 'plans.redistribute'],
    [t('plans.saveChanges'), 'plans.save'],
  ] as const) {
    for (const { press, number } of twice) {
      await (await planMenu(window, at(driven, number), name)).click();
      await press(window, dialogButton(window, name));
      await closeAll(window);
    }
    await done(kind);
  }
  await allSent(window);
  expect(await sentByKind(window)).toEqual({
    ...{ 'plans.update': 3, 'plans.optimize': 3, 'plans.reoptimize': 3, 'plans.redistribute': 3, 'plans.save': 3 },
  });
  const after = await readBack(service, async (reader) => ({
    renamed: (await reader.plans()).filter(({ title }) => title.startsWith('Renamed')).map((plan) => plan.optimization),
    started: await startedFor(reader, [...open, ...driven]),
  }));
  expect(after).toEqual({
    renamed: ['optimized', 'optimized', 'optimized'],
    started: before.map((count) => count + 1),
  });
});

test('copies a plan with its stops once when pressed twice', async ({ service, client, start }) => {
  const plans = await client.plans();
  const [source] = threePlans(plans, ({ distributed }) => distributed);
  const names = async (reader: PlainClient, planId: string) =>
    (await reader.stops(planId)).map(({ recipient }) => recipient?.name ?? '').filter((name) => name !== '');
  const there = await names(client, source!.id);
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);

  for (const { press, number } of twice) {
    await (await planMenu(window, source!, t('plans.copy'))).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel(t('plans.columnTitle')).fill(`Copy ${number}`);
    await expect(dialog.getByRole('checkbox', { name: t('plans.copyStops', { count: there.length }) })).toBeChecked();
    await press(window, dialogButton(window, t('plans.copyConfirm')));
    await expect(window.getByRole('heading', { name: `Copy ${number}` })).toBeVisible();
    await closeAll(window);
  }
  await allSent(window);
  const copies = await readBack(service, async (reader) => {
    const made = (await reader.plans()).filter(({ title }) => title.startsWith('Copy '));
    return Promise.all(made.map(async ({ id, title }) => ({ title, names: (await names(reader, id)).toSorted() })));
  });
  expect(copies.map(({ title }) => title).toSorted()).toEqual(twice.map(({ number }) => `Copy ${number}`));
  for (const copy of copies) expect(copy.names).toEqual(there.toSorted());
});

/** The number of optimisations ever started for each of these plans. */
async function startedFor(reader: PlainClient, plans: readonly ServicePlan[]): Promise<number[]> {
  const { operations } = await reader.get('/public/v1/operations?filter.type=plan_optimization');
  const all = operations as { metadata: { targetPlanId: string } }[];
  return plans.map(({ id }) => all.filter(({ metadata }) => metadata.targetPlanId === id).length);
}
