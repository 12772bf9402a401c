/** Walks a tree of choices to its last leaf: each run makes the choices it is given, and the first one from there on. */

export class Chooser {
  private readonly given: readonly number[];
  readonly made: { choice: number; of: number }[] = [];

  constructor(given: readonly number[]) {
    this.given = given;
  }

  /** @param of how many there are to choose from; 0 is the harmless one */
  choose(of: number): number {
    const choice = of <= 1 ? 0 : (this.given[this.made.length] ?? 0);
    if (of > 1) this.made.push({ choice, of });
    return choice;
  }

  /** The choices of the next run, or null when this was the last. */
  next(): number[] | null {
    const made = [...this.made];
    for (let last = made.pop(); last !== undefined; last = made.pop()) {
      if (last.choice + 1 < last.of) return [...made.map(({ choice }) => choice), last.choice + 1];
    }
    return null;
  }
}

/** @returns how many leaves there were */
export async function walk(run: (chooser: Chooser) => Promise<void>): Promise<number> {
  let given: number[] | null = [];
  let runs = 0;
  while (given !== null) {
    const chooser: Chooser = new Chooser(given);
    await run(chooser);
    runs += 1;
    given = chooser.next();
  }
  return runs;
}
