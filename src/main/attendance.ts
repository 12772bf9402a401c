/**
 * Whether somebody uses the app. What nobody looks at is read rarely: an app that is left open must not keep the
 * computer and the services busy.
 */
import type { System } from './system.ts';

/** Without a key press or a movement of the mouse for so long, in milliseconds, nobody is taken to be there. */
const awayAfter = 120_000;

export interface Attendance {
  /** Whether the app was used recently. */
  readonly isHere: boolean;
  /** @param back called when the app is used again after a break. @returns a function that ends the calls */
  onReturn(back: () => void): () => void;
}

/** Attendance as the window reports it. */
export class WindowAttendance implements Attendance {
  private readonly system: Pick<System, 'elapsed'>;
  private readonly listeners = new Set<() => void>();
  private seenAt: number;

  constructor(system: Pick<System, 'elapsed'>) {
    this.system = system;
    // The app was just started by somebody.
    this.seenAt = system.elapsed();
  }

  get isHere(): boolean {
    return this.system.elapsed() - this.seenAt < awayAfter;
  }

  /** A key was pressed, the mouse moved, or the window came to the front. */
  seen(): void {
    const wasAway = !this.isHere;
    this.seenAt = this.system.elapsed();
    if (wasAway) for (const back of this.listeners) back();
  }

  onReturn(back: () => void): () => void {
    this.listeners.add(back);
    return () => void this.listeners.delete(back);
  }
}
