/**
 * Whether the tests that the page names would see their rules broken: in a copy of the project one row's rule is broken
 * in the service's source, its tests are run alone, and one of them has to fail.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReason, namedIn, testOf, type Rule } from './row.ts';
import { root } from '../../build/project.ts';
import { runTests } from './tests.ts';

/** What of the project the tests need. */
const parts = ['src', 'test', 'build', 'docs', 'resources', 'package.json', 'vitest.config.ts', 'svelte.config.js'];
const atOnce = 2;

export interface Bite {
  id: string;
  /** The named test that failed, or why none did. */
  found: string;
  survived: boolean;
  seconds: number;
}

/** mulberry32: the same seed picks the same rows. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Rows that the service keeps: what the draw is made of. */
export const drawable = (rules: readonly Rule[]): Rule[] => rules.filter(({ service }) => !isReason(service));

/** So many different rows out of those the service keeps. */
export function draw(rules: readonly Rule[], count: number, seed: number): Rule[] {
  const chance = chanceOf(seed);
  const left = drawable(rules);
  const drawn: Rule[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(chance() * left.length), 1));
  }
  return drawn;
}

/** A copy of the project as it is now, committed or not, that shares its packages. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-teeth-'));
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const part of [...parts, ...configs]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Breaks one rule in a copy, runs its tests and mends it again. */
async function bite(rule: Rule, folder: string): Promise<Bite> {
  const started = performance.now();
  const done = (survived: boolean, found: string): Bite => ({
    id: rule.id,
    found,
    survived,
    seconds: (performance.now() - started) / 1_000,
  });
  if (!rule.teeth) return done(true, 'nothing is known that breaks it');
  const { file, find, replace } = rule.teeth;
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return done(true, `what breaks it is not once in ${file}`);
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    const tests = namedIn(rule.test);
    const files = [...new Set(tests.map((test) => testOf(test).file))];
    const { statuses, broken } = await runTests(
      folder,
      files,
      tests.map((test) => testOf(test).title),
    );
    const failed = tests.find((test) => statuses.get(test) === 'failed');
    if (failed !== undefined) return done(false, testOf(failed).title);
    if (broken.length > 0) return done(true, `did not load: ${broken.join('; ')}`);
    return done(true, tests.map((test) => `${statuses.get(test) ?? 'not run'}: ${testOf(test).title}`).join('; '));
  } finally {
    writeFileSync(path, whole);
  }
}

/** Bites each of these rows, two at a time. @param told of each as it is done */
export async function biteAll(rules: readonly Rule[], told: (bite: Bite) => void): Promise<Bite[]> {
  const waiting = [...rules];
  const bites: Bite[] = [];
  const folders = Array.from({ length: Math.min(atOnce, rules.length) }, copyOfProject);
  try {
    await Promise.all(
      folders.map(async (folder) => {
        for (let rule = waiting.shift(); rule !== undefined; rule = waiting.shift()) {
          const one = await bite(rule, folder);
          bites.push(one);
          told(one);
        }
      }),
    );
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return bites;
}
