/**
 * A deb that updates itself when its user says so. It runs alone: it ends the system's bus that it starts, and with it every
 * program that has found this bus meanwhile.
 */
import { versions } from '../../build/project.ts';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { debOf, hire, install, installedVersion, statusOf, uninstall, whyNotInstalled } from '../support/installed.ts';
import { everythingSent, plannedStop } from '../support/planner-day.ts';
import {
  choosePlan,
  goTo,
  newStop,
  openConnected,
  openPlan,
  planList,
  statusBar,
  typeStop,
} from '../support/screens.ts';
import { readBack } from '../support/twice.ts';
import { letInstall, offerDeb, whyNobodyIsAsked } from '../support/update-folder.ts';

const why = whyNotInstalled();
test.skip(why !== null, why ?? '');
test.skip(statusOf() !== null, 'Depot Desk is installed on this computer, which the test would remove');

test('updates itself when its user says so, and keeps what waits', async ({ service, client, folder, start }) => {
  test.setTimeout(300_000);
  const whyNot = whyNobodyIsAsked();
  test.skip(whyNot !== null, whyNot ?? '');
  const plan = choosePlan(await client.plans());
  client.close();
  install(debOf(versions.own));
  const clerk = hire(folder('office'));
  const forbid = letInstall(clerk.name);
  const updates = await offerDeb(debOf(versions.next), versions.next, service.folder);
  const open = () => start({ executable: clerk.program, profile: clerk.profile, sandboxed: true });
  try {
    const app = await open();
    const { window } = app;
    await openConnected(app, service);
    await openPlan(window, plan.title);
    await service.kill();
    await newStop(window);
    await typeStop(window, plannedStop('Updated Nora', 45));
    await app.electron.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
    await goTo(window, 'settings');
    await window.getByRole('textbox', { name: t('settings.updatesAddress') }).fill(updates.address);
    await window.getByRole('button', { name: t('settings.updatesUse') }).click();
    const ready = t('settings.updatesReady', { version: versions.next });
    await expect(window.getByText(ready)).toBeVisible({ timeout: 60_000 });
    await expect(window.getByText(t('shell.noticeUpdateReady', { version: versions.next }))).toBeVisible();
    const before = clerk.running();
    await window.getByRole('button', { name: t('settings.updatesInstall') }).click();
    // Not the end of the first one, whose outputs the next one takes over.
    const isStartedAgain = () => {
      const now = clerk.running();
      return now.length > 0 && now.every((id) => !before.includes(id));
    };
    await expect.poll(isStartedAgain, { message: 'it starts again', timeout: 150_000 }).toBe(true);
    expect(installedVersion()).toBe(`${versions.next}~test`);
    clerk.end();
    await expect.poll(() => clerk.running(), 'its end').toEqual([]);

    const next = await open();
    expect(await next.electron.evaluate(({ app }) => app.getVersion())).toBe(versions.next);
    await planList(next.window).waitFor();
    await expect(statusBar(next.window)).toContainText(t('shell.waiting', { count: 1 }), { timeout: 30_000 });
    const again = await service.startAgain();
    await everythingSent(next.window);
    await next.close();
    const names = await readBack(again, async (reader) =>
      (await reader.stops(plan.id)).map(({ recipient }) => recipient?.name ?? ''),
    );
    expect(names.filter((name) => name.startsWith('Updated '))).toEqual(['Updated Nora']);
  } finally {
    await updates.close();
    forbid();
    clerk.leave();
    uninstall();
  }
});
