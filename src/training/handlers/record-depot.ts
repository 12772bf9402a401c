/** The depot that a plan or an unassigned stop is of. */
import { Refusal } from '../http/errors.ts';
import type { Context } from './handler.ts';

/**
 * The depot that a record is made for. Without one it is the team's main depot: the documents say so of unassigned stops
 * (planning-api, UnassignedStopCreate) and nothing of plans, which are held to the same. They do not say which depot that
 * is: it is the first, and null asks for it as leaving the field out does; null where the team has no depot.
 * Throws a refusal (409, as resolved has it for plans) for a depot that is not there.
 */
export function depotFor({ store }: Context, given: string | null | undefined): string | null {
  if (given == null) return store.depots.all()[0]?.id ?? null;
  if (!store.depots.get(given)) throw new Refusal(409, 'depot_not_found', `There is no ${given}.`, 'depot');
  return given;
}
