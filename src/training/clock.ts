/** Time in the training service: the one file that takes it from the computer; everywhere else it is given. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `action` once after `milliseconds` (at most 24 days); the result cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * A clock that runs at the usual speed from another moment on.
 * @param start milliseconds since the epoch
 */
export function clockFrom(start: number): Clock {
  const offset = start - realClock.now();
  return { ...realClock, now: () => realClock.now() + offset };
}
