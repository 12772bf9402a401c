/** Depots in other time zones: the setting, the head of a plan, and a time that the clock skips. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { DepotRow } from '../../src/shared/depots.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { alone } from '../../test/support/day.ts';
import { callBackend, goTo, newStop, openPlan, planList } from '../../test/support/screens.ts';
import type { Scene } from './stage.ts';

const field = (window: Page, name: string) => window.getByLabel(name, { exact: true });
const filterBox = (window: Page) => window.getByRole('textbox', { name: t('common.filter') });

async function openAlone(window: Page, title: string): Promise<void> {
  await planList(window).waitFor();
  await filterBox(window).fill(title);
  await openPlan(window, title);
}

const zones: Scene = {
  pictures: [
    'zones-setting',
    'zones-setting-wide',
    'zones-plan',
    'zones-plan-wide',
    'zones-skipped',
    'zones-repeated',
    'zones-unassigned',
  ],
  async take(stage) {
    const app = await stage.connected(await stage.service());
    const { window } = app;
    const list = () => callBackend<{ rows: DepotRow[] }>(window, 'depots', 'list');
    await expect.poll(async () => (await list()).rows.length, { timeout: 30_000 }).toBeGreaterThan(1);
    const [depot] = (await list()).rows;
    if (depot === undefined) throw new Error('the training data has no depot');
    await callBackend(window, 'depots', 'setZone', { depotId: depot.id, choice: 'Europe/Lisbon' });
    await goTo(window, 'settings');
    await window.getByRole('combobox', { name: depot.name, exact: true }).focus();
    await window.keyboard.type('new');
    await expect(window.locator('.option').first()).toBeVisible();
    await stage.takeBoth(app, 'zones-setting');
    await window.keyboard.press('Escape');

    const { rows: plans } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
    const plan = alone(plans, ({ title }) => title).find(
      (each) => each.depot === depot.id && each.optimization === 'optimized',
    );
    if (plan === undefined) throw new Error('the depot has no optimised plan with a title of its own');
    await goTo(window, 'plans');
    await openAlone(window, plan.title);
    await window.getByText(/1 h behind/).waitFor();
    await window.getByRole('img', { name: t('routes.map') }).waitFor();
    await stage.takeBoth(app, 'zones-plan');

    const days = [
      { name: 'zones-skipped', starts: { year: 2027, month: 3, day: 28 } },
      { name: 'zones-repeated', starts: { year: 2026, month: 10, day: 25 } },
    ];
    for (const { name, starts } of days) {
      await window.getByRole('button', { name: t('stops.backToPlans') }).click();
      const made = { title: name, starts, depot: depot.id, drivers: [] };
      await callBackend(window, 'plans', 'create', { plan: made, draftId: null });
      await openAlone(window, name);
      await expect(() => newStop(window)).toPass({ timeout: 30_000 });
      await field(window, t('stopForm.earliest')).fill('1:30');
      await field(window, t('stopForm.latest')).fill('3');
      await window.keyboard.press('Tab');
      await stage.take(app, name);
      await field(window, t('stopForm.earliest')).fill('');
      await field(window, t('stopForm.latest')).fill('');
      await window.keyboard.press('Escape');
    }
    await window.getByRole('button', { name: t('stops.backToPlans') }).click();
    await window.getByRole('button', { name: t('plans.unassigned') }).click();
    await window.getByText(/1 h behind/).waitFor();
    await stage.take(app, 'zones-unassigned');
  },
};

export const zoneScenes: readonly Scene[] = [zones];
