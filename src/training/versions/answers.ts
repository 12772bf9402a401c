/** Answers of v0.2b, made of those of v1: one function a row of the document's table (planning-api, Versioning). */
import type { Depot, Driver, Plan, Stop, UnassignedStop } from '../model.ts';
import type { Store } from '../store/store.ts';
import { identifierOf } from './drivers.ts';

type WithStatus<Value> = { status: 'available'; value: Value } | { status: string; reason: string };

const messages: Record<string, string> = {
  not_optimized: 'The plan has not been optimized yet.',
  subscription_not_supported: 'The subscription of the team does not include this.',
};

/**
 * Why a value is null, of the reasons that v0.2b has: `not_optimized` for an eta, `subscription_not_supported` (planning-api,
 * Versioning). Null for one that came with v1, as `not_yet_arrived`, and where there is a value.
 */
function nullReasonOf(value: WithStatus<unknown>) {
  if (!('reason' in value)) return null;
  const { reason } = value;
  const message = messages[reason];
  return message === undefined ? null : { reason, message, url: `https://office.example/help/${reason}` };
}

const flat = <Value>(value: WithStatus<Value>): Value | null => ('value' in value ? value.value : null);

/** `allowedDrivers` → `driverIdentifier`, which is there when a single one is meant, and `allowedDriversIdentifiers`. */
function driversOf(store: Store, allowedDrivers: readonly string[] | null) {
  const identifiers = allowedDrivers?.map((id) => identifierOf(store, id)) ?? null;
  return {
    driverIdentifier: identifiers?.length === 1 ? (identifiers[0] ?? null) : null,
    allowedDriversIdentifiers: identifiers,
  };
}

/** `timeAtStopInfo` and its reason lie flat, and `arrivedAt` beside them. */
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

/** Its fields are as those of a stop, but for `driverIdentifier`, which only stops have (planning-api, Versioning: Stop read). */
export function olderUnassignedStop(store: Store, stop: UnassignedStop) {
  const { allowedDrivers, clientId, ...rest } = stop;
  const { allowedDriversIdentifiers } = driversOf(store, allowedDrivers);
  return { ...rest, allowedDriversIdentifiers, circuitClientId: clientId };
}

/** A depot of the list, which v0.2b only shows to choose from: its `routeOverrides` came with the operations of v1. */
export function olderDepot({ routeOverrides: _sinceV1, ...depot }: Depot) {
  return depot;
}

/** Whole drivers; one that was deleted meanwhile is left out. `routeOverrides` came with v1 (planning-api, Versioning). */
export function olderPlan(store: Store, { routeOverrides: _sinceV1, ...plan }: Plan) {
  const drivers = plan.drivers.map((id): Driver | undefined => store.drivers.get(id));
  return { ...plan, drivers: drivers.filter((driver) => driver !== undefined) };
}
