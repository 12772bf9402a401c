/**
 * Converts records of v0.2b to the fields of v1 (planning-api, Versioning; resolved, Reading). Fields are added to the
 * service's own. Only fields that have another shape in v1 are replaced, and their content is kept.
 */
import { isObject, type JsonObject } from './json.ts';
import type { KnownDrivers } from './known-drivers.ts';

/** Reasons for a missing value in v0.2b, and the corresponding status in v1. */
const statusOfReason: Record<string, string> = {
  subscription_not_supported: 'restricted',
  not_optimized: 'pending',
  not_yet_arrived: 'pending',
};

/**
 * Converts a flat value, or the reason for its absence, to `{status, value}`. Any other shape is left unchanged.
 *
 * @param reason `{reason, message, url}`
 */
function withStatus(flat: unknown, reason: unknown): unknown {
  if (isObject(flat)) {
    return Object.hasOwn(flat, 'status') ? flat : { status: 'available', value: flat };
  }
  if (flat != null || !isObject(reason)) return flat;
  const word = reason['reason'];
  // An unknown reason is shown unchanged.
  const status = typeof word === 'string' ? (statusOfReason[word] ?? word) : null;
  return { ...reason, status, value: null };
}

function deliveryInfoOf(info: unknown): unknown {
  if (!isObject(info)) return info;
  const { timeAtStopInfo, timeAtStopInfoNullReason, arrivedAt } = info;
  // Without time-at-stop data, an arrival alone still counts as such.
  const flat = timeAtStopInfo ?? (typeof arrivedAt === 'number' ? { arrivedAt } : timeAtStopInfo);
  if (flat === undefined && timeAtStopInfoNullReason === undefined) return info;
  return { ...info, timeAtStopInfo: withStatus(withArrival(flat, arrivedAt), timeAtStopInfoNullReason) };
}

function withArrival(flat: unknown, arrivedAt: unknown): unknown {
  return isObject(flat) && flat['arrivedAt'] == null && arrivedAt != null ? { ...flat, arrivedAt } : flat;
}

/** Ids of known drivers; unknown ones as the service named them. */
function allowedDriversOf(stop: JsonObject, drivers: KnownDrivers): unknown {
  const { allowedDriversIdentifiers: several, driverIdentifier: one } = stop;
  const idOf = (identifier: unknown) => (typeof identifier === 'string' ? drivers.idOf(identifier) : identifier);
  if (Array.isArray(several)) return several.map(idOf);
  return typeof one === 'string' && one !== '' ? [drivers.idOf(one)] : (several ?? one);
}

/** A stop of a plan, or an unassigned one. */
export function stopOf(stop: unknown, drivers: KnownDrivers): unknown {
  if (!isObject(stop)) return stop;
  const mapped: JsonObject = { ...stop };
  if ('driverIdentifier' in stop || 'allowedDriversIdentifiers' in stop) {
    mapped['allowedDrivers'] ??= allowedDriversOf(stop, drivers);
  }
  if ('eta' in stop || 'etaNullReason' in stop) mapped['eta'] = withStatus(stop['eta'], stop['etaNullReason']);
  if ('deliveryInfo' in stop) mapped['deliveryInfo'] = deliveryInfoOf(stop['deliveryInfo']);
  // Accepts both the documented name and the name used on the wire.
  const clientId = stop['clientId'] ?? stop['circuitClientId'] ?? stop['legacyClientId'];
  if (clientId !== undefined) mapped['clientId'] = clientId;
  return mapped;
}

/** A plan. Its drivers are whole records in v0.2b and ids in v1. */
export function planOf(plan: unknown, drivers: KnownDrivers): unknown {
  if (!isObject(plan) || !Array.isArray(plan['drivers'])) return plan;
  return {
    ...plan,
    drivers: plan['drivers'].map((driver: unknown) => {
      drivers.learn(driver);
      return isObject(driver) && typeof driver['id'] === 'string' ? driver['id'] : driver;
    }),
  };
}
