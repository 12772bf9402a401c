/** Finds out what the keys can read: each list is asked for once, with one record. */
import type { AccessName, AccessResult, AccessRow } from '../../shared/access.ts';
import { endpoints, type Endpoint, type EndpointName, type ServiceName, type Version } from '../../shared/endpoints.ts';
import { AppError, encodeError } from '../../shared/errors.ts';
import type { Client } from '../api/client.ts';
import { readPatiently } from '../api/pages.ts';

const lists = {
  plans: 'plans.list',
  unassignedStops: 'unassignedStops.list',
  drivers: 'drivers.list',
  depots: 'depots.list',
  routes: 'routes.list',
  operations: 'operations.list',
  properties: 'customStopProperties.list',
  search: 'stops.search',
  orders: 'orders.list',
  couriers: 'couriers.list',
  pickupLocations: 'pickupLocations.list',
} as const satisfies Record<AccessName, EndpointName>;

export interface AccessReading {
  client: Pick<Client, 'read'>;
  /** The planning service's version. */
  version: Version;
  /** Whether there is a key for the service. */
  hasKey: (service: ServiceName) => boolean;
}

/** @returns a row for each list of the services that there are keys for, in display order */
export function readAccess({ client, version, hasKey }: AccessReading): Promise<AccessRow[]> {
  const names = (Object.keys(lists) as AccessName[]).filter((name) => hasKey(endpoints[lists[name]].service));
  return Promise.all(
    names.map(async (name): Promise<AccessRow> => {
      const { service, versions, pageMaximum }: Endpoint = endpoints[lists[name]];
      if (service === 'planning' && !versions.includes(version)) return { name, result: 'absent', error: null };
      const query = pageMaximum === undefined ? {} : { maxPageSize: '1' };
      try {
        await readPatiently(client, lists[name], { query, priority: 'click' });
        return { name, result: 'readable', error: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { name, result: resultOf(error), error: encodeError(error) };
      }
    }),
  );
}

function resultOf({ code }: AppError): AccessResult {
  if (code === 'service.forbidden' || code === 'service.key-refused') return 'refused';
  return code === 'service.not-found' ? 'absent' : 'failed';
}
