/** Stops without a plan (planning-api, Unassigned stop). */
import { z } from './schemas.ts';
import { depotId, read, record } from './shapes.ts';
import { stopCreateBody, stopEdit, stopShape, stopUpdate, type StopDetail, type StopRow } from './stops.ts';

const {
  address,
  barcodes,
  allowedDrivers,
  notes,
  packageCount,
  weight,
  orderInfo,
  recipient,
  activity,
  trackingLink,
  timing,
  optimizationOrder,
  paymentOnDelivery,
  proofOfAttemptRequirements,
  customProperties,
  clientId,
} = stopShape;

export const unassignedStop = record({
  depot: read(z.string()),
  address,
  barcodes,
  allowedDrivers,
  notes,
  packageCount,
  weight,
  orderInfo,
  recipient,
  activity,
  trackingLink,
  timing,
  optimizationOrder,
  paymentOnDelivery,
  proofOfAttemptRequirements,
  customProperties,
  clientId,
});

export type UnassignedStop = z.infer<typeof unassignedStop>;

/** Without a depot the service uses the team's main depot (planning-api, UnassignedStopCreate). */
export const unassignedStopCreate = z.strictObject({ ...stopCreateBody.shape, depot: depotId.nullish() });
export const unassignedStopUpdate = z.strictObject({ ...stopUpdate.shape, depot: depotId.nullish() });
/** As {@link stopEdit}. */
export const unassignedStopEdit = z.strictObject({ ...stopEdit.shape, depot: depotId.nullish() });

/** The edited stop's previous values, field by field, as they were read. */
export const unassignedBase = z.partialRecord(z.keyof(unassignedStopUpdate), z.unknown());

/** One depot for the whole batch; it also biases the geocoding (planning-api, Unassigned stops). */
export const unassignedStopImport = z.strictObject({
  unassignedStops: z.array(stopCreateBody).min(1).max(100),
  depot: depotId.nullish(),
});

/** An unassigned stop in a list: a stop without a place on a route. */
export interface UnassignedStopRow extends StopRow {
  /** The depot's id. */
  depot: string | null;
  depotName: string | null;
  /**
   * When this computer first saw it, in milliseconds since the epoch: the service does not say when it was entered. Null:
   * not known.
   */
  since: number | null;
}

/** All details of an unassigned stop. */
export interface UnassignedStopDetail extends StopDetail {
  row: UnassignedStopRow;
  /** The depot's id. */
  depot: string | null;
}
