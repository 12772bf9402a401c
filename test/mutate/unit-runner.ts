/** The process that runs unit tests over source that has mutants in it, for as long as it is asked to. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createVitest, type TestRunResult } from 'vitest/node';
import type { Asked } from './unit-setup.ts';

export type UnitTask =
  | { do: 'begin'; codes: [file: string, code: string][] }
  | { do: 'record'; tests: string[] }
  | { do: 'try'; mutant: number; tests: string[] };

export interface Reached {
  test: string;
  met: number[];
  milliseconds: number;
}

export type UnitAnswer = { seenBy: string | null; reached: Reached[] };

const root = join(import.meta.dirname, '..', '..');
// As in vitest.config.ts.
process.env['TZ'] = 'Europe/Berlin';
const codes = new Map<string, string>();

const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include: ['test/unit/**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'unit-setup.ts')],
    environment: 'node',
    testTimeout: 10_000,
    restoreMocks: true,
    pool: 'threads',
    maxWorkers: 1,
    // What is kept on the disk would be taken for the source of other mutants.
    fsModuleCache: false,
    reporters: [{}],
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform: (_code, id) => codes.get(id.split('?')[0] ?? ''),
      },
      svelte(),
    ],
    resolve: { conditions: ['browser'] },
  },
);

async function run(tests: readonly string[], asked: Asked): Promise<TestRunResult> {
  const project = vitest.getRootProject();
  project.provide('asked', asked);
  // The first that sees a mutant is enough.
  project.config.bail = 'mutant' in asked ? 1 : 0;
  vitest.config.bail = project.config.bail;
  return vitest.runTestSpecifications(tests.map((test) => project.createSpecification(test)));
}

function seenBy({ testModules, unhandledErrors }: TestRunResult): string | null {
  const failed = testModules.find((module) => module.state() === 'failed');
  if (failed !== undefined) return failed.relativeModuleId;
  return unhandledErrors.length > 0 ? 'an error of no test' : null;
}

async function record(tests: readonly string[]): Promise<UnitAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-mutate-'));
  const file = join(folder, 'met');
  const result = await run(tests, { record: file });
  const took = new Map(result.testModules.map((module) => [module.moduleId, module.diagnostic().duration]));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const reached = lines.map((line) => {
    const { test, met } = JSON.parse(line) as { test: string; met: number[] };
    return { test, met, milliseconds: took.get(test) ?? 1_000 };
  });
  // One that fails by itself, as beside a full machine, says nothing of a mutant.
  const failed = new Set(result.testModules.filter((module) => module.state() === 'failed').map((one) => one.moduleId));
  return {
    seenBy: failed.size === 0 ? null : [...failed].join(' '),
    reached: reached.filter(({ test }) => !failed.has(test)),
  };
}

async function answer(task: UnitTask): Promise<UnitAnswer> {
  switch (task.do) {
    case 'begin':
      for (const [file, code] of task.codes) codes.set(join(root, 'src', file), code);
      return { seenBy: null, reached: [] };
    case 'record':
      return record(task.tests);
    case 'try':
      return { seenBy: seenBy(await run(task.tests, { mutant: task.mutant })), reached: [] };
  }
}

process.on('message', (task: UnitTask) => {
  void answer(task).then((result) => process.send?.(result));
});
process.send?.('ready');
