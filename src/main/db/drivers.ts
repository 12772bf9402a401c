/** The tables `drivers` and `depots` of the cache. */
import type { z } from 'zod';
import type { depot, DepotRow } from '../../shared/depots.ts';
import { driver, type Driver, type DriverRow } from '../../shared/drivers.ts';
import { timeText } from '../../shared/time.ts';
import type { Raw } from '../../shared/shapes.ts';
import { forgetRow, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import type { Database } from './database.ts';
import { namesOf } from './names.ts';

const nameOf = (item: Driver) => item.displayName ?? item.name ?? item.email ?? item.phone ?? item.id;

/** A driver as read from the service, for the table. */
export const storedDriver = (item: Driver): StoredRow => storedRow(item, [nameOf(item)]);

export function putDrivers(database: Database, rows: readonly StoredRow[], at: number): boolean {
  return replaceList(database, { table: 'drivers', list: 'drivers', scope: null, rows, at, columns: ['name'] });
}

/** One driver as the service answered it. May be repeated. @param at when it was answered */
export function putDriver(database: Database, item: Raw, at: number): void {
  putRow(database, { table: 'drivers', scope: {}, columns: ['name'], row: storedDriver(driver.parse(item)), at });
}

/** A driver that the service said is gone. */
export function forgetDriver(database: Database, id: string, at: number): void {
  forgetRow(database, 'drivers', id, at);
}

export function listDrivers(database: Database): DriverRow[] {
  const depots = namesOf(database, 'depots');
  return database
    .all<{ body: string }>('SELECT body FROM drivers WHERE gone_at IS NULL ORDER BY name COLLATE NOCASE, id')
    .map(({ body }) => {
      const item = driver.parse(JSON.parse(body));
      const overrides = item.routeOverrides;
      return {
        id: item.id,
        name: nameOf(item),
        email: item.email ?? null,
        phone: item.phone ?? null,
        active: item.active !== false,
        depotNames: (item.depots ?? []).map((id) => depots.get(id) ?? id),
        vehicleType: overrides?.vehicleType ?? null,
        startTime: overrides?.startTime ? timeText(overrides.startTime) : null,
        endTime: overrides?.endTime ? timeText(overrides.endTime) : null,
        maxStops: overrides?.maxStops ?? null,
      };
    });
}

/** A depot as read from the service, for the table. */
export const storedDepot = (item: z.infer<typeof depot>): StoredRow => storedRow(item, [item.name ?? null]);

export function putDepots(database: Database, rows: readonly StoredRow[], at: number): boolean {
  return replaceList(database, { table: 'depots', list: 'depots', scope: null, rows, at, columns: ['name'] });
}

export function listDepots(database: Database): DepotRow[] {
  return database
    .all<{ id: string; name: string | null }>('SELECT id, name FROM depots ORDER BY name COLLATE NOCASE, id')
    .map((row) => ({ id: row.id, name: row.name ?? row.id }));
}
