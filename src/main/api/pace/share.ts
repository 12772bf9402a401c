/**
 * Several desks behind one address share the order service's limits (order-api, Limits: per source IP) without speaking
 * to each other. Each begins with its part, tries for more while nothing is refused, halves at once when something is,
 * and comes back slowly to a little less than before. So one desk alone soon has the whole limit.
 */
import type { LimitWindow } from '../../../shared/endpoints.ts';
import type { System } from '../../system.ts';
import type { ShareState } from './state.ts';

/** A halved share is back at its target after this time of use. */
const recovery = 15_000;
/** After a 429 a desk tries for more only after a random time between these, so that desks do not try together. */
const holdLeast = 60_000;
const holdMost = 150_000;
/** Trying for more: part of the limit a second, growing by as much again every so many milliseconds. */
const tryRate = 0.004;
const tryFaster = 10_000;
/** Who has not sent for this long begins anew with its part. */
const forgetAfter = 120_000;
const least = 0.02;

/** Where a minute is counted, what a change does shows later: everything goes slower by this factor. */
const slowness = (windows: readonly LimitWindow[]) => (windows.some((window) => window.milliseconds > 1_000) ? 4 : 1);

/**
 * A request leaves.
 *
 * @param wanted false when the class was idle before: time without use is no evidence that more is free
 */
export function useShare(
  state: ShareState,
  desks: number,
  windows: readonly LimitWindow[],
  now: number,
  wanted: boolean,
): void {
  if (desks === 1) return;
  const idle = now - state.usedAt;
  state.usedAt = now;
  const slow = slowness(windows);
  if (idle > forgetAfter * slow) {
    Object.assign(state, { share: 1 / desks, target: 1 / desks, holdUntil: 0, tried: 0 });
    return;
  }
  if (!wanted) return;
  if (state.share < state.target) {
    state.share = Math.min(state.target, state.share + (state.target / 2) * (idle / (recovery * slow)));
  } else if (now >= state.holdUntil) {
    state.tried += idle / slow;
    const rate = tryRate * (1 + state.tried / tryFaster);
    state.share = Math.min(1, state.share + (rate * idle) / (1_000 * slow));
    state.target = state.share;
  }
}

/** A 429 came: the share is halved at once; the target falls the more, the more above its part this desk was. */
export function halveShare(state: ShareState, desks: number, windows: readonly LimitWindow[], system: System): void {
  if (desks === 1) return;
  const now = system.now();
  const part = 1 / desks;
  const slow = slowness(windows);
  const soonAgain = now - state.refusedAt < 60_000 * slow;
  if (state.target > part * 1.15) state.target = part + (state.target - part) * 0.6;
  else state.target = Math.max(least, state.target * (soonAgain ? 0.88 : 0.97));
  state.share = Math.max(least, state.share / 2);
  state.holdUntil = now + slow * (recovery + holdLeast + system.random() * (holdMost - holdLeast));
  state.tried = 0;
  state.refusedAt = now;
}
