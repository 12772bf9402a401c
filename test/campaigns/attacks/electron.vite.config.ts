/** The app's own build with one guard removed from the source. */
import { defineConfig } from 'electron-vite';
import plain from '../../../electron.vite.config.ts';
import { withoutGuard } from './without-guard.ts';

const { main, preload, renderer } = plain;
export default defineConfig({
  main: { ...main, plugins: [withoutGuard] },
  preload: { ...preload, plugins: [withoutGuard] },
  renderer: { ...renderer, plugins: [withoutGuard, ...(renderer?.plugins ?? [])] },
});
