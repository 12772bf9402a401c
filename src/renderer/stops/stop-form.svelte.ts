/** The logic of the stop form: fields, validation, draft, and saving. */
import { addressFields as fieldsOfAddress } from '../../shared/address-fields.ts';
import type { EntryRow } from '../../shared/entries.ts';
import { AppError } from '../../shared/errors.ts';
import { contentOf, unsendable, type Unsendable } from '../../shared/stop-content.ts';
import { stopUpdate, type RecentRecipient, type StopRow } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { clockWithoutDay, type DepotClock } from '../../shared/zones.ts';
import { backend } from '../lib/backend.ts';
import { keptEdit } from '../lib/kept-fields.ts';
import { KeptForm, type AsEdit, type Send } from '../lib/kept-form.svelte.ts';
import { press } from '../lib/press.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { buildStop, type FieldName, fieldForPath, type Problems, readWindow } from './stop-build.ts';
import { addressFields, editOf, isEdited } from './stop-edit.ts';
import { placeOf } from './stop-place.ts';
import { emptyFields, fieldsFromDraft, fieldsFromStop, type StopFields } from './stop-fields.ts';
import { repeatedText } from './window-times.ts';

/** Fields in display order: the first invalid one gets the focus. */
export const fieldOrder: readonly FieldName[] = [
  'recipientName',
  'phone',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'earliest',
  'latest',
  'packageCount',
  'notes',
  'barcodeTyped',
  'barcodes',
  'durationMinutes',
  'activity',
  'optimizationOrder',
  'allowedDrivers',
  'proof',
  'paymentAmount',
  'paymentCurrency',
  'email',
  'externalId',
  'addressName',
  'state',
  'country',
  'latitude',
  'longitude',
  'weightAmount',
  'weightUnit',
  'products',
  'sellerName',
  'sellerOrderId',
  'sellerWebsite',
  'clientId',
  'properties',
];
const beforeMore = fieldOrder.indexOf('durationMinutes');

/** Whether a field is under "More". */
export const isUnderMore = (field: FieldName): boolean => fieldOrder.indexOf(field) >= beforeMore;

/** The stop being edited, as it was when the form was filled. */
interface Edited {
  id: string;
  before: StopFields;
  /** Its fields as read from the service. */
  read: Record<string, unknown>;
}

export class StopForm extends KeptForm<StopFields, FieldName, Edited, StopRow> {
  /** The plan's id, or `unassignedPlace`. */
  planId = $state('');

  readonly #built = $derived.by(() => {
    const built = buildStop(this.fields, this.#clock());
    // What the service has may fail validation here; while unchanged, it is not sent.
    const { edited, fields } = this;
    if (edited === null) return built;
    if (this.#isRelocated) return { ...built, problems: { ...lostBy(edited, fields), ...built.problems } };
    const found = Object.entries(built.problems).filter(([name]) => isEdited(name as FieldName, edited.before, fields));
    const problems: Problems = Object.fromEntries(found);
    if (fields.clientId.trim() !== edited.before.clientId.trim()) problems.clientId = fixedText(edited.before.clientId);
    return { ...built, problems };
  });
  readonly #isRelocated = $derived(
    this.edited !== null && addressFields.some((name) => this.fields[name] !== this.edited?.before[name]),
  );

  /**
   * Ends of the window that come twice on the plan's day, and which is meant; and that coordinates count, not the
   * address (planning-api, Address (input)).
   */
  readonly notes = $derived.by(() => {
    const { earliest, latest } = readWindow(this.fields);
    const clock = this.#clock();
    const { latitude, longitude, addressLineOne } = this.fields;
    const isPlaced = [latitude, longitude, addressLineOne].every((typed) => typed.trim() !== '');
    return {
      earliest: repeatedText(earliest, clock),
      latest: repeatedText(latest, clock),
      address: isPlaced ? t('stopForm.atCoordinates') : null,
    };
  });
  readonly #clock: () => DepotClock;

  /** @param clock on which the window is read: the depot's, with the plan's day */
  constructor(planId: string, clock: () => DepotClock = clockWithoutDay) {
    super();
    this.planId = planId;
    this.#clock = clock;
  }

  /** The address was edited, so saving creates the stop again. */
  get relocates(): boolean {
    return this.#isRelocated;
  }

  /** Fills the form with the content of an outbox entry. */
  async correct(entryId: string): Promise<void> {
    const { draft } = await backend.outbox.content({ entryId });
    this.entryId = entryId;
    if (draft) this.fill(fieldsFromStop(draft));
  }

  /** Fills the form with an existing stop, unsent edits included. */
  async change(id: string): Promise<void> {
    this.edited = await this.#editedOf(id);
    this.fill(structuredClone(this.edited.before));
  }

  /**
   * The client ID stays as it is: an update has no field for it (planning-api, Write shapes). One that was typed while
   * the stop was to be created again can be typed back.
   */
  get keepsClientId(): boolean {
    return this.edited !== null && !this.#isRelocated && this.found.clientId === undefined;
  }

  /** Undoes the edits to the address of an existing stop. */
  restoreAddress(): void {
    if (this.edited === null) return;
    for (const name of addressFields) this.fields[name] = this.edited.before[name];
  }

  /**
   * Moves the content to another plan, as a new stop: the plan of the form is gone. An entry being corrected is
   * discarded once the draft holds its content, because the stop must not be waiting twice.
   *
   * @param plan the other plan; allowed drivers that it does not have are dropped
   * @returns the id of the draft in that plan; null when nothing is typed
   * @throws AppError when the draft could not be saved, or the entry could not be discarded
   */
  async moveTo(plan: { id: string; driverIds: readonly string[] }): Promise<string | null> {
    const { entryId } = this;
    this.planId = plan.id;
    this.fields.allowedDrivers = this.fields.allowedDrivers.filter((id) => plan.driverIds.includes(id));
    this.becomeNew();
    await this.keepNow();
    if (this.draftError !== null) throw this.draftError;
    if (entryId !== null) await press('outbox.giveUp', { entryId });
    return this.filled ? this.draftId : null;
  }

  override touch(field: FieldName): void {
    super.touch(field);
    if (field === 'earliest' || field === 'latest') this.#tidyWindow();
  }

  /**
   * Copies the recipient of an earlier stop; fields that the recipient lacks keep their content, but for those of the
   * address: coordinates of another one would override it (planning-api, Address (input)).
   */
  takeRecipient(recipient: RecentRecipient): void {
    const { fields } = this;
    fields.recipientName = recipient.name ?? fields.recipientName;
    fields.phone = recipient.phone ?? fields.phone;
    fields.email = recipient.email ?? fields.email;
    const { address, addressLineOne, addressLineTwo } = recipient;
    const found = fieldsOfAddress({ address, addressLineOne, addressLineTwo });
    fields.addressLineOne = found.addressLineOne ?? '';
    fields.addressLineTwo = found.addressLineTwo ?? '';
    fields.zip = found.zip ?? '';
    fields.city = found.city ?? '';
    fields.state = found.state ?? '';
    fields.country = found.country ?? '';
    [fields.addressName, fields.latitude, fields.longitude] = ['', '', ''];
    fields.notes = recipient.notes ?? fields.notes;
  }

  /** Adds the text in the barcode field; a scanner ends each code with Enter. */
  addBarcode(): void {
    const code = this.fields.barcodeTyped.trim();
    if (code !== '' && !this.fields.barcodes.includes(code)) this.fields.barcodes.push(code);
    this.fields.barcodeTyped = '';
  }

  /** Removes it once: what another client wrote may hold it twice. */
  removeBarcode(code: string): void {
    const at = this.fields.barcodes.indexOf(code);
    this.fields.barcodes = this.fields.barcodes.filter((_, index) => index !== at);
  }

  protected get place() {
    return { form: 'stop' as const, planId: this.planId };
  }

  protected empty(): StopFields {
    return emptyFields();
  }

  protected get found(): Problems {
    return this.#built.problems;
  }

  protected firstWrong(): FieldName | undefined {
    return fieldOrder.find((name) => this.found[name]);
  }

  protected fieldFor(path: string): FieldName | undefined {
    return fieldForPath(path);
  }

  protected remembered(): Record<string, unknown> {
    return this.edited === null ? {} : { edited: this.edited };
  }

  protected restore(draft: Record<string, unknown>): void {
    this.edited = editedFromDraft(draft['edited']);
    this.fill(fieldsFromDraft(draft), this.edited?.before ?? emptyFields());
  }

  protected override async asEdit({ id, recordId }: EntryRow): Promise<AsEdit<StopFields, Edited>> {
    const [edited, { draft }] = await Promise.all([this.#editedOf(recordId), backend.outbox.content({ entryId: id })]);
    const sent = draft === null ? emptyFields() : fieldsFromStop(draft);
    // What the user left as it was sent is as the stop has it now.
    const own = fieldOrder.filter((name) => isEdited(name, sent, this.fields));
    const kept = Object.fromEntries(own.map((name) => [name, this.fields[name]]));
    return { edited, before: edited.before, fields: { ...structuredClone(edited.before), ...kept } };
  }

  protected sending(): Send<StopRow> {
    const fields = this.fields;
    const { edited, entryId } = this;
    const { stop } = this.#built;
    const place = placeOf(this.planId);
    return async (draftId, gesture) => {
      const given = { draftId, gesture };
      if (edited !== null) {
        const { id, before, read } = edited;
        const edit = editOf(before, fields, read);
        if (edit.kind === 'change') return place.edit(id, edit.change, edit.base, given);
        return edit.kind === 'relocate' && stop ? place.relocate(id, stop, given) : null;
      }
      if (!stop) throw new AppError('input.invalid');
      return entryId === null ? place.add(stop, given) : place.correct(entryId, stop, given);
    };
  }

  async #editedOf(id: string): Promise<Edited> {
    const { stop, draft } = await placeOf(this.planId).get(id);
    const read = stop ?? draft ?? {};
    const before = fieldsFromStop(draft ?? { ...contentOf(stop ?? {}), address: fieldsOfAddress(stop?.address) });
    const named = Object.entries(read).filter(([name]) => name in stopUpdate.shape);
    return { id, before, read: Object.fromEntries(named) };
  }

  /** `9-12` in the first field becomes 09:00 and 12:00; `1430` becomes 14:30. */
  #tidyWindow(): void {
    const { earliest, latest } = readWindow(this.fields);
    if (earliest) this.fields.earliest = timeText(earliest);
    if (latest) this.fields.latest = timeText(latest);
  }
}

/** The fields in which somebody enters again what cannot be sent, and what is said until then. */
const enteredAnew = {
  paymentOnDelivery: ['paymentAmount', 'stopForm.paymentUnsendable'],
  weight: ['weightAmount', 'stopForm.weightUnsendable'],
  activity: ['activity', 'stopForm.activityUnsendable'],
} as const satisfies Record<Unsendable, readonly [FieldName, PlainKey]>;

/** What a stop would lose at another address, where it is created again, by the field that nobody has filled. */
function lostBy({ before, read }: Edited, fields: StopFields): Problems {
  const lost = unsendable(read as Parameters<typeof unsendable>[0]).map((name) => enteredAnew[name]);
  const empty = lost.filter(([name]) => fields[name] === before[name]);
  return Object.fromEntries(empty.map(([name, key]) => [name, t(key)]));
}

/** @param clientId of the stop; empty: it has none */
const fixedText = (clientId: string): string =>
  clientId.trim() === '' ? t('stopForm.clientIdNone') : t('stopForm.clientIdFixed', { clientId });

/** The edited stop as stored in a draft; null when the draft is not an edit. */
function editedFromDraft(kept: unknown): Edited | null {
  const edit = keptEdit(kept, fieldsFromDraft);
  return edit && { ...edit, read: (kept as Partial<Edited>).read ?? {} };
}
