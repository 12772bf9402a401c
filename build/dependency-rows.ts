/** Checks that docs/decisions/dependencies.md says of each direct dependency what it is for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

const page = 'docs/decisions/dependencies.md';

/**
 * @param names of direct dependencies
 * @param text of the page, with a table whose first column names them
 * @returns what is wrong with the table
 */
export function problemsOfRows(names: readonly string[], text: string): string[] {
  const rows = [...text.matchAll(/^\| `(?<name>[^`]+)`\s*\|(?<rest>.*)\|$/gm)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    cells: (groups?.['rest'] ?? '').split('|').map((cell) => cell.trim()),
  }));
  const known = new Set(rows.map(({ name }) => name));
  return [
    ...names.filter((name) => !known.has(name)).map((name) => `${name} has no row in ${page}`),
    ...rows
      .filter(({ name }) => !names.includes(name))
      .map(({ name }) => `${name} has a row in ${page} and is not used`),
    ...rows.filter(({ cells }) => cells.includes('')).map(({ name }) => `${name}: a cell of its row is empty`),
  ];
}

if (import.meta.main) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const names = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  const problems = problemsOfRows(names, readFileSync(join(root, page), 'utf8'));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${names.length} dependencies, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
