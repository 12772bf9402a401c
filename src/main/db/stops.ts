/** The table `stops` of the cache, read together with the stops still in the outbox. */
import { z } from 'zod';
import { withFields, type UnsentChange } from '../../shared/pending-content.ts';
import type { Raw } from '../../shared/shapes.ts';
import {
  isGoing,
  isStop,
  stop,
  type RecentRecipient,
  type Stop,
  type StopDetail,
  type StopRow,
} from '../../shared/stops.ts';
import { forgetRow, putPart, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import { idByMarker, openChanges } from './changes.ts';
import type { Database, Value } from './database.ts';
import { correctedHere } from './entered.ts';
import { withLocalIds } from './local-ids.ts';
import { namesOf } from './names.ts';
import { phoneWord, searchWords } from './search-words.ts';
import { addressText, outboxDetail, outboxRow, serviceRow, shownExternalId, type WaitingStop } from './stop-rows.ts';
import { newestWithWords } from './stops-text.ts';
import { fromStored } from '../stored-json.ts';

const withId = z.object({ id: z.string() });

/** The name of a plan's list in the table `lists`. */
export const stopsList = (planId: string) => `stops:${planId}`;

const columns = ['external_id', 'position', 'name', 'phone', 'address', 'words'] as const;

/** The columns of a stop. */
export const stopColumns = (item: Stop): Value[] => [
  item.recipient?.externalId ?? null,
  placeOf(item),
  item.recipient?.name ?? null,
  item.recipient?.phone ?? null,
  addressText(item.address),
  wordsOf(item),
];

/**
 * The place on the route as the column takes it: a whole number. The service says a number without a range; stops of
 * one place keep their order in the list.
 */
function placeOf({ stopPosition }: Stop): number | null {
  const place = stopPosition == null ? null : Math.trunc(stopPosition);
  return Number.isSafeInteger(place) ? place : null;
}

/** What a stop is searched by. Notes are left out, because driver instructions match almost any search. */
function wordsOf(item: Stop): string {
  const { recipient, address, orderInfo, packageLabel, barcodes } = item;
  return searchWords([
    recipient?.name,
    recipient?.phone,
    phoneWord(recipient?.phone),
    recipient?.email,
    addressText(address),
    address?.addressLineTwo,
    shownExternalId(recipient?.externalId),
    orderInfo?.sellerName,
    orderInfo?.sellerOrderId,
    packageLabel,
    ...(barcodes ?? []),
  ]);
}

/** Replaces the stops of a plan with a complete list from the service. */
export function putStops(
  database: Database,
  planId: string,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  const scope = { column: 'plan_id', value: planId };
  return replaceList(database, { table: 'stops', list: stopsList(planId), scope, rows, at, columns, digest });
}

/**
 * Stores one stop from an answer of the service, whether or not its plan's list has been read. Idempotent.
 * @param at when the service answered
 */
export function putStop(database: Database, planId: string, item: Raw, at: number): void {
  const said = stop.parse(item);
  const row = storedRow(said, stopColumns(said));
  putRow(database, { table: 'stops', list: stopsList(planId), scope: { plan_id: planId }, columns, row, at });
}

/** Stores some stops of a plan. @param at when the read of them began @returns true when anything changed */
export function putSomeStops(database: Database, planId: string, rows: readonly StoredRow[], at: number): boolean {
  const scope = { plan_id: planId };
  return putPart(database, { table: 'stops', list: stopsList(planId), scope, columns, rows, at });
}

/** What is known of a route. */
export interface KnownRoute {
  id: string;
  /** With its start and its end, sorted. */
  stopIds: string[];
  /** As the service sent it with a stop. */
  route: NonNullable<Stop['route']>;
}

/** A driver's route in a plan, as its stops have it. Null: none of them is on one. */
export function routeOf(database: Database, planId: string, driverId: string): KnownRoute | null {
  const rows = database.all<{ id: string; body: string }>(
    `SELECT id, body FROM stops WHERE plan_id = ? AND gone_at IS NULL AND body ->> '$.route.driver' = ? ORDER BY id`,
    planId,
    driverId,
  );
  const { route } = rows[0] === undefined ? {} : stopOf(rows[0].body, undefined);
  return route?.id == null ? null : { id: route.id, stopIds: rows.map(({ id }) => id), route };
}

/** Marks a stop as gone after the service said so. */
export function forgetStop(database: Database, id: string, at: number): void {
  const known = database.get<{ plan_id: string }>('SELECT plan_id FROM stops WHERE id = ?', id);
  if (known !== undefined) forgetRow(database, { table: 'stops', list: stopsList(known.plan_id), id, at });
}

/** Stops with a deletion that the service has taken and drivers do not have yet. */
const beingDeleted = ['records.id', 'records.server_id']
  .map(
    (id) => `SELECT ${id} FROM outbox.entries JOIN outbox.records ON records.id = entries.record_id
      WHERE entries.kind = 'stops.liveDelete' AND entries.state = 'pending'`,
  )
  .join(' UNION ALL ');
/** The service may leave a stop that is being deleted out of its lists, but it stays on the screen until it is gone. */
const isPresent = `(gone_at IS NULL OR id IN (${beingDeleted}))`;

interface Listed extends WaitingStop {
  source: 0 | 1;
}

// A stop read from the service replaces the one in the outbox as soon as it carries the same marker.
const listed = `
  SELECT id, body, NULL AS entry_id, NULL AS state, NULL AS paused, position, 0 AS source, row AS sequence
  FROM stops WHERE plan_id = :planId AND ${isPresent}
  UNION ALL
  SELECT records.id, records.content, entries.id, entries.state, entries.progress ->> 'paused', NULL, 1, entries.sequence
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE records.noun = 'stops' AND records.parent_id IN (:planId, (SELECT id FROM outbox.records WHERE server_id = :planId))
    AND entries.kind IN ('stops.create', 'stops.move', 'stops.liveCreate') AND entries.state <> 'given-up'
    AND (entries.state <> 'acknowledged' OR records.server_id IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM stops WHERE stops.external_id = records.marker AND stops.plan_id = :planId AND gone_at IS NULL
        AND (records.marker_is_ours = 1 OR entries.state = 'acknowledged'))`;

/**
 * In route order. Stops without a position come after the others, waiting ones last. Pending edits are applied.
 *
 * @param offset where the page begins
 */
export function listStops(database: Database, planId: string, offset: number, most: number): StopRow[] {
  const drivers = namesOf(database, 'drivers');
  const changes = openChanges(database, 'stops', planId);
  const rows = database
    .all<Listed>(
      `SELECT * FROM (${listed}) ORDER BY source, position IS NULL, position, sequence LIMIT :most OFFSET :offset`,
      { planId, most, offset },
    )
    .map((row) => {
      const change = changes.get(row.id);
      return row.source === 0 ? serviceRow(stopOf(row.body, change), drivers, change) : outboxRow(row, change);
    });
  return withLocalIds(database, 'stops', rows);
}

/**
 * Ids of the stops that stay in a plan, in the order of {@link listStops}. All at once: between two pages a stop may be
 * sent, which moves it and changes its id, so that it would be on both or on none.
 */
export const stayingStopIds = (database: Database, planId: string): string[] =>
  listStops(database, planId, 0, countStops(database, planId))
    .filter((row) => isStop(row) && !isGoing(row))
    .map(({ id }) => id);

/** Every stop of a plan with all its data, in the order of {@link listStops}. */
export function planStops(database: Database, planId: string): StopDetail[] {
  const drivers = namesOf(database, 'drivers');
  const changes = openChanges(database, 'stops', planId);
  return database
    .all<Listed>(`SELECT * FROM (${listed}) ORDER BY source, position IS NULL, position, sequence`, { planId })
    .map((row) => {
      const change = changes.get(row.id);
      return row.source === 0 ? serviceDetail(row.body, drivers, change) : outboxDetail(row, change);
    });
}

function serviceDetail(body: string, drivers: Map<string, string>, change: UnsentChange | undefined): StopDetail {
  const item = stopOf(body, change);
  const row = serviceRow(item, drivers, change);
  return { row, stop: item, draft: null, changed: Object.keys(change?.fields ?? {}) };
}

export function countStops(database: Database, planId: string): number {
  return database.get<{ total: number }>(`SELECT count(*) AS total FROM (${listed})`, { planId })?.total ?? 0;
}

/** @param id the server id, or the local id, which stays valid once the service has the stop */
export function getStop(database: Database, planId: string, id: string): StopDetail | null {
  const changes = openChanges(database, 'stops', planId);
  const cached = database.get<{ body: string }>(
    `SELECT body FROM stops WHERE ${isPresent} AND id IN (?, (SELECT server_id FROM outbox.records WHERE id = ?))`,
    id,
    id,
  );
  if (cached) {
    const { id: serverId } = fromStored(withId, cached.body);
    const detail = serviceDetail(cached.body, namesOf(database, 'drivers'), changes.get(serverId));
    return detail.stop === null || detail.row.change !== null
      ? detail
      : { ...detail, corrected: correctedHere(database, detail.stop) };
  }
  const waiting = database.get<Listed>(`SELECT * FROM (${listed}) WHERE id = :id AND source = 1`, { planId, id });
  if (waiting) return outboxDetail(waiting, changes.get(id));
  const read = idByMarker(database, 'stops', id, planId);
  const found = read === null ? undefined : database.get<{ body: string }>('SELECT body FROM stops WHERE id = ?', read);
  return found ? serviceDetail(found.body, namesOf(database, 'drivers'), changes.get(id)) : null;
}

/** Ids of cached stops of a plan that carry a marker. */
export function stopIdsByMarker(database: Database, planId: string, marker: string): string[] {
  return database
    .all<{ id: string }>(
      'SELECT id FROM stops WHERE plan_id = ? AND external_id = ? AND gone_at IS NULL',
      planId,
      marker,
    )
    .map((row) => row.id);
}

/** Maximum number of stops to read when they all belong to few people. */
const mostLooked = 100;

/** Recipients of stops in which each word of the text is a prefix of some word, newest first. */
export function recentRecipients(database: Database, text: string, most: number): RecentRecipient[] {
  const found = new Map<string, RecentRecipient>();
  let looked = 0;
  newestWithWords(database, text, ({ row, name, address }) => {
    looked += 1;
    const key = `${name ?? ''}\n${address ?? ''}`.toLowerCase();
    // The same recipients occur again and again, so only the first stop of each is read.
    if (name !== null && !found.has(key)) {
      const { body = '{}' } = database.get<{ body: string }>('SELECT body FROM stops WHERE row = ?', row) ?? {};
      found.set(key, recipientOf(stopOf(body, undefined)));
    }
    return found.size === most || looked === mostLooked;
  });
  return [...found.values()];
}

const recipientOf = ({ recipient, address, notes }: Stop): RecentRecipient => ({
  name: recipient?.name ?? null,
  phone: recipient?.phone ?? null,
  email: recipient?.email ?? null,
  address: addressText(address),
  addressLineOne: address?.addressLineOne ?? null,
  addressLineTwo: address?.addressLineTwo ?? null,
  notes: notes ?? null,
});

function stopOf(body: string, change: UnsentChange | undefined): Stop {
  const item = fromStored(stop, body);
  return change === undefined ? item : withFields(item, change.fields);
}
