/** Why a plan cannot be optimized (resolved, Status codes: 409 of optimize and re-optimize, in that order). */
import { Refusal } from '../http/errors.ts';
import type { Depot, Driver, Plan } from '../model.ts';
import type { Store } from '../store/store.ts';
import { boundsOf, startOf, type Crew } from './vehicles.ts';

/** The code and message of a refusal, or of an operation that failed for the same reason. */
export interface Problem {
  code: string;
  message: string;
}

type Records = Pick<Store, 'drivers' | 'depots'>;

/** The plan's active drivers: paused ones get no routes (planning-api, Driver). */
export const activeDrivers = ({ drivers }: Records, plan: Plan): Driver[] =>
  plan.drivers.flatMap((id) => drivers.get(id) ?? []).filter(({ active }) => active);

export const depotOf = ({ depots }: Records, plan: Plan): Depot | null =>
  plan.depot === null ? null : (depots.get(plan.depot) ?? null);

/** Undefined when routes can be laid out. */
export function problemOf(records: Records, plan: Plan): Problem | undefined {
  const drivers = activeDrivers(records, plan);
  if (drivers.length === 0)
    return { code: 'no_drivers_available', message: 'The plan has no driver who is not paused.' };
  const crew: Crew = { plan, depot: depotOf(records, plan) };
  // No depot is needed if the plan or the driver has a start address; the documents do not say when one is.
  const lost = drivers.filter((driver) => startOf(crew, driver) === null);
  if (lost.length > 0) {
    return crew.depot === null
      ? { code: 'depot_not_found', message: 'The plan has no depot, and nobody says where its routes start.' }
      : { code: 'depot_missing_start_address', message: 'The depot of the plan has no start address.' };
  }
  // The documents do not say which record must have a limit. Here it is an error only if none has one.
  const bounds = drivers.map((driver) => boundsOf(crew, driver));
  if (bounds.every(({ end, stops }) => end === null && stops === null)) {
    const message = 'Neither the plan nor its depot nor a driver has an end time or a most number of stops.';
    return { code: 'no_end_time_and_max_stops_per_driver', message };
  }
  return undefined;
}

/** Throws a refusal (409) when routes cannot be laid out. */
export function checkOptimisable(records: Records, plan: Plan): void {
  const problem = problemOf(records, plan);
  if (problem) throw new Refusal(409, problem.code, problem.message);
}
