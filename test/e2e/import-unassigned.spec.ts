/**
 * A list without headings becomes unassigned stops of a depot: its columns are recognised by what is in them, a bad row is
 * corrected by keyboard, a row that is there twice is skipped, and the app is killed while it sends.
 */
import { t } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import { callBackend, openConnected, statusBar } from '../support/screens.ts';
import { control } from '../support/training-service.ts';

const names = ['Lena', 'Mia', 'Ole', 'Ida', 'Ben', 'Eva', 'Jan', 'Pia'].map((name) => `${name} Ahrens`);
const lineOf = (name: string, at: number) =>
  [name, `Güterstraße ${at + 1}`, '41742', 'Aldermünde', at === 3 ? 'vormittags' : '9-12'].join(';');

test('brings a list without headings to a depot once, over a kill', async ({ service, client, start }) => {
  test.setTimeout(180_000);
  client.close();
  const first = await start();
  const { window } = first;
  await openConnected(first, service);
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await expect(window.getByRole('heading', { level: 1, name: t('plans.unassigned') })).toBeVisible();
  const depots = await callBackend<{ rows: { id: string; name: string }[] }>(window, 'depots', 'list');
  const depot = depots.rows.at(-1)!;

  await dropFile(window, [...names.map(lineOf), lineOf(names[0]!, 0)].join('\r\n'), 'list.csv');
  const dialog = window.getByRole('dialog');
  const summary = (good: number, bad: number) =>
    expect(dialog.getByText(t('imports.summary', { good, bad, left: 1 }))).toBeVisible({ timeout: 30_000 });
  await summary(7, 1);
  const taken = ['Name', 'Street and number', 'Postcode', 'City', 'Time window'].map(
    (field, at) => `${t('imports.columnAt', { at: String(at + 1) })}: ${field}`,
  );
  await expect(dialog.getByText(t('imports.byContent', { count: 5, names: taken.join(' · ') }))).toBeVisible();

  await dialog
    .locator('label')
    .filter({ hasText: t('imports.filterBad') })
    .click();
  const grid = window.getByRole('grid', { name: t('unassignedImport.table') });
  await grid.focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('Enter');
  await expect(dialog.getByLabel(t('stopForm.earliest'), { exact: true })).toBeFocused();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.type('9-12');
  await window.keyboard.press('Enter');
  await summary(8, 0);
  await dialog.getByLabel(t('unassignedImport.depot')).click();
  await window.getByRole('option', { name: depot.name }).click();

  // Its answer comes too late for the kill.
  const rule = {
    hits: { operations: ['unassignedStops.import'] },
    fault: { kind: 'late', after: 3_000, connection: 'open' },
  };
  await control(service, 'PUT', '/faults', { rules: [rule] });
  await dialog.getByRole('button', { name: t('unassignedImport.import', { count: 8 }) }).click();
  await expect(window.getByText(t('unassignedImport.imported', { count: 8 }))).toBeVisible({ timeout: 30_000 });
  const reader = new PlainClient(service);
  const arrived = async () =>
    (await reader.unassignedStops()).filter(({ recipient }) => recipient?.name?.endsWith(' Ahrens') === true);
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBe(8);
  await first.kill();
  await control(service, 'DELETE', '/faults');

  const second = await start({ profile: first.profile });
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 120_000 });
  const found = await arrived();
  reader.close();
  expect(found.map(({ recipient, address }) => [recipient?.name, address.addressLineOne]).toSorted()).toEqual(
    names.map((name, at) => [name, `Güterstraße ${at + 1}`]).toSorted(),
  );
  expect(found.map(({ timing }) => timing?.earliestAttemptTime?.hour)).toEqual(Array(8).fill(9));
});
