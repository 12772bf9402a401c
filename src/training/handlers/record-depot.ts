/** The depot of a plan or an unassigned stop. */
import { Refusal } from '../http/errors.ts';
import type { Context } from './handler.ts';

/**
 * The depot of a new record. Null and an omitted field both mean the team's main depot: the documents say so for
 * unassigned stops (planning-api, UnassignedStopCreate) but not for plans, which are treated the same. They do not say
 * which depot is the main one; here it is the first. Returns null when the team has no depot. Throws a refusal (409, as
 * resolved has it for plans) for an unknown depot.
 */
export function depotFor({ store }: Context, given: string | null | undefined): string | null {
  if (given == null) return store.depots.all()[0]?.id ?? null;
  if (!store.depots.get(given)) throw new Refusal(409, 'depot_not_found', `There is no ${given}.`, 'depot');
  return given;
}
