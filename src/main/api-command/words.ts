/** What is said: the same words for errors as in the window, the exit codes, and the help. */
import type { AppError } from '../../shared/errors.ts';
import { errors } from '../../renderer/messages/en/errors.ts';
import { operations, usageOf } from './operations.ts';
import { plain } from './output.ts';

/** Exit codes; docs/command-line.md lists them. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSent: 3, inDoubt: 4, key: 5, internal: 70 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of an error that is no write in doubt. */
export function exitCodeOf({ code }: AppError): ExitCode {
  if (/^(key\.|keychain\.)|^connection\.no-key$|^service\.key-refused$/.test(code)) return exitCodes.key;
  if (code.startsWith('line.') || code === 'service.busy') return exitCodes.notSent;
  if (code.startsWith('service.')) return exitCodes.refused;
  if (/^(input|connection)\./.test(code)) return exitCodes.usage;
  return exitCodes.internal;
}

/** What to do here; the window's own advice speaks of the window. */
const advice: readonly [RegExp, string][] = [
  [/^(keychain\.unavailable|connection\.no-key|key\.empty)$/, 'Write the key to standard input with --key-stdin.'],
  [/^service\.key-refused$/, 'Connect the app with a new key, or give it with --key-stdin.'],
  [/^line\.certificate$/, 'Check the address, or name the authority that signs for it with --authority FILE.'],
  [/^line\.proxy$/, 'Check the proxy, or ask whoever looks after the network.'],
  [/^line\./, 'Check the network and the address.'],
  [/^service\.(busy|failed)$/, 'Try again later.'],
];

const words: Readonly<Record<string, string>> = errors;

/** What happened, what to do, and the evidence, on a few lines. */
export function errorWords({ code, detail }: AppError): string {
  const { status, serviceCode, serviceMessage, field, cause, phase, host } = detail;
  const facts = [
    field === undefined || field === '' ? null : `field ${field}`,
    host === undefined ? null : `host ${host}`,
    status === undefined ? null : `status ${status}`,
    serviceCode ?? null,
    phase === undefined ? null : `at ${phase}`,
    cause ?? null,
  ].filter((fact) => fact !== null);
  const lines = [words[code] ?? words['internal'] ?? code, advice.find(([pattern]) => pattern.test(code))?.[1] ?? ''];
  if (serviceMessage !== undefined) lines.push(`The service says: ${serviceMessage}`);
  lines.push(`(${[code, ...facts].join(', ')})`);
  return lines
    .filter((line) => line !== '')
    .map((line) => `${plain(line)}\n`)
    .join('');
}

export const inDoubtWords =
  'The request left and no whole answer came: it may have been done. Look before you send it again.\n';

const options = `
Options
  --json                    the service's own records, one JSON line each
  --all                     follow the pages to the end (lists)
  --body FILE               JSON to send; - reads standard input
  --yes                     really do it; needed for everything that changes something
  --key-stdin               read the key from standard input instead of the keychain
  --address URL             another address than the one the app is connected to (needs --key-stdin)
  --authority FILE          a certificate authority (PEM) to trust besides the system's
  --basic                   send the key in the Basic scheme instead of Bearer
  --service-version NAME    v1 or v0.2b
  --profile FOLDER          the app's folder, where it is not the usual one

Exit codes: 0 done, 1 refused by the service, 2 not understood, 3 not sent or no answer to a read,
4 sent and in doubt, 5 no key or key refused, 70 a fault of this program
`;

/** @param noun operations of this noun only; null: all */
export function helpText(noun: string | null): string {
  const shown = operations.filter((operation) => noun === null || operation.noun === noun);
  return `npm run --silent api -- NOUN VERB …\n\n${shown.map((each) => `  ${usageOf(each)}\n`).join('')}${options}`;
}
