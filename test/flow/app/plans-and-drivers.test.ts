/** Plans and drivers through the outbox: created offline, changed, optimised, distributed and deleted. */
import { expect, it } from 'vitest';
import { calendarDateOf, dateText } from '../../../src/shared/time.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { passOn, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, namesOnService, readBack, readList, startTraining } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
const allSent = (app: TestApp) =>
  waitFor(
    'all sent',
    async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up'),
    40_000,
  );

it('accepts stops in a plan created offline, sends both once, then optimises and distributes the plan', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans, stops } = app.handlers;
  const drivers = await waitFor('drivers', async () => {
    const { rows } = await app.handlers.drivers.list();
    const active = rows.filter((row) => row.active && row.depots.length > 0);
    return active.length > 0 ? active : undefined;
  });
  await goOffline(app, service);
  const [driver] = drivers;
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() };
  const plan = await plans.create({
    plan: { title: 'Made offline', starts, depot: driver!.depots[0]!, drivers: [driver!.id] },
    draftId: null,
  });
  expect(plan).toMatchObject({ change: 'create', entryState: 'queued', writable: true, title: 'Made offline' });
  const renamed = await plans.edit({
    ...{ planId: plan.id, change: { title: 'Renamed' }, base: { title: 'Made offline' }, draftId: null },
  });
  expect(renamed).toMatchObject({ title: 'Renamed', change: 'create' });
  for (const name of ['Offline 1', 'Offline 2']) {
    await stops.add({ planId: plan.id, stop: { address, recipient: { name } }, draftId: null });
  }
  expect((await stops.list({ planId: plan.id, cursor: null })).rows.map((row) => row.recipientName)).toEqual([
    'Offline 1',
    'Offline 2',
  ]);
  expect((await plans.get({ planId: plan.id })).waitingCount).toBe(2);
  const draft = { id: '0197a000-0000-7000-8000-000000000001', form: 'stop', planId: plan.id, fields: {} } as const;
  await app.handlers.drafts.save(draft);
  expect(await app.handlers.drafts.list()).toMatchObject([{ planId: plan.id, planTitle: 'Renamed' }]);

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await allSent(app);
  // The local id still finds the plan.
  const there = await plans.get({ planId: plan.id });
  expect(there.id).toMatch(/^plans\//);
  expect(there.change).toBeNull();
  expect(await app.handlers.drafts.list()).toMatchObject([{ planId: there.id, planTitle: 'Renamed' }]);
  expect(await namesOnService(again, there.id, 'Offline')).toEqual(['Offline 1', 'Offline 2']);
  const made = await readList<{ title: string }>(again, 'plans', 'plans');
  expect(made.filter(({ title }) => title === 'Renamed' || title === 'Made offline')).toHaveLength(1);

  await plans.command({ planId: there.id, command: 'optimize' });
  await expect(plans.command({ planId: there.id, command: 'optimize' })).rejects.toMatchObject({
    code: 'record.not-editable',
  });
  expect((await plans.get({ planId: there.id })).work).toMatchObject({ kind: 'plans.optimize' });
  await allSent(app);
  const outcome = await plans.outcome({ planId: there.id });
  expect((outcome?.placed ?? 0) + (outcome?.skipped.length ?? 0)).toBe(2);
  expect(outcome?.before, 'there were no routes before').toBeNull();
  expect(there.optimizedAt, 'not optimised').toBeUndefined();
  expect((await plans.get({ planId: there.id })).optimizedAt).toBe(outcome?.at);

  const isRouted = async () =>
    (await stops.list({ planId: there.id, cursor: null })).rows.filter((row) => row.driverId);
  const routed = await waitFor('the routes', async () => {
    const rows = (await isRouted()).filter((row) => row.recipientName?.startsWith('Offline'));
    return rows.length === 2 ? rows : undefined;
  });
  await stops.remove({ planId: there.id, ids: [routed[0]!.id] });
  await stops.add({ planId: there.id, stop: { address, recipient: { name: 'Offline 3' } }, draftId: null });
  await allSent(app);
  await plans.command({ planId: there.id, command: 'optimize' });
  await allSent(app);
  const next = await plans.outcome({ planId: there.id });
  const ids = routed.map(({ id }) => id).toSorted();
  // The deleted stop left the list before the second optimisation was asked for.
  expect(next?.before).toMatchObject([{ driverId: driver!.id, stops: ids.filter((id) => id !== routed[0]!.id) }]);
  expect((await plans.get({ planId: there.id })).optimizedAt, 'the second one has ended').toBe(next?.at);
  expect(next?.at).toBeGreaterThan(outcome?.at ?? 0);
  await plans.command({ planId: there.id, command: 'distribute' });
  await allSent(app);
  expect((await readBack(again, there.id)).body).toMatchObject({ distributed: true });

  await plans.remove({ planId: there.id });
  await allSent(app);
  expect((await readBack(again, there.id)).status).toBe(404);
  expect((await plans.list()).rows.some(({ id }) => id === there.id)).toBe(false);
}, 120_000);

it('optimises one plan and distributes another, once each, when both were asked for offline', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans } = app.handlers;
  const planThatIs = (optimization: string) =>
    waitFor(`a plan that is ${optimization}`, async () => {
      const { rows } = await plans.list();
      return rows.find((row) => row.writable && row.optimization === optimization && row.driverCount > 0);
    });
  const [toOptimise, toDistribute] = [await planThatIs('editing'), await planThatIs('optimized')];
  await goOffline(app, service);
  await plans.command({ planId: toOptimise.id, command: 'optimize' });
  await plans.command({ planId: toDistribute.id, command: 'distribute' });
  const workOf = async ({ id }: { id: string }) => (await plans.get({ planId: id })).work;
  expect(await workOf(toOptimise)).toMatchObject({ kind: 'plans.optimize', state: 'queued', cancellable: false });
  expect(await workOf(toDistribute)).toMatchObject({ kind: 'plans.distribute', state: 'queued' });
  await expect(plans.command({ planId: toDistribute.id, command: 'distribute' })).rejects.toMatchObject({
    code: 'record.not-editable',
  });
  expect(app.session().outbox).toMatchObject({ waiting: 2, asking: 0 });

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await allSent(app);
  expect([await workOf(toOptimise), await workOf(toDistribute)]).toEqual([null, null]);
  expect((await plans.outcome({ planId: toOptimise.id }))?.placed).toBeGreaterThan(0);
  expect((await readBack(again, toOptimise.id)).body).toMatchObject({ optimization: 'optimized', distributed: false });
  expect((await readBack(again, toDistribute.id)).body).toMatchObject({ distributed: true, writable: false });
  const operations = await readList<{ metadata: { targetPlanId: string } }>(again, 'operations', 'operations');
  expect(operations.filter(({ metadata }) => metadata.targetPlanId === toOptimise.id)).toHaveLength(1);
}, 120_000);

it('says that a deletion may have removed a part of the stops, and deletes the rest', async () => {
  const service = await startTraining(temporaryFolder(), 1, { planDeletion: 'half-way' });
  const answers: number[] = [];
  const held = Promise.withResolvers<void>();
  const middle = await startScriptedServer(async (incoming, response) => {
    const isDeletion = incoming.method === 'DELETE';
    // The second try waits until what is said of the first one was read.
    if (isDeletion && answers.length > 0) await held.promise;
    const answer = await passOn(service.address, service.authority, incoming);
    if (isDeletion) answers.push(answer.status);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, { ...accessOf(service), address: middle.origin, authority: middle.authority });
  const { plans } = app.handlers;
  // The service deletes smaller plans at once.
  const plan = await waitFor(
    'a plan of more than a hundred stops',
    async () => (await plans.list()).rows.find(({ stopCount }) => (stopCount ?? 0) > 100),
    60_000,
  );
  await plans.remove({ planId: plan.id });
  const said = await waitFor('a part of it to be done', async () => {
    const row = await plans.get({ planId: plan.id });
    return row.mayBePartDone === true && row;
  });
  expect(said).toMatchObject({ id: plan.id, change: 'delete' });
  expect(answers).toEqual([500]);
  expect((await allEntries(app)).map(({ kind }) => kind)).toEqual(['plans.delete']);
  const left = await readList(service, `${plan.id}/stops`, 'stops');
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(plan.stopCount ?? 0);

  held.resolve();
  await allSent(app);
  expect(answers).toEqual([500, 200]);
  expect((await readBack(service, plan.id)).status).toBe(404);
  expect((await plans.list()).rows.some(({ id }) => id === plan.id)).toBe(false);
}, 120_000);

it('creates, changes and deletes a driver once each', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { drivers } = app.handlers;
  const before = await waitFor('drivers', async () => {
    const { rows, asOf } = await drivers.list();
    return asOf === null ? undefined : rows;
  });
  await goOffline(app, service);
  const made = await drivers.create({ driver: { name: 'Nora New', email: 'nora@depot.exmaple' }, draftId: null });
  expect(made).toMatchObject({ change: 'create', entryState: 'queued', name: 'Nora New' });
  // A driver who is not on the service yet can be corrected in every field.
  const entryId = made.entryId!;
  const corrected = { name: 'Nora New', email: 'nora@depot.example' };
  const right = await drivers.correct({ entryId, driver: corrected, draftId: null });
  expect(right).toMatchObject({ id: made.id, email: corrected.email });
  const [changed, deleted, kept] = before;
  await drivers.edit({
    id: changed!.id,
    change: { displayName: 'Shown' },
    base: { displayName: changed!.displayName },
    draftId: null,
  });
  await drivers.remove({ ids: [deleted!.id, kept!.id] });
  await drivers.restore({ ids: [kept!.id] });
  const rows = new Map((await drivers.list()).rows.map((row) => [row.id, row]));
  expect([changed, deleted, kept].map((row) => rows.get(row!.id)?.change)).toEqual(['edit', 'delete', null]);
  expect(rows.get(changed!.id)?.name).toBe('Shown');

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await allSent(app);
  const after = await readList<{ id: string; email: string | null; displayName: string }>(again, 'drivers', 'drivers');
  expect(after.filter(({ email }) => email?.startsWith('nora@')).map(({ email }) => email)).toEqual([corrected.email]);
  const tooLate = drivers.correct({ entryId, driver: corrected, draftId: null });
  await expect(tooLate).rejects.toMatchObject({ code: 'record.not-editable' });
  expect(after.find(({ id }) => id === changed!.id)?.displayName).toBe('Shown');
  expect(after.some(({ id }) => id === deleted!.id)).toBe(false);
  expect(after).toHaveLength(before.length);
});

it('counts the plans of today that are not distributed, or have stops without a result', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans, stops } = app.handlers;
  const today = dateText(calendarDateOf(Date.now()));
  const rows = await waitFor(
    'the plans of today and their stops',
    async () => {
      const found = (await plans.list()).rows.filter(({ starts }) => starts === today);
      return found.length > 0 && found.every(({ stopCount }) => stopCount !== null) && found;
    },
    60_000,
  );
  const undone = async (planId: string) =>
    (await stops.list({ planId, cursor: null })).rows.filter(
      ({ type, deliveryState }) =>
        type !== 'start' && type !== 'end' && (deliveryState === null || deliveryState === 'unattempted'),
    ).length;
  // Drivers go on meanwhile, so the two may differ for a moment.
  const open = await waitFor('the same counts', async () => {
    const counted = await plans.open();
    const listed = await Promise.all(
      rows.map(async ({ id, distributed }) => ({ id, distributed, undone: await undone(id) })),
    );
    const expected = listed.filter((plan) => !plan.distributed || plan.undone > 0);
    const same = JSON.stringify(counted.map(({ id, undone: count }) => [id, count]).toSorted());
    return JSON.stringify(expected.map(({ id, undone: count }) => [id, count]).toSorted()) === same && counted;
  });
  // The training data has a plan of today that was not distributed.
  expect(open.filter(({ distributed }) => !distributed).map(({ id }) => id)).toEqual(
    rows.filter(({ distributed }) => !distributed).map(({ id }) => id),
  );
  expect(open.some(({ distributed }) => !distributed)).toBe(true);
}, 120_000);
