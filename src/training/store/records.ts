/** The stored form of each kind: the public record plus internal data. */
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
 * The changes to a plan that is not writable, until they are applied (planning-api, States and transitions, pending
 * changes).
 */
export interface EditingSession {
  /** New stops; their ids are final. */
  created: StoredStop[];
  /** Changed stops in their new state, by id. */
  updated: Record<string, StoredStop>;
  /** Ids of stops to delete. */
  deleted: string[];
  /** The result of the last reoptimization; null if there is none since the last change. */
  proposal: Proposal | null;
}

/** A plan's routes as laid out by an optimization. */
export interface Proposal {
  routes: Route[];
  /** All stops of the plan with their places; `routeId` is null for stops without a route. */
  stops: StoredStop[];
}

export interface StoredPlan {
  plan: Plan;
  /** Milliseconds since the epoch. Only plans since 2023-04-01 have stops (planning-api, What the service does). */
  createdAt: number;
  session: EditingSession | null;
  /** A deletion has failed halfway (planning-api, Plans, Rules); the next one succeeds. */
  partlyDeleted?: true;
}

export interface StoredStop {
  /** Its `route` is null here: responses look the route up, so that it is stored only once. */
  stop: Stop;
  routeId: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** A save put it on its route: the driver does not know about it until the plan is redistributed. */
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
  /** When it finishes, unless canceled first; 0: shortly after the service starts. */
  endsAt: number;
  /** The state to restore in the plan if the operation fails or is canceled. */
  before?: Pick<Plan, 'optimization' | 'writable'>;
}

/** An order, and whether the list leaves it out after reading (order-api, Rules 2: deleted and demo orders). */
export interface StoredOrder {
  order: Order;
  hidden: boolean;
}

/** A courier and its connection to the retailer. */
export interface StoredCourier {
  courier: Named;
  connected: boolean;
  /** A connection outlives its courier, and lists drop it after reading (order-api, Rules 2). */
  exists: boolean;
}

/** The kinds by their names in the journal. Never reuse a name with a different meaning. */
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
