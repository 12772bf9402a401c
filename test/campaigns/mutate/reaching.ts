/** Determines which tests load a file of src, by following imports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from './test-runner.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const specifier = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Without the simulation's tests, because its slices run separately. */
const unitTests = () => globSync('test/unit/**/*.test.ts', { cwd: root }).filter((file) => !/unit.sim/.test(file));

class Imports {
  private readonly known = new Map<string, readonly string[]>();

  /** All files that are loaded with a file, including itself. */
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
 * Flow tests by room, without those that take minutes. For other rooms only the reached mutants would be known. None of
 * them uses a printer or a second process, where a mutant has no effect.
 */
const flowTests: readonly { room: RegExp; tests: string[] }[] = [
  {
    room: /^main\/db\//,
    tests: [
      ...['entry-list', 'history', 'news', 'outbox-file', 'outbox-journal', 'outbox-leaving', 'outbox-shrink'],
      ...['outbox-table', 'set-again'],
    ].map((name) => `db/${name}`),
  },
  { room: /^main\/labels\//, tests: ['labels/batches', 'labels/no-word-afterwards', 'labels/place-page'] },
];

/** Filters the tests that load any of the files. @param files relative to src */
function loading(tests: readonly string[], files: ReadonlySet<string>): string[] {
  const imports = new Imports();
  const wanted = new Set([...files].map((file) => join(root, 'src', file)));
  return tests.map((file) => join(root, file)).filter((test) => !imports.closure(test).isDisjointFrom(wanted));
}

/** @param files relative to src @returns the tests to run: those that load any of them */
export function testsOf(files: ReadonlySet<string>, project: Project): string[] {
  if (project === 'unit') return loading(unitTests(), files);
  const asked = flowTests.filter(({ room }) => [...files].some((file) => room.test(file)));
  const tests = asked.flatMap(({ tests: names }) => names.map((name) => `test/flow/${name}.test.ts`));
  return loading(tests, files);
}

/**
 * @param file relative to src
 * @returns unit tests in the folder that mirrors the file's folder and in its parent, relative to the project
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
