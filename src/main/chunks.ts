import type { System } from './system.ts';

/** Work that must not overlap: one after the other, in the order in which it was asked for. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Begins when what was asked for before has ended, whatever became of that. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * A long work in parts, each in a turn of its own: clicks and answers come between.
 *
 * @param most items of one part
 * @param work throws to end it; what was done before stays done
 */
export async function inChunks<Item>(
  system: System,
  items: readonly Item[],
  most: number,
  work: (part: Item[]) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += most) {
    if (from > 0) await new Promise<void>((resolve) => void system.after(0, resolve));
    work(items.slice(from, from + most));
  }
}
