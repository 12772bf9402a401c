/** Names of records by id alone, for lists that mix several nouns. */
import { order } from '../../shared/orders.ts';
import { unassignedStop } from '../../shared/unassigned-stops.ts';
import type { Database } from './database.ts';
import { addressText } from './stop-rows.ts';
import { fromStored } from '../stored-json.ts';

/** A service record's name and address, as last read. */
export interface Subject {
  id: string;
  name: string | null;
  /** One line of text; empty if there is none. */
  address: string;
}

/** Tables with the name in their columns. */
const columns = {
  stops: "name, coalesce(address, '') AS address",
  drivers: "name, '' AS address",
  depots: "name, '' AS address",
  plans: "title AS name, '' AS address",
  couriers: "name, '' AS address",
  pickup_locations: "name, '' AS address",
} as const;

/** Ids that identify an account: a few of the newest records of each noun. */
export function witnessesOf(database: Database): string[] {
  return [
    'plans ORDER BY starts DESC',
    'drivers ORDER BY id',
    'depots ORDER BY id',
    'orders ORDER BY position DESC',
  ].flatMap((table) => database.all<{ id: string }>(`SELECT id FROM ${table} LIMIT 25`).map(({ id }) => id));
}

/** Omits records that are not in the cache. */
export function subjectsOf(database: Database, ids: readonly string[]): Subject[] {
  const wanted = JSON.stringify(ids);
  const found = Object.entries(columns).flatMap(([table, names]) =>
    database.all<Subject>(`SELECT id, ${names} FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, wanted),
  );
  const unassigned = database.all<{ body: string }>(
    'SELECT body FROM unassigned_stops WHERE id IN (SELECT value FROM json_each(?))',
    wanted,
  );
  for (const { body } of unassigned) {
    const { id, recipient, address } = fromStored(unassignedStop, body);
    found.push({ id, name: recipient?.name ?? null, address: addressText(address) });
  }
  const orders = database.all<{ body: string }>(
    'SELECT body FROM orders WHERE id IN (SELECT value FROM json_each(?))',
    wanted,
  );
  for (const { body } of orders) {
    const { id, recipient, packageInfo, address } = fromStored(order, body);
    found.push({ id, name: recipient?.name ?? packageInfo?.externalId ?? null, address: addressText(address) });
  }
  return found;
}
