/** What is open at the next start, by the file that says so, which another version or program may have changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, goOffline, startTraining, writablePlan } from './office.ts';

/** An office that was closed while a stop waited and its service was away. */
async function closedOffice() {
  const [folder, serviceFolder, keyStore] = [temporaryFolder(), temporaryFolder(), memoryKeyStore()];
  const service = await startTraining(serviceFolder);
  const app = await startApp({ folder, keyStore });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  await goOffline(app, service);
  const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
  await app.handlers.stops.add({ planId, stop: { address, recipient: { name: 'Waits' } }, draftId: null });
  await app.close();
  return { folder, serviceFolder, keyStore, file: join(folder, 'workspace.json') };
}

it.each([
  ['something that this version does not know', { team: 'north', kinds: ['planning', 'orders', 'fleet'] }],
  ['a version of the service that it does not know', { version: 'v2' }],
])('is opened although the file has %s', async (_name, change) => {
  const { folder, keyStore, file } = await closedOffice();
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { workspace: object };
  writeFileSync(file, JSON.stringify({ ...stored, workspace: { ...stored.workspace, ...change }, since: 2027 }));
  const app = await startApp({ folder, keyStore });
  expect(app.session()).toMatchObject({
    mode: 'connected',
    connections: [{ kind: 'planning' }, { kind: 'orders' }],
    planningVersion: 'v1',
    outbox: { waiting: 1 },
    notices: [],
  });
});

it.each(['{', '{"workspace":{"id":"../elsewhere"}}'])(
  'is said not to be known when the file holds %s, and is there again once it is connected',
  async (content) => {
    const { folder, serviceFolder, keyStore, file } = await closedOffice();
    writeFileSync(file, content);
    const app = await startApp({ folder, keyStore });
    const notices = [{ kind: 'workspace-unreadable', file: 'workspace.json' }];
    expect(app.session()).toMatchObject({ mode: 'none', notices });

    const service = await startTraining(serviceFolder);
    expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
    expect(app.session()).toMatchObject({ mode: 'connected', notices: [] });
    expect(await allEntries(app)).toHaveLength(1);
  },
);

it('is none, and nothing is said, without the file', async () => {
  const app = await startApp({ folder: temporaryFolder() });
  expect(app.session()).toMatchObject({ mode: 'none', notices: [] });
});
