/** How long the rows of an import take by the documented limits alone (planning-api and order-api, Limits). */
import { endpoints, limits, type Endpoint, type EndpointName } from './endpoints.ts';
import type { ImportName } from './imports.ts';
import { operationOf, type EntryKind } from './outbox-kinds.ts';

/** What the outbox sends the rows with. */
const ways: Readonly<Record<ImportName, { kind: EntryKind; endpoint: EndpointName }>> = {
  stops: { kind: 'stops.create', endpoint: 'stops.import' },
  unassignedStops: { kind: 'unassignedStops.create', endpoint: 'unassignedStops.import' },
  orders: { kind: 'orders.create', endpoint: 'orders.import' },
  drivers: { kind: 'drivers.create', endpoint: 'drivers.import' },
};

/**
 * Windows that were empty before let the first requests through at once, so only what goes beyond them takes time.
 *
 * @param count the rows that wait
 * @returns milliseconds
 */
export function sendingTime(noun: ImportName, count: number): number {
  const { kind, endpoint } = ways[noun];
  const { limitClasses }: Endpoint = endpoints[endpoint];
  const requests = Math.ceil(count / operationOf(kind).together);
  const times = limitClasses
    .flatMap((name) => limits[name])
    .map(({ limit, milliseconds, counts }) => {
      const full = Math.ceil((counts === 'items' ? count : requests) / limit);
      return Math.max(0, full - 1) * milliseconds;
    });
  return Math.max(0, ...times);
}
