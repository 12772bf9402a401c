/**
 * Walks a tree of choices to its last leaf: each run makes the choices it is given, and the first one from there on. A state
 * that was met before is not walked again: what follows it is the same.
 */

export interface State {
  /** Everything that what follows depends on, but what is left. */
  name: string;
  /** How many crashes and faults may still come. */
  left: readonly number[];
}

/** What was left where a state was met. */
type Met = Map<string, (readonly number[])[]>;

export class Chooser {
  private readonly given: readonly number[];
  private readonly met: Met;
  readonly made: { choice: number; of: number }[] = [];
  /** It came to where another run has been; what it does from here on says nothing new. */
  isKnown = false;

  /** @param met states at which a choice was to be made, of all runs of the tree */
  constructor(given: readonly number[], met: Met = new Map()) {
    this.given = given;
    this.met = met;
  }

  /**
   * @param of how many there are to choose from; 0 is the harmless one
   * @param state everything that what follows depends on; without it no two are the same
   */
  choose(of: number, state?: () => State): number {
    if (of <= 1 || this.isKnown || (state !== undefined && this.wasMet(state))) return 0;
    const choice = this.given[this.made.length] ?? 0;
    this.made.push({ choice, of });
    return choice;
  }

  private wasMet(state: () => State): boolean {
    // On the way to where this run turns off nothing is new.
    if (this.made.length < this.given.length) return false;
    const { name, left } = state();
    const before = this.met.get(name) ?? [];
    // Where as much or more was left to choose, everything that follows here was met there.
    this.isKnown = before.some((had) => had.every((of, index) => of >= (left[index] ?? 0)));
    if (!this.isKnown) this.met.set(name, [...before, left]);
    return this.isKnown;
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

/** @returns how many runs there were, and at how many states a choice was to be made */
export async function walk(run: (chooser: Chooser) => Promise<void>): Promise<{ runs: number; states: number }> {
  let given: number[] | null = [];
  let runs = 0;
  const met: Met = new Map();
  while (given !== null) {
    const chooser: Chooser = new Chooser(given, met);
    await run(chooser);
    runs += 1;
    given = chooser.next();
  }
  return { runs, states: met.size };
}
