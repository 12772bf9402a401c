/** Route overrides of plans, drivers and depots (planning-api, Plan, Driver, Depot, Write shapes). */
import { z } from './schemas.ts';
import { address, addressInput, read, readTimeOfDay, timeOfDay, type TimeOfDay } from './shapes.ts';
import { timeText } from './time.ts';

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

/** The limits of a day's routes as a plan, a driver or a depot sets them. Null: it sets none. */
export interface DayLimits {
  /** `08:00`, wall-clock. */
  startTime: string | null;
  endTime: string | null;
  maxStops: number | null;
  /** It has an address where routes start. Null: not known, and the other limits neither, as from v0.2b. */
  hasStart: boolean | null;
}

type Limit = 'startTime' | 'endTime' | 'maxStops';

/**
 * The limits that apply where several are set: the plan's go before the driver's, and those before the depot's. The
 * documents do not say which do.
 *
 * @param limits of the plan, the driver and the depot, in this order
 */
export function limitsInForce(
  ...limits: readonly (Pick<DayLimits, Limit> | null | undefined)[]
): Pick<DayLimits, Limit> {
  const first = <Name extends Limit>(name: Name): DayLimits[Name] | null =>
    limits.map((each) => each?.[name] ?? null).find((value) => value !== null) ?? null;
  return { startTime: first('startTime'), endTime: first('endTime'), maxStops: first('maxStops') };
}

export const noLimits: DayLimits = { startTime: null, endTime: null, maxStops: null, hasStart: false };

/** @param from the overrides of a plan, a driver or a depot, as read or as entered; undefined: they are not known */
export const limitsOf = (
  from:
    | {
        startTime?: TimeOfDay | null | undefined;
        endTime?: TimeOfDay | null | undefined;
        maxStops?: number | null | undefined;
        startAddress?: object | null | undefined;
      }
    | null
    | undefined,
): DayLimits => ({
  startTime: from?.startTime ? timeText(from.startTime) : null,
  endTime: from?.endTime ? timeText(from.endTime) : null,
  maxStops: from?.maxStops ?? null,
  hasStart: from === undefined ? null : from?.startAddress != null,
});

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
