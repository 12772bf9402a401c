/** Stops without a plan: created, changed, deleted and assigned, then read back from the service. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, namesOnService, readBack, readList, startTraining, writablePlan } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };

it('creates, changes, deletes and assigns unassigned stops, each once on the service', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { unassignedStops } = app.handlers;
  const planId = await writablePlan(app);
  const read = await waitFor('the unassigned stops', async () => {
    const { rows, asOf } = await unassignedStops.list({ cursor: null });
    return asOf === null ? undefined : rows;
  });
  expect(read.length).toBeGreaterThan(5);
  const before = await readList<{ id: string }>(service, 'unassignedStops', 'unassignedStops');
  expect(before.length).toBe((await unassignedStops.list({ cursor: null })).total);
  await goOffline(app, service);

  const [edited, deleted, assigned, kept] = read;
  await unassignedStops.edit({
    id: edited!.id,
    change: { notes: 'Changed' },
    base: { notes: edited!.notes },
    draftId: null,
  });
  await unassignedStops.remove({ ids: [deleted!.id, kept!.id] });
  await unassignedStops.restore({ ids: [kept!.id] });
  await unassignedStops.assign({ ids: [assigned!.id], planId });
  for (const name of ['Typed 1', 'Typed 2', 'Typed 3']) {
    await unassignedStops.add({ stop: { address, recipient: { name } }, depot: null, draftId: null });
  }
  const typed = (await unassignedStops.list({ cursor: null })).rows.filter((row) => row.change === 'create');
  expect(typed.map((row) => row.recipientName)).toEqual(['Typed 1', 'Typed 2', 'Typed 3']);
  // An unsent stop is created directly in the plan.
  await unassignedStops.assign({ ids: [typed[2]!.id], planId });
  const states = new Map((await unassignedStops.list({ cursor: null })).rows.map((row) => [row.id, row.change]));
  expect([edited, deleted, assigned, kept].map((row) => states.get(row!.id))).toEqual(['edit', 'delete', 'move', null]);
  expect(states.has(typed[2]!.id)).toBe(false);

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await waitFor(
    'all sent',
    async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up'),
    40_000,
  );
  const after = await readList<{ id: string; recipient: { name: string } | null }>(
    again,
    'unassignedStops',
    'unassignedStops',
  );
  const names = after.map((stop) => stop.recipient?.name);
  expect(names.filter((name) => name?.startsWith('Typed')).sort()).toEqual(['Typed 1', 'Typed 2']);
  expect(after).toHaveLength(before.length - 2 + 2);
  expect((await readBack(again, edited!.id)).body).toMatchObject({ notes: 'Changed' });
  for (const { id } of [deleted!, assigned!]) expect((await readBack(again, id)).status).toBe(404);
  expect(await namesOnService(again, planId, 'Typed')).toEqual(['Typed 3']);
  expect(await namesOnService(again, planId, assigned!.recipientName!)).toEqual([assigned!.recipientName]);
  const shown = (await unassignedStops.list({ cursor: null })).rows;
  expect(shown.some((row) => row.id === deleted!.id || row.id === assigned!.id)).toBe(false);
});

it('assigns a stop that has only coordinates, and it stays there', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { unassignedStops } = app.handlers;
  const planId = await writablePlan(app);
  const point = { latitude: 53.5, longitude: 8.1 };
  const stop = { address: point, recipient: { name: 'On the pier' } };
  await unassignedStops.add({ stop, depot: null, draftId: null });
  const { id } = await waitFor('it on the service', async () =>
    (await unassignedStops.list({ cursor: null })).rows.find(
      ({ recipientName, origin }) => recipientName === 'On the pier' && origin === 'service',
    ),
  );
  expect(await unassignedStops.assign({ ids: [id], planId })).toEqual([{ id, error: null }]);
  await waitFor('all sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'), 40_000);
  const there = await readList<{ recipient: { name: string } | null }>(service, `${planId}/stops`, 'stops');
  expect(there.filter(({ recipient }) => recipient?.name === 'On the pier')).toEqual([
    expect.objectContaining({ address: expect.objectContaining(point) as object }),
  ]);
  expect((await readBack(service, id)).status).toBe(404);
});

it('corrects a rejected unassigned stop in place, in the chosen depot', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { depots, outbox, unassignedStops } = app.handlers;
  const depot = await waitFor('the depots', async () => (await depots.list()).rows.at(-1)?.id);
  const stop = { address: { addressLineOne: 'Nowhere 1' }, recipient: { name: 'Refused' } };
  await unassignedStops.add({ stop, depot, draftId: null });
  const entry = await waitFor('the refusal', async () =>
    (await allEntries(app)).find(({ state }) => state === 'refused'),
  );
  const { draft } = await outbox.content({ entryId: entry.id });
  const draftId = '01990000-0000-7000-8000-000000000001';
  await app.handlers.drafts.save({ id: draftId, form: 'stop', planId: 'unassigned', fields: {} });
  const row = await unassignedStops.correct({ entryId: entry.id, stop: { ...draft, address }, draftId });
  expect(row).toMatchObject({ recipientName: 'Refused', change: 'create' });
  expect(await app.handlers.drafts.list()).toEqual([]);
  await waitFor('all sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'), 40_000);
  const after = await readList<{ recipient: { name: string } | null; depot: string }>(
    service,
    'unassignedStops',
    'unassignedStops',
  );
  const sent = after.filter(({ recipient }) => recipient?.name === 'Refused');
  expect(sent).toEqual([expect.objectContaining({ depot })]);
});

it('takes stops out of a plan, sent and unsent ones, each once on the service and at the depot of the plan', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans, stops, unassignedStops } = app.handlers;
  const { id: planId, depot } = await waitFor('a plan with stops that can be changed', async () =>
    (await plans.list()).rows.find(({ writable, stopCount }) => writable && (stopCount ?? 0) > 2),
  );
  const read = (await stops.list({ planId, cursor: null })).rows.filter(({ type }) => type === 'stop');
  const [sent] = read;
  const before = await readList<{ id: string }>(service, 'unassignedStops', 'unassignedStops');
  await goOffline(app, service);
  const typed = await stops.add({ planId, stop: { address, recipient: { name: 'Typed for later' } }, draftId: null });
  const end = (await stops.list({ planId, cursor: null })).rows.find(({ type }) => type === 'end')?.id ?? 'stops/none';
  const results = await stops.unassign({ planId, ids: [sent!.id, typed.id, end] });
  expect(results.map(({ error }) => error === null)).toEqual([true, true, false]);
  const inPlan = new Map((await stops.list({ planId, cursor: null })).rows.map((row) => [row.id, row.change]));
  expect(inPlan.get(sent!.id), 'it leaves once it is elsewhere').toBe('move');
  expect(inPlan.has(typed.id), 'nothing of it was sent').toBe(false);
  const waiting = (await unassignedStops.list({ cursor: null })).rows.filter(({ change }) => change === 'create');
  expect(waiting.map(({ recipientName }) => recipientName)).toEqual([sent!.recipientName, 'Typed for later']);
  const [again] = await stops.unassign({ planId, ids: [sent!.id] });
  expect(again!.error, 'it is leaving already').not.toBeNull();

  const back = await startTraining(folder);
  await app.handlers.session.tryLine();
  await waitFor(
    'all sent',
    async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up'),
    40_000,
  );
  const after = await readList<{ recipient: { name: string } | null; depot: string }>(
    back,
    'unassignedStops',
    'unassignedStops',
  );
  expect(after).toHaveLength(before.length + 2);
  for (const name of [sent!.recipientName, 'Typed for later']) {
    expect(after.filter(({ recipient }) => recipient?.name === name)).toEqual([expect.objectContaining({ depot })]);
  }
  expect((await readBack(back, sent!.id)).status).toBe(404);
  expect(await namesOnService(back, planId, 'Typed for later')).toEqual([]);
});
