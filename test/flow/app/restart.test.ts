/**
 * Entries in flight when the app was killed are in doubt at the next start: looked up, and never sent twice. What the
 * service was doing then is followed to its end.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { copyAsKilled } from '../../fixtures/killed-copy.ts';
import { passOn, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, namesOnService, readBack, readList, startTraining, writablePlan } from './office.ts';

const type = (app: TestApp, planId: string, name: string) =>
  app.handlers.stops.add({
    planId,
    draftId: null,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name },
    },
  });

const isMaking = (method: string) => method === 'POST';

it.each([
  ['had reached the service', true, 1],
  ['had not reached the service', false, 2],
])('creates a stop once that %s when the app was killed', async (_name, reaches, requests) => {
  const service = await startTraining(temporaryFolder());
  let holds = true;
  const middle = await startScriptedServer(async (incoming, response) => {
    const held = holds && isMaking(incoming.method);
    if (held && !reaches) return;
    const answer = await passOn(service.address, service.authority, incoming);
    if (!held) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const killed = await startApp({ folder, keyStore });
  await connect(killed, { ...accessOf(service), address: middle.origin, authority: middle.authority });
  const planId = await writablePlan(killed);
  await type(killed, planId, 'On its way');
  const making = () => middle.received.filter(({ method }) => isMaking(method));
  await waitFor('the request', () => making().length === 1);
  if (reaches) {
    await waitFor(
      'the service to have it',
      async () => (await namesOnService(service, planId, 'On its way')).length === 1,
    );
  }
  expect((await allEntries(killed)).map(({ state }) => state)).toEqual(['sending']);

  const left = join(temporaryFolder(), 'profile');
  copyAsKilled(folder, left);
  onTestFinished(() => rmSync(left, { recursive: true, force: true }));
  await killed.close();
  holds = false;

  // Keys are withheld, so that no lookup starts yet and the state right after the start can be checked.
  const unlocked = Promise.withResolvers<void>();
  const read = async (account: string) => {
    await unlocked.promise;
    return keyStore.read(account);
  };
  const app = await startApp({ folder: left, keyStore: { ...keyStore, read }, times: { settle: 700 } });
  expect((await allEntries(app)).map(({ state, reason }) => [state, reason?.code])).toEqual([
    ['in-doubt', 'outbox.stopped-while-sending'],
  ]);
  expect(app.session().outbox).toMatchObject({ waiting: 1 });
  unlocked.resolve();
  await waitFor('it to be settled', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'));
  expect(await namesOnService(service, planId, 'On its way')).toEqual(['On its way']);
  expect(making()).toHaveLength(requests);
});

it('has the result of an optimisation that was under way when the app was killed', async () => {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const killed = await startApp({ folder, keyStore });
  await connect(killed, accessOf(service));
  const { id: planId } = await waitFor('a plan to optimise', async () => {
    const { rows } = await killed.handlers.plans.list();
    return rows.find((row) => row.writable && row.optimization === 'editing' && row.driverCount > 0);
  });
  const workIn = async ({ handlers }: TestApp) => (await handlers.plans.get({ planId })).work;
  await killed.handlers.plans.command({ planId, command: 'optimize' });
  await waitFor('the service to have begun', async () => (await workIn(killed))?.state === 'pending');
  const left = join(temporaryFolder(), 'profile');
  copyAsKilled(folder, left);
  onTestFinished(() => rmSync(left, { recursive: true, force: true }));
  await killed.close();

  // Keys are withheld, so that what is known right after the start can be checked.
  const unlocked = Promise.withResolvers<void>();
  const read = async (account: string) => {
    await unlocked.promise;
    return keyStore.read(account);
  };
  const app = await startApp({ folder: left, keyStore: { ...keyStore, read } });
  expect(await workIn(app)).toMatchObject({ kind: 'plans.optimize', state: 'pending', cancellable: true });
  unlocked.resolve();
  const outcome = await waitFor('the result', () => app.handlers.plans.outcome({ planId }), 40_000);
  expect((outcome.placed ?? 0) + outcome.skipped.length).toBeGreaterThan(0);
  expect((await allEntries(app)).map(({ kind, state }) => [kind, state])).toEqual([['plans.optimize', 'acknowledged']]);
  expect(await workIn(app)).toBeNull();
  expect((await readBack(service, planId)).body).toMatchObject({ optimization: 'optimized' });
  const operations = await readList<{ metadata: { targetPlanId: string } }>(service, 'operations', 'operations');
  expect(operations.filter(({ metadata }) => metadata.targetPlanId === planId)).toHaveLength(1);
}, 120_000);
