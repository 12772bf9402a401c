/** No unsettled entry is left behind by signing out, changing the address or changing the key (outbox, Rule 11). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../src/main/db/database.ts';
import { OutboxTable } from '../../../src/main/db/outbox.ts';
import { defineSeals } from '../../../src/main/db/seal.ts';
import { entryStates, openStates } from '../../../src/shared/outbox.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, goOffline, startTraining, writablePlan } from './office.ts';

it('refuses to sign out or change the address or key while an entry is in any unsettled state', async () => {
  const trainingFolder = temporaryFolder();
  const service = await startTraining(trainingFolder);
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

  const other = await startTraining(temporaryFolder(), 2);
  const planningKey = 'another-key-for-it';
  const leave = {
    'signing out': () => app.handlers.session.signOut(),
    'another address': () => connect(app, accessOf(other)),
    'another key': () => connect(app, { address: service.address, authority: service.authority, planningKey }),
  };
  const refusal = { code: 'workspace.unsent-entries', detail: { count: 1 } };
  for (const state of openStates) {
    table.commit([{ do: 'change-entry', id: entry?.id ?? '', set: { state } }]);
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
  table.commit([{ do: 'change-entry', id: entry?.id ?? '', set: { state: 'given-up', settledAt: Date.now() } }]);
  expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none' });
});
