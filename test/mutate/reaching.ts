/** Which unit tests load a file of src: by what each file imports, and what that imports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const specifier = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Those of the simulation are left out: its slices are run by themselves. */
const testFiles = () => globSync('test/unit/**/*.test.ts', { cwd: root }).filter((file) => !/unit.sim/.test(file));

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

/** @param files relative to src @returns unit tests that load any of them */
export function testsOf(files: ReadonlySet<string>): string[] {
  const imports = new Imports();
  const wanted = new Set([...files].map((file) => join(root, 'src', file)));
  return testFiles()
    .map((file) => join(root, file))
    .filter((test) => !imports.closure(test).isDisjointFrom(wanted));
}

/** @returns whether the simulation loads any of them */
export function isSimulated(files: ReadonlySet<string>): boolean {
  const loaded = new Imports().closure(join(import.meta.dirname, 'slices.ts'));
  return [...files].some((file) => loaded.has(join(root, 'src', file)));
}
