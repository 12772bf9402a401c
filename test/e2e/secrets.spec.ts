/**
 * Keys stay in the keychain. The test enters, uses and fails with two unique keys, then looks for them in every file of
 * the profile, all output of main, every message between main and window, and the window's heap.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceAccess, type ServicePlan } from '../support/plain-client.ts';
import { findIn, findInFiles, needlesOf } from '../support/needles.ts';
import { choosePlan, connect, connectButton, keyField, openPlan, pasteKey, planList } from '../support/screens.ts';
import { changeKeys } from '../support/training-service.ts';

// Characters that change when URL-encoded. Any of them may occur in a key.
const canaries = {
  planningKey: 'Kx7/Pq+planning~canary=Zw3!dR9&vT',
  ordersKey: 'Wm4/Ju+orders~canary=Yb8!nF2&hL',
  refused: 'Gd5/Xe+refused~canary=Cs6!kP1&oQ',
};
const needles = Object.values(canaries).flatMap(needlesOf);

async function plansOf(service: ServiceAccess): Promise<ServicePlan[]> {
  const client = new PlainClient(service);
  const plans = await client.plans();
  client.close();
  return plans;
}

/** Records everything that crosses the border between main and window, in both directions. */
async function recordMessages({ electron }: App): Promise<() => Promise<string>> {
  await electron.evaluate(({ BrowserWindow, ipcMain }) => {
    const recorded: string[] = [];
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (event: unknown, ...given: unknown[]) => Promise<unknown>>;
    };
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (event, ...given) => {
        recorded.push(JSON.stringify(given));
        const answer = await handler(event, ...given);
        recorded.push(JSON.stringify(answer));
        return answer;
      });
    }
    const contents = BrowserWindow.getAllWindows()[0]!.webContents;
    const send = contents.send.bind(contents);
    contents.send = (channel: string, ...given: unknown[]) => {
      recorded.push(JSON.stringify(given));
      send(channel, ...given);
    };
    Object.assign(globalThis, { recordedMessages: recorded });
  });
  return () =>
    electron.evaluate(() => (globalThis as unknown as { recordedMessages: string[] }).recordedMessages.join('\n'));
}

/** The window's heap, as the developer tools save it. */
async function heapSnapshot(window: Page): Promise<string> {
  const session = await window.context().newCDPSession(window);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

test('17: keeps a key in the keychain only', async ({ service, start }) => {
  await service.kill();
  changeKeys(service.folder, canaries);
  const running = await service.startAgain();

  const app = await start({ env: { DEPOT_DESK_LOG: 'debug' } });
  const { window, electron } = app;
  const messages = await recordMessages(app);

  // A refused key goes through the error paths.
  await connect(window, electron, { ...running, ...canaries, planningKey: canaries.refused });
  await expect(keyField(window, t('connections.planningKey'))).toHaveAccessibleDescription(t('connections.keyRefused'));
  await pasteKey(window, electron, t('connections.planningKey'), canaries.planningKey);
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();

  // Both keys are used, then the connection breaks, which goes through the other error paths.
  const plan = choosePlan(await plansOf(running));
  await openPlan(window, plan.title);
  await window.getByRole('button', { name: t('shell.orders') }).click();
  await expect(
    window
      .getByRole('grid', { name: t('orders.title') })
      .locator('[role="row"][aria-selected]')
      .nth(1),
  ).toBeVisible();
  await running.kill();
  await window
    .getByRole('button', { name: t('common.refresh') })
    .first()
    .click();
  await expect(window.getByRole('status', { name: t('shell.status') })).toContainText(/Offline since/);
  await electron.evaluate(({ clipboard }) => {
    clipboard.clear();
  });

  const heap = await heapSnapshot(window);
  const crossed = await messages();
  const html = await window.content();
  await app.close();
  const files = findInFiles(app.profile, needles);

  // Each place contains an expected text, which shows that the search works.
  expect(heap).toContain(plan.title);
  expect(crossed).toContain(plan.title);
  expect(files.fileCount).toBeGreaterThan(10);
  expect(findInFiles(app.profile, needlesOf(plan.title)).found).not.toEqual([]);
  expect(app.output()).toContain('connectivity: up');

  expect([
    ...findIn('heap of the window', heap, needles),
    ...findIn('messages', crossed, needles),
    ...findIn('page', html, needles),
    ...findIn('output of main', app.output(), needles),
    ...files.found,
  ]).toEqual([]);
});
