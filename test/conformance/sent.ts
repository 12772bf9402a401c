/**
 * The operations that a screen of the app sent, each with a test in which it did: kept in operations-sent.json, and compared
 * with every run of the end-to-end tests.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentFile } from '../support/operations-sent.ts';

const kept = join(import.meta.dirname, 'operations-sent.json');

/** `v1 plans.create` → `test/e2e/changes.spec.ts > …`; what is not in it no screen sent. */
export const keptTests = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(kept, 'utf8')) as Record<string, string>;

/** The tests of the last run that sent each operation. */
function lastRun(): Map<string, Set<string>> {
  const tests = new Map<string, Set<string>>();
  const lines = existsSync(sentFile) ? readFileSync(sentFile, 'utf8').trim().split('\n') : [];
  for (const line of lines) {
    const { test, operations } = JSON.parse(line) as { test: string; operations: string[] };
    for (const operation of operations) tests.set(operation, (tests.get(operation) ?? new Set()).add(test));
  }
  return tests;
}

/** @returns where what is kept and the last run of the end-to-end tests disagree */
export function sentProblems(): string[] {
  const run = lastRun();
  if (run.size === 0) return ['the end-to-end tests have left no record of what they sent: npm test -- build e2e'];
  const known = keptTests();
  const gone = Object.entries(known).filter(([operation, test]) => !run.get(operation)?.has(test));
  const fresh = [...run.keys()].filter((operation) => known[operation] === undefined);
  return [
    ...gone.map(([operation, test]) => `${operation} was not sent in ${test}`),
    ...fresh.map((operation) => `${operation} was sent, and operations-sent.json does not say so`),
  ];
}

/** Keeps what the last run says; an operation keeps its test where that still sends it. */
export function keepSent(): void {
  const known = keptTests();
  const entries = [...lastRun()].map(([operation, tests]): [string, string] => {
    const before = known[operation];
    return [operation, before !== undefined && tests.has(before) ? before : ([...tests].sort()[0] ?? '')];
  });
  entries.sort(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
