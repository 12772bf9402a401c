/** A double click, or a change to a stop that is being moved or deleted, takes effect once. */
import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/shared/stops.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };

/** Loads all data and goes offline, so that requests wait where they can be counted. */
async function officeWithoutLine() {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const [from, to, third] = await waitFor('three plans that can be changed', async () => {
    const { rows } = await app.handlers.plans.list();
    const fit = rows.filter((row) => row.writable && (row.stopCount ?? 0) >= 5);
    return fit.length >= 3 ? fit.map(({ id }) => id) : undefined;
  });
  const { rows } = await app.handlers.stops.list({ planId: from!, cursor: null });
  const unassigned = await waitFor('the unassigned stops', async () => {
    const list = await app.handlers.unassignedStops.list({ cursor: null });
    return list.asOf === null ? undefined : list.rows;
  });
  await goOffline(app, service);
  const stops = rows.filter((row) => row.type === 'stop');
  return { app, from: from!, to: to!, third: third!, stops, unassigned };
}

const kinds = async (app: TestApp) =>
  (await allEntries(app)).filter(({ state }) => state !== 'given-up').map(({ kind }) => kind);
const codes = (results: RowResult[]) => results.map(({ error }) => error?.code ?? null);
const refused = ['record.not-editable'];

it('moves a stop once, and refuses to move or change it in its old plan', async () => {
  const { app, from, to, third, stops } = await officeWithoutLine();
  const { stops: handlers } = app.handlers;
  const [{ id } = { id: '' }, { id: stays } = { id: '' }] = stops;
  const move = () => handlers.move({ planId: from, ids: [id], toPlanId: to });
  const [first, second] = await Promise.all([move(), move()]);
  expect([codes(first), codes(second)]).toEqual([[null], refused]);
  expect(codes(await handlers.move({ planId: from, ids: [id, stays], toPlanId: third }))).toEqual([...refused, null]);
  const stop = { address, recipient: { name: 'Elsewhere' } };
  await expect(handlers.relocate({ planId: from, id, stop, draftId: null })).rejects.toMatchObject({
    code: 'record.not-editable',
  });
  const edit = { planId: from, id, change: { notes: 'Late' }, base: { notes: null }, draftId: null };
  await expect(handlers.edit(edit)).rejects.toMatchObject({ code: 'record.not-editable' });
  expect(await kinds(app)).toEqual(['stops.move', 'stops.move']);

  // In its new plan it can be changed and moved again.
  const there = (await handlers.list({ planId: to, cursor: null })).rows.find((row) => row.change === 'move');
  await handlers.edit({ ...edit, planId: to, id: there!.id });
  expect(codes(await handlers.move({ planId: to, ids: [there!.id], toPlanId: third }))).toEqual([null]);
  expect(await kinds(app)).toEqual(['stops.move', 'stops.move']);
});

it('assigns an unassigned stop to a plan once', async () => {
  const { app, to, unassigned } = await officeWithoutLine();
  const { unassignedStops } = app.handlers;
  const { id } = unassigned[0]!;
  const assign = () => unassignedStops.assign({ ids: [id], planId: to });
  const [first, second] = await Promise.all([assign(), assign()]);
  expect([codes(first), codes(second)]).toEqual([[null], refused]);
  const stop = { address, recipient: { name: 'Elsewhere' } };
  await expect(unassignedStops.relocate({ id, stop, draftId: null })).rejects.toMatchObject({
    code: 'record.not-editable',
  });
  const edit = { id, change: { notes: 'Late' }, base: { notes: null }, draftId: null };
  await expect(unassignedStops.edit(edit)).rejects.toMatchObject({ code: 'record.not-editable' });
  expect((await kinds(app)).sort()).toEqual(['stops.create', 'unassignedStops.delete']);
});

it('deletes a stop once, keeps it when that is undone, and deletes none that is being moved', async () => {
  const { app, from, to, stops } = await officeWithoutLine();
  const { stops: handlers } = app.handlers;
  const [id, moved, back] = stops.map((row) => row.id) as [string, string, string];
  const remove = (...ids: string[]) => handlers.remove({ planId: from, ids });
  const changeOf = async (stopId: string) =>
    (await handlers.list({ planId: from, cursor: null })).rows.find((row) => row.id === stopId)?.change;
  const [first, second] = await Promise.all([remove(id), remove(id)]);
  expect([codes(first), codes(second)]).toEqual([[null], refused]);
  expect(await kinds(app)).toEqual(['stops.delete']);
  expect(codes(await handlers.restore({ planId: from, ids: [id] }))).toEqual([null]);
  expect(await changeOf(id)).toBeNull();
  expect(await kinds(app), 'nothing deletes it').toEqual([]);

  await handlers.move({ planId: from, ids: [moved], toPlanId: to });
  await handlers.unassign({ planId: from, ids: [back] });
  const before = await kinds(app);
  expect(codes(await remove(moved, back, id))).toEqual([...refused, ...refused, null]);
  expect(await kinds(app)).toEqual([...before, 'stops.delete']);

  // At its new place the moved stop can be deleted. The one in the old plan is deleted instead.
  const there = (await handlers.list({ planId: to, cursor: null })).rows.find((row) => row.change === 'move');
  expect(codes(await handlers.remove({ planId: to, ids: [there!.id] }))).toEqual([null]);
  expect(await changeOf(moved)).toBe('delete');
  expect(codes(await remove(moved))).toEqual(refused);
});

it('deletes a stop that was never sent once, and has it back when that is undone', async () => {
  const { app, from } = await officeWithoutLine();
  const { stops: handlers } = app.handlers;
  const { id } = await handlers.add({ planId: from, stop: { address, recipient: { name: 'Typed' } }, draftId: null });
  const asked = { planId: from, ids: [id] };
  expect(codes(await handlers.remove(asked))).toEqual([null]);
  expect(codes(await handlers.remove(asked))).toEqual(['record.not-found']);
  expect(codes(await handlers.restore(asked))).toEqual([null]);
  expect((await handlers.get({ planId: from, id })).row).toMatchObject({ change: 'create', entryState: 'queued' });
  expect(await kinds(app)).toEqual(['stops.create']);
});

it('deletes an unassigned stop once, keeps it when that is undone, and deletes none that goes to a plan', async () => {
  const { app, to, unassigned } = await officeWithoutLine();
  const { unassignedStops } = app.handlers;
  const [id, assigned] = unassigned.map((row) => row.id) as [string, string];
  const remove = () => unassignedStops.remove({ ids: [id] });
  const [first, second] = await Promise.all([remove(), remove()]);
  expect([codes(first), codes(second)]).toEqual([[null], refused]);
  expect(codes(await unassignedStops.restore({ ids: [id] }))).toEqual([null]);
  expect((await unassignedStops.get({ id })).row.change).toBeNull();
  await unassignedStops.assign({ ids: [assigned], planId: to });
  expect(codes(await unassignedStops.remove({ ids: [assigned] }))).toEqual(refused);
  expect((await kinds(app)).sort()).toEqual(['stops.create', 'unassignedStops.delete']);
});

it('distributes a plan to its drivers once', async () => {
  const { app, to } = await officeWithoutLine();
  const distribute = () => app.handlers.plans.command({ planId: to, command: 'distribute' });
  const [first, second] = await Promise.allSettled([distribute(), distribute()]);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'record.not-editable' } });
  expect(await kinds(app)).toEqual(['plans.distribute']);
});
