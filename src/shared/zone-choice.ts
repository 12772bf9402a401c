/** What can be chosen as the time zone of a depot (depot-zones.ts). */
import { z } from './schemas.ts';
import { isZone } from './zones.ts';

/** The choice for a depot: an IANA name, or this computer's zone whatever it is. */
export const zoneChoice = z
  .string()
  .max(100)
  .refine((text) => text === 'computer' || isZone(text));
