/**
 * The evening at its real size, by keyboard alone: from an empty day to 600 stops of a shop's file with twelve drivers.
 * The file's faults are corrected, its doubles decided, the service stops between two imports and comes back, what the
 * optimisation leaves out is mended, and the plan is distributed. The service then has each row of the file once, with
 * its content. Keys are the only input in this file.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { button } from '../support/day.ts';
import { allSent, asOnlyDesk, planIs, shortenedWaits, staysAway } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  chooseFileByKeys,
  connectByKeys,
  distributeByKeys,
  makePlanByKeys,
  mendWindowByKeys,
  optimiseByKeys,
  planOfTomorrow,
  pressButton,
} from '../support/keyboard-day.ts';
import { tabToField } from '../support/keys.ts';
import { PlainClient } from '../support/plain-client.ts';
import {
  answersOneImport,
  correctFaults,
  doubleCount,
  expectShopStops,
  expectSummary,
  faultCount,
  firstImportArrived,
  rowName,
  shopFile,
  shopSize,
  skipFirstDouble,
  wordyRows,
} from '../support/shop-file.ts';
import { control, type TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

const title = 'Blumenhaus evening';
/** As many as the 600 stops need within their time windows: a depot of the training data has four drivers at most. */
const crew = [
  ...['Anton Auer', 'Berta Busch', 'Carlo Curtius', 'Dora Damm', 'Emil Ernst', 'Frida Fink'],
  ...['Gustav Gruber', 'Hanna Hahn', 'Ingo Ibsen', 'Jutta Jahn', 'Konrad Kluge', 'Lotte Lenz'],
];
/** No driver is at work in this window, so that the optimisation leaves the stop out. */
const nightWindow = '3:00-4:00';

/** Opens the import by its key, and gives it the file. */
async function openFile(window: Page): Promise<Locator> {
  const dialog = window.getByRole('dialog');
  // A plan that the service has just created is loaded again, and a key that comes just then is pressed again.
  await expect(async () => {
    await window.keyboard.press('Control+I');
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }, 'Ctrl+I opens the import').toPass({ timeout: 30_000 });
  await chooseFileByKeys(window, { name: 'blumenhaus.csv', mimeType: 'text/csv', buffer: Buffer.from(shopFile()) });
  await expectSummary(window, shopSize - faultCount, faultCount + doubleCount, 0);
  return dialog;
}

/** Corrects the rows that are wrong, some with a window that no driver meets, and skips those that look like others. */
async function mendRows(window: Page, dialog: Locator): Promise<void> {
  const shown = dialog.getByRole('radio', { name: new RegExp(`^${t('imports.filterAll')}`) });
  await tabToField(window, shown, 'the choice of rows');
  await window.keyboard.press('ArrowRight');
  const toCorrect = dialog.getByRole('radio', { name: new RegExp(`^${t('imports.filterBad')}`) });
  await expect(toCorrect, 'only rows to correct are shown').toBeChecked();
  const grid = window.getByRole('grid', { name: t('stopImport.table') });
  await tabToField(window, grid, 'the rows of the file');
  await correctFaults(window, new Map(wordyRows.map((at) => [at, nightWindow])));
  await skipFirstDouble(window);
  await pressButton(window, button(dialog, t('imports.skipAll')), 'Skip all');
  await expectSummary(window, shopSize, 0, doubleCount);
}

/** Closes the import, which stays open for the rows that were skipped. */
async function closeImport(window: Page, dialog: Locator): Promise<void> {
  await expect(async () => {
    // The first Esc may only take the selection of a row back.
    await window.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0, { timeout: 1_000 });
  }, 'Esc closes the import').toPass({ timeout: 15_000 });
}

/**
 * Imports the rows. The service stops as soon as the first import has arrived, stays away and comes back; the app then
 * goes on by itself.
 *
 * @returns the service that was started again
 */
async function importOverOutage(window: Page, dialog: Locator, service: TrainingService): Promise<TrainingService> {
  const reader = new PlainClient(service);
  const plan = (await reader.plans()).find((each) => each.title === title)!;
  await control(service, 'PUT', '/faults', answersOneImport);
  const take = t('stopImport.import', { count: shopSize });
  await pressButton(window, button(dialog, take), take);
  const saved = window.getByText(t('stopImport.imported', { count: shopSize }));
  await expect(saved, 'all rows are saved on this computer').toBeVisible({ timeout: 30_000 });
  await closeImport(window, dialog);
  await firstImportArrived(reader, plan.id);
  reader.close();
  await service.kill();
  await staysAway(window, performance.now());
  const again = await service.startAgain();
  await allSent(window, 150_000);
  return again;
}

/** Optimises, mends the stops that were left out by the buttons beside their reasons, and optimises again. */
async function optimiseAndMend(window: Page, service: TrainingService): Promise<void> {
  const count = t('stops.count', { count: shopSize });
  await expect(window.locator('main p.count'), 'the table has all stops').toHaveText(count, { timeout: 60_000 });
  await optimiseByKeys(window, service, title);
  const left = window.getByRole('listitem').filter({ has: button(window, t('refusals.fixWindow')) });
  const many = wordyRows.length;
  await expect(left, 'only those are left out that no driver can meet').toHaveCount(many, { timeout: 60_000 });
  for (const at of wordyRows) {
    const line = left.filter({ hasText: rowName(at) });
    await expect(line, 'it is said why it was left out').toContainText(t('plans.skipTimeWindow'));
    await mendWindowByKeys(window, line);
  }
  await allSent(window);
  await planIs(window, title, {
    what: 'the plan with changed stops',
    fits: ({ optimization }) => optimization === 'editing',
  });
  await optimiseByKeys(window, service, title);
  await expect(left, 'no stop is left out').toHaveCount(0);
}

test('plans and distributes 600 stops of a file, though the service stops between two imports', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(300_000);
  const { depots } = await client.get('/public/v1/depots');
  await client.addDrivers(crew, (depots as { id: string }[])[0]!.id);
  client.close();
  const app = await start({ profile: asOnlyDesk(folder('profile')), env: shortenedWaits });
  const { window } = app;
  await connectByKeys(app, service);
  await makePlanByKeys(window, title, crew.length);
  await planOfTomorrow(window, title);
  const dialog = await openFile(window);
  await mendRows(window, dialog);
  const again = await importOverOutage(window, dialog, service);
  await optimiseAndMend(window, again);
  await distributeByKeys(window, title);
  await control(again, 'PUT', '/clock', { speed: 1 });

  const { plans, stops } = await readBack(again, async (reader) => {
    const called = (await reader.plans()).filter((plan) => plan.title === title);
    return { plans: called, stops: (await Promise.all(called.map(({ id }) => reader.stops(id)))).flat() };
  });
  const states = plans.map(({ distributed, writable, optimization }) => ({ distributed, writable, optimization }));
  expect(states, 'there is one plan, and its drivers have it').toEqual([
    { distributed: true, writable: false, optimization: 'optimized' },
  ]);
  expectShopStops(stops);
  const unrouted = stops.filter(({ type, route }) => type === 'stop' && route === null);
  expect(unrouted, 'every stop is on a route').toEqual([]);
});
