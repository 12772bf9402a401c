/** Plans (planning-api, Plan). */
import { z } from 'zod';
import { address, read, readArray } from './shapes.ts';

export const optimizationStates = ['creating', 'editing', 'preview', 'optimized', 'optimizing'] as const;

const readTime = read(z.looseObject({ hour: z.number(), minute: z.number() }));

export const routeOverrides = z.looseObject({
  startTime: readTime,
  endTime: readTime,
  startAddress: read(address),
  endAddress: read(address),
  maxStops: read(z.number()),
  drivingSpeed: read(z.string()),
  deliverySpeed: read(z.string()),
  vehicleType: read(z.string()),
});

/** A plan as read; `drivers` are ids in v1. */
export const plan = z.looseObject({
  id: z.string(),
  title: read(z.string()),
  starts: read(z.looseObject({ day: z.number(), month: z.number(), year: z.number() })),
  depot: read(z.string()),
  distributed: read(z.boolean()),
  writable: read(z.boolean()),
  /** One of {@link optimizationStates}, or a value the app does not know yet: shown as it is. */
  optimization: read(z.string()),
  drivers: readArray(z.string()),
  routes: readArray(z.string()),
  routeOverrides: read(routeOverrides),
});
export type Plan = z.infer<typeof plan>;

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
