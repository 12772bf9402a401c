/** The map alone in a window (map-page/), for tests, pictures and measurements of what no plan of the service has. */
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Page } from 'playwright';
import { build, type InlineConfig } from 'vite';
import { out, root } from '../../build/project.ts';
import type { App, StartOptions } from './app.ts';
import type { MapStand } from './map-page/page.svelte.ts';
import type { ShownPlan } from './map-page/plan-of-many.ts';

const source = join(root, 'test', 'support', 'map-page');
const folder = join(out, 'map-page');
const shared = { configFile: false, logLevel: 'warn' } satisfies InlineConfig;

/** @returns the program that opens the window */
export async function buildMapPage(): Promise<string> {
  await build({
    ...shared,
    root: source,
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: {
      ...{ target: 'chrome146', assetsInlineLimit: 0, chunkSizeWarningLimit: 1_200 },
      ...{ outDir: join(folder, 'page'), emptyOutDir: true },
    },
  });
  await build({
    ...shared,
    root,
    build: {
      ...{ ssr: true, target: 'node24', outDir: folder, copyPublicDir: false, emptyOutDir: false },
      rolldownOptions: {
        input: { window: join(source, 'window.ts') },
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
  return join(folder, 'window.js');
}

/** How a map is drawn. */
export const drawings = ['webgl', 'canvas'] as const;
export type Drawing = (typeof drawings)[number];

const withoutCard = ['--disable-gpu', '--disable-software-rasterizer'];

/** What starts the window with one of the drawings, on machines without a graphics card too. */
export const mapPageOptions = (entry: string, drawing: Drawing): Pick<StartOptions, 'entry' | 'args'> => ({
  entry,
  args: drawing === 'webgl' ? ['--software-webgl', '--enable-unsafe-swiftshader'] : withoutCard,
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
