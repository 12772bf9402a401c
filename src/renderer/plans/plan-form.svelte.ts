/** The logic of the plan form: fields, validation, draft, and saving. */
import { AppError } from '../../shared/errors.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { backend } from '../lib/backend.ts';
import { clock } from '../lib/clock.svelte.ts';
import { KeptForm, type Problems, type Send } from '../lib/kept-form.svelte.ts';
import { keptEdit, keptFields } from '../lib/kept-fields.ts';
import { t } from '../../messages/index.ts';
import { dateOf, planChange, planContent, startingFields, type PlanFields } from './plan-fields.ts';

type PlanFieldName = keyof PlanFields;

/** The plan being edited, as it was when the form was filled. */
interface Edited {
  id: string;
  before: PlanFields;
}

/** In display order: the first invalid one gets the focus. */
const fieldOrder: readonly PlanFieldName[] = ['title', 'starts', 'depot', 'drivers'];

export class PlanForm extends KeptForm<PlanFields, PlanFieldName, Edited, PlanRow> {
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
  protected get found(): Problems<PlanFieldName> {
    const { title, starts } = this.fields;
    const before = this.edited?.before;
    return {
      ...(title.trim() === '' && title !== before?.title ? { title: t('plans.titleNeeded') } : {}),
      ...(dateOf(starts) === null && starts !== before?.starts ? { starts: t('plans.dayNeeded') } : {}),
    };
  }

  protected firstWrong(): PlanFieldName | undefined {
    return fieldOrder.find((name) => this.found[name]);
  }

  protected fieldFor(path: string): PlanFieldName | undefined {
    const parts = path.split('.');
    return fieldOrder.find((name) => parts.includes(name));
  }

  protected remembered(): Record<string, unknown> {
    return this.edited === null ? {} : { edited: this.edited };
  }

  protected restore(draft: Record<string, unknown>): void {
    const fields = (kept: Readonly<Record<string, unknown>>) => keptFields(kept, this.empty());
    this.edited = keptEdit(draft['edited'], fields);
    this.fill(fields(draft), this.edited?.before ?? this.empty());
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
