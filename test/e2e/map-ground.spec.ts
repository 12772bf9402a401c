/** The background of the map, drawn with WebGL and without. */
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { colouredTile, waterTile } from '../fixtures/pmtiles.ts';
import { expect, test } from '../support/fixtures.ts';
import { buildMapPage, drawings, mapPageOptions, requestedBy, showPlan } from '../support/map-page.ts';
import type { MapStand } from '../support/map-page/page.svelte.ts';
import { planOfPlaces } from '../support/map-page/plan-of-many.ts';

let entry = '';
test.beforeAll(async () => {
  entry = await buildMapPage();
});

const places = planOfPlaces([
  [52.5, 13.3],
  [52.5, 13.5],
]);
const red = [250, 60, 20] as const;

const show = (window: Page, format: 'vector' | 'raster', bytes: Buffer) =>
  window.evaluate(([kind, numbers]) => (globalThis as unknown as { stand: MapStand }).stand.showGround(kind, numbers), [
    format,
    [...bytes],
  ] as const);
const hide = (window: Page) =>
  window.evaluate(() => void (globalThis as unknown as { stand: MapStand }).stand.hideGround());
const asked = (window: Page) =>
  window.evaluate(() => (globalThis as unknown as { stand: MapStand }).stand.tilesAsked());

/** The colour of a pixel where the map shows nothing but its ground. */
async function groundColour(window: Page): Promise<[red: number, green: number, blue: number]> {
  const picture = await window.screenshot({ clip: { x: 40, y: 40, width: 1, height: 1 } });
  const data: Buffer[] = [];
  for (let at = 8; at < picture.length; at += 12 + picture.readUInt32BE(at))
    if (picture.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(picture.subarray(at + 8, at + 8 + picture.readUInt32BE(at)));
  // One row: its filter, which changes nothing for the first pixel, and the pixel.
  const [, r = 0, g = 0, b = 0] = inflateSync(Buffer.concat(data));
  return [r, g, b];
}

for (const drawing of drawings) {
  test(`shows picture tiles with ${drawing}, and asks nobody itself`, async ({ start }) => {
    const app = await start(mapPageOptions(entry, drawing));
    const { window } = app;
    await showPlan(window, places, drawing);
    const plain = await groundColour(window);
    expect(await asked(window)).toBe(0);
    await show(window, 'raster', colouredTile(red));
    await expect(window.getByText('© Mappers', { exact: true })).toBeVisible();
    await expect
      .poll(async () => {
        const [r, g] = await groundColour(window);
        return r - g;
      }, 'the ground is reddish')
      .toBeGreaterThan(80);
    expect(await asked(window)).toBeGreaterThan(0);
    await hide(window);
    await expect.poll(() => groundColour(window)).toEqual(plain);
    await expect(window.getByText('© Mappers', { exact: true })).toHaveCount(0);
    expect(await requestedBy(app)).toEqual([]);
  });
}

test('draws vector tiles with WebGL', async ({ start }) => {
  const { window } = await start(mapPageOptions(entry, 'webgl'));
  await showPlan(window, places, 'webgl');
  const plain = await groundColour(window);
  await show(window, 'vector', waterTile());
  await expect
    .poll(async () => {
      const [r, , b] = await groundColour(window);
      return b - r;
    }, 'the ground is the colour of water')
    .toBeGreaterThan(10);
  await hide(window);
  await expect.poll(() => groundColour(window)).toEqual(plain);
});

test('keeps the map when tiles are not what they should be', async ({ start }) => {
  const { window } = await start(mapPageOptions(entry, 'webgl'));
  await showPlan(window, places, 'webgl');
  for (const format of ['vector', 'raster'] as const) {
    const before = await asked(window);
    await show(window, format, Buffer.from('neither shapes nor a picture'));
    await expect.poll(() => asked(window)).toBeGreaterThan(before);
    await window.getByRole('img', { name: /^Map of/ }).press('+');
    await expect(window.locator('[data-drawing="webgl"]')).toBeVisible();
  }
});

test('says without a graphics card that shapes cannot be drawn', async ({ start }) => {
  const { window } = await start(mapPageOptions(entry, 'canvas'));
  await showPlan(window, places, 'canvas');
  await show(window, 'vector', waterTile());
  await expect(window.getByText(t('routes.groundNeedsCard', { name: 'region.pmtiles' }))).toBeVisible();
  expect(await asked(window)).toBe(0);
});
