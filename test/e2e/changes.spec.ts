/**
 * Existing stops are changed and deleted offline by keyboard: shown immediately, undone, kept over a kill, and sent
 * exactly once. An independent client reads them back over HTTPS.
 */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import { choosePlan, openConnected, openPlan, planList, statusBar, stopRow } from '../support/screens.ts';

test('sends an offline change and deletion once after a kill', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  client.close();
  const named = before.filter(
    ({ recipient }) =>
      recipient?.name != null && before.filter((other) => other.recipient?.name === recipient.name).length === 1,
  );
  const [changed, deleted] = named;
  const [changedName, deletedName] = [changed!.recipient!.name!, deleted!.recipient!.name!];

  const first = await start();
  const { window } = first;
  await openConnected(first, service);
  await openPlan(window, plan.title);
  await expect(window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });
  await service.kill();

  await (await stopRow(window, changedName)).click();
  await window.keyboard.press('F2');
  const notes = window.getByLabel(t('stopForm.notes'));
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await notes.fill('Changed offline');
  await window.keyboard.press('Control+Enter');
  await expect(await stopRow(window, changedName)).toContainText(t('stops.editWaiting'));

  // Finds the row once, because the filter takes the keyboard focus.
  const row = await stopRow(window, deletedName);
  await row.click();
  await window.keyboard.press('Delete');
  await expect(row).toContainText(t('stops.deleteWaiting'));
  await window.keyboard.press('Control+Z');
  await expect(row).not.toContainText(t('stops.deleteWaiting'));
  await window.keyboard.press('Delete');
  await expect(row).toContainText(t('stops.deleteWaiting'));
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 2 }));
  await first.kill();

  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
  const again = await service.startAgain();
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(again);
  const after = await reader.stops(plan.id);
  reader.close();
  expect(after.filter(({ notes: said }) => said === 'Changed offline').map(({ id }) => id)).toEqual([changed!.id]);
  expect(after.map(({ id }) => id).sort()).toEqual(
    before
      .map(({ id }) => id)
      .filter((id) => id !== deleted!.id)
      .sort(),
  );
  await openPlan(second.window, plan.title);
  await expect(second.window.getByText(t('stops.count', { count: before.length - 1 }))).toBeVisible();
});
