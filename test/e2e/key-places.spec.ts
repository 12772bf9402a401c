/** Keys go to no other address, nothing to a new proxy, before main's dialog is answered with yes (rows 23 and 24). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Session } from '../../src/shared/session.ts';
import type { Settings } from '../../src/shared/settings.ts';
import { confirmKeyPlaces, keyPlacesAsked } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import type { ServiceAccess } from '../support/plain-client.ts';
import { addressField, callBackend, connect, connectButton, openConnected, planList } from '../support/screens.ts';
import { control, startTrainingService, type TrainingService } from '../support/training-service.ts';

/** Runs a second service meanwhile, whose certificate the app is told to accept. */
async function besideForeign(folder: string, use: (foreign: TrainingService) => Promise<void>): Promise<void> {
  const foreign = await startTrainingService(folder);
  try {
    await use(foreign);
  } finally {
    await foreign.kill();
  }
}

/** How many requests a service has received, with a key or without. */
async function requestsOf(service: TrainingService): Promise<number> {
  const { requests } = await control(service, 'GET', '/requests');
  return (requests as unknown[]).length;
}

/** What Enter answers. */
const preset = t('common.cancel');
const hostOf = ({ address }: ServiceAccess): string => new URL(address).host;
const keptKeys = async (window: Page) =>
  (await callBackend<Session>(window, 'session', 'get')).connections.map(({ kept }) => kept);

test('23: an edited workspace file sends another service nothing until the dialog is answered with yes', async ({
  service,
  start,
  folder,
}) => {
  await besideForeign(folder('foreign'), async (foreign) => {
    const first = await start();
    await openConnected(first, service);
    await first.close();
    const file = join(first.profile, 'workspace.json');
    const { workspace } = JSON.parse(readFileSync(file, 'utf8')) as { workspace: object };
    const there = { origin: foreign.address, authority: readFileSync(foreign.authorityFile, 'utf8') };
    writeFileSync(file, JSON.stringify({ workspace: { ...workspace, ...there } }));

    const { electron, window, close } = await start({ profile: first.profile, confirmsKeyPlaces: false });
    const hosts = { host: hostOf(foreign), before: hostOf(service) };
    const question = { message: t('desktop.keyPlace', hosts), detail: t('desktop.keyPlaceOther', hosts), preset };
    await expect.poll(() => keyPlacesAsked(electron)).toEqual([question]);
    await expect.poll(() => keptKeys(window)).toEqual(['none', 'none']);
    await callBackend(window, 'session', 'tryLine');
    expect(await requestsOf(foreign)).toBe(0);
    await close();

    await start({ profile: first.profile });
    await expect.poll(() => requestsOf(foreign), 'it would have been seen').toBeGreaterThan(0);
  });
});

test('24: a pasted key goes to no address before the dialog is answered with yes', async ({ start, folder }) => {
  await besideForeign(folder('foreign'), async (foreign) => {
    const { electron, window } = await start({ confirmsKeyPlaces: false });
    await connect(window, electron, foreign);
    await expect(addressField(window)).toHaveAccessibleDescription(
      `${t('errors.connection.not-confirmed')} ${t('errors.connection.not-confirmed.do')}`,
    );
    const hosts = { host: hostOf(foreign) };
    const question = { message: t('desktop.keyPlace', hosts), detail: t('desktop.keyPlaceDetail', hosts), preset };
    expect(await keyPlacesAsked(electron)).toEqual([question]);
    expect(await requestsOf(foreign)).toBe(0);

    await confirmKeyPlaces(electron);
    await connectButton(window).click();
    await expect(planList(window)).toBeVisible();
    expect(await requestsOf(foreign), 'it would have been seen').toBeGreaterThan(0);
  });
});

test('24: a proxy that the window names is used once the dialog is answered with yes', async ({ start }) => {
  const { electron, window } = await start({ confirmsKeyPlaces: false });
  await addressField(window).waitFor();
  const proxy = { kind: 'explicit', address: 'http://proxy.invalid:3128' };
  const stored = async () => (await callBackend<Settings>(window, 'settings', 'get')).proxy;
  await expect(callBackend(window, 'settings', 'set', { proxy })).rejects.toThrow('proxy.not-confirmed');
  const hosts = { host: 'proxy.invalid:3128' };
  const question = { message: t('desktop.proxyHost', hosts), detail: t('desktop.proxyHostDetail', hosts), preset };
  expect(await keyPlacesAsked(electron)).toEqual([question]);
  expect(await stored()).toEqual({ kind: 'system' });

  await confirmKeyPlaces(electron);
  await callBackend(window, 'settings', 'set', { proxy });
  expect(await stored()).toEqual(proxy);
});
