/** Arguments and answers that several groups of the contract share. */
import { z } from 'zod';
import { mostPages } from '../label-check.ts';
import { paperKinds } from '../papers.ts';
import { orderId, planId } from '../shapes.ts';

export const nothing = z.undefined();

/** Rows read from the cache and how old they are. */
export interface Listing<Row> {
  rows: Row[];
  /** When the list was last read from the service as a whole, milliseconds since the epoch; null: never. */
  asOf: number | null;
  /** A refresh is under way. */
  refreshing: boolean;
  /** Where the next page begins; null: this was the last. */
  cursor: string | null;
  total: number;
}

export const localId = z.string().min(1).max(100);
/** A stop of the service or one that has only its local id. */
export const anyStopId = z.string().min(1).max(120);
export const stopIds = z.array(anyStopId).min(1).max(1_000);
/** A plan of the service, or one that was created here and has only its local id. */
export const anyPlanId = z.union([planId, localId.regex(/^[0-9a-f-]{36}$/)]);
/** An order of the service or one that has only its local id. */
export const anyOrderId = z.string().min(1).max(120);
export const anyOrderIds = z.array(anyOrderId).min(1).max(500);
export const cursor = z.string().max(500).nullable();
export const documentId = z.string().regex(/^[0-9a-f]{64}$/);
export const printer = z.string().min(1).max(500);
export const pageNumber = z.int().min(1).max(mostPages);
export const pagesToPrint = {
  documentId,
  orderId,
  pages: z.array(pageNumber).min(1).max(mostPages).nullable(),
  anyway: z.boolean(),
};
export const aPaper = {
  planId: anyPlanId,
  kind: z.enum(paperKinds),
  /** As the outline has it; null: everybody's. */
  driverId: z.string().min(1).max(120).nullable(),
};
/** A batch's id, and its label's position. */
export const labelId = z.string().regex(/^[0-9a-f-]{36}:\d{1,4}$/);
