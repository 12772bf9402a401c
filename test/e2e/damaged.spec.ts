/** A damaged cache is set aside and reloaded. A damaged outbox is set aside and reported, and never overwritten. */
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../../src/messages/index.ts';
import { workspaceOf } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { choosePlan, newStop, openConnected, openPlan, planList, statusBar, typeStop } from '../support/screens.ts';

/** Overwrites SQLite's header and first page. */
function damage(file: string): Buffer {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(2_048, 0xa5), 0, 2_048, 0);
  closeSync(handle);
  return readFileSync(file);
}

const setAside = (folder: string, name: string) =>
  readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`) && !/-(wal|shm)$/.test(file));

test('sets a damaged cache aside and reloads it from the service', async ({ service, start }) => {
  const first = await start();
  await openConnected(first, service);
  await first.close();
  const folder = workspaceOf(first.profile);
  const damaged = damage(join(folder, 'cache.db'));

  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
  await expect(planList(second.window).locator('[role="row"][aria-selected]').first()).toBeVisible();
  await expect(second.window.getByText(t('shell.noticeCacheRebuilt'))).toBeVisible();
  const aside = setAside(folder, 'cache.db');
  expect(aside).toHaveLength(1);
  expect(readFileSync(join(folder, aside[0]!)).equals(damaged)).toBe(true);
});

test('sets a damaged outbox aside byte for byte, reports it, and sends new entries', async ({
  service,
  client,
  start,
}) => {
  const plan = choosePlan(await client.plans());
  const first = await start();
  await openConnected(first, service);
  await first.close();
  const folder = workspaceOf(first.profile);
  const damaged = damage(join(folder, 'outbox.db'));

  const second = await start({ profile: first.profile });
  const aside = () => setAside(folder, 'outbox.db');
  await expect.poll(aside).toHaveLength(1);
  expect(readFileSync(join(folder, aside()[0]!)).equals(damaged)).toBe(true);
  await expect(second.window.getByText(t('shell.noticeOutboxSetAside', { file: aside()[0]! }))).toBeVisible();

  await openPlan(second.window, plan.title);
  await newStop(second.window);
  const typed = {
    name: 'After Damage',
    phone: '1',
    street: 'Lindenweg 9',
    zip: '10115',
    city: 'Hafenstadt',
    notes: '',
  };
  await typeStop(second.window, typed);
  await expect(statusBar(second.window)).toContainText(t('shell.allSent'), { timeout: 30_000 });
  expect((await client.stops(plan.id)).filter((stop) => stop.recipient?.name === typed.name)).toHaveLength(1);
});

test('starts although the cache is no database', async ({ service, start }) => {
  const first = await start();
  await openConnected(first, service);
  await first.close();
  writeFileSync(join(workspaceOf(first.profile), 'cache.db'), 'not a database');
  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
});
