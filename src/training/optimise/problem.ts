/** The optimizer's input: stops to visit and vehicles, in meters and in seconds of the plan's day. */

/** Meters east and north of a common origin. */
export interface Point {
  east: number;
  north: number;
}

/** A stop that needs a place on a route. */
export interface Job {
  id: string;
  /** Null: location unknown. */
  point: Point | null;
  /** Seconds that an average driver needs at the stop. */
  service: number;
  /** The arrival window in seconds after midnight; a driver who is early waits for its start. */
  window: { from: number; to: number };
  /** Allowed drivers; null: any. */
  drivers: readonly string[] | null;
  order: 'first' | 'last' | 'default';
}

/** A driver, at the start of the part of the route that can still be changed. */
export interface Vehicle {
  driver: string;
  begin: { point: Point; at: number };
  /** The end of the route; null: its last stop. */
  home: Point | null;
  /** The end of the driver's day in seconds after midnight; Infinity without a limit. */
  latest: number;
  /** How many more stops the driver can take; Infinity without a limit. */
  room: number;
  metersPerSecond: number;
  /** The driver's time at a stop relative to an average driver's. */
  serviceFactor: number;
}

/** A route during the layout. */
export interface Draft {
  vehicle: Vehicle;
  jobs: Job[];
}

export interface Goal {
  /** The detour in seconds that is worth moving a stop from a driver with an average day's work to an idle one. */
  balance: number;
  /** The detour in seconds that is worth using one driver fewer. */
  perRoute: number;
}

/** Why a stop was skipped (planning-api, Operation: the four reasons, "or another string"). */
export type SkipReason =
  | 'impossible_time_window'
  | 'impossible_navigation'
  | 'impossible_number_of_stops'
  | 'impossible_order_of_stops'
  /** Not documented: every allowed driver is paused, deleted or not in the plan. */
  | 'no_allowed_driver';

/** The window of a stop without one: the whole day. */
export const noWindow = { from: 0, to: Infinity };

/** Distance along a grid of streets: first east, then north. */
export const metersFrom = (one: Point, other: Point): number =>
  Math.abs(one.east - other.east) + Math.abs(one.north - other.north);
