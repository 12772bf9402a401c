import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attachOutbox } from '../../../src/main/db/attach-outbox.ts';
import { Database } from '../../../src/main/db/database.ts';
import { depotColumns } from '../../../src/main/db/drivers.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { cacheMigrations } from '../../../src/main/db/migrations/cache.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { Core } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { depot } from '../../../src/shared/depots.ts';
import { order } from '../../../src/shared/orders.ts';
import { plan } from '../../../src/shared/plans.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { ReadList } from '../../../src/main/db/read-list.ts';
import { stopColumns, stopsList } from '../../../src/main/db/stops.ts';
import { unassignedColumns } from '../../../src/main/db/unassigned-stops.ts';
import { stop, type Stop } from '../../../src/shared/stops.ts';
import { unassignedStop } from '../../../src/shared/unassigned-stops.ts';
import { quietParts } from '../../fixtures/core-parts.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const now = Date.UTC(2026, 5, 15, 6);
const planId = 'plans/p1';
const monday = plan.parse({ id: planId, title: 'Monday', starts: { day: 15, month: 6, year: 2026 }, writable: true });
const aPlan = storedRow(monday, planColumns(monday));
const storedStop = (item: Stop) => storedRow(item, stopColumns(item));
const aStop = (number: number, more: object = {}) =>
  storedStop(
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

const open = (folder: string) => openedCache(folder, now);

const add = (
  outbox: ReturnType<typeof openOutboxFile>,
  number: number,
  marker: string,
  markerIsOurs: boolean,
  noun: 'stops' | 'unassignedStops' | 'orders' = 'stops',
) => {
  const content = JSON.stringify({
    address: { addressLineOne: 'Quay 1' },
    recipient: { name: 'Waiting', externalId: marker },
  });
  const id = `record-${number}`;
  outbox.entries.commit([
    {
      do: 'add-record',
      record: { id, noun, parentId: noun === 'stops' ? planId : '', serverId: null, marker, markerIsOurs, content },
    },
    {
      do: 'add-entry',
      entry: {
        id: `entry-${number}`,
        recordId: id,
        kind: `${noun}.create`,
        lane: noun === 'stops' ? planId : noun,
        createdAt: now,
        body: null,
        base: null,
        progress: null,
      },
    },
  ]);
};

describe('the cache', () => {
  it('lists a depot with the vehicle of its routes, which the older version does not name', async () => {
    const { cache } = await open(temporaryFolder());
    const north = depot.parse({ id: 'depots/n', name: 'North', routeOverrides: { vehicleType: 'truck' } });
    const south = depot.parse({ id: 'depots/s', name: 'South' });
    await cache.putDepots(
      [north, south].map((each) => storedRow(each, depotColumns(each))),
      now,
    );
    const { rows } = await cache.listDepots();
    expect(rows.map(({ name, vehicleType }) => [name, vehicleType])).toEqual([
      ['North', 'truck'],
      ['South', null],
    ]);
  });

  it('lists the stops of the service in route order, then waiting stops', async () => {
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

  it('keeps lists in which the service says odd numbers', async () => {
    const { cache } = await open(temporaryFolder());
    const odd = [1_718_000_000.123456, 1_718_000_000_123.456, 1.7e18, -1, 1e300, -1.5];
    const orders = odd.map((createdAt, at) => order.parse({ id: `orders/o${at}`, createdAt }));
    await cache.putOrders(
      orders.map((item) => storedRow(item, orderColumns(item))),
      now,
    );
    await cache.putOrder(rawOf(orders[0]!), now);
    const created = (await cache.listOrders(0, 10)).rows.map(({ createdAt }) => createdAt);
    expect(created).toEqual([1_718_000_000_123, 1_718_000_000_123, null, -1_000, null, -1_500]);

    await cache.putPlans([aPlan], now);
    const positions = [2, 1.5, -1.5, 1e300, Number.MAX_SAFE_INTEGER];
    const stops = positions.map((stopPosition, at) => aStop(at, { stopPosition }));
    await cache.putStops(planId, stops, now);
    const ids = (await cache.listStops(planId, 0, 10)).rows.map(({ recipientName }) => recipientName);
    expect(ids).toEqual([2, 1, 0, 4, 3].map((at) => `Recipient ${at}`));
  });

  it('names the stops that stay in a plan at once, however many there are', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    const numbers = Array.from({ length: 450 }, (_, at) => at + 1);
    const end = storedStop(stop.parse({ id: `${planId}/stops/end`, stopPosition: 900, type: 'end' }));
    await cache.putPlans([aPlan], now);
    await cache.putStops(planId, [...numbers.map((number) => aStop(number)), end], now);
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    const core = { ...quietParts, system: new VirtualSystem(), storage: outbox.entries } as unknown as Core;
    new Intake(core).remove('stops.delete', `${planId}/stops/s7`, planId);
    const left = numbers.filter((number) => number !== 7).map((number) => `${planId}/stops/s${number}`);
    expect(await cache.stayingStopIds(planId)).toEqual([...left, 'record-1']);
  });

  it('takes a list for newer than what was read alone while the clock was ahead, once that is pulled back', async () => {
    const { cache } = await open(temporaryFolder());
    const ahead = now + 3_600_000;
    const [changed, deleted] = [aStop(1), aStop(2)];
    await cache.putPlans([aPlan], ahead);
    await cache.putStops(planId, [changed, deleted], ahead);
    for (const number of [1, 2])
      await cache.putStop(planId, rawOf(stop.parse({ id: `${planId}/stops/s${number}`, notes: 'Old' })), ahead);
    const list = [storedStop(stop.parse({ id: `${planId}/stops/s1`, notes: 'New' }))];
    const notes = async () => (await cache.listStops(planId, 0, 10)).rows.map((row) => row.notes);
    await cache.putStops(planId, list, now);
    expect(await notes()).toEqual(['Old', 'Old']);
    // Nobody knows how old the list is, so it does not become a fresh one.
    await cache.putStops(planId, list, ahead - 1);
    await cache.pullBack(now);
    expect((await cache.listStops(planId, 0, 10)).asOf).toBe(ahead - 1);
    await cache.putStops(planId, list, now + 1);
    expect(await notes()).toEqual(['New']);
  });

  it('counts stops without the ends of routes, their packages, and those with a result', async () => {
    const { cache } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    const counts = async () => {
      const [plan] = (await cache.listPlans()).rows;
      return [plan?.stopCount, plan?.packageCount, plan?.doneCount];
    };
    expect(await counts(), 'stops that were never read').toEqual([null, null, null]);
    const delivered = { deliveryInfo: { state: 'delivered_to_recipient' } };
    const rows = [
      aStop(0, { type: 'start', packageCount: 100 }),
      aStop(1, { packageCount: 2, ...delivered }),
      aStop(2, { type: 'stop', packageCount: 3, deliveryInfo: { state: 'unattempted' } }),
      aStop(3, { packageCount: null }),
      aStop(4, { type: 'end', ...delivered }),
    ];
    await cache.putStops(planId, rows, now);
    expect(await counts()).toEqual([3, 5, 1]);
    await cache.putStops(planId, rows.slice(0, 2), now + 1);
    expect(await counts(), 'without the stops that are gone').toEqual([1, 2, 1]);
    await cache.putStops(planId, [], now + 2);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('counts what is waiting, pending and in need of a decision for each plan', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    const states = ['queued', 'sending', 'in-doubt', 'pending', 'refused', 'blocked', 'decision', 'given-up'] as const;
    for (const [at, state] of states.entries()) {
      add(outbox, at, `typed-${at}`, false);
      outbox.entries.commit([{ do: 'change-entry', id: `entry-${at}`, set: { state } }]);
    }
    add(outbox, 20, 'typed-20', false, 'orders');
    expect(await cache.getPlan(planId)).toMatchObject({ waitingCount: 3, pendingCount: 1, askingCount: 3 });
  });

  it('tells what the service has instead of what was entered here', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    const id = `${planId}/stops/s1`;
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    const content = JSON.stringify({ address: { zip: '01235' }, recipient: { phone: '+49 40 7654321' } });
    outbox.entries.commit([
      { do: 'change-record', id: 'record-1', set: { serverId: id, content } },
      { do: 'change-entry', id: 'entry-1', set: { state: 'acknowledged' } },
    ]);
    const read = { recipient: { phone: '+49 40 1234567' } };
    await cache.putStops(planId, [aStop(1, read), aStop(2)], now);
    const corrected = async (stopId: string) => (await cache.getStop(planId, stopId))?.corrected;
    expect(await corrected(id)).toEqual([
      { field: 'phone', entered: '+49 40 7654321', has: '+49 40 1234567' },
      { field: 'zip', entered: '01235', has: '01234' },
    ]);
    expect(await corrected(`${planId}/stops/s2`), 'not entered here').toEqual([]);

    // A later edit from here counts once it is confirmed; until then the pane shows what was typed.
    const body = JSON.stringify({ recipient: { phone: '+49 40 1234567' } });
    const edit = { id: 'entry-2', recordId: 'record-1', kind: 'stops.update', lane: planId, createdAt: now } as const;
    outbox.entries.commit([{ do: 'add-entry', entry: { ...edit, body, base: '{}', progress: null } }]);
    expect(await corrected(id)).toBeUndefined();
    outbox.entries.commit([{ do: 'change-entry', id: 'entry-2', set: { state: 'acknowledged' } }]);
    expect((await corrected(id))?.map(({ field }) => field)).toEqual(['zip']);
  });

  it('does not block writes to the outbox while the cache is written', () => {
    const folder = temporaryFolder();
    const outbox = openOutboxFile(join(folder, 'outbox.db'), now);
    const database = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL', locksLate: true });
    onTestFinished(() => {
      database.close();
      outbox.close();
    });
    migrate(database, cacheMigrations);
    attachOutbox(database, join(folder, 'outbox.db'));
    database.transaction(() => {
      database.change("INSERT INTO lists (name, as_of) VALUES ('plans', 1)");
      // In another thread this would wait. In this one it could never finish.
      add(outbox, 1, 'dd-abcdefghjkmn', true);
    });
    expect(outbox.entries.list(0)).toHaveLength(1);
  });

  it('shows a stop once when the service has it and its entry is still in doubt', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    add(outbox, 1, 'dd-abcdefghjkmn', true);
    await cache.putStops(planId, [aStop(1, { recipient: { name: 'Waiting', externalId: 'dd-abcdefghjkmn' } })], now);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.origin)).toEqual(['service']);
  });

  it('keeps when an unassigned stop was first seen, and when one that is not sent was entered', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    const seen = (name: string) => {
      const item = unassignedStop.parse({ id: `unassignedStops/${name}`, depot: 'depots/d1', notes: name });
      return storedRow(item, unassignedColumns(item));
    };
    const day = 86_400_000;
    await cache.putUnassignedStops([seen('first')], now - 9 * day);
    await cache.putUnassignedStops([seen('first'), seen('second')], now - day);
    add(outbox, 1, 'dd-abcdefghjkmn', true, 'unassignedStops');
    const rows = await cache.listUnassignedStops(0, 200);
    expect(rows.rows.map(({ depot, since }) => [depot, since])).toEqual([
      ['depots/d1', now - 9 * day],
      ['depots/d1', now - day],
      [null, now],
    ]);
  });

  it('keeps when an unassigned stop was entered here after it is sent, so that it keeps its place', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    const marker = 'dd-abcdefghjkmn';
    add(outbox, 1, marker, true, 'unassignedStops');
    const sent = { id: 'unassignedStops/sent', depot: 'depots/d1', recipient: { externalId: marker } };
    await cache.putUnassignedStop(sent, now + 60_000);
    const other = unassignedStop.parse({ id: 'unassignedStops/other', depot: 'depots/d1' });
    const rows = [unassignedStop.parse(sent), other].map((item) => storedRow(item, unassignedColumns(item)));
    await cache.putUnassignedStops(rows, now + 90_000);
    const listed = await cache.listUnassignedStops(0, 200);
    expect(listed.rows.map(({ id, since }) => [id, since])).toEqual([
      ['unassignedStops/sent', now],
      ['unassignedStops/other', now + 90_000],
    ]);
  });

  it('shows both stops when an older stop has the same entered external id', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    add(outbox, 1, '4711', false);
    await cache.putStops(planId, [aStop(1, { recipient: { name: 'Older', externalId: '4711' } })], now);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.recipientName)).toEqual(['Older', 'Waiting']);
  });

  it("stores the service's data as received, including odd values and unknown fields", async () => {
    const folder = temporaryFolder();
    const opened = await open(folder);
    const { cache } = opened;
    const said = { id: `${planId}/stops/s1`, notes: 7, barcodes: ['1', 2, null], newField: { deep: [{ x: null }] } };
    await cache.putPlans([aPlan], now);
    await cache.putStops(planId, [storedStop(stop.parse(said))], now);
    expect((await cache.getStop(planId, said.id))?.stop).toMatchObject({ notes: null, barcodes: ['1'] });
    await opened.close();
    const file = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
    const row = file.get<{ body: string }>('SELECT body FROM stops');
    file.close();
    expect(JSON.parse(row?.body ?? '')).toEqual(said);
  });

  it('removes what the service no longer has and reports whether anything changed', async () => {
    const { cache } = await open(temporaryFolder());
    expect(await cache.putStops(planId, [aStop(1), aStop(2)], now)).toBe(true);
    expect(await cache.putStops(planId, [aStop(1), aStop(2)], now + 1)).toBe(false);
    expect(await cache.putStops(planId, [aStop(2)], now + 2)).toBe(true);
    expect((await cache.listStops(planId, 0, 200)).rows.map((row) => row.recipientName)).toEqual(['Recipient 2']);
  });

  it('does not send an unchanged list again until one of its rows is updated alone', async () => {
    const { cache } = await open(temporaryFolder());
    const list = stopsList(planId);
    const said = [1, 2].map((number) => stop.parse({ id: `${planId}/stops/s${number}`, stopPosition: number }));
    const read = async (items: readonly Stop[], at: number) => {
      const reading = new ReadList(stopColumns);
      reading.add(items);
      let isSent = false;
      const isChanged = await reading.put(cache, list, at, (rows, digest) => {
        isSent = true;
        return cache.putStops(planId, rows, at, digest);
      });
      return { isSent, isChanged, asOf: await cache.asOf(list) };
    };
    expect(await read(said, now)).toEqual({ isSent: true, isChanged: true, asOf: now });
    expect(await read(said, now + 10)).toEqual({ isSent: false, isChanged: false, asOf: now + 10 });
    expect(await read(said.toReversed(), now + 20)).toMatchObject({ isSent: true, isChanged: false });
    // Answers about one of its rows, and lists whose reading began before them.
    await cache.forgetStop(said[0]!.id, now + 30);
    expect(await read(said.toReversed(), now + 25)).toMatchObject({ isSent: true, isChanged: false });
    expect(await read(said.toReversed(), now + 40)).toMatchObject({ isSent: true, isChanged: true });
    await cache.putStop(planId, rawOf(stop.parse({ id: said[0]!.id, notes: 'Typed' })), now + 50);
    expect(await read(said.toReversed(), now + 60)).toMatchObject({ isSent: true, isChanged: true });
    expect(await read(said.toReversed(), now + 70)).toMatchObject({ isSent: false });
    expect((await cache.getStop(planId, said[0]!.id))?.row.notes).toBeNull();
  });

  it('keeps the key of an order when the service lists it before its id is known', async () => {
    const { cache, outbox } = await open(temporaryFolder());
    add(outbox, 1, '4711', false, 'orders');
    const keys = async () => (await cache.listOrders(0, 10)).rows.map(({ id, recordId }) => ({ id, recordId }));
    expect(await keys()).toEqual([{ id: 'record-1', recordId: 'record-1' }]);
    // An import does not say which of its ids is whose, so the record learns its id after the list was read.
    const [entry] = outbox.entries.list(0);
    outbox.entries.commit([{ do: 'change-entry', id: entry!.id, set: { state: 'acknowledged', settledAt: now } }]);
    const read = order.parse({ id: 'orders/o1', packageInfo: { externalId: '4711' } });
    await cache.putOrder(rawOf(read), now);
    // What the user has marked is found by this key.
    expect(await keys()).toEqual([{ id: 'orders/o1', recordId: 'record-1' }]);
    outbox.entries.commit([{ do: 'change-record', id: 'record-1', set: { serverId: 'orders/o1' } }]);
    expect(await keys()).toEqual([{ id: 'orders/o1', recordId: 'record-1' }]);
  });

  it("finds a record by our id even before the service's id is recorded", async () => {
    const { cache, outbox } = await open(temporaryFolder());
    await cache.putPlans([aPlan], now);
    (['stops', 'unassignedStops', 'orders'] as const).forEach((noun, at) =>
      add(outbox, at + 1, `dd-abcdefghjkm${at + 2}`, true, noun),
    );
    const recipient = (at: number) => ({ name: 'Read', externalId: `dd-abcdefghjkm${at}` });
    await cache.putStops(planId, [aStop(1, { recipient: recipient(2) })], now);
    const unassigned = unassignedStop.parse({ id: 'unassignedStops/u1', recipient: recipient(3) });
    await cache.putUnassignedStops([storedRow(unassigned, unassignedColumns(unassigned))], now);
    const read = order.parse({ id: 'orders/o1', packageInfo: { externalId: 'dd-abcdefghjkm4' } });
    await cache.putOrders([storedRow(read, orderColumns(read))], now);
    expect((await cache.getStop(planId, 'record-1'))?.row).toMatchObject({ origin: 'service', recipientName: 'Read' });
    expect((await cache.getUnassignedStop('record-2'))?.row).toMatchObject({
      origin: 'service',
      recipientName: 'Read',
    });
    expect((await cache.getOrders(['record-3']))[0]?.order.id).toBe('orders/o1');
  });

  it('accepts a long list in several messages', async () => {
    const { cache } = await open(temporaryFolder());
    const reading = new ReadList(orderColumns);
    const orders = Array.from({ length: 1_201 }, (_, number) => order.parse({ id: `orders/o${number}` }));
    reading.add(orders);
    const put = () => reading.put(cache, 'orders', now, (rows, digest) => cache.putOrders(rows, now, digest));
    expect(await put()).toBe(true);
    const { rows, total } = await cache.listOrders(1_199, 5);
    expect({ total, ids: rows.map(({ id }) => id) }).toEqual({ total: 1_201, ids: ['orders/o1199', 'orders/o1200'] });
  });

  it('keeps a single answer when a list that began earlier arrives', async () => {
    const { cache } = await open(temporaryFolder());
    const names = async () => (await cache.listStops(planId, 0, 200)).rows.map((row) => row.recipientName);
    await cache.putStops(planId, [aStop(1), aStop(2)], now);
    const made = rawOf(stop.parse({ id: `${planId}/stops/s3`, recipient: { name: 'Made' } }));
    await cache.putStop(planId, made, now + 100);
    await cache.forgetStop(`${planId}/stops/s1`, now + 100);
    expect(await names()).toEqual(['Recipient 2', 'Made']);
    // This list began earlier: it lacks the created stop and contains the deleted one.
    await cache.putStops(planId, [aStop(1), aStop(2)], now + 50);
    expect(await names()).toEqual(['Recipient 2', 'Made']);
    await cache.putStops(planId, [aStop(1), aStop(2)], now + 150);
    expect(await names()).toEqual(['Recipient 1', 'Recipient 2']);
  });

  it('keeps an order that was sent while its list was read, and one that was changed then', async () => {
    const { cache } = await open(temporaryFolder());
    const anOrder = (number: number, name: string) => order.parse({ id: `orders/o${number}`, recipient: { name } });
    const list = (at: number, ...orders: ReturnType<typeof anOrder>[]) =>
      cache.putOrders(
        orders.map((each) => storedRow(each, orderColumns(each))),
        at,
      );
    const names = async () => (await cache.listOrders(0, 10)).rows.map(({ recipientName }) => recipientName);
    await list(now, anOrder(2, 'Two'), anOrder(1, 'One'));
    await cache.putOrder(rawOf(anOrder(3, 'Sent')), now + 100);
    await cache.putOrder(rawOf(anOrder(1, 'Changed')), now + 100);
    await list(now + 50, anOrder(2, 'Two'), anOrder(1, 'One'));
    expect(await names()).toEqual(['Sent', 'Two', 'Changed']);
    expect((await cache.getOrder('orders/o3'))?.row.recipientName).toBe('Sent');
    await list(now + 150, anOrder(2, 'Two'), anOrder(1, 'One'));
    expect(await names()).toEqual(['Two', 'One']);
  });

  it('keeps the stops of a plan that is not listed yet, and forgets those of one that is gone', async () => {
    const { cache } = await open(temporaryFolder());
    const tuesday = plan.parse({ id: 'plans/p2', title: 'Tuesday' });
    const stops = async () => {
      const { total, asOf } = await cache.listStops(planId, 0, 200);
      return [total, asOf];
    };
    await cache.putStops(planId, [aStop(1)], now + 50);
    // The read of this list began before the plan was there.
    await cache.putPlans([storedRow(tuesday, planColumns(tuesday))], now);
    expect(await stops()).toEqual([1, now + 50]);
    // This one began later, so there is no such plan.
    await cache.putPlans([], now + 100);
    expect(await stops()).toEqual([0, null]);

    await cache.putStops(planId, [aStop(1)], now + 150);
    await cache.forgetPlan(planId, now + 200);
    expect(await stops()).toEqual([0, null]);
  });

  it('keeps the names of removed records without listing them, and purges them after a month', async () => {
    const folder = temporaryFolder();
    const opened = await open(folder);
    const { cache } = opened;
    await cache.putPlans([aPlan], now);
    await cache.putStops(planId, [aStop(1), aStop(2)], now);
    await cache.putStops(planId, [aStop(2)], now + 1);
    expect(await cache.getStop(planId, `${planId}/stops/s1`)).toBeNull();
    expect(await cache.recentRecipients('recipient 1', 8)).toEqual([]);
    expect((await cache.subjectsOf([`${planId}/stops/s1`])).map(({ name }) => name)).toEqual(['Recipient 1']);
    await cache.purgeGone(now + 29 * 86_400_000);
    expect(await cache.subjectsOf([`${planId}/stops/s1`])).toHaveLength(1);
    await cache.purgeGone(now + 31 * 86_400_000);
    expect(await cache.subjectsOf([`${planId}/stops/s1`])).toEqual([]);
    expect((await cache.listStops(planId, 0, 200)).total).toBe(1);
  });

  it('finds recipients by prefixes of name, phone number and postcode, with wildcards taken literally', async () => {
    const { cache } = await open(temporaryFolder());
    await cache.putStops(planId, [aStop(1), aStop(2), aStop(3)], now);
    const names = async (text: string) => (await cache.recentRecipients(text, 8)).map((found) => found.name);
    expect(await names('recipient 2')).toEqual(['Recipient 2']);
    expect(await names('+49 40 3')).toEqual(['Recipient 3']);
    expect(await names('01234')).toEqual(['Recipient 3', 'Recipient 2', 'Recipient 1']);
    expect(await names('%')).toEqual([]);
    expect(await names('_ecipient')).toEqual([]);
  });

  it('is set aside and rebuilt when it is damaged, while the outbox stays as it is', async () => {
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
      // Fails by the connection's own triggers, or because it lacks the functions that the outbox's triggers call.
      expect(() => database.change(sql)).toThrow(/read-only here|no such function: seal_/);
    }
    expect(outbox.entries.list(10)).toHaveLength(1);
  });
});

describe('the recipient search', () => {
  it('finds word prefixes in any order, ignoring accents, newest first', async () => {
    const { cache } = await open(temporaryFolder());
    const named = (number: number, name: string, barcodes: string[] = []) =>
      aStop(number, { recipient: { name, phone: `+49 171 ${number}` }, barcodes });
    await cache.putStops(planId, [named(1, 'Zoë Weiß'), named(2, 'Mia Kern', ['4006381333931'])], now);
    await cache.putStops(
      'plans/p2',
      [storedStop(stop.parse({ id: 'plans/p2/stops/s9', recipient: { name: 'Zoe Weiss' } }))],
      now,
    );
    const names = async (text: string) => (await cache.recentRecipients(text, 8)).map((found) => found.name);
    expect(await names('weiss zo')).toEqual(['Zoe Weiss', 'Zoë Weiß']);
    expect(await names('kern street')).toEqual(['Mia Kern']);
    expect(await names('49171')).toEqual(['Mia Kern', 'Zoë Weiß']);
    expect(await names('4006381')).toEqual(['Mia Kern']);
    expect(await names('ern')).toEqual([]);
  });

  it('drops removed and finds changed recipients among many', async () => {
    const { cache } = await open(temporaryFolder());
    const many = Array.from({ length: 600 }, (_, index) =>
      aStop(index, { recipient: { name: `Common Name${index}` } }),
    );
    await cache.putStops(planId, many, now);
    const names = async (text: string) => (await cache.recentRecipients(text, 3)).map((found) => found.name);
    expect(await names('common')).toEqual(['Common Name599', 'Common Name598', 'Common Name597']);
    expect(await names('common name0')).toEqual(['Common Name0']);
    await cache.putStops(planId, [aStop(0, { recipient: { name: 'Renamed' } }), ...many.slice(1, 300)], now);
    expect(await names('common name0')).toEqual([]);
    expect(await names('renamed')).toEqual(['Renamed']);
    expect(await names('common name4')).toEqual(['Common Name49', 'Common Name48', 'Common Name47']);
  });

  it('is built for a file of the previous version and keeps its rows', async () => {
    const folder = temporaryFolder();
    const older = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
    migrate(older, cacheMigrations.slice(0, 1));
    older.change(
      'INSERT INTO stops (id, plan_id, name, address, body) VALUES (?, ?, ?, ?, ?)',
      `${planId}/stops/s1`,
      planId,
      'Kept Person',
      'Quay 4',
      JSON.stringify({ id: `${planId}/stops/s1`, recipient: { name: 'Kept Person' } }),
    );
    older.close();
    const { cache, setAside } = await open(folder);
    expect(setAside).toBeNull();
    expect((await cache.recentRecipients('kept', 8)).map((found) => found.name)).toEqual(['Kept Person']);
  });

  it('does not rewrite an order when a newer one is listed before it', async () => {
    const folder = temporaryFolder();
    const opened = await open(folder);
    const { cache } = opened;
    const anOrder = (number: number) => {
      const item = order.parse({ id: `orders/o${number}`, createdAt: number });
      return storedRow(item, orderColumns(item));
    };
    await cache.putOrders([anOrder(2), anOrder(1)], now);
    await cache.putOrders([anOrder(3), anOrder(2), anOrder(1)], now);
    expect((await cache.listOrders(0, 10)).rows.map((row) => row.id)).toEqual(['orders/o3', 'orders/o2', 'orders/o1']);
    await opened.close();
    const file = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
    const positions = file.all('SELECT id, position FROM orders ORDER BY rowid');
    file.close();
    expect(positions).toEqual([
      { id: 'orders/o2', position: 1 },
      { id: 'orders/o1', position: 0 },
      { id: 'orders/o3', position: 2 },
    ]);
  });
});
