/**
 * The circuit breaker for 429s. The first ones cause a short pause with full jitter above a floor. Three without a
 * success stop the class for a minute, which avoids the three minutes of breach that block the address for twenty
 * (order-api, Limits). If the service still refuses after minutes of silence, the block is assumed and waited out.
 */
import type { System } from '../../system.ts';
import type { LimitClass } from '../../../shared/endpoints.ts';
import { serviceOf, windowsOf, type ClassState, type PaceState } from './state.ts';

/** Pauses after the first and the second 429: floor and maximum jitter, in milliseconds. */
const rests = [
  { floor: 300, chance: 700 },
  { floor: 2_000, chance: 3_000 },
] as const;
/** With other desks behind the address, early retries do not free a full minute window any sooner. */
const sharedMinuteRest = { floor: 15_000, chance: 15_000 };
const stopMilliseconds = 60_000;
/** Jitter, so that several desks that were stopped together do not resume together. */
const stopChance = 5_000;
/** How long other requests wait for the answer to the probe, the single request that goes first after a 429. */
export const probeMilliseconds = 5_000;
/** Consecutive stops, each after a minute of silence and a single request, after which a block is assumed. */
const stopsBeforeBlock = 3;
/** order-api, Limits: about twenty minutes. */
const blockMilliseconds = 20 * 60_000;
const blockAgainMilliseconds = 5 * 60_000;

/**
 * Records a 429 for a request that left at `sentAt`.
 *
 * @returns true when the request left after the last known 429. Requests in flight at that time count as one with it.
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

/** Closes the breaker when the service accepted a request that left after the last known 429. */
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
