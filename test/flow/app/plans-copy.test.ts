/** A plan copied to another day, read back from the service. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PlanRow } from '../../../src/shared/plans.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

const starts = { year: 2026, month: 6, day: 30 };

const allSent = (app: TestApp) =>
  waitFor(
    'all sent',
    async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged' || state === 'given-up'),
    50_000,
  );

/**
 * A plan with more stops than are saved in one transaction, and with drivers. Not one that is out or was: at night the
 * first plan is of a day that has passed, and its stops cannot be deleted any more.
 */
async function sourceOf(app: TestApp) {
  return waitFor(
    'a plan with many stops',
    async () => {
      const { rows } = await app.handlers.plans.list();
      const isSource = ({ stopCount, driverCount, writable }: PlanRow) =>
        writable && (stopCount ?? 0) > 40 && driverCount > 0;
      for (const plan of rows.filter(isSource)) {
        const { rows: stops, total } = await app.handlers.stops.list({ planId: plan.id, cursor: null });
        if (stops.length === total) return { plan, stops: stops.filter(({ type }) => type === 'stop') };
      }
      return undefined;
    },
    50_000,
  );
}

/** One gesture of a person who copies a plan with its stops. */
const copyOf = ({ id, driverIds }: PlanRow) => ({
  ...{ planId: id, plan: { title: 'Copied', starts }, drivers: driverIds },
  ...{ withStops: true, gesture: randomUUID() },
});

it('copies a plan with its stops offline, and the service has both once', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plan, stops } = await sourceOf(app);
  const [deleted, ...copied] = stops;
  await goOffline(app, service);
  await app.handlers.stops.remove({ planId: plan.id, ids: [deleted!.id] });

  const asked = copyOf(plan);
  const { plans } = app.withGestures;
  const [copy] = await Promise.all([plans.copy(asked), plans.copy(asked)]);
  expect(copy).toMatchObject({ title: 'Copied', starts: '2026-06-30', depot: plan.depot, driverIds: plan.driverIds });
  expect(copy).toMatchObject({ change: 'create', writable: true, waitingCount: copied.length });

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await allSent(app);
  const client = new PlainClient(again);
  const made = (await client.plans()).filter(({ title }) => title === 'Copied');
  expect(made).toHaveLength(1);
  const there = await client.stops(made[0]!.id);
  client.close();
  const names = (rows: readonly (string | null | undefined)[]) => rows.map((name) => name ?? '').toSorted();
  expect(names(there.map(({ recipient }) => recipient?.name))).toEqual(
    names(copied.map(({ recipientName }) => recipientName)),
  );
  await again.close();
});

it('continues an interrupted copy and saves each stop once', { timeout: 120_000 }, async () => {
  const [service, folder] = [await startTraining(temporaryFolder()), temporaryFolder()];
  const app = await startApp({ folder });
  await connect(app, accessOf(service));
  const { plan, stops } = await sourceOf(app);
  await goOffline(app, service);
  const asked = copyOf(plan);
  const copying = app.withGestures.plans.copy(asked).catch((error: unknown) => error);
  await waitFor('the new plan', async () => {
    const { rows } = await app.handlers.plans.list();
    return rows.some(({ title }) => title === 'Copied') || undefined;
  });
  await app.close();
  await copying;

  const later = await startApp({ folder });
  const copy = await later.withGestures.plans.copy(asked);
  expect(copy).toMatchObject({ title: 'Copied', waitingCount: stops.length });
  expect((await later.handlers.plans.list()).rows.filter(({ title }) => title === 'Copied')).toHaveLength(1);
});

it('copies a plan without its stops', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plan } = await sourceOf(app);
  const copy = await app.handlers.plans.copy({
    planId: plan.id,
    plan: { title: 'Empty', starts },
    drivers: plan.driverIds,
    withStops: false,
  });
  expect(copy).toMatchObject({ title: 'Empty', waitingCount: 0 });
  expect((await app.handlers.stops.list({ planId: copy.id, cursor: null })).rows).toEqual([]);
});

it('copies a plan that is not on the service yet with the stops that were entered here', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  await goOffline(app, service);
  const { id } = await app.handlers.plans.create({ plan: { title: 'Made offline', starts }, draftId: null });
  for (const name of ['Stop 1', 'Stop 2']) {
    await app.handlers.stops.add({
      ...{ planId: id, draftId: null },
      stop: { address: { addressLineOne: 'Quay 1' }, recipient: { name } },
    });
  }
  const copy = await app.handlers.plans.copy({
    ...{ planId: id, plan: { title: 'Copied', starts }, drivers: [], withStops: true },
  });
  const { rows } = await app.handlers.stops.list({ planId: copy.id, cursor: null });
  expect(rows.map(({ recipientName }) => recipientName).toSorted()).toEqual(['Stop 1', 'Stop 2']);
  expect(rows.map(({ change }) => change)).toEqual(['create', 'create']);
});

it('copies each stop once that stays, and only the drivers that are named', { timeout: 60_000 }, async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plan, stops } = await sourceOf(app);
  const to = (await app.handlers.plans.list()).rows.find((row) => row.writable && row.id !== plan.id)!;
  await goOffline(app, service);
  const [relocated, moved] = stops.map(({ id }) => id);
  await app.handlers.stops.relocate({
    ...{ planId: plan.id, id: relocated!, draftId: null },
    stop: {
      address: { addressLineOne: 'Güterstraße 99', zip: '41742', city: 'Aldermünde', country: 'Germany' },
      recipient: { name: 'Relocated' },
    },
  });
  await app.handlers.stops.move({ planId: plan.id, ids: [moved!], toPlanId: to.id });
  const copy = await app.handlers.plans.copy({
    ...{ planId: plan.id, plan: { title: 'Copied', starts }, drivers: plan.driverIds.slice(1), withStops: true },
  });
  expect(copy.driverIds).toEqual(plan.driverIds.slice(1));
  // The plan is not on the service, and its row counts what it gets.
  expect([copy.waitingCount, copy.stopCount]).toEqual([stops.length - 1, stops.length - 1]);
  const { rows } = await app.handlers.stops.list({ planId: copy.id, cursor: null });
  expect(rows.filter(({ recipientName }) => recipientName === 'Relocated')).toHaveLength(1);
});
