/** After a crash, Settings offers a report that says where it happened and nothing about anybody. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { root } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { goTo, openConnected } from '../support/screens.ts';

/** An error in main that nothing handles. The user closes the app instead of starting it again. */
const failInMain = ({ electron }: App): Promise<void> =>
  electron.evaluate(({ dialog }) => {
    dialog.showMessageBoxSync = () => 1;
    setTimeout(() => {
      throw new TypeError('Anna Waiting, Lindenweg 4');
    }, 0);
  });

async function section(window: Page): Promise<Locator> {
  await goTo(window, 'settings');
  await window.getByRole('heading', { name: t('settings.about') }).waitFor();
  return window.getByRole('heading', { name: t('settings.crashes') });
}

/** Opens the only report. */
async function reportIn(window: Page): Promise<string> {
  await expect(await section(window)).toBeVisible();
  await window.locator('summary').click();
  return window.locator('details pre').innerText();
}

test('offers the report of an error until it is saved', async ({ service, start, folder }) => {
  const first = await start();
  const { profile } = first;
  await openConnected(first, service);
  await expect(await section(first.window)).toHaveCount(0);
  await failInMain(first);
  await expect.poll(first.running, 'the app ends').toBe(false);

  const second = await start({ profile });
  const report = await reportIn(second.window);
  expect(report).toMatch(/^Depot Desk [\d.]+, Electron [\d.]+/);
  expect(report).toContain('main: an error that nobody handled\nTypeError\n');
  expect(report).not.toMatch(/Anna|Lindenweg/);
  const file = join(folder('reports'), 'report.txt');
  await second.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await second.window.getByRole('button', { name: t('settings.crashesSave') }).click();
  await expect(second.window.getByRole('heading', { name: t('settings.crashes') })).toHaveCount(0);
  expect(readFileSync(file, 'utf8').trim()).toBe(report.trim());
  await second.close();

  const third = await start({ profile });
  await expect(await section(third.window), 'it is offered once').toHaveCount(0);
});

test('notices that the last run was killed, and forgets it when told to', async ({ service, start }) => {
  const first = await start();
  const { profile } = first;
  await openConnected(first, service);
  await first.kill();
  const second = await start({ profile });
  expect(await reportIn(second.window)).toMatch(/\nbefore \S+Z\nmain: ended without being closed/);
  await second.window.getByRole('button', { name: t('settings.crashesDelete') }).click();
  await expect(second.window.getByRole('heading', { name: t('settings.crashes') })).toHaveCount(0);
  await second.close();

  const third = await start({ profile });
  await expect(await section(third.window), 'the run before was closed').toHaveCount(0);
});

test('does not report the end of a Windows session as a crash', async ({ service, start }) => {
  const first = await start();
  const { profile } = first;
  await openConnected(first, service);
  await first.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.emit('session-end');
  });
  // Windows does not wait until the app has closed.
  await first.kill();
  const second = await start({ profile });
  await expect(await section(second.window)).toHaveCount(0);
});

/** Waits until the window is there again and its report says what happened. */
async function seeWindowCrash(app: App): Promise<void> {
  const reports = () =>
    app.electron
      .evaluate(({ BrowserWindow }) =>
        Promise.race<unknown>([
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            "window.backend.call('crashes', 'list').then((answer) => JSON.stringify(answer))",
          ),
          new Promise((resolve) => setTimeout(() => resolve(''), 1_000)),
        ]),
      )
      .catch((error: unknown) => String(error));
  await expect
    .poll(reports, { message: 'the report of the window', timeout: 30_000 })
    .toMatch(/window: (crashed|killed), exit code \d+/);
}

test('reports a crash of the window', async ({ start }) => {
  const app = await start();
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await seeWindowCrash(app);
});

test('reopens a window that crashes while the app is still loading', async ({ start }) => {
  const app = await start({ runFirst: join(root, 'test', 'fixtures', 'crash-at-start.cjs') });
  await seeWindowCrash(app);
});
