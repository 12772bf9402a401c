/**
 * A plan takes no stops while it is optimised, and takes them again when that is over: what was refused meanwhile waits,
 * and nobody is asked (planning-api, States; resolved, Status codes).
 */
import { AppError } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/outbox.ts';
import { reasonOf, type Core } from '../outbox/core.ts';

/** @param planId as paths have it; @param attempts how often it was tried; @returns the outcomes, with `later` in place of a question that answers itself */
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
 * A service that says both, that it can be written and that it cannot, is not asked for ever. Tries that never left count
 * too: on a flaky network there are a dozen before the first answer.
 */
const mostTries = 24;

async function reasonToWait(core: Core, planId: string, attempts: number) {
  try {
    const plan = await core.service.read('plans.get', { path: { planId }, priority: 'outbox' });
    // Optimised a moment ago, it takes stops again by now.
    const isOverSoon = plan.optimization === 'optimizing' || (plan.writable === true && attempts < mostTries);
    return isOverSoon ? ({ code: 'outbox.plan-not-writable', detail: {} } as const) : null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What the plan is doing is not known: it is found out with the next try.
    return error.code === 'service.not-found' ? null : reasonOf(error);
  }
}
