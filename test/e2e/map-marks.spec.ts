/**
 * Stops of a plan are marked on its map by a line, by a box and by keys: then their rows are marked in the table, and a
 * marked row has a ring on the map, however it was marked. The map is drawn without a graphics card, and its pixels are
 * read.
 */
import type { Locator, Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { isPlace } from '../../src/renderer/routes/map/camera.ts';
import { isStop, type StopRow } from '../../src/shared/stops.ts';
import type { App } from '../support/app.ts';
import { alone } from '../support/day.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabToField } from '../support/keys.ts';
import { drawOnMap, mapSurface } from '../support/map-gestures.ts';
import type { PlainClient, ServicePlan } from '../support/plain-client.ts';
import { setSize } from '../support/reach.ts';
import { marksOnScreen } from '../support/rows.ts';
import { callBackend, openConnected, openPlan } from '../support/screens.ts';
import { drawingArguments } from '../support/software-webgl.ts';
import type { TrainingService } from '../support/training-service.ts';

/** A screen of 1920 × 1080, without the frame of the window: table and map have room beside each other. */
const wide = { width: 1_900, height: 1_050, presses: 0, factor: 1 };

const table = (window: Page): Locator => window.getByRole('grid', { name: t('stops.table'), exact: true });
const filterBox = (window: Page): Locator => window.getByRole('textbox', { name: t('common.filter') });
const bar = (window: Page, count: number): Locator =>
  window.getByRole('toolbar', { name: t('stops.markedCount', { count }), exact: true });

/** A stop that the map can show. */
interface Placed {
  id: string;
  name: string | null;
  postcode: string;
  latitude: number;
  longitude: number;
}

/** A plan that was not optimised yet, with a title of its own. */
async function planToOptimise(client: PlainClient): Promise<ServicePlan> {
  const plans = await client.plans();
  client.close();
  const found = alone(plans, ({ title }) => title).find(({ optimization }) => optimization === 'editing');
  if (!found) throw new Error('the training data has no such plan with a title of its own');
  return found;
}

/** Opens the plan in a wide window. @returns its stops that the map can show, once it shows them */
async function openOnMap(app: App, service: TrainingService, { id, title }: ServicePlan): Promise<Placed[]> {
  const { window } = app;
  await openConnected(app, service);
  await setSize(app, wide);
  await filterBox(window).fill(title);
  await openPlan(window, title);
  const list = () => callBackend<{ rows: StopRow[] }>(window, 'stops', 'list', { planId: id, cursor: null });
  await expect
    .poll(async () => (await list()).rows.length, { message: 'the stops of the plan', timeout: 60_000 })
    .toBeGreaterThan(1);
  const stops = (await list()).rows.filter(isStop);
  const count = t('stops.count', { count: stops.length });
  await expect(window.locator('main p.count'), 'the table has all of them').toHaveText(count, { timeout: 30_000 });
  const placed = stops.flatMap((row): Placed[] => {
    const { latitude, longitude, recipientName: name, address } = row;
    if (latitude === null || longitude === null || !isPlace({ latitude, longitude })) return [];
    return [{ id: row.id, name, postcode: /\b\d{5}\b/.exec(address)?.[0] ?? '', latitude, longitude }];
  });
  const label = t('routes.mapShows', { count: placed.length });
  await expect(mapSurface(window), 'the map has all with a place').toHaveAccessibleName(new RegExp(`^${label}`));
  await expect(window.locator('[data-drawing="canvas"] canvas'), 'it is drawn on a canvas').toBeVisible();
  return placed;
}

/** The pixels of the map that have the colour of rings around marked stops, as places on the map. */
const ringPixels = (window: Page): Promise<{ x: number; y: number }[]> =>
  window.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-drawing="canvas"] canvas');
    const context = canvas?.getContext('2d');
    const probe = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas || !context || !probe) throw new Error('The map is not drawn on a canvas.');
    probe.fillStyle = getComputedStyle(canvas).getPropertyValue('--text').trim();
    probe.fillRect(0, 0, 1, 1);
    const [ink] = new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const scale = canvas.width / canvas.clientWidth;
    return [...pixels.keys()]
      .filter((at) => pixels[at] === ink)
      .map((at) => ({ x: (at % canvas.width) / scale, y: Math.floor(at / canvas.width) / scale }));
  });

/** Waits for two frames: the first may have begun before. */
const drawn = (window: Page): Promise<unknown> =>
  window.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** A ring is some two hundred pixels; those of stops that lie close together cover each other. */
const leastOfRing = 60;

/** Waits until the map has rings that it did not have. */
const expectRings = (window: Page, before: number): Promise<void> =>
  expect
    .poll(async () => (await ringPixels(window)).length, { message: 'marked stops have rings on the map' })
    .toBeGreaterThan(before + leastOfRing);

/** Waits until the map has no rings any more. */
const expectNoRings = (window: Page, before: number): Promise<void> =>
  expect.poll(async () => (await ringPixels(window)).length, { message: 'no stop has a ring' }).toBe(before);

/** The marked rows of the table, and the other stops that the map shows. */
async function marksOf(window: Page, placed: readonly Placed[]): Promise<{ marked: Placed[]; others: Placed[] }> {
  const { marked } = await marksOnScreen(table(window));
  const isMarked = ({ id }: Placed) => marked.includes(id);
  const found = { marked: placed.filter(isMarked), others: placed.filter((stop) => !isMarked(stop)) };
  expect(found.marked, 'only stops on the map are marked').toHaveLength(marked.length);
  return found;
}

test('marks the rows of the stops that a line and then a box on the map enclose', async ({
  service,
  client,
  start,
}) => {
  const plan = await planToOptimise(client);
  const app = await start({ args: [...drawingArguments.canvas] });
  const { window } = app;
  const placed = await openOnMap(app, service, plan);
  await mapSurface(window).focus();
  await window.keyboard.press('0');
  await drawn(window);
  const bare = (await ringPixels(window)).length;

  // The line goes around the left half of the map.
  await drawOnMap(window, 'Shift', [
    [0.02, 0.4],
    [0.02, 0.01],
    [0.5, 0.01],
    [0.5, 0.99],
    [0.02, 0.99],
  ]);
  const west = await marksOf(window, placed);
  expect(west.marked.length, 'there are stops in the west').toBeGreaterThan(0);
  expect(west.others.length, 'and in the east').toBeGreaterThan(0);
  const eastmost = Math.max(...west.marked.map(({ longitude }) => longitude));
  const across = west.others.filter(({ longitude }) => longitude <= eastmost);
  expect(across, 'all in the west are marked, and none in the east').toEqual([]);
  await expect(bar(window, west.marked.length), 'the table says how many are marked').toBeVisible();
  await expectRings(window, bare);

  // The box adds the upper part of the rest, as much of it as has stops.
  let both = west;
  for (const low of [0.4, 0.6, 0.8, 0.95]) {
    await drawOnMap(window, 'Control', [
      [0.4, low],
      [0.99, 0.01],
    ]);
    both = await marksOf(window, placed);
    if (both.marked.length > west.marked.length) break;
  }
  const added = both.marked.filter((stop) => !west.marked.includes(stop));
  expect(both.marked, 'what was marked stays so').toEqual(expect.arrayContaining(west.marked));
  expect(added.length, 'there are stops in the north-east').toBeGreaterThan(0);
  const southmost = Math.min(...added.map(({ latitude }) => latitude));
  const above = both.others.filter(({ latitude }) => latitude >= southmost);
  expect(above, 'all in the north are marked, and no others').toEqual([]);
  await expect(bar(window, both.marked.length)).toBeVisible();

  await table(window).focus();
  await window.keyboard.press('Escape');
  await expect(bar(window, both.marked.length), 'Esc takes the marks back').toHaveCount(0);
  await expectNoRings(window, bare);
});

test('puts the ring of a marked row around its stop', async ({ service, client, start }) => {
  const plan = await planToOptimise(client);
  const app = await start({ args: [...drawingArguments.canvas] });
  const { window } = app;
  const [stop] = alone(await openOnMap(app, service, plan), ({ name }) => name);
  await filterBox(window).fill(stop!.name);
  const row = table(window).locator(`[data-key="${stop!.id}"]`);
  await expect(table(window).locator('[data-key]'), 'the filter leaves one stop').toHaveCount(1);
  await expect(mapSurface(window)).toHaveAccessibleName(new RegExp(`^${t('routes.mapShows', { count: 1 })}`));
  await mapSurface(window).focus();
  await window.keyboard.press('0');
  await row.locator('[data-mark]').click();
  await expect(bar(window, 1)).toBeVisible();

  // The pointer on the row puts a ring of another colour over the one that is looked for.
  await row.hover();
  await expect(row).toHaveClass(/hovered/);
  await drawn(window);
  const covered = await ringPixels(window);
  await window.mouse.move(2, 2);
  await expect(row).not.toHaveClass(/hovered/);
  await expectRings(window, covered.length);
  const placeOf = ({ x, y }: { x: number; y: number }) => `${x} ${y}`;
  const others = new Set(covered.map(placeOf));
  const ring = (await ringPixels(window)).filter((pixel) => !others.has(placeOf(pixel)));
  const middle = (of: (pixel: { x: number; y: number }) => number) =>
    (Math.min(...ring.map(of)) + Math.max(...ring.map(of))) / 2;
  const box = (await mapSurface(window).boundingBox())!;
  await window.mouse.move(box.x + middle(({ x }) => x), box.y + middle(({ y }) => y));
  await expect(row, 'the ring is around the stop of the row').toHaveClass(/hovered/);
});

test('marks what the filter leaves by keys alone, in the table and on the map', async ({ service, client, start }) => {
  const plan = await planToOptimise(client);
  const app = await start({ args: [...drawingArguments.canvas] });
  const { window } = app;
  const { keyboard } = window;
  const placed = await openOnMap(app, service, plan);
  const { all } = await marksOnScreen(table(window));

  // A postcode is an area, as somebody would draw it with the pointer.
  await keyboard.press('Control+F');
  await expect(filterBox(window), 'Ctrl+F leads to the filter').toBeFocused();
  await keyboard.type(placed[0]!.postcode);
  const left = async () => (await marksOnScreen(table(window))).all;
  await expect.poll(async () => (await left()).length, { message: 'the filter hides others' }).toBeLessThan(all.length);
  const area = await left();
  const inArea = placed.filter(({ id }) => area.includes(id));
  await keyboard.press('Alt+m');
  await expect(mapSurface(window), 'Alt+M leads to the map').toBeFocused();
  await keyboard.press('0');
  await drawn(window);
  const bare = (await ringPixels(window)).length;
  await tabToField(window, table(window), 'the list of stops');
  await keyboard.press('Control+A');
  await expect(bar(window, area.length), 'all that the filter leaves are marked').toBeVisible();
  await expectRings(window, bare);
  await keyboard.press('Escape');
  await expect(bar(window, area.length), 'Esc takes the marks back').toHaveCount(0);
  await expectNoRings(window, bare);

  // The map shows what the filter leaves, and Space marks what it shows.
  await keyboard.press('Alt+m');
  await expect(mapSurface(window)).toBeFocused();
  await keyboard.press('Space');
  await expect(bar(window, inArea.length), 'all that the map shows are marked').toBeVisible();
  await keyboard.press('Control+F');
  await keyboard.press('Control+A');
  await keyboard.press('Delete');
  await expect.poll(left, { message: 'all stops are listed again' }).toHaveLength(all.length);
  const { marked } = await marksOnScreen(table(window));
  expect(marked.toSorted(), 'the marks outlive the filter').toEqual(inArea.map(({ id }) => id).toSorted());
});
