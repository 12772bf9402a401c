/** The pages of a label on screen: each looks as at first, also when keys left no time to finish others. */
import type { Page } from 'playwright';
import { expect, test } from '../support/fixtures.ts';
import { openConnected, openLabel } from '../support/screens.ts';

/** What the page on screen looks like. */
const picture = (window: Page): Promise<string> =>
  window.locator('[role="dialog"] canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test('draws a page as at first, after others that were skipped', async ({ service, client, start }) => {
  const orders = await client.orders();
  const order = orders.find(({ packageInfo }) => (packageInfo?.packageCount ?? 0) >= 3);
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await openLabel(window, order?.packageInfo?.externalId ?? '');
  await window.locator('[role="dialog"] [data-drawn="drawn"]').waitFor();
  const room = window.locator('[role="dialog"] [role="group"]').filter({ has: window.locator('canvas') });
  await room.focus();

  const pages = [await picture(window)];
  for (const page of [2, 3]) {
    await keyboard.press('PageDown');
    await expect.poll(() => picture(window), `page ${page}`).not.toBe(pages.at(-1));
    pages.push(await picture(window));
  }
  expect(new Set(pages).size, 'each page has a code of its own').toBe(3);

  // The keys come faster than pages are drawn, and a zoom changes the size of the drawing between them.
  for (const key of ['PageUp', 'PageUp', 'Control++', 'PageDown', 'Control+0']) await keyboard.press(key);
  await expect.poll(() => picture(window), 'page 2 again').toBe(pages[1]);
  const across = () => room.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  const before = await across();
  await keyboard.press('Control++');
  await expect.poll(across, 'a larger drawing').toBeGreaterThan(before);
  await keyboard.press('Control+0');
  await expect.poll(() => picture(window), 'page 2 as before').toBe(pages[1]);
  for (const key of ['PageDown', 'PageUp', 'Home']) await keyboard.press(key);
  await expect.poll(() => picture(window), 'page 1 again').toBe(pages[0]);
});
