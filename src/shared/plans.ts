/** Plans (planning-api, Plan). */
import { z } from 'zod';
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

/** Only what is given changes; `drivers` is replaced as a whole. */
export const planUpdate = planCreate.partial();

/** A plan as listed in the window: read from the cache. */
export interface PlanRow {
  id: string;
  title: string;
  /** `2026-06-15`, or null when the service gave none. */
  starts: string | null;
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
