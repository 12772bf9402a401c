/**
 * Several desks behind one address share the order service's limits (order-api, Limits: per source IP) without speaking
 * to each other. Each begins with its part, tries for more while nothing is refused, halves at once when something is,
 * and comes back slowly to a little less than before. So one desk alone soon has the whole limit.
 */
import type { LimitWindow } from '../../../shared/endpoints.ts';
import type { System } from '../../system.ts';
import type { ShareState } from './state.ts';

/** A halved share is back at its target after this time of use. */
const recovery = 10_000;
/** After a 429 a desk tries for more only after a random time between these, so that desks do not try together. */
const holdLeast = 60_000;
const holdMost = 150_000;
/** Trying for more: part of the limit a second, growing by as much again every so many milliseconds. */
const tryRate = 0.004;
const tryFaster = 10_000;
/** Who has not sent for this long starts over with its part. */
const forgetAfter = 120_000;
const least = 0.02;
const soon = 60_000;
const nearly = 1.15;

/** Where a minute is counted, what a change does shows later: everything goes slower by this factor. */
const slowness = (windows: readonly LimitWindow[]) => (windows.some((window) => window.milliseconds > 1_000) ? 3 : 1);

/** Before a request leaves: who has been silent for long starts over, since others may have taken what was free. */
export function renewShare(state: ShareState, windows: readonly LimitWindow[], now: number): void {
  if (state.desks === 1 || now - state.usedAt <= forgetAfter * slowness(windows)) return;
  const part = 1 / state.desks;
  Object.assign(state, { share: part, target: part, holdUntil: 0, tried: 0, usedAt: now });
}

/**
 * A request left.
 *
 * @param wanted false when the class was idle before: time without use is no evidence that more is free
 */
export function useShare(state: ShareState, windows: readonly LimitWindow[], now: number, wanted: boolean): void {
  if (state.desks === 1) return;
  const idle = now - state.usedAt;
  state.usedAt = now;
  const slow = slowness(windows);
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
export function halveShare(state: ShareState, windows: readonly LimitWindow[], system: System): void {
  if (state.desks === 1) return;
  const now = system.elapsed();
  const part = 1 / state.desks;
  const slow = slowness(windows);
  const since = (now - state.refusedAt) / slow;
  state.target = Math.max(least, lowered(state.target, part, since));
  state.share = Math.max(least, state.share / 2);
  state.holdUntil = now + slow * (recovery + holdLeast + system.random() * (holdMost - holdLeast));
  state.tried = 0;
  state.refusedAt = now;
}

function lowered(target: number, part: number, since: number): number {
  if (target > part * nearly) return part + (target - part) * 0.6;
  if (since < soon) return target * 0.88;
  // Equal parts are the one division in which desks that know nothing of each other do not collide.
  return target * nearly > part ? part : target * 0.97;
}
