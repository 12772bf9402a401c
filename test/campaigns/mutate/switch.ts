/** Says which mutant is tried, or which were met. What instrumented code asks is a name of the whole thread. */

type Ask = (id: number) => boolean;

const here = globalThis as typeof globalThis & { __mutant?: Ask };

/** Nothing but this one is wrong from now on; null: nothing is. */
export function tryMutant(wanted: number | null): void {
  here.__mutant = wanted === null ? () => false : (id) => id === wanted;
}

/** @returns what collects the numbers of all mutants that are come by from now on */
export function recordMutants(): Set<number> {
  const met = new Set<number>();
  here.__mutant = (id) => {
    met.add(id);
    return false;
  };
  return met;
}
