/** Depots (planning-api, Depot). */
import { z } from './schemas.ts';
import { roadSides, vehicleTypes, type DayLimits } from './route-overrides.ts';
import { address, addressInput, read, readTimeOfDay, record, text, timeOfDay } from './shapes.ts';

export const depot = record({
  name: read(z.string()),
  routeOverrides: read(
    z.looseObject({
      startTime: readTimeOfDay,
      endTime: readTimeOfDay,
      startAddress: read(address),
      endAddress: read(address),
      defaultTimeAtStop: read(z.number()),
      maxStops: read(z.number()),
      roadSide: read(z.string()),
      vehicleType: read(z.string()),
      roundTrip: read(z.boolean()),
    }),
  ),
});

const overridesInput = z.strictObject({
  startAddress: addressInput.optional(),
  endAddress: addressInput.nullish(),
  startTime: timeOfDay.optional(),
  endTime: timeOfDay.nullish(),
  /** seconds */
  defaultTimeAtStop: z.number().nullish(),
  maxStops: z.number().nullish(),
  vehicleType: z.enum(vehicleTypes).nullish(),
  roadSide: z.enum(roadSides).nullish(),
  roundTrip: z.boolean().nullish(),
});

/** A new depot needs a start address and a start time for its routes (resolved, Bounds). */
export const depotCreate = z.strictObject({
  name: text(2048),
  routeOverrides: overridesInput.required({ startAddress: true, startTime: true }),
});
export const depotUpdate = z.strictObject({ name: text(2048), routeOverrides: overridesInput }).partial();

export interface DepotRow extends DayLimits {
  id: string;
  name: string;
}
