/** Which tests load a file of src: by what each file imports, and what that imports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from './test-runner.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const specifier = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Those of the simulation are left out: its slices are run by themselves. */
const unitTests = () => globSync('test/unit/**/*.test.ts', { cwd: root }).filter((file) => !/unit.sim/.test(file));

class Imports {
  private readonly known = new Map<string, readonly string[]>();

  /** All that is loaded with a file, itself included. */
  closure(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    for (const next of this.of(file)) this.closure(next, found);
    return found;
  }

  private of(file: string): readonly string[] {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const imports = /\.(ts|svelte)$/.test(file) && existsSync(file) ? this.read(file) : [];
    this.known.set(file, imports);
    return imports;
  }

  private read(file: string): string[] {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(specifier)].map(([, to = '']) => join(dirname(file), to));
  }
}

/**
 * Flow tests by the rooms that they are about, those of minutes left out: of others, only what comes by would be known.
 * No printer and no second process is in them: a mutant is not in effect there.
 */
const flowTests: readonly { room: RegExp; tests: string[] }[] = [
  {
    room: /^main\/db\//,
    tests: [
      ...['entry-list', 'history', 'news', 'outbox-file', 'outbox-journal', 'outbox-leaving', 'outbox-table'],
      'set-again',
    ].map((name) => `db/${name}`),
  },
  { room: /^main\/labels\//, tests: ['labels/batches', 'labels/no-word-afterwards', 'labels/place-page'] },
];

/** Of some tests, those that load any of the files. @param files relative to src */
function loading(tests: readonly string[], files: ReadonlySet<string>): string[] {
  const imports = new Imports();
  const wanted = new Set([...files].map((file) => join(root, 'src', file)));
  return tests.map((file) => join(root, file)).filter((test) => !imports.closure(test).isDisjointFrom(wanted));
}

/** @param files relative to src @returns tests that load any of them, and are asked about them */
export function testsOf(files: ReadonlySet<string>, project: Project): string[] {
  if (project === 'unit') return loading(unitTests(), files);
  const asked = flowTests.filter(({ room }) => [...files].some((file) => room.test(file)));
  const tests = asked.flatMap(({ tests: names }) => names.map((name) => `test/flow/${name}.test.ts`));
  return loading(tests, files);
}

/**
 * @param file relative to src
 * @returns unit tests in the folder that mirrors the file's and in the one above it, relative to the project
 */
export function testsBeside(file: string): string[] {
  const folder = `test/unit/${dirname(file)}`;
  const patterns = [folder, dirname(folder)].map((each) => `${each}/*.test.ts`);
  return globSync(patterns, { cwd: root }).map((test) => test.replaceAll('\\', '/'));
}

/** @returns whether the simulation loads any of them */
export function isSimulated(files: ReadonlySet<string>): boolean {
  const loaded = new Imports().closure(join(import.meta.dirname, 'slices.ts'));
  return [...files].some((file) => loaded.has(join(root, 'src', file)));
}
