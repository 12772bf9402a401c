/**
 * The rate limits as exact sliding windows (planning-api and order-api, Limits). In any stretch of a window's length at
 * most so many requests, or items that they carry, are let in; what is refused does not count.
 *
 * Besides, planning refuses sustained use at or near a limit until the rate drops; the documents give no numbers. Here a
 * window closes when at least 98 % of what it allows was let in over thirty of its lengths, or over as many as a hundred
 * requests need where that is more, and opens when fewer than 88 % of it, refused ones counted, were asked for over the
 * last ten. Bursts are tolerated, and who stays at 97 % never notices. The orders' edge has a block instead (`block.ts`).
 */
import type { Endpoint, LimitClass, LimitWindow } from '../../shared/endpoints.ts';
import { limits } from '../../shared/endpoints.ts';
import type { Clock } from '../clock.ts';
import type { Switches } from '../switches.ts';
import { Stretch } from './stretch.ts';

/** Of what a window allows. */
const near = { closes: 0.98, opens: 0.88 };
/** Over how many lengths of the window use is looked at. Of fewer than a hundred requests 97 % cannot be told from 98 %. */
const lengths = { closes: (limit: number) => Math.max(30, 100 / limit), opens: 10 };

/** The narrowest class a request counts in. */
export function limitClassOf(endpoint: Endpoint): LimitClass | undefined {
  return endpoint.limitClasses.find((name) => !name.endsWith('.write')) ?? endpoint.limitClasses[0];
}

/**
 * All classes a request counts in. The creation of a driver is a write besides: the limit for writes is that of all
 * models. Whether an import or an optimisation is one too the documents leave open for planning; orders have it in a
 * bucket of its own for certain (order-api, Limits).
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
  /** Where use is sustained near the limit, and where it no longer is; in requests or items. */
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

  /** Whether so many items, or a request that carries them, may come in now. */
  hasRoom(now: number, items: number): boolean {
    return this.#admitted.sum(now) + this.#amount(items) <= this.#limit.limit;
  }

  /** Whether use is sustained near the limit. Counts the request as asked for. */
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
  /** How many items the request carries. */
  items: number;
}

export class Limiter {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #switches: Pick<Switches, 'sustainedUse'>;
  /** By class and who. */
  readonly #windows = new Map<string, readonly Window[]>();

  /** @param clock the time that passes, never the service's own: a day that runs faster does not allow more requests */
  constructor(clock: Pick<Clock, 'now'>, switches: Pick<Switches, 'sustainedUse'>) {
    this.#clock = clock;
    this.#switches = switches;
  }

  /** Lets a request in, and counts it in all windows of its classes, or in none. */
  admit({ who, classes, items }: Asking): boolean {
    const now = this.#clock.now();
    const planning = classes.flatMap((name) => (name.startsWith('planning.') ? this.#windowsOf(name, who) : []));
    const windows = classes.flatMap((name) => this.#windowsOf(name, who));
    // Each window is asked, so that each knows what was asked for.
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
