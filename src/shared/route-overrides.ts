/** Route overrides of plans, drivers and depots (planning-api, Plan, Driver, Depot, Write shapes). */
import { z } from './schemas.ts';
import { address, addressInput, read, readTimeOfDay, timeOfDay } from './shapes.ts';

export const speeds = ['slower', 'average', 'faster'] as const;
export const vehicleTypes = ['bike', 'scooter', 'car', 'small_truck', 'truck', 'electric_cargo_bike'] as const;
export const roadSides = ['any', 'left_only', 'right_only'] as const;
/** Of a plan that is written; the service answers others too (resolved, Value sets). */
export const objectives = ['distribute_services'] as const;
export const subObjectives = ['equalize_workload', 'equalize_time', 'maximize_efficiency'] as const;

export const routeOverrides = z.looseObject({
  startTime: readTimeOfDay,
  endTime: readTimeOfDay,
  startAddress: read(address),
  endAddress: read(address),
  maxStops: read(z.number()),
  drivingSpeed: read(z.string()),
  deliverySpeed: read(z.string()),
  vehicleType: read(z.string()),
  optimizationSettings: read(z.looseObject({ objective: read(z.string()), subObjective: read(z.string()) })),
});

export type RouteOverrides = z.infer<typeof routeOverrides>;

/** Input for a driver. Null clears a field. */
export const driverRouteOverridesInput = z.strictObject({
  startAddress: addressInput.nullish(),
  endAddress: addressInput.nullish(),
  startTime: timeOfDay.nullish(),
  endTime: timeOfDay.nullish(),
  maxStops: z.int().nullish(),
  drivingSpeed: z.enum(speeds).nullish(),
  deliverySpeed: z.enum(speeds).nullish(),
  vehicleType: z.enum(vehicleTypes).nullish(),
});

/** Input for a plan, which accepts only `distribute_services` (resolved, Value sets). */
export const planRouteOverridesInput = z.strictObject({
  ...driverRouteOverridesInput.shape,
  optimizationSettings: z
    .strictObject({
      objective: z.enum(objectives).optional(),
      subObjective: z.enum(subObjectives).optional(),
    })
    .nullish(),
});
