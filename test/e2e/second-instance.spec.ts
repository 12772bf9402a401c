/** A second start on the same profile brings the first window to the front. Another profile is a separate app. */
import { start as startProgram } from '../support/processes.ts';
import { electronArguments } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';
import { expect, test } from '../support/fixtures.ts';

test('22: a second start shows the first window and exits', async ({ start }) => {
  const { electron, profile } = await start();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const isVisible = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  expect(await isVisible()).toBe(false);

  const second = await startProgram(process.env['DEPOT_DESK_ELECTRON'] ?? '', [
    root,
    ...electronArguments(),
    `--user-data-dir=${profile}`,
  ]);
  await second.ended;
  expect(second.child.exitCode).toBe(0);
  await expect.poll(isVisible).toBe(true);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
