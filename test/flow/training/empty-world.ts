import type { World } from '../../../src/training/data/world.ts';

/** Nothing generated at all: for tests of the journal alone. */
export const emptyWorld: World = {
  plans: [],
  stops: [],
  unassignedStops: [],
  drivers: [],
  depots: [],
  members: [],
  routes: [],
  operations: [],
  customStopProperties: [],
  orders: [],
  couriers: [],
  pickupLocations: [],
};
