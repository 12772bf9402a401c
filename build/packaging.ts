/** What the packaged app holds. The Electron to use, and the fuses of a release, come from build/dist.ts. */
import type { Configuration } from 'electron-builder';

/** The prebuilt binaries of other platforms than the one that is packaged for. */
const otherPrebuilds = (platform: string) =>
  ['linux', 'win32', 'darwin']
    .filter((name) => name !== platform)
    .map((name) => `!**/node_modules/**/prebuilds/${name}-*/**`);

export const packaging: Configuration = {
  appId: 'app.depotdesk.desktop',
  productName: 'Depot Desk',
  copyright: 'Depot Desk contributors. Apache License 2.0',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'package.json',
    'LICENSE',
    '!**/node_modules/**/{src,deps,test,docs}/**',
  ],
  asar: true,
  asarUnpack: ['**/*.node'],
  npmRebuild: false,
  electronLanguages: ['en', 'en-US', 'en-GB', 'de'],
  linux: {
    target: 'dir',
    category: 'Office',
    executableName: 'depot-desk',
    icon: 'resources/icon.png',
    files: otherPrebuilds('linux'),
  },
  win: { target: 'nsis', icon: 'resources/icon.png', files: otherPrebuilds('win32') },
  mac: {
    target: 'dmg',
    category: 'public.app-category.business',
    icon: 'resources/icon.png',
    files: otherPrebuilds('darwin'),
  },
};
