/** Dialogs call main once when they save, however often a key is pressed before it answers. */
import type { ElectronApplication } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { channels } from '../../src/shared/channels.ts';
import { expect, test } from '../support/fixtures.ts';
import { orderRows } from '../support/orders.ts';
import { callBackend, goTo, openConnected } from '../support/screens.ts';

interface Held {
  count: number;
  letGo: () => void;
}

/** Counts all following calls of this kind and answers them only when released. */
async function hold(electron: ElectronApplication, call: string): Promise<void> {
  await electron.evaluate(
    ({ ipcMain }, [channel, named]) => {
      type Handler = (event: unknown, group: unknown, name: unknown, ...more: unknown[]) => Promise<unknown>;
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
      const own = handlers.get(channel);
      if (own === undefined) throw new Error('nothing answers the window');
      const told = Promise.withResolvers<undefined>();
      const held: Held = { count: 0, letGo: () => told.resolve(undefined) };
      Object.assign(globalThis, { held });
      handlers.set(channel, async (event, group, name, ...more) => {
        if (`${String(group)}.${String(name)}` === named) {
          held.count += 1;
          await told.promise;
        }
        return own(event, group, name, ...more);
      });
    },
    [channels.call, call] as const,
  );
}

const counted = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as { held: Held }).held.count);
const letGo = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as { held: Held }).held.letGo());

test('saves a plan and a driver once after two key presses and a click', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window, electron } = app;
  await openConnected(app, service);
  await service.kill();
  const dialog = window.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const saveThrice = async (call: string) => {
    await hold(electron, call);
    await window.keyboard.press('Control+Enter');
    await window.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: t('common.save'), exact: true }).dispatchEvent('click');
    // Queued behind them, so its answer shows that all of them have arrived.
    await callBackend(window, 'session', 'get');
    expect(await counted(electron), call).toBe(1);
    await letGo(electron);
    await expect(dialog).toHaveCount(0);
  };

  await goTo(window, 'drivers');
  await window.getByRole('button', { name: t('drivers.newDriver') }).click();
  await field(t('drivers.columnName')).fill('Nora Once');
  await field(t('drivers.columnEmail')).fill('nora@depot.example');
  await saveThrice('drivers.create');

  await goTo(window, 'plans');
  await window.getByRole('button', { name: t('plans.newPlan') }).click();
  await field(t('plans.columnTitle')).fill('Once');
  await dialog.getByLabel(t('plans.columnDay'), { exact: true }).fill('2031-06-16');
  await saveThrice('plans.create');
});

test('leaves a form to the answer to its save, and leaves alone the form that is opened before it', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const app = await start();
  const { window, electron } = app;
  await openConnected(app, service);
  await service.kill();
  await goTo(window, 'orders');
  const newOrder = window.getByRole('button', { name: t('orders.newOrder') });
  const name = window.getByLabel(t('orderForm.recipientName'), { exact: true });
  const said = (text: string) => window.getByText(t('orderForm.saved', { name: text }));
  await newOrder.click();
  await name.fill('Nora Once');
  await window.getByLabel(t('orderForm.addressLineOne'), { exact: true }).fill('Lindenweg 8');
  await hold(electron, 'orders.add');
  await window.getByRole('button', { name: t('forms.save'), exact: true }).click();
  await name.press('Escape');
  // Queued behind the save.
  await callBackend(window, 'session', 'get');
  await expect(name, 'the form waits for the answer').toHaveValue('Nora Once');
  await letGo(electron);
  await expect(said('Nora Once')).toBeVisible();
  await expect(name).toHaveCount(0);
  await expect(window.getByText(t('orderForm.keptUnfinished')), 'it is saved').toHaveCount(0);

  await orderRows(window).filter({ hasText: 'Nora Once' }).click();
  await window.getByRole('button', { name: t('orders.correct'), exact: true }).click();
  await expect(name).toHaveValue('Nora Once');
  await name.fill('Nora Twice');
  await hold(electron, 'orders.correct');
  await window.keyboard.press('Control+Enter');
  await callBackend(window, 'session', 'get');
  await newOrder.click();
  await expect(name).toHaveValue('');
  await letGo(electron);
  await expect(said('Nora Twice')).toBeVisible();
  await expect(name, 'the new form stays open').toHaveValue('');
});
