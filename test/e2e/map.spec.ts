/** The map, drawn with WebGL and without: the same gestures do the same, and nothing leaves the computer. */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { drawOnMap, mapSurface } from '../support/map-gestures.ts';
import {
  buildMapPage,
  drawings,
  mapPageOptions,
  requestedBy,
  showPlan,
  toldBy,
  type Drawing,
} from '../support/map-page.ts';
import { planOfMany, planOfPlaces } from '../support/map-page/plan-of-many.ts';

let entry = '';
test.beforeAll(async () => {
  entry = await buildMapPage();
});

/** West, middle and east: the first and the last 48 pixels from the edges, the other in the middle. */
const threePlaces = planOfPlaces([
  [52.5, 13.3],
  [52.5, 13.4],
  [52.5, 13.5],
]);

for (const drawing of drawings) {
  test.describe(`drawn with ${drawing}`, () => {
    test('marks what a line or a box encloses, selects what is pressed, opens what is pressed twice', async ({
      start,
    }) => {
      const { window } = await start(mapPageOptions(entry, drawing));
      await showPlan(window, threePlaces, drawing);
      await drawOnMap(window, 'Shift', [
        [0.01, 0.2],
        [0.6, 0.3],
        [0.6, 0.7],
        [0.01, 0.8],
      ]);
      expect((await toldBy(window)).marked).toEqual([{ ids: ['stops/1', 'stops/2'], adds: false }]);
      await drawOnMap(window, 'Control', [
        [0.8, 0.2],
        [0.99, 0.8],
      ]);
      expect((await toldBy(window)).marked[1]).toEqual({ ids: ['stops/3'], adds: true });

      await mapSurface(window).click();
      expect((await toldBy(window)).selected).toEqual(['stops/2']);
      expect((await toldBy(window)).hovered.at(-1)).toBe('stops/2');
      await mapSurface(window).dblclick();
      expect((await toldBy(window)).opened).toEqual(['stops/2']);
    });

    test('is moved and marked with keys alone', async ({ start }) => {
      const { window } = await start(mapPageOptions(entry, drawing));
      await showPlan(window, threePlaces, drawing);
      await mapSurface(window).focus();
      await window.keyboard.press('Space');
      const all = { ids: ['stops/1', 'stops/2', 'stops/3'], adds: false };
      expect((await toldBy(window)).marked).toEqual([all]);
      // Closer, only the one in the middle is in view; further to the right, the one in the east.
      for (let press = 0; press < 3; press += 1) await window.keyboard.press('+');
      await window.keyboard.press('Space');
      expect((await toldBy(window)).marked.at(-1)).toEqual({ ids: ['stops/2'], adds: false });
      await window.keyboard.press('-');
      for (let press = 0; press < 9; press += 1) await window.keyboard.press('ArrowRight');
      await window.keyboard.press('Shift+Space');
      expect((await toldBy(window)).marked.at(-1)).toEqual({ ids: ['stops/3'], adds: true });
      await window.keyboard.press('0');
      await window.getByRole('button', { name: t('routes.markInView') }).press('Enter');
      expect((await toldBy(window)).marked.at(-1)).toEqual(all);
    });

    test('is drawn for a screen of another scaling once the window is there', async ({ start }) => {
      const { window } = await start(mapPageOptions(entry, drawing));
      await showPlan(window, threePlaces, drawing);
      const session = await window.context().newCDPSession(window);
      // The size of the window stays as it is.
      const screen = { width: 0, height: 0, deviceScaleFactor: 2, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', screen);
      const drawn = () =>
        window.evaluate(() => {
          const canvas = document.querySelector<HTMLCanvasElement>('[data-drawing] canvas');
          return canvas === null ? 0 : Math.round((10 * canvas.width) / canvas.clientWidth) / 10;
        });
      await expect.poll(drawn).toBe(2);
      await mapSurface(window).click();
      expect((await toldBy(window)).selected).toEqual(['stops/2']);
      await session.detach();
    });

    test('asks nobody for anything', async ({ start }) => {
      const app = await start(mapPageOptions(entry, drawing));
      const refused: string[] = [];
      app.window.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      await showPlan(app.window, planOfMany(600), drawing);
      for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-', '-', '-', '0']) await mapSurface(app.window).press(key);
      expect(await requestedBy(app)).toEqual([]);
      expect(refused).toEqual([]);
    });
  });
}

test('draws on a canvas once the graphics card is gone, where it was looking', async ({ start }) => {
  const { window } = await start(mapPageOptions(entry, 'webgl'));
  await showPlan(window, threePlaces, 'webgl');
  for (let press = 0; press < 3; press += 1) await mapSurface(window).press('+');
  await window.evaluate(() => {
    const context = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas')?.getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await window.locator('[data-drawing="canvas"] canvas').waitFor();
  await expect(window.locator('.maplibregl-canvas')).toHaveCount(0);
  await mapSurface(window).press('Space');
  expect((await toldBy(window)).marked).toEqual([{ ids: ['stops/2'], adds: false }]);
});

test('leaves drawing to the canvas where WebGL would be drawn by a program', async ({ start }) => {
  const { window } = await start({ entry, args: ['--disable-gpu', '--enable-unsafe-swiftshader'] });
  await showPlan(window, threePlaces, 'canvas');
  const hasAny = () => document.createElement('canvas').getContext('webgl2') !== null;
  expect(await window.evaluate(hasAny), 'there is such a program').toBe(true);
  await expect(window.locator('.maplibregl-canvas')).toHaveCount(0);
});

test('lists the stops that it cannot show, and selects them', async ({ start }) => {
  const { window } = await start(mapPageOptions(entry, 'canvas' satisfies Drawing));
  await showPlan(window, planOfMany(60, 3), 'canvas');
  const opener = window.getByRole('button', { name: t('routes.missing', { count: 3 }) });
  await opener.press('Enter');
  const list = window.getByRole('list', { name: t('routes.missing', { count: 3 }) });
  await expect(list.getByRole('button')).toHaveCount(3);
  await expect(list.getByRole('button', { name: 'Nowhere 1' })).toContainText(t('routes.noCoordinates'));
  const odd = list.getByRole('button', { name: 'Nowhere 2' });
  await expect(odd).toContainText(t('routes.oddCoordinates', { latitude: '95', longitude: '10' }));
  await odd.press('Enter');
  expect((await toldBy(window)).selected).toEqual(['stops/missing-1']);
  await window.keyboard.press('Escape');
  await expect(list).toBeHidden();
});
