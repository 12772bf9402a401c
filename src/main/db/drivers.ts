/** The tables `drivers` and `depots` of the cache. */
import type { z } from 'zod';
import { depot, type DepotFacts } from '../../shared/depots.ts';
import { withFields, type UnsentChange } from '../../shared/pending-content.ts';
import { driver, type Driver, type DriverRow } from '../../shared/drivers.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { limitsOf } from '../../shared/day-limits.ts';
import type { Raw } from '../../shared/shapes.ts';
import { forgetRow, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import { openChanges } from './changes.ts';
import type { Database, Value } from './database.ts';
import { withLocalIds } from './local-ids.ts';
import { namesOf } from './names.ts';
import { fromStored, storedFields } from '../stored-json.ts';

const table = { table: 'drivers', list: 'drivers' } as const;

const nameOf = (item: Driver) => item.displayName ?? item.name ?? item.email ?? item.phone ?? item.id;

/** The columns of a driver. */
export const driverColumns = (item: Driver): Value[] => [nameOf(item)];

export function putDrivers(
  database: Database,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  return replaceList(database, { ...table, scope: null, rows, at, columns: ['name'], digest });
}

/** Stores one driver from an answer of the service. Idempotent. @param at when the service answered */
export function putDriver(database: Database, item: Raw, at: number): void {
  const said = driver.parse(item);
  putRow(database, { ...table, scope: {}, columns: ['name'], row: storedRow(said, driverColumns(said)), at });
}

/** Marks a driver as gone after the service said so. */
export function forgetDriver(database: Database, id: string, at: number): void {
  forgetRow(database, { ...table, id, at });
}

interface Created {
  id: string;
  body: string;
  entry_id: string;
  state: EntryState;
}

/** Sorted by name, with pending edits applied. Drivers that are not on the service yet, or not read yet, come last. */
export function listDrivers(database: Database): DriverRow[] {
  const depots = namesOf(database, 'depots');
  const changes = openChanges(database, 'drivers', 'drivers');
  const read = database
    .all<{ body: string }>('SELECT body FROM drivers WHERE gone_at IS NULL ORDER BY name COLLATE NOCASE, id')
    .map(({ body }) => {
      const item = fromStored(driver, body);
      return rowOf(item, changes.get(item.id), depots);
    });
  const created = database
    .all<Created>(
      `SELECT records.id, records.content AS body, entries.id AS entry_id, entries.state
       FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
       WHERE records.noun = 'drivers' AND entries.kind = 'drivers.create' AND entries.state <> 'given-up'
         AND (entries.state <> 'acknowledged' OR records.server_id IS NULL) ORDER BY entries.sequence`,
    )
    .map(({ id, body, state }) => ({
      row: rowOf(driver.parse({ ...storedFields(body), id }), changes.get(id), depots),
      mayBeRead: state === 'sending' || state === 'in-doubt' || state === 'acknowledged',
    }))
    // The answer is in the cache before its entry is settled, and an import is read before its ids are known.
    .filter(({ row, mayBeRead }) => !mayBeRead || !read.some((other) => isSamePerson(row, other)))
    .map(({ row }) => row);
  return [...withLocalIds(database, 'drivers', read), ...created];
}

/** A new driver is recognized by e-mail or phone (outbox, By operation). */
const isSamePerson = (one: DriverRow, other: DriverRow): boolean =>
  one.email !== null || other.email !== null
    ? one.email?.toLowerCase() === other.email?.toLowerCase()
    : one.phone !== null && one.phone === other.phone;

function rowOf(read: Driver, change: UnsentChange | undefined, depots: Map<string, string>): DriverRow {
  const item = change === undefined ? read : withFields(read, change.fields);
  return {
    id: item.id,
    change: change?.kind ?? null,
    entryState: change?.state ?? null,
    entryId: change?.entryId ?? null,
    name: nameOf(item),
    fullName: item.name ?? null,
    displayName: item.displayName ?? null,
    email: item.email ?? null,
    phone: item.phone ?? null,
    active: item.active !== false,
    depots: item.depots ?? [],
    depotNames: (item.depots ?? []).map((id) => depots.get(id) ?? id),
    vehicleType: item.routeOverrides?.vehicleType ?? null,
    ...limitsOf(item.routeOverrides),
  };
}

/** The columns of a depot. */
export const depotColumns = (item: z.infer<typeof depot>): Value[] => [item.name ?? null];

export function putDepots(
  database: Database,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  return replaceList(database, { table: 'depots', list: 'depots', scope: null, rows, at, columns: ['name'], digest });
}

export function listDepots(database: Database): DepotFacts[] {
  return database.all<{ body: string }>('SELECT body FROM depots ORDER BY name COLLATE NOCASE, id').map(({ body }) => {
    const { id, name, routeOverrides } = fromStored(depot, body);
    const start = routeOverrides?.startAddress;
    return {
      ...{ id, name: name ?? id, country: start?.countryCode ?? null },
      ...{ latitude: start?.latitude ?? null, longitude: start?.longitude ?? null },
      vehicleType: routeOverrides?.vehicleType ?? null,
      ...limitsOf(routeOverrides),
    };
  });
}
