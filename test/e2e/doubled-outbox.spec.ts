/** Actions on waiting entries and decisions, pressed twice as users do, send each entry once. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerFileDialogs, entries } from '../support/outbox.ts';
import { callBackend, choosePlan, goTo, openConnected, statusBar } from '../support/screens.ts';
import { closeDialogs, dialogButton, readBack, sentByKind, twice } from '../support/twice.ts';

const day = 86_400_000;
const stopOf = (name: string) => ({
  address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
  recipient: { name },
});
const add = (window: Page, planId: string, name: string) =>
  callBackend(window, 'stops', 'add', { planId, stop: stopOf(name), draftId: null });
const waiting = (window: Page, count: number) =>
  expect(statusBar(window)).toContainText(t('shell.waiting', { count }), { timeout: 20_000 });
const allSent = (window: Page) => expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

test('exports and imports entries once when pressed twice, and sends them once', async ({
  service,
  client,
  start,
  folder,
}) => {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start({ env: { DEPOT_DESK_SETTLE_MS: '500' } });
  const { window, electron } = app;
  await openConnected(app, service);
  await answerFileDialogs(electron, join(folder('file'), 'entries.json'));
  await service.kill();
  await add(window, plan.id, 'Stop in a file');
  await goTo(window, 'outbox');
  for (const { press, way } of twice) {
    await waiting(window, 1);
    await window.getByRole('button', { name: t('outbox.export') }).click();
    await press(window, dialogButton(window, t('outbox.exportLeave')));
    await expect(entries(window), way).toHaveCount(0);
    await closeDialogs(window);
    await press(window, window.getByRole('button', { name: t('outbox.import'), exact: true }));
    await expect(entries(window), way).toHaveCount(1);
  }
  const again = await service.startAgain();
  await allSent(window);
  expect(await sentByKind(window)).toEqual({ 'stops.create': 1 });
  const stops = await readBack(again, (reader) => reader.stops(plan.id));
  expect(stops.filter(({ recipient }) => recipient?.name === 'Stop in a file')).toHaveLength(1);
});

test('sends entries of a past day once each when their decision is pressed twice', async ({
  service,
  client,
  start,
}) => {
  const plans = await client.plans();
  const today = new Date();
  const isToday = ({ starts }: (typeof plans)[number]) =>
    starts.day === today.getDate() && starts.month === today.getMonth() + 1;
  const past = choosePlan(plans.filter(isToday));
  const coming = choosePlan(plans, new Date(Date.now() + 3 * day));
  client.close();
  const first = await start();
  await openConnected(first, service);
  await service.kill();
  const names = (what: string) => twice.map(({ number }) => `${what} ${number}`);
  for (const name of ['Anyway', 'Elsewhere', 'Planless'].flatMap(names)) await add(first.window, past.id, name);
  await first.kill();
  const again = await service.startAgain();

  const { window } = await start({ profile: first.profile, clockAhead: 2 * day });
  let open = 9;
  const asking = () => expect(statusBar(window)).toContainText(t('shell.asking', { count: open }), { timeout: 60_000 });
  await asking();
  await goTo(window, 'outbox');
  const pane = window.getByRole('complementary');
  const dialog = window.getByRole('dialog');
  for (const [what, button, confirm] of [
    ['Anyway', t('outbox.sendAllTheSame'), t('outbox.sendAgainConfirm')],
    ['Elsewhere', t('outbox.otherPlan'), t('outbox.otherPlanConfirm')],
    ['Planless', t('outbox.unassigned'), t('outbox.unassignedConfirm')],
  ] as const) {
    for (const { press, way, number } of twice) {
      await entries(window)
        .filter({ hasText: `${what} ${number}` })
        .click();
      await expect(pane.getByText(`${what} ${number}`).first()).toBeVisible();
      await pane.getByRole('button', { name: button, exact: true }).click();
      if (what === 'Elsewhere') {
        await dialog.locator('.combobox-trigger').click();
        await window.locator('.option').filter({ hasText: coming.title }).first().click();
      }
      await press(window, dialogButton(window, confirm));
      open -= 1;
      if (open > 0) await asking();
      await closeDialogs(window);
      // A decided entry leaves the list when it is sent. The rows below must not move under the next press.
      await expect(entries(window), `${what}, ${way}`).toHaveCount(open, { timeout: 30_000 });
    }
  }
  await allSent(window);
  expect(await sentByKind(window)).toEqual({ 'stops.create': 6, 'unassignedStops.create': 3 });
  const ours = /^(Anyway|Elsewhere|Planless) /;
  const found = await readBack(again, async (reader) => ({
    past: await reader.stops(past.id),
    coming: await reader.stops(coming.id),
    unassigned: await reader.unassignedStops(),
  }));
  const ofOurs = (stops: (typeof found)['past']) =>
    stops.flatMap(({ recipient }) => (ours.test(recipient?.name ?? '') ? [recipient?.name] : [])).toSorted();
  expect([found.past, found.coming, found.unassigned].map(ofOurs)).toEqual(
    ['Anyway', 'Elsewhere', 'Planless'].map(names),
  );
});
