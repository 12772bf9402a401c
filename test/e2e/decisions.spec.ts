/** Decisions are reached, made and undone by keyboard, both online and offline. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keys.ts';
import { PlainClient } from '../support/plain-client.ts';
import { choosePlan, openConnected, openPlan, planList, statusBar, stopRow } from '../support/screens.ts';

const entryTable = (window: Page) => window.getByRole('grid', { name: t('outbox.table') });

/** Changes the notes of a stop of the open plan. */
async function note(window: Page, recipient: string, notes: string): Promise<void> {
  await (await stopRow(window, recipient)).click();
  await window.keyboard.press('F2');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await window.getByLabel(t('stopForm.notes')).fill(notes);
  await window.keyboard.press('Control+Enter');
  await expect(await stopRow(window, recipient)).toContainText(t('stops.editWaiting'));
}

/** Chooses a side of the first conflict by keyboard, starting from the table of entries, and applies it. */
async function pick(window: Page, side: 'mine' | 'theirs'): Promise<void> {
  const { keyboard } = window;
  await keyboard.press('Home');
  await expect(window.getByRole('complementary').getByText(t('outbox.conflictTitle'))).toBeVisible();
  const radio = () =>
    window.evaluate(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'radio',
    );
  for (let presses = 0; presses < 20 && !(await radio()); presses += 1) await keyboard.press('Tab');
  expect(await radio(), 'Tab reaches the sides').toBe(true);
  await keyboard.press('Space');
  if (side === 'theirs') await keyboard.press('ArrowRight');
  await tabTo(window, new RegExp(`^BUTTON ${t('outbox.conflictApply')}$`));
  await keyboard.press('Enter');
}

test('makes and undoes decisions by keyboard, online and offline', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  client.close();
  const named = before.filter(
    ({ recipient }) =>
      recipient?.name != null && before.filter((other) => other.recipient?.name === recipient.name).length === 1,
  );
  const [one, other] = named;
  const names = [one, other].map((stop) => stop!.recipient!.name!) as [string, string];

  const first = await start();
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  await expect(first.window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });
  await service.kill();
  await note(first.window, names[0], 'Mine 1');
  await note(first.window, names[1], 'Mine 2');
  await first.kill();
  // A colleague changes the same field meanwhile.
  const again = await service.startAgain();
  const colleague = new PlainClient(again);
  for (const stop of [one, other]) await colleague.patch(stop!.id, { notes: 'Colleague' });
  colleague.close();

  const { window } = await start({ profile: first.profile });
  const { keyboard } = window;
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 2 }), { timeout: 60_000 });
  await keyboard.press('Control+4');
  await expect(entryTable(window), 'who came by a key goes on by key').toBeFocused();
  await pick(window, 'mine');
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }));
  await expect(entryTable(window), 'the keys are where the next decision is').toBeFocused();
  await expect(entryTable(window).locator('[role="row"][aria-selected]')).toHaveCount(1, { timeout: 30_000 });

  await again.kill();
  await keyboard.press('F5');
  await pick(window, 'theirs');
  await expect(statusBar(window)).not.toContainText(t('shell.asking', { count: 1 }));
  await expect(entryTable(window)).toBeFocused();

  // Undoes an action in another list while the service is down.
  await keyboard.press('Control+1');
  await expect(planList(window)).toBeFocused();
  await keyboard.press('Home');
  const selectedPlan = planList(window).locator('[aria-selected="true"]').getByRole('gridcell').first();
  for (let presses = 0; presses < 60 && (await selectedPlan.innerText()) !== plan.title; presses += 1) {
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
  const stops = window.getByRole('grid', { name: t('stops.table'), exact: true });
  await expect(stops).toBeFocused();
  await keyboard.press('Home');
  const selected = stops.locator('[aria-selected="true"]');
  await keyboard.press('Delete');
  await expect(selected).toContainText(t('stops.deleteWaiting'));
  await keyboard.press('Control+Z');
  await expect(selected).not.toContainText(t('stops.deleteWaiting'));

  const last = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(last);
  const after = await reader.stops(plan.id);
  reader.close();
  const notesOf = (id: string) => after.find((stop) => stop.id === id)?.notes;
  // The order of the two decisions is up to the outbox.
  expect([notesOf(one!.id), notesOf(other!.id)].filter((notes) => notes === 'Colleague')).toHaveLength(1);
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
});
