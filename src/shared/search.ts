/** The service's own search over all stops (planning-api, Stop search; resolved, Methods and paths). */
import { z } from './schemas.ts';
import { listOf, read, text } from './shapes.ts';
import { stop } from './stops.ts';
import { unassignedStop } from './unassigned-stops.ts';

export const sortFields = [
  'address.latitude',
  'address.longitude',
  'createdAt',
  'arrivalAt',
  'packageCount',
  'estimatedTravelDuration',
  'estimatedTravelDistance',
  'timing.estimatedAttemptDuration',
  'deliveryInfo.attemptedAt',
  'paymentOnDelivery.amount',
] as const;

/** The parameters of a search besides those of every list. */
export const searchQuery = {
  keyword: text(255).optional(),
  filter: text(2048).optional(),
  sortField: z.enum(sortFields).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
};

/** A hit is a planned stop or an unassigned one. An unknown type keeps its fields. */
export const searchHits = listOf(
  z.looseObject({ type: read(z.string()), stop: read(stop), unassignedStop: read(unassignedStop) }),
);
