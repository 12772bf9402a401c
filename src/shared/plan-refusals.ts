/**
 * What the planning service would refuse, said before it is asked for (planning-api, Rules; resolved, Status codes and
 * error codes). Everything comes from cached records; what is not in the cache announces nothing. The service may
 * still refuse what is not announced.
 */
import type { DepotFacts } from './depots.ts';
import type { DriverRow } from './drivers.ts';
import type { optimizationTypes } from './operations.ts';
import type { PlanRow } from './plans.ts';
import { keepsNoStops, type PlanCommand } from './plan-rules.ts';
import { crewOf, depotOf, openStops, type PlanFacts } from './stop-skips.ts';
import type { StopRow } from './stops.ts';

/** Codes of the service, and `no_stops`, which it accepts although nothing comes of it. */
type CommandCode =
  | 'depot_missing_start_address'
  | 'depot_not_found'
  | 'no_drivers_available'
  | 'no_end_time_and_max_stops_per_driver'
  | 'no_stops'
  | 'plan_already_distributed'
  | 'plan_already_optimized'
  | 'plan_concurrent_modification'
  | 'plan_not_optimized'
  | 'plan_optimization_in_progress'
  | 'plan_optimization_not_supported'
  | 'stops_not_available';

interface Refusal<Code extends string> {
  code: Code;
  /** Not certain: the service may accept it, or it accepts it in vain. */
  isCertain: boolean;
  /** The drivers it is about. */
  driverIds: readonly string[];
}
export type CommandRefusal = Refusal<CommandCode>;
export type EditRefusal = Refusal<'driver_not_active' | 'driver_depot_mismatch'>;
/** A code of the service, and `starts_too_far`, for which the documents name none. */
export type EditDoubt = Refusal<'depot_not_found' | 'starts_too_far'>;

type OptimizationType = (typeof optimizationTypes)[number];

const certain = <Code extends string>(code: Code, driverIds: readonly string[] = []): Refusal<Code> => ({
  code,
  driverIds,
  isCertain: true,
});
const possible = <Code extends string>(code: Code): Refusal<Code> => ({ code, isCertain: false, driverIds: [] });

/** The states of a plan that the documents name (planning-api, Plan). */
const knownStates: ReadonlySet<string> = new Set(['creating', 'editing', 'preview', 'optimized', 'optimizing']);

/** Whether the app knows what it means that a plan is in this state. @param state null: the service gave none */
export const isKnownState = (state: string | null): boolean => state !== null && knownStates.has(state);

/** What is said to a plan that is not known to have routes; one whose state is not known may have them. */
const notLaidOut = ({ optimization }: PlanRow): CommandRefusal =>
  isKnownState(optimization) ? certain('plan_not_optimized') : possible('plan_not_optimized');

const isLaidOut = ({ optimization }: PlanRow) => optimization === 'optimized' || optimization === 'preview';
const hasOpenChanges = ({ waitingCount, pendingCount, askingCount }: PlanRow) =>
  waitingCount + pendingCount + askingCount > 0;

/**
 * What the service would say to a command on a plan as it is now, in the order in which it checks.
 *
 * @param type of a re-optimisation
 */
export function refusalsOf(
  command: PlanCommand,
  facts: PlanFacts,
  type: OptimizationType = 'reorder_changed_stops',
): CommandRefusal[] {
  const { plan } = facts;
  if (plan.optimization === 'optimizing') return [certain('plan_optimization_in_progress')];
  if (keepsNoStops(plan)) return [certain('stops_not_available')];
  switch (command) {
    case 'optimize':
      if (plan.distributed || isLaidOut(plan)) return [certain('plan_already_optimized')];
      return layoutRefusals(facts);
    case 'reoptimize':
      if (type === 'reorder_changed_stops' && isUnchanged(facts)) return [certain('plan_already_optimized')];
      return [
        ...layoutRefusals(facts),
        ...(plan.distributed && type !== 'reorder_changed_stops' ? [possible('plan_optimization_not_supported')] : []),
      ];
    case 'distribute':
      if (plan.distributed) return [certain('plan_already_distributed')];
      return isLaidOut(plan) ? goneSince(facts) : [notLaidOut(plan)];
    case 'redistribute':
      if (!isLaidOut(plan)) return [notLaidOut(plan)];
      return hasReachedAll(facts) ? [possible('plan_already_distributed')] : goneSince(facts);
    case 'save':
      if (!isLaidOut(plan)) return [notLaidOut(plan)];
      // Without a proposal nothing is left to be saved, which the service accepts.
      return plan.optimization === 'preview' ? goneSince(facts) : [];
  }
}

/** Why no routes can be laid out. */
function layoutRefusals(facts: PlanFacts): CommandRefusal[] {
  const { plan, stops } = facts;
  const { active, isKnown } = crewOf(facts);
  if (plan.driverIds.length === 0) return [certain('no_drivers_available')];
  if (isKnown && active.length === 0) return [certain('no_drivers_available', plan.driverIds)];
  const missing = isKnown ? missingLimits(facts, active) : [];
  if (missing.some(({ isCertain }) => isCertain)) return missing;
  const isEmpty = stops !== null && openStops(stops).length === 0 && !hasOpenChanges(plan);
  return isEmpty ? [...missing, possible('no_stops')] : missing;
}

/**
 * What nobody says of where routes start and when they end.
 *
 * @param active the drivers of the plan who get routes, all of whom are known
 * @returns at most one refusal, the one that is checked first
 */
function missingLimits(facts: PlanFacts, active: readonly DriverRow[]): CommandRefusal[] {
  const { plan } = facts;
  const depot = depotOf(facts);
  if (depot === undefined) return [];
  // The documents do not say what counts without a depot. It may be the main depot of the team, as it is for a stop
  // without a plan (planning-api, UnassignedStopCreate).
  const how = { isCertain: depot !== null, driverIds: [] };
  const limits = [plan, depot].filter((each) => each !== null);
  const isLost = active.some((driver) => [driver, ...limits].every(({ hasStart }) => hasStart === false));
  if (isLost) return [{ code: depot === null ? 'depot_not_found' : 'depot_missing_start_address', ...how }];
  const all = [...active, ...limits];
  const isEndless = all.every((each) => each.hasStart !== null && each.endTime === null && each.maxStops === null);
  return isEndless ? [{ code: 'no_end_time_and_max_stops_per_driver', ...how }] : [];
}

/** Whether no stop has changed since the plan was optimised, and each is on the route of a driver who gets routes. */
function isUnchanged(facts: PlanFacts): boolean {
  const { plan, stops } = facts;
  const { active, isKnown } = crewOf(facts);
  if (plan.optimization !== 'optimized' || hasOpenChanges(plan) || stops === null || !isKnown) return false;
  const drivers = new Set<string | null>(active.map(({ id }) => id));
  return openStops(stops).every(({ driverId }) => drivers.has(driverId));
}

/** Drivers who were paused or deleted after routes with stops were laid out for them. */
function goneSince({ plan, drivers, stops }: PlanFacts): CommandRefusal[] {
  if (drivers === null) return [];
  const busy = new Set(openStops(stops ?? []).flatMap(({ driverId }) => driverId ?? []));
  const gone = [...busy].filter((id) => !drivers.some((driver) => driver.id === id && driver.active));
  if (gone.length === 0) return [];
  const isPaused = drivers.some(({ id, active }) => !active && gone.includes(id));
  // One who is not in the list may have been added since it was loaded. A service may list the stops of a proposal on
  // the routes of before it (resolved, Reading), which had the driver, while the proposal does not.
  const isCertain = isPaused && plan.optimization !== 'preview';
  return [{ code: 'plan_concurrent_modification', isCertain, driverIds: gone }];
}

/** Whether the drivers have every route that the cache knows. An unread change may still be unsent. */
function hasReachedAll({ plan, stops }: PlanFacts): boolean {
  const routed = openStops(stops ?? []).filter(({ driverId }) => driverId !== null);
  return (
    plan.optimization === 'optimized' &&
    !hasOpenChanges(plan) &&
    routed.length > 0 &&
    routed.every(({ isWithDriver }) => isWithDriver === true)
  );
}

/**
 * Whether a driver may not be in a plan of this depot. One who belongs to no depot may be in any (planning-api, Plans,
 * Rules).
 *
 * @param depot of the plan; null: none
 */
export const isOfOtherDepot = ({ depots }: Pick<DriverRow, 'depots'>, depot: string | null): boolean =>
  depot !== null && depots.length > 0 && !depots.includes(depot);

/**
 * What the service would say to a new plan, or to an edit that sets the plan's depot and drivers.
 *
 * @param how.anyDepot the service accepts drivers of other depots than the plan's (v0.2b)
 */
export function planEditRefusals(
  { depot, driverIds }: { depot: string | null; driverIds: readonly string[] },
  { drivers, anyDepot }: { drivers: readonly DriverRow[] | null; anyDepot: boolean },
): EditRefusal[] {
  const chosen = (drivers ?? []).filter(({ id }) => driverIds.includes(id));
  const idsOf = (rows: readonly DriverRow[]) => rows.map(({ id }) => id);
  const paused = idsOf(chosen.filter(({ active }) => !active));
  const foreign = idsOf(chosen.filter((driver) => !anyDepot && isOfOtherDepot(driver, depot)));
  return [
    ...(paused.length === 0 ? [] : [certain('driver_not_active', paused)]),
    ...(foreign.length === 0 ? [] : [certain('driver_depot_mismatch', foreign)]),
  ];
}

/** The documents do not say how far the day of a plan may be. Whole days, a leap year. */
const mostDaysAway = 366;

/**
 * What the service may say to the depot and the day of a plan. An edit that does not change them does not send them.
 *
 * @param sent.depot null: none is chosen, or it is not sent
 * @param sent.starts `2026-06-15`; a text that is no day announces nothing; null: it is not sent
 * @param known.depots null: not loaded
 * @param known.today the day at the depot, `2026-06-15`
 */
export function planEditDoubts(
  { depot, starts }: { depot: string | null; starts: string | null },
  { depots, today }: { depots: readonly Pick<DepotFacts, 'id'>[] | null; today: string },
): EditDoubt[] {
  // One that is not in the list may have been added since it was loaded.
  const isGone = depot !== null && depots !== null && !depots.some(({ id }) => id === depot);
  const milliseconds = starts === null ? 0 : Date.parse(`${starts}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`);
  const isFar = Math.abs(milliseconds) > mostDaysAway * 86_400_000;
  return [...(isGone ? [possible('depot_not_found')] : []), ...(isFar ? [possible('starts_too_far')] : [])];
}

/** Allowed drivers whom the plan does not have, so that the service answers 412 to the stop (planning-api, StopCreate). */
export const foreignDrivers = (
  { allowedDrivers }: Pick<StopRow, 'allowedDrivers'>,
  { driverIds }: Pick<PlanRow, 'driverIds'>,
): string[] => allowedDrivers.filter((id) => !driverIds.includes(id));

/** Whether the service refuses every change of the plan itself, with `plan_not_writable`. Its stops can be changed live. */
export const isClosed = ({ writable }: Pick<PlanRow, 'writable'>): boolean => !writable;

/**
 * Whether its stops are changed by live calls. An optimisation closes a plan that drivers do not have for as long as it
 * takes: what is entered meanwhile waits for its end (sending/busy-plan.ts).
 */
export const isLive = ({
  writable,
  distributed,
  optimization,
}: Pick<PlanRow, 'writable' | 'distributed' | 'optimization'>): boolean =>
  !writable && (distributed || optimization !== 'optimizing');

/** What happens to stops that are put into a plan: they wait for its (next) optimisation, or they become live changes. */
export type Taking = 'for-optimisation' | 'for-next-optimisation' | 'live';
/** Why a plan takes no stops. */
export type NotTaking = 'deleted' | 'distributed' | 'optimising' | 'too-old' | 'closed';

/**
 * What a plan does with stops that are put into it.
 *
 * @param how move: each stop is deleted in another plan, which the live calls do not do · add: it is only created
 */
export function takingOf(plan: PlanRow, how: 'move' | 'add'): { takes: Taking } | { why: NotTaking } {
  if (plan.change === 'delete') return { why: 'deleted' };
  if (keepsNoStops(plan)) return { why: 'too-old' };
  if (plan.optimization === 'optimizing') return { why: 'optimising' };
  if (plan.writable) return { takes: isLaidOut(plan) ? 'for-next-optimisation' : 'for-optimisation' };
  if (!plan.distributed) return { why: 'closed' };
  return how === 'add' ? { takes: 'live' } : { why: 'distributed' };
}
