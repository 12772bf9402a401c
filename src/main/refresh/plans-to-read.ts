/** Which plans are read in the background, and in which order. */
import type { PlanRow } from '../../shared/plans.ts';
import { keepsNoStops } from '../../shared/plan-rules.ts';
import type { Reads } from './reads.ts';
import type { Refusals } from './refused-lists.ts';

/** Stops of a plan near today are read again after the first interval, those of other plans after the second. */
const nearEvery = 600_000;
const farEvery = 21_600_000;
const nearDays = 3;
/** A past day counts as this many times as far away as a future one. */
const pastWaits = 3;
/** Future plans are being worked on; past ones are only looked up. */
export function nearestFirst(plans: readonly PlanRow[], now: number): PlanRow[] {
  const distance = ({ starts }: PlanRow) => {
    if (starts === null) return Number.MAX_SAFE_INTEGER;
    const ahead = Date.parse(starts) - now;
    return ahead > -86_400_000 ? Math.abs(ahead) : -ahead * pastWaits;
  };
  return [...plans].sort((one, other) => distance(one) - distance(other));
}

/** Plans whose stops can be read and were not: neither too old, nor refused, nor found gone. */
export function unreadOf(
  plans: readonly PlanRow[],
  reads: Pick<Reads, 'lastReadAt'>,
  refusals: Pick<Refusals, 'rests'>,
): PlanRow[] {
  return plans.filter((plan) => {
    const list = `stops:${plan.id}` as const;
    if (plan.stopCount !== null || keepsNoStops(plan)) return false;
    return reads.lastReadAt(list) === undefined && !refusals.rests(list);
  });
}

/**
 * @param readAt when the stops of a plan were last read, in milliseconds since the epoch
 * @returns the plan whose stops are most overdue, or undefined while none is due; a plan that was never read is not
 */
export function mostOverdue(
  plans: readonly PlanRow[],
  readAt: (plan: PlanRow) => number | undefined,
  now: number,
): PlanRow | undefined {
  const overdue = (plan: PlanRow): number => {
    const at = readAt(plan);
    if (plan.stopCount === null || at === undefined) return 0;
    const isNear = plan.starts !== null && Math.abs(Date.parse(plan.starts) - now) <= nearDays * 86_400_000;
    return Math.abs(now - at) / (isNear ? nearEvery : farEvery);
  };
  const [most] = plans.filter((plan) => overdue(plan) >= 1).sort((one, other) => overdue(other) - overdue(one));
  return most;
}
