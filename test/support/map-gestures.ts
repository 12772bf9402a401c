/** Draws on a map by mouse, on the map alone (map-page/) and on that of a plan. */
import type { Locator, Page } from 'playwright';

/** What takes the pointer and the keys of a map. */
export const mapSurface = (window: Page): Locator => window.getByRole('img', { name: /^Map of/ });

/**
 * Drags along a line.
 *
 * @param key held meanwhile: Shift draws around stops, Control draws a box
 * @param points shares of the map's width and height
 */
export async function drawOnMap(
  window: Page,
  key: 'Shift' | 'Control',
  points: readonly (readonly [x: number, y: number])[],
): Promise<void> {
  const box = await mapSurface(window).boundingBox();
  if (box === null) throw new Error('The map is not there.');
  const [first, ...others] = points.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const);
  await window.keyboard.down(key);
  await window.mouse.move(...first!);
  await window.mouse.down();
  for (const point of others) await window.mouse.move(...point, { steps: 4 });
  await window.mouse.up();
  await window.keyboard.up(key);
}
