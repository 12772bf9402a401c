/** The map alone in a window (map-page/), for tests, pictures and measurements of what no plan of the service has. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { root } from '../../build/project.ts';
import type { App, StartOptions } from './app.ts';
import { buildPage } from './built-page.ts';
import type { MapStand } from './map-page/page.svelte.ts';
import type { ShownPlan } from './map-page/plan-of-many.ts';
import { drawingArguments } from './software-webgl.ts';

/** @returns the program that opens the window */
export const buildMapPage = (): Promise<string> => buildPage(join(root, 'test', 'support', 'map-page'), 'map-page');

/** How a map is drawn. */
export const drawings = ['webgl', 'canvas'] as const;
export type Drawing = (typeof drawings)[number];

/** What starts the window with one of the drawings, on machines without a graphics card too. */
export const mapPageOptions = (entry: string, drawing: Drawing): Pick<StartOptions, 'entry' | 'args'> => ({
  entry,
  args: [...(drawing === 'webgl' ? ['--software-webgl'] : []), ...drawingArguments[drawing]],
});

/** Shows a plan, and waits until it is drawn as wanted. */
export async function showPlan(window: Page, plan: ShownPlan, drawing: Drawing): Promise<void> {
  await window.locator('[data-drawing]').waitFor();
  await window.evaluate(([shown]) => (globalThis as unknown as { stand: MapStand }).stand.show(shown), [plan] as const);
  // A program that draws in place of a graphics card may take long to begin on a busy machine.
  await window.locator(`[data-drawing="${drawing}"]`).waitFor({ timeout: 60_000 });
  // Two frames: the first may have begun before.
  await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** What the map has told its screen. */
export const toldBy = (window: Page): Promise<MapStand['told']> =>
  window.evaluate(() => (globalThis as unknown as { stand: MapStand }).stand.told);

/** Addresses that the window has asked for besides its own files. */
export const requestedBy = async ({ electron }: App): Promise<string[]> => {
  const all = await electron.evaluate(() => (globalThis as unknown as { requested: string[] }).requested);
  return all.filter((url) => !url.startsWith('app://depot-desk/'));
};
