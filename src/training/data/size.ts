/** How much data is generated: as much as an office usually has, or as the largest might have. */

export type Size = 'usual' | 'large';

interface Amounts {
  /** How often the table of twenty plans for two weeks is repeated. */
  tours: number;
  /** Including start and end stops; null: each plan has its own number. */
  stopsPerPlan: number | null;
  drivers: number;
  /** Only those that lists show. */
  orders: number;
  /** Multiplies the usual 40 unassigned stops. */
  unassigned: number;
}

export const amounts: Readonly<Record<Size, Amounts>> = {
  usual: { tours: 1, stopsPerPlan: null, drivers: 12, orders: 300, unassigned: 1 },
  large: { tours: 10, stopsPerPlan: 150, drivers: 300, orders: 5_000, unassigned: 50 },
};
