/** The packages whose code ships with the app: those that the builds take in, and those that it loads from node_modules. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { containedIn, type Contained } from './contained.ts';
import { mit } from './mit.ts';

export interface ShippedPackage {
  name: string;
  version: string;
  /** As its package.json says, an SPDX expression: `MIT`. */
  licence: string;
  /** Relative to the project: `node_modules/zod`. */
  folder: string;
  /** Texts of its licence and of what it contains, with the names of their files or works. */
  texts: { file: string; text: string }[];
  contained: Contained[];
}

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  author?: string | { name: string };
  dependencies?: Record<string, string>;
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

/** Of the package, and deeper in it those of works that it took in. */
const licenceFiles = ['{LICENSE,LICENCE,License,license,licence,COPYING,NOTICE}*', '*/**/{LICENSE,COPYING,NOTICE}*'];

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
  const { name, version, license, dependencies = {} } = manifest;
  const files = globSync(licenceFiles, { cwd: join(root, folder), exclude: ['node_modules/**'] })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/^node_modules\/|\.(js|ts|json|html)$/.test(file))
    .sort();
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }));
  const said = typeof license === 'string' ? license : license?.type;
  const licence = said ?? (/^\s*MIT License/.test(texts[0]?.text ?? '') ? 'MIT' : 'unknown');
  if (licence === 'unknown') throw new Error(`${name} ${version} does not say its licence`);
  if (texts.length === 0 && licence !== 'MIT') throw new Error(`${name} ${version} (${licence}) has no licence text`);
  if (texts.length === 0) texts.push({ file: 'package.json', text: mit(holderOf(manifest)) });
  const read = (other: string) => {
    const copied = readPackage(root, `node_modules/${other}`);
    return { licence: copied.licence, text: copied.texts.map(({ text }) => text.trim()).join('\n\n') };
  };
  const holder = { name, root, read, path: join(root, folder), dependencies: Object.keys(dependencies) };
  const contained = containedIn(holder);
  texts.push(...contained.map((work) => ({ file: work.name, text: work.text })));
  return { name, version, licence, folder, texts, contained };
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
