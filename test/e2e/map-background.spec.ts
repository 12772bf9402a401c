/** The background of the map is set in the settings by keyboard, and only then is anybody asked for tiles. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { colouredTile, pmtiles } from '../fixtures/pmtiles.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerFileDialogs } from '../support/outbox.ts';
import type { PlainClient } from '../support/plain-client.ts';
import { setSize } from '../support/reach.ts';
import { choosePlan, goTo, openConnected, openPlan } from '../support/screens.ts';
import { startTileServer } from '../support/tile-server.ts';

const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };
const sand = colouredTile([235, 220, 190]);

const map = (window: Page) => window.getByRole('img', { name: /^Map of/ });
const kind = (window: Page, name: string) => window.getByRole('radio', { name, exact: true });
const button = (window: Page, name: string) => window.getByRole('button', { name, exact: true });

/** Opens a plan whose map has stops. */
async function openMap(window: Page, client: PlainClient): Promise<void> {
  const plan = choosePlan(await client.plans());
  await goTo(window, 'plans');
  await window.getByRole('textbox', { name: t('common.filter') }).fill(plan.title);
  await openPlan(window, plan.title);
  await expect(map(window)).toBeVisible({ timeout: 60_000 });
}

/** Shows the plan again that was opened before. */
async function showMap(window: Page): Promise<void> {
  await goTo(window, 'plans');
  await expect(map(window)).toBeVisible();
}

/** Goes from the kind that is chosen to another one with the arrow keys. */
async function chooseKind(window: Page, from: string, steps: number): Promise<void> {
  await kind(window, from).focus();
  for (let step = 0; step < steps; step += 1) await window.keyboard.press('ArrowRight');
}

/** Answers main's own question, which a test cannot reach. @returns the texts it has shown so far */
async function answerQuestions({ electron }: App, button: number): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ dialog }, response) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      shown.push(message);
      return Promise.resolve({ response, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  }, button);
  return () => electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

test('shows a PMTiles file that is chosen by keyboard, and says when it is gone', async ({
  start,
  service,
  client,
  folder,
}) => {
  const app = await start();
  const { window, electron } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  const place = { zoom: 0, x: 0, y: 0, bytes: sand };
  const path = join(folder('tiles'), 'region.pmtiles');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, pmtiles({ tiles: [place], most: 0, metadata: { attribution: '© Mappers of the region' } }));
  await answerFileDialogs(electron, path);

  await goTo(window, 'settings');
  await chooseKind(window, t('settings.mapNone'), 1);
  await expect(kind(window, t('settings.mapFile'))).toBeChecked();
  await button(window, t('settings.mapChooseFile')).press('Enter');
  await expect(window.getByText(t('settings.mapFileUsed', { name: 'region.pmtiles' }))).toBeVisible();

  await openMap(window, client);
  await expect(window.getByText('© Mappers of the region', { exact: true })).toBeVisible();

  writeFileSync(path, 'something else');
  await goTo(window, 'settings');
  const problem = t('routes.groundForeign', { name: 'region.pmtiles' });
  await expect(window.getByText(problem)).toBeVisible();
  await chooseKind(window, t('settings.mapFile'), 2);
  await expect(kind(window, t('settings.mapNone'))).toBeChecked();
  await showMap(window);
  await expect(window.getByText(problem)).toHaveCount(0);
});

test('asks a tile address only once it is set, for tiles alone, and no longer when it is off', async ({
  start,
  service,
  client,
}) => {
  const tiles = await startTileServer(service, sand);
  try {
    const app = await start();
    const { window } = app;
    await openConnected(app, service);
    await setSize(app, wide);
    await openMap(window, client);
    await map(window).press('+');
    expect(tiles.received).toEqual([]);

    const questions = await answerQuestions(app, 0);
    await goTo(window, 'settings');
    await chooseKind(window, t('settings.mapNone'), 2);
    await window.getByLabel(t('settings.mapAddressField')).focus();
    await window.keyboard.type(tiles.address);
    await expect(window.getByText(t('settings.mapHost', { host: tiles.host }))).toBeVisible();
    expect(tiles.received).toEqual([]);
    await button(window, t('settings.mapUseAddress')).press('Enter');
    await expect.poll(questions).toEqual([t('desktop.tileHost', { host: tiles.host })]);

    await showMap(window);
    await expect(window.getByText(t('routes.groundHost', { host: tiles.host }))).toBeVisible();
    await expect.poll(() => tiles.received.length).toBeGreaterThan(3);
    for (const { method, path, headers } of tiles.received) {
      expect(method).toBe('GET');
      expect(path).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
      expect(headers).not.toHaveProperty('cookie');
      expect(JSON.stringify(headers)).not.toContain(service.planningKey);
    }

    await goTo(window, 'settings');
    await chooseKind(window, t('settings.mapAddress'), 1);
    await expect(kind(window, t('settings.mapNone'))).toBeChecked();
    await showMap(window);
    const before = tiles.received.length;
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-', '-', '-']) await map(window).press(key);
    await expect(window.getByText(t('routes.groundHost', { host: tiles.host }))).toHaveCount(0);
    expect(tiles.received).toHaveLength(before);
  } finally {
    tiles.close();
  }
});
