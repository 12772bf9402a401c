/** The logic of the driver form: fields, validation, draft, and saving. */
import type { DriverRow } from '../../shared/drivers.ts';
import { backend } from '../lib/backend.ts';
import { DialogForm } from '../lib/dialog-form.svelte.ts';
import type { Problems, Send } from '../lib/kept-form.svelte.ts';
import { t } from '../../messages/index.ts';
import {
  driverChange,
  driverContent,
  fieldsOf,
  reachProblem,
  unsentEntry,
  type DriverFields,
} from './driver-fields.ts';

const problemWords = { 'not-an-email': 'forms.notAnEmail', none: 'drivers.reachNeeded' } as const;

export class DriverForm extends DialogForm<DriverFields, DriverRow> {
  protected readonly fieldOrder = ['name', 'displayName', 'email', 'phone', 'depots'] as const;

  /** Fills the form with a driver: to correct one that is not on the service yet, to edit any other. */
  change(driver: DriverRow): void {
    const before = fieldsOf(driver);
    this.entryId = unsentEntry(driver);
    this.edited = this.entryId === null ? { id: driver.id, before } : null;
    this.fill(structuredClone(before));
  }

  /** Suggests a depot for a new driver. What nobody has typed leaves no draft. @param depot null: none */
  suggestDepot(depot: string | null): void {
    if (depot !== null) this.fill({ ...this.fields, depots: [depot] });
  }

  protected get place() {
    return { form: 'driver' as const, planId: '' };
  }

  protected empty(): DriverFields {
    return fieldsOf(null);
  }

  /** E-mail and phone cannot be changed any more once the service has them (planning-api, DriverUpdate). */
  protected get found(): Problems<keyof DriverFields> {
    const problem = this.edited === null ? reachProblem(this.fields) : null;
    return problem === null ? {} : { email: t(problemWords[problem]) };
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
