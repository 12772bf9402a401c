/** No unsettled entry is left behind by signing out, changing the address or changing the key (outbox, Rule 11). */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../src/main/db/database.ts';
import type { EntryFields } from '../../../src/main/db/outbox-storage.ts';
import { OutboxTable } from '../../../src/main/db/outbox.ts';
import { defineSeals } from '../../../src/main/db/seal.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { entryStates, openStates } from '../../../src/shared/outbox.ts';
import { connect, memoryKeyStore, noKeyStore, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, goOffline, startTraining, writablePlan } from './office.ts';

/** An app that is offline, with one entry whose fields can be set beside it. */
async function withEntry() {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const app = await startApp({ folder, keyStore });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  await goOffline(app, service);
  await app.handlers.stops.add({ planId, draftId: null, stop: { address: { addressLineOne: 'Quay 1' } } });
  const [entry] = await allEntries(app);
  const [workspace = ''] = readdirSync(join(folder, 'workspaces'));
  const database = new Database(join(folder, 'workspaces', workspace, 'outbox.db'), { synchronous: 'FULL' });
  onTestFinished(() => database.close());
  defineSeals(database, () => undefined);
  const table = new OutboxTable(database);
  const put = (set: Partial<EntryFields>) => table.commit([{ do: 'change-entry', id: entry?.id ?? '', set }]);
  return { app, service, keyStore, put };
}

it('refuses to sign out or change the address or key while an entry is in any unsettled state', async () => {
  const { app, service, keyStore, put } = await withEntry();
  const other = await startTraining(temporaryFolder(), 2);
  const planningKey = 'another-key-for-it';
  const leave = {
    'signing out': () => app.handlers.session.signOut(),
    'another address': () => connect(app, accessOf(other)),
    'another key': () => connect(app, { address: service.address, authority: service.authority, planningKey }),
  };
  const refusal = { code: 'workspace.unsent-entries', detail: { count: 1 } };
  for (const state of openStates) {
    put({ state });
    for (const [way, ask] of Object.entries(leave)) {
      await expect(ask(), `${way}, ${state}`).rejects.toMatchObject(refusal);
    }
    expect(app.session()).toMatchObject({ mode: 'connected', address: service.address });
    expect(keyStore.kept.size).toBe(2);
  }
  expect(entryStates.filter((state) => !openStates.some((open) => open === state))).toEqual([
    'acknowledged',
    'given-up',
  ]);
  put({ state: 'given-up', settledAt: Date.now() });
  expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none' });
});

it('keeps the files while a late copy of a sent entry may arrive, and says until when', async () => {
  const { app, service, put } = await withEntry();
  const until = Date.now() + 300_000;
  put({ state: 'acknowledged', settledAt: Date.now(), doubtUntil: until, sweepAt: until - 100_000 });
  const other = await startTraining(temporaryFolder(), 2);
  const planningKey = 'another-key-for-it';
  const leave = {
    'signing out with deletion': () => app.handlers.session.signOut({ deleteData: true }),
    'another address': () => connect(app, accessOf(other)),
    'another key': () => connect(app, { address: service.address, authority: service.authority, planningKey }),
  };
  const over = Math.ceil((until + 10_000) / 60_000) * 60_000;
  for (const [way, ask] of Object.entries(leave)) {
    await expect(ask(), way).rejects.toMatchObject({ code: 'workspace.searching', detail: { until: over } });
  }
  expect(app.session()).toMatchObject({ mode: 'connected', address: service.address });
  // The search is resumed where the files are.
  expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none' });
});

/** A connected app whose files can be kept from being written, as on a full disk. */
async function signedIn() {
  const service = await startTraining(temporaryFolder());
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  const app = await startApp({ folder, keyStore });
  await connect(app, accessOf(service));
  expect(keyStore.kept.size).toBe(2);
  return { app, folder, keyStore };
}

it('signs out, also for the next start, although no file can be written', async () => {
  const { app, folder, keyStore } = await signedIn();
  // A file is written under this name first, so nothing can be written while a folder has it.
  mkdirSync(join(folder, 'workspace.json.part'));
  expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none', connections: [] });
  expect(keyStore.kept.size).toBe(0);
  await app.close();
  const next = await startApp({ folder, keyStore });
  expect(next.session()).toMatchObject({ mode: 'none' });
});

it('removes the keys first, so that a sign-out that fails leaves none', async () => {
  const { app, folder, keyStore } = await signedIn();
  const file = join(folder, 'workspace.json');
  rmSync(file);
  // A folder in the place of the file, which is not deleted like one.
  mkdirSync(join(file, 'inner'), { recursive: true });
  await expect(app.handlers.session.signOut()).rejects.toThrow();
  expect(keyStore.kept.size).toBe(0);
  expect(app.session()).toMatchObject({ mode: 'none' });
});

it('says that keys may still be in a keychain that does not answer', async () => {
  const { app, keyStore } = await signedIn();
  keyStore.remove = () => Promise.reject(new AppError('keychain.unavailable', { cause: 'timeout' }));
  const notices = [{ kind: 'keys-not-removed', file: null }];
  expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none', notices });
});

it('says nothing of a keychain that the computer does not have', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder(), keyStore: noKeyStore });
  await connect(app, accessOf(service));
  expect(app.session().connections.map(({ kept }) => kept)).toEqual(['session', 'session']);
  const { notices } = await app.handlers.session.signOut();
  expect(notices.map(({ kind }) => kind)).not.toContain('keys-not-removed');
});
