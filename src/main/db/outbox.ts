/**
 * The tables `records` and `entries` of outbox.db. Every change is one transaction. This module only stores: sync
 * decides what happens, and nothing here sends.
 */
import { openStates, type EntryState, type OutboxSummary } from '../../shared/outbox.ts';
import { aloneKinds, liveKinds, nouns, operationOf, operations, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { StorageChange, NewEntry, OutboxStorage, StoredEntry, StoredRecord } from './outbox-storage.ts';
import type { Database, Value } from './database.ts';
import {
  entryColumns,
  entryOf,
  entryValues,
  recordColumns,
  recordOf,
  recordValues,
  writtenColumns,
} from './outbox-rows.ts';

const joined = 'entries JOIN records ON records.id = entries.record_id';
const joinedByKind = joined.replace('entries', 'entries INDEXED BY entries_by_kind');
const select = `SELECT ${entryColumns} FROM ${joined}`;
const waiting = "'queued', 'sending', 'in-doubt', 'pending'";
const live = liveKinds.map((kind) => `'${kind}'`).join(', ');
const alone = aloneKinds.map((kind) => `'${kind}'`).join(', ');
/** Lists every noun, so that a query can use the index records_by_parent, which begins with the noun. */
const anyNoun = nouns.map((noun) => `'${noun}'`).join(', ');
const asks: ReadonlySet<EntryState> = new Set(['refused', 'blocked', 'decision']);
const isOpen = "state NOT IN ('acknowledged', 'given-up')";

export class OutboxTable implements OutboxStorage {
  /** Called after every commit. */
  committed: (changes: readonly StorageChange[]) => void = () => undefined;
  private readonly database: Database;
  /** Changes made so far by the current transaction. */
  private gathered: StorageChange[] | null = null;

  constructor(database: Database) {
    this.database = database;
  }

  /**
   * Applies all changes in one transaction. When this returns, they survive a power cut (outbox, Rule 1).
   *
   * @param also other writes to this file in the same transaction
   */
  commit(changes: readonly StorageChange[], also: () => void = () => undefined): void {
    const outer = this.gathered;
    // A nested commit is committed or rolled back with the outer one.
    const gathered = outer ?? [];
    this.gathered = gathered;
    try {
      this.database.transaction(() => {
        for (const change of changes) this.apply(change);
        gathered.push(...changes);
        also();
      });
    } finally {
      this.gathered = outer;
    }
    if (outer === null) this.committed(gathered);
  }

  find(entryId: string): StoredEntry | undefined {
    const row = this.database.get(`${select} WHERE entries.id = ?`, entryId);
    return row && entryOf(row);
  }

  justWritten(entryId: string): StoredEntry | undefined {
    const row = this.database.get(`SELECT ${writtenColumns} FROM ${joined} WHERE entries.id = ?`, entryId);
    return row && entryOf(row);
  }

  isAny(state: EntryState): boolean {
    return this.database.get('SELECT 1 FROM entries WHERE state = ? LIMIT 1', state) !== undefined;
  }

  idsIn(states: readonly EntryState[]): string[] {
    const places = states.map(() => '?').join(', ');
    return this.database
      .all(`SELECT id FROM entries WHERE state IN (${places})`, ...states)
      .map(({ id }) => String(id));
  }

  record(recordId: string): StoredRecord | undefined {
    const row = this.database.get(`SELECT ${recordColumns} FROM records WHERE id = ?`, recordId);
    return row && recordOf(row);
  }

  entriesOf(recordId: string): StoredEntry[] {
    return this.entries(`${select} WHERE record_id = ? ORDER BY sequence`, recordId);
  }

  ownerOf(serverId: string): StoredRecord | undefined {
    const row = this.database.get(`SELECT ${recordColumns} FROM records WHERE server_id = ?`, serverId);
    return row && recordOf(row);
  }

  withMarker(marker: string): StoredRecord[] {
    return this.database.all(`SELECT ${recordColumns} FROM records WHERE marker = ?`, marker).map(recordOf);
  }

  due(state: EntryState, now: number, after: number, most: number, lane?: string): StoredEntry[] {
    if (lane !== undefined) {
      const sql = `${select} WHERE state = ? AND lane = ? AND not_before <= ? AND sequence > ? ORDER BY sequence LIMIT ?`;
      return this.entries(sql, state, lane, now, after, most);
    }
    // Sorts sequence numbers only, along indexes. With 20,000 waiting entries, whole rows take three times as long.
    return this.entries(
      `SELECT ${entryColumns} FROM (
         SELECT sequence AS number FROM entries
         WHERE state = ? AND sequence NOT IN (SELECT sequence FROM entries WHERE not_before > 0 AND not_before > ?)
           AND sequence > ? ORDER BY sequence LIMIT ?
       ) CROSS JOIN entries ON entries.sequence = number JOIN records ON records.id = entries.record_id ORDER BY number`,
      state,
      now,
      after,
      most,
    );
  }

  dueKinds(state: EntryState, now: number, most: number, lane: string): EntryKind[] {
    const sql = 'SELECT kind FROM entries WHERE state = ? AND lane = ? AND not_before <= ? ORDER BY sequence LIMIT ?';
    return this.database.all<{ kind: EntryKind }>(sql, state, lane, now, most).map(({ kind }) => kind);
  }

  lanes(state: EntryState): string[] {
    // Skips from lane to lane along the index, so that a lane of thousands costs no more than a lane of two.
    const sql = `
      WITH RECURSIVE found (name) AS (
        SELECT min(lane) FROM entries WHERE state = :state
        UNION ALL
        SELECT (SELECT min(lane) FROM entries WHERE state = :state AND lane > name) FROM found WHERE name IS NOT NULL
      )
      SELECT name, (SELECT min(sequence) FROM entries WHERE state = :state AND lane = name) AS first
      FROM found WHERE name IS NOT NULL ORDER BY first`;
    return this.database.all<{ name: string }>(sql, { state }).map(({ name }) => name);
  }

  sweeps(now: number, most: number): StoredEntry[] {
    const condition = `sweep_at <= ? AND state NOT IN ('sending', 'in-doubt')`;
    return this.entries(`${select} WHERE ${condition} ORDER BY sweep_at LIMIT ?`, now, most);
  }

  firstInLane(lane: string, aloneOnly: boolean, which: 'waiting' | 'swept', after = 0): StoredEntry | undefined {
    const waits = `state IN (${waiting}) AND NOT (state = 'pending' AND kind IN (${live}))`;
    const condition = which === 'waiting' ? waits : 'sweep_at IS NOT NULL';
    // Uses the kind index: a lane may hold thousands of entries, but few go alone, and usually none does.
    const source = aloneOnly && which === 'waiting' ? joinedByKind : joined;
    const kinds = aloneOnly ? `kind IN (${alone}) AND` : '';
    const sql = `SELECT ${entryColumns} FROM ${source} WHERE ${kinds} lane = ? AND sequence > ? AND ${condition} ORDER BY sequence LIMIT 1`;
    return this.entries(sql, lane, after)[0];
  }

  dependants(recordId: string): StoredEntry[] {
    return this.entries(
      `${select} WHERE ${isOpen} AND (parent_id = ? OR record_id = ? OR needs LIKE ?) ORDER BY sequence`,
      recordId,
      recordId,
      `% ${recordId} %`,
    );
  }

  moves(): StoredEntry[] {
    const sql = `SELECT ${entryColumns} FROM ${joinedByKind} WHERE kind = 'stops.move' AND ${isOpen} ORDER BY sequence`;
    return this.entries(sql);
  }

  withoutId(parentId: string): StoredRecord[] {
    // Starts from the parent: this runs for every list that is read, and thousands of entries may be acknowledged.
    const sql = `SELECT ${recordColumns} FROM records WHERE noun IN (${anyNoun}) AND server_id IS NULL
      AND parent_id IN (?, (SELECT id FROM records WHERE server_id = ?))
      AND EXISTS (SELECT 1 FROM entries WHERE record_id = records.id AND state IN ('acknowledged', 'pending'))`;
    return this.database.all(sql, parentId, parentId).map(recordOf);
  }

  open(now: number): StoredEntry[] {
    return this.entries(
      `${select} WHERE state = 'in-doubt' OR sweep_at IS NOT NULL OR doubt_until > ? OR not_before > ? ORDER BY sequence`,
      now,
      now,
    );
  }

  resting(): StoredEntry[] {
    return this.entries(`${select} WHERE not_before > 0 AND +state = 'queued' ORDER BY sequence`);
  }

  latest(): number {
    const sql = 'SELECT max(max(coalesce(last_attempt_at, 0), coalesce(settled_at, 0))) AS at FROM entries';
    return this.database.get<{ at: number | null }>(sql)?.at ?? 0;
  }

  ahead(now: number): StoredEntry[] {
    return this.entries(`${select} WHERE last_attempt_at > ? OR settled_at > ? ORDER BY sequence`, now, now);
  }

  nextDue(now: number): number | null {
    const sql = `SELECT min(at) AS at FROM (
      SELECT min(not_before) AS at FROM entries WHERE not_before > 0 AND not_before > ? AND +state IN ('queued', 'in-doubt', 'pending')
      UNION ALL SELECT min(sweep_at) FROM entries WHERE sweep_at > ?)`;
    return this.database.get<{ at: number | null }>(sql, now, now)?.at ?? null;
  }

  /**
   * Until when late copies may still arrive that are searched for, milliseconds since the epoch; null: none is.
   *
   * @param since searches whose copies can all have arrived by then do not count; milliseconds since the epoch
   */
  searchedUntil(since: number): number | null {
    const sql =
      'SELECT max(max(sweep_at, doubt_until)) AS at FROM entries WHERE sweep_at IS NOT NULL AND doubt_until > ?';
    return this.database.get<{ at: number | null }>(sql, since)?.at ?? null;
  }

  findByRecord(recordId: string): StoredEntry | undefined {
    return this.entriesOf(recordId).at(-1);
  }

  /** Open entries first, oldest first; then the last settled ones, newest first. */
  list(mostSettled: number): StoredEntry[] {
    const open = this.entries(`${select} WHERE ${isOpen} ORDER BY sequence`);
    const settled = this.entries(`${select} WHERE NOT ${isOpen} ORDER BY sequence DESC LIMIT ?`, mostSettled);
    return [...open, ...settled];
  }

  /** Ids of all unsettled entries, in creation order. */
  openIds(): string[] {
    const open = openStates.map((state) => `'${state}'`).join(', ');
    const sql = `SELECT id FROM entries WHERE state IN (${open}) ORDER BY sequence`;
    return this.database.all<{ id: string }>(sql).map(({ id }) => id);
  }

  /** Up to `most` server ids of plans or orders that open entries are about. */
  idsOfOpen(noun: 'plans' | 'orders', most: number): string[] {
    const open = openStates.map((state) => `'${state}'`).join(', ');
    // A plan's lane is its id, so these lanes are adjacent in the index.
    const sql =
      noun === 'plans'
        ? `SELECT DISTINCT lane AS id FROM entries WHERE state IN (${open}) AND lane >= 'plans/' AND lane < 'plans0' LIMIT ?`
        : `SELECT DISTINCT server_id AS id FROM ${joined} WHERE lane = 'orders' AND state IN (${open})
             AND server_id IS NOT NULL LIMIT ?`;
    return this.database.all<{ id: string }>(sql, most).map(({ id }) => id);
  }

  /** Counts from a covering index, because this runs after every change. */
  summary(): OutboxSummary {
    const open = openStates.map((state) => `'${state}'`).join(', ');
    const rows = this.database.all<{ state: EntryState; kind: EntryKind; count: number; oldest: number }>(
      `SELECT state, kind, count(*) AS count, min(created_at) AS oldest FROM entries
       WHERE state IN (${open}) GROUP BY state, kind`,
    );
    const summary: OutboxSummary = { waiting: 0, inDoubt: 0, pending: 0, waitingOf: {}, asking: 0, oldestAt: null };
    for (const { state, kind, count, oldest } of rows) {
      if (state === 'pending') {
        summary.pending += count;
        continue;
      }
      summary.oldestAt = Math.min(oldest, summary.oldestAt ?? oldest);
      if (asks.has(state)) {
        summary.asking += count;
        continue;
      }
      summary.waiting += count;
      if (state === 'in-doubt') summary.inDoubt += count;
      // A damaged row may contain any kind.
      const noun = Object.hasOwn(operations, kind) ? operationOf(kind).noun : undefined;
      if (noun !== undefined) summary.waitingOf[noun] = (summary.waitingOf[noun] ?? 0) + count;
    }
    return summary;
  }

  private entries(sql: string, ...values: Value[]): StoredEntry[] {
    return this.database.all(sql, ...values).map(entryOf);
  }

  private apply(change: StorageChange): void {
    switch (change.do) {
      case 'add-record':
        this.writeRecord(change.record);
        return;
      case 'add-entry':
        this.addEntry(change.entry);
        return;
      case 'change-record': {
        const record = this.record(change.id);
        if (record === undefined) throw new Error('a record that is to be changed is not there');
        this.writeRecord({ ...record, ...change.set });
        return;
      }
      case 'change-entry':
        this.changeEntry(change.id, change.set);
        return;
      case 'change-lane':
        this.database.change(`UPDATE entries SET lane = ? WHERE lane = ? AND ${isOpen}`, change.to, change.from);
    }
  }

  private writeRecord(record: StoredRecord): void {
    this.database.change(
      `INSERT INTO records (id, noun, parent_id, server_id, marker, marker_is_ours, content)
       VALUES (:id, :noun, :parent_id, :server_id, :marker, :marker_is_ours, :content)
       ON CONFLICT (id) DO UPDATE SET noun = excluded.noun, parent_id = excluded.parent_id, server_id = excluded.server_id,
         marker = excluded.marker, marker_is_ours = excluded.marker_is_ours, content = excluded.content`,
      { id: record.id, ...recordValues(record) },
    );
  }

  private addEntry(entry: NewEntry): void {
    const { id, recordId, createdAt } = entry;
    this.database.change(
      `INSERT INTO entries (id, record_id, kind, lane, state, created_at, body, base)
       VALUES (?, ?, ?, ?, 'queued', ?, ?, ?)`,
      id,
      recordId,
      entry.kind,
      entry.lane,
      createdAt,
      entry.body,
      entry.base,
    );
    if (entry.progress !== null) this.changeEntry(id, { progress: entry.progress });
  }

  private changeEntry(id: string, set: Extract<StorageChange, { do: 'change-entry' }>['set']): void {
    const values = entryValues(set);
    const names = Object.keys(values);
    if (names.length === 0) return;
    const assignments = names.map((name) => `${name} = :${name}`).join(', ');
    this.database.change(`UPDATE entries SET ${assignments} WHERE id = :entry`, { ...values, entry: id });
  }
}
