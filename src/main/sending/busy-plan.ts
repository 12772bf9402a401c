/**
 * A plan rejects stops while it is being optimised, and accepts them again afterwards. Stops refused in between wait,
 * without asking the user (planning-api, States; resolved, Status codes).
 */
import { AppError } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/outbox.ts';
import { reasonOf, type Core } from '../outbox/core.ts';

/**
 * @param planId as used in paths
 * @param attempts how often the entry was tried
 * @returns the outcomes, with `later` in place of a decision that resolves itself after the optimisation
 */
export async function unlessOptimised(
  core: Core,
  planId: string,
  attempts: number,
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  if (!outcomes.some(isNotWritable)) return [...outcomes];
  const later = await reasonToWait(core, planId, attempts);
  if (later === null) return [...outcomes];
  return outcomes.map((outcome) =>
    isNotWritable(outcome) ? { kind: 'later', reason: later, waitMilliseconds: 0 } : outcome,
  );
}

const isNotWritable = (outcome: Outcome) =>
  outcome.kind === 'decision' && outcome.reason.code === 'outbox.plan-not-writable';

/**
 * Gives up on a service that claims a plan is writable and refuses writes. Attempts that were never sent count too: on
 * a flaky network there are a dozen before the first answer.
 */
const mostTries = 24;

async function reasonToWait(core: Core, planId: string, attempts: number) {
  try {
    const plan = await core.service.read('plans.get', { path: { planId }, priority: 'outbox' });
    // The optimisation has just ended, so the plan accepts stops again by now.
    const isOverSoon = plan.optimization === 'optimizing' || (plan.writable === true && attempts < mostTries);
    return isOverSoon ? ({ code: 'outbox.plan-not-writable', detail: {} } as const) : null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The plan's state is unknown; the next attempt reads it again.
    return error.code === 'service.not-found' ? null : reasonOf(error);
  }
}
