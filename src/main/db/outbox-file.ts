/** Opens outbox.db: asserts durability, checks every row, and rebuilds a damaged file from its backups and journal. */
import { ArrivalNote } from './arrival-note.ts';
import { asDamage, Database, isDamage, type OpenOptions } from './database.ts';
import { DraftsTable } from './drafts.ts';
import { GesturesTable } from './gestures.ts';
import { migrate } from './migrate.ts';
import { outboxMigrations } from './migrations/outbox.ts';
import { backUp, isBackupDue, makeCopy, type MakeCopy } from './outbox-backup.ts';
import { checkSchema, checkStructure, countUnsealed } from './outbox-check.ts';
import { OutboxJournal } from './outbox-journal.ts';
import { readJournal, type JournalState } from './outbox-journal-read.ts';
import { recoverOutbox, type Recovery } from './outbox-recovery.ts';
import { shrinkOutbox } from './outbox-shrink.ts';
import { OutboxTable } from './outbox.ts';
import { PrintBatchesTable } from './print-batches.ts';
import { PrintsTable } from './prints.ts';
import { SentImportsTable } from './sent-imports.ts';
import { isThere } from './set-aside.ts';
import { cellsOf, defineSeals, sealOf, sealedTables, type SealedRow, type SealedTable } from './seal.ts';

export interface OutboxFile {
  entries: OutboxTable;
  drafts: DraftsTable;
  sentImports: SentImportsTable;
  arrival: ArrivalNote;
  prints: PrintsTable;
  printBatches: PrintBatchesTable;
  gestures: GesturesTable;
  /** What was recovered after damage at this start, or null. */
  recovery: Recovery | null;
  /** Backs up the file when the newest backup is old. @returns false when the copy was not sound */
  backUpIfDue(now: number): Promise<boolean>;
  close(): void;
}

export interface OutboxFileOptions {
  slow?: OpenOptions['slow'];
  /** Reports an error outside the database itself, which keeps working. */
  report?: Report;
  /** Result of a check that has just run; without it, the file is checked here. */
  check?: OutboxCheck;
  /** Defers the next chunk of a long task to a later turn of the event loop; without it, the chunk runs immediately. */
  later?: (action: () => void) => void;
  /** Replaces {@link makeCopy}, for example with one in another thread. */
  makeCopy?: MakeCopy;
}

/** Rows that the journal keeps of each table: everything open, and what a backup from six hours ago may lack. */
const kept: Record<SealedTable, string> = {
  entries: `(state NOT IN ('acknowledged', 'given-up') OR sweep_at IS NOT NULL OR settled_at > :since)`,
  records: `EXISTS (SELECT 1 FROM entries WHERE record_id = records.id
    AND (state NOT IN ('acknowledged', 'given-up') OR sweep_at IS NOT NULL OR settled_at > :since))`,
  drafts: ':since IS NOT NULL',
  label_documents: 'fetched_at > :since',
  prints: 'requested_at > :since',
  print_batches: 'created_at > :since',
  print_labels: 'batch_id IN (SELECT id FROM print_batches WHERE created_at > :since)',
  gestures: 'at > :since',
};
const keptFor = 2 * 86_400_000;

/** Rows of a table that are read in one turn of the event loop. */
const rowsAtOnce = 300;

/** Yields chunks, because every row is read and sealed and twenty thousand may be waiting. */
function* snapshot(database: Database, now: number): Generator<SealedRow[]> {
  const since = now - keptFor;
  for (const table of sealedTables) {
    const last = database.get<{ last: number | null }>(`SELECT max(rowid) AS last FROM ${table}`)?.last ?? 0;
    const sql = `SELECT ${cellsOf(table, table)} AS cells FROM ${table}
      WHERE rowid > :after AND rowid <= :upto AND ${kept[table]}`;
    for (let after = 0; after < last; after += rowsAtOnce) {
      const rows = database.all<{ cells: string }>(sql, { after, upto: after + rowsAtOnce, since });
      yield rows.map(({ cells }) => ({ table, cells, seal: sealOf(table, cells) }));
    }
  }
}

/**
 * Tables whose rows are never deleted. A row of another table that is only in the journal was probably deleted: the
 * journal is not flushed, so a power cut takes its last lines.
 */
const lasting: readonly SealedTable[] = ['records', 'entries', 'prints', 'print_batches', 'print_labels'];

/**
 * Compares the database with the journal of its last run, which is written after each commit. A row that is only in the
 * journal was committed and then lost, for example with a damaged write-ahead log.
 * @returns `lost` when rows are missing; otherwise ids of entries that differ from their last version in the journal
 */
function compare(database: Database, journal: JournalState): { lost: boolean; differing: string[] } {
  const differing: string[] = [];
  for (const table of lasting) {
    const sql = `SELECT ${cellsOf(table, table)} AS cells FROM ${table} WHERE id = ?`;
    for (const [key, cells] of journal.rows.get(table) ?? []) {
      const found = database.get<{ cells: string }>(sql, key);
      if (found === undefined) return { lost: true, differing };
      if (table === 'entries' && found.cells !== cells) differing.push(key);
    }
  }
  return { lost: false, differing };
}

/** @param changed receives the rows of each later commit */
function open(file: string, slow: OpenOptions['slow'], changed: (rows: readonly SealedRow[]) => void): Database {
  const database = new Database(file, { synchronous: 'FULL', reopenAfterFailure: true, ...(slow && { slow }) });
  defineSeals(database, changed);
  return database;
}

/** @throws an error with SQLite's code for damage; AppError `storage.newer` */
function openChecked(file: string): Database {
  const database = open(file, undefined, () => undefined);
  try {
    checkStructure(database);
    migrate(database, outboxMigrations);
    checkSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw asDamage(error);
  }
}

/** Result of a check. */
export interface OutboxCheck {
  recovery: Recovery | null;
  /** Whether the journal contains everything that is open. */
  isJournalWhole: boolean;
}

/**
 * Checks every row, migrates the file to the newest version, rebuilds it if it is damaged, makes it smaller if it is
 * mostly free, and starts its journal. Nothing else may have it open. Twenty thousand entries take a second, so the app
 * runs this in a worker.
 *
 * @param now milliseconds since the epoch: for the name of a file that is set aside, and to judge age
 * @throws AppError `storage.newer` when a newer app wrote the file; SQLite's error when the disk fails
 */
export function checkOutboxFile(file: string, now: number, report: Report): OutboxCheck {
  const journalFile = `${file}.journal`;
  let recovery: Recovery | null = null;
  let database: Database | undefined;
  const recover = () => {
    recovery = recoverOutbox(file, journalFile, now);
    return openChecked(file);
  };
  try {
    try {
      database = openChecked(file);
      const { lost, differing } = compare(database, readJournal(journalFile));
      const isDamaged = lost || countUnsealed(database) > 0;
      if (isDamaged) {
        database.close();
        database = recover();
      }
      // The row may be one commit ahead of the journal or behind it, so an entry that may have been sent is looked up.
      for (const id of differing) {
        database.change(
          "UPDATE entries SET state = 'sending', last_attempt_at = ? WHERE id = ? AND state = 'queued'",
          now,
          id,
        );
      }
      if (!isDamaged) shrinkOutbox(database, report);
    } catch (error) {
      if (!isDamage(error) || !isThere(file)) throw error;
      database?.close();
      database = recover();
    }
    const journal = journalOf(file, database, now, { report, isWhole: false, later: atOnce });
    const { isWhole } = journal;
    journal.close();
    return { recovery, isJournalWhole: isWhole };
  } finally {
    database?.close();
  }
}

type Report = (text: string, error: unknown) => void;

const atOnce = (action: () => void) => action();

function journalOf(
  file: string,
  database: Database,
  now: number,
  { report, ...how }: { report: Report; isWhole: boolean; later: (action: () => void) => void },
): OutboxJournal {
  return new OutboxJournal({
    ...how,
    file: `${file}.journal`,
    snapshot: () => snapshot(database, now),
    failed: (error) => report('the journal beside the outbox could not be written', error),
  });
}

/**
 * @param now milliseconds since the epoch
 * @throws what {@link checkOutboxFile} throws, unless a check is given
 */
export function openOutboxFile(file: string, now: number, options: OutboxFileOptions = {}): OutboxFile {
  const { slow, report = () => undefined, later = atOnce } = options;
  const check = options.check ?? checkOutboxFile(file, now, report);
  let journal: OutboxJournal | null = null;
  const database = open(file, slow, (rows) => journal?.append(rows));
  journal = journalOf(file, database, now, { report, later, isWhole: check.isJournalWhole });
  const entries = new OutboxTable(database);
  return {
    entries,
    drafts: new DraftsTable(database),
    sentImports: new SentImportsTable(database),
    arrival: new ArrivalNote(database),
    prints: new PrintsTable(database),
    printBatches: new PrintBatchesTable(database),
    gestures: new GesturesTable(database),
    recovery: check.recovery,
    async backUpIfDue(at) {
      return isBackupDue(file, at) ? backUp(file, options.makeCopy ?? makeCopy) : true;
    },
    close() {
      database.close();
      journal.close();
    },
  };
}
