/** The tables `couriers`, `pickup_locations` and `custom_properties` of the cache. */
import type { z } from 'zod';
import type { courier, NamedRow } from '../../shared/couriers.ts';
import { replaceList, type StoredRow } from './cache-tables.ts';
import type { Database, Value } from './database.ts';

/** The columns of a courier, a pickup location or a custom property. */
export const namedColumns = (item: z.infer<typeof courier>): Value[] => [item.name ?? null];

const put =
  (table: string) =>
  (database: Database, rows: readonly StoredRow[], at: number, digest: string | null = null): boolean =>
    replaceList(database, { table, list: table, scope: null, rows, at, columns: ['name'], digest });

const list =
  (table: string) =>
  (database: Database): NamedRow[] =>
    database
      .all<{ id: string; name: string | null }>(`SELECT id, name FROM ${table} ORDER BY name COLLATE NOCASE, id`)
      .map(({ id, name }) => ({ id, name: name ?? id }));

export const putCouriers = put('couriers');
export const listCouriers = list('couriers');
export const putPickupLocations = put('pickup_locations');
export const listPickupLocations = list('pickup_locations');
export const putCustomProperties = put('custom_properties');
export const listCustomProperties = list('custom_properties');
