/** Keys go only to the address and the authority that they were entered for (rows 23 and 24 of the list of attacks). */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from '../../../src/shared/schemas.ts';
import type { KeyPlaceQuestion } from '../../../src/main/keys/key-place.ts';
import { readJsonFile, writeJsonFile } from '../../../src/main/json-file.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { issue } from '../../fixtures/certificates.ts';
import { testAuthority } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

const saved = z.looseObject({ workspace: z.looseObject({ origin: z.string(), authority: z.string().nullable() }) });
type SavedPlace = Partial<{ origin: string; authority: string | null }>;

/** A server that is not the service, whose certificate the app would accept. */
async function foreignServer() {
  const authority = await testAuthority();
  const server = await startScriptedServer(json(200, { plans: [] }), await issue(authority, { host: 'localhost' }));
  return { server, origin: server.origin.replace('127.0.0.1', 'localhost'), authority: authority.pem };
}

/** Main's question about the address of the keys, and an answer to it. */
function asked(answer: boolean) {
  const questions: KeyPlaceQuestion[] = [];
  const confirmKeyPlace = (question: KeyPlaceQuestion) => Promise.resolve(questions.push(question) > 0 && answer);
  return { questions, desktop: { confirmKeyPlace } };
}

/** A profile that is connected to a service, and then another place in its workspace file. */
async function editedProfile(change: SavedPlace) {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  const app = await startApp({ folder, keyStore });
  await connect(app, service);
  await app.close();
  const file = join(folder, 'workspace.json');
  const { workspace } = readJsonFile(file, saved, { workspace: { origin: '', authority: null } });
  writeJsonFile(file, { workspace: { ...workspace, ...change } });
  return { service, folder, keyStore };
}

const hostOf = (origin: string) => new URL(origin).host;

describe('23: an edited workspace file', () => {
  it('sends a foreign server nothing, and names both hosts', async () => {
    const { server, origin, authority } = await foreignServer();
    const { service, ...profile } = await editedProfile({ origin, authority });
    const { questions, desktop } = asked(false);
    const app = await startApp({ ...profile, desktop });
    await waitFor('both keys to be refused', () => app.log.filter((line) => line.includes('not used')).length === 2);
    await app.handlers.session.tryLine();
    expect(server.received).toEqual([]);
    expect(questions).toEqual([{ host: hostOf(origin), before: hostOf(service.address) }]);
    expect(app.session().connections).toMatchObject([{ kept: 'none' }, { kept: 'none' }]);
  });

  it('is asked about when only the authority is another', async () => {
    const { pem } = await testAuthority();
    const { service, ...profile } = await editedProfile({ authority: pem });
    const { questions, desktop } = asked(false);
    const before = service.requestCount();
    const app = await startApp({ ...profile, desktop });
    await waitFor('both keys to be refused', () => app.log.filter((line) => line.includes('not used')).length === 2);
    expect(questions).toEqual([{ host: hostOf(service.address), before: hostOf(service.address) }]);
    expect(service.requestCount()).toBe(before);
  });

  it('is asked about when only the address is another', async () => {
    const { server, origin } = await foreignServer();
    const { service, ...profile } = await editedProfile({ origin });
    const { questions, desktop } = asked(false);
    const app = await startApp({ ...profile, desktop });
    await waitFor('both keys to be refused', () => app.log.filter((line) => line.includes('not used')).length === 2);
    expect(questions).toEqual([{ host: hostOf(origin), before: hostOf(service.address) }]);
    expect(server.received).toEqual([]);
  });

  it('is followed once the user confirms it, and not asked about again', async () => {
    const { server, origin, authority } = await foreignServer();
    const { service: _service, ...profile } = await editedProfile({ origin, authority });
    const app = await startApp({ ...profile, ...asked(true) });
    await waitFor('a request', () => server.received.length > 0);
    await app.close();
    const again = asked(false);
    const next = await startApp({ ...profile, desktop: again.desktop });
    await waitFor('the keys', () => next.session().connections.every(({ kept }) => kept === 'keychain'));
    expect(again.questions).toEqual([]);
  });
});

describe('24: a window that connects elsewhere with a pasted key', () => {
  it('sends a foreign server nothing until the user confirms it', async () => {
    const { server, origin, authority } = await foreignServer();
    const { questions, desktop } = asked(false);
    const app = await startApp({ folder: temporaryFolder(), desktop });
    const there = { address: origin, authority, planningKey: 'in-the-clipboard' };
    await expect(connect(app, there)).rejects.toMatchObject({ code: 'connection.not-confirmed' });
    expect(server.received).toEqual([]);
    expect(questions).toEqual([{ host: hostOf(origin), before: null }]);
  });

  it('names the open address, and asks about a new authority for it', async () => {
    const service = await startService({ folder: temporaryFolder(), seed: 1 });
    onTestFinished(() => service.close());
    const questions: KeyPlaceQuestion[] = [];
    const confirmKeyPlace = (question: KeyPlaceQuestion) => Promise.resolve(questions.push(question) === 1);
    const app = await startApp({ folder: temporaryFolder(), desktop: { confirmKeyPlace } });
    expect(await connect(app, service)).toMatchObject({ connected: true });
    // The same address and authority again is no news.
    expect(await connect(app, service)).toMatchObject({ connected: true });
    const { server, origin, authority } = await foreignServer();
    const notConfirmed = { code: 'connection.not-confirmed' };
    await expect(connect(app, { ...service, authority })).rejects.toMatchObject(notConfirmed);
    await expect(connect(app, { ...service, address: origin, authority })).rejects.toMatchObject(notConfirmed);
    const before = hostOf(service.address);
    expect(questions.slice(1)).toEqual([
      { host: before, before },
      { host: hostOf(origin), before },
    ]);
    expect(server.received).toEqual([]);
  });
});

it('signs out with no pasted key left in the clipboard', async () => {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, service);
  expect(app.clipboard.text).toBe(service.ordersKey);
  await app.handlers.session.signOut({});
  expect(app.clipboard.text).toBe('');
});

it('clears a pasted key from the clipboard after a minute, and nothing that was copied later', async () => {
  const system = new VirtualSystem();
  const app = await startApp({ folder: temporaryFolder(), system });
  const paste = (text: string) => {
    app.clipboard.text = text;
    return app.handlers.connections.pasteKey({ kind: 'planning' });
  };
  await paste('a-key-of-the-service');
  await system.advance(59_000);
  expect(app.clipboard.text).toBe('a-key-of-the-service');
  await system.advance(2_000);
  expect(app.clipboard.text).toBe('');
  await paste('a-key-of-the-service');
  app.clipboard.text = 'copied later';
  await system.advance(61_000);
  expect(app.clipboard.text).toBe('copied later');
});
