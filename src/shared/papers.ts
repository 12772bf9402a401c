/** A plan's documents on A4: driver sheets, loading lists and the day report. */

export const paperKinds = ['driver-sheet', 'loading-list', 'day-report'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Used in place of a driver id for stops without a driver. */
export const noDriver = 'none';

/** One driver's part of a plan. */
export interface PaperPart {
  /** The driver's id, or {@link noDriver}. */
  driverId: string;
  /** Null if unknown. */
  name: string | null;
  stops: number;
  /** Of the stops whose number of packages is known. */
  packages: number;
}

/** A preview of what a plan's documents contain. */
export interface PaperOutline {
  parts: PaperPart[];
  /** Stops that are not on the service yet. The documents list them anyway. */
  waiting: number;
  /** When the plan's stops were last read, milliseconds since the epoch. Null: never. */
  asOf: number | null;
}
