/** Timestamps of the services: the one place where the unit of one is recognised. */

/** Above this a timestamp is taken for milliseconds: as seconds it would lie in the year 5138. */
const secondsLimit = 100_000_000_000;

/**
 * Milliseconds since the epoch from a timestamp in seconds or milliseconds. Operation, eta and attempt times are in
 * seconds, the unit of the others is not documented (planning-api, Identifiers 6; resolved, Reading).
 */
export function toMilliseconds(timestamp: number): number {
  return Math.abs(timestamp) < secondsLimit ? timestamp * 1000 : timestamp;
}

/**
 * A moment written as text: a number in seconds or milliseconds, or ISO 8601 with its zone.
 *
 * @returns milliseconds since the epoch, or undefined when the text is no moment
 */
export function readTimestamp(text: string): number | undefined {
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return toMilliseconds(Number(text));
  const moment = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
