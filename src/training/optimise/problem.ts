/** What the optimiser works on: stops to visit and those who drive, in meters and in seconds of the plan's day. */

/** Meters east and north of a point that all places share. */
export interface Point {
  east: number;
  north: number;
}

/** A stop that wants a place on a route. */
export interface Job {
  id: string;
  /** Null: nobody knows where it is. */
  point: Point | null;
  /** Seconds that an average driver needs there. */
  service: number;
  /** Seconds after midnight between which the driver may arrive; he waits for the first of them. */
  window: { from: number; to: number };
  /** Who may do it; null: anybody. */
  drivers: readonly string[] | null;
  order: 'first' | 'last' | 'default';
}

/** One who drives, from where he is when the part of his route begins that can still be laid out. */
export interface Vehicle {
  driver: string;
  begin: { point: Point; at: number };
  /** Where the route ends; null: at its last stop. */
  home: Point | null;
  /** Seconds after midnight by which he must be done; Infinity where nobody says. */
  latest: number;
  /** How many stops he can still take; Infinity where nobody says. */
  room: number;
  metersPerSecond: number;
  /** What his time at a stop is to that of an average driver. */
  serviceFactor: number;
}

/** A route while it is laid out. */
export interface Draft {
  vehicle: Vehicle;
  jobs: Job[];
}

export interface Goal {
  /** Seconds of detour that are worth as much as taking a stop from somebody with an average day's work to one with none. */
  balance: number;
  /** Seconds of detour that are worth as much as leaving one driver at home. */
  perRoute: number;
}

/** Why a stop was left out (planning-api, Operation: the four reasons, "or another string"). */
export type SkipReason =
  | 'impossible_time_window'
  | 'impossible_navigation'
  | 'impossible_number_of_stops'
  | 'impossible_order_of_stops'
  /** Ours: every driver who may do it is paused, gone or not in the plan. */
  | 'no_allowed_driver';

/** The whole of a day where a stop has no window. */
export const noWindow = { from: 0, to: Infinity };

/** Streets lie on a grid: first east, then north. */
export const metersFrom = (one: Point, other: Point): number =>
  Math.abs(one.east - other.east) + Math.abs(one.north - other.north);
