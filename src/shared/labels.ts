/** Shipping labels and printing (order-api, OrderShippingLabels). */

/** A6: 105 × 148 mm. */
export const labelSize = { widthMillimetres: 105, heightMillimetres: 148, toleranceMillimetres: 1 } as const;

/** A label document as fetched: its bytes are kept, its link is not. */
export interface LabelDocument {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  orderId: string;
  /** A name for files: the order's external id or id. */
  title: string;
  bytes: Uint8Array;
  /** What the order says; null when it does not say. */
  packageCount: number | null;
  barcodes: string[];
  fetchedAt: number;
}

export interface Printer {
  name: string;
  description: string;
  isDefault: boolean;
}

/**
 * How far a print got. A success callback proves nothing: requested → handed to the spooler → done by the spooler's
 * word; `failed` when the spooler refused it.
 */
export type PrintState = 'requested' | 'handed-over' | 'done' | 'failed';

/** One line of the ledger: what was printed, when, where. */
export interface Print {
  id: string;
  orderId: string;
  documentId: string;
  printer: string;
  state: PrintState;
  /** milliseconds since the epoch */
  requestedAt: number;
  /** The spooler's name for the job. */
  job: string | null;
}
