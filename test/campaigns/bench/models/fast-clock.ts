/** Time that runs several times as fast as the computer's, the same in every thread. */
import { realSystem, type System } from '../../../../src/main/system.ts';

/** @param speed seconds in one second of the computer */
export function fastClock(speed: number): System {
  // Counted from a moment that every thread knows.
  const start = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const now = () => start + (performance.timeOrigin + performance.now() - start) * speed;
  return {
    now: () => Math.floor(now()),
    elapsed: now,
    after: (milliseconds, action) => realSystem.after(milliseconds / speed, action),
    random: () => realSystem.random(),
  };
}
