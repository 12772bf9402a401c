/** After a change of key nothing is sent until a known record is found with the new key (outbox, Rule 12). */
import { expect, it } from 'vitest';
import type { RunningService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { passOn, startScriptedServer, type Incoming } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, namesOnService, startTraining, writablePlan } from './office.ts';

/** Reads one record of the account by its id, which is how the app verifies a new key. */
const asksForOne = ({ method, path }: Incoming) => method === 'GET' && /^\/public\/v1\/plans\/[^/?]+$/.test(path);

/**
 * An outbox with one waiting stop, a closed app, and a proxy that passes its later requests on to the service.
 *
 * @param also adds more to the outbox
 */
async function waitingStop(also: (app: TestApp) => Promise<unknown> = () => Promise.resolve()) {
  const service = await startTraining(temporaryFolder());
  const is: { reachable: boolean; to: RunningService; hold: Promise<void> | null } = {
    reachable: true,
    to: service,
    hold: null,
  };
  const isReachable = () => is.reachable;
  const middle = await startScriptedServer(async (incoming, response, socket) => {
    if (!isReachable()) return void socket.destroy();
    if (asksForOne(incoming)) await is.hold;
    const key = incoming.path.startsWith('/connect/') ? is.to.ordersKey : is.to.planningKey;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const answer = await passOn(is.to.address, is.to.authority, { ...incoming, headers });
    // An answer to what was asked before would bring the line up again.
    if (!isReachable()) return void socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const before = await startApp({ folder, keyStore });
  await connect(before, { ...accessOf(service), address: middle.origin, authority: middle.authority });
  const planId = await writablePlan(before);
  await waitFor('the orders', async () => (await before.handlers.orders.list({ cursor: null })).asOf !== null);
  is.reachable = false;
  await waitFor('the line to be down', async () => {
    await before.handlers.plans.refresh().catch(() => undefined);
    return before.session().connectivity.state === 'down';
  });
  await before.handlers.stops.add({
    planId,
    draftId: null,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name: 'Waits' },
    },
  });
  await also(before);
  expect(new Set((await allEntries(before)).map(({ state }) => state))).toEqual(new Set(['queued']));
  await before.close();
  is.reachable = true;
  middle.received.length = 0;
  return { service, middle, is, planId, start: () => startApp({ folder, keyStore }) };
}

it('18: holds back a stop until the key has found a known plan', async () => {
  const { service, middle, is, planId, start } = await waitingStop();
  const found = Promise.withResolvers<void>();
  is.hold = found.promise;
  const app = await start();
  await waitFor('the plan to be asked for', () => middle.received.some(asksForOne));
  await waitFor('the line', () => app.session().connectivity.state === 'up');
  // Each call is a full round trip, in which the stop would have been sent.
  for (let turn = 0; turn < 3; turn += 1) await app.handlers.session.tryLine();
  expect(middle.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await allEntries(app)).map(({ state }) => state)).toEqual(['queued']);
  found.resolve();
  await waitFor('it to be sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'));
  expect(await namesOnService(service, planId, 'Waits')).toEqual(['Waits']);
});

it('18: sends nothing to another account and reports it', async () => {
  const { middle, is, start } = await waitingStop();
  is.to = await startTraining(temporaryFolder(), 2);
  const app = await start();
  await waitFor('the other account to be noticed', () =>
    app.session().connections.some(({ kind, otherAccount }) => kind === 'planning' && otherAccount),
  );
  await waitFor('the line', () => app.session().connectivity.state === 'up');
  for (let turn = 0; turn < 3; turn += 1) await app.handlers.session.tryLine();
  expect(middle.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await allEntries(app)).map(({ state }) => state)).toEqual(['queued']);
  expect(app.session().outbox).toMatchObject({ waiting: 1, asking: 0 });
});

it('18: sends no order to another account, however many orders wait above those that were read', async () => {
  const { middle, is, start } = await waitingStop(async (app) => {
    for (const number of [1, 2, 3, 4])
      await app.handlers.orders.add({
        order: { address: { addressLineOne: `Quay ${number}`, city: 'Aldermünde' }, recipient: { name: 'Waits' } },
        draftId: null,
      });
  });
  is.to = await startTraining(temporaryFolder(), 2);
  const app = await start();
  await waitFor('the other account to be noticed', () =>
    app.session().connections.some(({ kind, otherAccount }) => kind === 'orders' && otherAccount),
  );
  expect(middle.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(app.session().outbox).toMatchObject({ waiting: 5, asking: 0 });
});

it('18: recognises its account when the newest orders were deleted elsewhere', async () => {
  const service = await startTraining(temporaryFolder());
  const ask = (method: string, path: string, body?: object) => {
    const authorization = `Bearer ${service.ordersKey}`;
    const headers = body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' };
    const said = body === undefined ? '' : JSON.stringify(body);
    return passOn(service.address, service.authority, { method, path: `/connect/v1/${path}`, headers, body: said });
  };
  const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
  const made: string[] = [];
  for (const name of ['Gone 1', 'Gone 2', 'Gone 3']) {
    const { body } = await ask('POST', 'orders', { address, recipient: { name } });
    made.push((JSON.parse(body.toString('utf8')) as { id: string }).id);
  }
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  const before = await startApp({ folder, keyStore });
  await connect(before, accessOf(service));
  const shown = async (app: TestApp) => (await app.handlers.orders.list({ cursor: null })).rows.map(({ id }) => id);
  await waitFor('the orders', async () => (await shown(before)).length > 0);
  expect((await shown(before)).slice(0, 3).sort(), 'they are the newest').toEqual(made.sort());
  await before.close();

  for (const id of made) expect((await ask('DELETE', id)).status).toBe(200);
  const app = await startApp({ folder, keyStore });
  await waitFor('the list without them', async () => !(await shown(app)).some((id) => made.includes(id)));
  expect(app.session().connections.map(({ otherAccount }) => otherAccount)).toEqual([false, false]);
});
