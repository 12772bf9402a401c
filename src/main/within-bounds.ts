/**
 * Bounds of work that another process does for main. What comes from outside may keep that process busy for good, or
 * make it take all memory (attack 8).
 */
import type { System } from './system.ts';

export interface Bounds {
  milliseconds: number;
  /** Of all memory of the process, in bytes. */
  bytes: number;
}

export interface WatchedProcess {
  /** The memory in use, in bytes. Null: unknown (yet). */
  memory(): number | null;
  /** Ends it at once, whatever it does. */
  end(): void;
}

/** In milliseconds. */
const lookEvery = 100;

/**
 * Waits for work, and ends its process when it passes a bound. The work may never end then.
 *
 * @param exceeded makes the error for that
 * @throws what the work throws, or what `exceeded` makes
 */
export function withinBounds<Result>(
  system: Pick<System, 'elapsed' | 'after'>,
  bounds: Bounds,
  watched: WatchedProcess,
  work: Promise<Result>,
  exceeded: () => Error,
): Promise<Result> {
  const began = system.elapsed();
  return new Promise((resolve, reject) => {
    let cancel: () => void = () => undefined;
    const look = () => {
      if (system.elapsed() - began <= bounds.milliseconds && (watched.memory() ?? 0) <= bounds.bytes) {
        cancel = system.after(lookEvery, look);
        return;
      }
      reject(exceeded());
      watched.end();
    };
    look();
    work.finally(() => cancel()).then(resolve, reject);
  });
}
