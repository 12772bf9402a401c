/**
 * The plain-text journal of outbox.db: one line for every changed row, in case the database itself is damaged. It is
 * written after each commit. Whatever it lacks after a power cut is looked up on the service.
 */
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { journalHeader, removedSeal } from './outbox-journal-read.ts';
import type { SealedRow } from './seal.ts';
import { ownFile } from '../private-files.ts';
import { renameFileSync } from '../rename-file.ts';

/** Beyond this many bytes of changes, the journal is rewritten from the open rows. */
const mostBytes = 16 * 1024 * 1024;
/** Bytes to write between two flushes while the journal is rewritten. */
const flushedBytes = 512 * 1024;

const lineOf = ({ table, cells, seal }: SealedRow) =>
  cells === null ? `${removedSeal(table, seal)} ${table} ${seal}\n` : `${seal} ${table} ${cells}\n`;

export interface JournalOptions {
  file: string;
  /** Yields all rows worth keeping, in chunks. Each chunk is current when it is requested. */
  snapshot: () => Generator<SealedRow[]>;
  /** Runs the next chunk of a long task in a later turn of the event loop, or immediately. */
  later: (action: () => void) => void;
  /** Called when the journal could not be written. Saving continues without it. */
  failed: (error: unknown) => void;
  /** Whether the existing journal is complete and can be continued. Otherwise a new one starts with a snapshot. */
  isWhole: boolean;
}

export class OutboxJournal {
  private readonly options: JournalOptions;
  private handle: number | null = null;
  /** Bytes of changes since the snapshot. */
  private changed = 0;
  /** The new journal, which replaces the current one when its snapshot is complete. */
  private next: { handle: number; steps: Generator<void> } | null = null;
  private closed = false;

  constructor(options: JournalOptions) {
    this.options = options;
    if (options.isWhole && existsSync(options.file)) this.goOn();
    else this.begin();
  }

  /** Whether the file is complete. */
  get isWhole(): boolean {
    return this.handle !== null;
  }

  append(rows: readonly SealedRow[]): void {
    const bytes = Buffer.from(rows.map(lineOf).join(''));
    try {
      if (this.handle !== null) write(this.handle, bytes);
    } catch (error) {
      this.giveUp(error);
      return;
    }
    this.changed += bytes.length;
    // The last line of a row counts, so it does not matter whether the snapshot already contains these rows.
    if (this.next !== null) this.attempt(() => write(this.next?.handle ?? 0, bytes));
    else if (this.handle === null || this.changed > mostBytes) this.begin();
  }

  close(): void {
    this.closed = true;
    this.dropNext();
    if (this.handle === null) return;
    closeSync(this.handle);
    this.handle = null;
  }

  private goOn(): void {
    try {
      this.handle = openSync(this.options.file, 'a', ownFile);
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Starts a new journal. Until it is complete, changes are written to both. */
  private begin(): void {
    this.changed = 0;
    this.attempt(() => {
      const handle = openSync(`${this.options.file}.new`, 'w', ownFile);
      this.next = { handle, steps: this.steps(handle) };
    });
    this.step();
  }

  private step(): void {
    const { next } = this;
    if (next === null || this.closed) return;
    const isDone = this.attempt(() => next.steps.next().done === true);
    if (isDone === false) this.options.later(() => this.step());
  }

  private *steps(handle: number): Generator<void> {
    const { file, snapshot } = this.options;
    write(handle, Buffer.from(`${journalHeader}\n`));
    let unflushed = 0;
    for (const rows of snapshot()) {
      const bytes = Buffer.from(rows.map(lineOf).join(''));
      write(handle, bytes);
      unflushed += bytes.length;
      if (unflushed > flushedBytes) {
        fdatasyncSync(handle);
        unflushed = 0;
      }
      yield;
    }
    fsyncSync(handle);
    // Closed first, because Windows cannot replace an open file.
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
    renameFileSync(`${file}.new`, file);
    this.handle = handle;
    this.next = null;
  }

  /** An error while writing the new journal leaves the old one unchanged and complete. */
  private attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.dropNext();
      if (this.handle === null) this.giveUp(error);
      else this.options.failed(error);
      return undefined;
    }
  }

  private dropNext(): void {
    if (this.next === null) return;
    try {
      closeSync(this.next.handle);
      rmSync(`${this.options.file}.new`, { force: true });
    } catch {
      // The next snapshot overwrites the file.
    }
    this.next = null;
  }

  /** Removes the journal until a snapshot succeeds. With a gap, it would make missing entries look settled. */
  private giveUp(error: unknown): void {
    const { file, failed } = this.options;
    this.dropNext();
    try {
      if (this.handle !== null) closeSync(this.handle);
      rmSync(file, { force: true });
    } catch {
      // The next snapshot replaces the file.
    }
    this.handle = null;
    failed(error);
  }
}

function write(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
}
