/** The one table that turns error codes into words and an action. A code without words does not compile. */
import type { AppError, EncodedError, ErrorCode } from '../../shared/errors.ts';
import type { EntryReason, EntryReasonCode } from '../../shared/outbox.ts';
import { errors } from '../../messages/en/errors.ts';
import { fill } from '../../messages/translate.ts';
import { formatTime } from './format.ts';

type AnyCode = ErrorCode | EntryReasonCode;

/** What happened, and under `.do` what to do, for every code. */
const words: Readonly<Record<AnyCode | `${AnyCode}.do`, string>> = errors;
const serviceWords: Readonly<Record<string, string>> = errors;
/** Before a code of the service that has words of its own. */
const codeOfService = 'serviceCode.';

export interface ErrorText {
  /** What happened. */
  what: string;
  /** What to do. */
  action: string;
  /** The service's own words and code, raw; null when there are none. */
  fromService: string | null;
}

/**
 * Words for an error or for the reason an entry is where it is.
 * A code the app does not know (written by another version) falls back to the words of `internal`, never to nothing.
 */
export function errorText(error: AppError | EncodedError | EntryReason): ErrorText {
  const code: AnyCode = Object.hasOwn(words, error.code) ? error.code : 'internal';
  const { serviceCode, serviceMessage, until } = error.detail;
  const explained = serviceCode === undefined ? undefined : serviceWords[`${codeOfService}${serviceCode}`];
  const raw = [serviceMessage, serviceCode === undefined ? undefined : `(${serviceCode})`].filter(
    (part) => part !== undefined,
  );
  return {
    what: explained ?? words[code],
    action: fill(words[`${code}.do`], until === undefined ? {} : { time: formatTime(until) }),
    fromService: raw.length === 0 ? null : raw.join(' '),
  };
}

/** Codes, ours and the service's, whose words for what happened contain this text. @param text in lower case */
export function codesSaying(text: string): string[] {
  return Object.entries(errors)
    .filter(([key, said]) => !key.endsWith('.do') && said.toLowerCase().includes(text))
    .map(([key]) => (key.startsWith(codeOfService) ? key.slice(codeOfService.length) : key));
}

/** One line: what happened and what to do. */
export function errorLine(error: AppError | EncodedError | EntryReason): string {
  const { what, action } = errorText(error);
  return `${what} ${action}`;
}
