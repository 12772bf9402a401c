/** The logic of the plan form: fields, validation, draft, and saving. */
import { AppError } from '../../shared/errors.ts';
import { isSame } from '../../shared/outbox-merge.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { mostDrivers } from '../../shared/plan-rules.ts';
import { parseTime, timeText } from '../../shared/time.ts';
import { backend } from '../lib/backend.ts';
import { clock } from '../lib/clock.svelte.ts';
import { depotZones } from '../lib/depot-zones.svelte.ts';
import { DialogForm } from '../lib/dialog-form.svelte.ts';
import type { Problems, Send } from '../lib/kept-form.svelte.ts';
import { t } from '../../messages/index.ts';
import { dateOf, planChange, planContent, startingFields, tomorrowIn, type PlanFields } from './plan-fields.ts';
import { routeEdit, routeFieldNames } from './plan-routes.ts';

export class PlanForm extends DialogForm<PlanFields, PlanRow> {
  protected readonly fieldOrder = ['title', 'starts', 'depot', 'drivers', ...routeFieldNames] as const;
  readonly #withRoutes: boolean;

  /** @param withRoutes whether the service accepts route overrides for a plan (planning-api, Versioning) */
  constructor(withRoutes = true) {
    super();
    this.#withRoutes = withRoutes;
  }

  /** Fills the form with an existing plan, unsent edits included. */
  change(plan: PlanRow): void {
    const before = startingFields(plan, clock.now, depotZones.of(plan.depot));
    this.edited = { id: plan.id, before };
    this.fill(structuredClone(before));
  }

  /** Suggests a depot for a new plan, and its tomorrow; what the user has entered stays. @param depot null: none stands out */
  suggestDepot(depot: string | null): void {
    if (!this.isNew || this.filled || this.fields.depot !== null) return;
    this.fill({ ...this.fields, depot, starts: tomorrowIn(clock.now, depotZones.of(depot)) });
  }

  protected get place() {
    return { form: 'plan' as const, planId: this.edited?.id ?? '' };
  }

  protected empty(): PlanFields {
    return startingFields(null, clock.now, depotZones.of(null));
  }

  /** What the service has may lack a title or a day; while unchanged, it is not sent. */
  protected get found(): Problems<keyof PlanFields> {
    const { title, starts } = this.fields;
    const before = this.edited?.before;
    const hasTooMany = this.fields.drivers.length > mostDrivers && !isSame(this.fields.drivers, before?.drivers);
    return {
      ...(title.trim() === '' && title !== before?.title ? { title: t('plans.titleNeeded') } : {}),
      ...(dateOf(starts) === null && starts !== before?.starts ? { starts: t('plans.dayNeeded') } : {}),
      ...(hasTooMany ? { drivers: t('planForm.tooManyDrivers', { most: mostDrivers }) } : {}),
      ...(this.#withRoutes ? routeEdit(before ?? this.empty(), this.fields).problems : {}),
    };
  }

  protected override fieldFor(path: string): keyof PlanFields | undefined {
    const named = routeFieldNames.find((name) => path.endsWith(`routeOverrides.${name}`) || path.endsWith(`.${name}`));
    return named ?? super.fieldFor(path);
  }

  /** `8` becomes 08:00. */
  override touch(field: keyof PlanFields): void {
    super.touch(field);
    if (field !== 'startTime' && field !== 'endTime') return;
    const time = parseTime(this.fields[field]);
    if (time !== undefined) this.fields[field] = timeText(time);
  }

  protected sending(): Send<PlanRow> {
    const { edited } = this;
    if (edited === null) {
      const plan = planContent(this.fields, this.#withRoutes);
      return async (draftId, gesture) => {
        if (plan === null) throw new AppError('input.invalid');
        const made = await backend.plans.create({ plan, draftId, gesture });
        // A suggestion for the next plan; nothing is lost without it.
        backend.settings.set({ planDepot: plan.depot ?? null }).catch(() => undefined);
        return made;
      };
    }
    const edit = planChange(edited.before, this.fields, this.#withRoutes);
    return async (draftId, gesture) =>
      Object.keys(edit.change).length === 0
        ? null
        : backend.plans.edit({ planId: edited.id, ...edit, draftId, gesture });
  }
}
