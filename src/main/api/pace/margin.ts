/**
 * By how much wider than documented requests are spaced. Three parts: the scatter of arrivals, learnt from round trips,
 * because what leaves evenly arrives bunched; a little more under sustained load (planning-api, Limits: sustained use
 * near a limit is refused); and what 429s taught, forgotten slowly.
 */
import type { ClassState } from './state.ts';

/** Rounding, timers that fire early by a fraction, clocks that run at slightly different speeds. */
const base = 0.01;
const samples = 128;
const renewEvery = 8;
/** Beyond this, round trips differ because of the work behind them and say nothing about arrivals. */
const mostScatter = 0.2;
/** Under load without a pause the margin widens from the first to the second time by this much. */
const sustainedFrom = 5_000;
const sustainedWhole = 30_000;
const sustained = 0.008;
/** A pause that ends "without a pause". */
const pause = 3_000;
const firstLesson = 0.008;
const lessonGrowth = 1.7;
const mostLearned = 4;
/** What was learnt counts half after this time, so that the pace finds its way back up. */
const forgetHalf = 240_000;

/** The answer to a request came after so many milliseconds. */
export function learnRoundTrip(state: ClassState, milliseconds: number): void {
  state.roundTrips[state.roundTripsSeen % samples] = milliseconds;
  state.roundTripsSeen += 1;
  if (state.roundTripsSeen % renewEvery !== 0) return;
  const sorted = state.roundTrips.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  // Way there and way back scatter alike: between these two parts lies about the scatter of one way.
  state.scatter = (at(0.9) - at(0.1)) * 0.85;
}

/** A 429 came: wider from now on, the more the oftener. */
export function learnRefusal(state: ClassState, now: number): void {
  forget(state, now);
  state.learned = Math.min(mostLearned, state.learned * lessonGrowth + firstLesson);
}

/** A request leaves: load goes on, or begins. */
export function noteUse(state: ClassState, now: number): void {
  if (now - state.usedAt > pause) state.busySince = now;
  state.usedAt = now;
  forget(state, now);
}

/**
 * @param windowMilliseconds length of the window; the scatter counts the less the longer it is
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
