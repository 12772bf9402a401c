/**
 * Drivers of a file: dropped on the list of drivers, a bad email corrected by keyboard, one who exists skipped. After a
 * kill in the middle each of the others is on the service once, with the file's content.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import { callBackend, goTo, openConnected, statusBar } from '../support/screens.ts';

const count = 12;
/**
 * The safe times after an unconfirmed change, shortened (docs/decisions/shortened-waits.md). Drivers carry no marker, so
 * one that was on its way at the kill and did not arrive would be sent again after ten minutes.
 */
const env = { DEPOT_DESK_SETTLE_MS: '500', DEPOT_DESK_LATE_MS: '10000' };
const email = (at: number) => `fahrer.${at}@import.example`;

async function drop(window: Page, text: string): Promise<void> {
  await window.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'fahrer.csv', { type: 'text/csv' }));
    for (const name of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    }
  }, text);
}

test('brings drivers of a file to the service once, over a kill', async ({ service, client, start }) => {
  test.setTimeout(240_000);
  const there = (await client.drivers()).length;
  client.close();
  const first = await start({ env });
  const { window } = first;
  await openConnected(first, service);
  await goTo(window, 'drivers');
  const listed = window.getByRole('grid', { name: t('drivers.table') }).locator('[role="row"][aria-selected]');
  await expect(listed.first()).toBeVisible({ timeout: 30_000 });
  const depots = await callBackend<{ rows: { id: string; name: string }[] }>(window, 'depots', 'list');
  const depot = depots.rows[0]!;
  const drivers = await callBackend<{ rows: { name: string; email: string | null }[] }>(window, 'drivers', 'list');
  const known = drivers.rows.find((driver) => driver.email !== null)!;
  const lines = Array.from({ length: count }, (_, at) => {
    const address = at === 3 ? 'fahrer.3(at)import.example' : email(at);
    return `Fahrer;Nummer ${at};${address};0151 77000${String(at).padStart(2, '0')};${depot.name}`;
  });
  const text = ['Fahrerliste;;;;', '', 'Vorname;Nachname;E-Mail;Handy;Niederlassung', ...lines];
  await drop(window, [...text, `Noch;Einmal;${known.email!.toUpperCase()};;`].join('\r\n'));

  const dialog = window.getByRole('dialog');
  const summary = (good: number, bad: number) =>
    expect(dialog.getByText(t('imports.summary', { good, bad, left: 1 }))).toBeVisible({ timeout: 30_000 });
  await summary(count - 1, 1);
  await expect(dialog.getByText(t('driverImport.sameReach', { name: known.name })).first()).toBeVisible();
  const grid = window.getByRole('grid', { name: t('driverImport.table') });
  await grid.locator('[role="row"][aria-selected]').filter({ hasText: '(at)' }).click();
  await window.keyboard.press('Enter');
  await expect(dialog.getByLabel(t('drivers.columnEmail'), { exact: true })).toBeFocused();
  await window.keyboard.type(email(3));
  await summary(count, 0);
  await dialog.getByRole('button', { name: t('driverImport.import', { count }) }).click();
  await expect(window.getByText(t('driverImport.imported', { count }))).toBeVisible();

  // Killed as soon as the first one has arrived.
  const reader = new PlainClient(service);
  const arrived = async () => (await reader.drivers()).filter((each) => each.email?.startsWith('fahrer.'));
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await first.kill();

  const second = await start({ profile: first.profile, env });
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 120_000 });
  const found = (await arrived()).map(({ name, email: mail, phone, depots: at }) => ({ name, mail, phone, at }));
  expect((await reader.drivers()).length).toBe(there + count);
  reader.close();
  expect(found.toSorted((one, other) => one.name!.localeCompare(other.name!, 'en', { numeric: true }))).toEqual(
    Array.from({ length: count }, (_, at) => ({
      ...{ name: `Fahrer Nummer ${at}`, mail: email(at), at: [depot.id] },
      phone: expect.stringMatching(/77000/),
    })),
  );
});
