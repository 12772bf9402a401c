/** How long the core waits, and who may shorten it. */
import { safeTimes, type WaitTimes } from '../outbox/core.ts';

const ownComputer = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * The safe times, shortened as a test asks for. Only before a service on this very computer, which is a training service or
 * a test's: before any other, what was asked for counts nothing, because a shorter wait than the service may be late by
 * doubles what was typed (outbox, Why the obvious ways fail). They are never made longer.
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

/**
 * What a test asks for with `DEPOT_DESK_SETTLE_MS` and `DEPOT_DESK_LATE_MS`; what is no number of milliseconds is left out.
 */
export function timesAsked(environment: Readonly<Record<string, string | undefined>>): Partial<WaitTimes> {
  const read = (name: string) => (/^\d{1,7}$/.test(environment[name] ?? '') ? Number(environment[name]) : null);
  const [settle, late] = [read('DEPOT_DESK_SETTLE_MS'), read('DEPOT_DESK_LATE_MS')];
  return { ...(settle === null ? {} : { settle }), ...(late === null ? {} : { late }) };
}
