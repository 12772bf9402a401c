/**
 * A dispatcher's day by keyboard alone: the plan for tomorrow, typed, optimised and distributed, then a live edit, an
 * import, labels and the end of the day. Keys are the only input in this file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { LabelsOpen } from '../../src/shared/labels.ts';
import type { OrderRow } from '../../src/shared/orders.ts';
import type { OpenPlan } from '../../src/shared/plans.ts';
import { button } from '../support/day.ts';
import { planIs } from '../support/evening.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  chooseFileByKeys,
  connectByKeys,
  distributeByKeys,
  makePlanByKeys,
  planOfTomorrow,
  pressButton,
} from '../support/keyboard-day.ts';
import { chooseByKeys, chooseItemByKeys, tabToField } from '../support/keys.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../support/label-printer.ts';
import { ordersCsv, ordersTable } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import type { ServiceOrder } from '../support/plain-client.ts';
import { waitFor } from '../support/processes.ts';
import { callBackend, newStop, statusBar, typeStop } from '../support/screens.ts';
import { control, type TrainingService } from '../support/training-service.ts';
import { readBack } from '../support/twice.ts';

const title = 'Keyboard evening';
const stopNames = [1, 2, 3, 4, 5].map((number) => `Keyboard Stop ${number}`);
const edited = stopNames[2]!;
const orderNumbers = ['KEYS-1', 'KEYS-2', 'KEYS-3'];

const dialogOf = (window: Page): Locator => window.getByRole('dialog');
const stopTable = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const filterBox = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });

async function typeStops(window: Page): Promise<void> {
  // The plan is opened again under the id of the service; a key that comes just then is pressed again.
  await expect(() => newStop(window), 'the form for a new stop is open').toPass({ timeout: 30_000 });
  const typed = { phone: '1', zip: '41731', city: 'Aldermünde', notes: '' };
  for (const [at, name] of stopNames.entries()) {
    await typeStop(window, { ...typed, name, street: `Lindenallee ${2 * at + 1}` });
  }
  await window.keyboard.press('Escape');
  await expect(stopTable(window), 'the list has the focus again').toBeFocused();
  await expect(stopTable(window).locator('[role="row"][aria-selected]'), 'all stops are listed').toHaveCount(5);
  await expect(statusBar(window), 'all stops are sent').toContainText(t('shell.allSent'), { timeout: 60_000 });
}

async function optimiseAndDistribute(window: Page, service: TrainingService): Promise<void> {
  const { keyboard } = window;
  // The service's clock runs faster meanwhile, so that the test does not wait for it.
  await control(service, 'PUT', '/clock', { speed: 30 });
  await chooseItemByKeys(window, t('plans.menu'), t('plans.optimize'));
  await planIs(window, title, {
    what: 'the optimised plan',
    fits: ({ optimization }) => optimization === 'optimized',
  });
  await distributeByKeys(window, title);
  await control(service, 'PUT', '/clock', { speed: 1 });
  // Focus must not be lost with the question, or the next key goes nowhere.
  await keyboard.press('Control+F');
  await expect(filterBox(window), 'Ctrl+F leads to the filter').toBeFocused();
}

/** Finds the stop through the filter, opens it with Enter, and changes its notes. */
async function editLive(window: Page): Promise<void> {
  const { keyboard } = window;
  await keyboard.type(edited);
  await expect(
    window.getByRole('search').getByText(t('common.enterOpens', { name: edited })),
    'the filter names the hit',
  ).toBeVisible();
  await keyboard.press('Enter');
  await expect(
    window.getByRole('complementary').getByRole('heading', { name: edited }),
    'the stop is open beside the list',
  ).toBeVisible();
  await expect(stopTable(window), 'the list has the focus').toBeFocused();
  await keyboard.press('F2');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true }), 'the form is open').toBeFocused();
  await tabToField(window, window.getByLabel(t('stopForm.notes'), { exact: true }), 'the notes');
  await keyboard.type('Ring twice');
  await keyboard.press('Control+Enter');
  const row = stopTable(window).locator('[role="row"][aria-selected]').filter({ hasText: edited });
  await expect(row, 'the service has the change, drivers do not').toContainText(t('stops.editPending'), {
    timeout: 60_000,
  });
}

async function importOrders(window: Page, file: string): Promise<void> {
  const { keyboard } = window;
  await keyboard.press('Control+3');
  await expect(ordersTable(window), 'the orders are listed and have the focus').toBeFocused({ timeout: 60_000 });
  await pressButton(window, button(window, t('orders.importOrders')), 'Import');
  const dialog = dialogOf(window);
  await chooseFileByKeys(window, file);
  await expect(
    dialog.getByText(t('imports.summary', { good: orderNumbers.length, bad: 0, left: 0 })),
    'the rows of the file are read',
  ).toBeVisible({ timeout: 30_000 });
  const take = t('orderImport.import', { count: orderNumbers.length });
  await pressButton(window, button(dialog, take), take);
  await expect(dialog, 'the import is done').toBeHidden({ timeout: 60_000 });
  await waitFor(
    'the imported orders on the service',
    async () => {
      const { rows } = await callBackend<{ rows: OrderRow[] }>(window, 'orders', 'list', { cursor: null });
      const ours = rows.filter(({ externalId }) => orderNumbers.includes(externalId ?? ''));
      return ours.length === 3 && ours.every(({ id, change }) => id.startsWith('orders/') && change === null)
        ? true
        : undefined;
    },
    90_000,
  );
}

/** Marks the imported orders in the list. */
async function markOrders(window: Page): Promise<void> {
  await tabToField(window, ordersTable(window), 'the list of orders');
  await window.keyboard.press('Control+A');
  const bar = window.getByRole('toolbar', { name: t('orders.markedCount', { count: 3 }) });
  await expect(bar, 'the three orders are marked').toBeVisible();
}

async function submitAndPrint(window: Page, printer: LabelPrinter): Promise<void> {
  const { keyboard } = window;
  const dialog = dialogOf(window);
  await keyboard.press('Control+F');
  await keyboard.type('KEYS-');
  await expect(window.getByText(/^3 of \d+$/), 'the filter shows the imported orders').toBeVisible();
  await markOrders(window);
  await pressButton(window, button(window, t('orders.submit')), 'Submit');
  await chooseByKeys(window, dialog.getByLabel(t('orders.chooseCourier')), /./, 'the courier');
  await pressButton(window, button(dialog, t('orders.submitNow')), 'Submit in the question');
  await expect(dialog.getByText(t('orders.resultAllDone')), 'the courier has all three').toBeVisible({
    timeout: 90_000,
  });
  await keyboard.press('Escape');
  await expect(ordersTable(window), 'the list has the focus again').toBeFocused();

  await markOrders(window);
  const print = t('batches.startMarked', { count: 3 });
  await pressButton(window, button(window, print), print);
  const question = t('batches.startTitle', { count: 3, which: t('orders.whichMarked') });
  await expect(dialog.getByRole('heading', { name: question }), 'it says what it will print').toBeVisible();
  const field = dialog.getByLabel(new RegExp(`^${t('labels.printer')}`));
  await chooseByKeys(window, field, new RegExp(printer.queue), 'the printer');
  await pressButton(window, button(dialog, t('batches.startConfirm')), 'Print');
  const done = t('batches.progress', { done: 3, count: 3, printer: printer.queue });
  await expect(window.getByText(done), 'all three labels went to the printer').toBeVisible({ timeout: 90_000 });
  await printer.job(2);
  expect(printer.jobs(), 'each label is on paper once').toHaveLength(3);
}

/** Opens the end of the day and follows the number of a card. */
async function followNumber(window: Page, heading: string, count: number): Promise<void> {
  await window.keyboard.press('Control+6');
  const card = window.locator('section').filter({ has: window.getByRole('heading', { name: heading }) });
  await pressButton(window, button(card, t('dayClose.show', { count })), `the number of “${heading}”`);
}

async function endDay(window: Page): Promise<void> {
  const { keyboard } = window;
  const labels = await callBackend<LabelsOpen>(window, 'labels', 'open');
  const listed = [...labels.doubt, ...labels.stale, ...labels.draftPrinted, ...labels.submittedUnprinted];
  expect(
    listed.filter((order) => orderNumbers.includes(order.title)),
    'ours are done',
  ).toEqual([]);
  const { stale, submittedUnprinted } = labels.counts;
  expect(stale, 'nothing is outdated').toBe(0);
  await keyboard.press('Control+6');
  const lead = button(window, t('dayClose.printAll', { count: submittedUnprinted }));
  await expect(lead, 'the first action prints all that is open').toBeFocused();
  await keyboard.press('Enter');
  const which = t('dayClose.whichSubmittedUnprinted');
  const question = t('batches.startTitle', { count: submittedUnprinted, which });
  await expect(dialogOf(window).getByRole('heading', { name: question }), 'it says what it will print').toBeVisible();
  await keyboard.press('Escape');
  await expect(dialogOf(window), 'nothing is printed').toHaveCount(0);

  await followNumber(window, t('dayClose.pending'), 1);
  await expect(entries(window), 'the live change is the only pending entry').toHaveCount(1);
  await expect(entries(window).first(), 'it is the edited stop').toContainText(edited);
  await followNumber(window, t('dayClose.submittedUnprinted'), submittedUnprinted);
  await expect(
    window.getByText(new RegExp(`^${submittedUnprinted} of \\d+$`)),
    'the orders are exactly those without a label',
  ).toBeVisible({ timeout: 30_000 });
  const open = await callBackend<OpenPlan[]>(window, 'plans', 'open');
  await followNumber(window, t('dayClose.plans'), open.length);
  await expect(
    window.getByText(new RegExp(`^${open.length} of \\d+$`)),
    'the plans are exactly the open ones of today',
  ).toBeVisible();
}

test('works through evening, live edit, import, labels and the end of the day by keyboard', async ({
  service,
  client,
  start,
  folder,
}) => {
  const reason = whyNoPrinter();
  test.skip(reason !== undefined, `NOT TESTED: printing through a spooler: ${reason ?? ''}`);
  test.setTimeout(420_000);
  client.close();
  const printer = await startLabelPrinter(folder('printer'), { takesMany: true });
  try {
    const profile = folder('profile');
    writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
    const file = join(folder('orders'), 'orders.csv');
    const rows = orderNumbers.map((number, at) => [
      ...[number, `Order ${at + 1}`, `Lindenallee ${2 * at + 2}`, '41731', 'Aldermünde', '1', 'Tea'],
    ]);
    writeFileSync(file, ordersCsv(rows));
    const app = await start({ profile, env: { CUPS_SERVER: printer.server } });
    const { window } = app;
    await connectByKeys(app, service);
    await makePlanByKeys(window, title, 1);
    await planOfTomorrow(window, title);
    await typeStops(window);
    await optimiseAndDistribute(window, service);
    await editLive(window);
    await importOrders(window, file);
    await submitAndPrint(window, printer);
    await endDay(window);

    const found = await readBack(service, async (reader) => {
      const plans = (await reader.plans()).filter((plan) => plan.title === title);
      const stops = await Promise.all(plans.map(({ id }) => reader.stops(id)));
      const orders = (await reader.orders()) as (ServiceOrder & { submitted: boolean })[];
      return { plans, stops: stops.flat(), orders };
    });
    expect(found.plans.map(({ distributed }) => distributed)).toEqual([true]);
    const named = found.stops.flatMap(({ recipient }) => recipient?.name ?? []);
    expect(named.filter((name) => name.startsWith('Keyboard')).toSorted()).toEqual(stopNames);
    const ours = found.orders.filter(({ packageInfo }) => orderNumbers.includes(packageInfo?.externalId ?? ''));
    expect(ours.map(({ submitted }) => submitted)).toEqual([true, true, true]);
  } finally {
    await printer.stop();
  }
});
