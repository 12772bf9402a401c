/** Ways of pressing a button twice. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { HistoryRow } from '../../src/shared/entries.ts';
import { PlainClient, type ServiceAccess } from './plain-client.ts';
import { callBackend } from './screens.ts';

type Press = (window: Page, button: Locator) => Promise<void>;

/** Users reach a button with keys, which end what was pressed before; Shift stands for them. */
async function reach(window: Page, button: Locator): Promise<void> {
  await window.keyboard.press('Shift');
  await button.focus();
}

const ways: Readonly<Record<string, Press>> = {
  'a double click': (_window, button) => button.dblclick(),
  async 'Enter twice'(window, button) {
    await reach(window, button);
    await window.keyboard.press('Enter');
    await window.keyboard.press('Enter');
  },
  async 'Enter and a click'(window, button) {
    // The second press targets the position, whatever the first one has changed there.
    const box = await button.boundingBox();
    await reach(window, button);
    await window.keyboard.press('Enter');
    await window.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
  },
};

/** Each way with its name and a number from 1. A press waits until the button is enabled. */
export const twice = Object.entries(ways).map(([way, pressNow], at) => {
  const press: Press = async (window, button) => {
    await expect(button).toBeEnabled({ timeout: 15_000 });
    await pressNow(window, button);
  };
  return { way, press, number: at + 1 };
});

/** The button with this name in the open dialog. */
export const dialogButton = (window: Page, name: string): Locator =>
  window.getByRole('dialog').getByRole('button', { name, exact: true });

/** Closes dialogs that a second press may have opened, or that show the result. */
export async function closeDialogs(window: Page): Promise<void> {
  const dialog = window.getByRole('dialog');
  for (let tries = 0; tries < 5 && (await dialog.count()) > 0; tries += 1) {
    await window.keyboard.press('Escape');
    await dialog
      .first()
      .waitFor({ state: 'hidden', timeout: 2_000 })
      .catch(() => undefined);
  }
}

/** Reads from the service directly. */
export async function readBack<Value>(
  service: ServiceAccess,
  read: (client: PlainClient) => Promise<Value>,
): Promise<Value> {
  const client = new PlainClient(service);
  try {
    return await read(client);
  } finally {
    client.close();
  }
}

/** Number of acknowledged entries by kind. */
export async function sentByKind(window: Page): Promise<Record<string, number>> {
  const query = { text: '', noun: null, state: null, before: null };
  const lines = await callBackend<HistoryRow[]>(window, 'outbox', 'history', query);
  const done = Object.groupBy(
    lines.filter(({ state }) => state === 'acknowledged'),
    ({ kind }) => kind,
  );
  return Object.fromEntries(Object.entries(done).map(([kind, all]) => [kind, all.length]));
}
