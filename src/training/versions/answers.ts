/** Converts v1 responses to v0.2b, one function per row of the document's table (planning-api, Versioning). */
import type { Depot, Driver, Plan, Stop, UnassignedStop } from '../model.ts';
import type { Store } from '../store/store.ts';
import { identifierOf } from './drivers.ts';

type WithStatus<Value> = { status: 'available'; value: Value } | { status: string; reason: string };

const messages: Record<string, string> = {
  not_optimized: 'The plan has not been optimized yet.',
  subscription_not_supported: 'The subscription of the team does not include this.',
};

/**
 * The reason for a null value in v0.2b: `not_optimized` for an eta, or `subscription_not_supported` (planning-api,
 * Versioning). Null for a reason that only v1 has, such as `not_yet_arrived`, and if there is a value.
 */
function nullReasonOf(value: WithStatus<unknown>) {
  if (!('reason' in value)) return null;
  const { reason } = value;
  const message = messages[reason];
  return message === undefined ? null : { reason, message, url: `https://office.example/help/${reason}` };
}

const flat = <Value>(value: WithStatus<Value>): Value | null => ('value' in value ? value.value : null);

/** `allowedDrivers` → `allowedDriversIdentifiers`, and `driverIdentifier` if there is exactly one. */
function driversOf(store: Store, allowedDrivers: readonly string[] | null) {
  const identifiers = allowedDrivers?.map((id) => identifierOf(store, id)) ?? null;
  return {
    driverIdentifier: identifiers?.length === 1 ? (identifiers[0] ?? null) : null,
    allowedDriversIdentifiers: identifiers,
  };
}

/** Flattens `timeAtStopInfo` and its reason, and adds `arrivedAt`. */
function olderDelivery(info: NonNullable<Stop['deliveryInfo']>) {
  const { timeAtStopInfo, ...rest } = info;
  const time = flat(timeAtStopInfo);
  return {
    ...rest,
    arrivedAt: time?.arrivedAt ?? null,
    timeAtStopInfo: time,
    timeAtStopInfoNullReason: nullReasonOf(timeAtStopInfo),
  };
}

export function olderStop(store: Store, stop: Stop) {
  const { allowedDrivers, eta, deliveryInfo, clientId, ...rest } = stop;
  return {
    ...rest,
    ...driversOf(store, allowedDrivers),
    eta: flat(eta),
    etaNullReason: nullReasonOf(eta),
    deliveryInfo: deliveryInfo && olderDelivery(deliveryInfo),
    circuitClientId: clientId,
  };
}

/** Like a stop, but without `driverIdentifier`, which only stops have (planning-api, Versioning: Stop read). */
export function olderUnassignedStop(store: Store, stop: UnassignedStop) {
  const { allowedDrivers, clientId, ...rest } = stop;
  const { allowedDriversIdentifiers } = driversOf(store, allowedDrivers);
  return { ...rest, allowedDriversIdentifiers, circuitClientId: clientId };
}

/** A depot in the list, which v0.2b only offers for selection: `routeOverrides` came with the operations of v1. */
export function olderDepot({ routeOverrides: _sinceV1, ...depot }: Depot) {
  return depot;
}

/** Embeds whole drivers, without deleted ones. `routeOverrides` came with v1 (planning-api, Versioning). */
export function olderPlan(store: Store, { routeOverrides: _sinceV1, ...plan }: Plan) {
  const drivers = plan.drivers.map((id): Driver | undefined => store.drivers.get(id));
  return { ...plan, drivers: drivers.filter((driver) => driver !== undefined) };
}
