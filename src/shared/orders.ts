/** Retailer orders (order-api, Order). */
import { z } from './schemas.ts';
import type { Corrected } from './corrected.ts';
import type { LabelIssue, LabelPart } from './label-content.ts';
import type { OrderCreate } from './order-input.ts';
import type { EntryReason, EntryState } from './outbox.ts';
import type { DeliveryText } from './same-delivery.ts';
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

/** The order's state according to the document's table. */
export function orderState(of: Pick<Order, 'submitted' | 'readOnly'>): OrderState {
  if (of.readOnly === true) return 'read-only';
  return of.submitted === true ? 'submitted' : 'draft';
}

/** An entry about an order that the service has not confirmed yet. */
export interface OrderChange {
  kind: 'create' | 'edit' | 'delete' | 'submit' | 'withdraw';
  entryId: string;
  state: EntryState;
  reason: EntryReason | null;
}

/** An order as listed in the window: the service's values with waiting edits on top. */
export interface OrderRow {
  /** The service's id, or the local id until there is one. */
  id: string;
  origin: 'service' | 'outbox';
  /** The local id of an order that was created or edited here. It stays the same when the service assigns an id. */
  recordId: string | null;
  /** The change to show: the first that needs a decision, otherwise the last. */
  change: OrderChange | null;
  /** All changes that are not confirmed, oldest first. */
  changes: readonly OrderChange[];
  externalId: string | null;
  recipientName: string | null;
  address: string;
  packageCount: number | null;
  /** The state on the service: a waiting submit has not changed it yet. */
  state: OrderState;
  /** progress.state, raw. */
  progress: string | null;
  source: string | null;
  /** The courier that it was submitted to, by name if known. */
  courier: string | null;
  /** `2026-06-15` */
  expectedOn: string | null;
  /** milliseconds since the epoch */
  createdAt: number | null;
  /** How often a label of this order was sent to a printer from here. */
  printedCount: number;
  /** Every page of its label was sent to a printer from here, and is or may be on paper. */
  isLabelWhole: boolean;
  /** The parts of the last printed label that have changed since, including waiting changes. */
  labelChanged: readonly LabelPart[];
  /** What is open about its label, by the order as the service has it. */
  labelIssues: readonly LabelIssue[];
}

export interface OrderDetail {
  row: OrderRow;
  /** With waiting edits. For an unsent order, the input. */
  order: Order;
  /** The same with the edits that the service rejected, to be corrected. Missing: none was rejected. */
  typed?: Order;
  /** The input of an order that is not on the service, without a generated marker. Otherwise null. */
  draft: OrderCreate | null;
  /** What the service has instead of what was entered here. Missing while changes are unconfirmed. */
  corrected?: Corrected[];
}

/** An order that was found by external id. External ids are not unique. */
export interface KnownOrder {
  externalId: string;
  /** The service's id, or the local id of a waiting order. Null: not read from the service yet. */
  orderId: string | null;
  /** waiting: created here, not confirmed · cached: in the cache · service: found by a request to the service */
  where: 'waiting' | 'cached' | 'service';
}

/** A recent order, to be compared with the orders of a file. */
export interface OrderDelivery extends DeliveryText {
  /** The service's id, or the local id until there is one. */
  id: string;
  externalId: string | null;
  /** milliseconds since the epoch */
  createdAt: number;
  /** `2026-06-15` */
  expectedOn: string | null;
}

/** order-api, OrderShippingLabels: a signed link to one PDF, valid for one hour. */
export const orderShippingLabels = z.looseObject({ url: z.string(), expiresAt: read(timestamp) });
