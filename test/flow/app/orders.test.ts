import { describe, expect, it, onTestFinished } from 'vitest';
import type { OrderCreate } from '../../../src/shared/order-input.ts';
import type { OrderRow } from '../../../src/shared/orders.ts';
import { startService, type RunningService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { ask } from '../training/support.ts';
import { goOffline } from './office.ts';

async function startTraining(folder: string): Promise<RunningService> {
  const service = await startService({ folder, seed: 1 });
  let closed = false;
  const close = async () => {
    if (!closed) await service.close();
    closed = true;
  };
  onTestFinished(close);
  return { ...service, close };
}

const accessOf = ({ address, authority, planningKey, ordersKey }: RunningService) => ({
  address,
  authority,
  planningKey,
  ordersKey,
});

async function rowsOf(app: TestApp): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<TestApp['handlers']['orders']['list']>> = await app.handlers.orders.list({ cursor });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows;
}

const rowOf = async (app: TestApp, externalId: string) =>
  (await rowsOf(app)).find((row) => row.externalId === externalId);

/** Reads the orders with an external id from the service, independently of the app. */
async function onService(service: RunningService, externalId: string): Promise<Record<string, unknown>[]> {
  return waitFor('the service to answer', async () => {
    const { status, body } = await ask(
      `${service.address}/connect/v1/orders?filter.externalId=${encodeURIComponent(externalId)}`,
      { authority: service.authority, authorization: `Bearer ${service.ordersKey}` },
    );
    return status === 200 && (body as { orders: Record<string, unknown>[] }).orders;
  });
}

const address = { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde', country: 'Germany' };
const typed = (externalId: string, name: string) => ({ address, recipient: { name }, packageInfo: { externalId } });

async function open() {
  const folder = temporaryFolder();
  const trainingFolder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const service = await startTraining(trainingFolder);
  const app = await startApp({ folder, keyStore });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  await waitFor('orders and couriers', async () => {
    const couriers = await app.handlers.couriers.list();
    return couriers.length > 0 && (await app.handlers.orders.list({ cursor: null })).asOf !== null;
  });
  return { folder, trainingFolder, keyStore, service, app };
}

const isDone = async (app: TestApp) =>
  (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up');

describe('changes to orders made offline', () => {
  it('show immediately, survive a restart, and reach the service once', async () => {
    const { folder, trainingFolder, keyStore, service, app } = await open();
    const { orders } = app.handlers;
    const [courier] = await app.handlers.couriers.list();
    const drafts = (await rowsOf(app)).filter(({ state, externalId }) => state === 'draft' && externalId !== null);
    const [edited, deleted, submitted] = drafts as [OrderRow, OrderRow, OrderRow];
    const before = (await orders.get({ orderId: edited.id })).order;

    await goOffline(app, service);
    await orders.add({ order: typed('NEW-1', 'Mia Kern'), draftId: null });
    await orders.add({ order: typed('NEW-2', 'Ada Lang'), draftId: null });
    await orders.edit({
      orderId: edited.id,
      edit: { deliveryInstructions: { notes: 'Back door' }, recipient: { phone: '112' } },
      base: { deliveryInstructions: before.deliveryInstructions, recipient: before.recipient },
      draftId: null,
    });
    expect(await orders.remove({ orderIds: [deleted.id], withdraw: false })).toEqual([{ id: deleted.id, error: null }]);
    const made = await rowOf(app, 'NEW-1');
    expect(await orders.submit({ orderIds: [submitted.id, made!.id], courierId: courier!.id })).toMatchObject([
      { error: null },
      { error: null },
    ]);

    const shown = async (of: TestApp): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await rowsOf(of))
          .filter(({ change }) => change !== null)
          .map(
            ({ externalId, origin, state, change }) =>
              [externalId!, [origin, state, change!.kind, change!.state]] as const,
          ),
      );
    const expected = {
      'NEW-1': ['outbox', 'draft', 'submit', 'queued'],
      'NEW-2': ['outbox', 'draft', 'create', 'queued'],
      [edited.externalId!]: ['service', 'draft', 'edit', 'queued'],
      [deleted.externalId!]: ['service', 'draft', 'delete', 'queued'],
      [submitted.externalId!]: ['service', 'draft', 'submit', 'queued'],
    };
    expect(await shown(app)).toEqual(expected);
    const detail = await orders.get({ orderId: edited.id });
    expect(detail.order.deliveryInstructions?.notes).toBe('Back door');
    expect(detail.order.recipient).toMatchObject({ name: before.recipient?.name, phone: '112' });
    await app.close();

    const after = await startApp({ folder, keyStore });
    expect(await shown(after)).toEqual(expected);
    const again = await startTraining(trainingFolder);
    await waitFor('everything sent', () => isDone(after), 14_000);
    // The list read before sending now matches the service.
    const now = await rowsOf(after);
    const stateOf = (externalId: string | null) => now.find((row) => row.externalId === externalId)?.state;
    expect([stateOf('NEW-1'), stateOf('NEW-2')]).toEqual(['submitted', 'draft']);
    expect(stateOf(submitted.externalId)).toBe('submitted');
    expect(stateOf(deleted.externalId)).toBeUndefined();
    expect(now.filter(({ change }) => change !== null)).toEqual([]);

    expect(await onService(again, 'NEW-1')).toMatchObject([{ submitted: true, courier: courier!.id }]);
    expect(await onService(again, 'NEW-2')).toMatchObject([{ submitted: false, recipient: { name: 'Ada Lang' } }]);
    expect(await onService(again, deleted.externalId!)).toEqual([]);
    expect(await onService(again, edited.externalId!)).toMatchObject([
      { deliveryInstructions: { notes: 'Back door' }, recipient: { name: before.recipient?.name, phone: '112' } },
    ]);
    // The list still matches after it is read again.
    await waitFor('the list', () =>
      after.handlers.orders.refresh().then(
        () => true,
        () => false,
      ),
    );
    expect((await rowsOf(after)).find(({ externalId }) => externalId === 'NEW-1')).toMatchObject({
      origin: 'service',
      state: 'submitted',
      courier: courier!.name,
      change: null,
    });
  });
});

describe('orders that cannot be changed', () => {
  it('each give their reason and do not affect the others', async () => {
    const { app } = await open();
    const { orders } = app.handlers;
    const rows = await rowsOf(app);
    const draft = rows.find(({ state }) => state === 'draft')!;
    const withCourier = rows.find(({ state }) => state === 'submitted')!;
    const readOnly = rows.find(({ state }) => state === 'read-only')!;
    const [courier] = await app.handlers.couriers.list();
    const orderIds = [draft.id, withCourier.id, readOnly.id, 'orders/gone'];
    const codes = (results: { error: { code: string; detail: { serviceCode?: string } } | null }[]) =>
      results.map(({ error }) => error && (error.detail.serviceCode ?? error.code));
    const withdrawn = await orders.withdraw({ orderIds });
    expect(codes(withdrawn)).toEqual(['order_not_submitted', null, 'order_read_only', 'record.not-found']);
    const submitted = await orders.submit({ orderIds: [draft.id, readOnly.id], courierId: courier!.id });
    expect(codes(submitted)).toEqual([null, 'order_read_only']);
    // The submission is waiting or sent, so the order counts as submitted.
    expect(codes(await orders.remove({ orderIds: [draft.id], withdraw: false }))).toEqual(['order_submitted']);
    expect(codes(await orders.remove({ orderIds: [draft.id], withdraw: true }))).toEqual([null]);
    await expect(
      orders.edit({ orderId: readOnly.id, edit: { recipient: { name: 'X' } }, base: {}, draftId: null }),
    ).rejects.toMatchObject({ code: 'record.not-editable', detail: { serviceCode: 'order_read_only' } });
    await waitFor('everything sent', () => isDone(app), 14_000);
    const now = await rowsOf(app);
    expect(now.find(({ id }) => id === draft.id)).toBeUndefined();
    expect(now.find(({ id }) => id === withCourier.id)).toMatchObject({ state: 'draft', courier: null });
  });
});

describe('a draft that somebody else submits while its deletion waits', () => {
  it('stays with its courier, and is withdrawn and deleted once the user agrees to that', async () => {
    const { folder, trainingFolder, keyStore, service, app } = await open();
    const [courier] = await app.handlers.couriers.list();
    const { id, externalId } = (await rowsOf(app)).find(
      (row) => row.state === 'draft' && row.externalId !== null && row.origin === 'service',
    )!;
    await goOffline(app, service);
    expect(await app.handlers.orders.remove({ orderIds: [id], withdraw: true })).toEqual([{ id, error: null }]);
    await app.close();

    const again = await startTraining(trainingFolder);
    const submission = await ask(`${again.address}/connect/v1/orders:submit`, {
      method: 'POST',
      authority: again.authority,
      authorization: `Bearer ${again.ordersKey}`,
      contentType: 'application/json',
      body: JSON.stringify({ orderIds: [id], courierId: courier!.id }),
    });
    expect(submission.body).toMatchObject({ success: [id] });
    const there = async () => (await onService(again, externalId!)).find((order) => order['id'] === id);

    const after = await startApp({ folder, keyStore });
    const { orders } = after.handlers;
    const rejected = await waitFor(
      'the rejection',
      async () => (await allEntries(after)).find(({ state }) => state === 'refused'),
      14_000,
    );
    expect(rejected).toMatchObject({ kind: 'orders.delete', reason: { detail: { serviceCode: 'order_submitted' } } });
    expect(await there()).toMatchObject({ submitted: true, courier: courier!.id });

    await waitFor('the list to tell', async () => {
      await orders.refresh().catch(() => undefined);
      return (await rowsOf(after)).find((row) => row.id === id)?.state === 'submitted';
    });
    expect(await orders.remove({ orderIds: [id], withdraw: false })).toMatchObject([
      { error: { code: 'record.not-editable' } },
    ]);
    expect(await orders.remove({ orderIds: [id], withdraw: true })).toEqual([{ id, error: null }]);
    await waitFor('the deletion', () => isDone(after), 14_000);
    expect(await there()).toBeUndefined();
  });
});

describe('an edit that the service rejects', () => {
  it('is opened with what was typed, stays out of the list, and is sent as a whole once it is corrected', async () => {
    const { app, service } = await open();
    const { orders } = app.handlers;
    const listed = (await rowsOf(app)).find(({ state, externalId }) => state === 'draft' && externalId !== null)!;
    const { id: orderId } = listed;
    const { order: before } = await orders.get({ orderId });
    const typedEdit = { address: { addressLineOne: 'Nowhere 1' }, deliveryInstructions: { notes: 'Back door' } };
    await orders.edit({
      orderId,
      edit: typedEdit,
      base: { address: before.address, deliveryInstructions: before.deliveryInstructions },
      draftId: null,
    });
    const rejected = await waitFor('the rejection', async () => {
      const detail = await orders.get({ orderId });
      return detail.row.change?.state === 'refused' && detail;
    });
    expect(rejected.typed).toMatchObject(typedEdit);
    expect(rejected.order.address).toEqual(before.address);
    expect(rejected.order.deliveryInstructions?.notes).not.toBe('Back door');
    expect(rejected.row.address).toBe(listed.address);
    expect(rejected.row.labelChanged).toEqual(listed.labelChanged);

    await orders.edit({ orderId, edit: { address }, base: { address: before.address }, draftId: null });
    await waitFor('the corrected one sent', () => isDone(app), 14_000);
    expect(await onService(service, listed.externalId!)).toMatchObject([
      { address: { addressLineOne: address.addressLineOne }, deliveryInstructions: { notes: 'Back door' } },
    ]);
    expect(await orders.get({ orderId })).not.toHaveProperty('typed');
  });

  it('does not stand for the order once that is submitted', async () => {
    const { app } = await open();
    const { orders } = app.handlers;
    const [courier] = await app.handlers.couriers.list();
    const { id: orderId } = (await rowsOf(app)).find(({ state }) => state === 'draft')!;
    const { order: before } = await orders.get({ orderId });
    const edit = { address: { addressLineOne: 'Nowhere 1' } };
    await orders.edit({ orderId, edit, base: { address: before.address }, draftId: null });
    const row = async () => (await orders.get({ orderId })).row;
    await waitFor('the rejection', async () => (await row()).change?.state === 'refused');
    await orders.submit({ orderIds: [orderId], courierId: courier!.id });
    await waitFor('the submission', async () => (await row()).state === 'submitted', 14_000);
    expect(await row()).toMatchObject({ change: { kind: 'edit', state: 'refused' }, changes: [{ kind: 'edit' }] });
  });
});

describe('an order whose changes were sent', () => {
  it('says so when they are to be discarded', async () => {
    const { app, service } = await open();
    const { orders } = app.handlers;
    const [sent, waiting] = (await rowsOf(app)).filter(({ state }) => state === 'draft') as [OrderRow, OrderRow];
    const orderIds = [sent.id, waiting.id];
    await goOffline(app, service);
    const edit = { recipient: { name: 'Mia' } };
    await orders.edit({ orderId: waiting.id, edit, base: {}, draftId: null });
    const results = await orders.giveUp({ orderIds });
    expect(results.map(({ id, error }) => [id, error?.code])).toEqual([
      [sent.id, 'record.not-editable'],
      [waiting.id, undefined],
    ]);
    expect((await orders.get({ orderId: waiting.id })).row.changes).toEqual([]);
  });
});

describe('an import of orders', () => {
  it('is sent in few requests, and a rejected order gives its reason and is corrected in place', async () => {
    const { app, service } = await open();
    const { orders } = app.handlers;
    const many: OrderCreate[] = Array.from({ length: 100 }, (_, at) => typed(`IMP-${at}`, `Person ${at}`));
    many[40] = { ...many[40]!, address: { addressLineOne: 'Nowhere 1' } };
    expect(await orders.addMany({ orders: many, of: null })).toBe(100);
    await waitFor(
      'all answered',
      async () => (await allEntries(app)).every(({ state }) => ['acknowledged', 'refused'].includes(state)),
      12_000,
    );
    const refused = (await rowsOf(app)).filter(({ change }) => change?.state === 'refused');
    expect(refused.map(({ externalId, change }) => [externalId, change?.reason?.detail.serviceCode])).toEqual([
      ['IMP-40', 'address_not_found'],
    ]);
    const [row] = refused;
    const { draft } = await orders.get({ orderId: row!.id });
    expect(draft).toMatchObject({ recipient: { name: 'Person 40' } });
    await orders.correct({ entryId: row!.change!.entryId, order: { ...draft!, address }, draftId: null });
    await waitFor('the corrected one sent', () => isDone(app), 14_000);
    expect(await onService(service, 'IMP-40')).toHaveLength(1);
    expect(await onService(service, 'IMP-99')).toHaveLength(1);
    const imported = (await rowsOf(app)).filter(({ externalId }) => externalId?.startsWith('IMP-'));
    expect(imported.length).toBe(100);
    expect(new Set(imported.map(({ externalId }) => externalId)).size).toBe(100);
    expect(imported.filter(({ change }) => change !== null)).toEqual([]);
  });

  it('is recognized by its external ids: waiting, cached, or on the service only', async () => {
    const { app, service } = await open();
    const { orders } = app.handlers;
    const row = (await rowsOf(app)).find(({ externalId }) => externalId !== null)!;
    const listed = row.externalId!;
    const cached = { externalId: listed, orderId: row.id, where: 'cached' };
    const body = JSON.stringify({ address, packageInfo: { externalId: 'ELSEWHERE-1' } });
    await ask(`${service.address}/connect/v1/orders`, {
      method: 'POST',
      body,
      contentType: 'application/json',
      authority: service.authority,
      authorization: `Bearer ${service.ordersKey}`,
    });
    const externalIds = [listed, 'ELSEWHERE-1', 'NOBODY-1'];
    expect(await orders.known({ externalIds, ask: false })).toEqual([cached]);
    const asked = await waitFor('an answer', () => orders.known({ externalIds, ask: true }).catch(() => null));
    expect(asked).toEqual([cached, { externalId: 'ELSEWHERE-1', orderId: null, where: 'service' }]);
    await service.close();
    const waiting = await orders.add({ order: typed('NOBODY-1', 'Mia'), draftId: null });
    expect(await orders.known({ externalIds: ['NOBODY-1'], ask: false })).toEqual([
      { externalId: 'NOBODY-1', orderId: waiting.id, where: 'waiting' },
    ]);
  });
});
