/**
 * The block at the orders' edge (order-api, Limits: sustained breach for roughly three minutes triggers a block of
 * about twenty). A breach starts with a rejection and lasts while further rejections follow within ten seconds of each
 * other, even if some requests pass in between. A rejection three minutes into a breach starts the block: for twenty
 * minutes all requests from that source address are rejected, which does not prolong the block.
 */
import type { Clock } from '../clock.ts';

const second = 1_000;
const minute = 60 * second;
const rule = { gap: 10 * second, breach: 3 * minute, block: 20 * minute };

interface Breach {
  first: number;
  last: number;
  /** The end of the block; null: not blocked. */
  until: number | null;
}

export class Blocker {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #breaches = new Map<string, Breach>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** @param source the client's IP address */
  isBlocked(source: string): boolean {
    const breach = this.#breaches.get(source);
    if (breach?.until == null) return false;
    if (this.#clock.now() < breach.until) return true;
    this.#breaches.delete(source);
    return false;
  }

  /** Records that a request from that address was rate limited. */
  refused(source: string): void {
    const now = this.#clock.now();
    const before = this.#breaches.get(source);
    const first = before && now - before.last <= rule.gap ? before.first : now;
    this.#breaches.set(source, { first, last: now, until: now - first >= rule.breach ? now + rule.block : null });
  }
}
