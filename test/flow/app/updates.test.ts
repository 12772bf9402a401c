/** Where updates of the app come from, as the window sets it (attack 24). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedDescription } from '../../../build/updates/published.ts';
import type { PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { noPrinter } from '../../fixtures/open-app.ts';
import { passOn } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fileOf, goodDescription, installerName, startUpdateServer } from '../../fixtures/update-server.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining } from './office.ts';

it('is set only after main has asked, naming the host, and kept for the next start', async () => {
  const hosts: string[] = [];
  const desktop = { confirmUpdateHost: (host: string) => Promise.resolve(hosts.push(host) > 1) };
  const folder = temporaryFolder();
  const app = await startApp({ folder, desktop });
  const { updates } = app.handlers;
  const file = join(folder, 'updates.json');
  const source = { address: 'https://updates.example.org:8443/desk', channel: 'stable' };
  expect(await updates.setSource(source)).toMatchObject({ source: null });
  expect(existsSync(file)).toBe(false);
  expect(await updates.setSource(source)).toMatchObject({
    source: { address: 'https://updates.example.org:8443/desk/', host: 'updates.example.org:8443', setBy: 'user' },
  });
  expect(hosts).toEqual(['updates.example.org:8443', 'updates.example.org:8443']);
  await app.close();
  const again = await startApp({ folder });
  expect(await again.handlers.updates.get()).toMatchObject({ source: { host: 'updates.example.org:8443' } });
  expect(await again.handlers.updates.turnOff()).toMatchObject({ source: null });
  expect(readFileSync(file, 'utf8')).not.toContain('example.org');
});

it.each([
  'http://updates.example.org/',
  'https://desk:secret@updates.example.org/',
  'https://updates.example.org/?a=1',
  'here',
])('is never %s', async (address) => {
  const hosts: string[] = [];
  const desktop = { confirmUpdateHost: (host: string) => Promise.resolve(hosts.push(host) > 0) };
  const app = await startApp({ folder: temporaryFolder(), desktop });
  await expect(app.handlers.updates.setSource({ address, channel: 'stable' })).rejects.toMatchObject({
    code: 'update.address',
  });
  expect(hosts).toEqual([]);
});

/** An app that is connected through the server of its updates, which it trusts because of that. */
async function withUpdates(options: { backEnd?: PrintBackEnd; install?: (file: string) => Promise<void> } = {}) {
  const { backEnd, install } = options;
  const service = await startTraining(temporaryFolder());
  const server = await startUpdateServer();
  server.first = (incoming, response) => {
    if (incoming.path.startsWith('/updates/')) return false;
    void passOn(service.address, service.authority, incoming).then(
      ({ status, body }) => {
        const isPdf = body.subarray(0, 4).toString() === '%PDF';
        response.writeHead(status, { 'content-type': isPdf ? 'application/pdf' : 'application/json' });
        // The links of labels lead through this server too.
        const { origin } = new URL(server.address);
        response.end(isPdf ? body : body.toString().replaceAll(service.address, origin));
      },
      () => void response.destroy(),
    );
    return true;
  };
  const app = await startApp({
    folder: temporaryFolder(),
    desktop: { confirmUpdateHost: () => Promise.resolve(true) },
    updates: { installer: 'linux-x64-deb', keys: [server.key.pem], ...(install && { install }) },
    ...(backEnd && { backEnd }),
  });
  await connect(app, { ...accessOf(service), address: new URL(server.address).origin, authority: server.authority });
  const offer = (number: number, version: string) => {
    const bytes = Buffer.from(`the installer of ${version}`);
    const description = goodDescription({ number, version, until: '2099-07-15T06:00:00Z', files: [fileOf(bytes)] });
    server.offer.files.set(installerName, bytes);
    server.offer.description = publishedDescription(description, server.key.privateKey);
  };
  return { app, address: server.address, offer };
}

/** Looks for updates. @returns the versions that the window then says are ready */
async function readyAfterLook(app: TestApp): Promise<(string | null)[]> {
  await app.handlers.updates.look();
  return app.session().notices.flatMap((notice) => (notice.kind === 'update-ready' ? [notice.file] : []));
}

it('are announced once a version, each in place of the one before, until none is ready', async () => {
  const { app, address, offer } = await withUpdates();
  offer(7, '1.1.0');
  await app.handlers.updates.setSource({ address, channel: 'stable' });
  expect(await readyAfterLook(app)).toEqual(['1.1.0']);
  offer(8, '1.2.0');
  expect(await readyAfterLook(app)).toEqual(['1.2.0']);
  await app.handlers.session.dismissNotice({ kind: 'update-ready' });
  expect(await readyAfterLook(app), 'it was dismissed').toEqual([]);
  offer(9, '1.3.0');
  expect(await readyAfterLook(app)).toEqual(['1.3.0']);
  // Withdrawn by its makers.
  offer(10, '0.0.0');
  expect(await readyAfterLook(app)).toEqual([]);
  offer(11, '1.3.0');
  expect(await readyAfterLook(app)).toEqual(['1.3.0']);
  await app.handlers.updates.turnOff();
  expect(await readyAfterLook(app)).toEqual([]);
});

it('are installed only after all pages of a label that is being printed were sent', async () => {
  const sent: string[] = [];
  const handedOver = Promise.withResolvers<void>();
  const backEnd: PrintBackEnd = {
    ...noPrinter,
    printers: () =>
      Promise.resolve([{ name: 'Labels', description: 'Labels', isDefault: true, stopped: null, tried: true }]),
    async print({ title }, named) {
      named(String(sent.push(title)));
      await handedOver.promise;
    },
  };
  const installed: number[] = [];
  const { app, address, offer } = await withUpdates({
    backEnd,
    install: async () => void installed.push(sent.length),
  });
  offer(7, '1.1.0');
  await app.handlers.updates.setSource({ address, channel: 'stable' });
  expect(await readyAfterLook(app)).toEqual(['1.1.0']);
  const order = await waitFor('an order of several packages', async () => {
    const { rows } = await app.handlers.orders.list({ cursor: null });
    return rows.find(({ packageCount }) => (packageCount ?? 0) > 1);
  });
  const label = await app.handlers.labels.fetch({ orderId: order.id });
  const print = { documentId: label.id, orderId: order.id, printer: 'Labels', pages: null, anyway: false };
  const printing = app.handlers.labels.print(print);
  await waitFor('the first page', () => sent.length === 1);
  expect(await app.handlers.updates.install()).toMatchObject({ state: { kind: 'waiting', version: '1.1.0' } });
  handedOver.resolve();
  await printing;
  await waitFor('the update', () => installed.length === 1);
  expect(installed).toEqual([order.packageCount]);
});
