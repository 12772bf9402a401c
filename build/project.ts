/** The project's folders, used by everything else in build/. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The build output, from which the app runs. */
export const out = join(root, 'out');

const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<'electron', string>;
};
/** `0.1.0`, as package.json says, a version that updates it: `0.1.1`, and that of Electron. */
export const versions = {
  own: version,
  next: version.replace(/\d+$/, (last) => String(Number(last) + 1)),
  electron: devDependencies.electron,
};
