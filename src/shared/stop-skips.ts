/**
 * Stops that an optimisation would leave out, as far as the cached records tell (planning-api, Operation: the reasons
 * of skippedStops). A fact that is not in the cache, such as drivers that were never loaded, announces nothing.
 */
import type { DepotFacts } from './depots.ts';
import type { DriverRow } from './drivers.ts';
import type { PlanRow } from './plans.ts';
import { limitsInForce, type DayLimits } from './day-limits.ts';
import type { StopRow } from './stops.ts';

/** What the cache holds about a plan. Null: not loaded. */
export interface PlanFacts {
  plan: PlanRow;
  drivers: readonly DriverRow[] | null;
  depots: readonly DepotFacts[] | null;
  stops: readonly StopRow[] | null;
}

/** Those of the service that can be known before, and `no_allowed_driver`, which it may add to its list. */
export type SkipReason =
  'impossible_time_window' | 'impossible_navigation' | 'impossible_number_of_stops' | 'no_allowed_driver';

export interface Skip {
  reason: SkipReason;
  count: number;
  /** Empty where nobody knows which ones it will be. */
  stopIds: readonly string[];
}

/** The plan's drivers who get routes, and whether all of the plan's drivers are known. */
export function crewOf({ plan, drivers }: PlanFacts): { active: readonly DriverRow[]; isKnown: boolean } {
  const crew = (drivers ?? []).filter(({ id }) => plan.driverIds.includes(id));
  return {
    active: crew.filter(({ active }) => active),
    isKnown: drivers !== null && plan.driverIds.every((id) => crew.some((driver) => driver.id === id)),
  };
}

/** The depot whose settings apply; null: the plan has none. Undefined: unknown, as for a plan that is not created yet. */
export function depotOf({ plan, depots }: PlanFacts): DepotFacts | null | undefined {
  if (plan.depot === null) return plan.change === 'create' ? undefined : null;
  return depots?.find(({ id }) => id === plan.depot);
}

/**
 * When the first of a plan's routes starts, `08:00`; null: not known of all of them.
 *
 * @param crew the drivers of the plan
 */
export function openingOf(
  plan: DayLimits,
  crew: readonly DayLimits[],
  depot: DayLimits | null | undefined,
): string | null {
  const starts = (crew.length === 0 ? [null] : crew).map((driver) => limitsInForce(plan, driver, depot).startTime);
  return starts.reduce((first, start) => (first === null || start === null ? null : start < first ? start : first));
}

/** Stops that still need a place on a route. */
export const openStops = (stops: readonly StopRow[]): StopRow[] =>
  stops.filter(
    ({ type, change, result }) =>
      type !== 'start' && type !== 'end' && change !== 'delete' && change !== 'move' && result === 'open',
  );

/** @returns one line for each reason, in the order in which the service checks them */
export function skipsOf(facts: PlanFacts): Skip[] {
  const { plan, stops } = facts;
  if (stops === null) return [];
  const { active, isKnown } = crewOf(facts);
  const depot = depotOf(facts) ?? null;
  const hours = active.map((driver) => ({ id: driver.id, ...hoursOf(plan, driver, depot) }));
  const found = Map.groupBy(openStops(stops), (stop) => reasonFor(stop, isKnown ? hours : null));
  const skips = (['impossible_navigation', 'no_allowed_driver', 'impossible_time_window'] as const).flatMap(
    (reason): Skip[] => {
      const stopIds = found.get(reason)?.map(({ id }) => id) ?? [];
      return stopIds.length === 0 ? [] : [{ reason, count: stopIds.length, stopIds }];
    },
  );
  const limits = active.map((driver) => limitsInForce(plan, driver, depot).maxStops);
  const room = limits.reduce<number | null>((sum, most) => (sum === null || most === null ? null : sum + most), 0);
  const isRoomKnown = isKnown && active.length > 0 && depotOf(facts) !== undefined;
  const over = room === null || !isRoomKnown ? 0 : (found.get(null)?.length ?? 0) - room;
  return over > 0 ? [...skips, { reason: 'impossible_number_of_stops', count: over, stopIds: [] }] : skips;
}

function hoursOf(...limits: readonly (DayLimits | null)[]): { from: string | null; to: string | null } {
  const { startTime: from, endTime: to } = limitsInForce(...limits);
  // A day that ends before it begins lasts past midnight.
  return { from, to: from !== null && to !== null && to <= from ? null : to };
}

interface Hours {
  id: string;
  from: string | null;
  to: string | null;
}

/** @param crew the hours of the plan's active drivers; null: unknown */
function reasonFor(stop: StopRow, crew: readonly Hours[] | null): SkipReason | null {
  // The service has not found the address of a stop that has no point on the map.
  if (stop.origin === 'service' && stop.latitude === null) return 'impossible_navigation';
  const { earliest, latest, allowedDrivers } = stop;
  const allowed = crew?.filter(({ id }) => allowedDrivers.length === 0 || allowedDrivers.includes(id)) ?? null;
  if (crew !== null && crew.length > 0 && allowed?.length === 0) return 'no_allowed_driver';
  if (earliest !== null && latest !== null && latest < earliest) return 'impossible_time_window';
  const isMissed = ({ from, to }: Hours) =>
    (latest !== null && from !== null && latest < from) || (earliest !== null && to !== null && earliest > to);
  return allowed !== null && allowed.length > 0 && allowed.every(isMissed) ? 'impossible_time_window' : null;
}
