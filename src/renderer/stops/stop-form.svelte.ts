/**
 * The stop form without its looks: what is typed, what is wrong with it, the draft that survives the computer, and
 * saving. "Saved" is never said before main has answered (outbox, Rule 1).
 */
import { AppError } from '../../shared/errors.ts';
import { contentOf } from '../../shared/stop-content.ts';
import { stopUpdate, type RecentRecipient, type StopCreate, type StopRow } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { asAppError, backend } from '../lib/backend.ts';
import { buildStop, type FieldName, fieldForPath, type Problems, readWindow } from './stop-build.ts';
import { addressFields, editOf } from './stop-edit.ts';
import { placeOf } from './stop-place.ts';
import { emptyFields, fieldsFromDraft, fieldsFromStop, type StopFields } from './stop-fields.ts';

/** Fields in the order they stand in the form: the first wrong one takes the focus. */
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

/** Whether a field stands under "More". */
export const isUnderMore = (field: FieldName): boolean => fieldOrder.indexOf(field) >= beforeMore;

/** What a stop that is changed was when the form was filled. */
interface Edited {
  id: string;
  before: StopFields;
  /** Its fields as they were read. */
  read: Record<string, unknown>;
}

export type SaveResult =
  | { kind: 'saved'; row: StopRow }
  /** There was nothing to be saved. */
  | { kind: 'unchanged' }
  | { kind: 'invalid'; field: FieldName }
  | { kind: 'failed' };

/** How long typing has to pause before the draft is kept, in milliseconds. */
const draftDelay = 400;

export class StopForm {
  readonly planId: string;
  fields = $state<StopFields>(emptyFields());
  /** The refused or unsent entry that is being corrected; null for a new stop. */
  entryId = $state<string | null>(null);
  /** The stop that is being changed; null for a new or a corrected one. */
  edited = $state.raw<Edited | null>(null);
  saving = $state(false);
  /** Why the last try to save failed; the fields stay as they are. */
  saveError = $state.raw<AppError | null>(null);
  /** The unfinished form cannot be kept on this computer. */
  draftError = $state.raw<AppError | null>(null);
  /** Fields that were left once, by name; their problems are shown. */
  #touched = $state.raw<Readonly<Partial<Record<FieldName, true>>>>({});
  /** Saving was tried: every problem is shown. */
  #tried = $state(false);

  readonly #built = $derived.by(() => {
    const built = buildStop(this.fields);
    // The service's own words for an address need not be what it takes; unchanged, they are not sent.
    if (this.edited === null || this.#isRelocated) return built;
    const isOfAddress = (name: string) => addressFields.some((field) => field === name);
    const problems = Object.fromEntries(Object.entries(built.problems).filter(([name]) => !isOfAddress(name)));
    return { ...built, problems };
  });
  readonly #isRelocated = $derived(
    this.edited !== null && addressFields.some((name) => this.fields[name] !== this.edited?.before[name]),
  );
  /** Problems worth saying now. */
  readonly problems: Problems = $derived.by(() => {
    const { problems } = this.#built;
    const shown = Object.entries(problems).filter(([name]) => this.#tried || this.#touched[name as FieldName]);
    return Object.fromEntries(shown);
  });
  readonly problemCount = $derived(Object.keys(this.problems).length);
  /** Something was typed that was not there when the form was opened. */
  readonly filled = $derived(JSON.stringify(this.fields) !== JSON.stringify(this.edited?.before ?? emptyFields()));
  /** The stop goes to another address, which makes it anew. */
  get relocates(): boolean {
    return this.#isRelocated;
  }

  #draftId: string = crypto.randomUUID();
  #draftKept = false;
  /** While it is being saved, the next stop can be typed already. */
  #hasRoom = false;
  /** What was typed of the next stop while one was being saved that could not be: it comes back after that one. */
  #ahead: { draftId: string; draftKept: boolean; fields: StopFields } | null = null;
  #keptAs = JSON.stringify(emptyFields());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: Promise<void> = Promise.resolve();

  constructor(planId: string) {
    this.planId = planId;
  }

  /** Goes on with an unfinished stop. */
  async continueDraft(draftId: string): Promise<void> {
    const drafts = await backend.drafts.list();
    const draft = drafts.find((each) => each.id === draftId);
    if (!draft) return;
    this.#draftId = draft.id;
    this.#draftKept = true;
    this.fields = fieldsFromDraft(draft.fields);
    const { entryId } = draft.fields;
    this.entryId = typeof entryId === 'string' ? entryId : null;
    this.edited = editedFromDraft(draft.fields['edited']);
    this.#keptAs = JSON.stringify(this.fields);
  }

  /** Fills the form with what the entry carries. */
  async correct(entryId: string): Promise<void> {
    const { draft } = await backend.outbox.content({ entryId });
    this.entryId = entryId;
    if (draft) this.fields = fieldsFromStop(draft);
    this.#keptAs = JSON.stringify(this.fields);
  }

  /** Fills the form with a stop that is there, what is typed of it already included. */
  async change(id: string): Promise<void> {
    const { stop, draft } = await placeOf(this.planId).get(id);
    const read = stop ?? draft ?? {};
    const before = fieldsFromStop(draft ?? contentOf(stop ?? {}));
    const named = Object.entries(read).filter(([name]) => name in stopUpdate.shape);
    this.edited = { id, before, read: Object.fromEntries(named) };
    this.fields = structuredClone(before);
    this.#keptAs = JSON.stringify(this.fields);
  }

  touch(field: FieldName): void {
    if (!this.#touched[field]) this.#touched = { ...this.#touched, [field]: true };
    if (field === 'earliest' || field === 'latest') this.#tidyWindow();
  }

  /** Takes over a recipient of an earlier stop; what the person typed besides stays. */
  takeRecipient(recipient: RecentRecipient): void {
    const { fields } = this;
    fields.recipientName = recipient.name ?? fields.recipientName;
    fields.phone = recipient.phone ?? fields.phone;
    fields.email = recipient.email ?? fields.email;
    fields.addressLineOne = recipient.addressLineOne ?? recipient.address;
    fields.addressLineTwo = recipient.addressLineTwo ?? '';
    // Postcode and city are part of the second line of an address as the service gives it.
    fields.zip = '';
    fields.city = '';
    fields.notes = recipient.notes ?? fields.notes;
  }

  /** Adds what stands in the barcode field; a scanner ends each code with Enter. */
  addBarcode(): void {
    const code = this.fields.barcodeTyped.trim();
    if (code !== '' && !this.fields.barcodes.includes(code)) this.fields.barcodes.push(code);
    this.fields.barcodeTyped = '';
  }

  removeBarcode(code: string): void {
    this.fields.barcodes = this.fields.barcodes.filter((each) => each !== code);
  }

  /** Keeps the form soon; call when a field has changed. */
  keepSoon(): void {
    if (JSON.stringify(this.fields) === this.#keptAs) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keepNow(), draftDelay);
  }

  /** Keeps the form as it stands, or removes the draft when nothing is left in it. */
  keepNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#keeping = this.#keeping.then(() => this.#keep());
    return this.#keeping;
  }

  /**
   * Checks and saves; on success the form is empty again, for the next stop of the same plan.
   * @param andNext a new stop makes room at once, so that what is typed before the answer is the next one's
   */
  async save(andNext = true): Promise<SaveResult> {
    if (this.saving) return { kind: 'failed' };
    this.#tried = true;
    const { problems, stop } = this.#built;
    const [wrong] = fieldOrder.filter((name) => problems[name]);
    if (wrong !== undefined) return { kind: 'invalid', field: wrong };
    this.saving = true;
    this.saveError = null;
    clearTimeout(this.#timer);
    const given = this.fields;
    const makesRoom = andNext && this.#isNew;
    this.#hasRoom = makesRoom;
    if (makesRoom) this.#show(this.#ahead?.fields ?? emptyFields());
    try {
      await this.#keeping;
      const row = await this.#send(given, stop);
      this.#startAfresh(makesRoom ? this.fields : (this.#ahead?.fields ?? emptyFields()));
      return row === null ? { kind: 'unchanged' } : { kind: 'saved', row };
    } catch (error) {
      if (makesRoom) this.#takeBack(given);
      return this.#failed(asAppError(error));
    } finally {
      this.saving = false;
      // What was not saved is kept; an empty form needs nothing.
      this.keepSoon();
    }
  }

  get #isNew(): boolean {
    return this.edited === null && this.entryId === null;
  }

  /** What is typed now has nowhere to go: the form closes, or begins anew, as soon as the answer is there. */
  get takesNothing(): boolean {
    return this.saving && !this.#hasRoom;
  }

  /** @returns null when nothing was changed */
  async #send(given: StopFields, stop: StopCreate | null): Promise<StopRow | null> {
    const { edited } = this;
    const place = placeOf(this.planId);
    const draftId = this.#draftKept ? this.#draftId : null;
    if (edited !== null) {
      const { id, before, read } = edited;
      const edit = editOf(before, given, read);
      if (edit.kind === 'change') {
        const { change, base } = edit;
        return place.edit(id, change, base, draftId);
      }
      if (edit.kind === 'relocate' && stop) return place.relocate(id, stop, draftId);
      if (draftId !== null) await backend.drafts.remove({ id: draftId });
      return null;
    }
    if (!stop) throw new AppError('input.invalid');
    if (this.entryId === null) return place.add(stop, draftId);
    const row = await backend.stops.correct({ entryId: this.entryId, stop });
    if (draftId !== null) await backend.drafts.remove({ id: draftId });
    return row;
  }

  /** Empties the form and forgets its draft. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#keeping;
    if (this.#draftKept) await backend.drafts.remove({ id: this.#draftId });
    this.#startAfresh(this.#ahead?.fields ?? emptyFields());
  }

  /** Other fields, none of which was left or is said to be wrong. */
  #show(fields: StopFields): void {
    this.fields = fields;
    this.#touched = {};
    this.#tried = false;
  }

  /** What could not be saved stands in the form again; what was typed meanwhile waits behind it. */
  #takeBack(given: StopFields): void {
    const { draftId = crypto.randomUUID(), draftKept = false } = this.#ahead ?? {};
    this.#ahead = this.filled ? { draftId, draftKept, fields: this.fields } : null;
    this.#show(given);
    this.#tried = true;
  }

  #failed(error: AppError): SaveResult {
    this.saveError = error;
    const { field: path } = error.detail;
    const field = path === undefined ? undefined : fieldForPath(path);
    return field ? { kind: 'invalid', field } : { kind: 'failed' };
  }

  async #keep(): Promise<void> {
    // What is being saved is no draft: kept now, it would be offered to be gone on with after it was saved.
    if (this.saving) return;
    const now = JSON.stringify(this.fields);
    if (now === this.#keptAs) return;
    try {
      if (this.filled) {
        const fields: Record<string, unknown> = { ...$state.snapshot(this.fields) };
        if (this.entryId !== null) fields['entryId'] = this.entryId;
        if (this.edited !== null) fields['edited'] = this.edited;
        await backend.drafts.save({ id: this.#draftId, form: 'stop', planId: this.planId, fields });
        this.#draftKept = true;
      } else if (this.#draftKept) {
        await backend.drafts.remove({ id: this.#draftId });
        this.#draftKept = false;
      }
      if (this.#ahead !== null) {
        const fields = { ...$state.snapshot(this.#ahead.fields) };
        await backend.drafts.save({ id: this.#ahead.draftId, form: 'stop', planId: this.planId, fields });
        this.#ahead.draftKept = true;
      }
      this.#keptAs = now;
      this.draftError = null;
    } catch (error) {
      this.draftError = asAppError(error);
    }
  }

  /** @param fields of the next stop: what was typed of it already */
  #startAfresh(fields: StopFields): void {
    if (fields !== this.fields) this.#show(fields);
    this.entryId = null;
    this.edited = null;
    this.saveError = null;
    this.#draftId = this.#ahead?.draftId ?? crypto.randomUUID();
    this.#draftKept = this.#ahead?.draftKept ?? false;
    this.#ahead = null;
    this.#keptAs = JSON.stringify(emptyFields());
  }

  /** `9-12` in the first field becomes 09:00 and 12:00; `1430` becomes 14:30. */
  #tidyWindow(): void {
    const { earliest, latest } = readWindow(this.fields);
    if (earliest) this.fields.earliest = timeText(earliest);
    if (latest) this.fields.latest = timeText(latest);
  }
}

/** What a kept draft says of the stop that was being changed; null for another. */
function editedFromDraft(kept: unknown): Edited | null {
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || typeof kept.id !== 'string') return null;
  const { id, before, read } = kept as { id: string; before?: unknown; read?: unknown };
  return {
    id,
    before: fieldsFromDraft((before ?? {}) as Record<string, unknown>),
    read: (read ?? {}) as Record<string, unknown>,
  };
}
