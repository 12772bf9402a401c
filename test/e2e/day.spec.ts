/**
 * A dispatcher's day against the large training data, 200 plans of 150 stops, while all of it is read for the first
 * time: the screens say what is true, and at once. Each press is timed inside the window, and each own action against
 * the moment at which the service had it. One app and one service serve all tests, which follow each other.
 */
import type { Locator } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { LabelsOpen } from '../../src/shared/labels.ts';
import type { OrderRow } from '../../src/shared/orders.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { keepsNoStops } from '../../src/shared/plan-rules.ts';
import type { StopDetail } from '../../src/shared/stops.ts';
import { changeLive, changeStops, distribute, moveHalfTyped, optimise, sendLive } from '../support/day-plan.ts';
import { alone, button, Day, dayFrom, ownTitle, typedStop } from '../support/day.ts';
import { attachEvidence, expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows, orderState, ordersTable } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import { lost, setSize } from '../support/reach.ts';
import { rowsOnScreen } from '../support/rows.ts';
import { callBackend, goTo, newStop, planList, statusBar, stopRow, typeStop } from '../support/screens.ts';
import * as sights from '../support/sights.ts';
import { control } from '../support/training-service.ts';
import { dialogButton } from '../support/twice.ts';

test.describe.configure({ mode: 'serial' });

let day: Day;
/** The plan of 150 stops that is worked on. */
let tour: PlanRow;

test.beforeAll(async () => {
  day = await Day.begin();
});

test.afterEach(async ({}, info) => {
  if (info.status !== info.expectedStatus) await attachEvidence(day.app, day.starts, info);
});

test.afterAll(async () => {
  process.stdout.write(`\n${day.stopwatch.table()}\n\n`);
  expect(await day.end(), 'nothing failed in a window').toEqual([]);
});

interface Placed {
  addressLineOne?: string | null | undefined;
  addressLineTwo?: string | null | undefined;
}

/** The open form shows an address of the service field by field. */
async function expectAddress(
  form: 'stopForm' | 'orderForm',
  { addressLineOne, addressLineTwo }: Placed,
): Promise<void> {
  // `41731 Aldermünde, Germany`
  const [, zip = 'no postcode', city = 'no city'] = /^(\d{5}) ([^,]+)/.exec(addressLineTwo ?? '') ?? [];
  await expect(day.field(t(`${form}.recipientName`))).toBeFocused();
  await expect(day.field(t(`${form}.addressLineOne`))).toHaveValue(addressLineOne ?? 'no street');
  await expect(day.field(t(`${form}.addressLineTwo`))).toHaveValue('');
  await expect(day.field(t(`${form}.zip`))).toHaveValue(zip);
  await expect(day.field(t(`${form}.city`))).toHaveValue(city);
}

test('says that the plans are being read, and does not claim that all is well', async () => {
  const bar = statusBar(day.window);
  await expect(bar).toContainText(new RegExp(t('shell.readingPlans', { done: '\\d+', of: '201' })));
  await expect(bar.locator('.outbox .positive')).toHaveCount(0);
  await expect(day.window.getByText(t('plans.count', { count: 201 }), { exact: true })).toBeVisible({
    timeout: 15_000,
  });
  const today = planList(day.window).getByRole('gridcell', { name: new RegExp(`^${t('common.today')} `) });
  await expect(today, 'the list begins with the days that matter, although old plans came first').toBeInViewport();
});

test('keeps a new plan for tomorrow that is closed half-typed, and shows the saved one at once', async () => {
  const { window, stopwatch } = day;
  const { keyboard } = window;
  const title = day.dialog().getByLabel(t('plans.columnTitle'), { exact: true });
  await stopwatch.press('New plan', {
    felt: [sights.dialogOpen],
    press: () => button(window, t('plans.newPlan')).click(),
  });
  await expect(title, 'the first field has the focus').toBeFocused();
  await keyboard.type(ownTitle);
  await keyboard.press('Enter');
  await expect(title, 'neither a space nor Enter closes the dialog').toHaveValue(ownTitle);
  await expect(day.dialog().getByLabel(t('plans.columnDay'), { exact: true })).toHaveValue(dayFrom(1));
  await keyboard.press('Escape');
  await expect(day.dialog()).toHaveCount(0);
  await expect(window.getByText(t('plans.keptUnfinished'))).toBeVisible();

  await button(window, t('forms.goOn')).click();
  await expect(title, 'what was typed is kept').toHaveValue(ownTitle);
  await stopwatch.press('Save a new plan', {
    felt: [sights.buttonBusy('[role="dialog"]'), sights.dialogClosed],
    press: () => title.press('Control+Enter'),
    result: { shown: sights.planIs(t('plans.stateCreating')), had: day.taken('POST', /\/plans$/) },
  });
  await expect(day.heading(ownTitle)).toBeVisible();
});

test('shows a saved, a marked and a deleted stop at once, and refreshes all that is shown', async () => {
  tour = await changeStops(day);
});

test('shows an optimisation, its end and a distribution at once, and offers only what can be done', async () => {
  await optimise(day, tour);
  await distribute(day, tour);
});

test('keeps live changes in sight until drivers have them, and offers the next step', async () => {
  // The service lists stops as drivers have them, without what is pending.
  await control(day.service, 'PUT', '/switches', { pendingStops: 'hidden' });
  await changeLive(day, tour);
  await sendLive(day, tour);
  await control(day.service, 'PUT', '/switches', { pendingStops: 'listed' });
});

test('calls a rejected stop rejected wherever it appears', async () => {
  const { window } = day;
  const name = 'Nobody Finds';
  await day.openByName(ownTitle);
  await newStop(window);
  await typeStop(window, { ...typedStop, name, street: 'Nowhere 1' });
  await window.keyboard.press('Escape');
  const row = await stopRow(window, name);
  await expect(row).toContainText(t('stops.refused'));
  await row.click();
  await expect(day.pane()).toContainText(t('stops.changeRejected'));
  await expect(day.pane(), 'it is not sent again').not.toContainText(t('stops.changeWaits'));
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }));
  await day.openList();
  await day.filterBox().fill(ownTitle);
  const plan = planList(window).getByRole('row').filter({ hasText: ownTitle });
  await expect(plan).toContainText(t('plans.asking', { count: 1 }));
  await goTo(window, 'outbox');
  const entry = entries(window).filter({ hasText: name });
  await expect(entry).toContainText(t('outbox.stateRefused'));
  await entry.click();
  await button(day.pane(), t('outbox.giveUp')).click();
  await dialogButton(window, t('outbox.giveUpConfirm')).click();
  await expect(statusBar(window)).not.toContainText(t('shell.asking', { count: 1 }));
});

test('finds the best hit first, opens it with Enter, and shows its addresses field by field', async () => {
  const { window, stopwatch } = day;
  const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
  const { id, title } = rows.find((plan) => plan.title.endsWith('market day'))!;
  const family = Array.from({ length: 10 }, (_, at) => (at === 0 ? title : `${title} tour ${at + 1}`));
  await day.openList();
  // These words stand together in no title, but all of them in some.
  await day.filterBox().fill('day market');
  await expect(day.shownOf(10)).toBeVisible();
  await day.filterBox().fill(title);
  await expect(day.shownOf(10)).toBeVisible();
  const listed = (await rowsOnScreen(planList(window))).map(([name]) => name);
  expect(listed, 'tour 2 stands before tour 10').toEqual(family);
  await expect(day.hit(), 'what Enter opens is named').toContainText(`${title} · `);
  await stopwatch.press('Open a plan', { felt: [sights.noPlanList], press: () => window.keyboard.press('Enter') });
  await expect(day.heading(title)).toBeVisible();
  await day.loaded(150);

  const [row] = await day.stopsOf(id);
  const { stop } = await callBackend<StopDetail>(window, 'stops', 'get', { planId: id, id: row!.id });
  await (await stopRow(window, row!.name)).click();
  await window.keyboard.press('F2');
  await expect(day.field(t('stopForm.recipientName'))).toHaveValue(row!.name);
  await expectAddress('stopForm', stop?.address ?? {});
  await window.keyboard.press('Escape');
  await expect(day.pane()).toHaveCount(0);
});

test('keeps titles and primary actions reachable at 200 % in the smallest window', async () => {
  const { window } = day;
  const { keyboard } = window;
  const expectReached = async (part: Locator, what: string) => {
    await expect(part).toBeVisible();
    await expect.poll(() => lost(part, 'h1, h2, button.primary'), `${what}: all can be reached`).toEqual([]);
  };
  await expect(day.dismiss(), 'no message is left').toHaveCount(0, { timeout: 20_000 });
  // In a zoomed window Playwright's pointer misses what it aims at: keys alone from here on.
  await setSize(day.app, { width: 1024, height: 640, presses: 5, factor: 2 });
  await expectReached(day.main(), 'a plan');
  await keyboard.press('Control+N');
  await expect(day.field(t('stopForm.recipientName'))).toBeFocused();
  await expectReached(day.pane(), 'the form of a stop');
  await keyboard.press('Escape');
  await expect(day.pane()).toHaveCount(0);
  await keyboard.press('Control+1');
  await expect(planList(window)).toBeVisible();
  await expectReached(day.main(), 'the list of plans');
  await button(window, t('plans.newPlan')).press('Enter');
  await expectReached(day.dialog(), 'a new plan');
  await keyboard.press('Escape');
  await expect(day.dialog()).toHaveCount(0);
  await keyboard.press('Control+0');
  await setSize(day.app, { width: 1366, height: 768, presses: 0, factor: 1 });
});

test('says what was deleted elsewhere, and moves what was typed to another plan', async () => {
  await moveHalfTyped(day);
});

test('says that the service keeps no stops of an old plan, and leads back', async () => {
  const { window } = day;
  const { title } = (await day.plans()).find(keepsNoStops)!;
  await day.openList();
  await day.filterBox().fill(title);
  const row = planList(window).getByRole('row').filter({ hasText: title });
  await expect(row).toContainText(t('plans.stopsNotKept'));
  await day.openByName(title);
  await expect(window.getByRole('heading', { name: t('stops.tooOldTitle') })).toBeVisible();
  await expect(window.getByText(t('stops.tooOldText'))).toBeVisible();
  await expect(button(day.main(), t('stops.newStop'))).toHaveCount(0);
  await expect(day.main().getByText(t('stops.notWritable'))).toHaveCount(0);
  // The other one is the arrow above the list.
  const back = button(day.main(), t('stops.backToPlans'));
  await back.last().click();
  await expect(planList(window)).toBeVisible();
});

test('shows an order field by field, and says how many labels it would print and which', async () => {
  const { window, stopwatch } = day;
  await openOrders(window);
  const { rows } = await callBackend<{ rows: OrderRow[] }>(window, 'orders', 'list', { cursor: null });
  const [order] = alone(rows, ({ externalId }) => externalId).filter(({ state }) => state === 'draft');
  const { id, name: number } = order!;
  const { address } = await day.colleague.get(`/connect/v1/${id}`);
  await day.filterBox().fill(number);
  await expect(day.shownOf(1)).toBeVisible({ timeout: 30_000 });
  await orderRows(window).filter({ hasText: number }).click();
  await button(day.pane(), t('orders.change')).click();
  await expectAddress('orderForm', address as Placed);
  await window.keyboard.press('Escape');

  await orderState(window, 'stateSubmitted').click();
  await day.filterBox().fill('WEB-125');
  // The filter names a hit once all orders are loaded.
  await expect(day.hit()).toBeVisible({ timeout: 30_000 });
  const names = (await rowsOnScreen(ordersTable(window))).map(([name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const which = `${t('orders.whichSubmitted')} ${t('orders.whichMatching', { text: 'WEB-125' })}`;
  await stopwatch.press('Print labels', {
    felt: [sights.dialogOpen],
    press: () => button(window, t('batches.startButton')).click(),
  });
  const title = t('batches.startTitle', { count: names.length, which });
  await expect(day.dialog().getByRole('heading', { name: title, exact: true })).toBeVisible();
  const list = day.dialog().getByText(t('batches.startList', { count: names.length }));
  await list.click();
  await expect(day.dialog().getByRole('listitem')).toHaveText(names);
  await window.keyboard.press('Escape');
  await expect(day.dialog()).toHaveCount(0);
});

test('leads from the numbers of the end of the day to their rows', async () => {
  const { window, stopwatch } = day;
  /** The number of a card, which leads to its list. */
  const numberOf = (title: string) =>
    window
      .locator('section')
      .filter({ has: window.getByRole('heading', { name: title }) })
      .locator('h2 button');
  await stopwatch.press('End of day', {
    felt: [sights.inFront(t('shell.dayClose'))],
    press: () => goTo(window, 'dayClose'),
  });
  const { counts } = await callBackend<LabelsOpen>(window, 'labels', 'open');
  await expect(numberOf(t('dayClose.submittedUnprinted'))).toBeVisible({ timeout: 15_000 });
  await numberOf(t('dayClose.submittedUnprinted')).click();
  await expect(day.shownOf(counts.submittedUnprinted)).toBeVisible({ timeout: 30_000 });

  // While plans are read and driven, the number of the open ones changes.
  await expect(async () => {
    await goTo(window, 'dayClose');
    const count = await numberOf(t('dayClose.plans')).innerText();
    await numberOf(t('dayClose.plans')).click();
    await expect(day.shownOf(count.trim())).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await button(window, t('common.removeNamed', { name: t('plans.onlyOpen') })).click();
});

test('says a failure once and beside everything, until its cause is gone', async () => {
  const { window } = day;
  const edges = async (part: Locator) => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('it is not in the window');
    return { top: box.y, bottom: box.y + box.height };
  };
  const notLoaded = t('shell.notLoaded', { lists: t('shell.list.plans') });
  await day.openList();
  await expect(day.dismiss(), 'what was done has ended by itself').toHaveCount(0, { timeout: 20_000 });
  const before = (await edges(planList(window))).bottom;
  const fault = { kind: 'status', status: 500, applied: false };
  await control(day.service, 'PUT', '/faults', { rules: [{ hits: { operations: ['plans.list'] }, fault }] });
  await window.keyboard.press('F5');
  const alert = day.messages().getByRole('alert');
  await expect(alert).not.toBeEmpty();
  const text = (await alert.innerText()).trim();
  for (const count of [2, 3]) {
    await window.keyboard.press('F5');
    await expect(alert.getByText(t('common.repeated', { text, count }))).toBeVisible();
  }
  await expect(day.dismiss()).toHaveCount(1);
  const [list, message, bar] = await Promise.all([planList(window), day.messages(), statusBar(window)].map(edges));
  expect(list!.bottom, 'the message covers nothing').toBeLessThanOrEqual(message!.top + 1);
  expect(message!.bottom).toBeLessThanOrEqual(bar!.top + 1);
  await expect(statusBar(window)).toContainText(notLoaded);
  await expect(statusBar(window)).toContainText(t('shell.nothingWaits'));
  await expect(statusBar(window), 'nothing claims that all is sent').not.toContainText(t('shell.allSent'));

  await control(day.service, 'DELETE', '/faults');
  await window.keyboard.press('F5');
  await expect(day.dismiss()).toHaveCount(0, { timeout: 15_000 });
  await expect.poll(async () => (await edges(planList(window))).bottom, 'the room is given back').toBe(before);
  await expect(statusBar(window)).not.toContainText(notLoaded);
});

test('says how long the first reading takes, and that a sign-in page is in the way', async () => {
  const bar = statusBar(day.window);
  const left = t('shell.readingPlansLeft', { done: '\\d+', of: '\\d+', left: '\\d.*' });
  await expect(bar).toContainText(new RegExp(left), { timeout: 60_000 });
  await control(day.service, 'POST', '/faults/presets/hotel');
  await expect(bar).toContainText(t('shell.signInPage', { since: '' }).trim(), { timeout: 30_000 });
  await expect(bar).not.toContainText(t('shell.lineUp'));
  await control(day.service, 'DELETE', '/faults');
  await expect(bar).toContainText(t('shell.lineUp'), { timeout: 30_000 });
});

test('proposes another plan for a stop of last week, and not to send it', async () => {
  const isMeant = ({ starts, writable }: PlanRow) => starts === dayFrom(0) && writable;
  const { title } = (await day.plans()).find(isMeant)!;
  const name = 'Last Week';
  await day.openByName(title);
  await control(day.service, 'POST', '/faults/presets/line-down');
  await newStop(day.window);
  await typeStop(day.window, { ...typedStop, name });
  await expect(statusBar(day.window)).toContainText(t('shell.waiting', { count: 1 }));

  await day.wakeLater(7);
  const { window } = day;
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });
  await goTo(window, 'outbox');
  await entries(window).filter({ hasText: name }).click();
  const proposed = day.pane().locator('button.primary');
  await expect(proposed).toHaveText(t('outbox.otherPlan'));
  await expect(button(day.pane(), t('outbox.sendAllTheSame')), 'possible, but not proposed').toBeVisible();
  await proposed.press('Enter');
  await expect(day.dialog().getByRole('heading', { name: t('outbox.otherPlanTitle') })).toBeVisible();
});

test('noticed every press within 100 ms, and showed within 2 s what the service had', () => {
  expect(day.stopwatch.figures.length).toBeGreaterThan(15);
  expect(day.stopwatch.slow).toEqual([]);
});
