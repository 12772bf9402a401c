/** Selects the active mutant, or records reached ones. Instrumented code calls a global function of its thread. */

type Ask = (id: number) => boolean;

const here = globalThis as typeof globalThis & { __mutant?: Ask };

/** Activates this mutant only. Null: none. */
export function tryMutant(wanted: number | null): void {
  here.__mutant = wanted === null ? () => false : (id) => id === wanted;
}

/** @returns a set that collects the numbers of all mutants reached from now on */
export function recordMutants(): Set<number> {
  const met = new Set<number>();
  here.__mutant = (id) => {
    met.add(id);
    return false;
  };
  return met;
}
