/** How a plan is called, its day in words, and the order in which plans are listed. */
import type { PlanRow } from '../../shared/plans.ts';
import { t } from '../../messages/index.ts';
import { depotZones } from './depot-zones.svelte.ts';
import { compareNames } from './filter.ts';
import { dayWord, daysAway, formatDay } from './format.ts';

/** A plan's day, and the depot at which it is today or tomorrow. */
interface DayAtDepot {
  starts: string | null;
  depot: string | null;
}

/** The plan's display name. */
export const planTitle = ({ title }: Pick<PlanRow, 'title'>): string => (title === '' ? t('plans.untitled') : title);

/** `North tour · Today`, `North tour · Wed 17 Jun`: plans of several days share a title. */
export function planTitleAndDay({ title, starts, depot }: Pick<PlanRow, 'title'> & DayAtDepot, now: number): string {
  if (starts === null) return planTitle({ title });
  return `${planTitle({ title })} · ${dayWord(starts, now, depotZones.of(depot)) ?? formatDay(starts, now)}`;
}

/** `Today · Mon 15 Jun`, `Wed 17 Jun`, `No day`. */
export function planDay({ starts, depot }: DayAtDepot, now: number): string {
  if (starts === null) return t('plans.noDay');
  const word = dayWord(starts, now, depotZones.of(depot));
  const day = formatDay(starts, now);
  return word === null ? day : `${word} · ${day}`;
}

/** Whole days from today at the plan's depot to its day: 0 today, 1 tomorrow, -1 yesterday; null: it has no day. */
export const planDaysAway = ({ starts, depot }: DayAtDepot, now: number): number | null =>
  starts === null ? null : daysAway(starts, now, depotZones.of(depot));

/**
 * Plans in a dispatcher's order: today, the coming days, the past from yesterday back, then plans without a day; within
 * a day by title.
 * @param begin with which day: a list to read has yesterday before today, a choice offers today first
 */
export function inOrder(plans: readonly PlanRow[], now: number, begin: 'yesterday' | 'today' = 'yesterday'): PlanRow[] {
  const first = begin === 'yesterday' ? -1 : 0;
  const rank = (plan: PlanRow) => {
    const days = planDaysAway(plan, now);
    if (days === null) return Number.MAX_SAFE_INTEGER;
    return days >= first ? days : 1_000_000 - days;
  };
  return plans
    .map((plan) => ({ plan, rank: rank(plan) }))
    .sort((one, other) => one.rank - other.rank || compareNames(one.plan.title, other.plan.title))
    .map(({ plan }) => plan);
}
