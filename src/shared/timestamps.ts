/** Timestamps of the services: the only place that detects their unit. */

/** Above this limit a timestamp is in milliseconds: as seconds it would be in the year 5138. */
const secondsLimit = 100_000_000_000;

/**
 * Converts a timestamp in seconds or milliseconds to milliseconds since the epoch. Operation, eta and attempt times are
 * in seconds. The unit of the others is undocumented (planning-api, Identifiers 6; resolved, Reading).
 */
export function toMilliseconds(timestamp: number): number {
  return Math.abs(timestamp) < secondsLimit ? timestamp * 1000 : timestamp;
}

/** What calendars and clocks can show: the years of four digits, wherever the clock is. */
const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

/** As `toMilliseconds`. Null for no timestamp, and for a number that no calendar can show. */
export function toMoment(timestamp: number | null | undefined): number | null {
  if (timestamp == null) return null;
  const at = toMilliseconds(timestamp);
  return at >= earliest && at <= latest ? at : null;
}

/** As `toMilliseconds`; for a number that no calendar can show, the first or the last moment that one can. */
export const toNearestMoment = (timestamp: number): number =>
  Math.min(Math.max(toMilliseconds(timestamp), earliest), latest);

/**
 * Parses a timestamp from text: a number in seconds or milliseconds, or ISO 8601 with a time zone.
 *
 * @returns milliseconds since the epoch, or undefined if the text is not a timestamp
 */
export function readTimestamp(text: string): number | undefined {
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return toMilliseconds(Number(text));
  const moment = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
