/** Existing stops are changed, moved and deleted offline, then read back over HTTPS. */
import { expect, it } from 'vitest';
import type { StopRow } from '../../../src/shared/stops.ts';
import type { RunningService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { worldOnce } from '../../fixtures/world-once.ts';
import { accessOf, goOffline, namesOnService, readBack, readList, startTraining } from './office.ts';

interface Office {
  app: TestApp;
  service: RunningService;
  planId: string;
  stops: StopRow[];
  otherPlanId: string;
  again: () => Promise<{ app: TestApp; service: RunningService }>;
}

const allRows = async (app: TestApp, planId: string): Promise<StopRow[]> => {
  const { rows, cursor } = await app.handlers.stops.list({ planId, cursor: null });
  return cursor === null ? rows : [...rows, ...(await app.handlers.stops.list({ planId, cursor })).rows];
};

/** Connects, loads a writable plan with its stops, then goes offline. */
async function officeWithoutLine(generate = worldOnce): Promise<Office> {
  const profile = temporaryFolder();
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const service = await startTraining(folder, 1, {}, generate);
  const app = await startApp({ folder: profile, keyStore });
  await connect(app, accessOf(service));
  const plans = await waitFor('two plans that can be changed, with stops', async () => {
    const { rows } = await app.handlers.plans.list();
    const fit = rows.filter((row) => row.writable && (row.stopCount ?? 0) >= 5);
    return fit.length >= 2 ? fit : undefined;
  });
  const [plan, other] = plans;
  const planId = plan!.id;
  const stops = (await allRows(app, planId)).filter((row) => row.type === 'stop');
  await goOffline(app, service);
  const again = async () => {
    await app.close();
    const [after, back] = [await startApp({ folder: profile, keyStore }), await startTraining(folder)];
    await waitFor('the line', () => after.session().connectivity.state === 'up');
    return { app: after, service: back };
  };
  return { app, service, planId, stops, otherPlanId: other!.id, again };
}

const shown = async (app: TestApp, planId: string, id: string) =>
  (await allRows(app, planId)).find((row) => row.id === id);
const allSent = (app: TestApp) =>
  waitFor('all sent', async () =>
    (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up'),
  );

it('shows an edit and a deletion immediately, keeps them over a restart, and sends each once', async () => {
  const { app, planId, stops, again } = await officeWithoutLine();
  const [edited, deleted] = stops;
  const detail = await app.handlers.stops.get({ planId, id: edited!.id });
  const base = { notes: detail.stop!.notes, packageCount: detail.stop!.packageCount };
  const row = await app.handlers.stops.edit({
    planId,
    id: edited!.id,
    change: { notes: 'Ring twice', packageCount: 4 },
    base,
    draftId: null,
  });
  expect(row).toMatchObject({ change: 'edit', entryState: 'queued', notes: 'Ring twice', packageCount: 4 });
  expect((await app.handlers.stops.get({ planId, id: edited!.id })).changed).toEqual(['notes', 'packageCount']);
  expect(await app.handlers.stops.remove({ planId, ids: [deleted!.id, 'no-such-stop'] })).toEqual([
    { id: deleted!.id, error: null },
    { id: 'no-such-stop', error: { code: 'record.not-found', retry: 'no', detail: {} } },
  ]);
  expect(await shown(app, planId, deleted!.id)).toMatchObject({ change: 'delete', entryState: 'queued' });

  const back = await again();
  await allSent(back.app);
  expect((await readBack(back.service, edited!.id)).body).toMatchObject({ notes: 'Ring twice', packageCount: 4 });
  expect((await readBack(back.service, deleted!.id)).status).toBe(404);
  // Before any list is read again: the answers alone update what is shown.
  expect(await shown(back.app, planId, deleted!.id)).toBeUndefined();
  expect(await shown(back.app, planId, edited!.id)).toMatchObject({ change: null, notes: 'Ring twice' });
});

it('clears the number of a stop at the service, and leaves the rest of its recipient', async () => {
  const { app, planId, stops, again } = await officeWithoutLine();
  const { id } = stops.find(({ externalId }) => externalId !== null)!;
  const { recipient } = (await app.handlers.stops.get({ planId, id })).stop!;
  expect(recipient?.externalId).toMatch(/./);
  const change = { recipient: { externalId: null } };
  await app.handlers.stops.edit({ planId, id, change, base: { recipient }, draftId: null });

  const back = await again();
  await allSent(back.app);
  const { body } = await readBack(back.service, id);
  expect(body).toMatchObject({ recipient: { name: recipient!.name, externalId: null } });
  expect(await shown(back.app, planId, id)).toMatchObject({ change: null, externalId: null });
});

it('undoes unsent deletions and restores the edits that they replaced', async () => {
  const { app, planId, stops } = await officeWithoutLine();
  const id = stops[0]!.id;
  await app.handlers.stops.edit({ planId, id, change: { notes: 'Kept' }, base: { notes: null }, draftId: null });
  await app.handlers.stops.remove({ planId, ids: [id] });
  expect(await app.handlers.stops.restore({ planId, ids: [id] })).toEqual([{ id, error: null }]);
  expect(await shown(app, planId, id)).toMatchObject({ change: 'edit', notes: 'Kept', entryState: 'queued' });

  const typed = await app.handlers.stops.add({
    planId,
    stop: { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Typed' } },
    draftId: null,
  });
  await app.handlers.stops.remove({ planId, ids: [typed.id] });
  expect(await shown(app, planId, typed.id)).toBeUndefined();
  await app.handlers.stops.restore({ planId, ids: [typed.id] });
  const waiting = (await allRows(app, planId)).filter((row) => row.recipientName === 'Typed');
  expect(waiting).toMatchObject([{ change: 'create', entryState: 'queued', externalId: null }]);
  expect(app.session().outbox.waiting).toBe(2);
  expect((await app.handlers.stops.restore({ planId, ids: [id] }))[0]?.error?.code).toBe('record.not-editable');
});

it('edits several stops at once, and undoes it until it is sent', async () => {
  const { app, planId, stops, again } = await officeWithoutLine();
  const { driverIds } = await app.handlers.plans.get({ planId });
  const driver = driverIds[0]!;
  const [one, two, three] = stops.filter(({ attemptedAt }) => attemptedAt === null);
  const assign = (row: StopRow, allowedDrivers: string[]) => ({
    id: row.id,
    change: { allowedDrivers },
    base: { allowedDrivers: [...row.allowedDrivers] },
  });
  const edits = [assign(one!, [driver]), assign(two!, ['drivers/of-another-plan']), assign(three!, [driver])];
  const results = await app.handlers.stops.editMany({ planId, edits });
  expect(results.map(({ id, error }) => [id, error?.code])).toEqual([
    [one!.id, undefined],
    [two!.id, 'input.invalid'],
    [three!.id, undefined],
  ]);
  expect(await shown(app, planId, one!.id)).toMatchObject({ change: 'edit', allowedDrivers: [driver] });
  expect(app.session().outbox.waiting).toBe(2);

  await app.handlers.stops.edit({
    planId,
    id: one!.id,
    change: { notes: 'Ring twice' },
    base: { notes: one!.notes },
    draftId: null,
  });
  const undo = [one!, three!].map((row) => ({
    id: row.id,
    change: { allowedDrivers: [driver] },
    before: { allowedDrivers: row.allowedDrivers.length === 0 ? null : [...row.allowedDrivers] },
  }));
  expect((await app.handlers.stops.undoEdits({ planId, edits: undo })).map(({ error }) => error)).toEqual([null, null]);
  // What was edited besides is still sent; an edit with nothing left is not.
  expect(await shown(app, planId, one!.id)).toMatchObject({
    ...{ change: 'edit', notes: 'Ring twice', allowedDrivers: one!.allowedDrivers },
  });
  expect(await shown(app, planId, three!.id)).toMatchObject({ change: null, allowedDrivers: three!.allowedDrivers });
  expect((await app.handlers.stops.undoEdits({ planId, edits: [undo[1]!] }))[0]?.error?.code).toBe(
    'record.not-editable',
  );
  await app.handlers.stops.editMany({ planId, edits: [assign(three!, [driver])] });

  const back = await again();
  await allSent(back.app);
  expect((await readBack(back.service, one!.id)).body).toMatchObject({ notes: 'Ring twice' });
  expect((await readBack(back.service, three!.id)).body).toMatchObject({ allowedDrivers: [driver] });
  const late = await back.app.handlers.stops.undoEdits({ planId, edits: [undo[1]!] });
  expect(late[0]?.error?.code).toBe('record.not-editable');
});

it('moves one stop to another plan and another to a new address, once each', async () => {
  const { app, planId, otherPlanId, stops, again } = await officeWithoutLine();
  const [moved, relocated] = stops;
  expect(await app.handlers.stops.move({ planId, ids: [moved!.id], toPlanId: otherPlanId })).toEqual([
    { id: moved!.id, error: null },
  ]);
  expect(await shown(app, planId, moved!.id)).toMatchObject({ change: 'move', entryState: 'queued' });
  const there = (await allRows(app, otherPlanId)).filter((row) => row.change === 'move');
  expect(there.map((row) => row.recipientName)).toEqual([moved!.recipientName]);
  await app.handlers.stops.relocate({
    planId,
    id: relocated!.id,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name: 'Relocated 1' },
    },
    draftId: null,
  });

  const back = await again();
  await allSent(back.app);
  for (const { id } of [moved!, relocated!]) expect((await readBack(back.service, id)).status).toBe(404);
  const others = await readList<{ recipient: { name: string } }>(back.service, `${otherPlanId}/stops`, 'stops');
  const { latitude, longitude } = moved!;
  expect(latitude).not.toBeNull();
  expect(others.filter((stop) => stop.recipient.name === moved!.recipientName)).toEqual([
    expect.objectContaining({ address: expect.objectContaining({ latitude, longitude }) as object }),
  ]);
  expect(await namesOnService(back.service, planId, 'Relocated')).toEqual(['Relocated 1']);
  expect(await shown(back.app, planId, moved!.id)).toBeUndefined();
});

/** The generated data, with a payment on each stop that cannot be sent again (resolved, Value sets seen). */
const paidInCrowns: typeof worldOnce = (...given) => {
  const world = worldOnce(...given);
  const paymentOnDelivery = { amount: 45_000, currency: 'CZK' };
  return { ...world, stops: world.stops.map((each) => ({ ...each, stop: { ...each.stop, paymentOnDelivery } })) };
};

const odd = { code: 'record.odd-payment' };

it('leaves stops where they are whose payment would be lost elsewhere, and copies none of them', async () => {
  const { app, planId, otherPlanId, stops } = await officeWithoutLine(paidInCrowns);
  const ids = stops.slice(0, 2).map(({ id }) => id);
  const refused = ids.map((id) => ({ id, error: { ...odd, retry: 'no', detail: { field: 'paymentOnDelivery' } } }));
  expect(await app.handlers.stops.move({ planId, ids, toPlanId: otherPlanId })).toEqual(refused);
  expect(await app.handlers.stops.unassign({ planId, ids })).toEqual(refused);
  const copy = { planId, plan: { title: 'Copied', starts: { year: 2026, month: 6, day: 30 } }, drivers: [] };
  await expect(app.handlers.plans.copy({ ...copy, withStops: true })).rejects.toMatchObject(odd);
  expect(await allEntries(app)).toEqual([]);

  // With a payment that can be sent, the stop can be moved.
  const [id] = ids;
  const { paymentOnDelivery } = (await app.handlers.stops.get({ planId, id: id! })).stop!;
  const change = { paymentOnDelivery: { amount: 1_800, currency: 'EUR' as const } };
  await app.handlers.stops.edit({ planId, id: id!, change, base: { paymentOnDelivery }, draftId: null });
  const moved = await app.handlers.stops.move({ planId, ids, toPlanId: otherPlanId });
  expect(moved.map(({ error }) => error?.code)).toEqual([undefined, odd.code]);
});

it('takes one custom property from a stop, and the others stay', async () => {
  const service = await startTraining(temporaryFolder(), 1, { nestedUpdates: 'replaced' });
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { id: planId } = await waitFor('a plan with stops that can be changed', async () =>
    (await app.handlers.plans.list()).rows.find(({ writable, stopCount }) => writable && (stopCount ?? 0) > 2),
  );
  const { id } = (await allRows(app, planId)).find(({ type }) => type === 'stop')!;
  const edited = async (customProperties: Record<string, string | null>) => {
    const { stop } = await app.handlers.stops.get({ planId, id });
    const base = { customProperties: stop!.customProperties };
    await app.handlers.stops.edit({ planId, id, change: { customProperties }, base, draftId: null });
    await allSent(app);
    return (await readBack(service, id)).body;
  };
  const both = { doorCode: '4711', floor: '3' };
  expect(await edited(both)).toHaveProperty('customProperties', both);
  expect(await edited({ floor: null })).toHaveProperty('customProperties', { doorCode: '4711' });
  expect(await edited({ doorCode: null })).toHaveProperty('customProperties', null);
});

it('undoes moves until they are sent, and the stops stay where they were, once', async () => {
  const { app, planId, otherPlanId, stops, again } = await officeWithoutLine();
  const [moved, unassigned, kept] = stops.filter(({ recipientName }) => recipientName !== null);
  const { handlers } = app;
  const unassignedIds = async ({ handlers: of }: TestApp) =>
    (await of.unassignedStops.list({ cursor: null })).rows.map(({ id, change }) => ({ id, change }));
  const before = { unassigned: await unassignedIds(app), other: (await allRows(app, otherPlanId)).length };
  const taken = before.unassigned[0]!.id;
  await handlers.stops.edit({
    ...{ planId, id: moved!.id, change: { notes: 'Mine' }, base: { notes: moved!.notes }, draftId: null },
  });
  await handlers.stops.move({ planId, ids: [moved!.id, kept!.id], toPlanId: otherPlanId });
  await handlers.stops.unassign({ planId, ids: [unassigned!.id] });
  await handlers.unassignedStops.assign({ ids: [taken], planId });

  const ids = [moved!.id, unassigned!.id, taken];
  const both = await Promise.all([handlers.stops.undoMoves({ ids }), handlers.stops.undoMoves({ ids })]);
  const codes = both.map((results) => results.map(({ error }) => error?.code ?? null));
  expect(codes, 'once').toEqual([
    [null, null, null],
    ['record.not-editable', 'record.not-editable', 'record.not-editable'],
  ]);
  expect(await shown(app, planId, moved!.id)).toMatchObject({ change: 'edit', notes: 'Mine' });
  expect(await shown(app, planId, unassigned!.id)).toMatchObject({ change: null });
  expect(await unassignedIds(app)).toEqual(before.unassigned);
  expect(await allRows(app, otherPlanId), 'the stop whose move was not undone').toHaveLength(before.other + 1);

  const back = await again();
  await allSent(back.app);
  expect((await readBack(back.service, moved!.id)).body).toMatchObject({ notes: 'Mine' });
  expect((await readBack(back.service, unassigned!.id)).status).toBe(200);
  expect((await readBack(back.service, taken)).status).toBe(200);
  expect((await readBack(back.service, kept!.id)).status).toBe(404);
  const late = await back.app.handlers.stops.undoMoves({ ids: [kept!.id] });
  expect(late[0]?.error?.code, 'it was sent').toBe('record.not-editable');
  const others = await readList<{ recipient: { name: string } | null }>(
    ...([back.service, `${otherPlanId}/stops`, 'stops'] as const),
  );
  const named = (name: string | null) => others.filter(({ recipient }) => recipient?.name === name).length;
  expect([named(moved!.recipientName), named(kept!.recipientName)]).toEqual([0, 1]);
});

it('adds to a distributed plan as a live change and shows it as pending', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const plan = await waitFor('a distributed plan', async () =>
    (await app.handlers.plans.list()).rows.find((row) => !row.writable && row.distributed && (row.stopCount ?? 0) > 0),
  );
  const stopAt = (addressLineOne: string) => ({
    address: { addressLineOne, city: 'Aldermünde', zip: '41742', country: 'Germany' },
    recipient: { name: 'Live 1' },
  });
  const added = await app.handlers.stops.add({ planId: plan.id, stop: stopAt('Nowhere 52'), draftId: null });
  expect(added.change).toBe('create');
  const refused = await waitFor('it to be refused', async () =>
    (await allEntries(app)).find(({ state }) => state === 'refused'),
  );
  expect(refused.kind).toBe('stops.liveCreate');
  const corrected = { entryId: refused.id, stop: stopAt('Güterstraße 52'), draftId: null };
  expect(await app.handlers.stops.correct(corrected)).toMatchObject({ id: added.id, change: 'create' });
  const ofPlan = async () => (await allRows(app, plan.id)).filter((row) => row.recipientName === 'Live 1');
  await waitFor('it to be pending', async () => (await ofPlan())[0]?.entryState === 'pending');
  expect(await ofPlan()).toHaveLength(1);
  const edited = (await allRows(app, plan.id)).findLast(
    (row) => row.origin === 'service' && row.change === null && row.type === 'stop' && row.attemptedAt === null,
  );
  await app.handlers.stops.edit({
    planId: plan.id,
    id: edited!.id,
    change: { notes: 'Live note' },
    base: { notes: edited!.notes },
    draftId: null,
  });
  await waitFor(
    'the edit to be pending',
    async () => (await shown(app, plan.id, edited!.id))?.entryState === 'pending',
  );
  expect(await shown(app, plan.id, edited!.id)).toMatchObject({ change: 'edit', notes: 'Live note' });
});
