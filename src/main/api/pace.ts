/**
 * Pace: keeping to the rate limits (planning-api, Limits; order-api, Limits). A request waits here until every window
 * of every class it counts in has room; clicks go before the outbox, the outbox before background refresh. This file
 * queues and hands out; what room there is, is worked out in pace/ (why no library: docs/decisions/pace.md).
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

/** After a refused burst, windows longer than a second are used evenly for so long. */
const evenMilliseconds = 600_000;

/** Leave for one request. Its outcome is reported with it: succeeded, refused, unanswered or unsent. */
export interface Pass {
  readonly id: number;
  readonly classes: readonly LimitClass[];
  /** By {@link System.elapsed}: somebody who sets the clock back does not stop what is sent until the clock is there again. */
  readonly sentAt: number;
}

interface Waiting {
  classes: readonly LimitClass[];
  items: number;
  order: number;
  /** null: the pace is closed, or who waits has gone: nothing may leave any more */
  answer: (pass: Pass | null) => void;
}

export interface PaceOptions {
  system: System;
  /** Computers behind this office's address: the order service counts per source address. */
  desks: number;
  store?: PaceStore;
  /** Told when a block by a service is suspected, and until when nothing is sent to it. */
  blocked?: (service: string, until: number) => void;
}

export class Pace {
  private readonly system: System;
  private desks: number;
  private readonly store: PaceStore;
  private readonly blocked: PaceOptions['blocked'];
  /** Of each priority, one queue for each set of classes: within it first come, first served. */
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
   * Resolves when the request may leave, or with null when the pace was closed meanwhile. Who gets a pass tells what
   * became of the request, whatever it was.
   *
   * @param items how many items an import carries; 1 for anything else
   * @param signal who waits is let go with null when it is aborted
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
      // Behind others of its kind it changes nothing.
      if (queue.length === 1) this.pump();
    });
  }

  /** The request was handed to a connection: in windows of a second it counts from now on. */
  left(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state) => {
      const counted = countedOf(state, pass);
      if (counted !== undefined) counted.leftAt = now;
    });
  }

  /** The service answered something else than 429. */
  succeeded(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state, name, pace) => {
      const leftAt = countedOf(state, pass)?.leftAt ?? pass.sentAt;
      answered(state, pass, now);
      learnRoundTrip(state, now - leftAt);
      clear(pace, state, name, pass.sentAt);
    });
  }

  /** The service answered 429: the classes rest. @returns how long, in milliseconds */
  refused(pass: Pass): number {
    const now = this.system.elapsed();
    let until = now;
    const service = pass.classes[0] === undefined ? '' : serviceOf(pass.classes[0]);
    const before = this.blockEnd(service);
    this.change(pass, (state, name, pace) => {
      forget(state, pass);
      if (strike(pace, state, name, pass.sentAt, this.system)) {
        // With others behind the address it says little of our own spacing.
        if (state.share.desks === 1) learnRefusal(state, now);
        halveShare(state.share, windowsOf(name), this.system);
        state.evenUntil = now + evenMilliseconds;
      }
      until = Math.max(until, state.restUntil, blockEnd(pace, serviceOf(name)));
    });
    if (this.blockEnd(service) > before) this.blocked?.(service, this.byTheClock(this.blockEnd(service)));
    // Whole milliseconds: it is written down with what waits.
    return Math.ceil(until - now);
  }

  /** No whole answer came: the request may count there, until now at the latest. */
  unanswered(pass: Pass): void {
    const now = this.system.elapsed();
    this.change(pass, (state) => {
      answered(state, pass, now);
      state.probeUntil = 0;
    });
  }

  /** The request certainly never left: it counts nowhere. */
  unsent(pass: Pass): void {
    this.change(pass, (state) => {
      forget(state, pass);
      state.probeUntil = 0;
    });
  }

  /** A block by the service is suspected: until when nothing is sent to it, in milliseconds since the epoch, or null. */
  blockedUntil(service: string): number | null {
    const until = this.blockEnd(service);
    return until > this.system.elapsed() ? this.byTheClock(until) : null;
  }

  /**
   * The office has another number of computers now: this one starts over with its part of what they share, and what it has
   * just sent still counts.
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

  /** A moment of ours as people see it, in whole milliseconds since the epoch, by the clock as it is set now. */
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

  /** The queue whose first request may leave now; or when to look again. */
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

/** Classes that requests further ahead wait for. A request behind may use one only where nobody ahead is delayed by it. */
class Awaited {
  private readonly at = new Map<LimitClass, number>();

  /** @param needed when the request can go; of several the last counts, because one that another delays is added as of now */
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

/** It counts nowhere: it never left, or it was refused. */
function forget(state: ClassState, pass: Pass): void {
  state.counted = state.counted.filter((one) => one.id !== pass.id);
}
