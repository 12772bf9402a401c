/** Plans that are not done at the end of their day, from the cached plans and their stops. */
import type { OpenPlan } from '../../shared/plans.ts';
import type { Database } from './database.ts';
import { listPlans } from './plans.ts';

/**
 * The plans of today that are not distributed, or have stops without a result. A plan that is about to be deleted is
 * not open. If a distributed plan's stops were never read, nobody knows whether it is done, so it counts as open.
 *
 * @param day `2026-06-15`, for plans of no depot, and of depots that `dayAt` does not name
 * @param dayAt the day at each depot: around midnight, depots in other zones have another one
 * @returns in the order of the list of plans
 */
export function openPlans(database: Database, day: string, dayAt: Readonly<Record<string, string>> = {}): OpenPlan[] {
  const dayOf = (depot: string | null) => (depot === null ? day : (dayAt[depot] ?? day));
  const plans = listPlans(database).filter(
    ({ starts, depot, change }) => starts === dayOf(depot) && change !== 'delete',
  );
  const counted = database.all<{ plan_id: string; undone: number }>(
    `SELECT plan_id, count(*) AS undone FROM stops
     WHERE plan_id IN (SELECT value FROM json_each(?)) AND gone_at IS NULL AND is_stop = 1 AND has_result = 0
     GROUP BY plan_id`,
    JSON.stringify(plans.map(({ id }) => id)),
  );
  const undone = new Map(counted.map((row) => [row.plan_id, row.undone]));
  return plans
    .map(({ id, depot, title, distributed, stopCount }) => ({
      ...{ id, depot, title, distributed },
      undone: stopCount === null ? null : (undone.get(id) ?? 0),
    }))
    .filter((plan) => !plan.distributed || plan.undone !== 0);
}
