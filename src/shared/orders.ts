/** Retailer orders (order-api, Order). */
import { z } from 'zod';
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

/** An order as listed in the window. */
export interface OrderRow {
  id: string;
  externalId: string | null;
  recipientName: string | null;
  address: string;
  packageCount: number | null;
  state: OrderState;
  /** progress.state, raw. */
  progress: string | null;
  source: string | null;
  /** milliseconds since the epoch */
  createdAt: number | null;
  /** How often a label of this order was handed to a printer from here. */
  printedCount: number;
}

/** order-api, OrderShippingLabels: a signed link to one PDF, good for one hour. */
export const orderShippingLabels = z.looseObject({ url: z.string(), expiresAt: read(timestamp) });
