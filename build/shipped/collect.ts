/** A plugin of all builds that notes which packages they take in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { noticesOf } from './notices.ts';
import { packageFolder, shippedPackages } from './packages.ts';

/** Where the list of the last build lies, for the bill of materials. It does not ship. */
export const shippedFile = 'out/shipped.json';
/** In the folder of the window's build. */
export const noticesFile = 'licences.txt';

/** Folders of packages, of all builds of this process: main, preload, the window's workers, the window. */
const taken = new Set<string>();

/**
 * @param base folder that relative names of the build's sources refer to
 * @param isLast the window's build, which comes last and gets the notices
 */
export function collectPackages(base: string, isLast = false): Plugin {
  const root = process.cwd();
  const add = (source: string) => {
    const folder = packageFolder(source);
    if (folder !== null) taken.add(relative(root, resolve(base, folder)).split(sep).join('/'));
  };
  return {
    name: 'collect-packages',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const source of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) add(source);
      if (!isLast) return;
      const list = join(root, shippedFile);
      mkdirSync(dirname(list), { recursive: true });
      writeFileSync(list, `${JSON.stringify([...taken].sort(), null, 2)}\n`);
      const source = noticesOf(shippedPackages(root, taken));
      this.emitFile({ type: 'asset', fileName: noticesFile, source });
    },
  };
}
