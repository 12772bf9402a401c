/** Plans, a plan's stops and its states, the status bar, and what other desks do to what is open. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { keepsNoStops } from '../../src/shared/plan-rules.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { App } from '../../test/support/app.ts';
import { alone, typedStop } from '../../test/support/day.ts';
import { entries } from '../../test/support/outbox.ts';
import { PlainClient, type ServicePlan } from '../../test/support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  confirmOptimisation,
  goTo,
  newStop,
  openPlan,
  planList,
  statusBar,
  stopRow,
  typeStop,
} from '../../test/support/screens.ts';
import { control, type TrainingService } from '../../test/support/training-service.ts';
import { dialogButton } from '../../test/support/twice.ts';
import type { Scene, Stage } from './stage.ts';

const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true });
const filterBox = (window: Page) => window.getByRole('textbox', { name: t('common.filter') });
const pane = (window: Page) => window.getByRole('complementary');
const field = (window: Page, name: string) => window.getByLabel(name, { exact: true });

async function plansOf(service: TrainingService): Promise<ServicePlan[]> {
  const client = new PlainClient(service);
  const plans = await client.plans();
  client.close();
  return plans;
}

/** A name that one stop of the open plan has alone. */
async function nameOfAStop(window: Page, planId: string): Promise<string> {
  const list = async () => {
    const argument = { planId, cursor: null };
    const { rows } = await callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', argument);
    return alone(
      rows.filter(({ type }) => type === 'stop'),
      ({ recipientName }) => recipientName,
    );
  };
  await expect.poll(async () => (await list()).length, { timeout: 30_000 }).toBeGreaterThan(2);
  const [, second] = await list();
  return second?.name ?? '';
}

const list: Scene = {
  pictures: ['plans-reading', 'plans-reading-wide', 'plans-hit', 'plans-none', 'plans-new', 'plans-too-old'],
  async take(stage) {
    const service = await stage.service({ size: 'large' });
    const app = await stage.connected(service);
    const { window } = app;
    const left = t('shell.readingPlansLeft', { done: '\\d+', of: '\\d+', left: '\\d.*' });
    await statusBar(window).getByText(new RegExp(left)).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, 'plans-reading');
    await filterBox(window).fill('market day tour');
    await window.getByRole('search').getByText(/^↵ /).waitFor();
    await stage.take(app, 'plans-hit');
    await filterBox(window).fill('Zanzibar');
    await stage.take(app, 'plans-none');
    await filterBox(window).fill('');
    await button(window, t('plans.newPlan')).click();
    await expect(field(window, t('plans.columnTitle'))).toBeFocused();
    await window.keyboard.type('Late tour north');
    await stage.take(app, 'plans-new');
    await window.keyboard.press('Escape');

    const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
    await filterBox(window).fill(rows.find(keepsNoStops)?.title ?? '');
    await window.keyboard.press('Enter');
    await window.getByRole('heading', { name: t('stops.tooOldTitle') }).waitFor();
    await stage.take(app, 'plans-too-old');
  },
};

const stops: Scene = {
  pictures: ['plan', 'plan-wide', 'plan-stop', 'plan-edit', 'plan-zoomed', 'plan-rejected', 'plan-elsewhere'],
  async take(stage) {
    const service = await stage.service();
    const plan = choosePlan(await plansOf(service), stage.now());
    const app = await stage.connected(service);
    const { window } = app;
    await openPlan(window, plan.title);
    const name = await nameOfAStop(window, plan.id);
    await stage.takeBoth(app, 'plan');
    await (await stopRow(window, name)).click();
    await filterBox(window).fill('');
    await pane(window).getByRole('heading', { name }).waitFor();
    await stage.take(app, 'plan-stop');
    await window.getByRole('grid', { name: t('stops.table'), exact: true }).focus();
    await window.keyboard.press('F2');
    await expect(field(window, t('stopForm.recipientName'))).toHaveValue(name);
    await stage.take(app, 'plan-edit');
    await stage.take(app, 'plan-zoomed', { isZoomed: true });
    await window.keyboard.press('Escape');
    await newStop(window);
    await typeStop(window, { ...typedStop, name: 'Nobody Finds', street: 'Nowhere 1' });
    await window.keyboard.press('Escape');
    const row = await stopRow(window, 'Nobody Finds');
    await expect(row).toContainText(t('stops.refused'), { timeout: 30_000 });
    await row.click();
    await pane(window).getByText(t('stops.changeRejected')).waitFor();
    await filterBox(window).fill('');
    await stage.take(app, 'plan-rejected');

    await newStop(window);
    await window.keyboard.type('Half Typed');
    const colleague = new PlainClient(service);
    await colleague.remove(plan.id);
    colleague.close();
    await window.keyboard.press('F5');
    await pane(window).getByText(t('stopForm.planGone')).waitFor({ timeout: 60_000 });
    await stage.take(app, 'plan-elsewhere');
  },
};

/** A stop that is typed again, spelled differently; beside the saved one the message that it was saved. */
const similar: Scene = {
  pictures: ['plan-similar'],
  async take(stage) {
    const service = await stage.service();
    const plan = choosePlan(await plansOf(service), stage.now());
    const app = await stage.connected(service);
    const { window } = app;
    await openPlan(window, plan.title);
    await nameOfAStop(window, plan.id);
    await newStop(window);
    await typeStop(window, { ...typedStop, name: 'Jörg Weiß', street: 'Lindenstraße 12' });
    for (const text of ['Weiss Joerg', '', 'Lindenstr. 12', '', typedStop.zip, typedStop.city]) {
      await window.keyboard.type(text);
      await window.keyboard.press('Tab');
    }
    await pane(window).getByText('Jörg Weiß').first().waitFor({ timeout: 10_000 });
    await stage.take(app, 'plan-similar', { keepsToasts: true });
  },
};

async function choose({ window }: App, item: string): Promise<void> {
  await button(window, t('plans.menu')).click();
  await window.getByRole('menuitem', { name: item, exact: true }).click();
}

/** From an optimisation to pending live changes. */
async function work(stage: Stage, service: TrainingService, app: App, plan: ServicePlan): Promise<void> {
  const { window } = app;
  await openPlan(window, plan.title);
  const name = await nameOfAStop(window, plan.id);
  await choose(app, t('plans.optimize'));
  await confirmOptimisation(window);
  await button(window, t('plans.workCancel')).waitFor();
  await stage.take(app, 'plan-optimising');
  await control(service, 'PUT', '/clock', { speed: 20 });
  const head = window.locator('main .below .mark');
  await expect(head.filter({ hasText: t('plans.stateOptimized') })).toBeVisible({ timeout: 60_000 });
  await stage.takeBoth(app, 'plan-optimised');
  await choose(app, t('plans.distribute'));
  await dialogButton(window, t('plans.distribute')).waitFor();
  await stage.take(app, 'plan-distribute');
  await dialogButton(window, t('plans.distribute')).click();
  await expect(head.filter({ hasText: t('plans.stateDistributed') })).toBeVisible({ timeout: 60_000 });
  const row = await stopRow(window, name);
  await row.click();
  await window.keyboard.press('Delete');
  await expect(row).toContainText(t('stops.deletePending'), { timeout: 60_000 });
  await filterBox(window).fill('');
  await window.getByText(t('plans.livePending')).waitFor({ timeout: 30_000 });
  await stage.take(app, 'plan-live', { keepsToasts: true });
}

const states: Scene = {
  pictures: ['plan-optimising', 'plan-optimised', 'plan-optimised-wide', 'plan-distribute', 'plan-live'],
  async take(stage) {
    const service = await stage.service();
    const open = (await plansOf(service)).filter(
      ({ optimization }) => optimization === 'editing' || optimization === 'creating',
    );
    const app = await stage.connected(service);
    await work(stage, service, app, choosePlan(open, stage.now()));
  },
};

const faults: Scene = {
  pictures: ['plans-failed', 'plans-sign-in-page', 'plan-past-day'],
  async take(stage) {
    const service = await stage.service();
    const plan = choosePlan(await plansOf(service), stage.now());
    const profile = stage.folder('profile');
    const app = await stage.connected(service, {}, profile);
    const { window } = app;
    const fault = { kind: 'status', status: 500, applied: false };
    await control(service, 'PUT', '/faults', { rules: [{ hits: { operations: ['plans.list'] }, fault }] });
    await window.keyboard.press('F5');
    await statusBar(window)
      .getByText(t('shell.notLoaded', { lists: t('shell.list.plans') }))
      .waitFor({ timeout: 30_000 });
    await stage.take(app, 'plans-failed', { keepsToasts: true });
    await control(service, 'POST', '/faults/presets/hotel');
    await expect(statusBar(window)).toContainText(t('shell.signInPage', { since: '' }).trim(), { timeout: 60_000 });
    await stage.take(app, 'plans-sign-in-page');

    await openPlan(window, plan.title);
    await newStop(window);
    await typeStop(window, { ...typedStop, name: 'Last Week' });
    await app.kill();
    await control(service, 'DELETE', '/faults');
    const later = await stage.app({}, profile, 7);
    await planList(later.window).waitFor();
    await expect(statusBar(later.window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });
    await goTo(later.window, 'outbox');
    await entries(later.window).filter({ hasText: 'Last Week' }).click();
    await stage.take(later, 'plan-past-day');
  },
};

/** Marks the first stops of the open plan with the keyboard. */
async function mark({ window }: App, count: number): Promise<void> {
  const table = window.getByRole('grid', { name: t('stops.table'), exact: true });
  await table.locator('[role="row"][aria-selected]').nth(count).waitFor({ timeout: 60_000 });
  await table.focus();
  await window.keyboard.press('Home');
  for (let at = 0; at < count; at += 1) {
    await window.keyboard.press('Space');
    await window.keyboard.press('ArrowDown');
  }
  await window.getByRole('toolbar', { name: t('stops.markedCount', { count }) }).waitFor();
}

/** What concerns several stops at once, and what is said before an optimisation. */
const several: Scene = {
  pictures: [
    'several-assign',
    'several-choices',
    'several-edit',
    'several-move',
    'several-hints',
    'several-skipped',
    'several-skipped-wide',
    'several-unassigned',
  ],
  async take(stage) {
    const service = await stage.service();
    const open = (await plansOf(service)).filter(({ optimization }) => optimization === 'editing');
    const app = await stage.connected(service);
    const { window } = app;
    await openPlan(window, choosePlan(open, stage.now()).title);
    await mark(app, 3);
    await window.keyboard.press('a');
    const dialog = window.getByRole('dialog');
    await dialog.waitFor();
    await stage.take(app, 'several-assign');
    await window.keyboard.press('ArrowDown');
    await window.locator('.option').nth(1).waitFor();
    await stage.take(app, 'several-choices');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await window.keyboard.press('F2');
    for (const name of [t('assign.editWindow'), t('assign.editPackages'), t('assign.editNotes')]) {
      await dialog.getByRole('checkbox', { name, exact: true }).click();
    }
    await dialog.locator('textarea').fill('Side door');
    await stage.take(app, 'several-edit');
    await window.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await window.keyboard.press('m');
    await dialog.waitFor();
    await window.keyboard.press('ArrowDown');
    await window.locator('.option').nth(1).waitFor();
    await stage.take(app, 'several-move');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await choose(app, t('plans.optimize'));
    await dialogButton(window, t('refusals.optimiseAnyway')).waitFor();
    await stage.take(app, 'several-hints');
    await dialogButton(window, t('refusals.optimiseAnyway')).click();
    await control(service, 'PUT', '/clock', { speed: 20 });
    await button(window, t('refusals.fixWindow')).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, 'several-skipped');
    await goTo(window, 'plans');
    await button(window, t('plans.unassigned')).click();
    await mark(app, 2);
    await stage.take(app, 'several-unassigned');
  },
};

export const planScenes: readonly Scene[] = [list, stops, similar, states, faults, several];
