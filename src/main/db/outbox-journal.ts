/**
 * The plain journal beside outbox.db: every row that changed, one line each, for the day on which the database itself is
 * damaged. It follows the database and never leads it: what it lacks after a power cut is looked up on the service.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { sealedTables, sealOf, type SealedRow, type SealedTable } from './seal.ts';

const header = 'depot-desk-outbox-journal 1';
/** Beyond this many bytes of changes it is written anew from what is open. */
const mostBytes = 16 * 1024 * 1024;

const removedSeal = (table: string, key: string) => `-${sealOf(`removed ${table}`, key)}`;

const lineOf = ({ table, cells, seal }: SealedRow) =>
  cells === null ? `${removedSeal(table, seal)} ${table} ${seal}\n` : `${seal} ${table} ${cells}\n`;

export interface JournalOptions {
  file: string;
  /** All rows that are worth keeping now. */
  snapshot: () => SealedRow[];
  /** Told when the journal could not be written; saving goes on without it. */
  failed: (error: unknown) => void;
}

export class OutboxJournal {
  private readonly options: JournalOptions;
  private handle: number | null = null;
  private size = 0;

  /** Begins with a snapshot, which takes the place of an older journal as a whole. */
  constructor(options: JournalOptions) {
    this.options = options;
    this.begin();
  }

  append(rows: readonly SealedRow[]): void {
    if (this.handle === null || this.size > mostBytes) {
      // The snapshot has these rows already.
      this.begin();
      return;
    }
    try {
      this.write(this.handle, rows.map(lineOf).join(''));
    } catch (error) {
      this.giveUp(error);
    }
  }

  close(): void {
    if (this.handle === null) return;
    closeSync(this.handle);
    this.handle = null;
  }

  private begin(): void {
    const { file, snapshot } = this.options;
    const fresh = `${file}.new`;
    this.close();
    try {
      const handle = openSync(fresh, 'w', 0o600);
      this.handle = handle;
      this.size = 0;
      this.write(handle, `${header}\n${snapshot().map(lineOf).join('')}`);
      fsyncSync(handle);
      renameSync(fresh, file);
    } catch (error) {
      this.giveUp(error);
    }
  }

  private write(handle: number, text: string): void {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
    this.size += bytes.length;
  }

  /** A journal with a gap would say of what is missing that it was settled: better none, until a snapshot succeeds. */
  private giveUp(error: unknown): void {
    const { file, failed } = this.options;
    try {
      this.close();
      rmSync(file, { force: true });
    } catch {
      // Its next snapshot takes its place.
    }
    this.handle = null;
    failed(error);
  }
}

export interface JournalState {
  /** The last version of each row, by table and id. */
  rows: Map<SealedTable, Map<string, string>>;
  /** Cells of entries whose lines are not what was written; their ids at least were made out. */
  damagedEntries: string[];
  /** False when a line is damaged, or there is no journal: what is not in it may be open all the same. */
  whole: boolean;
}

const isTable = (name: string | undefined): name is SealedTable => sealedTables.some((table) => table === name);

/** Under what a row is known across files; entries by their id, as everything else. */
export function keyOf(table: SealedTable, cells: string): string {
  const values = JSON.parse(cells) as unknown[];
  if (table === 'entries') return String(values[1]);
  return table === 'label_documents' ? JSON.stringify(values.slice(0, 2)) : String(values[0]);
}

const removedKey = (table: SealedTable, key: string) =>
  table === 'label_documents' ? key : String((JSON.parse(key) as unknown[])[0]);

/** What an entry's damaged line still says, as cells: all of them, or the ids of entry and record; null: no entry's line. */
function damagedEntry(line: string): string | null {
  const [, ids, sequence, id, recordId] = /\[((\d+),"([^"]{36})","([^"]{36})")/.exec(line) ?? [];
  if (ids === undefined) return null;
  const cells = line.slice(line.indexOf('['));
  try {
    if (Array.isArray(JSON.parse(cells))) return cells;
  } catch {
    // Some sign that JSON needs has flipped.
  }
  return JSON.stringify([Number(sequence), id, recordId]);
}

/** Reads what there is of a journal. Never throws for what is in it. */
export function readJournal(file: string): JournalState {
  const rows: JournalState['rows'] = new Map(sealedTables.map((table) => [table, new Map<string, string>()]));
  const damagedEntries: string[] = [];
  if (!existsSync(file)) return { rows, damagedEntries, whole: false };
  const text = readFileSync(file, 'utf8');
  const [first, ...lines] = text.split('\n');
  // The last line is empty, or was never finished: no commit waits for the journal.
  lines.pop();
  let whole = first === header;
  for (const line of lines) {
    const [, seal, table, rest = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
    if (isTable(table) && seal === sealOf(table, rest)) rows.get(table)?.set(keyOf(table, rest), rest);
    else if (isTable(table) && seal === removedSeal(table, rest)) rows.get(table)?.delete(removedKey(table, rest));
    else {
      whole = false;
      const cells = damagedEntry(line);
      if (cells !== null) damagedEntries.push(cells);
    }
  }
  return { rows, damagedEntries, whole };
}
