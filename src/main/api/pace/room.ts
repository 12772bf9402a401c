/**
 * Computes when a class has room, and takes it. Windows of a second are used evenly, because a sliding window rejects a
 * burst at its edge. Longer windows allow bursts: a request counts in them until its answer plus the window's length,
 * which is safe however the service counts. After a rejected burst, or with other desks, they are used evenly too.
 */
import type { LimitWindow } from '../../../shared/endpoints.ts';
import { probeMilliseconds } from './breaker.ts';
import { noteUse, spacingFactor } from './margin.ts';
import type { ClassState } from './state.ts';

/** Tolerance for late timers, in milliseconds. The next slot is then counted from when this one was due. */
const lateness = 5;
/** Allowance for clock resolution, in milliseconds. */
const tick = 5;
/** Without an answer, a request frees its room after this time plus the window's length. */
const longestExchange = 120_000;

/** The earliest time at which every window of the class has room for the items, as known now. */
export function roomAt(state: ClassState, windows: readonly LimitWindow[], items: number, now: number): number {
  let at = Math.max(state.restUntil, state.probeUntil);
  windows.forEach((window, index) => {
    if (isEven(state, window, now)) at = Math.max(at, state.nextAt[index] ?? 0);
    at = Math.max(at, countedOut(state, window, items));
  });
  return at;
}

/** Takes room for a request that leaves now. @returns whether it waited for room, so that the class is in full use */
export function takeRoom(
  state: ClassState,
  windows: readonly LimitWindow[],
  request: { id: number; items: number },
  now: number,
): boolean {
  noteUse(state, now);
  let wanted = false;
  windows.forEach((window, index) => {
    const due = state.nextAt[index] ?? 0;
    const late = now - due;
    const inTime = late >= 0 && late <= lateness;
    // An answer or an abort may release a request long after its slot. The next slot then counts from now.
    if (late <= spacing(state, window, 1)) wanted = true;
    state.nextAt[index] = (inTime ? due : now) + spacing(state, window, request.items);
  });
  state.counted = state.counted.filter((one) => windows.some((window) => leavesAt(state, one, window) > now));
  state.counted.push({ ...request, sentAt: now, leftAt: null, answeredAt: null });
  if (state.strikes > 0) state.probeUntil = now + probeMilliseconds;
  return wanted;
}

/** The time that one request takes up in an evenly used window. */
export function spacing(state: ClassState, window: LimitWindow, items: number): number {
  const counts = window.counts === 'items' ? items : 1;
  return (
    ((counts * window.milliseconds) / (window.limit * state.share.share)) * spacingFactor(state, window.milliseconds)
  );
}

function isEven(state: ClassState, window: LimitWindow, now: number): boolean {
  return window.milliseconds <= 1_000 || now < state.evenUntil || state.share.desks > 1;
}

/**
 * When a request no longer counts in a window. In a long window it counts from its answer. In a window of a second the
 * round trip would cost too much, so the request counts from when it left, and the spacing margin covers the jitter of
 * arrivals. `sentAt` is too early, because a released request may first wait for its connection. A request whose answer
 * was unusually late may have arrived as much later than the others.
 */
function leavesAt(state: ClassState, one: ClassState['counted'][number], window: LimitWindow): number {
  const unknown = one.sentAt + longestExchange;
  if (window.milliseconds > 1_000) return (one.answeredAt ?? unknown) + window.milliseconds + tick;
  const left = one.leftAt ?? one.answeredAt ?? unknown;
  const late = Math.min(heldUp(state, one), window.milliseconds);
  return left + late + window.milliseconds * spacingFactor(state, window.milliseconds);
}

/** How much longer than usual the round trip of a request took, in milliseconds. */
function heldUp({ longestUsual }: ClassState, { leftAt, answeredAt }: ClassState['counted'][number]): number {
  if (longestUsual === null || leftAt === null || answeredAt === null) return 0;
  return Math.max(0, answeredAt - leftAt - longestUsual);
}

/** When enough counted requests have left the window. */
function countedOut(state: ClassState, window: LimitWindow, items: number): number {
  const size = (one: { items: number }) => (window.counts === 'items' ? one.items : 1);
  let used = state.counted.reduce((sum, one) => sum + size(one), size({ items }));
  if (used <= window.limit) return 0;
  const leaving = state.counted
    .map((one) => ({ at: leavesAt(state, one, window), size: size(one) }))
    .toSorted((a, b) => a.at - b.at);
  for (const one of leaving) {
    used -= one.size;
    if (used <= window.limit) return one.at;
  }
  // More items than the window ever holds may go when the window is empty.
  return leaving.at(-1)?.at ?? 0;
}
