/**
 * Several desks behind one address share the order service's limits (order-api, Limits: per source IP) without
 * communicating. Each starts with an equal part, increases its share while nothing is refused, halves it immediately on
 * a 429, and then recovers slowly to a little less than before. A desk that is alone soon gets the whole limit.
 */
import type { LimitWindow } from '../../../shared/endpoints.ts';
import type { System } from '../../system.ts';
import type { ShareState } from './state.ts';

/** Time of use after which a halved share is back at its target, in milliseconds. */
const recovery = 10_000;
/** After a 429 a desk waits a random time in this range before it increases again, so that desks do not collide. */
const holdLeast = 60_000;
const holdMost = 150_000;
/** Rate of increase: fraction of the limit per second, growing by the same amount every `tryFaster` milliseconds. */
const tryRate = 0.004;
const tryFaster = 10_000;
/** A desk that sent nothing for this long, in milliseconds, starts over with its equal part. */
const forgetAfter = 120_000;
const least = 0.02;
const soon = 60_000;
const nearly = 1.15;

/** In minute windows, the effect of a change shows later, so everything is slowed down by this factor. */
const slowness = (windows: readonly LimitWindow[]) => (windows.some((window) => window.milliseconds > 1_000) ? 3 : 1);

/** Called before a request leaves. Resets a long idle share, because other desks may have taken the free part. */
export function renewShare(state: ShareState, windows: readonly LimitWindow[], now: number): void {
  if (state.desks === 1 || now - state.usedAt <= forgetAfter * slowness(windows)) return;
  const part = 1 / state.desks;
  Object.assign(state, { share: part, target: part, holdUntil: 0, tried: 0, usedAt: now });
}

/**
 * Updates the share after a request left.
 *
 * @param wanted false when the class was idle before, because idle time is no evidence of free capacity
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

/** Halves the share after a 429. The target drops more, the further it was above the desk's equal part. */
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
  // Equal parts are the only split in which desks that do not communicate do not collide.
  return target * nearly > part ? part : target * 0.97;
}
