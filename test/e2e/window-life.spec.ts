/** The window's process crashes, or the app quits while a user types: nothing is lost, and the user is informed. */
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { crash, inWindow } from '../support/crashed-window.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient, ServiceAccess } from '../support/plain-client.ts';
import { callBackend, choosePlan, newStop, openConnected, openPlan, typeStop } from '../support/screens.ts';

const anna = {
  name: 'Anna Waiting',
  phone: '030 1234504',
  street: 'Lindenweg 4',
  zip: '10115',
  city: 'Hafenstadt',
  notes: '',
};

/** The app with a writable plan open. */
async function inPlan(service: ServiceAccess, client: PlainClient, start: () => Promise<App>) {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  await openConnected(app, service);
  await openPlan(app.window, plan.title);
  return { app, plan };
}

test('reopens a crashed window with everything entered, and asks after a second crash', async ({
  service,
  client,
  start,
}) => {
  const { app } = await inPlan(service, client, start);
  await service.kill();
  await newStop(app.window);
  await typeStop(app.window, anna);
  // The next stop is half entered and saved as a draft.
  await app.window.keyboard.type('Bernd Half');
  await expect
    .poll(async () => JSON.stringify(await callBackend(app.window, 'drafts', 'list')))
    .toContain('Bernd Half');

  await crash(app.electron);
  // Nothing answers until the new page has loaded.
  const text = () => inWindow<string>(app.electron, 'document.body.innerText').catch((error: unknown) => String(error));
  await expect.poll(text).toContain(t('shell.noticeWindowReopened'));
  await expect.poll(text).toContain(t('shell.waiting', { count: 1 }));
  const call = (group: string, name: string) =>
    inWindow(app.electron, `window.backend.call('${group}', '${name}').then((answer) => JSON.stringify(answer))`);
  expect(await call('drafts', 'list')).toContain('Bernd Half');
  expect(await call('session', 'get')).toContain('"waiting":1');

  // A second crash right afterwards asks the user instead of looping.
  await app.electron.evaluate(({ dialog }) => {
    const kept = globalThis as unknown as { asked: string[]; answer: (response: number) => void };
    kept.asked = [];
    dialog.showMessageBox = ((_window: unknown, question: { message: string }) => {
      kept.asked.push(question.message);
      return new Promise((resolve) => (kept.answer = (response) => resolve({ response, checkboxChecked: false })));
    }) as unknown as typeof dialog.showMessageBox;
  });
  await crash(app.electron);
  const asked = () => app.electron.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  await expect.poll(asked).toEqual([t('desktop.windowEnded')]);
  expect(
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed()),
  ).toBe(true);
  await app.electron.evaluate(() => (globalThis as unknown as { answer: (response: number) => void }).answer(0));
  await expect.poll(text).toContain(t('shell.waiting', { count: 1 }));
  expect(await asked()).toHaveLength(1);
});

test('rejects input while the app quits and says that it is closing', async ({ service, client, start }) => {
  const { app, plan } = await inPlan(service, client, start);
  // Delays the exit, as a pending answer would.
  await app.electron.evaluate(({ app: electronApp }) => {
    electronApp.exit = () => undefined;
    electronApp.quit();
  });
  await expect(app.window.getByText(t('shell.closing'))).toBeVisible();
  const save = callBackend(app.window, 'stops', 'add', {
    planId: plan.id,
    draftId: null,
    stop: { address: { addressLineOne: 'Lindenweg 9' } },
  });
  await expect(save).rejects.toThrow('app.closing');
  await app.window.keyboard.press('Control+N');
  await expect(app.window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveCount(0);
});

test('offers input from right before the app quit at the next start', async ({ service, client, start }) => {
  const { app: first } = await inPlan(service, client, start);
  await newStop(first.window);
  const ended = first.electron.waitForEvent('close');
  await first.window.keyboard.insertText('Bernd Half');
  await first.electron.evaluate(({ app: electronApp }) => electronApp.quit());
  await ended;

  const second = await start({ profile: first.profile });
  await expect(second.window.getByText('Bernd Half', { exact: false })).toBeVisible();
  await second.window.getByRole('button', { name: t('forms.goOn') }).click();
  await expect(second.window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveValue('Bernd Half');
});
