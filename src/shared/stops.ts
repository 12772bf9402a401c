/** Stops of a plan (planning-api, Stop and StopCreate; resolved, Bounds on what is sent). */
import { z } from 'zod';
import type { EntryState } from './outbox.ts';
import {
  address,
  addressInput,
  driverId,
  orderInfo,
  orderInfoInput,
  paymentOnDelivery,
  paymentOnDeliveryInput,
  proofOfAttemptRequirements,
  read,
  readArray,
  recipient,
  recipientInput,
  text,
  timing,
  timingInput,
  weight,
  weightInput,
} from './shapes.ts';

export const activities = ['delivery', 'pickup'] as const;
export const optimizationOrders = ['first', 'last', 'default'] as const;

/** Everything that may be sent for a new stop. The form validates with it while typing, main before saving. */
export const stopCreate = z.strictObject({
  address: addressInput,
  timing: timingInput.optional(),
  recipient: recipientInput.optional(),
  orderInfo: orderInfoInput.optional(),
  paymentOnDelivery: paymentOnDeliveryInput.optional(),
  proofOfAttemptRequirements: z.strictObject({ enabled: z.boolean() }).optional(),
  allowedDrivers: z.array(driverId).max(100).optional(),
  activity: z.enum(activities).optional(),
  optimizationOrder: z.enum(optimizationOrders).optional(),
  packageCount: z.int().min(1).max(10_000).optional(),
  weight: weightInput.optional(),
  notes: text(2000).optional(),
  clientId: text(100).optional(),
  barcodes: z.array(text(255)).max(50).optional(),
  customProperties: z.record(text(50), text(255)).optional(),
});
export type StopCreate = z.infer<typeof stopCreate>;

const statusValue = <Value extends z.ZodType>(value: Value) =>
  read(z.looseObject({ status: read(z.string()), value: read(value) }));

export const deliveryInfo = z.looseObject({
  attempted: read(z.boolean()),
  attemptedAt: read(z.number()),
  timeAtStopInfo: statusValue(
    z.looseObject({ arrivedAt: read(z.number()), departedAt: read(z.number()), isEstimated: read(z.boolean()) }),
  ),
  attemptedLocation: read(z.looseObject({ latitude: read(z.number()), longitude: read(z.number()) })),
  driverProvidedInternalNotes: read(z.string()),
  driverProvidedRecipientNotes: read(z.string()),
  recipientProvidedNotes: read(z.string()),
  signatureUrl: read(z.string()),
  signeeName: read(z.string()),
  photoUrls: readArray(z.string()),
  succeeded: read(z.boolean()),
  state: read(z.string()),
});

/** The route as a stop carries it. */
export const stopRoute = z.looseObject({
  id: read(z.string()),
  title: read(z.string()),
  driver: read(z.string()),
  stopCount: read(z.number()),
});

export const stop = z.looseObject({
  id: z.string(),
  address: read(address),
  barcodes: readArray(z.string()),
  allowedDrivers: readArray(z.string()),
  estimatedTravelDuration: read(z.number()),
  estimatedTravelDistance: read(z.number()),
  notes: read(z.string()),
  packageCount: read(z.number()),
  weight: read(weight),
  type: read(z.string()),
  packageLabel: read(z.string()),
  stopPosition: read(z.number()),
  trackingLink: read(z.string()),
  webAppLink: read(z.string()),
  orderInfo: read(orderInfo),
  placeInVehicle: read(z.looseObject({ x: read(z.string()), y: read(z.string()), z: read(z.string()) })),
  recipient: read(recipient),
  activity: read(z.string()),
  deliveryInfo: read(deliveryInfo),
  paymentOnDelivery: read(paymentOnDelivery),
  proofOfAttemptRequirements: read(proofOfAttemptRequirements),
  plan: read(z.string()),
  route: read(stopRoute),
  eta: statusValue(
    z.looseObject({
      estimatedArrivalAt: read(z.number()),
      estimatedLatestArrivalAt: read(z.number()),
      estimatedEarliestArrivalAt: read(z.number()),
    }),
  ),
  timing: read(timing),
  optimizationOrder: read(z.string()),
  customProperties: read(z.record(z.string(), z.unknown())),
  clientId: read(z.string()),
});
export type Stop = z.infer<typeof stop>;

/** Where a listed stop stands: on the service as read, or still in the outbox. */
export type StopOrigin = 'service' | 'outbox';

/** One line of a plan's stop table. */
export interface StopRow {
  /** The service's id, or the local id while the stop has none. */
  id: string;
  origin: StopOrigin;
  /** The entry's state when the stop is in the outbox. */
  entryState: EntryState | null;
  entryId: string | null;
  position: number | null;
  /** `start`, `stop`, `end` or a value the app does not know. */
  type: string | null;
  recipientName: string | null;
  phone: string | null;
  /** One line of text. */
  address: string;
  /** `09:00`, wall-clock. */
  earliest: string | null;
  latest: string | null;
  packageCount: number | null;
  notes: string | null;
  externalId: string | null;
  activity: string | null;
  driverName: string | null;
  /** deliveryInfo.state, raw. */
  deliveryState: string | null;
  /** milliseconds since the epoch */
  estimatedArrivalAt: number | null;
  attemptedAt: number | null;
}

/** A stop with everything known of it, for the detail pane. */
export interface StopDetail {
  row: StopRow;
  /** As read from the service; null while only the outbox has it. */
  stop: Stop | null;
  /** What was typed and not yet confirmed; null for a stop of the service. */
  draft: StopCreate | null;
}

/** A recipient known from earlier stops, offered while typing. */
export interface RecentRecipient {
  name: string | null;
  phone: string | null;
  email: string | null;
  /** One line of text. */
  address: string;
  addressLineOne: string | null;
  addressLineTwo: string | null;
  notes: string | null;
}
