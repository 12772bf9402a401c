/**
 * What a 429 stops, and for how long: a short rest with full jitter above a floor; three with no success between stop
 * the class for a minute, so that the three minutes of breach that block the address for twenty (order-api, Limits) are
 * never reached. When the service still refuses after minutes of silence, that block is there, and is waited out.
 */
import type { System } from '../../system.ts';
import type { LimitClass } from '../../../shared/endpoints.ts';
import { serviceOf, windowsOf, type ClassState, type PaceState } from './state.ts';

/** Rests after the first and the second 429: floor and how much chance adds at most, in milliseconds. */
const rests = [
  { floor: 300, chance: 700 },
  { floor: 2_000, chance: 3_000 },
] as const;
/** With others behind the address, a minute that is full empties no sooner for knocking. */
const sharedMinuteRest = { floor: 15_000, chance: 15_000 };
const stopMilliseconds = 60_000;
/** So that several desks that were stopped together do not come back together. */
const stopChance = 5_000;
/** How long others wait for the answer of the one request that goes first after a 429. */
export const probeMilliseconds = 5_000;
/** Stops in a row, each after a minute of silence and one single request, that are taken for a block. */
const stopsBeforeBlock = 3;
/** order-api, Limits: about twenty minutes. */
const blockMilliseconds = 20 * 60_000;
const blockAgainMilliseconds = 5 * 60_000;

/**
 * A 429 came to a request that left at `sentAt`.
 *
 * @returns true when it says something new: it left after the last 429 was known. What was on its way then counts as one.
 */
export function strike(pace: PaceState, state: ClassState, name: LimitClass, sentAt: number, system: System): boolean {
  const now = system.elapsed();
  state.probeUntil = 0;
  if (state.strikes > 0 && sentAt < state.refusedAt) return false;
  state.strikes += 1;
  state.refusedAt = now;
  state.refusedSince ??= now;
  const rest = rests[state.strikes - 1];
  if (rest === undefined) {
    state.stops += 1;
    state.restUntil = now + stopMilliseconds + system.random() * stopChance;
    suspectBlock(pace, state, name, now);
  } else {
    const { floor, chance } = isSharedMinute(state, name) ? sharedMinuteRest : rest;
    state.restUntil = now + floor + system.random() * chance;
  }
  return true;
}

/** The service took a request that left after the last 429 was known: it is open again. */
export function clear(pace: PaceState, state: ClassState, name: LimitClass, sentAt: number): void {
  if (sentAt < state.refusedAt) return;
  state.strikes = 0;
  state.stops = 0;
  state.refusedSince = null;
  state.probeUntil = 0;
  pace.blockedUntil[serviceOf(name)] = 0;
}

function isSharedMinute(state: ClassState, name: LimitClass): boolean {
  return state.share.desks > 1 && windowsOf(name).some((window) => window.milliseconds > 1_000);
}

function suspectBlock(pace: PaceState, state: ClassState, name: LimitClass, now: number): void {
  const service = serviceOf(name);
  if (service !== 'orders' || state.stops < stopsBeforeBlock || state.refusedSince === null) return;
  const until = Math.max(state.refusedSince + blockMilliseconds, now + blockAgainMilliseconds);
  pace.blockedUntil[service] = Math.max(pace.blockedUntil[service] ?? 0, until);
}
