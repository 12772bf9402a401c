/** The pictures that the pages show: which they are, and their copies in docs/pictures. */
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';

const pages = ['README.md', join('docs', 'screens.md')];
const folder = join(root, 'docs', 'pictures');

/** Files that a page shows: `orders-light.png`. */
export function shownOnPages(): string[] {
  const found = pages.flatMap((page) => [
    ...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?:docs\/)?pictures\/([\w-]+\.png)\)/g),
  ]);
  return [...new Set(found.map(([, name = '']) => name))];
}

/** Copies the pictures that a page shows to docs/pictures, and removes those that none shows. @param from a folder */
export function keepShown(from: string): void {
  const shown = shownOnPages();
  for (const name of shown) copyFileSync(join(from, name), join(folder, name));
  for (const name of readdirSync(folder)) if (!shown.includes(name)) rmSync(join(folder, name));
}
