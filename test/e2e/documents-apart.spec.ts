/** Label documents are read in a process that has nothing but them (attack 8). */
import { createServer, type AddressInfo } from 'node:net';
import type { ElectronApplication } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openConnected, openLabel } from '../support/screens.ts';

/** The world in which a preload runs. */
const worldOfPreload = 999;

/** The process in which documents are checked; null: it does not run. */
const processOf = (electron: ElectronApplication) =>
  electron.evaluate(({ webContents }) => {
    const contents = webContents.getAllWebContents().find((each) => each.getURL() === 'app://blank/');
    return contents === undefined ? null : contents.getOSProcessId();
  });

test('8: documents are checked without Node, files and network', async ({ service, client, start }) => {
  const [order] = await client.orders();
  const app = await start();
  const { electron, window } = app;
  const contacts: string[] = [];
  const server = createServer((socket) => {
    contacts.push('a connection');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await openConnected(app, service);
    await openLabel(window, order?.packageInfo?.externalId ?? '');
    await window.getByRole('dialog').getByText(t('labels.allRight')).waitFor();
    await expect.poll(() => processOf(electron), 'the process of the documents').not.toBeNull();
    const seen = await electron.evaluate(
      async ({ BrowserWindow, webContents }, { world, port }) => {
        const all = webContents.getAllWebContents() as (Electron.WebContents & {
          getLastWebPreferences: () => Electron.WebPreferences;
        })[];
        const contents = all.find((each) => each.getURL() === 'app://blank/')!;
        const refused = (what: string) => `${what}.then(() => 'done', () => 'refused')`;
        const code = `Promise.all([
          ${refused(`fetch('http://127.0.0.1:${port}/')`)},
          ${refused("fetch('file:///etc/passwd')")},
          ${refused("fetch('app://depot-desk/index.html')")},
          ${refused(`new Promise((open, fail) => {
            const socket = new WebSocket('ws://127.0.0.1:${port}/');
            socket.onopen = open;
            socket.onerror = fail;
          })`)},
          ${refused("Promise.resolve().then(() => require('fs'))")},
          ${refused('Promise.resolve().then(() => process.binding)')},
        ])`;
        const ofWindow = BrowserWindow.getAllWindows()[0]!.webContents;
        return {
          preferences: contents.getLastWebPreferences(),
          isTheWindows: contents.getOSProcessId() === ofWindow.getOSProcessId(),
          hasItsSession: contents.session === ofWindow.session,
          tried: (await contents.executeJavaScriptInIsolatedWorld(world, [{ code }])) as string[],
        };
      },
      { world: worldOfPreload, port: (server.address() as AddressInfo).port },
    );
    expect(seen.preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
    expect(seen.isTheWindows).toBe(false);
    expect(seen.hasItsSession).toBe(false);
    expect(seen.tried).toEqual(Array.from({ length: 6 }, () => 'refused'));
    expect(contacts).toEqual([]);
  } finally {
    server.close();
  }
});

test('a process of the documents that ends is replaced for the next one', async ({ service, client, start }) => {
  const orders = await client.orders();
  const [first, second] = orders.map(({ packageInfo }) => packageInfo?.externalId ?? '').filter(Boolean);
  const app = await start();
  const { electron, window } = app;
  await openConnected(app, service);
  await openLabel(window, first ?? '');
  await window.getByRole('dialog').getByText(t('labels.allRight')).waitFor();
  await expect.poll(() => processOf(electron), 'the process of the first document').not.toBeNull();
  const before = await processOf(electron);
  if (before === null) throw new Error('nothing checks documents');
  process.kill(before, 'SIGKILL');
  await expect.poll(() => processOf(electron), 'its end').toBeNull();
  await window.keyboard.press('Escape');
  await openLabel(window, second ?? '');
  await window.getByRole('dialog').getByText(t('labels.allRight')).waitFor();
  await expect.poll(() => processOf(electron), 'the process of the next document').not.toBeNull();
  expect(await processOf(electron)).not.toBe(before);
});
