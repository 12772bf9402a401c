/**
 * A reporter of vitest: writes the errors outside of tests, such as a worker process that crashed, which its JSON report
 * leaves out.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** The environment variable that names the file. It gets a JSON array of messages. */
export const errorsFileVariable = 'VITEST_ERRORS_FILE';

interface OutsideError {
  message: string;
  cause?: unknown;
}

/** The message with that of the cause, which names the test file and the signal of a crash. */
const withCause = ({ message, cause }: OutsideError): string =>
  cause instanceof Error ? `${message} ${cause.message}` : message;

export default class ErrorsReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly OutsideError[]): void {
    const file = process.env[errorsFileVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(withCause)));
  }
}
