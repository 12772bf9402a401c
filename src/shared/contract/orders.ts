/** Calls for orders, their imports, couriers and pickup locations. */
import { z } from '../schemas.ts';
import { call, gesture } from '../calls.ts';
import type { NamedRow } from '../couriers.ts';
import {
  changedRows,
  importedRows,
  importRows,
  importWork,
  mostKeptRows,
  type ImportWork,
  type KeptImport,
  type SentImport,
  type SentRow,
} from '../imports.ts';
import { orderBase, orderCreate, orderUpdate } from '../order-input.ts';
import type { KnownOrder, OrderDelivery, OrderDetail, OrderRow } from '../orders.ts';
import { courierId } from '../shapes.ts';
import { type RowResult } from '../stops.ts';
import { anyOrderId, anyOrderIds, cursor, localId, nothing, type Listing } from './arguments.ts';

export const ordersCalls = {
  orders: {
    /** Waiting orders first, then newest first. At most 200 rows per page. */
    list: call<Listing<OrderRow>>()(z.strictObject({ cursor })),
    get: call<OrderDetail>()(z.strictObject({ orderId: anyOrderId })),
    /** One result per id, in the same order. Null if the order does not exist. */
    getMany: call<(OrderDetail | null)[]>()(z.strictObject({ orderIds: z.array(anyOrderId).max(100) })),
    refresh: call<void>()(nothing),
    /** Saves the order and its entry, and answers after the commit. */
    add: gesture<OrderRow>()({ order: orderCreate, draftId: localId.nullable() }),
    /**
     * Saves many orders, all or none, and returns how many. They are sent in imports of up to 100.
     * @param argument.gesture the import's gesture, with the part after a colon
     * @param argument.of keys of the orders in the file, in the same order. An import saves each key once, however it
     *   is split into parts. A stored draft records the keys in the same transaction and is deleted after the last part
     */
    addMany: gesture<number>()({
      orders: z.array(orderCreate).min(1).max(100),
      of: importedRows.nullable(),
    }),
    /**
     * Changes fields of an order.
     * @param argument.edit the fields that the user set (order-api, Edit semantics)
     * @param argument.base the values of these fields when the user began
     */
    edit: gesture<OrderRow>()({ orderId: anyOrderId, edit: orderUpdate, base: orderBase, draftId: localId.nullable() }),
    /**
     * Edits many orders from a file. Orders that are with a courier stay unchanged. One result per order, in the same
     * order.
     * @param argument.of keys of the rows that make the edits, in the same order. Their import notes, in the same
     *   transaction, which entries they became. Missing: they are no rows of a file
     */
    editMany: gesture<RowResult[]>()({
      edits: z
        .array(z.strictObject({ orderId: anyOrderId, edit: orderUpdate, base: orderBase }))
        .min(1)
        .max(100),
      of: changedRows.optional(),
    }),
    /** Replaces the content of an unsent or rejected order and queues it again. */
    correct: gesture<OrderRow>()({ entryId: localId, order: orderCreate, draftId: localId.nullable() }),
    /**
     * Deletes orders, and withdraws submitted ones first if `withdraw` is set. One that somebody else submits while its
     * deletion waits is not withdrawn, and the deletion rejected. One result per order, in the same order.
     */
    remove: gesture<RowResult[]>()({ orderIds: anyOrderIds, withdraw: z.boolean() }),
    /** Submits drafts to a courier. One result per order, in the same order. */
    submit: gesture<RowResult[]>()({ orderIds: anyOrderIds, courierId }),
    /** Withdraws submitted orders to draft. One result per order, in the same order. */
    withdraw: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Queues rejected entries of these orders again. One result per order, in the same order. */
    retry: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /**
     * Discards waiting and rejected entries of these orders, but not those that may be on the service. One result per
     * order.
     */
    giveUp: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Existing orders with these external ids: in the cache, or on the service if `ask` is set. */
    known: call<KnownOrder[]>()(
      z.strictObject({ externalIds: z.array(z.string().min(1).max(1_000)).max(100), ask: z.boolean() }),
    ),
    /** Orders of the last days that are waiting, or in the cache and not delivered. At most 1,000 per page. */
    deliveries: call<{ rows: OrderDelivery[]; cursor: string | null }>()(z.strictObject({ cursor })),
    /** Writes rows to a CSV file. Main shows the save dialog. Null if the user cancelled. */
    saveRows: call<{ name: string } | null>()(
      z.strictObject({ name: z.string().max(200), text: z.string().max(20_000_000) }),
    ),
  },
  /** Unfinished imports, stored while the user corrects them. */
  imports: {
    /** Newest first. */
    list: call<KeptImport[]>()(nothing),
    /** The user's work on an import, and the number of chunks of its rows. */
    get: call<{ work: ImportWork; parts: number }>()(z.strictObject({ id: localId })),
    /** One chunk of the rows, counted from 0. */
    rows: call<string[][]>()(z.strictObject({ id: localId, part: z.int().min(0).max(mostKeptRows) })),
    /** Stores a chunk of the file's rows, counted from 0. Called once per chunk, before the import itself is saved. */
    saveRows: call<void>()(z.strictObject({ id: localId, part: z.int().min(0).max(mostKeptRows), rows: importRows })),
    save: call<void>()(z.strictObject({ id: localId, work: importWork })),
    remove: call<void>()(z.strictObject({ id: localId })),
    /**
     * All rows of an import are saved: it is not offered any more. Its rows stay stored while its user follows those
     * that were added, because rejected ones are taken back; without any, they are deleted.
     * @param argument.changed keys of the rows that changed existing records in the end
     */
    finish: call<void>()(z.strictObject({ id: localId, changed: importWork.shape.taken })),
    /** Imports whose rows are in the outbox, newest first, until they are put away. */
    sent: call<SentImport[]>()(nothing),
    /** What happened to each row of such an import, in the order of the file. */
    sentRows: call<SentRow[]>()(z.strictObject({ id: localId })),
    /** Pauses the rows that wait to be sent. @returns how many were paused */
    pause: gesture<number>()({ id: localId }),
    /** Continues the rows that are paused. @returns how many were continued */
    continue: gesture<number>()({ id: localId }),
    /** Discards the rows that have not left. @returns how many were discarded; the others may have left meanwhile */
    cancel: gesture<number>()({ id: localId }),
    /**
     * Takes the rejected rows back into a stored import, to be corrected in the table, and discards their entries, in one
     * transaction. An import that is not finished is refused: its own rows are still offered.
     * @param argument.rejected why each was rejected, as a text, by its key
     * @returns the id of the stored import
     */
    takeBack: gesture<string>()({ id: localId, rejected: importWork.shape.rejected }),
    /** The user has seen how it ended. */
    putAway: call<void>()(z.strictObject({ id: localId })),
  },
  couriers: {
    list: call<NamedRow[]>()(nothing),
  },
  pickupLocations: {
    list: call<NamedRow[]>()(nothing),
  },
} as const;
