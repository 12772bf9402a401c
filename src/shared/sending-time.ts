/** How long the rows of an import take by the documented limits alone (planning-api and order-api, Limits). */
import { endpoints, limits, type Endpoint, type EndpointName } from './endpoints.ts';
import type { ImportName } from './imports.ts';
import { operationOf, type EntryKind } from './outbox-kinds.ts';

/** What the outbox sends rows with: a request for each, or a request for many. */
interface SendingWay {
  kind: EntryKind;
  endpoint: EndpointName;
}
const creating: Readonly<Record<ImportName, SendingWay>> = {
  stops: { kind: 'stops.create', endpoint: 'stops.import' },
  unassignedStops: { kind: 'unassignedStops.create', endpoint: 'unassignedStops.import' },
  orders: { kind: 'orders.create', endpoint: 'orders.import' },
  drivers: { kind: 'drivers.create', endpoint: 'drivers.import' },
};
const changing: Readonly<Record<ImportName, SendingWay>> = {
  stops: { kind: 'stops.update', endpoint: 'stops.update' },
  unassignedStops: { kind: 'unassignedStops.update', endpoint: 'unassignedStops.update' },
  orders: { kind: 'orders.update', endpoint: 'orders.update' },
  drivers: { kind: 'drivers.update', endpoint: 'drivers.update' },
};

/**
 * Windows that were empty before let the first requests through at once, so only what goes beyond them takes time.
 *
 * @param count the rows that wait and make new records
 * @param changes the rows that wait and change existing records
 * @returns milliseconds
 */
export const sendingTime = (noun: ImportName, count: number, changes = 0): number =>
  timeOf(creating[noun], count) + timeOf(changing[noun], changes);

function timeOf({ kind, endpoint }: SendingWay, count: number): number {
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
