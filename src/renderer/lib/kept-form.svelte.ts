/**
 * A form whose typing is never lost, without its looks: kept as a draft soon after each change, emptied at once when it is
 * saved, so that the next can be typed, and filled again with what could not be saved. "Saved" is never said before main has
 * answered (outbox, Rule 1).
 */
import type { AppError } from '../../shared/errors.ts';
import type { Draft } from '../../shared/outbox.ts';
import { asAppError, backend } from './backend.ts';

export type SaveResult<Row, Name> =
  | { kind: 'saved'; row: Row }
  /** There was nothing to be saved. */
  | { kind: 'unchanged' }
  | { kind: 'invalid'; field: Name }
  | { kind: 'failed' };

/** What is wrong with the fields, by name. */
export type Problems<Name extends string> = Partial<Record<Name, string>>;

/**
 * Sends what was in the form when it was made.
 *
 * @param gesture of the form: however often it is sent, it is saved once
 * @returns null when nothing was changed
 */
export type Send<Row> = (draftId: string | null, gesture: string) => Promise<Row | null>;

/** How long typing has to pause before the draft is kept, in milliseconds. */
const draftDelay = 400;

const plain = (fields: object) => $state.snapshot(fields) as Record<string, unknown>;

/** What a form is about: its fields, the names of those, what it changes, and what saving gives. */
export abstract class KeptForm<Fields extends object, Name extends string, Edited extends object, Row> {
  fields = $state() as Fields;
  /** The refused or unsent entry that is being corrected; null otherwise. */
  entryId = $state<string | null>(null);
  /** What is being changed, as it was when the form was filled; null for what is new or corrected. */
  edited = $state.raw<Edited | null>(null);
  saving = $state(false);
  /** Why the last try to save failed; the fields stay as they are. */
  saveError = $state.raw<AppError | null>(null);
  /** The unfinished form cannot be kept on this computer. */
  draftError = $state.raw<AppError | null>(null);
  /** Fields that were left once; their problems are shown. */
  #touched = $state.raw<readonly string[]>([]);
  /** Saving was tried: every problem is shown. */
  #tried = $state(false);
  /** What the form was filled with, as JSON. */
  #opened = $state.raw('');

  /** Problems worth saying now. */
  readonly problems: Problems<Name> = $derived.by(() => {
    const shown = Object.entries(this.found).filter(([name]) => this.#tried || this.#touched.includes(name));
    return Object.fromEntries(shown) as Problems<Name>;
  });
  readonly problemCount = $derived(Object.keys(this.problems).length);
  /** Something was typed that was not there when the form was opened. */
  readonly filled = $derived(JSON.stringify(this.fields) !== this.#opened);

  /** The gesture's too, so that the form which is restored after the end of the window is still the same gesture. */
  #draftId: string = crypto.randomUUID();
  #draftKept = false;
  /** While it is being saved, the next one can be typed already. */
  #hasRoom = false;
  /** What was typed of the next one while one was being saved that could not be: it comes back after that one. */
  #ahead: { draftId: string; draftKept: boolean; fields: Fields } | null = null;
  #keptAs: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: Promise<void> = Promise.resolve();

  constructor() {
    this.fields = this.empty();
    this.#opened = JSON.stringify(this.fields);
    this.#keptAs = this.#opened;
  }

  /** Which drafts are this form's. */
  protected abstract get place(): Pick<Draft, 'form' | 'planId'>;
  /** Fields of a form in which nothing was typed. */
  protected abstract empty(): Fields;
  /** Everything that is wrong now, said or not. */
  protected abstract get found(): Problems<Name>;
  /** The first wrong field in the order in which they stand. */
  protected abstract firstWrong(): Name | undefined;
  /** What is to be saved, as it is now. */
  protected abstract sending(): Send<Row>;
  /** The field in which main found something wrong. @param path as main says it */
  protected abstract fieldFor(path: string): Name | undefined;
  /** What a draft has to remember beside fields and entry. */
  protected abstract remembered(): Record<string, unknown>;
  /** Fills the form from a draft of its own. */
  protected abstract restore(draft: Draft['fields']): Promise<void> | void;

  /** @param opened what to compare with to know whether something was typed; left out: the same */
  protected fill(fields: Fields, opened: Fields = fields): void {
    this.#opened = JSON.stringify(opened);
    this.fields = fields;
    this.#keptAs = JSON.stringify(fields);
  }

  /** Goes on with a draft. */
  async continueDraft(draftId: string): Promise<void> {
    const draft = (await backend.drafts.list()).find((each) => each.id === draftId);
    if (!draft) return;
    await this.restore(draft.fields);
    const { entryId } = draft.fields;
    this.entryId = typeof entryId === 'string' ? entryId : null;
    this.#draftId = draft.id;
    this.#draftKept = true;
  }

  touch(field: Name): void {
    if (!this.#touched.includes(field)) this.#touched = [...this.#touched, field];
  }

  /** The keys were taken to the first field of the next one: of that, nobody has left any yet. */
  untouch(): void {
    this.#touched = [];
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

  /** Neither a correction nor a change. */
  get isNew(): boolean {
    return this.edited === null && this.entryId === null;
  }

  /** What is typed now has nowhere to go: the form closes, or begins anew, as soon as the answer is there. */
  get takesNothing(): boolean {
    return this.saving && !this.#hasRoom;
  }

  /**
   * Checks and saves; on success the form is empty again, for the next one.
   * @param andNext something new makes room at once, so that what is typed before the answer is the next one's
   */
  async save(andNext = true): Promise<SaveResult<Row, Name>> {
    if (this.saving) return { kind: 'failed' };
    this.#tried = true;
    const wrong = this.firstWrong();
    if (wrong !== undefined) return { kind: 'invalid', field: wrong };
    this.saving = true;
    this.saveError = null;
    clearTimeout(this.#timer);
    const given = this.fields;
    const send = this.sending();
    const makesRoom = andNext && this.isNew;
    this.#hasRoom = makesRoom;
    if (makesRoom) this.#show(this.#ahead?.fields ?? this.empty());
    try {
      await this.#keeping;
      const row = await send(this.#draftKept ? this.#draftId : null, this.#draftId);
      if (row === null && this.#draftKept) await backend.drafts.remove({ id: this.#draftId });
      this.#startAfresh(makesRoom ? this.fields : (this.#ahead?.fields ?? this.empty()));
      return row === null ? { kind: 'unchanged' } : { kind: 'saved', row };
    } catch (error) {
      if (makesRoom) this.#takeBack(given);
      this.saveError = asAppError(error);
      if (this.saveError.code === 'gesture.other') this.#renew();
      const { field: path } = this.saveError.detail;
      const field = path === undefined ? undefined : this.fieldFor(path);
      return field === undefined ? { kind: 'failed' } : { kind: 'invalid', field };
    } finally {
      this.saving = false;
      // What was not saved is kept; an empty form needs nothing.
      this.keepSoon();
    }
  }

  /** Empties the form and forgets its draft. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#keeping;
    if (this.#draftKept) await backend.drafts.remove({ id: this.#draftId });
    this.#startAfresh(this.#ahead?.fields ?? this.empty());
  }

  /** The first of what was typed was saved after all: what stands in the form now is something else. */
  #renew(): void {
    const before = this.#draftKept ? this.#draftId : null;
    this.#draftId = crypto.randomUUID();
    this.#draftKept = false;
    this.#keptAs = '';
    if (before === null) return;
    // Kept under its new id first: whenever the app ends, what was typed is in one of them.
    this.#keeping = this.#keeping
      .then(() => this.#keep())
      .then(() => backend.drafts.remove({ id: before }))
      .catch((error: unknown) => void (this.draftError = asAppError(error)));
  }

  /** Other fields, none of which was left or is said to be wrong. */
  #show(fields: Fields): void {
    this.fields = fields;
    this.#touched = [];
    this.#tried = false;
  }

  /** What could not be saved stands in the form again; what was typed meanwhile waits behind it. */
  #takeBack(given: Fields): void {
    const { draftId = crypto.randomUUID(), draftKept = false } = this.#ahead ?? {};
    this.#ahead = this.filled ? { draftId, draftKept, fields: this.fields } : null;
    this.#show(given);
    this.#tried = true;
  }

  async #keep(): Promise<void> {
    // What is being saved is no draft: kept now, it would be offered to be gone on with after it was saved.
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

  /** @param fields of the next one: what was typed of it already */
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
