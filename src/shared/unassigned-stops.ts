/** Stops that are in no plan yet (planning-api, Unassigned stop). */
import { z } from 'zod';
import { depotId, read, record } from './shapes.ts';
import { stopCreateBody, stopShape, stopUpdate } from './stops.ts';

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

/** Without a depot the team's main one is taken (planning-api, UnassignedStopCreate). */
export const unassignedStopCreate = z.strictObject({ ...stopCreateBody.shape, depot: depotId.nullish() });
export const unassignedStopUpdate = z.strictObject({ ...stopUpdate.shape, depot: depotId.nullish() });

/** One depot for the whole batch; it also biases the geocoding (planning-api, Unassigned stops). */
export const unassignedStopImport = z.strictObject({
  unassignedStops: z.array(stopCreateBody).min(1).max(100),
  depot: depotId.nullish(),
});
