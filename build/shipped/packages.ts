/** The packages whose code ships with the app: those that the builds take in, and those that it loads from node_modules. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface ShippedPackage {
  name: string;
  version: string;
  /** As its package.json says, an SPDX expression: `MIT`. */
  licence: string;
  /** Relative to the project: `node_modules/zod`. */
  folder: string;
  /** Texts of its licence and of what it contains, with the names of their files. */
  texts: { file: string; text: string }[];
}

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  author?: string | { name: string };
}

/**
 * @param id of a module in a build, with a path in it
 * @returns the folder of its package from the last `node_modules` on, with all that stands before it; null: none
 */
export function packageFolder(id: string): string | null {
  const path = id
    .replace(/^\0+/, '')
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '');
  const found = /^(?<folder>.*\/?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found?.groups?.['folder'] ?? null;
}

const licenceFiles = ['{LICENSE,LICENCE,License,license,licence,COPYING,NOTICE}*', '*/{LICENSE,COPYING,NOTICE}*'];

const mit = (holder: string) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** Works inside a package that has no licence file for them. The texts are those of the works' own pages. */
const contained: Readonly<Record<string, { work: string; text: string }>> = {
  'better-sqlite3': {
    work: 'SQLite',
    text: 'SQLite is in the public domain: its authors disclaim copyright to it (sqlite.org/copyright.html).\n',
  },
  'zxing-wasm': {
    work: 'zxing-cpp',
    text: 'Copyright ZXing authors. Licensed under the Apache License 2.0, whose text is that of Depot Desk’s own licence.\n',
  },
};

const holderOf = ({ author, name }: Manifest): string =>
  (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;

/**
 * Reads a package.
 *
 * @param root of the project
 * @param folder relative to it
 * @throws Error if it has no text of its licence, and none can be put in its place
 */
export function readPackage(root: string, folder: string): ShippedPackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license } = manifest;
  const files = globSync(licenceFiles, { cwd: join(root, folder), exclude: ['node_modules/**'] })
    .filter((file) => !/\.(js|ts|json|html)$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .sort();
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }));
  const said = typeof license === 'string' ? license : license?.type;
  const licence = said ?? (/^\s*MIT License/.test(texts[0]?.text ?? '') ? 'MIT' : 'unknown');
  if (licence === 'unknown') throw new Error(`${name} ${version} does not say its licence`);
  if (texts.length === 0 && licence !== 'MIT') throw new Error(`${name} ${version} (${licence}) has no licence text`);
  if (texts.length === 0) texts.push({ file: 'package.json', text: mit(holderOf(manifest)) });
  const more = contained[name];
  if (more !== undefined) texts.push({ file: more.work, text: more.text });
  return { name, version, licence, folder, texts };
}

const byName = (one: ShippedPackage, other: ShippedPackage) =>
  one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en');

/**
 * @param root of the project
 * @param taken folders of packages that the builds took in, relative to the project
 * @returns these and the run-time dependencies, each once, by name
 */
export function shippedPackages(root: string, taken: Iterable<string>): ShippedPackage[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const folders = new Set([...taken, ...Object.keys(dependencies).map((name) => `node_modules/${name}`)]);
  // A folder inside a package may have a package.json of its own that only says how its files are read.
  return [...folders]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => readPackage(root, folder))
    .sort(byName);
}
