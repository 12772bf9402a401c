/** Converts v0.2b bodies to v1 (planning-api, Versioning: stop write, stop read/write). Handlers check bounds. */
import { invalid, Refusal } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import { driverOf } from './drivers.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body with v1's names, and a function that restores v0.2b's names in its refusals. */
export interface OlderBody {
  body: unknown;
  named: (refusal: Refusal) => Refusal;
}

/** The path prefixes of stops that used `driver`: '' or `3.` or `unassignedStops.3.`. */
type Renamed = Set<string>;

/** How a body is read. */
interface Reading {
  store: Store;
  renamed: Renamed;
  /** The stop is one of an import. */
  inBatch: boolean;
}

function knownDriver({ store, inBatch }: Reading, identifier: unknown, path: string): unknown {
  // The handler rejects anything that is not text.
  if (typeof identifier !== 'string') return identifier;
  const id = driverOf(store, identifier);
  // In a batch its own stop fails, where it is made, and no other one (planning-api, Errors 5).
  if (id === undefined && inBatch) return identifier;
  if (id === undefined) throw invalid(path, `No driver has the id, e-mail or telephone number '${identifier}'.`);
  return id;
}

/** A StopCreate or StopUpdate, with either `driver` or `allowedDrivers`. @param at prefix of the field paths */
function stopOf(of: Reading, value: unknown, at: string): unknown {
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, 'clientId')) throw invalid(`${at}clientId`, `Unknown field '${at}clientId'.`);
  const { driver, allowedDrivers, circuitClientId, ...rest } = value;
  if (driver != null && allowedDrivers != null) {
    throw invalid(`${at}driver`, `${at}driver and ${at}allowedDrivers exclude each other.`);
  }
  const drivers = Array.isArray(allowedDrivers)
    ? allowedDrivers.map((each: unknown, index) => knownDriver(of, each, `${at}allowedDrivers.${index}`))
    : allowedDrivers;
  if (driver != null) of.renamed.add(at);
  return {
    ...rest,
    ...(driver === undefined ? {} : { allowedDrivers: driver && [knownDriver(of, driver, `${at}driver`)] }),
    ...(allowedDrivers == null && driver !== undefined ? {} : drivers === undefined ? {} : { allowedDrivers: drivers }),
    ...(circuitClientId === undefined ? {} : { clientId: circuitClientId }),
  };
}

const stopsOf = (of: Reading, value: unknown, at: string): unknown =>
  Array.isArray(value) ? value.map((each: unknown, index) => stopOf(of, each, `${at}${index}.`)) : value;

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

/** A single stop. Throws a refusal (400). */
export function fromOlderStop(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  return olderBody(stopOf({ store, renamed, inBatch: false }, body, ''), renamed);
}

/** A list of stops. Throws a refusal (400). */
export function fromOlderStops(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  return olderBody(stopsOf({ store, renamed, inBatch: true }, body, ''), renamed);
}

/** An import of unassigned stops. Throws a refusal (400). */
export function fromOlderUnassigned(store: Store, body: unknown): OlderBody {
  const renamed: Renamed = new Set();
  if (!isObject(body)) return olderBody(body, renamed);
  const unassignedStops = stopsOf({ store, renamed, inBatch: true }, body['unassignedStops'], 'unassignedStops.');
  return olderBody(Object.hasOwn(body, 'unassignedStops') ? { ...body, unassignedStops } : body, renamed);
}
