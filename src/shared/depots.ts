/** Depots (planning-api, Depot). */
import { z } from './schemas.ts';
import { depotZone, type DepotZone } from './depot-zones.ts';
import { roadSides, vehicleTypes } from './route-overrides.ts';
import type { DayLimits } from './day-limits.ts';
import { address, addressInput, read, readTimeOfDay, record, text, timeOfDay } from './shapes.ts';

export const depot = record({
  name: read(z.string()),
  routeOverrides: read(
    z.looseObject({
      startTime: readTimeOfDay,
      endTime: readTimeOfDay,
      startAddress: read(address.extend({ countryCode: read(z.string()) })),
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

/** A depot as the service describes it. */
export interface DepotFacts extends DayLimits {
  id: string;
  name: string;
  /** `PT`, of the start address; null: not given. */
  country: string | null;
  /** Where routes start. Null: not given. */
  latitude: number | null;
  longitude: number | null;
  /** What its routes are driven with, where neither the plan nor the driver says so. Null: not given. */
  vehicleType: string | null;
}

export interface DepotRow extends DepotFacts, DepotZone {}

/**
 * Adds the zone of each depot.
 *
 * @param choices what was chosen in the settings, by depot
 * @param computer the computer's zone
 * @param mode of the workspace. The training service runs on this computer and lays out its days on the computer's
 *   clock, so the country of its invented addresses says nothing
 */
export const withZones = (
  depots: readonly DepotFacts[],
  choices: Readonly<Record<string, string>>,
  computer: string,
  mode: 'connected' | 'training',
): DepotRow[] =>
  depots.map((depot) => ({
    ...depot,
    ...depotZone(mode === 'training' ? null : depot.country, choices[depot.id], computer),
  }));
