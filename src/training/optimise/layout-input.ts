/** The input of a layout of routes, and its result for each driver. */
import type { Driver, Route } from '../model.ts';
import type { StoredOperation, StoredStop } from '../store/records.ts';
import type { Draft } from './problem.ts';
import type { Crew } from './vehicles.ts';

/** Where one driver is when the part of his day begins that is laid out, and what he has then. */
export interface Course {
  draft: Draft;
  driver: Driver;
  route: Route | undefined;
  /** Attempted already, in the order of the route. */
  locked: StoredStop[];
}

export interface LayoutInput extends Crew {
  kind: StoredOperation['kind'];
  /** The plan's active drivers, in its order. */
  drivers: readonly Driver[];
  /** All stops of the plan as they will be, start and end stops included, each with the place it has now. */
  stops: readonly StoredStop[];
  /** The routes it has now. */
  routes: readonly Route[];
  /** Stops that were changed since these routes were laid out; those on no route are too. */
  changed: ReadonlySet<string>;
  /** Seconds after midnight of the plan's day; what is on the road cannot be earlier. Before that day: negative. */
  now: number;
  /** The plan's day, `2026-06-15`. */
  day: string;
  /** When start and end stops are made, in milliseconds since the epoch. */
  createdAt: number;
  /** Gives the bare segment of a new id. */
  newId(): string;
}
