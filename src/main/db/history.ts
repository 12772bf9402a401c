/**
 * The history: what was sent and what the service answered, kept for 90 days in a separate file. The outbox never
 * depends on it, so a failed write loses only history.
 */
import type { HistoryState } from '../../shared/entries.ts';
import type { EntryReason, EntryState } from '../../shared/outbox.ts';
import type { EntryKind, Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, StoredEntry } from './outbox-storage.ts';
import { Database, isDamage, type Row } from './database.ts';
import { migrate } from './migrate.ts';
import { historyMigrations } from './migrations/history.ts';
import { setAside } from './set-aside.ts';
import { entryReason } from '../outbox-json.ts';
import { fromStored } from '../stored-json.ts';

const day = 86_400_000;
const keptFor = 90 * day;
/** A younger line may have its time from a clock that is wrong. */
const unproven = 7 * day;
const mostRows = 100_000;
/** Maximum length of the stored JSON. A longer record is listed without it. */
const mostSaid = 20_000;
const pruneEvery = 1_000;
/** Lines written per event loop turn, so that a hundred entries settled together are spread over several turns. */
const linesAtOnce = 50;

/** One line of the history. */
export interface HistoryEntry {
  number: number;
  at: number;
  entryId: string;
  kind: EntryKind;
  state: HistoryState;
  reason: EntryReason | null;
  attempts: number;
  planId: string | null;
  recordId: string | null;
  name: string | null;
  address: string;
  said: string | null;
  base: string | null;
}

/** What a line is searched by and shown with, supplied by code that knows the nouns. */
export interface Described {
  planId: string | null;
  name: string | null;
  address: string;
  said: string | null;
}

export interface HistoryFilter {
  /** All of these words must occur. */
  text: string;
  noun: Noun | null;
  state: HistoryState | null;
  /** Returns lines before this number; null: starts at the newest. */
  before: number | null;
}

export interface HistoryOptions {
  file: string;
  describe: (entry: StoredEntry) => Described;
  /** Defers work to a later turn of the event loop. */
  later: (action: () => void) => void;
  /** Reports an error that does not stop the app. */
  report: (text: string, error: unknown) => void;
}

/**
 * Deletes the lines that are older than `:from`, and what is beyond the most rows. The clock alone does not make a line
 * old, because one that is ahead would delete everything: a line that was written after it has to be of the time from
 * `:from` to `:proven`. The plus signs make SQLite search the index of the times instead of the whole table.
 */
const deletion = `
  DELETE FROM history WHERE number <= max(
    coalesce(
      (SELECT max(+number) FROM history WHERE at < :from AND +number < (
        SELECT min(+number) FROM history WHERE at BETWEEN :from AND :proven)),
      0),
    (SELECT max(number) FROM history) - :most)`;

/** States that result from a request or a user's choice. Waiting and sending do not. */
const told = new Set<EntryState>(['acknowledged', 'pending', 'in-doubt', 'refused', 'blocked', 'decision', 'given-up']);

/** Whether the history records this state. It also records a "try later" from the service itself. */
function isTold({ state, reason }: Pick<StoredEntry, 'state' | 'reason'>): boolean {
  return told.has(state) || (state === 'queued' && reason?.code.startsWith('service.') === true);
}

export class History {
  private readonly options: HistoryOptions;
  private readonly database: Database | null;
  private untilPrune = 0;
  /** Recorded but not written yet, oldest first. */
  private readonly unwritten: { entry: StoredEntry; at: number }[] = [];
  private isPlanned = false;

  constructor(options: HistoryOptions, now: number) {
    this.options = options;
    this.database = opened(options, now);
    this.prune(now);
  }

  /** Records the new states of entries after an outbox commit. The write is deferred. Never throws. */
  committed(changes: readonly StorageChange[], find: (entryId: string) => StoredEntry | undefined, now: number): void {
    const ids = changes.flatMap((change) =>
      change.do === 'change-entry' && change.set.state !== undefined && change.set.state !== 'sending'
        ? [change.id]
        : [],
    );
    if (ids.length === 0 || this.database === null) return;
    try {
      // Read now, because their state may change before the deferred write.
      for (const entry of [...new Set(ids)].flatMap((id) => find(id) ?? []).filter(isTold)) {
        this.unwritten.push({ entry, at: now });
      }
    } catch (error) {
      this.options.report('the history could not be written', error);
    }
    this.writeLater();
  }

  private writeLater(): void {
    if (this.isPlanned || this.unwritten.length === 0) return;
    this.isPlanned = true;
    this.options.later(() => {
      this.isPlanned = false;
      this.write(linesAtOnce);
      this.writeLater();
    });
  }

  private write(most: number): void {
    const { database } = this;
    const lines = this.unwritten.splice(0, most);
    const last = lines.at(-1);
    if (database === null || last === undefined) return;
    try {
      database.transaction(() => {
        for (const { entry, at } of lines) this.add(database, entry, at);
      });
      this.untilPrune -= lines.length;
      if (this.untilPrune <= 0) this.prune(last.at);
    } catch (error) {
      this.options.report('the history could not be written', error);
    }
  }

  /** Newest first. */
  list({ text, noun, state, before }: HistoryFilter, most: number): HistoryEntry[] {
    this.write(Infinity);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const conditions = [
      'number < ?',
      ...(noun === null ? [] : ['noun = ?']),
      ...(state === null ? [] : ['state = ?']),
      ...words.map(() => 'instr(words, ?) > 0'),
    ];
    const values = [
      before ?? Number.MAX_SAFE_INTEGER,
      ...(noun === null ? [] : [noun]),
      ...(state === null ? [] : [state]),
      ...words,
    ];
    const sql = `SELECT * FROM history WHERE ${conditions.join(' AND ')} ORDER BY number DESC LIMIT ?`;
    return (this.database?.all(sql, ...values, most) ?? []).map(historyEntry);
  }

  find(number: number): HistoryEntry | undefined {
    const row = this.database?.get('SELECT * FROM history WHERE number = ?', number);
    return row && historyEntry(row);
  }

  close(): void {
    this.write(Infinity);
    this.database?.close();
  }

  private add(database: Database, entry: StoredEntry, now: number): void {
    const { planId, name, address, said } = this.options.describe(entry);
    const { serviceMessage, serviceCode } = entry.reason?.detail ?? {};
    const words = [name, address, entry.kind, serviceMessage, serviceCode, entry.serverId];
    database.change(
      `INSERT INTO history (at, entry_id, kind, noun, state, reason, attempts, plan_id, record_id, name, address, said, base,
         words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      now,
      entry.id,
      entry.kind,
      entry.noun,
      entry.state,
      entry.reason === null ? null : JSON.stringify(entry.reason),
      entry.attempts,
      planId,
      entry.serverId ?? entry.recordId,
      name,
      address,
      said !== null && said.length <= mostSaid ? said : null,
      entry.base !== null && entry.base.length <= mostSaid ? entry.base : null,
      words.filter(Boolean).join(' ').toLowerCase(),
    );
  }

  /** Deletes lines that are older than 90 days or beyond `mostRows`. @param now in milliseconds since the epoch */
  private prune(now: number): void {
    this.untilPrune = pruneEvery;
    try {
      this.database?.change(deletion, { from: now - keptFor, proven: now - unproven, most: mostRows });
    } catch (error) {
      this.options.report('the history could not be made smaller', error);
    }
  }
}

/** Null when the file cannot be opened. The outbox works without a history. */
function opened({ file, report }: HistoryOptions, now: number): Database | null {
  const open = () => {
    const database = new Database(file, { synchronous: 'NORMAL' });
    try {
      migrate(database, historyMigrations);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return open();
  } catch (error) {
    report('the history could not be opened', error);
    if (!isDamage(error)) return null;
  }
  try {
    setAside(file, now);
    return open();
  } catch (error) {
    report('the history could not be started over', error);
    return null;
  }
}

function historyEntry(row: Row): HistoryEntry {
  return {
    number: Number(row['number']),
    at: Number(row['at']),
    entryId: String(row['entry_id']),
    kind: row['kind'] as EntryKind,
    state: row['state'] as HistoryState,
    reason: row['reason'] === null ? null : fromStored(entryReason, String(row['reason'])),
    attempts: Number(row['attempts']),
    planId: row['plan_id'] as string | null,
    recordId: row['record_id'] as string | null,
    name: row['name'] as string | null,
    address: String(row['address']),
    said: row['said'] as string | null,
    base: row['base'] as string | null,
  };
}
