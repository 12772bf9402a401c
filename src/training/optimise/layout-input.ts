/** The input of a layout of routes, and its result for each driver. */
import type { Driver, Route } from '../model.ts';
import type { StoredOperation, StoredStop } from '../store/records.ts';
import type { Draft } from './problem.ts';
import type { Crew } from './vehicles.ts';

/** A driver's position and route at the start of the part of the day that is being laid out. */
export interface Course {
  draft: Draft;
  driver: Driver;
  route: Route | undefined;
  /** Stops that were already attempted, in the order of the route. */
  locked: StoredStop[];
}

export interface LayoutInput extends Crew {
  kind: StoredOperation['kind'];
  /** The plan's active drivers, in its order. */
  drivers: readonly Driver[];
  /** All stops of the plan with pending changes applied, including start and end stops, each at its current place. */
  stops: readonly StoredStop[];
  /** The plan's current routes. */
  routes: readonly Route[];
  /** Stops that changed since these routes were laid out. Stops without a route also count as changed. */
  changed: ReadonlySet<string>;
  /** Seconds after midnight of the plan's day, negative before that day. Stops on started routes cannot be earlier. */
  now: number;
  /** The plan's day, `2026-06-15`. */
  day: string;
  /** The creation time of start and end stops, in milliseconds since the epoch. */
  createdAt: number;
  /** Returns a new id without its prefix. */
  newId(): string;
}
