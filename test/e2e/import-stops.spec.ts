/**
 * A shop's file of 600 stops comes into tomorrow's plan: dropped on the window, its faults corrected by keyboard, its
 * doubles decided, the app killed while it sends. Every stop of the file is on the service once, with the file's content.
 */
import { t } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import * as steps from '../support/planner-day.ts';
import {
  answersOneImport,
  correctFaults,
  doubleCount,
  expectShopStops,
  expectSummary,
  faultCount,
  firstImportArrived,
  shopFile,
  shopSize,
  skipFirstDouble,
} from '../support/shop-file.ts';
import { control } from '../support/training-service.ts';
import { callBackend, openConnected, openPlan, statusBar } from '../support/screens.ts';

test('brings 600 stops of a file into tomorrow’s plan once, over a kill', async ({ service, client, start }) => {
  test.setTimeout(420_000);
  client.close();
  const first = await start();
  const { window } = first;
  await openConnected(first, service);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const starts = { day: tomorrow.getDate(), month: tomorrow.getMonth() + 1, year: tomorrow.getFullYear() };
  await callBackend(window, 'plans', 'create', { plan: { title: 'Blumenhaus', starts }, draftId: null });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await openPlan(window, 'Blumenhaus');
  await expect(window.getByText(t('stops.emptyTitle'))).toBeVisible({ timeout: 30_000 });

  await dropFile(window, shopFile(), 'blumenhaus.csv');
  const dialog = window.getByRole('dialog');
  await expectSummary(window, shopSize - faultCount, faultCount + doubleCount, 0);
  await expect(dialog.getByText(t('stopImport.numberFrom', { heading: 'Bestellnummer' }))).toBeVisible();
  await expect(dialog.getByText('Lieferliste Blumenhaus')).toBeVisible();
  // Nothing that is wrong or undecided is sent.
  await expect(dialog.getByRole('button', { name: /^Import \d/ })).toBeDisabled();

  await dialog
    .locator('label')
    .filter({ hasText: t('imports.filterBad') })
    .click();
  await window.getByRole('grid', { name: t('stopImport.table') }).focus();
  await correctFaults(window);
  // The rows that look like others are decided: one by its key, the rest together.
  await skipFirstDouble(window);
  await dialog.getByRole('button', { name: t('imports.skipAll') }).click();
  await expectSummary(window, shopSize, 0, doubleCount);
  await control(service, 'PUT', '/faults', answersOneImport);
  await dialog.getByRole('button', { name: t('stopImport.import', { count: shopSize }) }).click();
  await expect(window.getByText(t('stopImport.imported', { count: shopSize }))).toBeVisible({ timeout: 30_000 });

  // Killed as soon as the first import has arrived.
  const reader = new PlainClient(service);
  const plan = (await reader.plans()).find(({ title }) => title === 'Blumenhaus')!;
  await firstImportArrived(reader, plan.id);
  await first.kill();
  const sent = (await reader.stops(plan.id)).filter(({ type }) => type === 'stop');
  expect(sent.length, 'not all of them had been sent').toBeLessThan(shopSize);

  await control(service, 'DELETE', '/faults');

  const second = await start({ profile: first.profile });
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 240_000 });
  const stops = await reader.stops(plan.id);
  reader.close();
  expectShopStops(stops);
});

for (const version of ['v1', 'v0.2b'] as const) {
  const planningVersions = version === 'v1' ? 'both' : 'older-only';

  test(`brings stops of a file to the depot that is chosen, with ${version}`, async ({ service, client, start }) => {
    client.close();
    await control(service, 'PUT', '/switches', { planningVersions });
    const { window, ...app } = await start();
    await openConnected({ window, ...app }, service);
    await window.getByRole('button', { name: t('plans.unassigned') }).click();
    await expect(window.getByRole('heading', { level: 1, name: t('plans.unassigned') })).toBeVisible();
    const lines = [
      'Name,Street,Postcode,Town',
      ...[1, 2, 3].map((at) => `Loose ${at},Güterstraße ${at},41742,Aldermünde`),
    ];
    await dropFile(window, lines.join('\n'), 'loose.csv');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByText(t('imports.summary', { good: 3, bad: 0, left: 0 }))).toBeVisible({ timeout: 30_000 });
    const button = dialog.getByRole('button', { name: t('unassignedImport.import', { count: 3 }) });
    await expect(button).toHaveAttribute('aria-description', t('unassignedImport.whyNoDepot'));
    const depots = await callBackend<{ rows: { id: string; name: string }[] }>(window, 'depots', 'list');
    const depot = depots.rows.at(-1)!;
    await dialog.getByLabel(t('unassignedImport.depot')).click();
    await window.getByRole('option', { name: depot.name }).click();
    await button.click();
    await expect(window.getByText(t('unassignedImport.imported', { count: 3 }))).toBeVisible();
    await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
    const listed = await callBackend<{ rows: { recipientName: string; depot: string; origin: string }[] }>(
      window,
      'unassignedStops',
      'list',
      { cursor: null },
    );
    const found = listed.rows.filter(({ recipientName }) => recipientName.startsWith('Loose'));
    expect(found.map(({ depot: at }) => at)).toEqual([depot.id, depot.id, depot.id]);
  });

  test(`brings a file of stops into a plan that drivers have, pending until it is re-optimised, with ${version}`, async ({
    service,
    client,
    start,
  }) => {
    test.setTimeout(180_000);
    const plans = await client.plans();
    client.close();
    await control(service, 'PUT', '/switches', { planningVersions });
    const today = new Date(new Date().toDateString());
    const plan = plans.find(
      ({ distributed, writable, optimization, starts, title }) =>
        distributed &&
        !writable &&
        optimization === 'optimized' &&
        new Date(starts.year, starts.month - 1, starts.day) >= today &&
        plans.filter((other) => other.title === title).length === 1,
    );
    if (!plan) throw new Error('the training data has no distributed plan of today or later');
    const { window, ...app } = await start();
    await openConnected({ window, ...app }, service);
    await openPlan(window, plan.title);
    await expect(window.locator('[role="row"][aria-selected]').first()).toBeVisible({ timeout: 30_000 });

    const numbers = Array.from({ length: 12 }, (_, at) => `LIVE-${String(at).padStart(2, '0')}`);
    const lines = numbers.map((each, at) => `${each},Late ${at},Güterstraße ${at + 1},41742,Aldermünde`);
    await dropFile(window, ['Number,Name,Street,Postcode,Town', ...lines].join('\n'), 'late.csv');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByText(t('stopImport.live'))).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: t('stopImport.import', { count: numbers.length }) }).click();
    const pending = t('shell.pending', { count: numbers.length });
    await expect(statusBar(window)).toContainText(pending, { timeout: 60_000 });

    await steps.reoptimise(window, plan.title);
    await steps.command(window, t('plans.redistribute'));
    await expect(statusBar(window)).not.toContainText(pending, { timeout: 60_000 });
    await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
    await control(service, 'PUT', '/switches', { planningVersions: 'both' });
    const reader = new PlainClient(service);
    const found = (await reader.stops(plan.id)).map(({ recipient }) => recipient?.externalId ?? '');
    reader.close();
    expect(found.filter((each) => each.startsWith('LIVE-')).toSorted()).toEqual(numbers);
  });
}
