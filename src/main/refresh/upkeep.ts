/** Looks after what the cache knows about times: the computer's clock is set, and what is gone is forgotten some day. */
import type { Cache } from '../db/cache-functions.ts';
import type { System } from '../system.ts';

const purgeEvery = 86_400_000;

export interface UpkeepOptions {
  system: Pick<System, 'now' | 'elapsed'>;
  cache: Pick<Cache, 'pullBack' | 'purgeGone'>;
}

export class Upkeep {
  private readonly options: UpkeepOptions;
  /** The clock at the last look. An earlier time means that it was set back. */
  private lookedAt = Number.POSITIVE_INFINITY;
  /** By {@link System.elapsed}. */
  private purgedAt = Number.NEGATIVE_INFINITY;

  constructor(options: UpkeepOptions) {
    this.options = options;
  }

  /**
   * Call it before something is read. Also at the first call it is not known how the clock was set: it may have been set
   * back while the app was not running.
   */
  async followClock(): Promise<void> {
    const { system, cache } = this.options;
    const now = system.now();
    if (now < this.lookedAt) await cache.pullBack(now);
    this.lookedAt = now;
  }

  /** Forgets records that have been gone for long, once a day. */
  async purge(): Promise<void> {
    const { system, cache } = this.options;
    if (system.elapsed() - this.purgedAt < purgeEvery) return;
    this.purgedAt = system.elapsed();
    await cache.purgeGone(system.now());
  }
}
