/**
 * The packaged folder as electron-builder leaves it (`npm run dist`), as only this test notices files missing from the
 * package. It is a test build without the fuses of a release, because Playwright cannot drive one whose inspect fuse is
 * off.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { planList, statusBar } from '../support/screens.ts';

const executable = join(root, 'dist', 'linux-unpacked', 'depot-desk');

test.skip(process.platform !== 'linux', 'the packaged folder is tested on Linux');

test('opens the training depot from the packaged app and shows its plans, stops and a label', async ({ start }) => {
  expect(existsSync(executable), 'npm run dist (or npm test) makes the packaged folder').toBe(true);
  const { window, electron } = await start({ executable });
  const { isPackaged, version } = await electron.evaluate(({ app }) => ({
    isPackaged: app.isPackaged,
    version: app.getVersion(),
  }));
  expect(isPackaged).toBe(true);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);

  // Training starts the embedded service in a separate process, skips the keychain, and opens both databases.
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 30_000 });
  await expect(window.getByText(t('shell.trainingBanner'), { exact: true })).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.lineUp'));

  await planList(window).locator('[role="row"][aria-selected]').first().dblclick();
  await expect(
    window
      .getByRole('grid', { name: t('stops.table') })
      .locator('[role="row"][aria-selected]')
      .nth(1),
    // The opened plan is read first. Behind all the others it would take more than ten seconds.
  ).toBeVisible({ timeout: 6_000 });
});
