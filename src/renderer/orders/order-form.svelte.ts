/**
 * The order form without its looks: what is typed, what is wrong with it, what saving will clear, the draft that survives
 * the computer, and saving. "Saved" is never said before main has answered (outbox, Rule 1).
 */
import type { AppError } from '../../shared/errors.ts';
import type { OrderCreate } from '../../shared/order-input.ts';
import { editEffects, type EditEffect } from '../../shared/order-rules.ts';
import type { Order, OrderRow } from '../../shared/orders.ts';
import { asAppError, backend } from '../lib/backend.ts';
import { buildOrder, buildOrderEdit, editOf, orderFieldForPath, type OrderProblems } from './order-build.ts';
import {
  emptyOrderFields,
  fieldsOfOrder,
  fieldsOfTyped,
  orderFieldsFromDraft,
  type OrderFieldName,
  type OrderFields,
} from './order-fields.ts';

export type OrderSaveResult =
  | { kind: 'saved'; row: OrderRow }
  /** There was nothing to be saved. */
  | { kind: 'unchanged' }
  | { kind: 'invalid'; field: OrderFieldName }
  | { kind: 'failed' };

/** How long typing has to pause before the draft is kept, in milliseconds. */
const draftDelay = 400;

/** The order that is being edited, as it was when the form was opened. */
interface Edited {
  order: Order;
  isPrinted: boolean;
}

/** What is saved, as it was when saving began. */
interface Given {
  fields: OrderFields;
  /** Of a new or a corrected order. */
  order: OrderCreate | null;
  change: ReturnType<typeof buildOrderEdit> | null;
}

export class OrderForm {
  fields = $state<OrderFields>(emptyOrderFields());
  /** The refused or unsent entry that is being corrected; null otherwise. */
  entryId = $state<string | null>(null);
  /** Null for a new or a corrected order. */
  edited = $state.raw<Edited | null>(null);
  saving = $state(false);
  /** Why the last try to save failed; the fields stay as they are. */
  saveError = $state.raw<AppError | null>(null);
  /** The unfinished form cannot be kept on this computer. */
  draftError = $state.raw<AppError | null>(null);
  #touched = $state.raw<Readonly<Partial<Record<OrderFieldName, true>>>>({});
  /** Saving was tried: every problem is shown. */
  #tried = $state(false);
  /** What the form was opened with. */
  #opened = $state.raw(JSON.stringify(emptyOrderFields()));

  readonly #created = $derived(this.edited === null ? buildOrder(this.fields) : null);
  readonly #change = $derived(this.edited === null ? null : buildOrderEdit(this.fields));
  readonly #problems: OrderProblems = $derived((this.#created ?? this.#change)?.problems ?? {});
  /** Problems worth saying now. */
  readonly problems: OrderProblems = $derived.by(() => {
    const shown = Object.entries(this.#problems).filter(
      ([name]) => this.#tried || this.#touched[name as OrderFieldName] === true,
    );
    return Object.fromEntries(shown);
  });
  readonly problemCount = $derived(Object.keys(this.problems).length);
  /** What saving does beside what was typed. */
  readonly effects: EditEffect[] = $derived.by(() => {
    const { edited } = this;
    const change = this.#change;
    if (edited === null || change?.after == null) return [];
    return editEffects(edited.order, change.after, change.address, edited.isPrinted);
  });
  readonly filled = $derived(JSON.stringify(this.fields) !== this.#opened);

  #draftId: string = crypto.randomUUID();
  #draftKept = false;
  /** While it is being saved, the next order can be typed already. */
  #hasRoom = false;
  /** What was typed of the next order while one was being saved that could not be: it comes back after that one. */
  #ahead: { draftId: string; draftKept: boolean; fields: OrderFields } | null = null;
  #keptAs = JSON.stringify(emptyOrderFields());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /** Goes on with an unfinished order. */
  async continueDraft(draftId: string): Promise<void> {
    const draft = (await backend.drafts.list()).find((each) => each.id === draftId);
    if (!draft) return;
    const { entryId, orderId } = draft.fields;
    if (typeof orderId === 'string') await this.open(orderId);
    this.#draftId = draft.id;
    this.#draftKept = true;
    this.entryId = typeof entryId === 'string' ? entryId : null;
    this.fields = orderFieldsFromDraft(draft.fields);
    this.#keptAs = JSON.stringify(this.fields);
  }

  /** Fills the form with an order: one that has not left is corrected, any other is edited. */
  async open(orderId: string): Promise<void> {
    const { row, order, draft } = await backend.orders.get({ orderId });
    const { change } = row;
    const isUnsent = change?.kind === 'create' && (change.state === 'queued' || change.state === 'refused');
    if (draft !== null && isUnsent) {
      this.entryId = change.entryId;
      this.fields = fieldsOfTyped(draft);
    } else {
      this.edited = { order, isPrinted: row.printedCount > 0 };
      this.fields = fieldsOfOrder(order);
    }
    this.#opened = JSON.stringify(this.fields);
    this.#keptAs = this.#opened;
  }

  touch(field: OrderFieldName): void {
    if (!this.#touched[field]) this.#touched = { ...this.#touched, [field]: true };
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
   * Checks and saves; on success the form is empty again, for the next order.
   * @param andNext a new order makes room at once, so that what is typed before the answer is the next one's
   */
  async save(andNext = true): Promise<OrderSaveResult> {
    if (this.saving) return { kind: 'failed' };
    this.#tried = true;
    const first = Object.keys(this.fields).find((name) => this.#problems[name as OrderFieldName] !== undefined);
    if (first !== undefined) return { kind: 'invalid', field: first as OrderFieldName };
    this.saving = true;
    this.saveError = null;
    clearTimeout(this.#timer);
    const given = { fields: this.fields, order: this.#created?.order ?? null, change: this.#change };
    const makesRoom = andNext && this.edited === null && this.entryId === null;
    this.#hasRoom = makesRoom;
    if (makesRoom) this.#show(this.#ahead?.fields ?? emptyOrderFields());
    try {
      await this.#keeping;
      const row = await this.#send(given, this.#draftKept ? this.#draftId : null);
      this.#startAfresh(makesRoom ? this.fields : (this.#ahead?.fields ?? emptyOrderFields()));
      return row === null ? { kind: 'unchanged' } : { kind: 'saved', row };
    } catch (error) {
      if (makesRoom) this.#takeBack(given.fields);
      this.saveError = asAppError(error);
      const { field } = this.saveError.detail;
      return field === undefined
        ? { kind: 'failed' }
        : { kind: 'invalid', field: orderFieldForPath(field, this.fields) };
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
    this.#startAfresh(this.#ahead?.fields ?? emptyOrderFields());
  }

  /** What is typed now has nowhere to go: the form closes as soon as the answer is there. */
  get takesNothing(): boolean {
    return this.saving && !this.#hasRoom;
  }

  /** Other fields, none of which was left or is said to be wrong. */
  #show(fields: OrderFields): void {
    this.fields = fields;
    this.#touched = {};
    this.#tried = false;
  }

  /** What could not be saved stands in the form again; what was typed meanwhile waits behind it. */
  #takeBack(given: OrderFields): void {
    const { draftId = crypto.randomUUID(), draftKept = false } = this.#ahead ?? {};
    this.#ahead = this.filled ? { draftId, draftKept, fields: this.fields } : null;
    this.#show(given);
    this.#tried = true;
  }

  async #send({ order, change }: Given, draftId: string | null): Promise<OrderRow | null> {
    if (order !== null) {
      return this.entryId === null
        ? backend.orders.add({ order, draftId })
        : backend.orders.correct({ entryId: this.entryId, order, draftId });
    }
    const { edited } = this;
    if (edited === null || change?.after == null) return null;
    const made = editOf(edited.order, change.after, change.address);
    if (made === null) return null;
    return backend.orders.edit({ orderId: edited.order.id, ...made, draftId });
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
        if (this.edited !== null) fields['orderId'] = this.edited.order.id;
        await backend.drafts.save({ id: this.#draftId, form: 'order', planId: '', fields });
        this.#draftKept = true;
      } else if (this.#draftKept) {
        await backend.drafts.remove({ id: this.#draftId });
        this.#draftKept = false;
      }
      if (this.#ahead !== null) {
        const fields = { ...$state.snapshot(this.#ahead.fields) };
        await backend.drafts.save({ id: this.#ahead.draftId, form: 'order', planId: '', fields });
        this.#ahead.draftKept = true;
      }
      this.#keptAs = now;
      this.draftError = null;
    } catch (error) {
      this.draftError = asAppError(error);
    }
  }

  /** @param fields of the next order: what was typed of it already */
  #startAfresh(fields: OrderFields): void {
    if (fields !== this.fields) this.#show(fields);
    this.entryId = null;
    this.edited = null;
    this.saveError = null;
    this.#draftId = this.#ahead?.draftId ?? crypto.randomUUID();
    this.#draftKept = this.#ahead?.draftKept ?? false;
    this.#ahead = null;
    this.#opened = JSON.stringify(emptyOrderFields());
    this.#keptAs = this.#opened;
  }
}
