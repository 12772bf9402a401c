/** Arguments and answers that several groups of the contract share. */
import { z } from '../schemas.ts';
import { mostPages } from '../label-check.ts';
import { paperKinds } from '../papers.ts';
import { orderId, planId } from '../shapes.ts';

export const nothing = z.undefined();

/** Rows from the cache and their age. */
export interface Listing<Row> {
  rows: Row[];
  /** When the whole list was last read from the service, milliseconds since the epoch. Null: never. */
  asOf: number | null;
  /** A refresh is in progress. */
  refreshing: boolean;
  /** Where the next page begins. Null on the last page. */
  cursor: string | null;
  total: number;
}

/** A page of rows that the caller may have already. */
export interface Page<Row> extends Listing<Row> {
  /** Changes with the rows. If it is the one that the caller knows, `rows` is empty. */
  digest: string;
}

export const localId = z.string().min(1).max(100);
/** The service's id of a stop, or the local id while it has no other. */
export const anyStopId = z.string().min(1).max(120);
/** The most stops that one call takes. */
export const mostStops = 1_000;
export const stopIds = z.array(anyStopId).min(1).max(mostStops);
/** The service's id of a plan, or the local id of a plan that was created here. */
export const anyPlanId = z.union([planId, localId.regex(/^[0-9a-f-]{36}$/)]);
/** The service's id of an order, or the local id while it has no other. */
export const anyOrderId = z.string().min(1).max(120);
export const anyOrderIds = z.array(anyOrderId).min(1).max(500);
export const cursor = z.string().max(500).nullable();
export const documentId = z.string().regex(/^[0-9a-f]{64}$/);
export const printer = z.string().min(1).max(500);
export const pageNumber = z.int().min(1).max(mostPages);
/** Pages of a document. Null: all. */
export const pages = z.array(pageNumber).min(1).max(mostPages).nullable();
export const pagesToPrint = { documentId, orderId, pages, anyway: z.boolean() };
export const aPaper = {
  planId: anyPlanId,
  kind: z.enum(paperKinds),
  /** As in the outline. Null: all drivers. */
  driverId: z.string().min(1).max(120).nullable(),
};
/** A batch id and the label's position in the batch. */
export const labelId = z.string().regex(/^[0-9a-f-]{36}:\d{1,4}$/);
