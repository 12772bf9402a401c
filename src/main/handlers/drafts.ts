import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';
import { currentPlanId } from './rows.ts';

/** No form that a person filled in is larger than this. */
const mostCharacters = 100_000;

export function draftHandlers(context: Context): Handlers['drafts'] {
  return {
    async list() {
      const workspace = context.workspace();
      const { rows } = await workspace.cache.listPlans();
      const titles = new Map(rows.map((plan) => [plan.id, plan.title]));
      return workspace.outboxFile.drafts.list().map((draft) => {
        // A plan that was created here may have got its id since.
        const planId = currentPlanId(workspace, draft.planId);
        return { ...draft, planId, planTitle: titles.get(planId) ?? null };
      });
    },

    async save(draft) {
      if (JSON.stringify(draft.fields).length > mostCharacters) {
        throw new AppError('input.invalid', { detail: { field: 'fields' } });
      }
      context.workspace().outboxFile.drafts.save({ ...draft, savedAt: context.system.now() });
    },

    async remove({ id }) {
      context.workspace().outboxFile.drafts.remove(id);
    },

    async allKept() {
      context.desktop.windowKept();
    },
  };
}
