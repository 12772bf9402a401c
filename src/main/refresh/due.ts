/** How often lists are read again, in milliseconds. */

/** How often to check what is due. */
const lookEvery = 5_000;
const lookEveryWhileAway = 20_000;

/** performance, What was found to matter. */
export const readEvery = {
  visiblePlan: 15_000,
  todaysPlans: 120_000,
  lists: 120_000,
  /** Couriers and pickup locations are managed elsewhere and hardly ever change. */
  names: 1_800_000,
  /** The search for news. */
  news: 60_000,
} as const;

/** While nobody uses the app, nothing is read again sooner than this, but for plans with news. */
const leastWhileAway = 600_000;

/**
 * @param readAt when the list was read last, in milliseconds since the epoch
 * @param every the usual time between two reads
 * @param isHere whether somebody uses the app
 */
export function isReadAgain(readAt: number, now: number, every: number, isHere: boolean): boolean {
  // A time in the future means that the clock was set back since.
  return Math.abs(now - readAt) >= Math.max(every, isHere ? 0 : leastWhileAway);
}

/** @returns milliseconds until the next check of what is due */
export function untilNextLook(isHere: boolean): number {
  return isHere ? lookEvery : lookEveryWhileAway;
}
