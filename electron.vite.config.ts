import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { collectPackages } from './build/shipped/collect.ts';

/**
 * Dependencies that are nothing but JavaScript go into the bundle of main: one file is read at start instead of hundreds,
 * which takes a tenth of a second off. Those with a native part stay outside.
 */
const plainDependencies = ['zod', 'undici', 'electron-log'];

/**
 * Three builds into out/: main (ES modules, one file per process or thread), preload (one CommonJS file for each
 * process, because a sandboxed preload cannot load another) and renderer. Targets name what the oldest supported
 * Electron (42) understands.
 */
/** Where the time of a build goes is not news. */
const checks = { pluginTimings: false };

export default defineConfig({
  main: {
    plugins: [collectPackages('.')],
    build: {
      target: 'node24',
      outDir: 'out/main',
      externalizeDeps: { exclude: plainDependencies },
      rolldownOptions: {
        checks,
        input: {
          index: 'src/main/index.ts',
          'cache.worker': 'src/main/db/cache.worker.ts',
          training: 'src/training/main.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Names stay as they are, for the log.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    plugins: [collectPackages('.')],
    // pdfium's script looks where it is, to find a library that it is given instead. A sandboxed preload is nowhere.
    define: { 'import.meta.url': JSON.stringify('app://blank/') },
    build: {
      target: 'node24',
      outDir: 'out/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        checks,
        input: { index: 'src/preload/index.ts', preflight: 'src/preflight/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [svelte({ configFile: '../../svelte.config.js' }), collectPackages('src/renderer', true)],
    worker: { plugins: () => [collectPackages('src/renderer')] },
    build: {
      target: 'chrome146',
      // The content security policy allows nothing inline: no data: addresses, no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The map's engine, which is loaded when a map opens, is one chunk of some 1,060 kB.
      chunkSizeWarningLimit: 1_200,
      rolldownOptions: {
        checks,
        input: 'src/renderer/index.html',
        // What the window needs first is one file: main answers each request, and has much else to do at the start.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
});
