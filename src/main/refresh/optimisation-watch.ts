/**
 * Follows the optimisation of the plan on screen until it ends, wherever it was started. Somebody waits for the end, and
 * the stops can only be read then, so the plan is read often at first: most optimisations take seconds. The outbox polls
 * the operation itself, less often as time goes by (operation-polls.ts).
 */
import type { System } from '../system.ts';

/** How long after an answer the plan is read again at first, for how long, and how long later; in milliseconds. */
const oftenEvery = 150;
const oftenFor = 15_000;
const laterEvery = 1_000;

export interface OptimisationWatchOptions {
  system: Pick<System, 'elapsed' | 'after'>;
  /** Whether the planning service can be read now. */
  mayRead: () => boolean;
  /** Reads the plan itself. @returns whether it is still being optimised */
  read: (planId: string) => Promise<boolean>;
  /** Reads what the optimisation has changed. */
  readResult: (planId: string) => Promise<void>;
  failed: (error: unknown) => void;
}

export class OptimisationWatch {
  private readonly options: OptimisationWatchOptions;
  private followed: string | null = null;
  /** Counts the plans followed, so that an answer for an earlier one is known. */
  private turn = 0;
  /** By {@link System.elapsed}. */
  private since = 0;
  private cancel: (() => void) | undefined;
  /** The plan whose result was read, or is being read, since its optimisation was seen to end. */
  private resultOf: string | null = null;

  constructor(options: OptimisationWatchOptions) {
    this.options = options;
  }

  /** Follows a plan that is being optimised. Calling it again for the same plan changes nothing. */
  follow(planId: string): void {
    if (planId === this.followed) return;
    this.end();
    this.followed = planId;
    this.turn += 1;
    this.since = this.options.system.elapsed();
    this.readAfter(0);
  }

  /** The app has done something to the plan, so a result that was read before is no longer the last one. */
  changed(planId: string): void {
    if (this.resultOf === planId) this.resultOf = null;
  }

  /** Ends following, because the plan has left the screen or its result is being read anyway. */
  end(): void {
    this.cancel?.();
    this.followed = null;
    this.resultOf = null;
  }

  /**
   * The service has confirmed that an optimisation of the plan is done.
   *
   * @returns whether its result is still to be read
   */
  confirmed(planId: string): boolean {
    const isRead = this.resultOf === planId;
    if (isRead || this.followed === planId) this.end();
    return !isRead;
  }

  private readAfter(milliseconds: number): void {
    this.cancel = this.options.system.after(milliseconds, () => void this.look());
  }

  private async look(): Promise<void> {
    const { system, mayRead, read, failed } = this.options;
    const planId = this.followed;
    const turn = this.turn;
    if (planId === null) return;
    const isOver = () => this.followed === null || this.turn !== turn;
    let every = system.elapsed() - this.since < oftenFor ? oftenEvery : laterEvery;
    try {
      if (mayRead()) {
        const isRunning = await read(planId);
        if (isOver()) return;
        if (!isRunning) {
          this.readResult(planId);
          return;
        }
      }
    } catch (error) {
      failed(error);
      every = laterEvery;
    }
    if (!isOver()) this.readAfter(every);
  }

  private readResult(planId: string): void {
    this.followed = null;
    this.resultOf = planId;
    this.options.readResult(planId).catch((error: unknown) => {
      this.changed(planId);
      this.options.failed(error);
    });
  }
}
