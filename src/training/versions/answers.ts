/** Answers of v0.2b, made of those of v1: one function a row of the document's table (planning-api, Versioning). */
import type { Driver, Plan, Stop, UnassignedStop } from '../model.ts';
import type { Store } from '../store/store.ts';
import { identifierOf } from './drivers.ts';

type WithStatus<Value> = { status: 'available'; value: Value } | { status: string; reason: string };

const messages: Record<string, string> = {
  not_optimized: 'The plan has not been optimized yet.',
  not_yet_arrived: 'The driver has not arrived at the stop yet.',
  subscription_not_supported: 'The subscription of the team does not include this.',
};

/** Why a value is null; null where there is one. */
function nullReasonOf(value: WithStatus<unknown>) {
  if (!('reason' in value)) return null;
  const { reason } = value;
  return { reason, message: messages[reason] ?? reason, url: `https://office.example/help/${reason}` };
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

/** The fields of the same name as a stop's are as on a stop. */
export function olderUnassignedStop(store: Store, stop: UnassignedStop) {
  const { allowedDrivers, clientId, ...rest } = stop;
  return { ...rest, ...driversOf(store, allowedDrivers), circuitClientId: clientId };
}

/** Whole drivers; one that was deleted meanwhile is left out. */
export function olderPlan(store: Store, plan: Plan) {
  const drivers = plan.drivers.map((id): Driver | undefined => store.drivers.get(id));
  return { ...plan, drivers: drivers.filter((driver) => driver !== undefined) };
}
