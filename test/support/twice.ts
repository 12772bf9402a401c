/** Ways in which hands press a button twice. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { HistoryRow } from '../../src/shared/entries.ts';
import { PlainClient, type ServiceAccess } from './plain-client.ts';
import { callBackend } from './screens.ts';

type Press = (window: Page, button: Locator) => Promise<void>;

const ways: Readonly<Record<string, Press>> = {
  'a double click': (_window, button) => button.dblclick(),
  async 'Enter twice'(window, button) {
    await button.focus();
    await window.keyboard.press('Enter');
    await window.keyboard.press('Enter');
  },
  async 'Enter and a click'(window, button) {
    // The second press goes to the place, whatever the first has made of it.
    const box = await button.boundingBox();
    await button.focus();
    await window.keyboard.press('Enter');
    await window.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
  },
};

/** Each way with its name and a number from 1; hands wait until the button can be pressed. */
export const twice = Object.entries(ways).map(([way, pressNow], at) => {
  const press: Press = async (window, button) => {
    await expect(button).toBeEnabled({ timeout: 15_000 });
    await pressNow(window, button);
  };
  return { way, press, number: at + 1 };
});

/** The button of the open dialog with this name. */
export const dialogButton = (window: Page, name: string): Locator =>
  window.getByRole('dialog').getByRole('button', { name, exact: true });

/** Closes what a second press may have opened, and what shows the result. */
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

/** Asks the service itself. */
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

/** How many entries the service has acknowledged, by kind. */
export async function sentByKind(window: Page): Promise<Record<string, number>> {
  const query = { text: '', noun: null, state: null, before: null };
  const lines = await callBackend<HistoryRow[]>(window, 'outbox', 'history', query);
  const done = Object.groupBy(
    lines.filter(({ state }) => state === 'acknowledged'),
    ({ kind }) => kind,
  );
  return Object.fromEntries(Object.entries(done).map(([kind, all]) => [kind, all.length]));
}
