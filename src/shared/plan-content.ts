/** Converts a plan's route overrides to input, for editing them and for creating the plan again on another day. */
import { addressFields } from './address-fields.ts';
import type { PlanCreate } from './plans.ts';
import {
  objectives,
  routeOverrides,
  speeds,
  subObjectives,
  vehicleTypes,
  type RouteOverrides,
} from './route-overrides.ts';

const oneOf = <Known extends string>(known: readonly Known[], value: string | null | undefined): Known | undefined =>
  known.find((each) => each === value);

/** @param goal for settings whose objective cannot be sent: whether they are converted or left out */
function contentOf(from: RouteOverrides | null | undefined, goal: 'converted' | 'left-out') {
  const { objective, subObjective: second } = from?.optimizationSettings ?? {};
  const subObjective = oneOf(subObjectives, second);
  const isOurs = oneOf(objectives, objective) !== undefined;
  const isLeftOut = goal === 'left-out' && objective != null && !isOurs;
  const settings = { objective: objectives[0], ...(subObjective === undefined ? {} : { subObjective }) };
  const content = {
    startTime: from?.startTime,
    endTime: from?.endTime,
    startAddress: from?.startAddress == null ? undefined : addressFields(from.startAddress),
    endAddress: from?.endAddress == null ? undefined : addressFields(from.endAddress),
    maxStops: from?.maxStops,
    drivingSpeed: oneOf(speeds, from?.drivingSpeed),
    deliverySpeed: oneOf(speeds, from?.deliverySpeed),
    vehicleType: oneOf(vehicleTypes, from?.vehicleType),
    optimizationSettings: isLeftOut || (!isOurs && subObjective === undefined) ? undefined : settings,
  };
  const given = Object.entries(content).filter(([, value]) => value != null);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/**
 * Omits what the service would refuse: empty and unknown values, and an objective other than the only one that it
 * accepts for plans (resolved, Value sets).
 *
 * @returns undefined when nothing is left
 */
export const overridesContent = (from: RouteOverrides | null | undefined): PlanCreate['routeOverrides'] =>
  contentOf(from, 'converted');

const readOverrides = routeOverrides.nullish().catch(null);

/**
 * A plan with its route overrides as they would be sent, so that what was typed compares with what the service has, and
 * the object can be sent whole. Settings with an objective that cannot be sent are left out, not replaced.
 *
 * @param plan some fields of a plan, as read or as typed
 */
export function withSentOverrides<Fields extends Record<string, unknown>>(plan: Fields): Fields {
  if (!('routeOverrides' in plan)) return plan;
  return { ...plan, routeOverrides: contentOf(readOverrides.parse(plan['routeOverrides']), 'left-out') ?? null };
}
