/** Texts for what the service would refuse or leave out, and where to fix it. */
import { refusalsOf, type CommandRefusal, type EditDoubt, type EditRefusal } from '../../shared/plan-refusals.ts';
import type { PlanRow } from '../../shared/plans.ts';
import type { PlanCommand } from '../../shared/plan-rules.ts';
import type { OptimizationType } from './plan-actions.svelte.ts';
import { skipsOf, type PlanFacts, type Skip, type SkipReason } from '../../shared/stop-skips.ts';
import { t } from '../../messages/index.ts';

/** The form in which to fix it: that of the plan, or that of a stop, at a field. */
export type Fix = { form: 'plan' } | { form: 'stop'; stopId: string; field: StopField };
type StopField = 'earliest' | 'addressLineOne' | 'allowedDrivers' | 'optimizationOrder';

/** Something to say before a command is sent. */
export interface Hint {
  text: string;
  fix: Fix | null;
  fixLabel: string;
}

const ofPlan = { fix: { form: 'plan' }, fixLabel: t('refusals.fixPlan') } as const;
const unfixed = { fix: null, fixLabel: '' } as const;

/** @param nameOf the name of a driver */
function refusalHint(
  { code, driverIds, isCertain }: CommandRefusal,
  plan: PlanRow,
  nameOf: (id: string) => string,
): Hint {
  const names = driverIds.map(nameOf).join(', ');
  switch (code) {
    case 'no_drivers_available':
      return driverIds.length === 0
        ? { text: t('refusals.noDrivers'), ...ofPlan }
        : { text: t('refusals.driversPaused', { count: driverIds.length }), ...ofPlan };
    case 'depot_not_found':
      return { text: t('refusals.noDepot'), ...ofPlan };
    case 'depot_missing_start_address':
      return { text: t('refusals.noStart'), ...ofPlan };
    case 'no_end_time_and_max_stops_per_driver':
      return { text: t('refusals.noEnd'), ...unfixed };
    case 'no_stops':
      return { text: t('refusals.noStops'), ...unfixed };
    case 'stops_not_available':
      return { text: t('refusals.tooOld'), ...unfixed };
    case 'plan_already_optimized':
      return {
        text: t(plan.optimization === 'optimized' ? 'refusals.unchanged' : 'refusals.alreadyOptimised'),
        ...unfixed,
      };
    case 'plan_optimization_in_progress':
      return { text: t('plans.whyOptimising'), ...unfixed };
    case 'plan_not_optimized':
      if (!isCertain) return { text: t('refusals.mayLackRoutes'), ...unfixed };
      return { text: t(plan.distributed ? 'plans.whyReoptimiseFirst' : 'plans.whyOptimiseFirst'), ...unfixed };
    case 'plan_already_distributed':
      return { text: t(plan.distributed ? 'refusals.allSent' : 'refusals.alreadyDistributed'), ...unfixed };
    case 'plan_concurrent_modification':
      return { text: t('refusals.goneSince', { names }), ...unfixed };
    case 'plan_optimization_not_supported':
      return { text: t('refusals.onlyChanged'), ...unfixed };
  }
}

/** Why the service would not accept a plan with this depot and these drivers. @param nameOf the name of a driver */
export function editRefusalText({ code, driverIds }: EditRefusal, nameOf: (id: string) => string): string {
  const names = driverIds.map(nameOf).join(', ');
  return code === 'driver_not_active'
    ? t('refusals.driversNotActive', { names })
    : t('refusals.driversElsewhere', { names });
}

/** Why the service may not accept a plan with this depot or on this day. */
export const editDoubtText = ({ code }: EditDoubt): string =>
  t(code === 'depot_not_found' ? 'refusals.depotGone' : 'refusals.dayTooFar');

/** What to change in a stop that an optimisation leaves out, by the service's reason. */
const fixes: Readonly<Record<string, { field: StopField; label: string }>> = {
  impossible_time_window: { field: 'earliest', label: t('refusals.fixWindow') },
  impossible_navigation: { field: 'addressLineOne', label: t('refusals.fixAddress') },
  impossible_order_of_stops: { field: 'optimizationOrder', label: t('refusals.fixOrder') },
  no_allowed_driver: { field: 'allowedDrivers', label: t('refusals.fixDrivers') },
};

/** Where to fix that a stop was or would be left out. A reason that the app does not know has no fix. */
export function skipFix(reason: string | null, stopId: string | null): Omit<Hint, 'text'> {
  if (reason === 'impossible_number_of_stops') return ofPlan;
  const found = reason === null ? undefined : fixes[reason];
  return found === undefined || stopId === null
    ? unfixed
    : { fix: { form: 'stop', stopId, field: found.field }, fixLabel: found.label };
}

const skipTexts: Readonly<Record<SkipReason, (count: number) => string>> = {
  impossible_time_window: (count) => t('refusals.skipWindow', { count }),
  impossible_navigation: (count) => t('refusals.skipAddress', { count }),
  impossible_number_of_stops: (count) => t('refusals.skipNumber', { count }),
  no_allowed_driver: (count) => t('refusals.skipDrivers', { count }),
};

/** The fix is that of the first of the stops. */
const skipHint = ({ reason, count, stopIds: [first] }: Skip): Hint => ({
  text: skipTexts[reason](count),
  ...skipFix(reason, first ?? null),
});

/** What to say of a command on a plan, as far as it is known. */
interface Said {
  /** Why the service would refuse it; null: nothing known. */
  refused: Hint | null;
  /** What may come of it, to be confirmed first. */
  hints: Hint[];
}

/** @param nameOf the name of a driver */
export function saidOf(
  command: PlanCommand,
  facts: PlanFacts,
  nameOf: (id: string) => string,
  type?: OptimizationType,
): Said {
  const refusals = refusalsOf(command, facts, type);
  const refused = refusals.find(({ isCertain }) => isCertain);
  const lays = command === 'optimize' || command === 'reoptimize';
  return {
    refused: refused === undefined ? null : refusalHint(refused, facts.plan, nameOf),
    hints: [
      ...refusals.filter(({ isCertain }) => !isCertain).map((each) => refusalHint(each, facts.plan, nameOf)),
      ...(lays ? skipsOf(facts).map(skipHint) : []),
    ],
  };
}
