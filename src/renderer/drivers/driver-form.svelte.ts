/** The logic of the driver form: fields, validation, draft, and saving. */
import type { DriverRow } from '../../shared/drivers.ts';
import { backend } from '../lib/backend.ts';
import { KeptForm, type Problems, type Send } from '../lib/kept-form.svelte.ts';
import { keptEdit, keptFields } from '../lib/kept-fields.ts';
import { t } from '../../messages/index.ts';
import {
  driverChange,
  driverContent,
  fieldsOf,
  reachProblem,
  unsentEntry,
  type DriverFields,
} from './driver-fields.ts';

type DriverFieldName = keyof DriverFields;

/** The driver being edited, as it was when the form was filled. */
interface Edited {
  id: string;
  before: DriverFields;
}

const fieldOrder: readonly DriverFieldName[] = ['name', 'displayName', 'email', 'phone', 'depots'];
const problemWords = { 'not-an-email': 'forms.notAnEmail', none: 'drivers.reachNeeded' } as const;

export class DriverForm extends KeptForm<DriverFields, DriverFieldName, Edited, DriverRow> {
  /** Fills the form with a driver: to correct one that is not on the service yet, to edit any other. */
  change(driver: DriverRow): void {
    const before = fieldsOf(driver);
    this.entryId = unsentEntry(driver);
    this.edited = this.entryId === null ? { id: driver.id, before } : null;
    this.fill(structuredClone(before));
  }

  protected get place() {
    return { form: 'driver' as const, planId: '' };
  }

  protected empty(): DriverFields {
    return fieldsOf(null);
  }

  /** E-mail and phone cannot be changed any more once the service has them (planning-api, DriverUpdate). */
  protected get found(): Problems<DriverFieldName> {
    const problem = this.edited === null ? reachProblem(this.fields) : null;
    return problem === null ? {} : { email: t(problemWords[problem]) };
  }

  protected firstWrong(): DriverFieldName | undefined {
    return fieldOrder.find((name) => this.found[name]);
  }

  protected fieldFor(path: string): DriverFieldName | undefined {
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

  protected sending(): Send<DriverRow> {
    const { edited, entryId } = this;
    if (edited !== null) {
      const edit = driverChange(edited.before, this.fields);
      return async (draftId, gesture) =>
        Object.keys(edit.change).length === 0
          ? null
          : backend.drivers.edit({ id: edited.id, ...edit, draftId, gesture });
    }
    const driver = driverContent(this.fields);
    return async (draftId, gesture) =>
      entryId === null
        ? backend.drivers.create({ driver, draftId, gesture })
        : backend.drivers.correct({ entryId, driver, draftId, gesture });
  }
}
