/** The one table that turns error codes into text and an action. A code without text does not compile. */
import type { AppError, EncodedError, ErrorCode } from '../../shared/errors.ts';
import type { EntryReason, EntryReasonCode } from '../../shared/outbox.ts';
import { errors } from '../../messages/en/errors.ts';
import { fill } from '../../messages/translate.ts';
import { formatTime } from './format.ts';

type AnyCode = ErrorCode | EntryReasonCode;

/** Every code has a text for what happened, and `<code>.do` says what to do. */
const words: Readonly<Record<AnyCode | `${AnyCode}.do`, string>> = errors;
const serviceWords: Readonly<Record<string, string>> = errors;
/** Key prefix of the service's error codes that have their own text. */
const codeOfService = 'serviceCode.';

export interface ErrorText {
  /** What happened. */
  what: string;
  /** What to do. */
  action: string;
  /** The service's own message and code, verbatim; null when there are none. */
  fromService: string | null;
  /** What happened is said of the service's own code, so that its message says no more. */
  isOfCode: boolean;
}

/**
 * Text for an error, or for the reason of an outbox entry's state.
 * A code this version does not know (stored by another version) falls back to the text of `internal`.
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
    isOfCode: explained !== undefined,
  };
}

/** Codes, the app's and the service's, whose text for what happened contains `text`. @param text in lower case */
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
