/** The table `stops` of the cache, read together with the stops that still lie in the outbox. */
import { isOurMarker, type EntryState } from '../../shared/outbox.ts';
import type { Raw } from '../../shared/shapes.ts';
import {
  stop,
  type RecentRecipient,
  type Stop,
  type StopCreate,
  type StopDetail,
  type StopRow,
} from '../../shared/stops.ts';
import { timeText, toMilliseconds } from '../../shared/time.ts';
import { replaceList, storedRow, upsert, type StoredRow } from './cache-tables.ts';
import type { Database } from './database.ts';
import { namesOf } from './names.ts';
import { phoneWord, searchWords } from './search-words.ts';
import { newestWithWords } from './stops-text.ts';

const columns = ['external_id', 'position', 'name', 'phone', 'address', 'words'] as const;

/** A stop as read from the service, for the table. */
export const storedStop = (item: Stop): StoredRow =>
  storedRow(item, [
    item.recipient?.externalId ?? null,
    item.stopPosition ?? null,
    item.recipient?.name ?? null,
    item.recipient?.phone ?? null,
    addressText(item.address),
    wordsOf(item),
  ]);

/** What a stop is found by; notes are left out, as a driver's instructions find everything and nothing. */
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

/** What a list of a plan's stops said, as a whole. */
export function putStops(database: Database, planId: string, rows: readonly StoredRow[], at: number): boolean {
  const scope = { column: 'plan_id', value: planId };
  return replaceList(database, { table: 'stops', list: `stops:${planId}`, scope, rows, at, columns });
}

/** One stop as the service answered it, for a plan whose list was or was not read yet. May be repeated. */
export function putStop(database: Database, planId: string, item: Raw): void {
  const row = storedStop(stop.parse(item));
  database.change(upsert('stops', ['plan_id', ...columns]), row.id, planId, ...row.columns, row.body);
}

/** One line of text for an address, as read or as typed. */
export function addressText(
  from:
    | {
        address?: string | null | undefined;
        addressLineOne?: string | null | undefined;
        addressLineTwo?: string | null | undefined;
        zip?: string | undefined;
        city?: string | undefined;
        latitude?: number | null | undefined;
        longitude?: number | null | undefined;
      }
    | null
    | undefined,
): string {
  if (!from) return '';
  if (from.address) return from.address;
  const place = [from.zip, from.city].filter(Boolean).join(' ');
  const lines = [from.addressLineOne, from.addressLineTwo, place].filter(Boolean);
  if (lines.length > 0) return lines.join(', ');
  return from.latitude != null && from.longitude != null ? `${from.latitude}, ${from.longitude}` : '';
}

interface Listed {
  id: string;
  body: string;
  entry_id: string | null;
  state: EntryState | null;
}

// A stop of the outbox gives way to the one read from the service as soon as that carries its marker.
const listed = `
  SELECT id, body, NULL AS entry_id, NULL AS state, position, 0 AS source, row AS sequence
  FROM stops WHERE plan_id = :planId
  UNION ALL
  SELECT records.id, records.content, entries.id, entries.state, NULL, 1, entries.sequence
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE records.noun = 'stops' AND records.parent_id IN (:planId, (SELECT id FROM outbox.records WHERE server_id = :planId))
    AND entries.kind IN ('stops.create', 'stops.move', 'stops.liveCreate') AND entries.state <> 'given-up'
    AND (entries.state <> 'acknowledged' OR records.server_id IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM stops WHERE stops.external_id = records.marker AND stops.plan_id = :planId
        AND (records.marker_is_ours = 1 OR entries.state = 'acknowledged'))`;

/**
 * In route order; stops without a position after the others, waiting ones last.
 *
 * @param offset where the page begins
 */
export function listStops(database: Database, planId: string, offset: number, most: number): StopRow[] {
  const drivers = namesOf(database, 'drivers');
  return database
    .all<Listed>(
      `SELECT * FROM (${listed}) ORDER BY source, position IS NULL, position, sequence LIMIT :most OFFSET :offset`,
      { planId, most, offset },
    )
    .map((row) => (row.entry_id === null ? serviceRow(stopOf(row.body), drivers) : outboxRow(row)));
}

export function countStops(database: Database, planId: string): number {
  return database.get<{ total: number }>(`SELECT count(*) AS total FROM (${listed})`, { planId })?.total ?? 0;
}

export function getStop(database: Database, planId: string, id: string): StopDetail | null {
  const cached = database.get<{ body: string }>('SELECT body FROM stops WHERE id = ?', id);
  if (cached) {
    const item = stopOf(cached.body);
    return { row: serviceRow(item, namesOf(database, 'drivers')), stop: item, draft: null };
  }
  const waiting = database.get<Listed>(`SELECT * FROM (${listed}) WHERE id = :id AND source = 1`, { planId, id });
  if (!waiting) return null;
  return outboxDetail(waiting);
}

/** What was typed, as the form takes it: without a marker of ours. */
export function outboxDetail(row: Listed): StopDetail {
  const content = JSON.parse(row.body) as StopCreate;
  const { externalId, ...recipient } = content.recipient ?? {};
  const typed = externalId !== undefined && !isOurMarker(externalId) ? { ...recipient, externalId } : recipient;
  const { recipient: _replaced, ...rest } = content;
  const draft: StopCreate = Object.keys(typed).length > 0 ? { ...rest, recipient: typed } : rest;
  return { row: outboxRow(row), stop: null, draft };
}

/** Ids of cached stops of a plan that carry a marker. */
export function stopIdsByMarker(database: Database, planId: string, marker: string): string[] {
  return database
    .all<{ id: string }>('SELECT id FROM stops WHERE plan_id = ? AND external_id = ?', planId, marker)
    .map((row) => row.id);
}

/** Recipients of whose stops each word of the text begins a word, newest first. */
export function recentRecipients(database: Database, text: string, most: number): RecentRecipient[] {
  // More stops than recipients: the same people receive again and again.
  const rows = newestWithWords(database, text, 60);
  const found = new Map<string, RecentRecipient>();
  for (const { body } of rows) {
    const item = stopOf(body);
    if (item.recipient?.name == null) continue;
    const recent: RecentRecipient = {
      name: item.recipient.name,
      phone: item.recipient.phone ?? null,
      email: item.recipient.email ?? null,
      address: addressText(item.address),
      addressLineOne: item.address?.addressLineOne ?? null,
      addressLineTwo: item.address?.addressLineTwo ?? null,
      notes: item.notes ?? null,
    };
    const key = `${recent.name ?? ''}\n${recent.address}`.toLowerCase();
    if (!found.has(key)) found.set(key, recent);
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** Markers that the app made are kept out of the way on screen. */
function shownExternalId(externalId: string | null | undefined): string | null {
  return externalId == null || isOurMarker(externalId) ? null : externalId;
}

function stopOf(body: string): Stop {
  return stop.parse(JSON.parse(body));
}

function serviceRow(item: Stop, drivers: Map<string, string>): StopRow {
  const delivery = item.deliveryInfo;
  const driver = item.route?.driver;
  const arrival = item.eta?.value?.estimatedArrivalAt;
  return {
    id: item.id,
    origin: 'service',
    entryState: null,
    entryId: null,
    position: item.stopPosition ?? null,
    type: item.type ?? null,
    recipientName: item.recipient?.name ?? null,
    phone: item.recipient?.phone ?? null,
    address: addressText(item.address),
    earliest: item.timing?.earliestAttemptTime ? timeText(item.timing.earliestAttemptTime) : null,
    latest: item.timing?.latestAttemptTime ? timeText(item.timing.latestAttemptTime) : null,
    packageCount: item.packageCount ?? null,
    notes: item.notes ?? null,
    externalId: shownExternalId(item.recipient?.externalId),
    activity: item.activity ?? null,
    driverName: driver ? (drivers.get(driver) ?? driver) : null,
    deliveryState: delivery?.state ?? null,
    estimatedArrivalAt: arrival == null ? null : toMilliseconds(arrival),
    attemptedAt: delivery?.attemptedAt == null ? null : toMilliseconds(delivery.attemptedAt),
  };
}

function outboxRow(row: Listed): StopRow {
  const content = JSON.parse(row.body) as StopCreate;
  return {
    id: row.id,
    origin: 'outbox',
    entryState: row.state,
    entryId: row.entry_id,
    position: null,
    type: 'stop',
    recipientName: content.recipient?.name ?? null,
    phone: content.recipient?.phone ?? null,
    address: addressText(content.address),
    earliest: content.timing?.earliestAttemptTime ? timeText(content.timing.earliestAttemptTime) : null,
    latest: content.timing?.latestAttemptTime ? timeText(content.timing.latestAttemptTime) : null,
    packageCount: content.packageCount ?? null,
    notes: content.notes ?? null,
    externalId: shownExternalId(content.recipient?.externalId),
    activity: content.activity ?? null,
    driverName: null,
    deliveryState: null,
    estimatedArrivalAt: null,
    attemptedAt: null,
  };
}
