/**
 * The plain journal beside outbox.db: every row that changed, one line each, for the day on which the database itself is
 * damaged. It follows the database and never leads it: what it lacks after a power cut is looked up on the service.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { journalHeader, removedSeal } from './outbox-journal-read.ts';
import type { SealedRow } from './seal.ts';

/** Beyond this many bytes of changes it is written anew from what is open. */
const mostBytes = 16 * 1024 * 1024;

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
      this.write(handle, `${journalHeader}\n${snapshot().map(lineOf).join('')}`);
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
