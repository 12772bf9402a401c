/** The logic of the order form: fields, validation, side effects of saving, draft, and saving itself. */
import type { EntryRow } from '../../shared/entries.ts';
import type { OrderCreate } from '../../shared/order-input.ts';
import { editEffects, type EditEffect } from '../../shared/order-rules.ts';
import { order as orderSchema, type Order, type OrderDetail, type OrderRow } from '../../shared/orders.ts';
import { backend } from '../lib/backend.ts';
import { keptEdit } from '../lib/kept-fields.ts';
import { KeptForm, type AsEdit, type Send } from '../lib/kept-form.svelte.ts';
import {
  buildOrder,
  buildOrderEdit,
  editedFields,
  editOf,
  orderFieldForPath,
  type OrderProblems,
} from './order-build.ts';
import {
  addressFieldNames,
  emptyOrderFields,
  fieldsOfOrder,
  fieldsOfTyped,
  orderFieldsFromDraft,
  type OrderFieldName,
  type OrderFields,
} from './order-fields.ts';

/** The order being edited, as it was when the form was opened. */
interface Edited {
  order: Order;
  /** The same with rejected edits, which the form shows to be corrected. */
  typed: Order;
  /** The form as it was filled. */
  before: OrderFields;
  isPrinted: boolean;
}

export class OrderForm extends KeptForm<OrderFields, OrderFieldName, Edited, OrderRow> {
  readonly #created = $derived(this.edited === null ? buildOrder(this.fields) : null);
  readonly #change = $derived(
    this.edited === null ? null : buildOrderEdit(this.edited.typed, this.edited.before, this.fields),
  );
  /** Side effects of saving. */
  readonly effects: EditEffect[] = $derived.by(() => {
    const { edited } = this;
    const change = this.#change;
    if (edited === null || change?.after == null) return [];
    return editEffects(edited.order, change.after, change.address, edited.isPrinted);
  });

  /** Fills the form with an order. An unsent new order is corrected; any other is edited. */
  async open(orderId: string): Promise<void> {
    const detail = await backend.orders.get({ orderId });
    const { draft } = detail;
    const { change } = detail.row;
    const isUnsent = change?.kind === 'create' && (change.state === 'queued' || change.state === 'refused');
    if (draft !== null && isUnsent) {
      this.entryId = change.entryId;
      this.fill(fieldsOfTyped(draft));
    } else {
      this.edited = editedFrom(detail);
      this.fill({ ...this.edited.before });
    }
  }

  protected get place() {
    return { form: 'order' as const, planId: '' };
  }

  protected empty(): OrderFields {
    return emptyOrderFields();
  }

  protected get found(): OrderProblems {
    return (this.#created ?? this.#change)?.problems ?? {};
  }

  protected firstWrong(): OrderFieldName | undefined {
    const names = Object.keys(this.fields) as OrderFieldName[];
    return names.find((name) => this.found[name] !== undefined);
  }

  protected fieldFor(path: string): OrderFieldName {
    return orderFieldForPath(path, this.fields);
  }

  protected remembered(): Record<string, unknown> {
    return this.edited === null ? {} : { edited: { id: this.edited.order.id, ...this.edited } };
  }

  protected async restore(draft: Record<string, unknown>): Promise<void> {
    const { orderId } = draft;
    const fields = orderFieldsFromDraft(draft);
    this.edited = editedFromDraft(draft['edited']);
    if (this.edited === null && typeof orderId === 'string') {
      // Kept by an earlier version, whose empty address fields kept the address of the order.
      await this.open(orderId);
      const isKept = addressFieldNames.every((name) => fields[name] === '');
      if (isKept) for (const name of addressFieldNames) fields[name] = this.fields[name];
    }
    this.fill(fields, this.edited?.before ?? emptyOrderFields());
  }

  protected override async asEdit({ id, recordId }: EntryRow): Promise<AsEdit<OrderFields, Edited>> {
    const [detail, { typed }] = await Promise.all([
      backend.orders.get({ orderId: recordId }),
      backend.outbox.detail({ entryId: id }),
    ]);
    const edited = editedFrom(detail);
    // What the user left as it was sent is as the order has it now.
    const own = [...editedFields(fieldsOfTyped(typed as OrderCreate), this.fields)];
    const kept = Object.fromEntries(own.map((name) => [name, this.fields[name]]));
    return { edited, before: edited.before, fields: { ...edited.before, ...kept } };
  }

  protected sending(): Send<OrderRow> {
    const { edited, entryId } = this;
    const order = this.#created?.order ?? null;
    const change = this.#change;
    return async (draftId, gesture) => {
      if (order !== null) {
        return entryId === null
          ? backend.orders.add({ order, draftId, gesture })
          : backend.orders.correct({ entryId, order, draftId, gesture });
      }
      if (edited === null || change?.after == null) return null;
      const made = editOf(edited.typed, change.after, change.address, edited.order);
      return made === null ? null : backend.orders.edit({ orderId: edited.order.id, ...made, draftId, gesture });
    };
  }
}

const editedFrom = ({ row, order, typed = order }: OrderDetail): Edited => ({
  ...{ order, typed, before: fieldsOfOrder(typed), isPrinted: row.printedCount > 0 },
});

/** The edited order as stored in a draft; null when the draft is not an edit. */
function editedFromDraft(kept: unknown): Edited | null {
  const edit = keptEdit(kept, orderFieldsFromDraft);
  const said = (kept ?? {}) as { order?: unknown; typed?: unknown; isPrinted?: boolean };
  const { data: order } = orderSchema.safeParse(said.order);
  if (edit === null || order === undefined) return null;
  const { data: typed = order } = orderSchema.safeParse(said.typed);
  return { order, typed, before: edit.before, isPrinted: said.isPrinted ?? false };
}
