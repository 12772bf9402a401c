/** Maps rows of outbox.db to records and entries, and back. */
import type { EntryState } from '../../shared/outbox.ts';
import type { EntryKind, Noun } from '../../shared/outbox-kinds.ts';
import type { EntryFields, StoredEntry, StoredRecord } from './outbox-storage.ts';
import type { Row } from './database.ts';
import { isSealed } from './seal.ts';
import { entryReason, progress, serverIds } from '../outbox-json.ts';
import { fromStoredOr } from '../stored-json.ts';

export const recordColumns = 'id, noun, parent_id, server_id, marker, marker_is_ours, content';

const cells = `
  entries.id, sequence, record_id, kind, lane, state, reason, entries.created_at, attempts, attempt_id, last_attempt_at,
  known_ids, not_before, doubt_until, sweep_at, settled_at, body, base, progress, noun, parent_id, server_id, marker,
  marker_is_ours, content`;

export const entryColumns = `${cells}, ${isSealed('entries')} AND ${isSealed('records')} AS intact`;

/** Columns of rows that were just written, so that their seals are not checked. */
export const writtenColumns = `${cells}, 1 AS intact`;

export function recordOf(row: Row): StoredRecord {
  return { id: String(row.id), ...recordPart(row) };
}

function recordPart(row: Row): Omit<StoredRecord, 'id'> {
  return {
    noun: row.noun as Noun,
    parentId: String(row.parent_id),
    serverId: row.server_id as string | null,
    marker: String(row.marker),
    markerIsOurs: row.marker_is_ours === 1,
    content: String(row.content),
  };
}

export function entryOf(row: Row): StoredEntry {
  return {
    ...recordPart(row),
    id: String(row.id),
    sequence: Number(row.sequence),
    recordId: String(row.record_id),
    createdAt: Number(row.created_at),
    kind: row.kind as EntryKind,
    lane: String(row.lane),
    state: row.state as EntryState,
    reason: fromStoredOr(entryReason, row.reason, null),
    attempts: Number(row.attempts),
    attemptId: row.attempt_id as string | null,
    lastAttemptAt: row.last_attempt_at as number | null,
    knownIds: fromStoredOr(serverIds, row.known_ids, null),
    notBefore: Number(row.not_before),
    doubtUntil: Number(row.doubt_until),
    sweepAt: row.sweep_at as number | null,
    settledAt: row.settled_at as number | null,
    body: row.body as string | null,
    base: row.base as string | null,
    progress: fromStoredOr(progress, row.progress, null),
    intact: row.intact === 1,
  };
}

type Values = Record<string, string | number | null>;

export function recordValues(record: StoredRecord): Values {
  return {
    noun: record.noun,
    parent_id: record.parentId,
    server_id: record.serverId,
    marker: record.marker,
    marker_is_ours: record.markerIsOurs ? 1 : 0,
    content: record.content,
  };
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Column values of the fields that are present. */
export function entryValues(fields: Partial<EntryFields>): Values {
  const values: Values = {};
  if (fields.kind !== undefined) values['kind'] = fields.kind;
  if (fields.lane !== undefined) values['lane'] = fields.lane;
  if (fields.state !== undefined) values['state'] = fields.state;
  if (fields.reason !== undefined) values['reason'] = json(fields.reason);
  if (fields.attempts !== undefined) values['attempts'] = fields.attempts;
  if (fields.attemptId !== undefined) values['attempt_id'] = fields.attemptId;
  if (fields.lastAttemptAt !== undefined) values['last_attempt_at'] = fields.lastAttemptAt;
  if (fields.knownIds !== undefined) values['known_ids'] = json(fields.knownIds);
  if (fields.notBefore !== undefined) values['not_before'] = fields.notBefore;
  if (fields.doubtUntil !== undefined) values['doubt_until'] = fields.doubtUntil;
  if (fields.sweepAt !== undefined) values['sweep_at'] = fields.sweepAt;
  if (fields.settledAt !== undefined) values['settled_at'] = fields.settledAt;
  if (fields.body !== undefined) values['body'] = fields.body;
  if (fields.base !== undefined) values['base'] = fields.base;
  if (fields.progress !== undefined) {
    values['progress'] = json(fields.progress);
    const needs = fields.progress?.needs ?? [];
    values['needs'] = needs.length === 0 ? '' : ` ${needs.join(' ')} `;
  }
  return values;
}
