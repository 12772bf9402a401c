/**
 * A second start on the same profile brings the first window to the front, or starts the app again when it has closed.
 * Another profile is a separate app.
 */
import { start as startProgram } from '../support/processes.ts';
import { electronArguments } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { addressField } from '../support/screens.ts';

/** Starts a second process, which ends because there is a first one. */
async function startAgain({ profile }: App): Promise<void> {
  const program = process.env['DEPOT_DESK_ELECTRON'] ?? '';
  const second = await startProgram(program, [root, ...electronArguments(), `--user-data-dir=${profile}`]);
  await second.ended;
  expect(second.child.exitCode).toBe(0);
}

test('22: a second start shows the first window and exits', async ({ start }) => {
  const first = await start();
  const { electron } = first;
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const isVisible = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(await isVisible()).toBe(false);

  await startAgain(first);
  await expect.poll(isVisible).toBe(true);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

for (const way of ['its window is closed', 'it quits'] as const) {
  test(`22: a start while the app closes, because ${way}, starts it once more`, async ({ start }) => {
    const first = await start();
    const { electron, window } = first;
    await addressField(window).waitFor();
    await electron.evaluate(({ app }) => {
      const counts = { exits: 0, starts: 0 };
      Object.assign(globalThis, { counts });
      // It stays in its last moment.
      app.exit = () => void (counts.exits += 1);
      app.relaunch = () => void (counts.starts += 1);
    });
    const counts = () =>
      electron.evaluate(() => (globalThis as unknown as { counts: { exits: number; starts: number } }).counts);
    await electron.evaluate(({ app, BrowserWindow }, closes) => {
      if (closes) BrowserWindow.getAllWindows()[0]?.close();
      else app.quit();
    }, way === 'its window is closed');
    await expect.poll(async () => (await counts()).exits).toBeGreaterThan(0);
    await startAgain(first);
    await expect.poll(async () => (await counts()).starts).toBe(1);
    await startAgain(first);
    expect((await counts()).starts).toBe(1);
  });
}
