/**
 * The trainer's screen in the real app: a fault affects the connection while it is on, and entries made meanwhile are
 * sent once it is off.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Session } from '../../src/shared/session.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  goTo,
  newStop,
  openPlan,
  planList,
  statusBar,
  stopRow,
  typeStop,
} from '../support/screens.ts';

/** Reads the app's training service, bypassing the app. */
function clientOf(profile: string): PlainClient {
  const folder = join(profile, 'training-service');
  const { port, planningKey, ordersKey } = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as {
    port: number;
    planningKey: string;
    ordersKey: string;
  };
  const address = `https://127.0.0.1:${port}`;
  return new PlainClient({ address, authorityFile: join(folder, 'authority.pem'), planningKey, ordersKey });
}

async function openTraining(window: Page): Promise<void> {
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 60_000 });
}

const preset = (window: Page, name: 'line-down' | 'certificate') =>
  window.getByRole('switch', { name: t(`training.preset.${name}`) });
const presetOn = (name: 'line-down' | 'certificate') => t('training.presetOn', { name: t(`training.preset.${name}`) });

test('shows a stop as waiting while the trainer keeps the app offline, and sends it once', async ({ start }) => {
  const { window, profile } = await start();
  await openTraining(window);
  const client = clientOf(profile);
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });

  await goTo(window, 'training');
  await preset(window, 'line-down').click();
  await expect(window.getByText(presetOn('line-down'))).toBeVisible();
  await expect(preset(window, 'line-down')).toBeChecked();
  await expect(statusBar(window)).toContainText(/Offline since/);

  await goTo(window, 'plans');
  await newStop(window);
  await typeStop(window, {
    name: 'Tina Trainee',
    phone: '030 1234567',
    street: 'Lindenallee 4',
    zip: '10115',
    city: 'Aldermünde',
    notes: 'ring twice',
  });
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 1 }));
  await window.keyboard.press('Escape');
  await expect(await stopRow(window, 'Tina Trainee')).toContainText(t('stops.waiting'));

  await goTo(window, 'training');
  await preset(window, 'line-down').click();
  await expect(window.getByText(t('training.nothingWrong'), { exact: true })).toBeVisible();
  // The trainer sees the request too, among all the reads.
  await window.getByText(t('training.requestsChanges'), { exact: true }).click();
  const requests = window.getByRole('grid', { name: t('training.requests') });
  await expect(requests.getByRole('row').filter({ hasText: 'POST' })).toContainText('200', { timeout: 60_000 });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const after = await client.stops(plan.id);
  client.close();
  expect(after.length).toBe(before.length + 1);
  expect(after.filter(({ recipient }) => recipient?.name === 'Tina Trainee')).toHaveLength(1);
});

test('works by keyboard, is accessible in light and dark mode, and survives a bad certificate', async ({ start }) => {
  const { window } = await start();
  await openTraining(window);
  await window.keyboard.press('Control+8');
  await expect(window.getByRole('heading', { level: 1, name: t('training.title') })).toBeVisible();

  await preset(window, 'certificate').focus();
  await window.keyboard.press('Space');
  await expect(preset(window, 'certificate')).toBeChecked();
  await expect(window.getByText(presetOn('certificate'))).toBeVisible();
  await window.getByRole('button', { name: t('training.details') }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByLabel(t('training.field.problem'))).toContainText(t('training.field.problem.expired'));

  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    const builder = new AxeBuilder({ page: window }).setLegacyMode(true);
    builder.disableRules(['scrollable-region-focusable']);
    const { violations } = await builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))).toEqual([]);
  }

  // The arrow keys change the speed, as in every radio group.
  await window.getByRole('radio', { name: t('training.speedReal') }).focus();
  await window.keyboard.press('ArrowLeft');
  await expect(window.getByRole('radio', { name: t('training.speedStopped') })).toBeChecked();
  await window.getByRole('button', { name: t('training.allOff') }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByText(t('training.nothingWrong'), { exact: true })).toBeVisible();
  await expect(preset(window, 'certificate')).not.toBeChecked();
});

test('goes on when the training service ends with an error of V8', async ({ start }) => {
  const { electron, window, running } = await start();
  // Nothing gives main's handle of the service away but what main listens to.
  await electron.evaluate(() => {
    const { EventEmitter } = process.getBuiltinModule('node:events');
    const listen = Reflect.get(EventEmitter.prototype, 'on') as (...given: unknown[]) => unknown;
    const noted = function (this: object, ...given: unknown[]) {
      if ('postMessage' in this && 'kill' in this) Object.assign(globalThis, { trainingService: this });
      return listen.apply(this, given);
    };
    Object.assign(EventEmitter.prototype, { on: noted });
  });
  await openTraining(window);
  await electron.evaluate(() => {
    const { trainingService } = globalThis as unknown as { trainingService: Electron.UtilityProcess };
    trainingService.emit('error', 'FatalError', 'Heap::Allocate', '{}');
    trainingService.kill();
  });
  const isRunning = async () => (await callBackend<Session>(window, 'session', 'get')).training?.running;
  await expect.poll(isRunning).toBe(false);
  expect(running()).toBe(true);
});
