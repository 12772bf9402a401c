/** The process that runs unit or flow tests on instrumented source, until it is killed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createVitest, type TestRunResult } from 'vitest/node';
import type { Asked } from './test-setup.ts';

export type Project = 'unit' | 'flow';

export type TestTask =
  | { do: 'begin'; codes: [file: string, code: string][] }
  | { do: 'record'; tests: string[] }
  | { do: 'try'; mutant: number; tests: string[] };

export interface Reached {
  test: string;
  met: number[];
  milliseconds: number;
}

export type TestAnswer = { seenBy: string | null; reached: Reached[] };

const root = join(import.meta.dirname, '..', '..', '..');
const isFlow = process.argv[2] === 'flow';
// Same as in vitest.config.ts.
process.env['TZ'] = 'Europe/Berlin';
// No mutant concerns power cuts, so the tests' databases can be in memory.
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
const codes = new Map<string, string>();

const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    include: [isFlow ? 'test/flow/**/*.test.ts' : 'test/unit/**/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'test-setup.ts')],
    ...(isFlow ? { globalSetup: join(root, 'test/fixtures/programs-setup.ts') } : {}),
    // As in vitest.config.ts: without effects, tests of the window's controllers would wait for ever.
    environment: isFlow ? 'node' : join(root, 'test/fixtures/window-environment.ts'),
    // The timeouts in vitest.config.ts would fail tests on a busy machine. The parent process ends tests that hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    pool: 'threads',
    maxWorkers: 1,
    // A cache on disk would return the source of other mutants.
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
      ...(isFlow ? [] : [svelte()]),
    ],
    ...(isFlow ? {} : { resolve: { conditions: ['browser'] } }),
  },
);

async function run(tests: readonly string[], asked: Asked): Promise<TestRunResult> {
  const project = vitest.getRootProject();
  project.provide('asked', asked);
  // One failing test is enough.
  project.config.bail = 'mutant' in asked ? 1 : 0;
  vitest.config.bail = project.config.bail;
  const result = await vitest.runTestSpecifications(tests.map((test) => project.createSpecification(test)));
  // Vitest also returns the modules of earlier runs with their old states, which are irrelevant for this run.
  return { ...result, testModules: result.testModules.filter(({ moduleId }) => tests.includes(moduleId)) };
}

const hasFailed = (module: TestRunResult['testModules'][number]) => module.state() === 'failed';
const isWhole = ({ testModules }: TestRunResult, tests: readonly string[]) =>
  testModules.filter((module) => module.state() === 'passed').length === tests.length;

function seenBy({ testModules, unhandledErrors }: TestRunResult): string | null {
  const failed = testModules.find(hasFailed);
  if (failed !== undefined) return failed.relativeModuleId;
  return unhandledErrors.length > 0 ? 'an error of no test' : null;
}

async function recordOnce(tests: readonly string[]): Promise<{ reached: Reached[]; failed: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-mutate-'));
  const file = join(folder, 'met');
  const { testModules } = await run(tests, { record: file });
  const took = new Map(
    testModules.map((module) => {
      const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
        module.diagnostic();
      return [module.moduleId, prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration];
    }),
  );
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true });
  const failed = testModules.filter(hasFailed).map((module) => module.moduleId);
  const reached = lines.map((line) => {
    const { test, met } = JSON.parse(line) as { test: string; met: number[] };
    return { test, met, milliseconds: took.get(test) ?? 1_000 };
  });
  // A test that is skipped on this computer detects nothing.
  const passed = new Set(testModules.filter((module) => module.state() === 'passed').map((one) => one.moduleId));
  return { reached: reached.filter(({ test }) => passed.has(test)), failed };
}

/**
 * A test that fails without a mutant, for example on a busy machine, runs once more and is skipped if it fails again.
 */
async function record(tests: readonly string[]): Promise<TestAnswer> {
  const { reached, failed } = await recordOnce(tests);
  if (failed.length === 0) return { seenBy: null, reached };
  const again = await recordOnce(failed);
  const left = again.failed.length === 0 ? null : again.failed.join(' ');
  return { seenBy: left, reached: [...reached, ...again.reached] };
}

/**
 * A run that is aborted without a failed test, for example by the end of the previous run, is inconclusive and
 * repeated.
 */
async function tried(mutant: number, tests: readonly string[]): Promise<TestAnswer> {
  const result = await run(tests, { mutant });
  const by = seenBy(result);
  if (by !== null || isWhole(result, tests)) return { seenBy: by, reached: [] };
  return { seenBy: seenBy(await run(tests, { mutant })), reached: [] };
}

async function answer(task: TestTask): Promise<TestAnswer> {
  switch (task.do) {
    case 'begin':
      for (const [file, code] of task.codes) codes.set(join(root, 'src', file), code);
      return { seenBy: null, reached: [] };
    case 'record':
      return record(task.tests);
    case 'try':
      return tried(task.mutant, task.tests);
  }
}

process.on('message', (task: TestTask) => {
  void answer(task).then((result) => process.send?.(result));
});
process.send?.('ready');
