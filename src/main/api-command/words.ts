/** The texts of the command line: errors in the same words as in the window, exit codes, and help. */
import type { AppError } from '../../shared/errors.ts';
import { errors } from '../../messages/en/errors.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { operations, usageOf } from './operations.ts';
import { plain } from './output.ts';

/** Exit codes; docs/command-line.md lists them. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSent: 3, inDoubt: 4, key: 5, internal: 70 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of any error except a write in doubt. */
export function exitCodeOf({ code }: AppError): ExitCode {
  if (/^(key\.|keychain\.)|^connection\.no-key$|^service\.key-refused$/.test(code)) return exitCodes.key;
  if (code.startsWith('line.') || code === 'service.busy') return exitCodes.notSent;
  if (code.startsWith('service.')) return exitCodes.refused;
  if (/^(input|connection)\./.test(code)) return exitCodes.usage;
  return exitCodes.internal;
}

/** Advice for the command line, because the window's advice refers to the window. */
const advice: readonly [RegExp, PlainKey][] = [
  [/^(keychain\.unavailable|connection\.no-key|key\.empty)$/, 'commandLine.adviceNoKey'],
  [/^service\.key-refused$/, 'commandLine.adviceKeyRefused'],
  [/^line\.certificate$/, 'commandLine.adviceCertificate'],
  [/^line\.proxy$/, 'commandLine.adviceProxy'],
  [/^line\./, 'commandLine.adviceNetwork'],
  [/^service\.(busy|failed)$/, 'commandLine.adviceLater'],
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
  const next = advice.find(([pattern]) => pattern.test(code))?.[1];
  const lines = [words[code] ?? words['internal'] ?? code, next === undefined ? '' : t(next)];
  if (serviceMessage !== undefined) lines.push(t('commandLine.serviceSays', { text: serviceMessage }));
  lines.push(`(${[code, ...facts].join(', ')})`);
  return lines
    .filter((line) => line !== '')
    .map((line) => `${plain(line)}\n`)
    .join('');
}

export const inDoubtWords = `${t('commandLine.inDoubt')}\n`;

/** Help texts of the options. */
const options: readonly [string, PlainKey][] = [
  ['--json', 'commandLine.optionJson'],
  ['--all', 'commandLine.optionAll'],
  ['--body FILE', 'commandLine.optionBody'],
  ['--yes', 'commandLine.optionYes'],
  ['--key-stdin', 'commandLine.optionKeyStdin'],
  ['--address URL', 'commandLine.optionAddress'],
  ['--authority FILE', 'commandLine.optionAuthority'],
  ['--basic', 'commandLine.optionBasic'],
  ['--service-version NAME', 'commandLine.optionServiceVersion'],
  ['--profile FOLDER', 'commandLine.optionProfile'],
];

/** @param noun operations of this noun only; null: all */
export function helpText(noun: string | null): string {
  const shown = operations.filter((operation) => noun === null || operation.noun === noun);
  const lines = [
    'npm run --silent api -- NOUN VERB …',
    '',
    ...shown.map((each) => `  ${usageOf(each)}`),
    '',
    t('commandLine.optionsTitle'),
    ...options.map(([flag, key]) => `  ${flag.padEnd(25)} ${t(key)}`),
    '',
    t('commandLine.exitCodes'),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
