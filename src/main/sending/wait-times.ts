/** How long the core waits, and who may shorten that. */
import { safeTimes, type WaitTimes } from '../outbox/core.ts';

const ownComputer = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * The safe times, shortened on request by tests, never lengthened. Only a service on this computer allows it, which is
 * a training service or a test's. For any other service the request is ignored: waiting less than a request may be late
 * would create duplicates (outbox, Why the obvious ways fail).
 *
 * @param origin `https://host[:port]` of the service
 * @param asked in milliseconds
 */
export function timesFor(origin: string, asked: Partial<WaitTimes>): WaitTimes {
  if (!ownComputer.has(new URL(origin).hostname)) return safeTimes;
  const shortened = (name: keyof WaitTimes) => Math.min(safeTimes[name], asked[name] ?? safeTimes[name]);
  const late = shortened('late');
  return { settle: Math.min(shortened('settle'), late), late };
}

/** The times a test requests with `DEPOT_DESK_SETTLE_MS` and `DEPOT_DESK_LATE_MS`; anything but a number is ignored. */
export function timesAsked(environment: Readonly<Record<string, string | undefined>>): Partial<WaitTimes> {
  const read = (name: string) => (/^\d{1,7}$/.test(environment[name] ?? '') ? Number(environment[name]) : null);
  const [settle, late] = [read('DEPOT_DESK_SETTLE_MS'), read('DEPOT_DESK_LATE_MS')];
  return { ...(settle === null ? {} : { settle }), ...(late === null ? {} : { late }) };
}
