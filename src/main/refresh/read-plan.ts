import { bareId } from '../../shared/ids.ts';
import { AppError } from '../../shared/errors.ts';
import { rawOf } from '../../shared/shapes.ts';
import type { Priority } from '../api/pace.ts';
import { readPatiently } from '../api/pages.ts';
import type { RefresherOptions } from './refresher-options.ts';

/** Whether the service does not have what was asked for: it was deleted, or never existed. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'service.not-found';

/** Whether a plan is too old to have stops (planning-api, What the service does) or was deleted. */
export const hasNoStops = (error: unknown): boolean =>
  isGone(error) || (error instanceof AppError && error.code === 'service.forbidden');

/**
 * Reads a plan itself: its title, day, drivers and state. A plan that the service does not have leaves the cache.
 *
 * @throws AppError when the read fails
 */
export async function readPlan(
  options: Pick<RefresherOptions, 'client' | 'cache' | 'system' | 'planRead'>,
  planId: string,
  priority: Priority,
): Promise<void> {
  const { client, cache, system } = options;
  const at = system.now();
  try {
    const plan = await readPatiently(client, 'plans.get', { path: { planId: bareId(planId) }, priority });
    await cache.putPlan(rawOf(plan), at);
    options.planRead(planId, plan);
  } catch (error) {
    if (!isGone(error)) throw error;
    await cache.forgetPlan(planId, at);
  }
}
