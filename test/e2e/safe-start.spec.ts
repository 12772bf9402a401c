/** An app that ends at every start comes up in a safe way, with everything that was typed. */
import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { electronArguments } from '../../build/desktop-session.ts';
import { root } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';
import { workspaceOf, type App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { everythingSent, plannedStop } from '../support/planner-day.ts';
import { start as startProgram } from '../support/processes.ts';
import { choosePlan, newStop, openConnected, openPlan, planList, statusBar, typeStop } from '../support/screens.ts';

const usesGraphics = ({ electron }: App): Promise<boolean> =>
  electron.evaluate(({ app }) => !app.commandLine.hasSwitch('disable-gpu'));
const cachesApart = (profile: string): string[] =>
  readdirSync(workspaceOf(profile)).filter(
    (name) => /^cache\.db\.damaged-[^.]*$/.test(name) && !/-(wal|shm)$/.test(name),
  );

test('starts safely after three starts that were killed, once, and keeps what was typed', async ({
  service,
  client,
  start,
}) => {
  test.setTimeout(180_000);
  const plan = choosePlan(await client.plans());
  client.close();
  const first = await start();
  const { profile } = first;
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  await service.kill();
  await newStop(first.window);
  await typeStop(first.window, plannedStop('Safe Paula', 45));
  await first.close();

  for (let failed = 0; failed < 3; failed += 1) {
    const killed = await start({ profile });
    expect(await usesGraphics(killed), 'two failed starts change nothing').toBe(true);
    await killed.kill();
  }
  expect(cachesApart(profile)).toEqual([]);

  const safe = await start({ profile });
  await expect(safe.window.getByText(t('shell.noticeSafeStart'))).toBeVisible();
  expect(await usesGraphics(safe)).toBe(false);
  expect(cachesApart(profile)).toHaveLength(1);
  await expect(statusBar(safe.window), 'what was typed still waits').toContainText(t('shell.waiting', { count: 1 }));
  await service.startAgain();
  await everythingSent(safe.window);
  await expect(planList(safe.window).locator('[role="row"][aria-selected]').first()).toBeVisible();
  await safe.close();

  const usual = await start({ profile });
  await planList(usual.window).waitFor();
  expect(await usesGraphics(usual), 'the next start is as usual').toBe(true);
  await expect(usual.window.getByText(t('shell.noticeSafeStart'))).toHaveCount(0);
  expect(cachesApart(profile)).toHaveLength(1);
});

test('counts no start that ended with a message about its files, and keeps the caches', async ({ service, start }) => {
  const first = await start();
  const { profile } = first;
  await openConnected(first, service);
  await first.close();
  const outbox = join(workspaceOf(profile), 'outbox.db');
  renameSync(outbox, `${outbox}.away`);
  mkdirSync(outbox);

  // Playwright would lose an app that ends while it attaches to it.
  const noErrorBox = join(root, 'test', 'fixtures', 'no-error-box.cjs');
  const args = ['-r', noErrorBox, root, ...electronArguments(), `--user-data-dir=${profile}`];
  for (let failed = 0; failed < 4; failed += 1) {
    const { child, ended, output } = await startProgram(process.env['DEPOT_DESK_ELECTRON'] ?? '', args);
    await ended;
    expect([child.exitCode, output()]).toEqual([1, expect.stringContaining(t('desktop.startFailed'))]);
  }
  rmdirSync(outbox);
  renameSync(`${outbox}.away`, outbox);

  const usual = await start({ profile });
  await planList(usual.window).waitFor();
  await expect(usual.window.getByText(t('shell.noticeSafeStart'))).toHaveCount(0);
  expect(cachesApart(profile)).toEqual([]);
});
