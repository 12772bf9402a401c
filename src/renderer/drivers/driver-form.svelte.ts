/** The logic of the driver form: fields, validation, draft, and saving. */
import type { DriverRow } from '../../shared/drivers.ts';
import type { EntryRow } from '../../shared/entries.ts';
import { backend } from '../lib/backend.ts';
import { DialogForm, type Edited } from '../lib/dialog-form.svelte.ts';
import { keptFields } from '../lib/kept-fields.ts';
import type { AsEdit, Problems, Send } from '../lib/kept-form.svelte.ts';
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

  /** E-mail and phone become what the service has: they cannot be changed any more. */
  protected override async asEdit({
    id,
    recordId,
  }: EntryRow): Promise<AsEdit<DriverFields, Edited<DriverFields>> | null> {
    const [{ rows }, { typed }] = await Promise.all([backend.drivers.list(), backend.outbox.detail({ entryId: id })]);
    const there = rows.find((row) => row.id === recordId || row.localId === recordId);
    if (there === undefined) return null;
    const before = fieldsOf(there);
    const mine = $state.snapshot(this.fields);
    // What the user left as it was sent is as the driver has it now.
    const { change } = driverChange(keptFields(typed, this.empty()), mine);
    const kept = Object.fromEntries(Object.entries(mine).filter(([name]) => name in change));
    return { edited: { id: there.id, before }, before, fields: { ...structuredClone(before), ...kept } };
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
