/**
 * Pace: the rate limiter (planning-api, Limits; order-api, Limits). A request waits here until every window of every
 * class that it counts in has room. Clicks go before the outbox, the outbox before background refresh. This file holds
 * the queues, and pace/ computes the room (why no library: docs/decisions/pace.md).
 */
import type { LimitClass } from '../../shared/endpoints.ts';
import type { System } from '../system.ts';
import { clear, strike } from './pace/breaker.ts';
import { learnRefusal, learnRoundTrip } from './pace/margin.ts';
import { roomAt, spacing, takeRoom } from './pace/room.ts';
import { halveShare, renewShare, useShare } from './pace/share.ts';
import {
  blockEnd,
  classState,
  memoryStore,
  partOf,
  serviceOf,
  windowsOf,
  type ClassState,
  type PaceState,
  type PaceStore,
} from './pace/state.ts';

export const priorities = ['click', 'outbox', 'background'] as const;
export type Priority = (typeof priorities)[number];

/** How long windows longer than a second are used evenly after a rejected burst. */
const evenMilliseconds = 600_000;

/** Permission to send one request. Its holder reports the outcome: succeeded, refused, unanswered or unsent. */
export interface Pass {
  readonly id: number;
  readonly classes: readonly LimitClass[];
  /** By {@link System.elapsed}, so that setting the clock back does not stop all requests. */
  readonly sentAt: number;
}

interface Waiting {
  classes: readonly LimitClass[];
  items: number;
  order: number;
  /** null: the pace was closed or the caller aborted, so the request must not be sent */
  answer: (pass: Pass | null) => void;
}

export interface PaceOptions {
  system: System;
  /** Computers behind this office's IP address, because the order service limits each source address. */
  desks: number;
  store?: PaceStore;
  /** Called when a block by a service is suspected, with the time until which nothing is sent to it. */
  blocked?: (service: string, until: number) => void;
}

export class Pace {
  private readonly system: System;
  private desks: number;
  private readonly store: PaceStore;
  private readonly blocked: PaceOptions['blocked'];
  /** For each priority, one FIFO queue per set of classes. */
  private readonly queues: Record<Priority, Map<string, Waiting[]>> = {
    click: new Map(),
    outbox: new Map(),
    background: new Map(),
  };
  private order = 0;
  private cancelTimer: (() => void) | undefined;
  private closed = false;

  constructor(options: PaceOptions) {
    this.system = options.system;
    this.desks = options.desks;
    this.store = options.store ?? memoryStore();
    this.blocked = options.blocked;
  }

  /**
   * Resolves when the request may be sent, or with null when the pace was closed. The holder of a pass must report the
   * outcome of the request.
   *
   * @param items number of items in an import; otherwise 1
   * @param signal aborting it resolves a waiting request with null
   */
  enter(classes: readonly LimitClass[], priority: Priority, items = 1, signal?: AbortSignal): Promise<Pass | null> {
    if (this.closed || signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const key = classes.join(' ');
      const queue = this.queues[priority].get(key) ?? [];
      this.queues[priority].set(key, queue);
      const letGo = () => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(null);
        this.pump();
      };
      const waiting: Waiting = {
        classes,
        items,
        order: ++this.order,
        answer(pass) {
          signal?.removeEventListener('abort', letGo);
          resolve(pass);
        },
      };
      signal?.addEventListener('abort', letGo);
      queue.push(waiting);
      // Only the first request of a queue can be let through.
      if (queue.length === 1) this.pump();
    });
  }

  /** The request was handed to a connection. In windows of a second it counts from now on. */
  left(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state) => {
      const counted = countedOf(state, pass);
      if (counted !== undefined) counted.leftAt = now;
    });
  }

  /** The service answered with anything but 429. */
  succeeded(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state, name, pace) => {
      const leftAt = countedOf(state, pass)?.leftAt ?? pass.sentAt;
      answered(state, pass, now);
      learnRoundTrip(state, now - leftAt);
      clear(pace, state, name, pass.sentAt);
    });
  }

  /** The service answered 429, so the classes pause. @returns for how long, in milliseconds */
  refused(pass: Pass): number {
    const now = this.system.elapsed();
    let until = now;
    const service = pass.classes[0] === undefined ? '' : serviceOf(pass.classes[0]);
    const before = this.blockEnd(service);
    this.change(pass, (state, name, pace) => {
      forget(state, pass);
      if (strike(pace, state, name, pass.sentAt, this.system)) {
        // With other desks behind the address, a 429 says little about our own spacing.
        if (state.share.desks === 1) learnRefusal(state, now);
        halveShare(state.share, windowsOf(name), this.system);
        state.evenUntil = now + evenMilliseconds;
      }
      until = Math.max(until, state.restUntil, blockEnd(pace, serviceOf(name)));
    });
    if (this.blockEnd(service) > before) this.blocked?.(service, this.byTheClock(this.blockEnd(service)));
    // Rounded up, because the outbox stores whole milliseconds.
    return Math.ceil(until - now);
  }

  /** No complete answer came. The service may have counted the request, at the latest now. */
  unanswered(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state) => {
      answered(state, pass, now);
      state.probeUntil = 0;
    });
  }

  /** The request was certainly never sent, so it counts nowhere. */
  unsent(pass: Pass): void {
    this.change(pass, (state) => {
      forget(state, pass);
      state.probeUntil = 0;
    });
  }

  /** End of a suspected block by the service, in milliseconds since the epoch, or null. Until then nothing is sent. */
  blockedUntil(service: string): number | null {
    const until = this.blockEnd(service);
    return until > this.system.elapsed() ? this.byTheClock(until) : null;
  }

  /**
   * Changes the number of computers in the office. This one starts over with its equal share, and recent requests still
   * count.
   */
  shareWith(desks: number): void {
    if (desks === this.desks) return;
    this.desks = desks;
    this.store.change(({ classes }) => {
      for (const [name, state] of Object.entries(classes)) state.share = partOf(this.desksOf(name as LimitClass));
    });
    this.pump();
  }

  close(): void {
    this.closed = true;
    this.cancelTimer?.();
    for (const priority of priorities) {
      for (const queue of this.queues[priority].values()) for (const waiting of queue.splice(0)) waiting.answer(null);
    }
  }

  private blockEnd(service: string): number {
    return this.store.change((pace) => blockEnd(pace, service));
  }

  /** Converts a time by `System.elapsed` to whole milliseconds since the epoch, by the current clock. */
  private byTheClock(until: number): number {
    return Math.ceil(this.system.now() + until - this.system.elapsed());
  }

  private desksOf(name: LimitClass): number {
    return serviceOf(name) === 'orders' ? this.desks : 1;
  }

  private change(pass: Pass, work: (state: ClassState, name: LimitClass, pace: PaceState) => void): void {
    this.store.change((pace) => {
      for (const name of pass.classes) work(classState(pace, name, this.desksOf(name)), name, pace);
    });
    this.pump();
  }

  private pump(): void {
    this.cancelTimer?.();
    const now = this.system.elapsed();
    const passed: { waiting: Waiting; pass: Pass }[] = [];
    const next = this.store.change((pace) => {
      for (;;) {
        const found = this.firstFree(pace, now);
        if ('at' in found) return found.at;
        const { queue, first } = found;
        queue.shift();
        passed.push({ waiting: first, pass: this.take(pace, first, now) });
      }
    });
    for (const { waiting, pass } of passed) waiting.answer(pass);
    if (next < Number.POSITIVE_INFINITY) this.cancelTimer = this.system.after(next - now, () => this.pump());
  }

  private take(pace: PaceState, waiting: Waiting, now: number): Pass {
    const id = ++pace.lastId;
    for (const name of waiting.classes) {
      const state = classState(pace, name, this.desksOf(name));
      renewShare(state.share, windowsOf(name), now);
      const wanted = takeRoom(state, windowsOf(name), { id, items: waiting.items }, now);
      useShare(state.share, windowsOf(name), now, wanted);
    }
    return { id, classes: waiting.classes, sentAt: now };
  }

  /** The queue whose first request may leave now, or when to check again. */
  private firstFree(pace: PaceState, now: number): { queue: Waiting[]; first: Waiting } | { at: number } {
    let next = Number.POSITIVE_INFINITY;
    const awaited = new Awaited();
    for (const priority of priorities) {
      const heads = [...this.queues[priority].values()].flatMap((queue) => {
        const [first] = queue;
        return first === undefined ? [] : [{ queue, first }];
      });
      for (const { queue, first } of heads.toSorted((one, other) => one.first.order - other.first.order)) {
        const rooms = first.classes.map((name) => {
          const state = classState(pace, name, this.desksOf(name));
          const room = Math.max(roomAt(state, windowsOf(name), first.items, now), blockEnd(pace, serviceOf(name)));
          return { name, state, room };
        });
        const at = Math.max(...rooms.map((room) => room.room));
        const stands = rooms.some(({ name, state }) => awaited.stands(name, state, now));
        if (at <= now && !stands) return { queue, first };
        if (!stands) next = Math.min(next, at);
        for (const { name } of rooms) awaited.add(name, stands ? now : at);
      }
    }
    return { at: next };
  }
}

/** Classes that earlier requests wait for. A later request may use one only if that delays no earlier request. */
class Awaited {
  private readonly at = new Map<LimitClass, number>();

  /** @param needed when the request can go; the last call counts, because a delayed request is added as of now */
  add(name: LimitClass, needed: number): void {
    this.at.set(name, needed);
  }

  stands(name: LimitClass, state: ClassState, now: number): boolean {
    const needed = this.at.get(name);
    if (needed === undefined) return false;
    return windowsOf(name).some((window) => window.milliseconds > 1_000 || now + spacing(state, window, 1) > needed);
  }
}

const countedOf = (state: ClassState, { id }: Pass) => state.counted.find((one) => one.id === id);

function answered(state: ClassState, pass: Pass, now: number): void {
  const counted = countedOf(state, pass);
  if (counted !== undefined) counted.answeredAt = now;
}

/** Removes a request that was never sent or was refused, so that it counts nowhere. */
function forget(state: ClassState, pass: Pass): void {
  state.counted = state.counted.filter((one) => one.id !== pass.id);
}
