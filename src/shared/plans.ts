/** Plans (planning-api, Plan). */
import { z } from './schemas.ts';
import type { ChangeKind } from './pending-content.ts';
import type { EntryState } from './outbox.ts';
import type { EntryKind } from './outbox-kinds.ts';
import type { RouteBefore } from './route-changes.ts';
import { planRouteOverridesInput, routeOverrides, type RouteOverrides } from './route-overrides.ts';
import type { DayLimits } from './day-limits.ts';
import { mostDrivers } from './plan-rules.ts';
import { calendarDate, depotId, driverId, read, readArray, readDate, record, text } from './shapes.ts';

/** A plan as read; `drivers` are ids in v1. */
export const plan = record({
  title: read(z.string()),
  starts: readDate,
  depot: read(z.string()),
  distributed: read(z.boolean()),
  writable: read(z.boolean()),
  /** `creating`, `editing`, `preview`, `optimized`, `optimizing`, or a value the app does not know yet: shown raw. */
  optimization: read(z.string()),
  drivers: readArray(z.string()),
  routes: readArray(z.string()),
  routeOverrides: read(routeOverrides),
});

export const planCreate = z.strictObject({
  title: text(255),
  starts: calendarDate,
  drivers: z.array(driverId).max(mostDrivers).optional(),
  depot: depotId.nullish(),
  routeOverrides: planRouteOverridesInput.nullish(),
});

export type PlanCreate = z.infer<typeof planCreate>;

/** Only the given fields change. `drivers` is replaced as a whole. */
export const planUpdate = planCreate.partial();

/** The edited plan's previous values, field by field, as they were read. */
export const planBase = z.partialRecord(z.keyof(planUpdate), z.unknown());

/** A requested optimisation or announcement that is not done. */
export interface PlanWork {
  kind: EntryKind;
  state: EntryState;
  entryId: string;
  /** When it was requested, milliseconds since the epoch. */
  since: number;
  /** An operation runs on the service and can be canceled. */
  cancellable: boolean;
}

/** The result of the last optimisation that was requested here. */
export interface PlanOutcome {
  /** The number of assigned stops. Null if the service does not say. */
  placed: number | null;
  /** Stops that were not assigned, with the service's reason. */
  skipped: { id: string | null; name: string | null; address: string; reason: string | null }[];
  /** When it finished, as far as known, milliseconds since the epoch. */
  at: number;
  /** The routes as they were when it was asked for. Null: there were none, or they were not kept. */
  before: RouteBefore[] | null;
}

/** A plan of today that is not done: it is not distributed, or some of its stops have no result. */
export interface OpenPlan {
  /** The service's id, or the local id until there is one. */
  id: string;
  /** The depot's id. */
  depot: string | null;
  title: string;
  distributed: boolean;
  /** Stops without a result. Null if the plan's stops were never read. */
  undone: number | null;
}

/** A plan as listed in the window: read from the cache, pending edits included. */
export interface PlanRow extends DayLimits {
  /** The service's id, or the local id until there is one. */
  id: string;
  /** The id that it had here until the service gave it one. Missing: it was not entered here, or has no other yet. */
  localId?: string;
  change: ChangeKind | null;
  /** The state of the relevant entry. Null if the outbox has none for the plan itself. */
  entryState: EntryState | null;
  entryId: string | null;
  /** Its deletion was sent before and may have removed some of its stops (planning-api, Plans, Rules). */
  mayBePartDone?: true;
  work: PlanWork | null;
  /**
   * When the last optimisation that was requested here ended, milliseconds since the epoch. Missing: none has ended, or
   * the plan is one of a list.
   */
  optimizedAt?: number;
  title: string;
  /** `2026-06-15`, or null if the service gave none. */
  starts: string | null;
  depot: string | null;
  depotName: string | null;
  optimization: string | null;
  distributed: boolean;
  writable: boolean;
  driverCount: number;
  /** The plan's drivers; only these may be allowed for one of its stops (planning-api, StopCreate). */
  driverIds: string[];
  /** As read or as entered. Null: there are none, or they are not known, as from v0.2b. */
  routeOverrides: RouteOverrides | null;
  /** Stops in the cache, without the ends of routes. Null if the plan's stops were never read. */
  stopCount: number | null;
  /** The packages of these stops, of those that say so, and how many of the stops have a result. */
  packageCount: number | null;
  doneCount: number | null;
  /** Changes to the plan and its stops that are waiting to be sent, being sent, or unconfirmed. */
  waitingCount: number;
  /** Changes that the service has taken and not applied yet. */
  pendingCount: number;
  /** Changes that need a decision. */
  askingCount: number;
}
