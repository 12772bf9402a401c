/** What the service keeps of each kind: the record as it is answered, and what only the service knows of it. */
import type {
  CustomStopProperty,
  Depot,
  Driver,
  Member,
  Named,
  Operation,
  Order,
  Plan,
  Route,
  Stop,
  UnassignedStop,
} from '../model.ts';

/**
 * What was changed on a plan that is not writable and is not on the road yet (planning-api, States and transitions,
 * pending changes).
 */
export interface EditingSession {
  /** Stops that were added; their ids are final. */
  created: StoredStop[];
  /** Stops as they will be, by id. */
  updated: Record<string, StoredStop>;
  /** Ids of stops that will go. */
  deleted: string[];
  /** What the last re-optimisation made of it; null until there is one, and again after another change. */
  proposal: Proposal | null;
}

/** A plan's routes as an optimisation has laid them out. */
export interface Proposal {
  routes: Route[];
  /** All stops of the plan, with their places; those of no route have a null `routeId`. */
  stops: StoredStop[];
}

export interface StoredPlan {
  plan: Plan;
  /** Milliseconds since the epoch. Stops exist for plans from 2023-04-01 on only (planning-api, What the service does). */
  createdAt: number;
  session: EditingSession | null;
  /** Its deletion failed half way once (planning-api, Plans, Rules); the next one goes through. */
  partlyDeleted?: true;
}

export interface StoredStop {
  /** Its `route` is null here: the route is looked up when the stop is answered, so that it is kept once. */
  stop: Stop;
  routeId: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** It was put on its route by a save: the driver does not know of it until the plan is re-distributed. */
  unsent?: true;
}

export interface StoredUnassignedStop {
  stop: UnassignedStop;
  createdAt: number;
}

export interface StoredOperation {
  operation: Operation;
  kind: 'optimise' | 'reorder_changed_stops' | 'reorder_all_stops' | 'redistribute_stops_between_drivers';
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** When it will be done, unless it is canceled before; 0: a little after the service was started. */
  endsAt: number;
  /** What the plan goes back to when it fails or is canceled. */
  before?: Pick<Plan, 'optimization' | 'writable'>;
}

/** An order, and whether the list leaves it out after reading (order-api, Rules 2: deleted and demo orders). */
export interface StoredOrder {
  order: Order;
  hidden: boolean;
}

/** A courier, and how the retailer stands to it. */
export interface StoredCourier {
  courier: Named;
  connected: boolean;
  /** A connection outlives its courier, and lists drop it after reading (order-api, Rules 2). */
  exists: boolean;
}

/** The kinds, by the names under which the journal has them: a name is never given another meaning. */
export interface Records {
  plans: StoredPlan;
  stops: StoredStop;
  unassignedStops: StoredUnassignedStop;
  drivers: Driver;
  depots: Depot;
  members: Member;
  routes: Route;
  operations: StoredOperation;
  customStopProperties: CustomStopProperty;
  orders: StoredOrder;
  couriers: StoredCourier;
  pickupLocations: Named;
}

export type Kind = keyof Records;
