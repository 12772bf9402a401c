/** Stops of a file in a plan: each row once, however often and in however many parts it is saved. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, namesOnService, startTraining } from './office.ts';

const keysOf = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line-${from + at}`);
const stopsOf = (keys: readonly string[]) =>
  keys.map((key, at) => ({
    address: { addressLineOne: `Güterstraße ${at + 1}`, zip: '41742', city: 'Aldermünde', country: 'Germany' },
    recipient: { name: `Row ${key}`, externalId: key },
  }));

async function open() {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder, keyStore });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  await waitFor('plans', async () => (await app.handlers.plans.list()).asOf !== null);
  return { folder, keyStore, service, app };
}

const allSent = (app: TestApp) =>
  waitFor('all sent', () => app.session().outbox.waiting + app.session().outbox.asking === 0, 60_000);

it('saves each row once: called twice at once, in other parts, and after a restart in between', async () => {
  const { folder, keyStore, service, app } = await open();
  const plan = (await app.handlers.plans.list()).rows.find(({ writable }) => writable)!;
  const importId = randomUUID();
  const part = (from: number, to: number, last: boolean) => {
    const keys = keysOf(from, to);
    return {
      ...{ planId: plan.id, stops: stopsOf(keys), of: { importId, name: 'retailer.xlsx', keys, last } },
      gesture: `${importId}:stops-${from}-${to}`,
    };
  };
  const first = part(2, 102, false);
  const answers = await Promise.all([app.handlers.stops.addMany(first), app.handlers.stops.addMany(first)]);
  expect(answers).toEqual([100, 100]);
  await app.close();

  const after = await startApp({ folder, keyStore });
  // The window that goes on may cut the rest differently, and repeats what it has no answer to.
  await after.handlers.stops.addMany(first);
  await after.handlers.stops.addMany(part(52, 132, false));
  await after.handlers.stops.addMany(part(102, 152, true));
  await allSent(after);
  const names = await namesOnService(service, plan.id, 'Row ');
  expect(names.toSorted()).toEqual(
    keysOf(2, 152)
      .map((key) => `Row ${key}`)
      .toSorted(),
  );
});

it('adds the rows live to a plan that is with its drivers', async () => {
  const { app } = await open();
  const plan = (await app.handlers.plans.list()).rows.find(({ writable, distributed }) => !writable && distributed)!;
  const keys = keysOf(2, 5);
  const of = { importId: randomUUID(), name: 'retailer.xlsx', keys, last: true };
  await app.handlers.stops.addMany({ planId: plan.id, stops: stopsOf(keys), of, gesture: `${of.importId}:live` });
  const rows = (await allEntries(app)).filter(({ kind }) => kind === 'stops.liveCreate');
  expect(rows).toHaveLength(3);
});
