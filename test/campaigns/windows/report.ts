/** What the tests on Windows' Node write, a line for each, because Node cannot write into a pipe under Wine. */
import { appendFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The environment variable that names the file. */
export const reportVariable = 'WINDOWS_REPORT';

export interface TestLine {
  /** Relative to the project, with slashes. */
  file: string;
  /** Its suites before it; empty: the file as a whole. */
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped; empty when the test does not say. */
  why: string;
}

const withSlashes = (path: string) => relative(process.cwd(), path).split(sep).join('/');

function write(line: TestLine): void {
  appendFileSync(process.env[reportVariable] ?? 'windows-report.jsonl', `${JSON.stringify(line)}\n`);
}

const messages = (errors: readonly { message: string }[]) => errors.map(({ message }) => message).join(' · ');

export default class LinesReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'pending') return;
    const why = result.state === 'skipped' ? (result.note ?? '') : messages(result.errors ?? []);
    write({ file: withSlashes(test.module.moduleId), name: test.fullName, state: result.state, why });
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0)
      write({ file: withSlashes(module.moduleId), name: '', state: 'failed', why: messages(errors) });
  }

  onTestRunEnd(_modules: unknown, errors: readonly { message: string }[]): void {
    for (const { message } of errors) write({ file: '', name: 'outside of a test', state: 'failed', why: message });
  }
}
