/** What the commands for a whole plan are called. */
import type { PlanCommand } from '../../shared/plan-rules.ts';
import { t } from '../../messages/index.ts';

export const commandWords: Readonly<Record<PlanCommand, string>> = {
  optimize: t('plans.optimize'),
  reoptimize: t('plans.reoptimize'),
  distribute: t('plans.distribute'),
  redistribute: t('plans.redistribute'),
  save: t('plans.saveChanges'),
};
