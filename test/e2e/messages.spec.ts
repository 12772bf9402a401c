/** Messages have a place of their own, one for each cause, and end; what fails in the window is said and logged. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { channels } from '../../src/shared/channels.ts';
import { AppError, encodeError } from '../../src/shared/errors.ts';
import { startApp, type App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { planList, statusBar, typeStop } from '../support/screens.ts';

const region = (window: Page) => window.getByRole('region', { name: t('common.notifications') });
const dismiss = (window: Page) => region(window).getByRole('button', { name: t('common.dismiss') });

async function openTraining({ window }: App) {
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeFocused({ timeout: 60_000 });
}

type Listener = (event: unknown, ...given: unknown[]) => Promise<unknown>;

/**
 * Makes a call fail as if its worker had crashed repeatedly, which no user action can cause.
 * @param call `group.name`
 * @returns a function that ends it
 */
async function refuse(electron: ElectronApplication, call: string): Promise<() => Promise<void>> {
  const error = encodeError(new AppError('storage.lists', { retry: 'later' }));
  await electron.evaluate(
    ({ ipcMain }, { channel, refused, said }) => {
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Listener> })._invokeHandlers;
      const answer = handlers.get(channel);
      if (!answer) throw new Error('nobody answers the window');
      const state = globalThis as { isRefusing?: boolean };
      state.isRefusing = true;
      handlers.set(channel, async (event, group, name, ...rest) =>
        state.isRefusing === true && refused === `${String(group)}.${String(name)}`
          ? said
          : answer(event, group, name, ...rest),
      );
    },
    { channel: channels.call, refused: call, said: { ok: false, error } },
  );
  return () =>
    electron.evaluate(() => {
      (globalThis as { isRefusing?: boolean }).isRefusing = false;
    });
}

/** Top and bottom edge in the window. */
async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it is not in the window');
  return { top: box.y, bottom: box.y + box.height };
}

test('says a repeated failure once, covers nothing, and ends it when its cause ends', async ({ start }) => {
  const app = await start();
  const { window, electron } = app;
  await openTraining(app);
  const before = (await edges(planList(window))).bottom;

  const allow = await refuse(electron, 'plans.refresh');
  await window.keyboard.press('F5');
  await expect(region(window).getByRole('alert')).not.toBeEmpty();
  const text = await region(window).getByRole('alert').innerText();
  await window.keyboard.press('F5');
  await window.keyboard.press('F5');
  await expect(region(window).getByText(t('common.repeated', { text: text.trim(), count: 3 }))).toBeVisible();
  await expect(dismiss(window)).toHaveCount(1);

  const [list, message, bar] = await Promise.all([planList(window), region(window), statusBar(window)].map(edges));
  expect(list!.bottom, 'the list makes room').toBeLessThan(before);
  expect(list!.bottom).toBeLessThanOrEqual(message!.top + 1);
  expect(message!.bottom).toBeLessThanOrEqual(bar!.top + 1);

  await allow();
  await window.keyboard.press('F5');
  await expect(dismiss(window)).toHaveCount(0);
  await expect.poll(async () => (await edges(planList(window))).bottom, 'the room is given back').toBe(before);
});

test('is reached and closed by keyboard, in front of a dialog too', async ({ start }) => {
  const app = await start();
  const { window, electron } = app;
  const { keyboard } = window;
  await openTraining(app);
  await refuse(electron, 'plans.refresh');
  await keyboard.press('F5');
  await expect(dismiss(window)).toHaveCount(1);
  await keyboard.press('F6');
  await expect(dismiss(window)).toBeFocused();
  await keyboard.press('F6');
  await expect(planList(window)).toBeFocused();
  await keyboard.press('F6');
  await keyboard.press('Enter');
  await expect(dismiss(window)).toHaveCount(0);
  await expect(planList(window), 'the keys are where they were').toBeFocused();

  await keyboard.press('F5');
  await expect(dismiss(window)).toHaveCount(1);
  await window.getByRole('button', { name: t('plans.newPlan') }).click();
  const dialog = window.getByRole('dialog');
  const title = dialog.getByRole('textbox', { name: t('plans.columnTitle') });
  await title.fill('Half a plan');
  expect((await edges(dialog)).bottom).toBeLessThanOrEqual((await edges(region(window))).top);
  await keyboard.press('F6');
  await expect(dismiss(window)).toBeFocused();
  await keyboard.press('F6');
  await expect(title).toBeFocused();
  await dismiss(window).click();
  await expect(dismiss(window)).toHaveCount(0);
  await expect(title, 'the dialog is still open').toHaveValue('Half a plan');
});

test('a message of information ends by itself, but not while somebody points at it', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await openTraining(app);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('grid', { name: t('stops.table'), exact: true })).toBeFocused();
  await window.keyboard.press('Control+N');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  // From here on the window's time passes when the test says so.
  await window.clock.install();
  const stop = { phone: '1', street: 'Lindenweg 7', zip: '41731', city: 'Aldermünde', notes: '' };
  await typeStop(window, { name: 'Anna Saved', ...stop });
  const said = region(window).getByText(t('stops.saved', { name: 'Anna Saved' }));
  await said.hover();
  await window.clock.runFor(60_000);
  await expect(said).toBeVisible();
  await window.mouse.move(400, 100);
  await window.clock.runFor(60_000);
  await expect(said).toHaveCount(0);
});

test('logs and says what failed in the window, and reloads it with what was typed', async ({ folder }) => {
  // Not the fixture's app, which expects that nothing fails in the window.
  const profile = folder('profile');
  const app = await startApp({ profile });
  try {
    const { window } = app;
    await openTraining(app);
    await window.keyboard.press('Enter');
    await expect(window.getByRole('grid', { name: t('stops.table'), exact: true })).toBeFocused();
    await window.keyboard.press('Control+N');
    await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
    await window.keyboard.insertText('Bernd Half');
    for (let times = 0; times < 2; times += 1) {
      await window.evaluate(() => {
        setTimeout(() => {
          throw new TypeError('Anna Berger, Lindenweg 3');
        });
      });
    }
    const said = t('common.repeated', { text: t('common.windowFailed'), count: 2 });
    await expect(region(window).getByText(said)).toBeVisible();
    await expect(dismiss(window)).toHaveCount(1);
    const file = join(profile, 'logs', 'main.log');
    const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await expect.poll(log).toContain('window: error TypeError');
    expect(log()).not.toContain('Anna Berger');

    await region(window)
      .getByRole('button', { name: t('common.reload') })
      .click();
    await expect(planList(window)).toBeVisible({ timeout: 30_000 });
    await expect(dismiss(window)).toHaveCount(0);
    await window.getByRole('button', { name: t('forms.goOn') }).click();
    await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveValue('Bernd Half');
    expect(app.windowErrors()).toHaveLength(2);
  } finally {
    await app.kill();
  }
});
