/**
 * The app's first promise: offline entries reach the service exactly once when the app is online again, even after a
 * kill in between. The test bypasses nothing: it enters stops by key presses, and an independent client reads them back
 * over HTTPS.
 */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  newStop,
  openConnected,
  openPlan,
  planList,
  statusBar,
  stopRow,
  typeStop,
  type TypedStop,
} from '../support/screens.ts';

const typed: TypedStop[] = [
  {
    name: 'Anna Offline',
    phone: '030 1234501',
    street: 'Lindenweg 1',
    zip: '10115',
    city: 'Hafenstadt',
    notes: 'ring twice',
  },
  {
    name: 'Bruno Offline',
    phone: '030 1234502',
    street: 'Lindenweg 2',
    zip: '10115',
    city: 'Hafenstadt',
    notes: 'Größe & <b>„weit“</b>',
  },
  {
    name: 'Carla Offline',
    phone: '030 1234503',
    street: 'Lindenweg 3',
    zip: '10115',
    city: 'Hafenstadt',
    notes: 'back door',
  },
];

test('sends three offline stops once after a kill', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const before = await client.stops(plan.id);
  client.close();

  const first = await start();
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  await expect(first.window.getByText(t('stops.count', { count: before.length }))).toBeVisible({ timeout: 60_000 });

  await service.kill();
  await newStop(first.window);
  for (const stop of typed) await typeStop(first.window, stop);
  await expect(statusBar(first.window)).toContainText(t('shell.waiting', { count: 3 }));
  for (const { name } of typed) {
    await expect(await stopRow(first.window, name)).toContainText(t('stops.waiting'));
  }
  await first.kill();

  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
  await expect(statusBar(second.window)).toContainText(t('shell.waiting', { count: 3 }));

  const again = await service.startAgain();
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 60_000 });

  const reader = new PlainClient(again);
  const known = new Set(before.map((stop) => stop.id));
  const added = (await reader.stops(plan.id)).filter((stop) => !known.has(stop.id));
  reader.close();
  const readable = added.map(({ recipient, address, notes, packageCount }) => ({
    name: recipient?.name,
    street: address.addressLineOne,
    notes,
    packageCount,
  }));
  readable.sort((one, other) => String(one.name).localeCompare(String(other.name)));
  expect(readable).toEqual(typed.map(({ name, street, notes }) => ({ name, street, notes, packageCount: 1 })));
  expect(new Set(added.map((stop) => stop.recipient?.externalId)).size).toBe(3);

  // The window matches the service: three rows, none of them waiting.
  await openPlan(second.window, plan.title);
  for (const { name } of typed) {
    await expect(await stopRow(second.window, name)).not.toContainText(t('stops.waiting'));
  }
});

test('offers a half-entered stop again after a kill', async ({ service, client, start }) => {
  const plan = choosePlan(await client.plans());
  const first = await start();
  await openConnected(first, service);
  await openPlan(first.window, plan.title);
  await newStop(first.window);
  await first.window.keyboard.type('Half Typed');
  await first.window.keyboard.press('Tab');
  await first.window.keyboard.type('030 99');
  await expect.poll(async () => JSON.stringify(await callBackend(first.window, 'drafts', 'list'))).toContain('030 99');
  await first.kill();

  const second = await start({ profile: first.profile });
  await openPlan(second.window, plan.title);
  await second.window.getByRole('button', { name: /continue/i }).click();
  await expect(second.window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveValue('Half Typed');
  await expect(second.window.getByLabel(t('stopForm.phone'))).toHaveValue('030 99');
});
