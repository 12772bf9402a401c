/**
 * Compares what ships with the advisories that are known of it. The list is a file of the repository, so the check
 * needs no network; where it comes from and how it is renewed: docs/decisions/advisories.md.
 *
 * With `--built` it also looks at every package that the last build took in, else at those that the list names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, inRange } from './advisories/ranges.ts';
import { root } from './project.ts';
import { shippedFile } from './shipped/collect.ts';

/** An advisory of a package. The same CVE may concern several. */
interface Named {
  /** The CVE, or GitHub's id if there is none. */
  id: string;
  package: string;
}

interface Advisory extends Named {
  /** GitHub's id beside a CVE. */
  alias?: string;
  /** Versions that are affected, see `inRange`. */
  range: string;
  /** Day of the record. Null: not known. */
  published: string | null;
  /** Repository and commit of the record that was read (`cves/…/CVE-….json`). Null: only reports of it were read. */
  record: string | null;
}

interface Known {
  /** Day on which the records were read. */
  read: string;
  /** The packages that were looked up, and the oldest version of each for which the list is meant to be complete. */
  packages: Readonly<Record<string, string>>;
  advisories: readonly Advisory[];
  /** Advisories that match a version here and do not matter, with the reason. */
  accepted: readonly (Named & { because: string })[];
}

interface Lock {
  packages: Readonly<Record<string, { name?: string; version?: string }>>;
}

interface Installed {
  name: string;
  version: string;
}

/**
 * @param lock package-lock.json
 * @param names of packages that ship wherever they lie on top of node_modules
 * @param folders of further packages that ship: `node_modules/a/node_modules/b`
 * @returns their names and versions
 */
export function shippedIn(lock: Lock, names: readonly string[], folders: readonly string[]): Installed[] {
  return Object.entries(lock.packages).flatMap(([folder, entry]) => {
    const name = entry.name ?? folder.replace(/^.*node_modules\//, '');
    const isOnTop = folder.lastIndexOf('node_modules/') === 0;
    if (entry.version === undefined || !(folders.includes(folder) || (isOnTop && names.includes(name)))) return [];
    return [{ name, version: entry.version }];
  });
}

const isSame = (one: Named, other: Named) => one.id === other.id && one.package === other.package;

/**
 * @returns what is wrong: a version in the range of an advisory that is not accepted, a package that was not looked up,
 *   a version older than the list speaks for, an accepted advisory that matches nothing any more
 */
export function problemsOfAdvisories(shipped: readonly Installed[], known: Known): string[] {
  const matches = shipped.flatMap(({ name, version }) =>
    known.advisories
      .filter((advisory) => advisory.package === name && inRange(version, advisory.range))
      .map((advisory) => ({ ...advisory, version })),
  );
  const older = ({ name, version }: Installed): string[] => {
    const oldest = known.packages[name];
    if (oldest === undefined) return [`${name} ships, and nobody has looked for its advisories`];
    return compareVersions(version, oldest) < 0 ? [`${name} ${version}: the list begins with ${oldest}`] : [];
  };
  return [
    ...matches
      .filter((match) => !known.accepted.some((entry) => isSame(entry, match)))
      .map((match) => `${match.package} ${match.version}: ${match.id} (${match.range})`),
    ...shipped.flatMap(older),
    ...known.accepted
      .filter((entry) => !matches.some((match) => isSame(entry, match)))
      .map(({ id, package: name }) => `${id} is accepted for ${name}, and no version here is in its range any more`),
  ];
}

const fromFile = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

if (import.meta.main) {
  const known = fromFile('build/advisories/known.json') as Known;
  const { dependencies } = fromFile('package.json') as { dependencies: Record<string, string> };
  const built = process.argv.includes('--built') ? (fromFile(shippedFile) as string[]) : [];
  const always = ['electron', ...Object.keys(dependencies)].map((name) => `node_modules/${name}`);
  const shipped = shippedIn(fromFile('package-lock.json') as Lock, Object.keys(known.packages), [...always, ...built]);
  const problems = problemsOfAdvisories(shipped, known);
  const days = known.advisories.map(({ published }) => published ?? '').sort();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `${shipped.length} packages, ${days.length} advisories read on ${known.read}, newest of ${days.at(-1) ?? ''}: ` +
      `${problems.length} problems, ${known.accepted.length} accepted\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
