/** Drivers (planning-api, Driver). */
import { z } from 'zod';
import { driverRouteOverridesInput, routeOverrides } from './route-overrides.ts';
import { depotId, read, readArray, record, text } from './shapes.ts';

export const driver = record({
  name: read(z.string()),
  email: read(z.string()),
  phone: read(z.string()),
  displayName: read(z.string()),
  /** Paused drivers are not assigned to routes. */
  active: read(z.boolean()),
  depots: readArray(z.string()),
  routeOverrides: read(routeOverrides),
});
export type Driver = z.infer<typeof driver>;

/** planning-api, DriverCreate; resolved, Bounds. */
export const driverCreate = z.strictObject({
  name: text(255).nullish(),
  displayName: text(255).nullish(),
  email: text(255).nullish(),
  phone: text(255).nullish(),
  depots: z.array(depotId).min(1).max(50).nullish(),
  routeOverrides: driverRouteOverridesInput.nullish(),
});

/** E-mail and phone cannot be changed (planning-api, DriverUpdate). */
export const driverUpdate = driverCreate.omit({ email: true, phone: true });

/** A driver as listed in the window. */
export interface DriverRow {
  id: string;
  /** displayName, else name, else e-mail, else phone, else the id. */
  name: string;
  email: string | null;
  phone: string | null;
  active: boolean;
  depotNames: string[];
  vehicleType: string | null;
  /** `08:00`, wall-clock. */
  startTime: string | null;
  endTime: string | null;
  maxStops: number | null;
}
