import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';

/** No form that a person filled in is larger than this. */
const mostCharacters = 100_000;

export function draftHandlers(context: Context): Handlers['drafts'] {
  return {
    async list() {
      const { outboxFile, cache } = context.workspace();
      const { rows } = await cache.listPlans();
      const titles = new Map(rows.map((plan) => [plan.id, plan.title]));
      return outboxFile.drafts.list().map((draft) => ({ ...draft, planTitle: titles.get(draft.planId) ?? null }));
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
