/** Plans (planning-api, Plan). */
import { z } from 'zod';
import type { ChangeKind } from './pending-content.ts';
import type { EntryState } from './outbox.ts';
import type { EntryKind } from './outbox-kinds.ts';
import { planRouteOverridesInput, routeOverrides } from './route-overrides.ts';
import { calendarDate, depotId, driverId, read, readArray, readDate, record, text } from './shapes.ts';

/** A plan as read; `drivers` are ids in v1. */
export const plan = record({
  title: read(z.string()),
  starts: readDate,
  depot: read(z.string()),
  distributed: read(z.boolean()),
  writable: read(z.boolean()),
  /** `creating`, `editing`, `preview`, `optimized`, `optimizing`, or a value the app does not know yet: shown as it is. */
  optimization: read(z.string()),
  drivers: readArray(z.string()),
  routes: readArray(z.string()),
  routeOverrides: read(routeOverrides),
});

export const planCreate = z.strictObject({
  title: text(255),
  starts: calendarDate,
  drivers: z.array(driverId).max(50).optional(),
  depot: depotId.nullish(),
  routeOverrides: planRouteOverridesInput.nullish(),
});

export type PlanCreate = z.infer<typeof planCreate>;

/** Only what is given changes; `drivers` is replaced as a whole. */
export const planUpdate = planCreate.partial();

/** What an edited plan said before, field by field and as it was read. */
export const planBase = z.partialRecord(z.keyof(planUpdate), z.unknown());

/** What is done to a plan as a whole, beside changing it (planning-api, Plans, Live plans and live stops). */
export const planCommands = ['optimize', 'reoptimize', 'distribute', 'redistribute', 'save'] as const;
export type PlanCommand = (typeof planCommands)[number];

/** An optimisation or an announcement that was asked for and is not done. */
export interface PlanWork {
  kind: EntryKind;
  state: EntryState;
  entryId: string;
  /** When it was asked for, milliseconds since the epoch. */
  since: number;
  /** An operation runs on the service and can be canceled. */
  cancellable: boolean;
}

/** What the last optimisation that was asked for here came to. */
export interface PlanOutcome {
  /** Stops that found a place; null when the service does not say. */
  placed: number | null;
  /** Stops that found none, and why in the service's word. */
  skipped: { id: string | null; name: string | null; address: string; reason: string | null }[];
  /** When it was done as far as is known, milliseconds since the epoch. */
  at: number;
}

/** The service keeps no stops of plans before this day (planning-api, What the service does). */
const firstDayWithStops = '2023-04-01';

export const keepsNoStops = ({ starts }: Pick<PlanRow, 'starts'>): boolean =>
  starts !== null && starts < firstDayWithStops;

/** A plan as listed in the window: read from the cache, pending edits included. */
export interface PlanRow {
  /** The service's id, or the local one while the plan has none. */
  id: string;
  change: ChangeKind | null;
  /** The state of the entry to look at; null when nothing of the plan itself is in the outbox. */
  entryState: EntryState | null;
  entryId: string | null;
  work: PlanWork | null;
  title: string;
  /** `2026-06-15`, or null when the service gave none. */
  starts: string | null;
  depot: string | null;
  depotName: string | null;
  optimization: string | null;
  distributed: boolean;
  writable: boolean;
  driverCount: number;
  /** The plan's drivers; only these may be allowed for one of its stops (planning-api, StopCreate). */
  driverIds: string[];
  /** Stops in the cache; null while the plan's stops were never read. */
  stopCount: number | null;
  /** Stops of this plan that wait in the outbox. */
  waitingCount: number;
}
