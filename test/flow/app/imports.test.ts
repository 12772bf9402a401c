/** Order imports that are saved, and files with orders that already exist. */
import { describe, expect, it } from 'vitest';
import type { ImportWork } from '../../../src/shared/imports.ts';
import type { OrderDelivery, OrderDetail, OrderRow } from '../../../src/shared/orders.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { workOf } from '../../fixtures/import-work.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde', country: 'Germany' };

async function open() {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder, keyStore });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  await waitFor('orders', async () => (await app.handlers.orders.list({ cursor: null })).asOf !== null);
  return { folder, keyStore, service, app };
}

const work = (change: Partial<ImportWork> = {}): ImportWork =>
  workOf({
    columns: ['externalId', null],
    corrected: { 'line-2': { zip: '01067' } },
    chosen: { 'line-3': 'out' },
    ...{ bad: 3, good: 197 },
    ...change,
  });

async function rowsOf(app: TestApp): Promise<OrderRow[]> {
  const { rows, cursor } = await app.handlers.orders.list({ cursor: null });
  const more = cursor === null ? [] : (await app.handlers.orders.list({ cursor })).rows;
  return [...rows, ...more];
}

describe('an unfinished import', () => {
  it('survives a restart of the app with its rows in order and its corrections', async () => {
    const { folder, keyStore, app } = await open();
    const { imports, drafts } = app.handlers;
    const rows = Array.from({ length: 600 }, (_, at) => [`W-${at}`, 'x'.repeat(at % 7)]);
    // Rows of an import that was never saved are removed after a restart. Until then its first correction may come.
    await imports.saveRows({ id: 'lost', part: 0, rows: [['never']] });
    await imports.saveRows({ id: 'late', part: 0, rows: [['late']] });
    for (const part of [0, 1, 2])
      await imports.saveRows({ id: 'one', part, rows: rows.slice(part * 250, (part + 1) * 250) });
    expect(await imports.list()).toEqual([]);
    await imports.save({ id: 'one', work: work() });
    await imports.save({ id: 'one', work: work({ bad: 2 }) });
    await imports.save({ id: 'late', work: work() });
    expect(await imports.rows({ id: 'late', part: 0 })).toEqual([['late']]);
    await imports.remove({ id: 'late' });
    // An import is not listed among the form drafts.
    expect(await drafts.list()).toEqual([]);
    await app.close();

    const after = await startApp({ folder, keyStore });
    const listed = await after.handlers.imports.list();
    expect(listed).toMatchObject([{ id: 'one', name: 'retailer.xlsx', bad: 2, good: 197 }]);
    expect(await after.handlers.imports.get({ id: 'one' })).toEqual({ work: work({ bad: 2 }), parts: 3 });
    const parts = [0, 1, 2, 3].map((part) => after.handlers.imports.rows({ id: 'one', part }));
    expect((await Promise.all(parts)).flat()).toEqual(rows);
    await after.handlers.imports.save({ id: 'one', work: work({ bad: 2 }) });
    await after.handlers.imports.save({ id: 'lost', work: work() });
    expect(await after.handlers.imports.get({ id: 'lost' })).toMatchObject({ parts: 0 });
    expect(await after.handlers.imports.rows({ id: 'lost', part: 0 })).toEqual([]);

    await after.handlers.imports.remove({ id: 'one' });
    await expect(after.handlers.imports.get({ id: 'one' })).rejects.toMatchObject({ code: 'record.not-found' });
    expect((await after.handlers.imports.list()).map(({ id }) => id)).toEqual(['lost']);
  });

  it('saved by an earlier version gets defaults for missing fields', async () => {
    const { app } = await open();
    const { report, joining, hasHeadings, accepted, ...earlier } = work();
    expect({ joining, hasHeadings, accepted }).toEqual({ joining: 'ask', hasHeadings: true, accepted: [] });
    expect(report).not.toBeNull();
    await app.handlers.imports.save({ id: 'one', work: earlier as ImportWork });
    const kept = await app.handlers.imports.get({ id: 'one' });
    expect(kept.work).toEqual({ ...earlier, joining, hasHeadings, accepted, report: null });
    await app.close();
  });

  it('saved by a newer version is read without the fields that only that version knows', async () => {
    const { app } = await open();
    const newer: ImportWork & { shade: string } = { ...work({ recognised: [1] }), shade: 'green' };
    await app.handlers.imports.save({ id: 'one', work: newer });
    expect((await app.handlers.imports.get({ id: 'one' })).work).toEqual(work({ recognised: [1] }));
    await app.close();
  });

  it('knows each saved part once, and nothing of an import that was removed', async () => {
    const { folder, keyStore, app, service } = await open();
    await service.close();
    const keysOf = (from: number) => Array.from({ length: 100 }, (_, at) => `line-${from + at}`);
    const all = [2, 102, 202].flatMap(keysOf);
    await app.handlers.imports.save({ id: 'one', work: work({ taken: ['line-1'] }) });
    for (const from of [2, 102, 202]) {
      const keys = keysOf(from);
      const of = { importId: 'one', name: 'retailer.xlsx', keys, last: false };
      const orders = keys.map((name) => ({ address, recipient: { name } }));
      await app.handlers.orders.addMany({ orders, of, gesture: `one:orders-${from}` });
    }
    await app.close();

    const after = await startApp({ folder, keyStore });
    const taken = async () => (await after.handlers.imports.get({ id: 'one' })).work.taken;
    expect(await taken()).toEqual(['line-1', ...all]);
    await after.handlers.imports.save({ id: 'one', work: work({ taken: ['line-1', ...all, 'line-900'] }) });
    expect((await taken()).toSorted()).toEqual(['line-1', ...all, 'line-900'].toSorted());
    await after.handlers.imports.remove({ id: 'one' });
    await after.handlers.imports.save({ id: 'one', work: work() });
    expect(await taken()).toEqual([]);
  });

  it('records saved orders in the same transaction and is removed after the last one', async () => {
    const { folder, keyStore, app, service } = await open();
    await service.close();
    const order = (at: number) => ({ address, recipient: { name: `Person ${at}` } });
    await app.handlers.imports.saveRows({ id: 'one', part: 0, rows: [['a']] });
    await app.handlers.imports.save({ id: 'one', work: work() });
    const of = { importId: 'one', name: 'retailer.xlsx', keys: ['line-2', 'line-3'], last: false };
    await app.handlers.orders.addMany({ orders: [order(2), order(3)], of });
    // A window with outdated data saves the import again.
    await app.handlers.imports.save({ id: 'one', work: work() });
    await app.close();

    const after = await startApp({ folder, keyStore });
    expect((await after.handlers.imports.get({ id: 'one' })).work.taken).toEqual(['line-2', 'line-3']);
    await after.handlers.orders.addMany({
      orders: [order(4)],
      of: { importId: 'one', name: 'retailer.xlsx', keys: ['line-4'], last: true },
    });
    expect(await after.handlers.imports.list()).toEqual([]);
    expect((await rowsOf(after)).filter(({ origin }) => origin === 'outbox')).toHaveLength(3);
  });
});

describe('an import file with orders that already exist', () => {
  it('edits the existing orders, except those that a courier has', async () => {
    const { app, service } = await open();
    const rows = await rowsOf(app);
    const of = (state: OrderRow['state']) => rows.find((row) => row.state === state)!;
    const [draft, submitted, readOnly] = [of('draft'), of('submitted'), of('read-only')];
    const orderIds = [draft.id, submitted.id, readOnly.id, 'orders/gone'];
    const details = await app.handlers.orders.getMany({ orderIds });
    expect(details.map((detail) => detail?.row.id)).toEqual([draft.id, submitted.id, readOnly.id, undefined]);
    const before = details[0] as OrderDetail;
    const edit = { deliveryInstructions: { notes: 'Ring twice' } };
    const base = { deliveryInstructions: before.order.deliveryInstructions };
    const results = await app.handlers.orders.editMany({
      edits: orderIds.map((orderId) => ({ orderId, edit, base })),
    });
    expect(results.map(({ error }) => error && (error.detail.serviceCode ?? error.code))).toEqual([
      null,
      'order_submitted',
      'order_read_only',
      'record.not-found',
    ]);
    await waitFor('the edit sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'));
    const after = (await app.handlers.orders.get({ orderId: draft.id })).order;
    expect(after.deliveryInstructions?.notes).toBe('Ring twice');
    expect(after.recipient).toEqual(before.order.recipient);

    // An order waiting to be sent is changed before it is sent.
    await goOffline(app, service);
    const waiting = await app.handlers.orders.add({
      order: { address, packageInfo: { externalId: 'WAITS-1' } },
      draftId: null,
    });
    const known = await app.handlers.orders.known({ externalIds: ['WAITS-1'], ask: false });
    expect(known).toEqual([{ externalId: 'WAITS-1', orderId: waiting.id, where: 'waiting' }]);
    const [taken] = await app.handlers.orders.editMany({
      edits: [{ orderId: waiting.id, edit: { recipient: { name: 'Mia Kern' } }, base: {} }],
    });
    expect(taken?.error).toBeNull();
    expect((await rowsOf(app)).find(({ id }) => id === waiting.id)).toMatchObject({
      recipientName: 'Mia Kern',
      change: { kind: 'create' },
    });
  });
});

describe('the orders that a file is compared with', () => {
  it('are those of the last week in the cache, and the waiting ones, page by page', async () => {
    const { app, service } = await open();
    const { orders } = app.handlers;
    const rows = await rowsOf(app);
    await service.close();
    const typed = { name: 'Waits Here', phone: '030 1234567' };
    const added = await orders.add({ order: { address, recipient: typed }, draftId: null });
    const deliveries: OrderDelivery[] = [];
    let cursor: string | null = null;
    do {
      const page: { rows: OrderDelivery[]; cursor: string | null } = await orders.deliveries({ cursor });
      deliveries.push(...page.rows);
      cursor = page.cursor;
    } while (cursor !== null);

    const weekAgo = Date.now() - 7 * 86_400_000;
    const attempted = new Set<string>();
    for (const { id } of rows) {
      const { order } = await orders.get({ orderId: id });
      if (order.progress?.attempted === true) attempted.add(id);
    }
    const expected = rows.filter(({ id, createdAt }) => (createdAt ?? 0) >= weekAgo && !attempted.has(id));
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(rows.length);
    expect(deliveries.map(({ id }) => id).toSorted()).toEqual([...expected.map(({ id }) => id), added.id].toSorted());
    const [first] = expected;
    expect(deliveries.find(({ id }) => id === first!.id)).toMatchObject({
      ...{ externalId: first!.externalId, name: first!.recipientName, address: first!.address },
      ...{ createdAt: first!.createdAt, expectedOn: first!.expectedOn },
    });
    // The marker of the app is not a number that a person knows.
    expect(deliveries.find(({ id }) => id === added.id)).toMatchObject({
      ...{ ...typed, externalId: null, address: 'Güterstraße 52, 41742 Aldermünde', expectedOn: null },
    });
  });
});
