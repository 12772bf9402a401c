import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readStoredKey } from '../../../src/main/keys/key-place.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, noKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { askControl } from '../training/support.ts';

async function training() {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  return service;
}

/** The keys in the keychain, sorted. */
const keysOf = ({ kept }: ReturnType<typeof memoryKeyStore>) =>
  [...kept.values()].map((text) => readStoredKey(text).key).sort();

const keyOf = ({ planningKey }: { planningKey: string }) => ({ planningKey });

/** Enters only the planning key and connects with the keys entered so far. */
async function connectEntered(app: TestApp, to: { address: string; authority: string; planningKey: string }) {
  app.clipboard.text = to.planningKey;
  await app.handlers.connections.pasteKey({ kind: 'planning' });
  return app.handlers.connections.connect({ address: to.address, authority: to.authority });
}

describe('connecting', () => {
  it('checks each key with one small read, keeps both and opens the workspace', async () => {
    const service = await training();
    const keyStore = memoryKeyStore();
    const app = await startApp({ folder: temporaryFolder(), keyStore });
    const before = service.requestCount();
    const result = await connect(app, service);
    expect(result).toEqual({
      connected: true,
      checks: [
        { kind: 'planning', result: 'accepted', kept: 'keychain' },
        { kind: 'orders', result: 'accepted', kept: 'keychain' },
      ],
    });
    expect(service.requestCount() - before).toBeGreaterThanOrEqual(2);
    expect(keysOf(keyStore)).toEqual([service.planningKey, service.ordersKey].sort());
    expect(app.session()).toMatchObject({ mode: 'connected', address: service.address });
  });

  it.each([
    [
      'the orders key as planning key',
      (s: { ordersKey: string }) => ({ planningKey: s.ordersKey }),
      'service.key-refused',
    ],
    ['a wrong key', () => ({ planningKey: 'wrong' }), 'service.key-refused'],
    ['a key with a line break inside', () => ({ planningKey: 'a\nb' }), 'key.malformed'],
    ['a key with an emoji', () => ({ planningKey: 'key🔑' }), 'key.malformed'],
    ['a key of 10 kB', () => ({ planningKey: 'k'.repeat(10_000) }), 'key.malformed'],
  ])('18: %s: shows the error at its field and opens nothing', async (_name, keys, code) => {
    const service = await training();
    const app = await startApp({ folder: temporaryFolder() });
    const result = await connect(app, { address: service.address, authority: service.authority, ...keys(service) });
    expect(result.connected).toBe(false);
    expect(result.checks[0]).toMatchObject({ kind: 'planning', result: 'failed', error: { code } });
    expect(app.session().mode).toBe('none');
  });

  it('asks again if the service is busy because of another desk', async () => {
    const service = await training();
    const busy = { hits: { methods: ['GET'], atMost: 2 }, fault: { kind: 'too-many', retryAfter: 1 } };
    expect((await askControl(service, 'PUT', '/faults', { seed: 1, rules: [busy] })).status).toBe(200);
    const app = await startApp({ folder: temporaryFolder() });
    expect((await connect(app, service)).checks.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
  });

  it('18: trims blanks and a line break around a pasted key and says so', async () => {
    const service = await training();
    const app = await startApp({ folder: temporaryFolder() });
    app.clipboard.text = `  ${service.planningKey}\r\n`;
    const entry = await app.handlers.connections.pasteKey({ kind: 'planning' });
    expect(entry).toEqual({ kind: 'planning', length: service.planningKey.length, note: 'trimmed' });
    const result = await app.handlers.connections.connect({ address: service.address, authority: service.authority });
    expect(result.connected).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['http://example.org', 'not-https'],
    ['https://', 'malformed'],
    ['https://key@example.org', 'malformed'],
  ])('rejects the address %j as %s', async (address, problem) => {
    const app = await startApp({ folder: temporaryFolder() });
    await expect(connect(app, { address, authority: null, planningKey: 'k' })).rejects.toMatchObject({
      code: 'connection.address',
      detail: { cause: problem },
    });
  });

  it('requires a key, and a valid certificate if one is given', async () => {
    const app = await startApp({ folder: temporaryFolder() });
    const address = 'https://127.0.0.1:1';
    await expect(connect(app, { address, authority: null })).rejects.toMatchObject({ code: 'connection.no-key' });
    await expect(connect(app, { address, authority: 'not a certificate', planningKey: 'k' })).rejects.toMatchObject({
      code: 'connection.authority',
    });
  });

  it('does not trust an unknown authority or send it the key', async () => {
    const server = await startScriptedServer(json(200, { plans: [] }));
    const app = await startApp({ folder: temporaryFolder() });
    const result = await connect(app, { address: server.origin, authority: null, planningKey: 'k1234567' });
    expect(result.checks[0]).toMatchObject({ result: 'failed', error: { code: 'line.certificate' } });
    expect(server.received).toEqual([]);
  });

  it('reports a service that does not answer as unreachable', async () => {
    const app = await startApp({ folder: temporaryFolder() });
    const result = await connect(app, { address: 'https://127.0.0.1:1', authority: null, planningKey: 'k1234567' });
    expect(result.checks[0]).toMatchObject({ result: 'failed', error: { code: 'line.unreachable' } });
  });

  it('21: keeps the key for the session without a keychain, says so, and asks for it at the next start', async () => {
    const service = await training();
    const folder = temporaryFolder();
    const app = await startApp({ folder, keyStore: noKeyStore });
    const result = await connect(app, service);
    expect(result.checks[0]).toMatchObject({ result: 'accepted', kept: 'session' });
    expect(app.session().notices).toContainEqual({ kind: 'keychain-unavailable', file: null });
    await app.close();
    const next = await startApp({ folder, keyStore: noKeyStore });
    await waitFor('the notice', () => next.session().notices.some((notice) => notice.kind === 'keys-unread'));
    expect(next.session()).toMatchObject({ mode: 'connected', connections: [{ kept: 'unread' }, { kept: 'unread' }] });
    // The lists that were read before stay on screen.
    expect(next.session().capabilities.operations['plans.list']).toEqual({ can: true });
  });

  it.each([
    ['when it answers late', 'late'],
    ['when the user tries again', 'again'],
  ] as const)('21: reads the keys from a locked keychain %s', async (_when, way) => {
    const service = await training();
    const folder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const before = await startApp({ folder, keyStore });
    await connect(before, service);
    await before.close();
    let isLocked = true;
    const lateCalls: (() => void)[] = [];
    const read = (account: string, late?: () => void) => {
      if (!isLocked) return keyStore.read(account);
      if (late !== undefined) lateCalls.push(late);
      return Promise.reject(new AppError('keychain.unavailable'));
    };
    const app = await startApp({ folder, keyStore: { ...keyStore, read } });
    const kept = () => app.session().connections.map((connection) => connection.kept);
    await waitFor('both to be asked for', () => kept().every((each) => each === 'unread'));
    await app.handlers.session.tryLine();
    expect(kept()).toEqual(['unread', 'unread']);
    await waitFor('the notice', () => app.session().notices.some(({ kind }) => kind === 'keys-unread'));

    isLocked = false;
    // Each call that was sent ends now, in the order in which they were sent.
    if (way === 'late') for (const late of lateCalls) late();
    else await app.handlers.session.tryLine();
    await waitFor('the keys', () => kept().every((each) => each === 'keychain'));
    await waitFor('the service', () => app.session().connectivity.state === 'up');
    await waitFor('the notice to be gone', () => app.session().notices.length === 0);
  });

  it('reads the keys from the keychain at the next start and shows cached data before it is online', async () => {
    const service = await training();
    const folder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const app = await startApp({ folder, keyStore });
    await connect(app, service);
    await waitFor('plans', async () => (await app.handlers.plans.list()).rows.length === 21);
    await app.close();
    await service.close();
    const next = await startApp({ folder, keyStore });
    expect((await next.handlers.plans.list()).rows).toHaveLength(21);
    await waitFor('the line to be down', () => next.session().connectivity.state === 'down');
  });

  it('keeps the other key and the certificate when one key of the open address is replaced', async () => {
    const service = await training();
    const app = await startApp({ folder: temporaryFolder() });
    await connect(app, service);
    const again = await connect(app, { address: service.address, authority: null, planningKey: service.planningKey });
    expect(again).toMatchObject({ connected: true, checks: [{ result: 'accepted' }, { result: 'not-given' }] });
    expect(app.session().connections.map((one) => [one.kind, one.kept])).toEqual([
      ['planning', 'keychain'],
      ['orders', 'keychain'],
    ]);
    await app.handlers.orders.refresh();
  });

  it('uses and keeps the checked key even if another is typed during the check', async () => {
    const service = await training();
    const keyStore = memoryKeyStore();
    const app = await startApp({ folder: temporaryFolder(), keyStore });
    const connecting = connect(app, { address: service.address, authority: service.authority, ...keyOf(service) });
    await waitFor('the key to be asked about', () => service.requestCount() > 0);
    app.keyEntries.type('planning', 'x');
    expect(await connecting).toMatchObject({ connected: true });
    expect(keysOf(keyStore)).toEqual([service.planningKey]);
  });

  it.each(['and enters no other', 'and enters another key'] as const)(
    'stays in the open workspace if the user leaves the form during the check %s',
    async (way) => {
      const [service, other] = [await training(), await training()];
      const keyStore = memoryKeyStore();
      const app = await startApp({ folder: temporaryFolder(), keyStore });
      await connect(app, { address: service.address, authority: service.authority, ...keyOf(service) });
      // The check waits for a second after its first request.
      const busy = { hits: { methods: ['GET'], atMost: 1 }, fault: { kind: 'too-many', retryAfter: 1 } };
      expect((await askControl(other, 'PUT', '/faults', { seed: 1, rules: [busy] })).status).toBe(200);
      const before = other.requestCount();
      const connecting = connect(app, { address: other.address, authority: other.authority, ...keyOf(other) });
      await waitFor('the key to be asked about', () => other.requestCount() > before);
      for (const kind of ['planning', 'orders'] as const) await app.handlers.connections.clearKey({ kind });
      if (way === 'and enters another key') app.keyEntries.type('planning', 'x');
      expect(await connecting).toMatchObject({ connected: false, checks: [{ result: 'accepted' }, {}] });
      expect(app.session()).toMatchObject({ mode: 'connected', address: service.address });
      expect(keysOf(keyStore)).toEqual([service.planningKey]);
    },
  );

  it('stays in the training depot that the user opens before the check is over', async () => {
    const service = await training();
    const keyStore = memoryKeyStore();
    const launcher = innerTraining({ folder: temporaryFolder() });
    const opened = Promise.withResolvers<boolean>();
    let isAsked = false;
    const confirmKeyPlace = () => {
      isAsked = true;
      return opened.promise;
    };
    const desktop = { confirmKeyPlace };
    const app = await startApp({ folder: temporaryFolder(), keyStore, training: launcher, desktop });
    const connecting = connect(app, { address: service.address, authority: service.authority, ...keyOf(service) });
    await waitFor('the question', () => isAsked);
    await app.handlers.session.startTraining();
    opened.resolve(true);
    expect(await connecting).toMatchObject({ connected: false });
    expect([app.session().mode, keysOf(keyStore)]).toEqual(['training', []]);
  });

  it('never sends a key entered for one service to another', async () => {
    const service = await training();
    const launcher = innerTraining({ folder: temporaryFolder() });
    const app = await startApp({ folder: temporaryFolder(), training: launcher });
    app.keyEntries.type('orders', 'meant-for-another');
    await app.handlers.session.startTraining();
    await app.handlers.session.signOut();
    expect(await connectEntered(app, service)).toMatchObject({
      connected: true,
      checks: [{ result: 'accepted' }, { result: 'not-given' }],
    });
  });

  it('keeps the other key when one is replaced before the keychain has returned both', async () => {
    const service = await training();
    const folder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const first = await startApp({ folder, keyStore });
    await connect(first, service);
    await first.close();
    const unlocked = Promise.withResolvers<void>();
    const read = async (account: string) => {
      await unlocked.promise;
      return keyStore.read(account);
    };
    const app = await startApp({ folder, keyStore: { ...keyStore, read } });
    expect(await connectEntered(app, service)).toMatchObject({ connected: true });
    unlocked.resolve();
    await waitFor('the other key', () => app.session().connections.every(({ kept }) => kept === 'keychain'));
    await app.handlers.orders.refresh();
  });

  it('opens a workspace once when asked twice', async () => {
    const app = await startApp({ folder: temporaryFolder(), training: innerTraining({ folder: temporaryFolder() }) });
    const { startTraining } = app.handlers.session;
    await Promise.all([startTraining(), startTraining()]);
    await waitFor('plans', async () => (await app.handlers.plans.list()).rows.length > 0);
    expect(app.log.filter((line) => line.startsWith('connectivity: up'))).toHaveLength(1);
  });

  it('refuses another address while entries wait', async () => {
    const service = await training();
    const app = await startApp({ folder: temporaryFolder() });
    await connect(app, service);
    const plan = await waitFor('a plan', async () =>
      (await app.handlers.plans.list()).rows.find((row) => row.writable),
    );
    await service.close();
    await app.handlers.stops.add({ planId: plan.id, draftId: null, stop: { address: { addressLineOne: 'Quay 1' } } });
    const other = await training();
    await expect(connect(app, other)).rejects.toMatchObject({ code: 'workspace.unsent-entries', detail: { count: 1 } });
    await waitFor('the count to be told', () => app.sessions.at(-1)?.outbox.waiting === 1);
  });

  it('removes the keys from the keychain on sign-out', async () => {
    const service = await training();
    const keyStore = memoryKeyStore();
    const app = await startApp({ folder: temporaryFolder(), keyStore });
    await connect(app, service);
    expect(await app.handlers.session.signOut()).toMatchObject({ mode: 'none' });
    expect(keyStore.kept.size).toBe(0);
  });
});

describe('damaged files', () => {
  it('rebuilds a damaged cache, sets a damaged outbox aside, and reports both', async () => {
    const service = await training();
    const folder = temporaryFolder();
    const keyStore = memoryKeyStore();
    const app = await startApp({ folder, keyStore });
    await connect(app, service);
    await waitFor('plans', async () => (await app.handlers.plans.list()).rows.length === 21);
    await app.close();
    const state = JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8')) as { workspace: { id: string } };
    const workspace = join(folder, 'workspaces', state.workspace.id);
    for (const name of ['cache.db', 'outbox.db']) writeFileSync(join(workspace, name), Buffer.alloc(8_192, 'z'));
    const next = await startApp({ folder, keyStore });
    expect(
      next
        .session()
        .notices.map((notice) => notice.kind)
        .sort(),
    ).toEqual(['cache-rebuilt', 'outbox-set-aside']);
    await waitFor('plans again', async () => (await next.handlers.plans.list()).rows.length === 21);
  });
});
