/** A clock that jumps from event to event, so hours of waiting cost only the work in between. Randomness is seeded. */
import type { System } from '../../../../src/main/system.ts';

interface Event {
  at: number;
  order: number;
  action: (() => void) | null;
}

export class VirtualClock implements System {
  private current: number;
  private order = 0;
  private state: number;
  /** A binary heap, earliest first. Simultaneous events run in the order in which they were scheduled. */
  private readonly heap: Event[] = [];
  private readonly settle: () => Promise<void>;

  /**
   * @param settle waits until everything that an event started has run; default: a few microtasks
   * @param begin the first moment, in milliseconds since the epoch
   */
  constructor(seed: number, settle: () => Promise<void> = fewMicrotasks, begin = Date.UTC(2026, 5, 15, 6)) {
    this.state = seed >>> 0;
    this.settle = settle;
    this.current = begin;
  }

  /** Whole milliseconds, like the computer's clock. */
  now = (): number => Math.floor(this.current);

  elapsed = (): number => this.current;

  after = (milliseconds: number, action: () => void): (() => void) => {
    const event: Event = { at: this.current + Math.max(0, milliseconds), order: (this.order += 1), action };
    this.push(event);
    return () => {
      event.action = null;
    };
  };

  /** Lets time pass within an event. Timers that become due meanwhile fire late. */
  pass(milliseconds: number): void {
    this.current += milliseconds;
  }

  /** mulberry32 */
  random = (): number => {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /** Runs events until none is left, the time is reached, or `done` returns true. */
  async run(until: number, done: () => boolean = () => false): Promise<void> {
    await this.settle();
    for (let event = this.heap[0]; event !== undefined && event.at <= until && !done(); event = this.heap[0]) {
      this.pop();
      if (event.action === null) continue;
      this.current = Math.max(this.current, event.at);
      event.action();
      await this.settle();
    }
    if (!done()) this.current = Math.max(this.current, until);
  }

  private push(event: Event): void {
    const { heap } = this;
    let place = heap.length;
    heap.push(event);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      const left = heap[below];
      if (left === undefined) break;
      const right = heap[below + 1];
      const smaller = right !== undefined && isBefore(right, left) ? right : left;
      if (smaller === right) below += 1;
      if (!isBefore(smaller, last)) break;
      heap[place] = smaller;
      place = below;
    }
    heap[place] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Enough for a promise chain of two or three steps. */
async function fewMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
}
