/** Drivers (planning-api, Driver). */
import { z } from 'zod';
import { routeOverrides } from './plans.ts';
import { read, readArray } from './shapes.ts';

export const driver = z.looseObject({
  id: z.string(),
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
