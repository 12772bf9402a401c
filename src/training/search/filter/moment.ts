/**
 * Dates in the filter language (planning-api, Filter language 3: "only ISO-8601 date strings"). The document says no
 * more. Here a date without a time means the start of that day, and the default zone is UTC, so that a filter gives the
 * same result wherever the service runs.
 */

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Minutes east of UTC, or null when there is no such offset. */
function offsetOf(zone: string): number | null {
  if (zone === '' || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Parses an ISO 8601 text.
 * @returns milliseconds since the epoch, or null when it is malformed or not a calendar day
 */
export function momentOf(text: string): number | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const part = (index: number) => Number(found[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const thousandths = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000);
  const offset = offsetOf(found[8] ?? '');
  if (offset === null || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  // JavaScript moves an invalid day to the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, thousandths) - offset * 60_000;
}
