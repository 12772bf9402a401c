/**
 * Counts the entries of the outbox, and lists them page by page with a cursor. It runs in the cache's worker, so that
 * an outbox of twenty thousand entries does not block main.
 */
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import {
  groupStates,
  noPlan,
  type EntryOrder,
  type EntryPage,
  type EntryQuery,
  type EntryRow,
  type EntryView,
  type OutboxOverview,
} from '../../shared/entries.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { isLocalId, nouns, operationOf, operations, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { Database, Value } from './database.ts';
import { entryRows, planTitles } from './entry-rows.ts';
import { entryColumns, entryOf } from './outbox-rows.ts';
import { fromStored } from '../stored-json.ts';

const pageRows = 200;
const mostSettled = 200;
/** Maximum number of entries scanned for one page. Between two pages the worker can answer other calls. */
const mostLooked = 1_000;

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
const isOpen = `state IN (${quoted(groupStates.open)})`;
const isSettled = `state IN (${quoted(groupStates.settled)})`;
const lastSettled = `sequence IN (SELECT sequence FROM outbox.entries WHERE ${isSettled} ORDER BY sequence DESC LIMIT ${mostSettled})`;

/** Damaged JSON sorts as if it were empty. */
const field = (json: string, path: string) => `CASE WHEN json_valid(${json}) THEN ${json} ->> '$.${path}' END`;
const nameFields = ['recipient.name', 'packageInfo.externalId', 'displayName', 'name', 'email', 'phone', 'title'];
const fields = (json: string) => nameFields.map((path) => field(json, path));

/** Sort keys. Every order breaks ties by sequence, never by the clock (outbox, Rule 13). */
const keys: Readonly<Record<EntryOrder, string>> = {
  typed: 'sequence',
  newest: 'sequence',
  next: 'not_before',
  name: `(SELECT coalesce(${[
    ...fields('entries.body'),
    '(SELECT stops.name FROM stops WHERE stops.id = records.server_id)',
    '(SELECT drivers.name FROM drivers WHERE drivers.id = records.server_id)',
    '(SELECT plans.title FROM plans WHERE plans.id = records.server_id)',
    ...['unassigned_stops', 'orders'].flatMap((table) =>
      ['recipient.name', 'packageInfo.externalId'].map(
        (path) => `(SELECT ${field(`${table}.body`, path)} FROM ${table} WHERE ${table}.id = records.server_id)`,
      ),
    ),
    ...fields('records.content'),
    "''",
  ].join(', ')}) FROM outbox.records WHERE records.id = entries.record_id) COLLATE NOCASE`,
  plan: `coalesce(
    (SELECT title FROM plans WHERE plans.id = entries.lane),
    (SELECT coalesce((SELECT title FROM plans WHERE plans.id = server_id), ${field('content', 'title')})
     FROM outbox.records WHERE records.id = entries.lane),
    '') COLLATE NOCASE`,
};

/** Where a page ended: the sort key and the sequence. */
const endOfPage = z.tuple([z.union([z.string(), z.number()]), z.int()]).readonly();
type Place = z.infer<typeof endOfPage>;

/** Omits settled entries beyond the last {@link mostSettled}. @param now milliseconds since the epoch */
export function listEntries(database: Database, query: EntryQuery, now: number): EntryPage {
  const rows: EntryRow[] = [];
  let place = query.cursor === null ? null : placeOf(query.cursor);
  for (let looked = 0; looked < mostLooked && rows.length < pageRows; looked += pageRows) {
    const places = placesAfter(database, query, place);
    const fitting = entryRows(database, entriesAt(database, places), now).filter((row) => fits(row, query.words));
    for (const row of fitting.slice(0, pageRows - rows.length)) rows.push(row);
    const last =
      rows.length === pageRows ? places.find(([, sequence]) => sequence === rows.at(-1)?.sequence) : places.at(-1);
    if (places.length < pageRows && last === places.at(-1)) return { rows, cursor: null };
    place = last ?? place;
  }
  return { rows, cursor: JSON.stringify(place) };
}

function placesAfter(database: Database, query: EntryQuery, place: Place | null): Place[] {
  const { group, noun, planId, order } = query;
  const key = keys[order];
  const isDown = order === 'newest';
  const kinds = (Object.keys(operations) as EntryKind[]).filter(
    (kind) => noun === null || operationOf(kind).noun === noun,
  );
  const conditions = [
    group === 'settled' ? lastSettled : `state IN (${quoted(groupStates[group])})`,
    ...(noun === null ? [] : [`kind IN (${quoted(kinds)})`]),
    ...(planId === null ? [] : [planId === noPlan ? `lane IN (${quoted(nouns)})` : isOfPlan]),
    ...(place === null ? [] : [`(${key}, sequence) ${isDown ? '<' : '>'} (?, ?)`]),
  ];
  const values: Value[] = [...(planId === null || planId === noPlan ? [] : [planId, planId]), ...(place ?? [])];
  return database
    .all<{ key: string | number; sequence: number }>(
      `SELECT ${key} AS key, sequence FROM outbox.entries WHERE ${conditions.join(' AND ')}
       ORDER BY ${isDown ? 'sequence DESC' : `${key}, sequence`} LIMIT ${pageRows}`,
      ...values,
    )
    .map((row) => [row.key, row.sequence] as const);
}

/** A settled entry may still be in the lane that its plan had before it got a server id. */
const isOfPlan = '(lane = ? OR lane IN (SELECT id FROM outbox.records WHERE server_id = ?))';

function entriesAt(database: Database, places: readonly Place[]) {
  const found = database.all(
    `SELECT ${entryColumns} FROM json_each(?) AS place
       CROSS JOIN outbox.entries ON entries.sequence = place.value
       JOIN outbox.records ON records.id = entries.record_id
     ORDER BY place.key`,
    JSON.stringify(places.map(([, sequence]) => sequence)),
  );
  return found.map(entryOf);
}

function fits({ name, address, planTitle, kind, state, reason }: EntryRow, words: EntryQuery['words']): boolean {
  if (words.length === 0) return true;
  const { serviceMessage, serviceCode = '' } = reason?.detail ?? {};
  // The line breaks keep a word from matching across two fields.
  const text = [name, address, planTitle, serviceMessage].join('\n').toLowerCase();
  return words.every(
    (word) =>
      text.includes(word.text) ||
      word.kinds.includes(kind) ||
      word.states.includes(state) ||
      word.reasons.some((code) => code === reason?.code || code === serviceCode),
  );
}

/** @throws AppError `input.invalid` */
function placeOf(cursor: string): Place {
  try {
    return fromStored(endOfPage, cursor);
  } catch (error) {
    throw new AppError('input.invalid', { detail: { field: 'cursor' }, cause: error });
  }
}

export function outboxOverview(database: Database): OutboxOverview {
  const counted = database.all<{ state: EntryState; lane: string; kind: EntryKind; count: number }>(
    `SELECT state, lane, kind, count(*) AS count FROM outbox.entries
     WHERE ${isOpen} OR ${lastSettled} GROUP BY state, lane, kind`,
  );
  const states: OutboxOverview['states'] = {};
  const present = new Set<string>();
  const lanes = new Set<string>();
  for (const { state, lane, kind, count } of counted) {
    states[state] = (states[state] ?? 0) + count;
    // A damaged row may contain any kind.
    if (Object.hasOwn(operations, kind)) present.add(operationOf(kind).noun);
    lanes.add(lane);
  }
  const own = database.all<{ id: string; server_id: string }>(
    'SELECT id, server_id FROM outbox.records WHERE server_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...lanes]),
  );
  const serverIds = new Map(own.map(({ id, server_id }) => [id, server_id]));
  const planIds = [...new Set([...lanes].filter(isPlan).map((lane) => serverIds.get(lane) ?? lane))];
  const titles = planTitles(database, planIds);
  const plans = planIds.map((id) => ({ id, title: titles.get(id) ?? null }));
  return {
    states,
    nouns: nouns.filter((noun) => present.has(noun)),
    plans: [...lanes].every(isPlan) ? plans : [...plans, { id: null, title: null }],
  };
}

const isPlan = (lane: string) => lane.includes('/') || isLocalId(lane);

/** @returns null when there is no such entry */
export function entryView(database: Database, entryId: string, now: number): EntryView | null {
  const place = database.get<{ sequence: number }>('SELECT sequence FROM outbox.entries WHERE id = ?', entryId);
  if (place === undefined) return null;
  const [row] = entryRows(database, entriesAt(database, [[0, place.sequence]]), now);
  if (row === undefined) return null;
  const isAsking = groupStates.asking.includes(row.state);
  return { row, alike: isAsking ? alikeEntries(database, entryId).length : 1 };
}

/** Entries by id; missing ones are skipped. @param now milliseconds since the epoch */
export function entriesNamed(database: Database, ids: readonly string[], now: number): EntryRow[] {
  const places = database.all<{ sequence: number }>(
    'SELECT sequence FROM outbox.entries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY sequence',
    JSON.stringify(ids),
  );
  return entryRows(
    database,
    entriesAt(
      database,
      places.map(({ sequence }) => [0, sequence]),
    ),
    now,
  );
}

/** Ids of the entries with the same kind, plan, state and reason as this one, itself included. */
export function alikeEntries(database: Database, entryId: string): string[] {
  const code = (row: string) => field(`${row}.reason`, 'code');
  return database
    .all<{ id: string }>(
      `SELECT entries.id FROM outbox.entries AS one
         JOIN outbox.entries ON entries.state = one.state AND entries.lane = one.lane AND entries.kind = one.kind
       WHERE one.id = ? AND ${code('entries')} IS ${code('one')} ORDER BY entries.sequence`,
      entryId,
    )
    .map(({ id }) => id);
}
