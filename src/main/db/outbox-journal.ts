/**
 * The plain journal beside outbox.db: every row that changed, one line each, for the day on which the database itself is
 * damaged. It follows the database and never leads it: what it lacks after a power cut is looked up on the service.
 */
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { journalHeader, removedSeal } from './outbox-journal-read.ts';
import type { SealedRow } from './seal.ts';

/** Beyond this many bytes of changes it is rewritten from what is open. */
const mostBytes = 16 * 1024 * 1024;
/** While it is rewritten, so much is flushed at a time. */
const flushedBytes = 512 * 1024;

const lineOf = ({ table, cells, seal }: SealedRow) =>
  cells === null ? `${removedSeal(table, seal)} ${table} ${seal}\n` : `${seal} ${table} ${cells}\n`;

export interface JournalOptions {
  file: string;
  /** All rows that are worth keeping, some at a time, each as it is when it is asked for. */
  snapshot: () => Generator<SealedRow[]>;
  /** Runs the next part of a long work in a turn of its own, or at once. */
  later: (action: () => void) => void;
  /** Told when the journal could not be written; saving goes on without it. */
  failed: (error: unknown) => void;
  /** Whether there is a complete one, which is continued. Otherwise it begins with a snapshot. */
  isWhole: boolean;
}

export class OutboxJournal {
  private readonly options: JournalOptions;
  private handle: number | null = null;
  /** Bytes of changes since the snapshot. */
  private changed = 0;
  /** The one that takes the place of this one as a whole when its snapshot is complete. */
  private next: { handle: number; steps: Generator<void> } | null = null;
  private closed = false;

  constructor(options: JournalOptions) {
    this.options = options;
    if (options.isWhole && existsSync(options.file)) this.goOn();
    else this.begin();
  }

  /** Whether the file has everything. */
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
    // The line that comes last counts: what the snapshot has read before is said again, what it has not is the same.
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
      this.handle = openSync(this.options.file, 'a', 0o600);
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Begins a new one; until it is complete, what is written goes into both. */
  private begin(): void {
    this.changed = 0;
    this.attempt(() => {
      const handle = openSync(`${this.options.file}.new`, 'w', 0o600);
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
    // Closed first: Windows replaces no file that is open.
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
    renameSync(`${file}.new`, file);
    this.handle = handle;
    this.next = null;
  }

  /** What fails while a new one is written leaves the old one as it is, which has everything. */
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
      // The next snapshot takes its place.
    }
    this.next = null;
  }

  /** A journal with a gap would say of what is missing that it was settled: better none, until a snapshot succeeds. */
  private giveUp(error: unknown): void {
    const { file, failed } = this.options;
    this.dropNext();
    try {
      if (this.handle !== null) closeSync(this.handle);
      rmSync(file, { force: true });
    } catch {
      // Its next snapshot takes its place.
    }
    this.handle = null;
    failed(error);
  }
}

function write(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
}
