import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attachOutbox } from '../../../src/main/db/attach-outbox.ts';
import { openCache } from '../../../src/main/db/cache.ts';
import { Database } from '../../../src/main/db/database.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { plan } from '../../../src/shared/plans.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const worker = new URL('../../../src/main/db/cache.worker.ts', import.meta.url);
const planId = 'plans/p1';
const aPlan = rawOf(
  plan.parse({ id: planId, title: 'Monday', starts: { day: 15, month: 6, year: 2026 }, writable: true }),
);
const aStop = (number: number, more: object = {}) =>
  rawOf(
    stop.parse({
      id: `${planId}/stops/s${number}`,
      stopPosition: number,
      recipient: { name: `Recipient ${number}`, phone: `+49 40 ${number}` },
      address: {
        address: `Street ${number}, 01234 Town`,
        addressLineOne: `Street ${number}`,
        addressLineTwo: '01234 Town',
      },
      ...more,
    }),
  );

async function open(folder: string) {
  const outbox = openOutboxFile(join(folder, 'outbox.db'), now);
  const files = { cacheFile: join(folder, 'cache.db'), outboxFile: join(folder, 'outbox.db'), now };
  const opened = await openCache(worker, files, console.log);
  onTestFinished(async () => {
    await opened.close();
    outbox.close();
  });
  return { ...opened, outbox };
}

const add = (outbox: ReturnType<typeof openOutboxFile>, number: number, marker: string, markerIsOurs: boolean) =>
  outbox.entries.add({
    recordId: `record-${number}`,
    entryId: `entry-${number}`,
    kind: 'stops.create',
    noun: 'stops',
    parentId: planId,
    marker,
    markerIsOurs,
    content: JSON.stringify({
      address: { addressLineOne: 'Quay 1' },
      recipient: { name: 'Waiting', externalId: marker },
    }),
    createdAt: now,
  });

describe('the cache', () => {
  it('lists the stops of the service in route order, and what waits after them', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    await cache.putStops(planId, [aStop(2), aStop(1)], now);
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    const { rows, total, asOf } = await cache.listStops(planId, 0, 200);
    expect(rows.map((row) => [row.recipientName, row.origin, row.entryState])).toEqual([
      ['Recipient 1', 'service', null],
      ['Recipient 2', 'service', null],
      ['Waiting', 'outbox', 'queued'],
    ]);
    expect({ total, asOf }).toEqual({ total: 3, asOf: now });
    expect(rows[2]?.externalId).toBeNull();
    expect((await cache.listPlans()).rows[0]).toMatchObject({ title: 'Monday', stopCount: 2, waitingCount: 1 });
  });

  it('shows a stop once when the service has it while its entry is still in doubt', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    await cache.putStops(planId, [aStop(1, { recipient: { name: 'Waiting', externalId: 'dd-abcdefghjkmn' } })], now);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.origin)).toEqual(['service']);
  });

  it('shows both when a typed external id stands on an older stop', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    add(outbox, 1, '4711', false);
    await cache.putStops(planId, [aStop(1, { recipient: { name: 'Older', externalId: '4711' } })], now);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.recipientName)).toEqual(['Older', 'Waiting']);
  });

  it('keeps in its file what the service said, odd values and unknown fields too', async () => {
    const folder = temporaryFolder();
    const opened = await open(folder);
    const { cache } = opened;
    const said = { id: `${planId}/stops/s1`, notes: 7, barcodes: ['1', 2, null], newField: { deep: [{ x: null }] } };
    await cache.putPlans([aPlan], now);
    await cache.putStops(planId, [rawOf(stop.parse(said))], now);
    expect((await cache.getStop(planId, said.id))?.stop).toMatchObject({ notes: null, barcodes: ['1'] });
    await opened.close();
    const file = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
    const row = file.get<{ body: string }>('SELECT body FROM stops');
    file.close();
    expect(JSON.parse(row?.body ?? '')).toEqual(said);
  });

  it('removes what is gone from the service, and says whether anything changed', async () => {
    const { cache } = await open(temporaryFolder());
    expect(await cache.putStops(planId, [aStop(1), aStop(2)], now)).toBe(true);
    expect(await cache.putStops(planId, [aStop(1), aStop(2)], now + 1)).toBe(false);
    expect(await cache.putStops(planId, [aStop(2)], now + 2)).toBe(true);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.recipientName)).toEqual(['Recipient 2']);
  });

  it('finds recipients by the beginning of name, telephone number and postcode, wildcards being letters', async () => {
    const { cache } = await open(temporaryFolder());
    await cache.putStops(planId, [aStop(1), aStop(2), aStop(3)], now);
    const names = async (text: string) => (await cache.recentRecipients(text, 8)).map((found) => found.name);
    expect(await names('recipient 2')).toEqual(['Recipient 2']);
    expect(await names('+49 40 3')).toEqual(['Recipient 3']);
    expect(await names('01234')).toEqual(['Recipient 3', 'Recipient 2', 'Recipient 1']);
    expect(await names('%')).toEqual([]);
    expect(await names('_ecipient')).toEqual([]);
  });

  it('is set aside and built anew when it is damaged; the outbox stays as it is', async () => {
    const folder = temporaryFolder();
    openOutboxFile(join(folder, 'outbox.db'), now).close();
    const damaged = Buffer.alloc(20_000, 'x');
    writeFileSync(join(folder, 'cache.db'), damaged);
    const { cache, setAside } = await open(folder);
    expect(readFileSync(join(folder, setAside!))).toEqual(damaged);
    expect(await cache.listPlans()).toEqual({ rows: [], asOf: null });
  });

  it('cannot change the outbox', () => {
    const folder = temporaryFolder();
    const outbox = openOutboxFile(join(folder, 'outbox.db'), now);
    onTestFinished(() => outbox.close());
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    const database = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
    onTestFinished(() => database.close());
    attachOutbox(database, join(folder, 'outbox.db'));
    for (const sql of [
      'DELETE FROM outbox.entries',
      "UPDATE outbox.records SET content = ''",
      "INSERT INTO outbox.drafts (id, form, plan_id, saved_at, fields) VALUES ('a', 'stop', 'p', 1, '{}')",
    ]) {
      expect(() => database.change(sql)).toThrow(/read-only here/);
    }
    expect(outbox.entries.list(10)).toHaveLength(1);
  });
});
