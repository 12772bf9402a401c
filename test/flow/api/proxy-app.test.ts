/** The whole app, without its window, behind a proxy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../src/training/server.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { refuse, startProxy } from '../../fixtures/proxy-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

it('connects and reads through the proxy of the settings, and a changed proxy applies without a restart', async () => {
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const proxy = await startProxy();
  const folder = temporaryFolder();
  // Settings as a version without proxy settings wrote them.
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ labelPrinter: 'Zebra', desksBehindThisAddress: 2 }));
  const app = await startApp({ folder });
  expect(await app.handlers.settings.get()).toEqual({
    ...defaultSettings,
    labelPrinter: 'Zebra',
    desksBehindThisAddress: 2,
    proxy: { kind: 'system' },
  });
  await app.handlers.settings.set({ proxy: { kind: 'explicit', address: proxy.address } });
  const { address, authority, planningKey } = service;
  expect(await connect(app, { address, authority, planningKey })).toMatchObject({ connected: true });
  await waitFor('plans', async () => (await app.handlers.plans.list()).rows.length === 21);
  const host = new URL(address).host;
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([host]));
  expect(Buffer.concat(proxy.passed).includes(planningKey)).toBe(false);

  const closed = await startProxy({ script: refuse(403) });
  await app.handlers.settings.set({ proxy: { kind: 'explicit', address: closed.address } });
  await waitFor('the new proxy to be asked', async () => {
    await app.handlers.plans.refresh().catch(() => undefined);
    return closed.asked.length > 0;
  });
  await waitFor('the line to be down', () => app.session().connectivity.error?.code === 'line.proxy');
  expect(app.session().connectivity.error?.detail).toMatchObject({ cause: 'PROXY_403' });

  await app.handlers.settings.set({ labelPrinter: null });
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({
    ...defaultSettings,
    labelPrinter: null,
    desksBehindThisAddress: 2,
    proxy: { kind: 'explicit', address: closed.address },
  });
});

it('24: a proxy is used once main has asked, naming its host, and nothing is sent to it before', async () => {
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const proxy = await startProxy();
  const hosts: string[] = [];
  let confirmed = false;
  const confirmProxyHost = (host: string) => Promise.resolve(hosts.push(host) > 0 && confirmed);
  const app = await startApp({ folder: temporaryFolder(), desktop: { confirmProxyHost } });
  const { settings, plans } = app.handlers;
  const { address, authority, planningKey } = service;
  expect(await connect(app, { address, authority, planningKey })).toMatchObject({ connected: true });

  const named = { kind: 'explicit' as const, address: proxy.address };
  await expect(settings.set({ proxy: named, labelPrinter: 'Zebra' })).rejects.toMatchObject({
    code: 'proxy.not-confirmed',
  });
  expect(await settings.get()).toMatchObject({ proxy: { kind: 'system' }, labelPrinter: null });
  await plans.refresh();
  expect(proxy.asked).toEqual([]);

  confirmed = true;
  expect(await settings.set({ proxy: named })).toMatchObject({ proxy: named });
  await waitFor('the proxy to be asked', async () => {
    await plans.refresh().catch(() => undefined);
    return proxy.asked.length > 0;
  });
  // It is in use already, and the other kinds lead to no host that the window could name.
  await settings.set({ proxy: named });
  await settings.set({ proxy: { kind: 'none' } });
  const { host } = new URL(proxy.address);
  expect(hosts).toEqual([host, host]);
});

it('refuses the address of a proxy that is none, and asks nothing about it', async () => {
  const { settings } = (await startApp({ folder: temporaryFolder() })).handlers;
  const proxy = { kind: 'explicit' as const, address: 'http://:1' };
  await expect(settings.set({ proxy })).rejects.toMatchObject({ code: 'input.invalid' });
  expect((await settings.get()).proxy).toEqual({ kind: 'system' });
});

it('reaches the training depot past the proxy of the settings', async () => {
  const proxy = await startProxy({ script: refuse(403) });
  const app = await startApp({
    folder: temporaryFolder(),
    settings: { proxy: { kind: 'explicit', address: proxy.address } },
    training: innerTraining({ folder: temporaryFolder() }),
  });
  await app.handlers.session.startTraining();
  await waitFor('plans', async () => (await app.handlers.plans.list()).rows.length > 0);
  expect((await app.handlers.training.get()).state.faults.preset).toBeNull();
  expect(proxy.asked).toEqual([]);
});
