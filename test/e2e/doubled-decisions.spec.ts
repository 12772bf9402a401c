/** A decision pressed twice, as users do, is made once, and only for its own entry. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { HistoryRow } from '../../src/shared/entries.ts';
import { expect, test } from '../support/fixtures.ts';
import { orderRows } from '../support/orders.ts';
import { entries } from '../support/outbox.ts';
import { PlainClient } from '../support/plain-client.ts';
import { callBackend, choosePlan, goTo, openConnected, openPlan, statusBar, stopRow } from '../support/screens.ts';
import { closeDialogs, dialogButton, readBack, twice } from '../support/twice.ts';

const asking = (window: Page, count: number) =>
  expect(statusBar(window)).toContainText(t('shell.asking', { count }), { timeout: 60_000 });
const settled = (window: Page) =>
  callBackend<HistoryRow[]>(window, 'outbox', 'history', { text: '', noun: null, state: null, before: null });

/** Enters notes for a stop of the open plan. */
async function note(window: Page, recipient: string, text: string): Promise<void> {
  await (await stopRow(window, recipient)).click();
  await window.keyboard.press('F2');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  await window.getByLabel(t('stopForm.notes')).fill(text);
  await window.keyboard.press('Control+Enter');
  await expect(await stopRow(window, recipient)).toContainText(t('stops.editWaiting'));
}

test("resolves conflicts with a colleague's edits once when pressed twice", async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  client.close();
  const isAlone = (name: string) => before.filter(({ recipient }) => recipient?.name === name).length === 1;
  const stops = before.flatMap(({ id, recipient }) =>
    recipient?.name != null && isAlone(recipient.name) ? [{ id, name: recipient.name }] : [],
  );
  const [mine, theirs, dropped] = [0, 3, 6].map((from) => stops.slice(from, from + 3)) as [
    typeof stops,
    typeof stops,
    typeof stops,
  ];
  const first = await start();
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  await expect(first.window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });
  await service.kill();
  for (const { name } of stops.slice(0, 9)) await note(first.window, name, 'Mine');
  await first.kill();
  const again = await service.startAgain();
  const colleague = new PlainClient(again);
  for (const { id } of stops.slice(0, 9)) await colleague.patch(id, { notes: 'Theirs' });
  colleague.close();

  const { window } = await start({ profile: first.profile });
  await asking(window, 9);
  await goTo(window, 'outbox');
  const pane = window.getByRole('complementary');
  let open = 9;
  const decided = async (way: string) => {
    open -= 1;
    if (open === 0) return;
    await asking(window, open);
    await closeDialogs(window);
    // A settled entry leaves the list, and the rows below it move up.
    await expect(entries(window), way).toHaveCount(open);
    await expect(statusBar(window), way).toContainText(t('shell.asking', { count: open }));
  };
  const openEntry = (name: string) => entries(window).filter({ hasText: name }).click();
  for (const [chosen, side] of [
    [mine, t('outbox.conflictPickMine')],
    [theirs, t('outbox.conflictPickTheirs')],
  ] as const) {
    for (const { press, way, number } of twice) {
      await openEntry(chosen[number - 1]!.name);
      await pane.getByRole('button', { name: side, exact: true }).click();
      await press(window, pane.getByRole('button', { name: t('outbox.conflictApply') }));
      await decided(`${side}, ${way}`);
    }
  }
  for (const { press, way, number } of twice) {
    await openEntry(dropped[number - 1]!.name);
    await pane.getByRole('button', { name: t('outbox.giveUp'), exact: true }).click();
    await press(window, dialogButton(window, t('outbox.giveUpConfirm')));
    await decided(`give up, ${way}`);
  }
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const after = await readBack(again, (reader) => reader.stops(plan.id));
  const notesOf = (some: typeof stops) => some.map(({ id }) => after.find((stop) => stop.id === id)?.notes);
  expect([mine, theirs, dropped].map(notesOf)).toEqual(
    ['Mine', 'Theirs', 'Theirs'].map((text) => Array<string>(3).fill(text)),
  );
});

test('retries or discards rejected entries once when pressed twice', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  await openConnected(app, service);
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const address = { addressLineOne: `Nowhere ${number}` };
    const order = { recipient: { name: `Refused ${number}` }, packageInfo: { externalId: `NO-${number}` }, address };
    await callBackend(window, 'orders', 'add', { order, draftId: null });
  }
  await asking(window, 6);
  await goTo(window, 'outbox');
  const pane = window.getByRole('complementary');
  for (const { press, way, number } of twice) {
    await entries(window)
      .filter({ hasText: `Refused ${number}` })
      .click();
    await press(window, pane.getByRole('button', { name: t('outbox.retry'), exact: true }));
    const tries = async () =>
      (await settled(window)).filter(({ name, state }) => name === `Refused ${number}` && state === 'refused').length;
    await expect.poll(tries, { message: way, timeout: 20_000 }).toBe(2);
    await asking(window, 6);
    await closeDialogs(window);
    expect(await tries(), way).toBe(2);
  }
  for (const { press, way, number } of twice) {
    await entries(window)
      .filter({ hasText: `Refused ${number + 3}` })
      .click();
    await pane.getByRole('button', { name: t('outbox.giveUp'), exact: true }).click();
    await press(window, dialogButton(window, t('outbox.giveUpConfirm')));
    await asking(window, 6 - number);
    await closeDialogs(window);
    const gone = (await settled(window)).filter(({ state }) => state === 'given-up');
    expect(gone.map(({ name }) => name).toSorted(), way).toHaveLength(number);
  }
  await asking(window, 3);
  const orders = await readBack(service, (reader) => reader.orders());
  expect(orders.filter(({ recipient }) => recipient?.name?.startsWith('Refused') === true)).toEqual([]);

  // The second press comes after the first has taken effect. It must not hit the button that has moved there.
  await service.kill();
  await goTo(window, 'orders');
  const order = orderRows(window).filter({ hasText: 'Refused 1' });
  await order.click();
  const again = pane.getByRole('button', { name: t('orders.retry'), exact: true });
  const box = await again.boundingBox();
  await again.click();
  await again.waitFor({ state: 'detached' });
  await window.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
  await closeDialogs(window);
  expect((await settled(window)).filter(({ state }) => state === 'given-up')).toHaveLength(3);
  await expect(order).toHaveCount(1);
});
