/** Which file answers each operation. What breaks one is that its handler is there under another name. */
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import { endpoints, type Endpoint } from '../../../src/shared/endpoints.ts';
import { keptIn, type Kept } from './kept.ts';

const files: Record<string, readonly EndpointName[]> = {
  plans: ['plans.list', 'plans.get'],
  'plans-write': ['plans.create', 'plans.update', 'plans.delete'],
  optimise: ['plans.optimize', 'plans.reoptimize'],
  'routes-distribute': ['plans.distribute', 'plans.redistribute', 'plans.save'],
  stops: ['stops.list', 'stops.get'],
  'stops-write': ['stops.create', 'stops.import', 'stops.update', 'stops.delete'],
  live: ['stops.liveCreate', 'stops.liveImport', 'stops.liveUpdate', 'stops.liveDelete'],
  search: ['stops.search'],
  unassigned: [
    ...(['unassignedStops.list', 'unassignedStops.get', 'unassignedStops.create'] as const),
    ...(['unassignedStops.import', 'unassignedStops.update', 'unassignedStops.delete'] as const),
  ],
  'custom-properties': ['customStopProperties.list', 'customStopProperties.get'],
  drivers: [
    ...(['drivers.list', 'drivers.get', 'drivers.create'] as const),
    ...(['drivers.update', 'drivers.delete', 'drivers.import'] as const),
  ],
  depots: ['depots.list', 'depots.get', 'depots.create', 'depots.update', 'depots.import'],
  members: ['members.create', 'members.update', 'members.delete', 'members.import'],
  routes: ['routes.list', 'routes.get', 'routes.stops'],
  operations: ['operations.list', 'operations.get', 'operations.cancel'],
  orders: ['orders.list', 'orders.get', 'orders.shippingLabels'],
  'orders-write': ['orders.create', 'orders.import', 'orders.update', 'orders.delete'],
  'orders-hand-over': ['orders.submit', 'orders.withdraw'],
  couriers: ['couriers.list', 'couriers.get'],
  'pickup-locations': ['pickupLocations.list', 'pickupLocations.get'],
};

const rowsOf = (names: readonly EndpointName[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { versions }: Endpoint = endpoints[name];
      const kept = [`'${name}'`, `'${name}': {`, `'${name}.elsewhere': {`] as const;
      return versions.map((version) => [`operations.${version}.${name}`, kept] as const);
    }),
  );

export const operations: Record<string, Kept> = Object.fromEntries(
  Object.entries(files).flatMap(([file, names]) =>
    Object.entries(keptIn(`src/training/handlers/${file}.ts`, rowsOf(names))),
  ),
);
