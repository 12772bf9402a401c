/** When a running operation is asked for. */

/** In milliseconds. */
const first = 1_000;
const mostBetween = 30_000;

/**
 * Polls fall 1, 2, 3, 5, 8 … seconds after the request: most optimisations take seconds, and their result is waited for.
 * Later they come every half minute.
 *
 * @param elapsed milliseconds since the request
 * @returns milliseconds until the next poll, more than zero
 */
export function untilNextPoll(elapsed: number): number {
  let [last, next] = [0, first];
  while (next <= elapsed && next - last <= mostBetween) [last, next] = [next, next === first ? 2 * first : last + next];
  return next > elapsed ? next - Math.max(0, elapsed) : mostBetween;
}
