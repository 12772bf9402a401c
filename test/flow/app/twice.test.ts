/** A double click, or a change to a stop that is being moved, takes effect once. */
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

it('distributes a plan to its drivers once', async () => {
  const { app, to } = await officeWithoutLine();
  const distribute = () => app.handlers.plans.command({ planId: to, command: 'distribute' });
  const [first, second] = await Promise.allSettled([distribute(), distribute()]);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'record.not-editable' } });
  expect(await kinds(app)).toEqual(['plans.distribute']);
});
