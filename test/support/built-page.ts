/** Parts of the window alone on a page, in a window that is served as the app's own is (page-window.ts). */
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig } from 'vite';
import { out, root } from '../../build/project.ts';

const shared = { configFile: false, logLevel: 'warn' } satisfies InlineConfig;

/**
 * @param source the folder of the page's index.html
 * @param name of the folder in out/
 * @param program in this folder, which opens the window
 * @returns the built program
 */
export async function buildPage(source: string, name: string, program = 'page-window.ts'): Promise<string> {
  const folder = join(out, name);
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
        input: { window: join(root, 'test', 'support', program) },
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
  return join(folder, 'window.js');
}
