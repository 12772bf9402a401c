/** How often the window may make each of its calls. A window that was taken over cannot keep main busy for good. */
import type { System } from './system.ts';

/**
 * Calls of one channel within {@link period}. The most that the app itself makes are the changes of a form while
 * somebody types, some twenty a second, and the pages of a long list, a few hundred one after the other.
 */
export const mostCalls = 2_000;
/** In milliseconds. */
export const period = 10_000;

export class CallRate {
  private readonly elapsed: System['elapsed'];
  private begun = Number.NEGATIVE_INFINITY;
  private readonly counts = new Map<string, number>();

  /** @param elapsed milliseconds of a clock that nobody can set */
  constructor(elapsed: System['elapsed']) {
    this.elapsed = elapsed;
  }

  /**
   * Counts a call.
   *
   * @param channel a call of the contract, or one for all that the contract does not have
   * @returns how many there were in this period beyond the bound; 0: it may be answered
   */
  excess(channel: string): number {
    const now = this.elapsed();
    if (now - this.begun >= period) {
      this.begun = now;
      this.counts.clear();
    }
    const count = (this.counts.get(channel) ?? 0) + 1;
    this.counts.set(channel, count);
    return Math.max(0, count - mostCalls);
  }
}
