/**
 * Rebuilds a damaged outbox, in this order: set aside, restore the newest sound copy, take over what can still be read,
 * replay the journal, and mark what was not settled in doubt, so that it is looked up before it is sent again.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nouns, operations } from '../../shared/outbox-kinds.ts';
import { Database, type Row } from './database.ts';
import { migrate } from './migrate.ts';
import { outboxMigrations } from './migrations/outbox.ts';
import { backupsOf } from './outbox-backup.ts';
import { keyOf, readJournal, type JournalState } from './outbox-journal-read.ts';
import { salvage, type Salvaged } from './salvage.ts';
import { defineSeals, rowOf, sealOf, sealedColumns, sealedTables, type SealedTable } from './seal.ts';
import { KnownEntries } from './known-entries.ts';
import { setAside } from './set-aside.ts';

export interface Recovery {
  /** Name of the damaged file, which is kept. */
  file: string;
  /** Entries that are not settled and are whole. */
  recovered: number;
  /** Entries of which only bytes are left; they ask. */
  unreadable: number;
}

/** The rows of each table by their keys, from the least to the most recent source. */
interface Source {
  cells: string;
  from: 'copy' | 'journal' | 'file';
}
type Rows = Map<SealedTable, Map<string, Source>>;

function put(rows: Rows, table: SealedTable, cells: readonly string[], from: Source['from']): void {
  for (const each of cells) rows.get(table)?.set(keyOf(table, each), { cells: each, from });
}

function gather(file: string, read: Salvaged, journal: ReturnType<typeof readJournal>): Rows {
  const rows: Rows = new Map(sealedTables.map((table) => [table, new Map<string, Source>()]));
  // The first copy that has anything in it.
  for (const copy of backupsOf(file)) {
    const { intact } = salvage(copy);
    if ([...intact.values()].every((cells) => cells.length === 0)) continue;
    for (const [table, cells] of intact) put(rows, table, cells, 'copy');
    break;
  }
  for (const [table, known] of journal.rows) put(rows, table, [...known.values()], 'journal');
  // A row of the file itself that is intact is the newest there is.
  for (const [table, cells] of read.intact) put(rows, table, cells, 'file');
  return rows;
}

const settled = new Set<unknown>(['acknowledged', 'given-up']);
const asks = new Set<unknown>(['decision', 'refused', 'blocked']);

/** What an entry is after it was not read from the file itself but from what lies beside it. */
function recalled(row: Row, from: 'copy' | 'journal', isJournalWhole: boolean, now: number): Row {
  if (settled.has(row.state)) return row;
  // A whole journal has everything that was open at the last start or changed since: this was settled meanwhile.
  if (from === 'copy' && isJournalWhole) return { ...row, state: 'acknowledged', settled_at: now, reason: null };
  if (asks.has(row.state)) return row;
  // As after a crash: whether it was sent is not known, so it is looked up.
  return { ...row, state: 'sending', last_attempt_at: now, attempts: Math.max(1, Number(row.attempts)), not_before: 0 };
}

function insert(database: Database, table: SealedTable, row: Row): void {
  const columns = sealedColumns[table];
  const sql = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  database.change(sql, ...columns.map((column) => row[column] ?? null));
}

const kinds = new Set(Object.keys(operations));

/**
 * An entry of which only bytes are left, as something that a person is asked about. Its seals do not fit, on purpose.
 * @param bytes all that is left of it
 */
function insertUnreadable(database: Database, cells: string, bytes: string, now: number): void {
  const row = rowOf('entries', cells);
  const id = String(row['id']);
  const recordId = String(row['record_id']);
  const known = database.get('SELECT id FROM records WHERE id = ?', recordId);
  if (!known) {
    const bare = { id: recordId, noun: 'stops', parent_id: '', server_id: null, marker: '', marker_is_ours: 0 };
    insert(database, 'records', { ...bare, content: JSON.stringify({ unreadable: bytes }) });
    database.change("UPDATE records SET seal = '' WHERE id = ?", recordId);
  }
  database.change(
    `INSERT INTO entries (id, record_id, kind, lane, state, reason, created_at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    recordId,
    kinds.has(String(row['kind'])) ? String(row['kind']) : 'stops.create',
    row['lane'] === null ? '' : String(row['lane']),
    'decision',
    JSON.stringify({ code: 'outbox.unreadable', detail: {} }),
    now,
    row['body'] === null ? null : String(row['body']),
  );
  database.change("UPDATE entries SET seal = '' WHERE id = ?", id);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** A damaged record as far as its columns can hold it; null: of which nothing is known. */
function readableRecord(row: Row): Row | null {
  if (typeof row['id'] !== 'string') return null;
  return {
    id: row['id'],
    noun: nouns.find((noun) => noun === row['noun']) ?? 'stops',
    parent_id: text(row['parent_id']),
    server_id: row['server_id'] === null ? null : text(row['server_id']),
    marker: text(row['marker']),
    marker_is_ours: row['marker_is_ours'] === 1 ? 1 : 0,
    content: text(row['content']),
  };
}

function write(database: Database, rows: Rows, read: Salvaged, journal: JournalState, now: number): number {
  let unreadable = 0;
  for (const table of sealedTables) {
    for (const { cells, from } of rows.get(table)?.values() ?? []) {
      const row = rowOf(table, cells);
      insert(database, table, table === 'entries' && from !== 'file' ? recalled(row, from, journal.whole, now) : row);
    }
    // Entries name records: those that are damaged and known from nowhere else come before the entries.
    if (table === 'records') {
      for (const cells of read.damaged.get('records') ?? []) {
        const row = readableRecord(rowOf('records', cells));
        if (row === null || rows.get('records')?.has(String(row['id']))) continue;
        insert(database, 'records', row);
        database.change("UPDATE records SET seal = '' WHERE id = ?", row['id'] ?? null);
      }
    }
  }
  const known = new KnownEntries();
  for (const { cells } of rows.get('entries')?.values() ?? []) known.add(rowOf('entries', cells));
  const ask = (cells: string, bytes: string) => {
    known.add(rowOf('entries', cells));
    insertUnreadable(database, cells, bytes, now);
    unreadable += 1;
  };
  for (const cells of [...(read.damaged.get('entries') ?? []), ...journal.damagedEntries]) {
    if (!known.has(rowOf('entries', cells))) ask(cells, cells);
  }
  for (const line of journal.unreadableEntries) {
    const cells = JSON.stringify([null, sealOf('unreadable entry', line), sealOf('unreadable record', line)]);
    if (!known.areNamedIn(line)) ask(cells, line);
  }
  return unreadable;
}

/**
 * @param file path of the outbox, closed
 * @param now milliseconds since the epoch
 */
export function recoverOutbox(file: string, journalFile: string, now: number): Recovery {
  const aside = setAside(file, now);
  const read = salvage(join(dirname(file), aside));
  const journal = readJournal(journalFile);
  const rows = gather(file, read, journal);

  const fresh = `${file}.rebuilt`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  const database = new Database(fresh, { synchronous: 'FULL' });
  let unreadable = 0;
  let recovered = 0;
  try {
    defineSeals(database, () => undefined);
    migrate(database, outboxMigrations);
    // Entries that refer to missing ones are taken too, and need a decision.
    database.pragma('foreign_keys = OFF');
    database.transaction(() => {
      unreadable = write(database, rows, read, journal, now);
      adoptOrphans(database);
    });
    const open = "state NOT IN ('acknowledged', 'given-up')";
    recovered =
      (database.get<{ open: number }>(`SELECT count(*) AS open FROM entries WHERE ${open}`)?.open ?? 0) - unreadable;
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  const handle = openSync(fresh, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  return { file: aside, recovered, unreadable };
}

/** Entries whose record is known from nowhere: the record stands empty and unsealed, so that the entry asks. */
function adoptOrphans(database: Database): void {
  const orphans = database.all<{ record_id: string; parent: string }>(
    'SELECT DISTINCT record_id, lane AS parent FROM entries WHERE record_id NOT IN (SELECT id FROM records)',
  );
  for (const { record_id: id, parent } of orphans) {
    const bare = {
      id,
      noun: 'stops',
      parent_id: parent,
      server_id: null,
      marker: '',
      marker_is_ours: 0,
      content: '{}',
    };
    insert(database, 'records', bare);
    database.change("UPDATE records SET seal = '' WHERE id = ?", id);
  }
}
