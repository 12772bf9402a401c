/** An app that ends at every start comes up in a safe way, with everything that was typed. */
import { readdirSync } from 'node:fs';
import { t } from '../../src/messages/index.ts';
import { workspaceOf, type App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { everythingSent, plannedStop } from '../support/planner-day.ts';
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
