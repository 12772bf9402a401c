/** Commands on a whole plan, as its menu and its banner give them. */
import type { optimizationTypes } from '../../shared/operations.ts';
import type { PlanRow } from '../../shared/plans.ts';
import type { PlanCommand } from '../../shared/plan-rules.ts';
import { backend } from '../lib/backend.ts';
import { endPress, press } from '../lib/press.ts';
import { t } from '../../messages/index.ts';
import { toasts } from '../ui/toasts.svelte.ts';

export type OptimizationType = (typeof optimizationTypes)[number];
/** What the user is asked to confirm: it notifies drivers, it cannot be undone, or it may leave something out. */
export type Asked = 'optimize' | 'distribute' | 'redistribute' | 'save' | 'remove';

export class PlanActions {
  private readonly plan: () => PlanRow | undefined;
  asking = $state<Asked | null>(null);
  /** The dialog with the kinds of re-optimisation is open. */
  choosing = $state(false);
  isCanceling = $state(false);
  /** An action is on its way to the outbox. */
  isRunning = $state(false);

  constructor(plan: () => PlanRow | undefined) {
    this.plan = plan;
  }

  /**
   * Runs the command, or opens the dialog that comes before it.
   *
   * @param hasHints there is something to say before an optimisation
   */
  choose(command: PlanCommand, hasHints = false): void {
    if (command === 'optimize' && !hasHints) void this.run(command);
    else if (command === 'reoptimize') this.choosing = true;
    else this.asking = command;
  }

  run(command: PlanCommand, optimizationType?: OptimizationType): Promise<boolean> {
    return this.act('plans.command', (planId) =>
      press('plans.command', { planId, command, ...(optimizationType === undefined ? {} : { optimizationType }) }),
    );
  }

  remove(): Promise<boolean> {
    return this.act('plans.remove', (planId) => press('plans.remove', { planId }));
  }

  async cancel(): Promise<void> {
    this.isCanceling = true;
    await this.act('plans.cancel', async (planId) => {
      const isCanceled = await backend.plans.cancel({ planId });
      endPress();
      if (isCanceled) toasts.show('positive', 'plans.canceled', t('plans.workCanceled'));
      else toasts.show('info', 'plans.canceled', t('plans.workEndedBefore'));
    });
    this.isCanceling = false;
  }

  /** @returns whether it was done; an error has been shown under the cause */
  private async act(cause: string, work: (planId: string) => Promise<unknown>): Promise<boolean> {
    const plan = this.plan();
    if (plan === undefined) return false;
    this.isRunning = true;
    const isDone = await toasts.attempt(cause, () => work(plan.id));
    this.isRunning = false;
    return isDone;
  }
}
