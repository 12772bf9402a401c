/**
 * Explores all possible continuations, choice by choice. Known states are not explored again, because their
 * continuations are the same. A run stops when it comes to rest, and every continuation starts from there.
 */

/** Makes the given choices, then always the first one. */
export class Chooser {
  private readonly given: readonly number[];
  readonly made: { choice: number; of: number }[] = [];

  constructor(given: readonly number[]) {
    this.given = given;
  }

  /** @param of number of options; 0 is the harmless one */
  choose(of: number): number {
    if (of <= 1) return 0;
    const choice = this.given[this.made.length] ?? 0;
    this.made.push({ choice, of });
    return choice;
  }

  /** The choices of the next run from the same start, or null after the last. */
  next(): number[] | null {
    const made = [...this.made];
    for (let last = made.pop(); last !== undefined; last = made.pop()) {
      if (last.choice + 1 < last.of) return [...made.map(({ choice }) => choice), last.choice + 1];
    }
    return null;
  }
}

export interface Tree<Rest> {
  begins: readonly Rest[];
  /** Runs until it rests after a choice, or to an end (null). */
  run(from: Rest, chooser: Chooser): Promise<Rest | null>;
  /** Identifies everything that the continuation depends on, except the remaining crashes and faults. */
  nameOf(rest: Rest): string;
  /**
   * The remaining crashes and faults as a bit set of all budgets that they cover. Of two states with the same name, one
   * whose bits include the other's leads to everything that the other leads to.
   */
  coversOf(rest: Rest): number;
}

export interface Walked {
  runs: number;
  states: number;
  /** States that never reach an end although no more faults occur. */
  endless: number;
}

/** The known states, and where each leads if nothing fails. */
class Met {
  private readonly numbers = new Map<string, number>();
  private readonly covered: number[] = [];
  private readonly leadsTo: number[] = [];

  get states(): number {
    return this.numbers.size;
  }

  /** @returns the state's number, and whether it was known with at least as much remaining */
  meet(name: string, covers: number): { state: number; isKnown: boolean } {
    let state = this.numbers.get(name);
    if (state === undefined) {
      state = this.numbers.size;
      this.numbers.set(name, state);
      this.covered.push(0);
      this.leadsTo.push(end);
    }
    const before = this.covered[state] ?? 0;
    this.covered[state] = before | covers;
    return { state, isKnown: (before & covers) === covers };
  }

  leads(from: number, to: number): void {
    this.leadsTo[from] = to;
  }

  /** Counts states in cycles: a run stops at a known state, so a cycle would otherwise go unnoticed. */
  countEndless(): number {
    const seen = new Int32Array(this.states);
    let endless = 0;
    for (let first = 0; first < this.states; first += 1) {
      let state = first;
      while (state !== end && seen[state] === 0) {
        seen[state] = first + 1;
        state = this.leadsTo[state] ?? end;
      }
      if (state !== end && seen[state] === first + 1) endless += 1;
    }
    return endless;
  }
}

const end = -1;

interface Reached<Rest> {
  rest: Rest;
  state: number;
}

export async function walk<Rest>(tree: Tree<Rest>): Promise<Walked> {
  const met = new Met();
  const open: Reached<Rest>[] = [];
  const reach = (rest: Rest, news: Reached<Rest>[]): number => {
    const { state, isKnown } = met.meet(tree.nameOf(rest), tree.coversOf(rest));
    if (!isKnown) news.push({ rest, state });
    return state;
  };
  let runs = 0;
  for (const rest of tree.begins) reach(rest, open);
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const news: Reached<Rest>[] = [];
    for (let given: number[] | null = []; given !== null;) {
      const chooser: Chooser = new Chooser(given);
      const rest = await tree.run(from.rest, chooser);
      runs += 1;
      const state = rest === null ? end : reach(rest, news);
      if (given.length === 0) met.leads(from.state, state);
      given = chooser.next();
    }
    // Explore the harmless option first: it has the most remaining and covers states that are reached with less.
    open.push(...news.reverse());
  }
  return { runs, states: met.states, endless: met.countEndless() };
}
