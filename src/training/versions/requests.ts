/** Bodies of v0.2b in v1's field names (planning-api, Versioning: stop write, stop read/write). Bounds are the handlers'. */
import { invalid, Refusal } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import { driverOf } from './drivers.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body in v1's names, and how to say in v0.2b's what was wrong with it. */
export interface OlderBody {
  body: unknown;
  named: (refusal: Refusal) => Refusal;
}

/** Where in the body stops lie that gave `driver`: '' or `3.` or `unassignedStops.3.`. */
type Renamed = Set<string>;

function knownDriver(store: Store, identifier: unknown, path: string): unknown {
  // What is no text at all is refused by the handler's own check.
  if (typeof identifier !== 'string') return identifier;
  const id = driverOf(store, identifier);
  if (id === undefined) throw invalid(path, `No driver has the id, e-mail or telephone number '${identifier}'.`);
  return id;
}

/** A StopCreate or StopUpdate. `driver` and `allowedDrivers` exclude each other. @param at what stands before a field's path */
function stopOf(store: Store, value: unknown, at: string, renamed: Renamed): unknown {
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, 'clientId')) throw invalid(`${at}clientId`, `Unknown field '${at}clientId'.`);
  const { driver, allowedDrivers, circuitClientId, ...rest } = value;
  if (driver != null && allowedDrivers != null) {
    throw invalid(`${at}driver`, `${at}driver and ${at}allowedDrivers exclude each other.`);
  }
  const drivers = Array.isArray(allowedDrivers)
    ? allowedDrivers.map((each: unknown, index) => knownDriver(store, each, `${at}allowedDrivers.${index}`))
    : allowedDrivers;
  if (driver != null) renamed.add(at);
  return {
    ...rest,
    ...(driver === undefined ? {} : { allowedDrivers: driver && [knownDriver(store, driver, `${at}driver`)] }),
    ...(allowedDrivers == null && driver !== undefined ? {} : drivers === undefined ? {} : { allowedDrivers: drivers }),
    ...(circuitClientId === undefined ? {} : { clientId: circuitClientId }),
  };
}

const stopsOf = (store: Store, value: unknown, at: string, renamed: Renamed): unknown =>
  Array.isArray(value) ? value.map((each: unknown, index) => stopOf(store, each, `${at}${index}.`, renamed)) : value;

function withOlderNames(text: string, renamed: Renamed): string {
  let named = text.replaceAll(/\bclientId\b/g, 'circuitClientId');
  for (const at of renamed) {
    for (const name of [`${at}allowedDrivers.0`, `${at}allowedDrivers`]) named = named.replaceAll(name, `${at}driver`);
  }
  return named;
}

function olderBody(body: unknown, renamed: Renamed): OlderBody {
  return {
    body,
    named: ({ status, code, message, param }) =>
      new Refusal(
        status,
        code,
        withOlderNames(message, renamed),
        param === null ? null : withOlderNames(param, renamed),
      ),
  };
}

/** A body that is a stop. Throws a refusal (400). */
export function fromOlderStop(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  return olderBody(stopOf(store, body, '', renamed), renamed);
}

/** A body that is a list of stops. Throws a refusal (400). */
export function fromOlderStops(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  return olderBody(stopsOf(store, body, '', renamed), renamed);
}

/** An import of unassigned stops. Throws a refusal (400). */
export function fromOlderUnassigned(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  if (!isObject(body)) return olderBody(body, renamed);
  const unassignedStops = stopsOf(store, body['unassignedStops'], 'unassignedStops.', renamed);
  return olderBody(Object.hasOwn(body, 'unassignedStops') ? { ...body, unassignedStops } : body, renamed);
}
