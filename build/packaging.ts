/** The packaging configuration. build/dist.ts adds the Electron to use and a release's fuses. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

const targets = ['darwin', 'linux', 'linuxmusl', 'win32'].flatMap((platform) =>
  ['arm64', 'x64'].map((processor) => `${platform}-${processor}`),
);

/** @param target what the app is packaged for, as prebuilt libraries are named: `linux-x64` */
export const packagingFor = (target: string): Configuration => ({
  appId: 'app.depotdesk.desktop',
  productName: 'Depot Desk',
  copyright: 'Depot Desk contributors. Apache License 2.0',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'out/update-keys.json',
    'package.json',
    'LICENSE',
    // Node for the tools is an optional dependency. The app uses Electron's Node.
    '!**/node_modules/node-{linux,darwin,win,bin}*/**',
    '!**/node_modules/node-addon-api/**',
    `!**/node_modules/*/prebuilds/!(${target}|${target}.node)`,
    `!**/node_modules/*/prebuilds/!(${target})/**`,
    `!**/node_modules/better-sqlite3/lib/{${targets.filter((name) => name !== target).join(',')}}.js`,
    '!**/node_modules/{better-sqlite3,keytar}/{src,deps,script}/**',
    // The bundle of the preflight process has their scripts. Their WebAssembly and their licences ship.
    '!**/node_modules/{@embedpdf/pdfium,zxing-wasm}/**/*.{js,cjs,mjs}',
    '!**/node_modules/zxing-wasm/dist/{full,writer}/**',
    '!**/node_modules/{type-fest,@types,tagged-tag}/**',
    // The bundle of main has them. Their licences ship.
    '!**/node_modules/{zod,undici,electron-log}/!(LICENSE)',
    '!**/node_modules/{zod,undici,electron-log}/!(LICENSE)/**',
    '!**/node_modules/**/*.{d.ts,d.cts,d.mts,map,md,gyp,gypi,h}',
  ],
  // Beside the archive lie only the libraries that the system loads from the disk. main/native-files.ts checks them.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  npmRebuild: false,
  electronLanguages: ['en', 'en-US', 'en-GB', 'de'],
  linux: { target: 'dir', category: 'Office', executableName: 'depot-desk', icon: 'resources/icon.png' },
  win: { target: 'nsis', icon: 'resources/icon.ico' },
  // Every user of the computer has the same version, and what people typed stays when it is removed.
  nsis: { oneClick: false, perMachine: true, deleteAppDataOnUninstall: false },
  mac: { target: 'dmg', category: 'public.app-category.business', icon: 'resources/icon.png' },
  // Do not ship Electron's welcome app.
  afterPack: ({ appOutDir }) => rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true }),
});
