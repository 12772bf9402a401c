/**
 * The safety margin on the documented request spacing. It has three parts: the jitter of arrivals, learned from round
 * trips, because evenly sent requests arrive bunched; a little more under sustained load (planning-api, Limits:
 * sustained use near a limit is refused); and a part learned from 429s, which decays slowly.
 */
import type { ClassState } from './state.ts';

/** Covers rounding, timers that fire slightly early, and clocks that run at slightly different speeds. */
const base = 0.01;
const samples = 128;
const renewEvery = 8;
/** Beyond this, round trips differ because of work on the service and say nothing about arrivals. */
const mostScatter = 0.2;
/** Under uninterrupted load, the margin grows between these two times, in milliseconds, by `sustained`. */
const sustainedFrom = 5_000;
const sustainedWhole = 30_000;
const sustained = 0.008;
/** A gap longer than this, in milliseconds, interrupts the load. */
const pause = 3_000;
const firstLesson = 0.008;
const lessonGrowth = 1.7;
const mostLearned = 4;
/** Half-life of the learned part, in milliseconds, so that the request rate recovers. */
const forgetHalf = 240_000;

/** Records the round trip time of a request. */
export function learnRoundTrip(state: ClassState, milliseconds: number): void {
  state.roundTrips[state.roundTripsSeen % samples] = milliseconds;
  state.roundTripsSeen += 1;
  if (state.roundTripsSeen % renewEvery !== 0) return;
  const sorted = state.roundTrips.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  // Both directions scatter alike, so this quantile range is about the scatter of one direction.
  state.scatter = (at(0.9) - at(0.1)) * 0.85;
  state.longestUsual = at(0.9) + state.scatter;
}

/** Widens the margin after a 429, more so after several. */
export function learnRefusal(state: ClassState, now: number): void {
  forget(state, now);
  state.learned = Math.min(mostLearned, state.learned * lessonGrowth + firstLesson);
}

/** Notes that a request leaves, which continues or starts a period of load. */
export function noteUse(state: ClassState, now: number): void {
  if (now - state.usedAt > pause) state.busySince = now;
  state.usedAt = now;
  forget(state, now);
}

/**
 * @param windowMilliseconds length of the window; the longer it is, the less the scatter counts
 * @returns the factor on the even spacing, above 1
 */
export function spacingFactor(state: ClassState, windowMilliseconds: number): number {
  if (windowMilliseconds > 1_000) return 1.005 + state.learned / 4;
  const busy = state.usedAt - state.busySince;
  const load = Math.min(1, Math.max(0, (busy - sustainedFrom) / (sustainedWhole - sustainedFrom)));
  const scatter = Math.min(mostScatter, state.scatter / windowMilliseconds);
  return 1 + base + scatter + Math.max(load * sustained, state.learned);
}

function forget(state: ClassState, now: number): void {
  if (state.learned > 0) state.learned *= 2 ** (-Math.max(0, now - state.learnedAt) / forgetHalf);
  state.learnedAt = now;
}
