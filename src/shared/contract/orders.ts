/** Calls of orders, their imports, couriers and pickup locations. */
import { z } from 'zod';
import { call, gesture } from '../calls.ts';
import type { NamedRow } from '../couriers.ts';
import { importRows, importWork, mostKeptRows, type KeptImport, type KeptImportDetail } from '../order-imports.ts';
import { orderBase, orderCreate, orderUpdate } from '../order-input.ts';
import type { KnownOrder, OrderDetail, OrderRow } from '../orders.ts';
import { courierId } from '../shapes.ts';
import { type RowResult } from '../stops.ts';
import { anyOrderId, anyOrderIds, cursor, localId, nothing, type Listing } from './arguments.ts';

export const ordersCalls = {
  orders: {
    /** Those that wait first, then newest first; at most 200 rows a page. */
    list: call<Listing<OrderRow>>()(z.strictObject({ cursor })),
    get: call<OrderDetail>()(z.strictObject({ orderId: anyOrderId })),
    /** One for each, in their order; null where there is none. */
    getMany: call<(OrderDetail | null)[]>()(z.strictObject({ orderIds: z.array(anyOrderId).max(100) })),
    refresh: call<void>()(nothing),
    /** Saves the order with its entry; answers after the commit. */
    add: gesture<OrderRow>()({ order: orderCreate, draftId: localId.nullable() }),
    /**
     * Saves many at once, all or none; they go out in imports of up to 100. Gives back how many.
     * @param argument.gesture of an import, and after a colon which part of it
     * @param argument.of keys of the orders in the file, in their order: of one import each is saved once, however it is
     *   cut into parts. Its draft, where it is kept, notes them in the same transaction, and is gone after the last
     */
    addMany: gesture<number>()({
      orders: z.array(orderCreate).min(1).max(100),
      of: z
        .strictObject({ importId: localId, keys: z.array(z.string().max(30)).max(100), last: z.boolean() })
        .nullable(),
    }),
    /**
     * Changes fields of an order.
     * @param argument.edit the fields that the person set (order-api, Edit semantics)
     * @param argument.base what these fields were when the person began
     */
    edit: gesture<OrderRow>()({ orderId: anyOrderId, edit: orderUpdate, base: orderBase, draftId: localId.nullable() }),
    /** The same with many at once, as a file brings them; what is with a courier stays. One result for each, in their order. */
    editMany: gesture<RowResult[]>()({
      edits: z
        .array(z.strictObject({ orderId: anyOrderId, edit: orderUpdate, base: orderBase }))
        .min(1)
        .max(100),
    }),
    /** Replaces the content of an unsent or refused order and queues it again. */
    correct: gesture<OrderRow>()({ entryId: localId, order: orderCreate, draftId: localId.nullable() }),
    /** Deletes orders; a submitted one is withdrawn first where `withdraw` says so. One result for each, in their order. */
    remove: gesture<RowResult[]>()({ orderIds: anyOrderIds, withdraw: z.boolean() }),
    /** Hands drafts to a courier. One result for each, in their order. */
    submit: gesture<RowResult[]>()({ orderIds: anyOrderIds, courierId }),
    /** Takes submitted orders back to draft. One result for each, in their order. */
    withdraw: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Queues what was refused of these orders again. One result for each, in their order. */
    retry: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Gives up what waits or was refused of these orders; what may be on the service stays. One result for each. */
    giveUp: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Orders with these external ids that are here already, or, when `ask` says so, on the service. */
    known: call<KnownOrder[]>()(
      z.strictObject({ externalIds: z.array(z.string().min(1).max(1_000)).max(100), ask: z.boolean() }),
    ),
    /** Writes rows to a file as csv; main asks where. Null when the person chose nowhere. */
    saveRows: call<{ name: string } | null>()(
      z.strictObject({ name: z.string().max(200), text: z.string().max(20_000_000) }),
    ),
  },
  /** Imports that are not done, kept while they are corrected. */
  orderImports: {
    /** Newest first. */
    list: call<KeptImport[]>()(nothing),
    get: call<KeptImportDetail>()(z.strictObject({ id: localId })),
    /** A part of the file's rows, from 0; said once, before the import itself. */
    saveRows: call<void>()(z.strictObject({ id: localId, part: z.int().min(0).max(mostKeptRows), rows: importRows })),
    save: call<void>()(z.strictObject({ id: localId, work: importWork })),
    remove: call<void>()(z.strictObject({ id: localId })),
  },
  couriers: {
    list: call<NamedRow[]>()(nothing),
  },
  pickupLocations: {
    list: call<NamedRow[]>()(nothing),
  },
} as const;
