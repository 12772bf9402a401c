/** How much is generated: what an office works with, or what the greatest of them might. */

export type Size = 'usual' | 'large';

interface Amounts {
  /** How many plans for each of the twenty of two weeks. */
  tours: number;
  /** Start and end stops included; null: each plan has its own number. */
  stopsPerPlan: number | null;
  drivers: number;
  /** As many as lists show. */
  orders: number;
  /** How many unassigned stops for each of the usual forty. */
  unassigned: number;
}

export const amounts: Readonly<Record<Size, Amounts>> = {
  usual: { tours: 1, stopsPerPlan: null, drivers: 12, orders: 300, unassigned: 1 },
  large: { tours: 10, stopsPerPlan: 150, drivers: 300, orders: 5_000, unassigned: 50 },
};
