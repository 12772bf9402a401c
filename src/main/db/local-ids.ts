/** What lists need to recognise a record that the service has taken: the id under which it was shown until then. */
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { Database } from './database.ts';

/** The tables of nouns whose records are recognised by their marker until the outbox learns their ids. */
const tables: Readonly<Partial<Record<Noun, string>>> = { stops: 'stops', unassignedStops: 'unassigned_stops' };

/** A list shows a record under the service's id as soon as it was read, even if the request's answer was lost. */
const byMarker = (table: string) => `
  UNION ALL
  SELECT ${table}.id, records.id FROM ${table} JOIN outbox.records ON records.marker = ${table}.external_id
  WHERE ${table}.id IN (SELECT value FROM json_each(:ids)) AND records.noun = :noun AND records.marker_is_ours = 1
    AND records.server_id IS NULL`;

/**
 * Adds to each row of a record that was entered here the local id that it had until the service gave it one.
 *
 * @param rows with their current ids
 */
export function withLocalIds<Row extends { id: string; localId?: string }>(
  database: Database,
  noun: Noun,
  rows: readonly Row[],
): Row[] {
  const table = tables[noun];
  // Records of what was first seen on the service have no marker, and were never shown under their local id.
  const found = database.all<{ id: string; localId: string }>(
    `SELECT server_id AS id, id AS localId FROM outbox.records
     WHERE server_id IN (SELECT value FROM json_each(:ids)) AND noun = :noun AND marker <> ''
     ${table === undefined ? '' : byMarker(table)}`,
    { ids: JSON.stringify(rows.map(({ id }) => id)), noun },
  );
  const localIds = new Map(found.map(({ id, localId }) => [id, localId]));
  return rows.map((row) => {
    const localId = localIds.get(row.id);
    return localId === undefined ? row : { ...row, localId };
  });
}
