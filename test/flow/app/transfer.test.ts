import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunningService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { accessOf, goOffline, startTraining, writablePlan } from './office.ts';

const type = (app: TestApp, planId: string, name: string) =>
  app.handlers.stops.add({
    planId,
    draftId: null,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name },
    },
  });

const states = async (app: TestApp) => (await allEntries(app)).map(({ state }) => state).sort();

/** A connected app that has gone offline with three stops waiting in its outbox. */
async function threeWaiting(service: RunningService, file: string) {
  const app = await startApp({ folder: temporaryFolder(), saveTo: file, openFrom: file, times: { settle: 300 } });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  const planId = await writablePlan(app);
  await goOffline(app, service);
  for (const name of ['Taken 1', 'Taken 2', 'Taken 3']) await type(app, planId, name);
  await waitFor('all to wait', async () => (await states(app)).every((state) => state === 'queued'));
  return { app, planId };
}

/** The ids of two plans that can be changed, whose stops have been read. */
const twoPlans = (app: TestApp) =>
  waitFor('two plans that can be changed', async () => {
    const { rows } = await app.handlers.plans.list();
    const fit = rows.filter((row) => row.writable && (row.stopCount ?? 0) >= 5);
    return fit.length >= 2 ? fit.slice(0, 2).map(({ id }) => id) : undefined;
  });

async function namesOnService(service: RunningService, planId: string) {
  const reader = new PlainClient({ ...service, authorityFile: writtenAuthority(service) });
  const stops = await reader.stops(planId);
  reader.close();
  return stops
    .map(({ recipient }) => recipient?.name)
    .filter((name) => name?.startsWith('Taken'))
    .sort();
}

function writtenAuthority({ authority }: RunningService): string {
  const file = join(temporaryFolder(), 'authority.pem');
  writeFileSync(file, authority);
  return file;
}

describe('a file of unsent entries', () => {
  it('takes all waiting entries along, and each reaches the service once after the import', async () => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'entries.json');
    const service = await startTraining(folder);
    const { app, planId } = await threeWaiting(service, file);

    expect(await app.handlers.outbox.exportEntries({ keep: false })).toEqual({ name: 'entries.json', count: 3 });
    expect(await states(app)).toEqual(['given-up', 'given-up', 'given-up']);
    expect(app.session().outbox).toMatchObject({ waiting: 0, asking: 0 });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(service.planningKey);
    expect(statSync(file).mode & 0o077).toBe(0);

    expect(await app.handlers.outbox.importEntries()).toEqual({ taken: 3, known: 0 });
    // The second time the entries are known.
    expect(await app.handlers.outbox.importEntries()).toEqual({ taken: 0, known: 3 });

    const again = await startTraining(folder);
    await waitFor('all sent', async () => (await states(app)).every((state) => state === 'acknowledged'));
    expect(await namesOnService(again, planId)).toEqual(['Taken 1', 'Taken 2', 'Taken 3']);
  });

  it('is imported on another computer, which first looks up what the first one has sent meanwhile', async () => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'entries.json');
    const service = await startTraining(folder);
    const { app, planId } = await threeWaiting(service, file);
    // A copy: the first computer keeps its entries.
    await app.handlers.outbox.exportEntries({ keep: true });
    expect(app.session().outbox).toMatchObject({ waiting: 3 });
    const again = await startTraining(folder);
    await waitFor('all sent', async () => (await states(app)).every((state) => state === 'acknowledged'));

    // Two desks that read everything at the same time are stopped for a minute by the service's limits.
    await app.close();

    const options = { folder: temporaryFolder(), openFrom: file, times: { settle: 300 }, keyStore: memoryKeyStore() };
    const other = await startApp(options);
    await connect(other, accessOf(again));
    await writablePlan(other);
    expect(await other.handlers.outbox.importEntries()).toEqual({ taken: 3, known: 0 });
    const isAllFound = async () => (await states(other)).every((state) => state === 'acknowledged');
    await waitFor('all found', isAllFound).catch(async (error: unknown) => {
      // Which look-up did not end, and why.
      throw new Error(JSON.stringify((await allEntries(other)).map(({ state, reason }) => ({ state, reason }))), {
        cause: error,
      });
    });
    expect(await namesOnService(again, planId)).toEqual(['Taken 1', 'Taken 2', 'Taken 3']);
  });

  it('lets a stop that was sent from another computer and moved there leave its old plan', async () => {
    const folder = temporaryFolder();
    const file = join(temporaryFolder(), 'entries.json');
    const office = { saveTo: file, openFrom: file, times: { settle: 300 } };
    const options = { ...office, folder: temporaryFolder(), keyStore: memoryKeyStore() };
    const first = await startTraining(folder);
    const here = await startApp(options);
    await connect(here, accessOf(first));
    const [planId = '', toPlanId = ''] = await twoPlans(here);
    await goOffline(here, first);
    await type(here, planId, 'Taken 1');
    expect(await here.handlers.outbox.exportEntries({ keep: false })).toMatchObject({ count: 1 });
    await here.close();

    const second = await startTraining(folder);
    const there = await startApp({ ...office, folder: temporaryFolder(), keyStore: memoryKeyStore() });
    await connect(there, accessOf(second));
    await waitFor('both plans', async () => {
      const { rows } = await there.handlers.plans.list();
      return rows.filter(({ id, stopCount }) => stopCount !== null && [planId, toPlanId].includes(id)).length === 2;
    });
    expect(await there.handlers.outbox.importEntries()).toEqual({ taken: 1, known: 0 });
    await waitFor('it to be sent', async () => (await states(there)).every((state) => state === 'acknowledged'));
    await goOffline(there, second);
    const [stop] = await allEntries(there);
    expect(await there.handlers.stops.move({ planId, ids: [stop!.recordId], toPlanId })).toMatchObject([
      { error: null },
    ]);
    expect(await there.handlers.outbox.exportEntries({ keep: false })).toMatchObject({ count: 1 });
    await there.close();

    const third = await startTraining(folder);
    const again = await startApp(options);
    expect(await again.handlers.outbox.importEntries()).toEqual({ taken: 1, known: 0 });
    await waitFor('the move', async () => (await states(again)).join() === 'acknowledged,given-up', 30_000);
    expect(await namesOnService(third, planId)).toEqual([]);
    expect(await namesOnService(third, toPlanId)).toEqual(['Taken 1']);
  });

  it('is refused for another account or if a character was changed', async () => {
    const file = join(temporaryFolder(), 'entries.json');
    const { app } = await threeWaiting(await startTraining(temporaryFolder()), file);
    await app.handlers.outbox.exportEntries({ keep: true });
    const whole = readFileSync(file, 'utf8');

    const other = await startTraining(temporaryFolder(), 2);
    const stranger = await startApp({ folder: temporaryFolder(), openFrom: file });
    await connect(stranger, accessOf(other));
    await writablePlan(stranger);
    await expect(stranger.handlers.outbox.importEntries()).rejects.toMatchObject({ code: 'transfer.other-account' });

    writeFileSync(file, whole.replace('Taken 2', 'Taken 9'));
    await expect(app.handlers.outbox.importEntries()).rejects.toMatchObject({ code: 'transfer.not-a-file' });
    writeFileSync(file, whole.slice(0, -20));
    await expect(app.handlers.outbox.importEntries()).rejects.toMatchObject({ code: 'transfer.not-a-file' });
    writeFileSync(file, whole.replace('"version": 2', '"version": 3'));
    await expect(app.handlers.outbox.importEntries()).rejects.toMatchObject({ code: 'storage.newer' });
    expect(app.session().outbox).toMatchObject({ waiting: 3 });
  });

  it('changes nothing if it cannot be written', async () => {
    const file = join(temporaryFolder(), 'not', 'there');
    writeFileSync(join(file, '..', '..', 'not'), '');
    const { app } = await threeWaiting(await startTraining(temporaryFolder()), file);
    await expect(app.handlers.outbox.exportEntries({ keep: false })).rejects.toMatchObject({ code: 'save.failed' });
    expect(app.session().outbox).toMatchObject({ waiting: 3 });
  });
});

describe('leaving an account', () => {
  it('is refused until unsent entries are exported or discarded', async () => {
    const file = join(temporaryFolder(), 'entries.json');
    const { app } = await threeWaiting(await startTraining(temporaryFolder()), file);
    await expect(app.handlers.session.signOut()).rejects.toMatchObject({
      code: 'workspace.unsent-entries',
      detail: { count: 3 },
    });
    expect(await app.handlers.outbox.giveUpAll()).toBe(3);
    expect((await app.handlers.session.signOut()).mode).toBe('none');
  });

  it('by a new key is refused while entries wait', async () => {
    const file = join(temporaryFolder(), 'entries.json');
    const service = await startTraining(temporaryFolder());
    const { app } = await threeWaiting(service, file);
    await expect(
      connect(app, { address: service.address, authority: service.authority, planningKey: 'another-key-of-mine' }),
    ).rejects.toMatchObject({ code: 'workspace.unsent-entries', detail: { count: 3 } });
  });
});
