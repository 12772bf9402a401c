/** What the keys can read, list by list. */
import type { EncodedError } from './errors.ts';

export const accessNames = [
  ...(['plans', 'unassignedStops', 'drivers', 'depots', 'routes', 'operations', 'properties', 'search'] as const),
  ...(['orders', 'couriers', 'pickupLocations'] as const),
] as const;
export type AccessName = (typeof accessNames)[number];

/**
 * readable: the service answered with the list · refused: the key may not read it, or the subscription does not include
 * it · absent: the service has no such list, as an older version · failed: it could not be asked
 */
export type AccessResult = 'readable' | 'refused' | 'absent' | 'failed';

export interface AccessRow {
  name: AccessName;
  result: AccessResult;
  /** Why it was refused or could not be asked; null: no reason is needed. */
  error: EncodedError | null;
}
