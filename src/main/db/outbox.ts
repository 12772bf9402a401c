/**
 * The tables `records` and `entries` of outbox.db. Every change of more than one row is one transaction; nothing here
 * decides (shared/outbox.ts decides), nothing here sends (sync sends).
 */
import { createHash } from 'node:crypto';
import type { EntryKind, EntryReason, EntryState, NextStep, OutboxSummary } from '../../shared/outbox.ts';
import type { Database, Row } from './database.ts';

export interface NewEntry {
  recordId: string;
  entryId: string;
  kind: EntryKind;
  noun: 'stops';
  /** The plan's id on the service; also the lane. */
  parentId: string;
  marker: string;
  markerIsOurs: boolean;
  /** JSON, exactly what is sent. */
  content: string;
  createdAt: number;
}

/** An entry with its record. */
export interface StoredEntry {
  id: string;
  sequence: number;
  recordId: string;
  kind: EntryKind;
  lane: string;
  state: EntryState;
  reason: EntryReason | null;
  createdAt: number;
  attempts: number;
  attemptId: string | null;
  lastAttemptAt: number | null;
  knownIds: string[] | null;
  notBefore: number;
  parentId: string;
  serverId: string | null;
  marker: string;
  markerIsOurs: boolean;
  content: string;
  /** False when the row's checksum does not fit its content. */
  intact: boolean;
}

const columns = `
  entries.id, sequence, record_id, kind, lane, state, reason, entries.created_at, attempts, attempt_id, last_attempt_at,
  known_ids, not_before, noun, parent_id, server_id, marker, marker_is_ours, content, checksum`;
const joined = 'entries JOIN records ON records.id = entries.record_id';

type RecordColumns = Pick<NewEntry, 'recordId' | 'noun' | 'parentId' | 'marker' | 'markerIsOurs' | 'content'>;

function checksumOf(record: RecordColumns): string {
  const parts = [record.recordId, record.noun, record.parentId, record.marker, record.markerIsOurs, record.content];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function parseOr<Fallback>(json: unknown, fallback: Fallback): unknown {
  if (typeof json !== 'string') return fallback;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return fallback;
  }
}

function entryOf(row: Row): StoredEntry {
  const record: RecordColumns = {
    recordId: String(row.record_id),
    noun: row.noun as 'stops',
    parentId: String(row.parent_id),
    marker: String(row.marker),
    markerIsOurs: row.marker_is_ours === 1,
    content: String(row.content),
  };
  return {
    ...record,
    id: String(row.id),
    sequence: Number(row.sequence),
    kind: row.kind as EntryKind,
    lane: String(row.lane),
    state: row.state as EntryState,
    reason: parseOr(row.reason, null) as EntryReason | null,
    createdAt: Number(row.created_at),
    attempts: Number(row.attempts),
    attemptId: row.attempt_id as string | null,
    lastAttemptAt: row.last_attempt_at as number | null,
    knownIds: parseOr(row.known_ids, null) as string[] | null,
    notBefore: Number(row.not_before),
    serverId: row.server_id as string | null,
    intact: checksumOf(record) === row.checksum,
  };
}

export class OutboxTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Record and entry in one transaction; when this returns, both survive a power cut (outbox, Rule 1). */
  add(entry: NewEntry, alsoInTransaction: () => void = () => undefined): StoredEntry {
    return this.database.transaction(() => {
      this.database.change(
        `INSERT INTO records (id, noun, parent_id, marker, marker_is_ours, content, checksum)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        entry.recordId,
        entry.noun,
        entry.parentId,
        entry.marker,
        entry.markerIsOurs ? 1 : 0,
        entry.content,
        checksumOf(entry),
      );
      this.database.change(
        `INSERT INTO entries (id, record_id, kind, lane, state, created_at) VALUES (?, ?, ?, ?, 'queued', ?)`,
        entry.entryId,
        entry.recordId,
        entry.kind,
        entry.parentId,
        entry.createdAt,
      );
      alsoInTransaction();
      const stored = this.find(entry.entryId);
      if (stored === undefined) throw new Error('the entry that was just added is not there');
      return stored;
    });
  }

  find(entryId: string): StoredEntry | undefined {
    const row = this.database.get(`SELECT ${columns} FROM ${joined} WHERE entries.id = ?`, entryId);
    return row && entryOf(row);
  }

  findByRecord(recordId: string): StoredEntry | undefined {
    const row = this.database.get(
      `SELECT ${columns} FROM ${joined} WHERE records.id = ? ORDER BY sequence DESC`,
      recordId,
    );
    return row && entryOf(row);
  }

  /** Entries of a state that are due, in the order in which they were made. */
  due(state: EntryState, now: number, most = 1_000): StoredEntry[] {
    return this.database
      .all(
        `SELECT ${columns} FROM ${joined} WHERE state = ? AND not_before <= ? ORDER BY sequence LIMIT ?`,
        state,
        now,
        most,
      )
      .map(entryOf);
  }

  /** The earliest moment at which a resting entry is due, in milliseconds since the epoch. */
  nextDue(): number | null {
    return (
      this.database.get<{ at: number | null }>(
        `SELECT min(not_before) AS at FROM entries WHERE state IN ('queued', 'in-doubt')`,
      )?.at ?? null
    );
  }

  /** Intent before send (outbox, Rule 2): committed before the first byte leaves. */
  claim(entries: readonly { id: string; knownIds: string[] | null }[], attemptId: string, now: number): void {
    this.database.transaction(() => {
      for (const entry of entries) {
        this.database.change(
          `UPDATE entries SET state = 'sending', attempts = attempts + 1, attempt_id = ?, last_attempt_at = ?,
           known_ids = ?, reason = NULL WHERE id = ? AND state = 'queued'`,
          attemptId,
          now,
          entry.knownIds === null ? null : JSON.stringify(entry.knownIds),
          entry.id,
        );
      }
    });
  }

  /** Records what follows for each entry, all in one transaction. */
  settle(steps: readonly { id: string; step: NextStep; serverId?: string | null }[], now: number): void {
    this.database.transaction(() => {
      for (const { id, step, serverId } of steps) {
        // A doubt counts from the moment it arose: a request may still be applied for a while after it was given up.
        this.database.change(
          `UPDATE entries SET last_attempt_at = CASE WHEN state = 'sending' AND :state = 'in-doubt' THEN :now
           ELSE last_attempt_at END, state = :state, reason = :reason, not_before = :notBefore, settled_at = :settledAt
           WHERE id = :id`,
          {
            now,
            state: step.state,
            reason: step.reason === null ? null : JSON.stringify(step.reason),
            notBefore: step.waitMilliseconds === 0 ? 0 : now + step.waitMilliseconds,
            settledAt: step.state === 'acknowledged' || step.state === 'given-up' ? now : null,
            id,
          },
        );
        if (serverId !== undefined && serverId !== null) {
          this.database.change(
            'UPDATE records SET server_id = ? WHERE id = (SELECT record_id FROM entries WHERE id = ?)',
            serverId,
            id,
          );
        }
      }
    });
  }

  /** At start every `sending` is in doubt, never queued (outbox, Rule 2). @returns how many there were */
  recover(reason: EntryReason, now: number): number {
    return this.database.change(
      `UPDATE entries SET state = 'in-doubt', reason = ?, not_before = 0, last_attempt_at = ? WHERE state = 'sending'`,
      JSON.stringify(reason),
      now,
    );
  }

  /** Replaces the content of an entry that is not on its way, and queues it. @returns false when it is on its way or done */
  correct(entryId: string, content: string, marker: string, markerIsOurs: boolean): boolean {
    return this.database.transaction(() => {
      const entry = this.find(entryId);
      if (entry === undefined || !['queued', 'refused', 'blocked'].includes(entry.state)) return false;
      const record = { ...entry, noun: 'stops' as const, content, marker, markerIsOurs };
      this.database.change(
        'UPDATE records SET content = ?, marker = ?, marker_is_ours = ?, checksum = ? WHERE id = ?',
        content,
        marker,
        markerIsOurs ? 1 : 0,
        checksumOf(record),
        entry.recordId,
      );
      this.database.change(`UPDATE entries SET state = 'queued', reason = NULL, not_before = 0 WHERE id = ?`, entryId);
      return true;
    });
  }

  /** Lets a resting entry be looked at now; a refused one is queued again. An entry in doubt stays in doubt. */
  retry(entryId: string): void {
    this.database.change(
      `UPDATE entries SET not_before = 0, state = CASE state WHEN 'refused' THEN 'queued' ELSE state END
       WHERE id = ? AND state IN ('queued', 'refused', 'in-doubt')`,
      entryId,
    );
  }

  /** Waits that were set before a key or a line came back are over. */
  wakeQueued(): void {
    this.database.change(`UPDATE entries SET not_before = 0 WHERE state = 'queued' AND not_before > 0`);
  }

  /** A person gives an entry up. @returns false when it may be on the service or is settled */
  giveUp(entryId: string, now: number): boolean {
    return (
      this.database.change(
        `UPDATE entries SET state = 'given-up', settled_at = ? WHERE id = ? AND state IN ('queued', 'refused', 'blocked')`,
        now,
        entryId,
      ) === 1
    );
  }

  /** A person's choice for an entry that asks. @returns false when it does not ask any more */
  decide(entryId: string, state: 'acknowledged' | 'queued' | 'given-up', now: number): boolean {
    return (
      this.database.change(
        `UPDATE entries SET state = ?, reason = NULL, not_before = 0, settled_at = ? WHERE id = ? AND state = 'decision'`,
        state,
        state === 'queued' ? null : now,
        entryId,
      ) === 1
    );
  }

  /** Ids of records that were acknowledged without one, learnt by marker from what a pull read. */
  learnIds(found: readonly { marker: string; id: string }[], parentId: string): number {
    if (found.length === 0) return 0;
    const wanted = this.database.all<{ id: string; marker: string }>(
      `SELECT records.id, marker FROM ${joined} WHERE parent_id = ? AND server_id IS NULL AND state = 'acknowledged'`,
      parentId,
    );
    if (wanted.length === 0) return 0;
    const byMarker = new Map(found.map((item) => [item.marker, item.id]));
    return this.database.transaction(() => {
      let learnt = 0;
      for (const record of wanted) {
        const id = byMarker.get(record.marker);
        if (id === undefined || this.ownerOf(id) !== undefined) continue;
        learnt += this.database.change('UPDATE records SET server_id = ? WHERE id = ?', id, record.id);
      }
      return learnt;
    });
  }

  /** The record that owns an id of the service. */
  ownerOf(serverId: string): string | undefined {
    return this.database.get<{ id: string }>('SELECT id FROM records WHERE server_id = ?', serverId)?.id;
  }

  /** Open entries first, oldest first; then the last settled ones, newest first. */
  list(mostSettled: number): StoredEntry[] {
    const open = this.database.all(
      `SELECT ${columns} FROM ${joined} WHERE state NOT IN ('acknowledged', 'given-up') ORDER BY sequence`,
    );
    const settled = this.database.all(
      `SELECT ${columns} FROM ${joined} WHERE state IN ('acknowledged', 'given-up') ORDER BY sequence DESC LIMIT ?`,
      mostSettled,
    );
    return [...open, ...settled].map(entryOf);
  }

  summary(): OutboxSummary {
    const row = this.database.get<{ waiting: number; asking: number; oldest: number | null }>(
      `SELECT count(*) FILTER (WHERE state IN ('queued', 'sending', 'in-doubt')) AS waiting,
              count(*) FILTER (WHERE state IN ('refused', 'blocked', 'decision')) AS asking,
              min(created_at) AS oldest
       FROM entries WHERE state NOT IN ('acknowledged', 'given-up')`,
    );
    return { waiting: row?.waiting ?? 0, asking: row?.asking ?? 0, oldestAt: row?.oldest ?? null };
  }
}
