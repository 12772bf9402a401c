/**
 * The block at the orders' edge (order-api, Limits: sustained breach for roughly three minutes triggers a block of about
 * twenty). A breach begins with a refusal and goes on as long as the next one comes within ten seconds, whatever is let in
 * between. The refusal that comes three minutes after the first of its breach begins the block: for twenty minutes every
 * request of that source address is refused, and does not prolong it.
 */
import type { Clock } from '../clock.ts';

const second = 1_000;
const minute = 60 * second;
const rule = { gap: 10 * second, breach: 3 * minute, block: 20 * minute };

interface Breach {
  first: number;
  last: number;
  /** Until when the address is blocked. */
  until: number | null;
}

export class Blocker {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #breaches = new Map<string, Breach>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** @param source the address a request came from */
  isBlocked(source: string): boolean {
    const breach = this.#breaches.get(source);
    if (breach?.until == null) return false;
    if (this.#clock.now() < breach.until) return true;
    this.#breaches.delete(source);
    return false;
  }

  /** A request of that address was refused for its rate. */
  refused(source: string): void {
    const now = this.#clock.now();
    const before = this.#breaches.get(source);
    const first = before && now - before.last <= rule.gap ? before.first : now;
    this.#breaches.set(source, { first, last: now, until: now - first >= rule.breach ? now + rule.block : null });
  }
}
