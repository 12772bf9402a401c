/** Papers of a plan on A4: what a driver takes along, what a van is loaded by, and how the day went. */

export const paperKinds = ['driver-sheet', 'loading-list', 'day-report'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Stands where a driver's id would: the stops that no driver has yet. */
export const noDriver = 'none';

/** One driver's part of a plan. */
export interface PaperPart {
  /** The driver's id, or {@link noDriver}. */
  driverId: string;
  /** As far as it is known. */
  name: string | null;
  stops: number;
  packages: number;
}

/** What the papers of a plan would hold. */
export interface PaperOutline {
  parts: PaperPart[];
  /** Stops that are not on the service yet; the documents list them anyway. */
  waiting: number;
  /** When the plan's stops were last read, milliseconds since the epoch; null: never. */
  asOf: number | null;
}
