/** First start: the form that connects to a service, with valid and invalid input. The form explains each error. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  addressField,
  connect,
  connectButton,
  fillAuthority,
  keyField,
  openConnected,
  pasteKey,
  planList,
  pressKeys,
  statusBar,
} from '../support/screens.ts';
import { changeKeys } from '../support/training-service.ts';

const planningKey = t('connections.planningKey');
const ordersKey = t('connections.ordersKey');

const authorityField = (window: Page) => window.getByLabel(t('connections.authority'), { exact: true });

test('connects with an address and keys, and restores its state at the next start', async ({ service, start }) => {
  const first = await start();
  await openConnected(first, service);
  await first.close();

  const second = await start({ profile: first.profile });
  await expect(planList(second.window)).toBeVisible();
  await expect(statusBar(second.window)).toContainText(t('shell.lineUp'));
});

test('connects with one key and trims blanks and line ends around it', async ({ service, start }) => {
  const { window, electron } = await start();
  await addressField(window).fill(` ${service.address}/ `);
  await pasteKey(window, electron, planningKey, `  ${service.planningKey}\r\n`);
  await expect(keyField(window, planningKey)).toHaveAccessibleDescription(t('connections.noteTrimmed'));
  await fillAuthority(window, readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();
});

test('accepts a typed key and shows the window only its length', async ({ service, start }) => {
  await service.kill();
  const planning = 'typed-0123456789-by-hand';
  changeKeys(service.folder, { planningKey: planning, ordersKey: service.ordersKey });
  await service.startAgain();

  const { window, electron } = await start();
  await addressField(window).fill(service.address);
  await keyField(window, planningKey).focus();
  await pressKeys(electron, `${planning}x`);
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Backspace' });
  });
  await expect(keyField(window, planningKey)).toContainText(t('connections.keyLength', { count: planning.length }));
  await expect(window.locator('body')).not.toContainText('by-hand');
  await fillAuthority(window, readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();
});

test('shows an invalid address as an error at its field', async ({ start }) => {
  const { window, electron } = await start();
  const wrong = [
    ['', t('connections.addressEmpty')],
    ['http://planning.example.com', t('connections.addressNotHttps')],
    ['two words', /This is not a valid address/],
    ['https://name:secret@planning.example.com', /This is not a valid address/],
  ] as const;
  await pasteKey(window, electron, planningKey, 'some-key');
  for (const [typed, words] of wrong) {
    await addressField(window).fill(typed);
    await connectButton(window).click();
    await expect(addressField(window)).toHaveAccessibleDescription(words);
    await expect(addressField(window)).toBeFocused();
  }
});

test('says that a key is needed when none is entered', async ({ start }) => {
  const { window } = await start();
  await addressField(window).fill('https://planning.example.com');
  await connectButton(window).click();
  await expect(keyField(window, planningKey)).toHaveAccessibleDescription(t('connections.oneKeyNeeded'));
});

test('connects from the same form after the service is back up', async ({ service, start }) => {
  const { window, electron } = await start();
  await service.kill();
  await connect(window, electron, service);
  await expect(addressField(window)).toHaveAccessibleDescription(t('connections.unreachable'));

  await service.startAgain();
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();
});

test('shows a key that the service refuses as an error at its field and keeps the other', async ({
  service,
  start,
}) => {
  const { window, electron } = await start();
  await connect(window, electron, { ...service, ordersKey: 'not-the-right-key' });
  await expect(keyField(window, ordersKey)).toHaveAccessibleDescription(t('connections.keyRefused'));
  await expect(keyField(window, ordersKey)).toBeFocused();

  await pasteKey(window, electron, ordersKey, service.ordersKey);
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();
});

test('rejects both keys when they are swapped', async ({ service, start }) => {
  const { window, electron } = await start();
  await connect(window, electron, {
    ...service,
    planningKey: service.ordersKey,
    ordersKey: service.planningKey,
  });
  for (const name of [planningKey, ordersKey]) {
    await expect(keyField(window, name)).toHaveAccessibleDescription(t('connections.keyRefused'));
  }
});

test('rejects a key with a line break or odd characters before anything is sent', async ({ service, start }) => {
  const { window, electron } = await start();
  await addressField(window).fill(service.address);
  await pasteKey(window, electron, planningKey, 'first-half\nsecond-half');
  await expect(keyField(window, planningKey)).toHaveAccessibleDescription(t('connections.noteLineBreak'));
  await pasteKey(window, electron, planningKey, 'schlüssel');
  await expect(keyField(window, planningKey)).toHaveAccessibleDescription(t('connections.noteOddCharacters'));
});

test('reports an untrusted certificate and opens the field for the authority', async ({ service, start }) => {
  const { window, electron } = await start();
  await addressField(window).fill(service.address);
  await pasteKey(window, electron, planningKey, service.planningKey);
  await connectButton(window).click();
  await expect(addressField(window)).toHaveAccessibleDescription(/identity of the service could not be verified/);
  await expect(authorityField(window)).toBeVisible();

  await authorityField(window).fill('-----BEGIN CERTIFICATE-----\nnot one\n-----END CERTIFICATE-----');
  await connectButton(window).click();
  await expect(authorityField(window)).toHaveAccessibleDescription(/could not be read/);

  await authorityField(window).fill(readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
  await expect(planList(window)).toBeVisible();
});

test('uses a key for this session and says so when there is no keychain', async ({ service, start }) => {
  const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
  const first = await start({ env: noKeychain });
  await openConnected(first, service);
  await expect(first.window.getByText(t('shell.noticeKeychainUnavailable'))).toBeVisible();
  await first.close();

  const second = await start({ profile: first.profile, env: noKeychain });
  await expect(planList(second.window)).toBeVisible();
  await expect(second.window.getByText(t('shell.noticeKeysUnread'))).toBeVisible();
  await expect(statusBar(second.window)).toContainText(t('shell.keysUnread'));
});
