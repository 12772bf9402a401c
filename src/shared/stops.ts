/** Stops of a plan (planning-api, Stop and StopCreate; resolved, Bounds on what is sent). */
import { z } from './schemas.ts';
import type { Corrected } from './corrected.ts';
import type { ChangeKind } from './pending-content.ts';
import type { EncodedError } from './errors.ts';
import type { EntryState } from './outbox.ts';
import { routeShape } from './routes.ts';
import {
  address,
  addressInput,
  driverId,
  eta,
  nullableShape,
  orderInfo,
  orderInfoInput,
  orderInfoUpdate,
  paymentOnDelivery,
  paymentOnDeliveryInput,
  proofOfAttemptRequirements,
  proofOfAttemptRequirementsInput,
  read,
  readArray,
  recipient,
  recipientInput,
  recipientUpdate,
  record,
  statusValue,
  text,
  timestamp,
  timing,
  timingInput,
  timingUpdate,
  weight,
  weightInput,
} from './shapes.ts';

export const activities = ['delivery', 'pickup'] as const;
export const optimizationOrders = ['first', 'last', 'default'] as const;

/** The maximum number of barcodes per stop in each version (planning-api, Versioning). */
export const mostBarcodes = { v1: 50, 'v0.2b': 200 } as const;

/** The input for a new stop. The form validates it while the user types, main before saving. */
export const stopCreate = z.strictObject({
  address: addressInput,
  timing: timingInput.optional(),
  recipient: recipientInput.optional(),
  orderInfo: orderInfoInput.optional(),
  paymentOnDelivery: paymentOnDeliveryInput.optional(),
  proofOfAttemptRequirements: proofOfAttemptRequirementsInput.optional(),
  allowedDrivers: z.array(driverId).max(100).optional(),
  activity: z.enum(activities).optional(),
  optimizationOrder: z.enum(optimizationOrders).optional(),
  packageCount: z.int().min(1).max(10_000).optional(),
  weight: weightInput.optional(),
  notes: text(2000).optional(),
  clientId: text(100).optional(),
  barcodes: z.array(text(255)).max(mostBarcodes.v1).optional(),
  customProperties: z.record(text(50), text(255)).optional(),
});
export type StopCreate = z.infer<typeof stopCreate>;

const { address: createdAddress, barcodes: createdBarcodes, ...others } = stopCreate.shape;

/** The same as the service accepts it: most fields may also be null, which equals omitting them. */
export const stopCreateBody = z.strictObject({
  address: createdAddress,
  barcodes: createdBarcodes,
  ...nullableShape(others),
});

/**
 * The editable fields of a stop, without its address and clientId. Null clears a field. Nested objects are sent as a
 * whole, with null for empty leaves, so it does not matter whether the service merges them (resolved).
 */
export const stopUpdate = z.strictObject({
  timing: timingUpdate.nullish(),
  recipient: recipientUpdate.nullish(),
  orderInfo: orderInfoUpdate.nullish(),
  paymentOnDelivery: paymentOnDeliveryInput.nullish(),
  proofOfAttemptRequirements: proofOfAttemptRequirementsInput.nullish(),
  allowedDrivers: z.array(driverId).max(100).nullish(),
  activity: z.enum(activities).nullish(),
  optimizationOrder: z.enum(optimizationOrders).nullish(),
  packageCount: z.int().min(1).max(10_000).nullish(),
  weight: weightInput.nullish(),
  notes: text(2000).nullish(),
  barcodes: z.array(text(255)).max(mostBarcodes.v1).optional(),
  customProperties: z.record(text(50), text(255)).nullish(),
});

/**
 * An edit as the window makes it. A custom property that is removed is null in it, so that it is told from one that the
 * edit leaves alone. It is sent as {@link stopUpdate}, with all properties that stay.
 */
export const stopEdit = stopUpdate.extend({
  customProperties: z.record(text(50), text(255).nullable()).nullish(),
});

/** The edited stop's previous values, field by field, as they were read. They may be anything. */
export const stopBase = z.partialRecord(z.keyof(stopUpdate), z.unknown());

export type StopUpdate = z.infer<typeof stopEdit>;
export type StopBase = z.infer<typeof stopBase>;

/** For v0.2b, which allows more barcodes. */
export const olderBarcodes = { barcodes: z.array(text(255)).max(mostBarcodes['v0.2b']).optional() };

export const deliveryInfo = z.looseObject({
  attempted: read(z.boolean()),
  attemptedAt: read(timestamp),
  timeAtStopInfo: statusValue(
    z.looseObject({ arrivedAt: read(timestamp), departedAt: read(timestamp), isEstimated: read(z.boolean()) }),
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

/** The fields of a stop besides its id. */
export const stopShape = {
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
  route: read(z.looseObject({ id: read(z.string()), ...routeShape })),
  eta,
  timing: read(timing),
  optimizationOrder: read(z.string()),
  customProperties: read(z.record(z.string(), z.unknown())),
  clientId: read(z.string()),
};

export const stop = record(stopShape);
export type Stop = z.infer<typeof stop>;

/** The answer to a live write: `pending` until the plan is optimised again (planning-api, States). */
export const liveStop = z
  .looseObject({ pending: read(z.boolean()), stop: read(stop) })
  .refine(({ pending, stop: written }) => pending != null || written != null);
export const liveDeletion = z.looseObject({ pending: z.boolean() });

/** The result of a stop. open: the driver has not been there · done · failed: not delivered or picked up. */
export type StopResult = 'open' | 'done' | 'failed';

/**
 * The result of a stop, by everything that the service says of it: any of the fields may be null, and the state may be
 * one that the app does not know (resolved, Reading).
 *
 * @param info deliveryInfo, or what is known of it
 */
export function deliveryResult(info: Delivery | null | undefined): StopResult {
  const { attempted, attemptedAt, succeeded, state } = info ?? {};
  const isResult = state != null && state !== 'unattempted';
  if (attempted !== true && attemptedAt == null && !isResult) return 'open';
  return succeeded === false || state?.startsWith('failed') === true ? 'failed' : 'done';
}

type Delivery = Partial<Pick<z.infer<typeof deliveryInfo>, 'attempted' | 'attemptedAt' | 'succeeded' | 'state'>>;

/** Where a listed stop comes from: the service, or the outbox only. */
export type StopOrigin = 'service' | 'outbox';

/** Stops that the service's search found by their numbers. */
export interface StopsElsewhere {
  stops: {
    externalId: string;
    /** Null: an unassigned stop. */
    planId: string | null;
    /** Null: an unassigned stop, or a plan that is not on this computer. */
    planTitle: string | null;
  }[];
  /** Numbers that cannot be searched for. */
  unasked: string[];
}

/** One line of a plan's stop table. */
export interface StopRow {
  /** The service's id, or the local id until there is one. */
  id: string;
  /** The id that it had here until the service gave it one. Missing: it was not entered here, or has no other yet. */
  localId?: string;
  origin: StopOrigin;
  /** The kind of its unconfirmed edits. The row shows the new values. */
  change: ChangeKind | null;
  /** The state of the relevant entry. Null if the outbox has none for the stop. */
  entryState: EntryState | null;
  /** Its user paused the import that it belongs to. */
  isPaused?: true;
  entryId: string | null;
  position: number | null;
  /** `start`, `stop`, `end` or a value the app does not know; `unassigned` without a plan. */
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
  /** The driver of its route. Null while it is on none. */
  driverId: string | null;
  driverName: string | null;
  /** Whether its route was sent to the driver. Null: it is on no route, or the service does not say. */
  isWithDriver: boolean | null;
  /** Ids of the drivers that it is restricted to. Empty: any driver of the plan. */
  allowedDrivers: readonly string[];
  latitude: number | null;
  longitude: number | null;
  /** As the service has it: the unit may be one that the app does not know. */
  weight: { amount: number; unit: string } | null;
  /** From the stop before, in seconds and metres (planning-api, Stop). */
  travelSeconds: number | null;
  travelMetres: number | null;
  /** The time that the stop takes, in seconds. Null: the default of the service. */
  stopSeconds: number | null;
  /** Values of the team's custom properties, by the id of the property. */
  customProperties: Readonly<Record<string, string>>;
  /** deliveryInfo.state, raw. */
  deliveryState: string | null;
  result: StopResult;
  /** milliseconds since the epoch */
  estimatedArrivalAt: number | null;
  attemptedAt: number | null;
}

/** The start and the end of a route are rows of the list, but no stops (planning-api, Stop.type). */
export const isStop = ({ type }: Pick<StopRow, 'type'>): boolean => type !== 'start' && type !== 'end';

/**
 * Whether the row stands for a stop that leaves: it will be deleted, or it was moved, and the one that stays is in the
 * outbox.
 */
export const isGoing = ({ origin, change }: Pick<StopRow, 'origin' | 'change'>): boolean =>
  change === 'delete' || (change === 'move' && origin === 'service');

/** Why a stop cannot be edited: it is the end of a route, it will be deleted or moved, or the driver has been there. */
export type WhyNotEdited = 'end-of-route' | 'going' | 'attempted';

/**
 * What the service would answer with `stop_not_editable` (resolved, Status codes), or what an edit would be lost with.
 *
 * @returns null: it can be edited
 */
export function whyNotEdited(row: Pick<StopRow, 'type' | 'origin' | 'change' | 'result'>): WhyNotEdited | null {
  if (!isStop(row)) return 'end-of-route';
  if (isGoing(row)) return 'going';
  return row.result === 'open' ? null : 'attempted';
}

/** All details of a stop, for the detail pane. */
export interface StopDetail {
  row: StopRow;
  /** As read from the service, with pending edits. Null while it exists only in the outbox. */
  stop: Stop | null;
  /** The unconfirmed input. Null for a stop on the service. */
  draft: StopCreate | null;
  /** Fields that unconfirmed edits set on a stop of the service. */
  changed: string[];
  /** What the service has instead of what was entered here. Missing while edits are unconfirmed. */
  corrected?: Corrected[];
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

/** The outcome for one of several rows. */
export interface RowResult {
  /** The given id. */
  id: string;
  /** Null: done and saved. */
  error: EncodedError | null;
}
