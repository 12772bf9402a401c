/** The app's screens as a person finds them: by what is written on them and by roles, in the words of the message files. */
import { readFileSync } from 'node:fs';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { t } from '../../src/renderer/messages/index.ts';
import type { App } from './app.ts';
import type { ServiceAccess } from './plain-client.ts';

/** Puts a key into a key field: the way is the clipboard, because keys are never typed into the window. */
export async function pasteKey(window: Page, electron: ElectronApplication, name: string, key: string): Promise<void> {
  await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), key);
  await keyField(window, name).focus();
  await window.keyboard.press('Control+V');
  const length = t('connections.keyLength', { count: key.trim().length });
  await keyField(window, name).getByText(length).waitFor();
}

/** The field of a key; it shows how many characters main holds, never the key. */
export const keyField = (window: Page, name: string): Locator => window.getByRole('textbox', { name, exact: true });

export const addressField = (window: Page): Locator => window.getByLabel(t('connections.address'));

/** Fills the connect form in as a person does, and connects. */
export async function connect(window: Page, electron: ElectronApplication, service: ServiceAccess): Promise<void> {
  await addressField(window).fill(service.address);
  await pasteKey(window, electron, t('connections.planningKey'), service.planningKey);
  await pasteKey(window, electron, t('connections.ordersKey'), service.ordersKey);
  await fillAuthority(window, readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
}

/** Connects, and waits until the plans are there. */
export async function openConnected({ window, electron }: App, service: ServiceAccess): Promise<void> {
  await connect(window, electron, service);
  await planList(window).waitFor();
}

export const connectButton = (window: Page): Locator =>
  window.getByRole('button', { name: t('connections.connect'), exact: true });

/** Puts a certificate authority into the form, which hides the place for it at first. */
export async function fillAuthority(window: Page, pem: string): Promise<void> {
  const field = window.getByLabel(t('connections.authority'));
  if (!(await field.isVisible())) await window.getByRole('button', { name: t('connections.advanced') }).click();
  await field.fill(pem);
}

/** The list of plans, when it can be used. */
export const planList = (window: Page): Locator =>
  window.locator('[data-ready="true"]').getByRole('grid', { name: t('plans.table') });

/**
 * Presses keys as the operating system delivers them: through main, which may keep a key from the window. Playwright's own
 * keyboard speaks to the window directly, behind main's back.
 */
export async function pressKeys(electron: ElectronApplication, text: string): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, keys) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const keyCode of keys) {
      for (const type of ['keyDown', 'char', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode });
    }
  }, text);
}
