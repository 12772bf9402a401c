/** A clock that runs several times as fast as the computer's, synchronized between threads. */
import { realSystem, type System } from '../../../../src/main/system.ts';

/** @param speed seconds per real second */
export function fastClock(speed: number): System {
  // Starts at a time that every thread can compute.
  const start = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const now = () => start + (performance.timeOrigin + performance.now() - start) * speed;
  return {
    now: () => Math.floor(now()),
    elapsed: now,
    after: (milliseconds, action) => realSystem.after(milliseconds / speed, action),
    random: () => realSystem.random(),
  };
}
