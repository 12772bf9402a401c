/**
 * Goes through everything that can follow, choice by choice: states that were met before are not gone on from again, as
 * what follows them is the same. A run stops where it comes to rest, and each way on begins from there.
 */

/** Makes the choices that it is given, and the first one from there on. */
export class Chooser {
  private readonly given: readonly number[];
  readonly made: { choice: number; of: number }[] = [];

  constructor(given: readonly number[]) {
    this.given = given;
  }

  /** @param of how many there are to choose from; 0 is the harmless one */
  choose(of: number): number {
    if (of <= 1) return 0;
    const choice = this.given[this.made.length] ?? 0;
    this.made.push({ choice, of });
    return choice;
  }

  /** The choices of the next run from the same beginning, or null when this was the last. */
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
  /** Runs until it rests after a choice, or to an end, which is null. */
  run(from: Rest, chooser: Chooser): Promise<Rest | null>;
  /** Everything that what follows depends on, but what is left. */
  nameOf(rest: Rest): string;
  /**
   * What may still come, as the bits of all that this much covers: of two states of one name, the one that has all the
   * bits of the other is followed by everything that follows the other.
   */
  coversOf(rest: Rest): number;
}

export interface Walked {
  runs: number;
  states: number;
  /** States from which nothing ever ends, although nothing goes wrong any more. */
  endless: number;
}

/** States that were met, and where each leads when nothing goes wrong. */
class Met {
  private readonly numbers = new Map<string, number>();
  private readonly covered: number[] = [];
  private readonly leadsTo: number[] = [];

  get states(): number {
    return this.numbers.size;
  }

  /** @returns the state's number, and whether it was met with as much left */
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

  /** Of a run that goes round nobody would see an end, as it stops where it has been. */
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
    // The harmless way first: it has the most left, and covers what comes to the same states with less.
    open.push(...news.reverse());
  }
  return { runs, states: met.states, endless: met.countEndless() };
}
