/** Stops that are in no plan yet (planning-api, Unassigned stop). */
import { z } from 'zod';
import { depotId, read, record } from './shapes.ts';
import { stopCreateBody, stopShape, stopUpdate, type StopDetail, type StopRow } from './stops.ts';

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

/** Without a depot the team's main one is taken (planning-api, UnassignedStopCreate). */
export const unassignedStopCreate = z.strictObject({ ...stopCreateBody.shape, depot: depotId.nullish() });
export const unassignedStopUpdate = z.strictObject({ ...stopUpdate.shape, depot: depotId.nullish() });

/** What an edited one said before, field by field and as it was read. */
export const unassignedBase = z.partialRecord(z.keyof(unassignedStopUpdate), z.unknown());

/** One depot for the whole batch; it also biases the geocoding (planning-api, Unassigned stops). */
export const unassignedStopImport = z.strictObject({
  unassignedStops: z.array(stopCreateBody).min(1).max(100),
  depot: depotId.nullish(),
});

/** An unassigned stop as it is listed: a stop without a place on a route. */
export interface UnassignedStopRow extends StopRow {
  depotName: string | null;
}

/** An unassigned stop with everything known of it. */
export interface UnassignedStopDetail extends StopDetail {
  row: UnassignedStopRow;
  /** The id of its depot. */
  depot: string | null;
}
