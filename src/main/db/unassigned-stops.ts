/** The table `unassigned_stops` of the cache, read together with those still in the outbox. */
import { z } from 'zod';
import { withFields, type UnsentChange } from '../../shared/pending-content.ts';
import type { Raw } from '../../shared/shapes.ts';
import type { StopDetail } from '../../shared/stops.ts';
import {
  unassignedStop,
  type UnassignedStop,
  type UnassignedStopDetail,
  type UnassignedStopRow,
} from '../../shared/unassigned-stops.ts';
import { forgetRow, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import { idByMarker, openChanges } from './changes.ts';
import type { Database, Value } from './database.ts';
import { correctedHere } from './entered.ts';
import { withLocalIds } from './local-ids.ts';
import { namesOf } from './names.ts';
import { outboxDetail, serviceRow, type WaitingStop } from './stop-rows.ts';
import { fromStored } from '../stored-json.ts';

const noun = 'unassignedStops';
const table = { table: 'unassigned_stops', list: noun } as const;
const columns = ['external_id', 'depot'] as const;

/** The columns of an unassigned stop. */
export const unassignedColumns = (item: UnassignedStop): Value[] => [
  item.recipient?.externalId ?? null,
  item.depot ?? null,
];

export function putUnassignedStops(
  database: Database,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  const isChanged = replaceList(database, { ...table, scope: null, rows, at, columns, digest });
  noteSeen(database, at);
  return isChanged;
}

/** Stores one stop from an answer of the service. Idempotent. @param at when the service answered */
export function putUnassignedStop(database: Database, item: Raw, at: number): void {
  const said = unassignedStop.parse(item);
  putRow(database, { ...table, scope: {}, columns, row: storedRow(said, unassignedColumns(said)), at });
  noteSeen(database, at);
}

/**
 * Notes for stops that are new in the table when they were first seen: one that was entered here at that time, so that
 * it keeps its place among the others while they are sent.
 */
function noteSeen(database: Database, at: number): void {
  database.change(
    `UPDATE unassigned_stops SET seen_at = coalesce(
       (SELECT entries.created_at FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
        WHERE records.marker = unassigned_stops.external_id AND records.noun = 'unassignedStops'
          AND entries.kind = 'unassignedStops.create'), ?)
     WHERE seen_at IS NULL`,
    at,
  );
}

/** Marks a stop as gone after the service said so. */
export function forgetUnassignedStop(database: Database, id: string, at: number): void {
  forgetRow(database, { ...table, id, at });
}

// A stop read from the service replaces the one in the outbox as soon as it carries the same marker.
const listed = `
  SELECT id, body, NULL AS entry_id, NULL AS state, NULL AS paused, 0 AS source, rowid AS sequence, seen_at AS since
  FROM unassigned_stops WHERE gone_at IS NULL
  UNION ALL
  SELECT records.id, records.content, entries.id, entries.state, entries.progress ->> 'paused', 1, entries.sequence, entries.created_at
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE records.noun = 'unassignedStops' AND entries.kind = 'unassignedStops.create' AND entries.state <> 'given-up'
    AND (entries.state <> 'acknowledged' OR records.server_id IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM unassigned_stops WHERE unassigned_stops.external_id = records.marker AND gone_at IS NULL
        AND (records.marker_is_ours = 1 OR entries.state = 'acknowledged'))`;

interface Listed extends WaitingStop {
  source: 0 | 1;
  /** When it was entered here, or first read; milliseconds since the epoch. */
  since: number | null;
}

/** In the order first seen, waiting ones last. Pending edits are applied to the service's values. */
export function listUnassignedStops(database: Database, offset: number, most: number): UnassignedStopRow[] {
  const depots = namesOf(database, 'depots');
  const changes = openChanges(database, noun, noun);
  const rows = database
    .all<Listed>(`SELECT * FROM (${listed}) ORDER BY source, sequence LIMIT ? OFFSET ?`, most, offset)
    .map((row) => detailOf(row, changes.get(row.id), depots).row);
  return withLocalIds(database, noun, rows);
}

export function countUnassignedStops(database: Database): number {
  return database.get<{ total: number }>(`SELECT count(*) AS total FROM (${listed})`)?.total ?? 0;
}

/** @param id the server id, or the local id, which stays valid once the service has the stop */
export function getUnassignedStop(database: Database, id: string): UnassignedStopDetail | null {
  const found = (one: string) =>
    database.get<Listed>(
      `SELECT * FROM (${listed}) WHERE id IN (?, (SELECT server_id FROM outbox.records WHERE id = ?)) ORDER BY source`,
      one,
      one,
    );
  const row = found(id) ?? found(idByMarker(database, 'unassigned_stops', id) ?? id);
  if (!row) return null;
  const changes = openChanges(database, noun, noun);
  const change = changes.get(row.id) ?? changes.get(id);
  const detail = detailOf(row, change, namesOf(database, 'depots'));
  return detail.stop === null || change !== undefined
    ? detail
    : { ...detail, corrected: correctedHere(database, detail.stop) };
}

/** Ids of cached unassigned stops that carry a marker. */
export function unassignedIdsByMarker(database: Database, marker: string): string[] {
  return database
    .all<{ id: string }>('SELECT id FROM unassigned_stops WHERE external_id = ? AND gone_at IS NULL', marker)
    .map((row) => row.id);
}

const createdAtDepot = z.object({ depot: z.string().nullish() });

function detailOf(row: Listed, change: UnsentChange | undefined, depots: Map<string, string>): UnassignedStopDetail {
  if (row.source === 1) {
    const { depot } = fromStored(createdAtDepot, row.body);
    return withDepot(outboxDetail(row, change), { depot: depot ?? null, since: row.since }, depots);
  }
  const read = fromStored(unassignedStop, row.body);
  const item = change === undefined ? read : withFields(read, change.fields);
  const detail = {
    row: serviceRow(item, new Map(), change),
    stop: item,
    draft: null,
    changed: Object.keys(change?.fields ?? {}),
  };
  return withDepot(detail, { depot: item.depot ?? null, since: row.since }, depots);
}

function withDepot(
  detail: StopDetail,
  { depot, since }: Pick<UnassignedStopRow, 'depot' | 'since'>,
  depots: Map<string, string>,
): UnassignedStopDetail {
  const depotName = depot === null ? null : (depots.get(depot) ?? depot);
  return { ...detail, depot, row: { ...detail.row, type: 'unassigned', depot, depotName, since } };
}
