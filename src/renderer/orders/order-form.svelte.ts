/**
 * The order form without its looks: what is typed, what is wrong with it, what saving will clear, the draft that survives
 * the computer, and saving. "Saved" is never said before main has answered (outbox, Rule 1).
 */
import type { AppError } from '../../shared/errors.ts';
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

  /** Checks and saves; on success the form is empty again, for the next order. */
  async save(): Promise<OrderSaveResult> {
    if (this.saving) return { kind: 'failed' };
    this.#tried = true;
    const first = Object.keys(this.fields).find((name) => this.#problems[name as OrderFieldName] !== undefined);
    if (first !== undefined) return { kind: 'invalid', field: first as OrderFieldName };
    this.saving = true;
    this.saveError = null;
    clearTimeout(this.#timer);
    try {
      await this.#keeping;
      const row = await this.#send(this.#draftKept ? this.#draftId : null);
      this.#startAfresh();
      return row === null ? { kind: 'unchanged' } : { kind: 'saved', row };
    } catch (error) {
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
    this.#startAfresh();
  }

  async #send(draftId: string | null): Promise<OrderRow | null> {
    const order = this.#created?.order;
    if (order != null) {
      return this.entryId === null
        ? backend.orders.add({ order, draftId })
        : backend.orders.correct({ entryId: this.entryId, order, draftId });
    }
    const { edited } = this;
    const change = this.#change;
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
      this.#keptAs = now;
      this.draftError = null;
    } catch (error) {
      this.draftError = asAppError(error);
    }
  }

  #startAfresh(): void {
    this.fields = emptyOrderFields();
    this.entryId = null;
    this.edited = null;
    this.saveError = null;
    this.#touched = {};
    this.#tried = false;
    this.#draftId = crypto.randomUUID();
    this.#draftKept = false;
    this.#opened = JSON.stringify(this.fields);
    this.#keptAs = this.#opened;
  }
}
