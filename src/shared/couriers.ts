/** Couriers and pickup locations: read here, managed elsewhere (order-api, Courier and PickupLocation). */
import { z } from './schemas.ts';
import { read, record } from './shapes.ts';

export const courier = record({ name: read(z.string()) });
export const pickupLocation = record({ name: read(z.string()) });

/** A courier or pickup location in a selection list. */
export interface NamedRow {
  id: string;
  name: string;
}
