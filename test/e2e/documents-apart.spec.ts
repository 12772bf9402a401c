/** Label documents are read in a process that has nothing but them (attack 8). */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { LabelCheck, LabelDocument } from '../../src/shared/labels.ts';
import { workspaceOf } from '../support/app.ts';
import { bombs } from '../support/bombs.ts';
import { expect, test } from '../support/fixtures.ts';
import { callBackend, openConnected, openLabel } from '../support/screens.ts';

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

const pageSize = 4_096;
const mostMemory = 300 * 1024 * 1024;
/** For a page. */
const mostMilliseconds = 5_100;
/** Main looks every 50 ms, and later on a busy computer (docs/decisions/preflight.md, Bounds). */
const grownMeanwhile = 60 * 1024 * 1024;
const lateMilliseconds = 1_000;

/** Resident memory of a process, in bytes; 0: it has ended. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageSize;
  } catch {
    return 0;
  }
}

/** Watches the memory of a process from now on. @returns ends that, and says by how many bytes it grew at most */
function watchMemory(pid: number): () => number {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 10);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

for (const { name, problem, make } of bombs) {
  test(`8: ${name} is drawn or refused within five seconds and 300 MB`, async ({ service, client, start }) => {
    test.skip(process.platform !== 'linux', 'the memory of another process is read on Linux alone');
    const [one, other] = (await client.orders()).filter(({ packageInfo }) => Boolean(packageInfo?.externalId));
    const app = await start();
    const { electron, window } = app;
    await openConnected(app, service);
    const fetched = (orderId: string) => callBackend<LabelDocument>(window, 'labels', 'fetch', { orderId });
    const problemsOf = async ({ id, orderId }: LabelDocument, way: 'file' | 'printer') => {
      const asked = { documentId: id, orderId, way, pages: null };
      const { findings } = await callBackend<LabelCheck>(window, 'labels', 'check', asked);
      return findings.flatMap((finding) => (finding.kind === 'problem' ? [finding.problem] : []));
    };
    const [bomb, good] = [await fetched(one!.id), await fetched(other!.id)];
    writeFileSync(join(workspaceOf(app.profile), 'labels', `${bomb.id}.pdf`), await make());
    // The process starts, which has a time of its own.
    expect(await problemsOf(good, 'file')).toEqual([]);
    const before = await processOf(electron);
    if (before === null) throw new Error('nothing checks documents');

    const grown = watchMemory(before);
    const began = performance.now();
    const problems = await problemsOf(bomb, 'file');
    const [milliseconds, bytes] = [performance.now() - began, grown()];
    expect(milliseconds).toBeLessThan(mostMilliseconds + lateMilliseconds);
    expect(bytes).toBeLessThan(mostMemory + grownMeanwhile);
    if (problem !== null) expect(problems.join()).toMatch(problem);

    expect(await problemsOf(good, 'printer'), 'the next document').toEqual([]);
    const after = await processOf(electron);
    expect(after).not.toBeNull();
    if (problems.length > 0) expect(after, 'another process').not.toBe(before);
  });
}
