/** The stops that an optimisation left out, by reason. */
import type { PlanOutcome } from '../../shared/plans.ts';
import { skipFix } from './refusal-words.ts';

export type SkippedStop = PlanOutcome['skipped'][number];

export interface SkippedGroup {
  reason: string | null;
  stops: SkippedStop[];
  /** There are too many to be read one by one. */
  isMany: boolean;
  /** What helps is a change of the plan, the same for all of them. */
  fixesPlan: boolean;
}

/** So many of one reason are named at once. */
const mostNamed = 5;

/** @returns the groups in the order in which the service names their first stops */
export function skippedByReason(skipped: readonly SkippedStop[]): SkippedGroup[] {
  return [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, stops]) => ({
    reason,
    stops,
    isMany: stops.length > mostNamed,
    fixesPlan: skipFix(reason, null).fix?.form === 'plan',
  }));
}
