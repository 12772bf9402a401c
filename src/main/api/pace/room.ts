/**
 * When a class has room, and taking it. Windows of a second are used evenly: a sliding window rejects a burst at its edge.
 * Longer windows may be burst; a request counts in them until its answer came plus the window's length, which no way of
 * counting on the service can undercut. After a rejected burst, or shared with other desks, they are used evenly too.
 */
import type { LimitWindow } from '../../../shared/endpoints.ts';
import { probeMilliseconds } from './breaker.ts';
import { noteUse, spacingFactor } from './margin.ts';
import type { ClassState } from './state.ts';

/** A timer that fires late must not cost speed: the next moment is counted from when this one was due. */
const lateness = 5;
/** Clocks tick in whole milliseconds. */
const tick = 5;
/** An answer that never comes frees its room after this time beside the window. */
const longestExchange = 120_000;

/** The first moment at which every window of the class has room for so many items, as things stand. */
export function roomAt(state: ClassState, windows: readonly LimitWindow[], items: number, now: number): number {
  let at = Math.max(state.restUntil, state.probeUntil);
  windows.forEach((window, index) => {
    if (isEven(state, window, now)) at = Math.max(at, state.nextAt[index] ?? 0);
    at = Math.max(at, countedOut(state, window, items));
  });
  return at;
}

/** Takes room; the request leaves now. @returns whether it had waited for room: the class is in full use */
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
    // An answer or an abort may let a request go long after its moment; then it is counted from now.
    if (late <= spacing(state, window, 1)) wanted = true;
    state.nextAt[index] = (inTime ? due : now) + spacing(state, window, request.items);
  });
  state.counted = state.counted.filter((one) => windows.some((window) => leavesAt(state, one, window) > now));
  state.counted.push({ ...request, sentAt: now, leftAt: null, answeredAt: null });
  if (state.strikes > 0) state.probeUntil = now + probeMilliseconds;
  return wanted;
}

/** The time one request takes up in an evenly used window. */
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
 * When a request no longer counts in a window. In a long window it counts from its answer. A window of a second is so
 * short that the round trip would cost much of it: there it counts from when it left, and the spacing's margin covers how
 * far arrivals scatter. A request that is let go may first wait for its connection, so `sentAt` says too little.
 */
function leavesAt(state: ClassState, one: ClassState['counted'][number], window: LimitWindow): number {
  const unknown = one.sentAt + longestExchange;
  if (window.milliseconds > 1_000) return (one.answeredAt ?? unknown) + window.milliseconds + tick;
  return (one.leftAt ?? one.answeredAt ?? unknown) + window.milliseconds * spacingFactor(state, window.milliseconds);
}

/** When enough of what counts in the window has left it. */
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
  // More items than the window ever takes: it goes when the window is empty.
  return leaving.at(-1)?.at ?? 0;
}
