/**
 * Pace: keeping to the rate limits (planning-api, Limits; order-api, Limits). A request waits here until every window
 * of every class it counts in has room; clicks go before the outbox, the outbox before background refresh.
 */
import { limits, type LimitClass, type LimitWindow } from '../../shared/endpoints.ts';
import type { System } from '../system.ts';

export const lanes = ['click', 'outbox', 'background'] as const;
export type Lane = (typeof lanes)[number];

/**
 * Windows are taken this much longer than documented: what leaves here evenly may arrive bunched. Second windows are
 * spaced as well, since a burst at their edge is what a sliding window refuses.
 */
const windowMargin = 1.06;
const spacingMargin = 1.04;
/** After a 429 a class rests a random time up to twice the last one, never less than the floor. */
const restFloorMilliseconds = 1_000;
const restCeilingMilliseconds = 60_000;
/** Three 429s of a class with no success between them stop it for a minute (order-api, Limits: three minutes block). */
const strikesBeforeStop = 3;

interface Grant {
  at: number;
  items: number;
}

interface ClassState {
  windows: readonly LimitWindow[];
  grants: Grant[];
  restUntil: number;
  strikes: number;
}

interface Waiting {
  classes: readonly LimitClass[];
  items: number;
  /** true: go · false: the pace is closed, nothing may leave any more */
  answer: (granted: boolean) => void;
}

export interface PaceOptions {
  system: System;
  /** Computers behind this office's address: the order service counts per source address. */
  desks: number;
}

export class Pace {
  private readonly system: System;
  private readonly classes = new Map<LimitClass, ClassState>();
  private readonly queues: Record<Lane, Waiting[]> = { click: [], outbox: [], background: [] };
  private cancelTimer: (() => void) | undefined;
  private closed = false;

  constructor(options: PaceOptions) {
    this.system = options.system;
    for (const [name, windows] of Object.entries(limits) as [LimitClass, readonly LimitWindow[]][]) {
      const share = name.startsWith('orders.') ? options.desks : 1;
      this.classes.set(name, {
        windows: windows.map((window) => ({ ...window, limit: Math.max(1, Math.floor(window.limit / share)) })),
        grants: [],
        restUntil: 0,
        strikes: 0,
      });
    }
  }

  /**
   * Resolves when the request may leave, or with false when the pace was closed meanwhile.
   *
   * @param items how many items an import carries; 1 for anything else
   * @param signal who waits is let go with false when it is aborted
   */
  enter(classes: readonly LimitClass[], lane: Lane, items = 1, signal?: AbortSignal): Promise<boolean> {
    if (this.closed || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const letGo = () => {
        this.queues[lane].splice(this.queues[lane].indexOf(waiting), 1);
        resolve(false);
        this.pump();
      };
      const waiting: Waiting = {
        classes,
        items,
        answer(granted) {
          signal?.removeEventListener('abort', letGo);
          resolve(granted);
        },
      };
      signal?.addEventListener('abort', letGo, { once: true });
      this.queues[lane].push(waiting);
      this.pump();
    });
  }

  /** The service answered something else than 429. */
  succeeded(classes: readonly LimitClass[]): void {
    for (const name of classes) this.stateOf(name).strikes = 0;
  }

  /** The service answered 429: the class rests. @returns how long, in milliseconds */
  refused(classes: readonly LimitClass[]): number {
    let longest = 0;
    for (const name of classes) {
      const state = this.stateOf(name);
      state.strikes += 1;
      const backoff = Math.min(restCeilingMilliseconds, restFloorMilliseconds * 2 ** state.strikes);
      const rest =
        state.strikes >= strikesBeforeStop
          ? restCeilingMilliseconds
          : restFloorMilliseconds + this.system.random() * (backoff - restFloorMilliseconds);
      state.restUntil = Math.max(state.restUntil, this.system.now() + rest);
      longest = Math.max(longest, rest);
    }
    return longest;
  }

  close(): void {
    this.closed = true;
    this.cancelTimer?.();
    for (const lane of lanes) for (const waiting of this.queues[lane].splice(0)) waiting.answer(false);
  }

  private pump(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    const now = this.system.now();
    let next = Number.POSITIVE_INFINITY;
    // A class that a request of a higher lane waits for is not given to a lower one.
    const awaited = new Set<LimitClass>();
    for (const lane of lanes) {
      const queue = this.queues[lane];
      for (const request of [...queue]) {
        const at = request.classes.some((name) => awaited.has(name)) ? undefined : this.freeAt(request, now);
        if (at !== undefined && at <= now) {
          queue.splice(queue.indexOf(request), 1);
          for (const name of request.classes) this.stateOf(name).grants.push({ at: now, items: request.items });
          request.answer(true);
          continue;
        }
        if (at !== undefined) next = Math.min(next, at);
        for (const name of request.classes) awaited.add(name);
      }
    }
    if (next < Number.POSITIVE_INFINITY) this.cancelTimer = this.system.after(next - now, () => this.pump());
  }

  private stateOf(name: LimitClass): ClassState {
    const state = this.classes.get(name);
    if (state === undefined) throw new Error(`no limits are known for ${name}`);
    return state;
  }

  /** The first moment at which every window of the request's classes has room, as things stand. */
  private freeAt(request: Waiting, now: number): number {
    let at = now;
    for (const name of request.classes) {
      const state = this.stateOf(name);
      at = Math.max(at, state.restUntil);
      const longest = Math.max(...state.windows.map((window) => window.milliseconds)) * windowMargin;
      while (state.grants[0] !== undefined && state.grants[0].at <= now - longest) state.grants.shift();
      for (const window of state.windows) at = Math.max(at, roomAt(state.grants, window, request.items));
    }
    return at;
  }
}

function roomAt(grants: readonly Grant[], window: LimitWindow, items: number): number {
  const wanted = window.counts === 'items' ? items : 1;
  const length = window.milliseconds * windowMargin;
  let at = 0;
  let used = wanted;
  // From the newest back: the grant that no longer fits has to leave the window first.
  for (const grant of grants.toReversed()) {
    used += window.counts === 'items' ? grant.items : 1;
    if (used > window.limit) {
      at = grant.at + length;
      break;
    }
  }
  const last = grants.at(-1);
  if (window.milliseconds === 1_000 && last) at = Math.max(at, last.at + (1_000 / window.limit) * spacingMargin);
  return at;
}
