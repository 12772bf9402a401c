/**
 * Spaces the pages of background reads while nobody uses the app: evenly and few, whatever there is to read. Reads that
 * the app or a user waits for do not come here.
 */
import type { System } from '../system.ts';

/** Time between two pages, in milliseconds: ten pages a minute. */
const pageEvery = 6_000;

/** A read that fetches pages. */
export interface BudgetRun {
  /** What is read, such as `plans`, `stops:plans/…` or `news`. */
  readonly list: string;
}

export interface ReadBudgetOptions {
  system: Pick<System, 'elapsed' | 'after'>;
  /** Whether pages are spaced now. */
  isSpaced: () => boolean;
  /** Whether a read goes before the others. */
  goesFirst: (run: BudgetRun) => boolean;
}

interface Waiting {
  run: BudgetRun;
  resolve: () => void;
}

export class ReadBudget {
  private readonly options: ReadBudgetOptions;
  private readonly waiting: Waiting[] = [];
  private lastAt = Number.NEGATIVE_INFINITY;
  private cancel: (() => void) | undefined;
  private closed = false;

  constructor(options: ReadBudgetOptions) {
    this.options = options;
  }

  /** Resolves when the read may fetch its next page; immediately while pages are not spaced. */
  take(run: BudgetRun): Promise<void> {
    if (this.closed || !this.options.isSpaced()) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push({ run, resolve });
      this.pump();
    });
  }

  /** The read became urgent: its page does not wait any longer. */
  release(run: BudgetRun): void {
    const at = this.waiting.findIndex((one) => one.run === run);
    if (at !== -1) this.waiting.splice(at, 1)[0]?.resolve();
  }

  /** Somebody uses the app again, or it closes: no page waits any longer. */
  releaseAll(): void {
    this.cancel?.();
    this.cancel = undefined;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  close(): void {
    this.closed = true;
    this.releaseAll();
  }

  private pump(): void {
    if (this.cancel !== undefined || this.waiting.length === 0) return;
    const { system, goesFirst } = this.options;
    const wait = Math.max(0, this.lastAt + pageEvery - system.elapsed());
    this.cancel = system.after(wait, () => {
      this.cancel = undefined;
      const first = this.waiting.findIndex(({ run }) => goesFirst(run));
      const [next] = this.waiting.splice(Math.max(0, first), 1);
      if (next !== undefined) {
        this.lastAt = system.elapsed();
        next.resolve();
      }
      this.pump();
    });
  }
}
