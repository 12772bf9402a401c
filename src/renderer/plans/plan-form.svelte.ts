/** The logic of the plan form: fields, validation, draft, and saving. */
import { AppError } from '../../shared/errors.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { backend } from '../lib/backend.ts';
import { clock } from '../lib/clock.svelte.ts';
import { DialogForm } from '../lib/dialog-form.svelte.ts';
import type { Problems, Send } from '../lib/kept-form.svelte.ts';
import { t } from '../../messages/index.ts';
import { dateOf, planChange, planContent, startingFields, type PlanFields } from './plan-fields.ts';

export class PlanForm extends DialogForm<PlanFields, PlanRow> {
  protected readonly fieldOrder = ['title', 'starts', 'depot', 'drivers'] as const;

  /** Fills the form with an existing plan, unsent edits included. */
  change(plan: PlanRow): void {
    const before = startingFields(plan, clock.now);
    this.edited = { id: plan.id, before };
    this.fill(structuredClone(before));
  }

  /** Suggests a depot for a new plan; what the user has typed or chosen stays. @param depot null: none stands out */
  suggestDepot(depot: string | null): void {
    if (this.isNew && !this.filled && this.fields.depot === null) this.fill({ ...this.fields, depot });
  }

  protected get place() {
    return { form: 'plan' as const, planId: this.edited?.id ?? '' };
  }

  protected empty(): PlanFields {
    return startingFields(null, clock.now);
  }

  /** What the service has may lack a title or a day; while unchanged, it is not sent. */
  protected get found(): Problems<keyof PlanFields> {
    const { title, starts } = this.fields;
    const before = this.edited?.before;
    return {
      ...(title.trim() === '' && title !== before?.title ? { title: t('plans.titleNeeded') } : {}),
      ...(dateOf(starts) === null && starts !== before?.starts ? { starts: t('plans.dayNeeded') } : {}),
    };
  }

  protected sending(): Send<PlanRow> {
    const { edited } = this;
    if (edited === null) {
      const plan = planContent(this.fields);
      return async (draftId, gesture) => {
        if (plan === null) throw new AppError('input.invalid');
        const made = await backend.plans.create({ plan, draftId, gesture });
        // A suggestion for the next plan; nothing is lost without it.
        backend.settings.set({ planDepot: plan.depot ?? null }).catch(() => undefined);
        return made;
      };
    }
    const edit = planChange(edited.before, this.fields);
    return async (draftId, gesture) =>
      Object.keys(edit.change).length === 0
        ? null
        : backend.plans.edit({ planId: edited.id, ...edit, draftId, gesture });
  }
}
