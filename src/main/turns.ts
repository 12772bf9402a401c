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
