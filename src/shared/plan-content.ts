/** Converts a plan's route overrides to input, for creating the plan again on another day. */
import type { PlanCreate } from './plans.ts';
import { speeds, subObjectives, vehicleTypes, type RouteOverrides } from './route-overrides.ts';
import { addressContent } from './stop-content.ts';

const oneOf = <Known extends string>(known: readonly Known[], value: string | null | undefined): Known | undefined =>
  known.find((each) => each === value);

/**
 * Omits what the service would refuse: empty and unknown values, and an objective other than the only one that it
 * accepts for plans (resolved, Value sets).
 *
 * @returns undefined when nothing is left
 */
export function overridesContent(from: RouteOverrides | null | undefined): PlanCreate['routeOverrides'] {
  const subObjective = oneOf(subObjectives, from?.optimizationSettings?.subObjective);
  const content = {
    startTime: from?.startTime,
    endTime: from?.endTime,
    startAddress: from?.startAddress == null ? undefined : addressContent(from.startAddress),
    endAddress: from?.endAddress == null ? undefined : addressContent(from.endAddress),
    maxStops: from?.maxStops,
    drivingSpeed: oneOf(speeds, from?.drivingSpeed),
    deliverySpeed: oneOf(speeds, from?.deliverySpeed),
    vehicleType: oneOf(vehicleTypes, from?.vehicleType),
    optimizationSettings:
      subObjective === undefined ? undefined : { objective: 'distribute_services' as const, subObjective },
  };
  const given = Object.entries(content).filter(([, value]) => value != null);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
