import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunningService } from '../../../src/training/server.ts';
import { Database } from '../../../src/main/db/database.ts';
import { readdirSync } from 'node:fs';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { passOn, startScriptedServer, type Script } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, namesOnService, readBack, readList, startTraining, writablePlan } from './office.ts';

const type = (app: TestApp, planId: string, name: string, externalId?: string) =>
  app.handlers.stops.add({
    planId,
    draftId: null,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name, ...(externalId === undefined ? {} : { externalId }) },
      packageCount: 1,
    },
  });

const states = async (app: TestApp) => (await allEntries(app)).map((entry) => entry.state);

describe('a stop created offline', () => {
  it('survives a restart of the app, and several waiting stops reach the service in one import', async () => {
    const profile = temporaryFolder();
    const trainingFolder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const service = await startTraining(trainingFolder);
    const before = await startApp({ folder: profile, keyStore });
    expect(await connect(before, accessOf(service))).toMatchObject({ connected: true });
    const planId = await writablePlan(before);

    await goOffline(before, service);
    for (const name of ['Offline 1', 'Offline 2', 'Offline 3']) await type(before, planId, name);
    const listed = (await before.handlers.stops.list({ planId, cursor: null })).rows.filter(
      (row) => row.origin === 'outbox',
    );
    expect(listed.map((row) => [row.recipientName, row.entryState])).toEqual([
      ['Offline 1', 'queued'],
      ['Offline 2', 'queued'],
      ['Offline 3', 'queued'],
    ]);
    expect(before.session().outbox).toMatchObject({ waiting: 3, asking: 0 });
    await before.close();

    const after = await startApp({ folder: profile, keyStore });
    expect(after.session().outbox).toMatchObject({ waiting: 3 });
    const again = await startTraining(trainingFolder);
    expect(again.address).toBe(service.address);
    await waitFor('the line', () => after.session().connectivity.state === 'up');
    await waitFor('all three sent', async () => (await states(after)).every((state) => state === 'acknowledged'));

    // One import: the three stops were claimed together.
    const [workspace] = readdirSync(join(profile, 'workspaces'));
    const outbox = new Database(join(profile, 'workspaces', workspace!, 'outbox.db'), { synchronous: 'FULL' });
    onTestFinished(() => outbox.close());
    expect(outbox.all('SELECT count(DISTINCT attempt_id) AS attempts FROM entries')).toEqual([{ attempts: 1 }]);
    // The next read reveals their ids.
    await waitFor('the ids', () =>
      outbox.all<{ server_id: string | null }>('SELECT server_id FROM records').every((row) => row.server_id !== null),
    );
    const shown = (await after.handlers.stops.list({ planId, cursor: null })).rows;
    const all = shown.concat((await after.handlers.stops.list({ planId, cursor: '200' })).rows);
    expect(all.filter((row) => row.recipientName?.startsWith('Offline')).map((row) => row.origin)).toEqual([
      'service',
      'service',
      'service',
    ]);
    // Last, because these reads share the rate limit with the app, which may have to pause for a minute.
    expect(await namesOnService(again, planId, 'Offline')).toEqual(['Offline 1', 'Offline 2', 'Offline 3']);
  });
});

describe('a stop that gets a window without an end while it waits', () => {
  it('reaches the service with the others', async () => {
    const profile = temporaryFolder();
    const trainingFolder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const service = await startTraining(trainingFolder);
    const before = await startApp({ folder: profile, keyStore });
    await connect(before, accessOf(service));
    const planId = await writablePlan(before);
    await goOffline(before, service);
    const names = ['Window 1', 'Window 2', 'Window 3'];
    for (const name of names) await type(before, planId, name);
    const { rows } = await before.handlers.stops.list({ planId, cursor: null });
    const { id } = rows.find(({ recipientName }) => recipientName === 'Window 2')!;
    const earliestAttemptTime = { hour: 9, minute: 0 };
    const change = { timing: { earliestAttemptTime, latestAttemptTime: null } };
    const base = { timing: { earliestAttemptTime: null, latestAttemptTime: null } };
    await before.handlers.stops.editMany({ planId, edits: [{ id, change, base }] });
    await before.close();

    const after = await startApp({ folder: profile, keyStore });
    const again = await startTraining(trainingFolder);
    await waitFor('all three sent', async () => (await states(after)).every((state) => state === 'acknowledged'));
    type Read = { recipient: { name: string } | null; timing: { earliestAttemptTime: object | null } | null };
    const stops = await readList<Read>(again, `${planId}/stops`, 'stops');
    const sent = stops.filter(({ recipient }) => names.includes(recipient?.name ?? ''));
    expect(sent).toHaveLength(3);
    const changed = sent.filter(({ timing }) => timing?.earliestAttemptTime != null);
    expect(changed).toMatchObject([{ recipient: { name: 'Window 2' }, timing: { earliestAttemptTime } }]);
  });
});

describe('a stop whose answer is lost', () => {
  /** Passes everything on, but loses the answers to the first writes, or the writes themselves. */
  const losing =
    (service: RunningService, lose: 'answer' | 'request', count: number): Script =>
    async (incoming, response, socket) => {
      const isWrite = incoming.method === 'POST';
      if (isWrite && count > 0) {
        count -= 1;
        if (lose === 'answer') await passOn(service.address, service.authority, incoming);
        socket.destroy();
        return;
      }
      const answer = await passOn(service.address, service.authority, incoming);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    };

  it.each([
    ['the answer', 'answer', 1],
    ['the request', 'request', 1],
    ['the answer of an import', 'answer', 3],
    ['an import', 'request', 3],
  ] as const)('is on the service once after losing %s', async (_name, lose, stops) => {
    const service = await startTraining(temporaryFolder());
    const middle = await startScriptedServer(losing(service, lose, 1));
    const app = await startApp({ folder: temporaryFolder(), times: { settle: 700 } });
    expect(
      await connect(app, { ...accessOf(service), address: middle.origin, authority: middle.authority }),
    ).toMatchObject({
      connected: true,
    });
    const planId = await writablePlan(app);
    const names = Array.from({ length: stops }, (_, index) => `Lost ${index + 1}`);
    await Promise.all(names.map((name) => type(app, planId, name)));
    await waitFor('all sent', async () => {
      const list = await states(app);
      return list.length === stops && list.every((state) => state === 'acknowledged');
    });
    expect(await namesOnService(service, planId, 'Lost')).toEqual(names);
    const writes = middle.received.filter((incoming) => incoming.method === 'POST').length;
    // A stop whose answer was lost is found by its marker and never sent again.
    if (lose === 'answer' && stops === 1) expect(writes).toBe(1);
  });

  it('needs a decision when several stops on the service have its external id', async () => {
    const service = await startTraining(temporaryFolder());
    const middle = await startScriptedServer(losing(service, 'answer', 0));
    const app = await startApp({ folder: temporaryFolder(), times: { settle: 300 } });
    await connect(app, { ...accessOf(service), address: middle.origin, authority: middle.authority });
    const planId = await writablePlan(app);
    // The external id exists twice from elsewhere and once from here, and the answer is lost.
    middle.script = async (incoming, response, socket) => {
      if (incoming.method === 'POST') {
        for (let time = 0; time < 3; time += 1) await passOn(service.address, service.authority, incoming);
        socket.destroy();
        return;
      }
      const answer = await passOn(service.address, service.authority, incoming);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    };
    await type(app, planId, 'Asked', 'INVOICE-1');
    await waitFor('a decision', async () => (await states(app))[0] === 'decision');
    const [entry] = await allEntries(app);
    expect(entry?.reason).toEqual({ code: 'outbox.several-found', detail: { count: 3 } });
    await expect(app.handlers.outbox.giveUp({ entryId: entry!.id })).rejects.toMatchObject({
      code: 'record.not-editable',
    });
    await app.handlers.outbox.decide({ entryIds: [entry!.id], choice: { way: 'on-service' } });
    expect(await states(app)).toEqual(['acknowledged']);
  });
});

describe('a rejected entry', () => {
  it('keeps its reason, can be corrected, and is sent once', async () => {
    const service = await startTraining(temporaryFolder());
    const app = await startApp({ folder: temporaryFolder() });
    await connect(app, accessOf(service));
    const planId = await writablePlan(app);
    await app.handlers.stops.add({
      planId,
      draftId: null,
      stop: { address: { addressLineOne: 'Nowhere 1' }, recipient: { name: 'Refused' } },
    });
    await waitFor('the refusal', async () => (await states(app))[0] === 'refused');
    expect(app.session().outbox).toMatchObject({ waiting: 0, asking: 1 });
    const [entry] = await allEntries(app);
    expect(entry?.reason?.detail.serviceMessage).toBeTruthy();
    const { draft } = await app.handlers.outbox.content({ entryId: entry!.id });
    expect(draft).toEqual({ address: { addressLineOne: 'Nowhere 1' }, recipient: { name: 'Refused' } });
    await app.handlers.stops.correct({
      entryId: entry!.id,
      draftId: null,
      stop: { ...draft!, address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742' } },
    });
    await waitFor('it to be sent', async () => (await states(app))[0] === 'acknowledged');
    expect(await namesOnService(service, planId, 'Refused')).toEqual(['Refused']);
  });

  it('stays queued while the service refuses the key, and is sent with a new key', async () => {
    const service = await startTraining(temporaryFolder());
    let refuse = false;
    const middle = await startScriptedServer(async (incoming, response) => {
      const headers = refuse ? { ...incoming.headers, authorization: 'Bearer other' } : incoming.headers;
      const answer = await passOn(service.address, service.authority, { ...incoming, headers });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    const app = await startApp({ folder: temporaryFolder() });
    const access = { ...accessOf(service), address: middle.origin, authority: middle.authority };
    await connect(app, access);
    const planId = await writablePlan(app);
    refuse = true;
    await type(app, planId, 'Paused');
    await waitFor('the refused key', () =>
      app.session().connections.some((one) => one.kind === 'planning' && one.refused),
    );
    await waitFor('it to be kept in the queue', async () => (await states(app))[0] === 'queued');
    await expect(app.handlers.session.signOut()).rejects.toMatchObject({
      code: 'workspace.unsent-entries',
      detail: { count: 1 },
    });
    refuse = false;
    await connect(app, access);
    await waitFor('it to be sent', async () => (await states(app))[0] === 'acknowledged');
    expect(await namesOnService(service, planId, 'Paused')).toEqual(['Paused']);
  });
});

describe('a network that refuses every request with a page of its own', () => {
  it.each([401, 403, 404])('and %i costs no key, no plan and no edit, and counts as offline', async (status) => {
    const service = await startTraining(temporaryFolder());
    let isBlocked = false;
    const middle = await startScriptedServer(async (incoming, response) => {
      if (isBlocked) {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Blocked</html>');
        return;
      }
      const answer = await passOn(service.address, service.authority, incoming);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    const app = await startApp({ folder: temporaryFolder(), times: { settle: 700 } });
    await connect(app, { ...accessOf(service), address: middle.origin, authority: middle.authority });
    const planId = await writablePlan(app);
    await type(app, planId, 'Edited');
    await waitFor('it to be sent', async () => (await states(app)).every((state) => state === 'acknowledged'));
    const { id } = await waitFor('its id', async () => {
      const lists = await Promise.all([null, '200'].map((cursor) => app.handlers.stops.list({ planId, cursor })));
      return lists
        .flatMap(({ rows }) => rows)
        .find(({ recipientName, origin }) => recipientName === 'Edited' && origin === 'service');
    });

    isBlocked = true;
    const change = { notes: 'Ring twice' };
    await app.handlers.stops.edit({ planId, id, change, base: { notes: null }, draftId: null });
    await waitFor('the line to be down', async () => {
      await app.handlers.plans.refresh().catch(() => undefined);
      return app.session().connectivity.state === 'down';
    });
    expect(app.session().connectivity.error?.code).toBe('line.odd-answer');
    expect(app.session().connections.map(({ refused }) => refused)).toEqual([false, false]);
    expect(app.session().outbox).toMatchObject({ waiting: 1, asking: 0 });
    expect((await app.handlers.plans.list()).rows.map((plan) => plan.id)).toContain(planId);

    isBlocked = false;
    await waitFor('the edit to be sent', async () => (await states(app)).every((state) => state === 'acknowledged'));
    expect(await readBack(service, id)).toMatchObject({ status: 200, body: change });
  });
});
