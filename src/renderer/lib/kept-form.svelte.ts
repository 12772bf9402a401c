/**
 * The logic of a form that never loses input. It saves a draft shortly after each change, clears at once on save so
 * that the user can type the next record, and shows the input again if saving fails. It never reports "Saved" before
 * main has answered (outbox, Rule 1).
 */
import { untrack } from 'svelte';
import type { EntryRow } from '../../shared/entries.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Draft, EntryState } from '../../shared/outbox.ts';
import { asAppError, backend } from './backend.ts';
import { beforeClosing } from './closing.ts';

export type SaveResult<Row, Name> =
  | { kind: 'saved'; row: Row }
  /** Nothing had changed. */
  | { kind: 'unchanged' }
  | { kind: 'invalid'; field: Name }
  | { kind: 'failed' };

/** Problem texts by field name. */
export type Problems<Name extends string> = Partial<Record<Name, string>>;

/**
 * Saves the form's content as it was when `sending` was called.
 *
 * @param gesture the form's gesture id: repeated calls save once
 * @returns null when nothing was changed
 */
export type Send<Row> = (draftId: string | null, gesture: string) => Promise<Row | null>;

/** The input of a correction as an edit of its record, whose entry was sent meanwhile. */
export interface AsEdit<Fields, Edited> {
  edited: Edited;
  /** The fields of the record as it is now. */
  before: Fields;
  /** The same, with what the user changed. */
  fields: Fields;
}

/** With these, main says that an entry can no longer be corrected. */
const tooLate: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['record.not-editable', 'record.not-found']);
/** An entry in one of these states is on its way to the service, or there. A rejected one can be corrected later. */
const hasLeft: ReadonlySet<EntryState> = new Set<EntryState>(['sending', 'in-doubt', 'pending', 'acknowledged']);

/** After these, the next save is another gesture: an earlier one was saved, or was about another record. */
const renews: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'gesture.other',
  'record.sent-meanwhile',
  'record.discarded-meanwhile',
]);

/** Delay after the last change before the draft is saved, in milliseconds. */
const draftDelay = 400;

const plain = (fields: object) => $state.snapshot(fields) as Record<string, unknown>;

/** Subclasses define the fields, their names, the record being edited, and the row that saving returns. */
export abstract class KeptForm<Fields extends object, Name extends string, Edited extends object, Row> {
  fields = $state() as Fields;
  /** The refused or unsent entry being corrected, or null. */
  entryId = $state<string | null>(null);
  /** The record being edited, as it was when the form was filled; null for a new record or a correction. */
  edited = $state.raw<Edited | null>(null);
  saving = $state(false);
  /** Why the last save failed; the fields keep their content. */
  saveError = $state.raw<AppError | null>(null);
  /** Why the draft could not be saved on this computer. */
  draftError = $state.raw<AppError | null>(null);
  /** Fields that have lost focus once; their problems are shown. */
  #touched = $state.raw<readonly string[]>([]);
  /** The user has tried to save: every problem is shown. */
  #tried = $state(false);
  /** The fields to compare with, as JSON; `filled` says whether they changed. */
  #opened = $state.raw('');

  /** The problems to show now. */
  readonly problems: Problems<Name> = $derived.by(() => {
    const shown = Object.entries(this.found).filter(([name]) => this.#tried || this.#touched.includes(name));
    return Object.fromEntries(shown) as Problems<Name>;
  });
  readonly problemCount = $derived(Object.keys(this.problems).length);
  /** The fields differ from those the form opened with. */
  readonly filled = $derived(JSON.stringify(this.fields) !== this.#opened);

  /** Also the gesture id, so that a form restored after a restart is still the same gesture. */
  #draftId: string = $state.raw(crypto.randomUUID());
  #draftKept = false;
  /** During a save the form already accepts the next record. */
  #hasRoom = false;
  /** Input for the next record, typed during a save that failed. It comes back once the failed record is dealt with. */
  #ahead: { draftId: string; draftKept: boolean; fields: Fields } | null = null;
  #keptAs: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: Promise<void> = Promise.resolve();
  /** Resolves when the save that is under way has ended. */
  #saved: Promise<void> = Promise.resolve();

  constructor() {
    this.fields = this.empty();
    this.#opened = JSON.stringify(this.fields);
    this.#keptAs = this.#opened;
  }

  /** Which drafts belong to this form. */
  protected abstract get place(): Pick<Draft, 'form' | 'planId'>;
  /** The fields of an empty form. */
  protected abstract empty(): Fields;
  /** All problems of the current fields, shown or not. */
  protected abstract get found(): Problems<Name>;
  /** The first invalid field, in display order. */
  protected abstract firstWrong(): Name | undefined;
  /** A function that saves the current content, even if the fields change before it is called. */
  protected abstract sending(): Send<Row>;
  /** The field for a problem that main reported. @param path as in the error's detail */
  protected abstract fieldFor(path: string): Name | undefined;
  /** What a draft stores besides the fields and the entry. */
  protected abstract remembered(): Record<string, unknown>;
  /** Fills the form from one of its drafts. */
  protected abstract restore(draft: Draft['fields']): Promise<void> | void;

  /**
   * Makes an edit of a correction.
   *
   * @param _entry the entry being corrected, which was sent meanwhile
   * @returns null: the form cannot
   */
  protected asEdit(_entry: EntryRow): Promise<AsEdit<Fields, Edited> | null> {
    return Promise.resolve(null);
  }

  /** @param opened the baseline for `filled`; the fields themselves by default */
  protected fill(fields: Fields, opened: Fields = fields): void {
    this.#opened = JSON.stringify(opened);
    this.fields = fields;
    this.#keptAs = JSON.stringify(fields);
  }

  /** The id under which the input is kept. */
  get draftId(): string {
    return this.#draftId;
  }

  /** Resumes a draft. */
  async continueDraft(draftId: string): Promise<void> {
    const draft = (await backend.drafts.list()).find((each) => each.id === draftId);
    if (!draft) return;
    this.untouch();
    this.#tried = false;
    this.saveError = null;
    await this.restore(draft.fields);
    const { entryId } = draft.fields;
    this.entryId = typeof entryId === 'string' ? entryId : null;
    this.#draftId = draft.id;
    this.#draftKept = true;
  }

  /** Keeps the input, if there is any, as a draft of its own, and resumes another draft. */
  async switchTo(draftId: string): Promise<void> {
    await this.keepNow();
    if (this.draftError === null) await this.continueDraft(draftId);
  }

  touch(field: Name): void {
    if (!this.#touched.includes(field)) this.#touched = [...this.#touched, field];
  }

  /** Focus moved to the first field of the next record, in which no field has lost focus yet. */
  untouch(): void {
    this.#touched = [];
  }

  /** Saves the draft after a pause in typing; call it when a field has changed. */
  keepSoon(): void {
    if (JSON.stringify(this.fields) === this.#keptAs) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keepNow(), draftDelay);
  }

  /**
   * Saves the draft now, or removes it when the form is empty. During a save it waits for the answer, which tells whose
   * the input is.
   */
  keepNow(): Promise<void> {
    clearTimeout(this.#timer);
    // The save of now: one that begins later waits for this call itself.
    const saved = this.#saved;
    this.#keeping = this.#keeping.then(() => saved).then(() => this.#keep());
    return this.#keeping;
  }

  /**
   * Makes a new record out of the content, because the one being edited or corrected is gone. The draft no longer names
   * that one, and saving is another gesture. Does nothing during a save.
   */
  becomeNew(): void {
    if (this.saving) return;
    this.saveError = null;
    this.#startNew();
    this.#renew();
    this.keepSoon();
  }

  /** Neither a correction nor an edit. */
  get isNew(): boolean {
    return this.edited === null && this.entryId === null;
  }

  /** Input is not accepted now: the form closes, or starts over, as soon as the answer arrives. */
  get takesNothing(): boolean {
    return this.saving && !this.#hasRoom;
  }

  /**
   * Validates and saves; on success the form is empty again, for the next record.
   * @param andNext a new record clears the form at once, so that input before the answer belongs to the next one
   */
  async save(andNext = true): Promise<SaveResult<Row, Name>> {
    if (this.saving) return { kind: 'failed' };
    this.#tried = true;
    const wrong = this.firstWrong();
    if (wrong !== undefined) return { kind: 'invalid', field: wrong };
    this.saving = true;
    const saved = Promise.withResolvers<void>();
    const keeping = this.#keeping;
    this.#saved = saved.promise;
    this.saveError = null;
    clearTimeout(this.#timer);
    const given = this.fields;
    const send = this.sending();
    const makesRoom = andNext && this.isNew;
    this.#hasRoom = makesRoom;
    if (makesRoom) this.#show(this.#ahead?.fields ?? this.empty());
    try {
      await keeping;
      const row = await send(this.#draftKept ? this.#draftId : null, this.#draftId);
      if (row === null && this.#draftKept) await backend.drafts.remove({ id: this.#draftId });
      this.#startAfresh(makesRoom ? this.fields : (this.#ahead?.fields ?? this.empty()));
      return row === null ? { kind: 'unchanged' } : { kind: 'saved', row };
    } catch (error) {
      if (makesRoom) this.#takeBack(given);
      this.saveError = await this.#afterTooLate(asAppError(error));
      if (renews.has(this.saveError.code)) this.#renew();
      const { field: path } = this.saveError.detail;
      const field = path === undefined ? undefined : this.fieldFor(path);
      return field === undefined ? { kind: 'failed' } : { kind: 'invalid', field };
    } finally {
      this.saving = false;
      saved.resolve();
      // A record that was not saved becomes a draft again; an empty form needs none.
      this.keepSoon();
    }
  }

  /** Clears the form and removes its draft. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#keeping;
    if (this.#draftKept) await backend.drafts.remove({ id: this.#draftId });
    this.#startAfresh(this.#ahead?.fields ?? this.empty());
  }

  /** The content is that of a new record. */
  #startNew(): void {
    this.edited = null;
    this.entryId = null;
    this.#opened = JSON.stringify(this.empty());
  }

  /**
   * A correction whose entry has left or was discarded meanwhile would fail whenever it is saved. It becomes an edit or
   * a new record, which the next save carries out. The caller renews the gesture as the last step of the save, because
   * no draft is kept during one.
   *
   * @param error why it was not saved
   * @returns what to tell the user; the same error if the form stays as it is
   */
  async #afterTooLate(error: AppError): Promise<AppError> {
    const { entryId } = this;
    if (entryId === null || !tooLate.has(error.code)) return error;
    try {
      const { row } = await backend.outbox.entry({ entryId });
      // What went into a file is sent from elsewhere: a new record would double it.
      if (row.state === 'given-up' && row.reason?.code !== 'outbox.exported') {
        this.#startNew();
        return new AppError('record.discarded-meanwhile');
      }
      const edit = hasLeft.has(row.state) ? await this.asEdit(row) : null;
      if (edit === null) return error;
      this.entryId = null;
      this.edited = edit.edited;
      this.fill(edit.fields, edit.before);
      return new AppError('record.sent-meanwhile');
    } catch {
      // Its state is not known, so the first error stays, and the next save asks again.
      return error;
    }
  }

  /** Makes a new gesture and a new draft of the content: the earlier ones were saved, or were about another record. */
  #renew(): void {
    const before = this.#draftKept ? this.#draftId : null;
    this.#draftId = crypto.randomUUID();
    this.#draftKept = false;
    this.#keptAs = '';
    if (before === null) return;
    // Saves under the new id before removing the old one: the input survives a crash at any point.
    this.#keeping = this.#keeping
      .then(() => this.#keep())
      .then(() => backend.drafts.remove({ id: before }))
      .catch((error: unknown) => void (this.draftError = asAppError(error)));
  }

  /** Shows other fields, without any problem texts. */
  #show(fields: Fields): void {
    this.fields = fields;
    this.#touched = [];
    this.#tried = false;
  }

  /** Shows the record that was not saved again; input for the next one is kept in `#ahead`. */
  #takeBack(given: Fields): void {
    const { draftId = crypto.randomUUID(), draftKept = false } = this.#ahead ?? {};
    this.#ahead = this.filled ? { draftId, draftKept, fields: this.fields } : null;
    this.#show(given);
    this.#tried = true;
    // The record may be in a draft already, but the input for the next one is in none.
    this.#keptAs = '';
  }

  async #keep(): Promise<void> {
    // A draft written during the save would be offered for resuming after the record was saved.
    if (this.saving) return;
    const now = JSON.stringify(this.fields);
    if (now === this.#keptAs) return;
    const { place } = this;
    try {
      if (this.filled) {
        const entry = this.entryId === null ? {} : { entryId: this.entryId };
        const fields = { ...plain(this.fields), ...entry, ...this.remembered() };
        await backend.drafts.save({ id: this.#draftId, ...place, fields });
        this.#draftKept = true;
      } else if (this.#draftKept) {
        await backend.drafts.remove({ id: this.#draftId });
        this.#draftKept = false;
      }
      if (this.#ahead !== null) {
        const fields = plain(this.#ahead.fields);
        await backend.drafts.save({ id: this.#ahead.draftId, ...place, fields });
        this.#ahead.draftKept = true;
      }
      this.#keptAs = now;
      this.draftError = null;
    } catch (error) {
      this.draftError = asAppError(error);
    }
  }

  /** @param fields of the next record, as far as typed */
  #startAfresh(fields: Fields): void {
    if (fields !== this.fields) this.#show(fields);
    this.entryId = null;
    this.edited = null;
    this.saveError = null;
    this.#draftId = this.#ahead?.draftId ?? crypto.randomUUID();
    this.#draftKept = this.#ahead?.draftKept ?? false;
    this.#ahead = null;
    this.#opened = JSON.stringify(this.empty());
    this.#keptAs = this.#opened;
  }
}

/** What keeping the draft of a form needs of it. */
type Keeping = Pick<KeptForm<object, string, object, unknown>, 'fields' | 'keepSoon' | 'keepNow'>;

/**
 * Keeps the draft of a form up to date while its component is shown: soon after every change, so that a power cut costs
 * half a second of typing, and when the window or the component closes. Call it during component initialisation.
 *
 * @param isDone whether the form was saved or left, so that nothing remains to be kept
 */
export function keepWhileShown(form: Keeping, isDone: () => boolean): void {
  $effect(() => {
    JSON.stringify(form.fields);
    untrack(() => form.keepSoon());
  });
  $effect(() => beforeClosing(() => form.keepNow()));
  $effect(() => () => {
    if (!isDone()) void form.keepNow();
  });
}
