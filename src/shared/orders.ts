/** Retailer orders (order-api, Order). */
import { z } from 'zod';
import type { LabelPart } from './label-content.ts';
import type { OrderCreate } from './order-input.ts';
import type { EntryReason, EntryState } from './outbox.ts';
import { address, eta, read, readArray, readDate, recipient, record, timestamp, weight } from './shapes.ts';

export const order = record({
  createdAt: read(timestamp),
  recipient: read(recipient),
  packageInfo: read(
    z.looseObject({
      products: readArray(z.string()),
      packageCount: read(z.number()),
      weight: read(weight),
      packageLoadAmount: read(z.number()),
      externalId: read(z.string()),
    }),
  ),
  address: read(address),
  deliveryInstructions: read(
    z.looseObject({
      notes: read(z.string()),
      expectedDeliveryDate: readDate,
      proofOfAttemptRequirements: read(z.looseObject({ enabled: read(z.boolean()) })),
      handOffInfo: read(z.looseObject({ handOffType: read(z.string()), pickupLocationId: read(z.string()) })),
    }),
  ),
  courier: read(z.string()),
  submitted: read(z.boolean()),
  submittedAt: read(timestamp),
  progress: read(
    z.looseObject({
      trackingLink: read(z.string()),
      eta,
      attempted: read(z.boolean()),
      attemptedAt: read(timestamp),
      state: read(z.string()),
      routeStartDate: readDate,
      routeStarted: read(z.boolean()),
      succeeded: read(z.boolean()),
      photoUrls: readArray(z.string()),
      signatureUrl: read(z.string()),
      signeeName: read(z.string()),
      driverProvidedRecipientNotes: read(z.string()),
    }),
  ),
  readOnly: read(z.boolean()),
  source: read(z.string()),
  barcodes: readArray(z.string()),
});
export type Order = z.infer<typeof order>;

/** draft: not submitted; submitted; read-only: on a courier's route, or added by the courier (order-api, States). */
export type OrderState = 'draft' | 'submitted' | 'read-only';

/** The state in which the document's table puts an order. */
export function orderState(of: Pick<Order, 'submitted' | 'readOnly'>): OrderState {
  if (of.readOnly === true) return 'read-only';
  return of.submitted === true ? 'submitted' : 'draft';
}

/** An entry about an order that the service has not confirmed yet. */
export interface OrderChange {
  kind: 'create' | 'edit' | 'delete' | 'submit' | 'withdraw';
  /** The entry to look at: the first that asks for a person, else the last. */
  entryId: string;
  state: EntryState;
  reason: EntryReason | null;
}

/** An order as listed in the window: what the service said, with the edits that wait over it. */
export interface OrderRow {
  /** The service's, or ours while it has none. */
  id: string;
  origin: 'service' | 'outbox';
  /** Ours, of what was typed or changed here: by it an order is known before and after the service has given an id. */
  recordId: string | null;
  change: OrderChange | null;
  externalId: string | null;
  recipientName: string | null;
  address: string;
  packageCount: number | null;
  /** What the service says: a submit that waits has not changed it yet. */
  state: OrderState;
  /** progress.state, raw. */
  progress: string | null;
  source: string | null;
  /** The courier it was submitted to, by name where it is known. */
  courier: string | null;
  /** `2026-06-15` */
  expectedOn: string | null;
  /** milliseconds since the epoch */
  createdAt: number | null;
  /** How often a label of this order was handed to a printer from here. */
  printedCount: number;
  /** What has changed of what stands on the label that was printed last, changes that wait included. */
  labelChanged: readonly LabelPart[];
}

export interface OrderDetail {
  row: OrderRow;
  /** With the edits that wait; of one that was not sent yet, what was typed. */
  order: Order;
  /** The input of an order that is not on the service, without a generated marker; else null. */
  draft: OrderCreate | null;
}

/** An order with an external id, where it was found; external ids are not unique. */
export interface KnownOrder {
  externalId: string;
  /** Of the service, or ours while it waits; null: it was not read from the service yet. */
  orderId: string | null;
  /** waiting: typed here and not confirmed · cached: read from the service before · service: the service was asked */
  where: 'waiting' | 'cached' | 'service';
}

/** order-api, OrderShippingLabels: a signed link to one PDF, good for one hour. */
export const orderShippingLabels = z.looseObject({ url: z.string(), expiresAt: read(timestamp) });
