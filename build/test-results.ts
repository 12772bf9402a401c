/** Parses the JSON reports of the test runners into one format. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  passed: number;
  /** Title of each test that failed, with the first lines of the reason: often the summary is all that is kept. */
  failed: string[];
  /** Title and reason of each test that did not run. */
  skipped: string[];
}

/** A title with the first lines of the reason. @param message with colours and a stack; undefined when the runner gave none */
export function withReason(title: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const said = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '));
  return said.length === 0 ? title : `${title}: ${[...new Set(said)].slice(0, 5).join(' · ')}`;
}

/** Reads a runner's report. A missing or broken file counts as a failed test, never as an empty success. */
function read(file: string, runner: string, parse: (report: unknown) => Tally): Tally {
  if (!existsSync(file)) return { passed: 0, failed: [`${runner}: wrote no report`], skipped: [] };
  const tally = parse(JSON.parse(readFileSync(file, 'utf8')));
  if (tally.passed + tally.failed.length + tally.skipped.length === 0) tally.failed.push(`${runner}: found no test`);
  return tally;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages?: string[] | null;
      meta?: { skipReason?: string };
    }[];
  }[];
}

/**
 * The report of vitest's `json` reporter.
 * @param errorsFile the errors outside of tests (vitest-errors.ts)
 */
export function vitestTally(file: string, errorsFile: string): Tally {
  const tally = testsOf(file);
  if (!existsSync(errorsFile)) return tally;
  const errors = JSON.parse(readFileSync(errorsFile, 'utf8')) as string[];
  tally.failed.push(...errors.map((message) => withReason('vitest', message)));
  return tally;
}

function testsOf(file: string): Tally {
  return read(file, 'vitest', (report) => {
    const tally: Tally = { passed: 0, failed: [], skipped: [] };
    for (const result of (report as VitestReport).testResults) {
      for (const test of result.assertionResults) {
        if (test.status === 'passed') tally.passed += 1;
        else if (test.status === 'failed') tally.failed.push(withReason(test.fullName, test.failureMessages?.[0]));
        else tally.skipped.push(`${test.fullName}: ${test.meta?.skipReason ?? test.status}`);
      }
      const failedTests = result.assertionResults.some((test) => test.status === 'failed');
      if (result.status === 'failed' && !failedTests) tally.failed.push(`${result.name}: ${result.message}`);
    }
    return tally;
  });
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      status: string;
      annotations: { type: string; description?: string }[];
      results: { status: string; error?: { message?: string } }[];
    }[];
  }[];
}
interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** The report of Playwright's `json` reporter. A test that passed only on a second try counts as failed. */
export function playwrightTally(file: string): Tally {
  return read(file, 'playwright', (report) => {
    const tally: Tally = { passed: 0, failed: [], skipped: [] };
    const visit = (suite: PlaywrightSuite, path: string) => {
      const here = path === '' ? suite.title : `${path} › ${suite.title}`;
      for (const spec of suite.specs) {
        for (const test of spec.tests) {
          const title = `${here} › ${spec.title}`;
          if (test.status === 'expected') tally.passed += 1;
          else if (test.status !== 'skipped') {
            const message = test.results.find(({ error }) => error !== undefined)?.error?.message;
            tally.failed.push(withReason(`${title}${test.status === 'flaky' ? ' (flaky)' : ''}`, message));
          } else {
            const reason = test.annotations.find((annotation) => annotation.type === 'skip')?.description;
            tally.skipped.push(`${title}: ${reason ?? 'an earlier test of the group failed, or no reason given'}`);
          }
        }
      }
      for (const inner of suite.suites ?? []) visit(inner, here);
    };
    const { suites, errors } = report as PlaywrightReport;
    for (const suite of suites) visit(suite, '');
    for (const error of errors) tally.failed.push(`playwright: ${error.message ?? 'failed'}`);
    return tally;
  });
}
