/**
 * Rate limits as exact sliding windows (planning-api and order-api, Limits): any interval of the window's length admits
 * a limited number of requests, or of items in them. Rejected requests do not count.
 *
 * Planning also rejects sustained use at or near a limit until the rate drops; the documents give no numbers. Here a
 * window closes when at least 98 % of its limit was used over 30 window lengths, or over as many as 100 requests need
 * if that is more. It opens again when less than 88 % was requested, including rejected requests, over the last ten.
 * Bursts are tolerated, and clients at 97 % are not affected. The orders' edge has a block instead (`block.ts`).
 */
import type { Endpoint, LimitClass, LimitWindow } from '../../shared/endpoints.ts';
import { limits } from '../../shared/endpoints.ts';
import type { Clock } from '../clock.ts';
import type { Switches } from '../switches.ts';
import { Stretch } from './stretch.ts';

/** Shares of a window's limit. */
const near = { closes: 0.98, opens: 0.88 };
/** How many window lengths are measured. With fewer than 100 requests, 97 % cannot be told from 98 %. */
const lengths = { closes: (limit: number) => Math.max(30, 100 / limit), opens: 10 };

/** The most specific limit class of a request. */
export function limitClassOf(endpoint: Endpoint): LimitClass | undefined {
  return endpoint.limitClasses.find((name) => !name.endsWith('.write')) ?? endpoint.limitClasses[0];
}

/**
 * All limit classes of a request. Creating a driver also counts as a write, because the write limit covers all models.
 * The documents leave open whether planning imports and optimizations do; for orders, imports definitely have a
 * separate bucket (order-api, Limits).
 */
export function limitClassesOf(endpoint: Endpoint, imports: Switches['imports']): readonly LimitClass[] {
  const narrow = limitClassOf(endpoint);
  if (narrow === undefined || narrow === 'planning.driver-create') return endpoint.limitClasses;
  return endpoint.service === 'planning' && imports === 'count-as-writes' ? endpoint.limitClasses : [narrow];
}

class Window {
  readonly #limit: LimitWindow;
  readonly #admitted: Stretch;
  readonly #longAdmitted: Stretch;
  readonly #asked: Stretch;
  /** The thresholds at which sustained use closes and reopens the window, in requests or items. */
  readonly #closesAt: number;
  readonly #opensBelow: number;
  #closed = false;

  constructor(limit: LimitWindow) {
    const long = lengths.closes(limit.limit);
    this.#limit = limit;
    this.#admitted = new Stretch(limit.milliseconds);
    this.#longAdmitted = new Stretch(limit.milliseconds * long);
    this.#asked = new Stretch(limit.milliseconds * lengths.opens);
    this.#closesAt = near.closes * long * limit.limit;
    this.#opensBelow = near.opens * lengths.opens * limit.limit;
  }

  /** Whether there is room for a request with this many items. */
  hasRoom(now: number, items: number): boolean {
    return this.#admitted.sum(now) + this.#amount(items) <= this.#limit.limit;
  }

  /** Whether sustained use has closed the window. Also counts the request as asked for. */
  isClosed(now: number, items: number): boolean {
    if (this.#longAdmitted.sum(now) >= this.#closesAt) this.#closed = true;
    if (this.#asked.sum(now) < this.#opensBelow) this.#closed = false;
    this.#asked.add(now, this.#amount(items));
    return this.#closed;
  }

  admit(now: number, items: number): void {
    this.#admitted.add(now, this.#amount(items));
    this.#longAdmitted.add(now, this.#amount(items));
  }

  #amount(items: number): number {
    return this.#limit.counts === 'items' ? items : 1;
  }
}

export interface Asking {
  /** The key (planning) or the source address (orders). */
  who: string;
  classes: readonly LimitClass[];
  /** The number of items in the request. */
  items: number;
}

export class Limiter {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #switches: Pick<Switches, 'sustainedUse'>;
  /** By limit class and client. */
  readonly #windows = new Map<string, readonly Window[]>();

  /** @param clock the computer's clock, not the service's: a day that runs faster does not allow more requests */
  constructor(clock: Pick<Clock, 'now'>, switches: Pick<Switches, 'sustainedUse'>) {
    this.#clock = clock;
    this.#switches = switches;
  }

  /** Admits a request if all windows of its classes have room, and then counts it in each. @returns whether it did */
  admit({ who, classes, items }: Asking): boolean {
    const now = this.#clock.now();
    const planning = classes.flatMap((name) => (name.startsWith('planning.') ? this.#windowsOf(name, who) : []));
    const windows = classes.flatMap((name) => this.#windowsOf(name, who));
    // Checks every window, without stopping at a closed one, because each counts what was asked for.
    const closed = planning.map((window) => window.isClosed(now, items)).includes(true);
    if (closed && this.#switches.sustainedUse === 'refused') return false;
    if (!windows.every((window) => window.hasRoom(now, items))) return false;
    for (const window of windows) window.admit(now, items);
    return true;
  }

  #windowsOf(name: LimitClass, who: string): readonly Window[] {
    const bucket = `${name} ${who}`;
    let windows = this.#windows.get(bucket);
    if (windows === undefined) {
      windows = limits[name].map((limit) => new Window(limit));
      this.#windows.set(bucket, windows);
    }
    return windows;
  }
}
