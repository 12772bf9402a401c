/** The whole app, without its window, behind a proxy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../src/training/server.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { refuse, startProxy } from '../../fixtures/proxy-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
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
