/**
 * A deb installed by root and used by somebody else, with Chromium's sandbox on: updated while a stop waits, put back to
 * the version before, and removed. What was typed is read and sent by each version, and stays when the program goes.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { versions } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { alteredFiles, debOf, hire, install, statusOf, uninstall, whyNotInstalled } from '../support/installed.ts';
import { everythingSent, plannedStop } from '../support/planner-day.ts';
import { choosePlan, newStop, openConnected, openPlan, planList, statusBar, typeStop } from '../support/screens.ts';
import { readBack } from '../support/twice.ts';

const why = whyNotInstalled();
test.skip(why !== null, why ?? '');
test.skip(statusOf() !== null, 'Depot Desk is installed on this computer, which the test would remove');

const versionOf = ({ electron }: App): Promise<string> => electron.evaluate(({ app }) => app.getVersion());
const waiting = ({ window }: App): Promise<void> =>
  expect(statusBar(window)).toContainText(t('shell.waiting', { count: 1 }), { timeout: 30_000 });

test.afterAll(() => {
  if (statusOf() !== null) uninstall();
});

test('is installed, used offline, updated, put back and removed, and keeps what was typed', async ({
  service,
  client,
  folder,
  start,
}) => {
  test.setTimeout(300_000);
  const plan = choosePlan(await client.plans());
  client.close();
  install(debOf(versions.own));
  expect(statusOf()).toBe('install ok installed');
  const clerk = hire(folder('office'));
  const open = () => start({ executable: clerk.program, profile: clerk.profile, sandboxed: true });
  try {
    let app = await open();
    expect(await versionOf(app)).toBe(versions.own);
    const renderers = clerk.renderers();
    expect(renderers.length, 'there is a window').toBeGreaterThan(0);
    expect(renderers, 'the system filters its calls').toEqual(
      renderers.map(() => ({ filtered: true, switchedOff: false })),
    );
    await openConnected(app, service);
    await openPlan(app.window, plan.title);
    await service.kill();
    await newStop(app.window);
    await typeStop(app.window, plannedStop('Installed Nora', 41));
    await app.close();

    install(debOf(versions.next));
    app = await open();
    expect(await versionOf(app), 'the update runs').toBe(versions.next);
    await planList(app.window).waitFor();
    await waiting(app);
    const again = await service.startAgain();
    await everythingSent(app.window);
    await openPlan(app.window, plan.title);
    await again.kill();
    await newStop(app.window);
    await typeStop(app.window, plannedStop('Installed Olaf', 43));
    await app.close();

    install(debOf(versions.own));
    app = await open();
    expect(await versionOf(app), 'the version before runs again').toBe(versions.own);
    await planList(app.window).waitFor();
    await waiting(app);
    const last = await again.startAgain();
    await everythingSent(app.window);
    await app.close();
    const names = await readBack(last, async (reader) =>
      (await reader.stops(plan.id)).map(({ recipient }) => recipient?.name ?? ''),
    );
    expect(names.filter((name) => name.startsWith('Installed ')).toSorted()).toEqual([
      'Installed Nora',
      'Installed Olaf',
    ]);

    uninstall();
    expect(existsSync('/opt/depot-desk'), 'nothing of the program is left').toBe(false);
    expect(lstatSync('/usr/bin/depot-desk', { throwIfNoEntry: false })).toBeUndefined();
    const [workspace] = readdirSync(join(clerk.profile, 'workspaces'));
    expect(readdirSync(join(clerk.profile, 'workspaces', workspace!)), 'the outbox is').toContain('outbox.db');
  } finally {
    clerk.leave();
  }
});

test('16: the system notices an archive in which one byte is another', () => {
  install(debOf(versions.own));
  expect(alteredFiles()).toEqual([]);
  const archive = '/opt/depot-desk/resources/app.asar';
  const bytes = readFileSync(archive);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(archive, bytes);
  expect(alteredFiles()).toEqual([archive]);
});
