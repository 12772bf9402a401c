/** Texts for what a plan does with stops that are put into it, and for why it takes none. */
import type { DriverRow } from '../../shared/drivers.ts';
import { planEditRefusals, takingOf, type NotTaking, type Taking } from '../../shared/plan-refusals.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { t } from '../../messages/index.ts';

const takes: Readonly<Record<Taking, string>> = {
  'for-optimisation': t('assign.takesForOptimisation'),
  'for-next-optimisation': t('assign.takesForNext'),
  live: t('assign.takesLive'),
};
const refuses: Readonly<Record<NotTaking, string>> = {
  deleted: t('assign.notDeleted'),
  distributed: t('assign.notDistributed'),
  optimising: t('assign.notOptimising'),
  'too-old': t('assign.notTooOld'),
  closed: t('assign.notClosed'),
};

/** What happens to stops that are put into the plan, or why they cannot be. @param how as in `takingOf` */
export function takingWords(plan: PlanRow, how: 'move' | 'add'): { text: string; isPossible: boolean } {
  const taking = takingOf(plan, how);
  return 'why' in taking
    ? { text: refuses[taking.why], isPossible: false }
    : { text: takes[taking.takes], isPossible: true };
}

/** Why a driver of the plan cannot get its stops: the driver is paused, or of another depot. Null: they can. */
export function whyNotDriver(
  driver: DriverRow,
  { depot }: Pick<PlanRow, 'depot'>,
  anyDepot: boolean,
): 'driver_not_active' | 'driver_depot_mismatch' | null {
  const [refusal] = planEditRefusals({ depot, driverIds: [driver.id] }, { drivers: [driver], anyDepot });
  return refusal?.code ?? null;
}
