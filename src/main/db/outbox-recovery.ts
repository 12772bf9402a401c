/**
 * Rebuilds a damaged outbox. It sets the file aside, merges the newest sound backup, the journal and the rows that are
 * still readable, and treats unsettled entries as possibly sent, so that they are looked up before they are sent again.
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nouns, operations } from '../../shared/outbox-kinds.ts';
import { renameFileSync } from '../rename-file.ts';
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
  /** Number of intact unsettled entries. */
  recovered: number;
  /** Number of entries with only bytes left, which need a decision. */
  unreadable: number;
}

/** A row's cells and where they come from. Newer sources overwrite older ones. */
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
  // Uses the newest backup that is not empty.
  for (const copy of backupsOf(file)) {
    const { intact } = salvage(copy);
    if ([...intact.values()].every((cells) => cells.length === 0)) continue;
    for (const [table, cells] of intact) put(rows, table, cells, 'copy');
    break;
  }
  for (const [table, known] of journal.rows) put(rows, table, [...known.values()], 'journal');
  // An intact row of the file itself is the newest version.
  for (const [table, cells] of read.intact) put(rows, table, cells, 'file');
  return rows;
}

const settled = new Set<unknown>(['acknowledged', 'given-up']);
const asks = new Set<unknown>(['decision', 'refused', 'blocked']);

/** The state of an entry that was restored from the backup or the journal instead of the file itself. */
function recalled(row: Row, from: 'copy' | 'journal', isJournalWhole: boolean, now: number): Row {
  if (settled.has(row.state)) return row;
  // A whole journal contains all entries that were open at the last start or changed since, so this one was settled.
  if (from === 'copy' && isJournalWhole) return { ...row, state: 'acknowledged', settled_at: now, reason: null };
  if (asks.has(row.state)) return row;
  // As after a crash, it is unknown whether the entry was sent, so it is looked up.
  return { ...row, state: 'sending', last_attempt_at: now, attempts: Math.max(1, Number(row.attempts)), not_before: 0 };
}

function insert(database: Database, table: SealedTable, row: Row): void {
  const columns = sealedColumns[table];
  const sql = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  database.change(sql, ...columns.map((column) => row[column] ?? null));
}

/** The times of rows whose order tells what came first. */
const timeOf: Readonly<Partial<Record<SealedTable, string>>> = {
  label_documents: 'fetched_at',
  prints: 'requested_at',
  print_batches: 'created_at',
};

/** The gathered rows of a table. Of rows from several sources, only their times tell what came first. */
function inOrder(rows: Rows, table: SealedTable): { row: Row; from: Source['from'] }[] {
  const gathered = [...(rows.get(table)?.values() ?? [])].map(({ cells, from }) => ({
    row: rowOf(table, cells),
    from,
  }));
  const time = timeOf[table];
  return time === undefined
    ? gathered
    : gathered.toSorted((one, other) => Number(one.row[time]) - Number(other.row[time]));
}

const kinds = new Set(Object.keys(operations));

/**
 * Inserts an entry with only bytes left, which needs a decision. Its seals deliberately do not match.
 * @param bytes all that is left of the entry
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

/** A damaged record, with its invalid columns replaced by defaults; null: its id is unreadable. */
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
    for (const { row, from } of inOrder(rows, table)) {
      insert(database, table, table === 'entries' && from !== 'file' ? recalled(row, from, journal.whole, now) : row);
    }
    // Entries refer to records, so damaged records that no other source has are inserted before the entries.
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
    // Entries that refer to missing records are restored too, and need a decision.
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
  renameFileSync(fresh, file);
  return { file: aside, recovered, unreadable };
}

/** Inserts an empty, unsealed record for each entry whose record is lost, so that the entry needs a decision. */
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
