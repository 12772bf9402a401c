/**
 * The rate limits as exact sliding windows (planning-api and order-api, Limits). In any stretch of a window's length at
 * most so many requests are let in; what is refused does not count.
 */
import type { Endpoint, LimitClass, LimitWindow } from '../../shared/endpoints.ts';
import { limits } from '../../shared/endpoints.ts';
import type { Clock } from '../clock.ts';

interface Admitted {
  at: number;
  items: number;
}

/**
 * The class a request counts in. Whether an import counts as a write too is not documented; here it does not, because
 * the documents give imports a line of their own ("own bucket").
 */
export function limitClassOf(endpoint: Endpoint): LimitClass | undefined {
  return endpoint.limitClasses.find((name) => !name.endsWith('.write')) ?? endpoint.limitClasses[0];
}

export class Limiter {
  readonly #clock: Clock;
  readonly #admitted = new Map<string, Admitted[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Lets a request in, and counts it, or not.
   * @param who the key (planning) or the source address (orders)
   * @param items how many items the request carries
   */
  admit(who: string, limitClass: LimitClass, items: number): boolean {
    const windows: readonly LimitWindow[] = limits[limitClass];
    const longest = Math.max(...windows.map(({ milliseconds }) => milliseconds));
    const now = this.#clock.now();
    const bucket = `${limitClass} ${who}`;
    const recent = (this.#admitted.get(bucket) ?? []).filter(({ at }) => at > now - longest);
    this.#admitted.set(bucket, recent);
    const fits = windows.every(({ limit, milliseconds, counts }) => {
      const inWindow = recent.filter(({ at }) => at > now - milliseconds);
      if (counts === 'requests') return inWindow.length < limit;
      return inWindow.reduce((sum, each) => sum + each.items, items) <= limit;
    });
    if (fits) recent.push({ at: now, items });
    return fits;
  }
}
