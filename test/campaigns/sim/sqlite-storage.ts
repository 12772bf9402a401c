/**
 * The outbox in the real SQLite, as in db/outbox.ts, compared with the in-memory storage. A crash is a kill: the files
 * are copied as they are, without closing or flushing, and a new process opens them. Power cuts are covered in
 * campaigns/crash. Flushes are not awaited here, because a kill loses nothing in the system's cache.
 */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/main/db/database.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { outboxMigrations } from '../../../src/main/db/migrations/outbox.ts';
import { OutboxTable } from '../../../src/main/db/outbox.ts';
import { defineSeals } from '../../../src/main/db/seal.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import type { StorageChange, StoredEntry, StoredRecord } from '../../../src/main/db/outbox-storage.ts';
import { Crash, MemoryStorage, type Disk } from './memory-storage.ts';

interface Opened {
  file: string;
  database: Database;
  table: OutboxTable;
}

/** The database files of one thread. Each schedule gets its own copy of a new file. */
export class SqliteFiles {
  private readonly folder: string;
  private readonly first: string;
  private count = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.first = this.nextFile();
    this.open(this.first).database.close();
  }

  take(): Opened {
    const file = this.nextFile();
    copyFileSync(this.first, file);
    return this.open(file);
  }

  give(opened: Opened | undefined): void {
    if (opened !== undefined) this.remove(opened);
  }

  /** Copies the files in their current state and opens them as another process. */
  afterKill(opened: Opened): Opened {
    const file = this.nextFile();
    for (const end of ['', '-wal']) if (existsSync(opened.file + end)) copyFileSync(opened.file + end, file + end);
    this.remove(opened);
    return this.open(file);
  }

  private remove({ file, database }: Opened): void {
    database.close();
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  }

  private nextFile(): string {
    return join(this.folder, `outbox-${(this.count += 1)}.db`);
  }

  private open(file: string): Opened {
    const database = new Database(file, { synchronous: 'NORMAL' });
    database.pragma('synchronous = OFF');
    defineSeals(database, () => undefined);
    migrate(database, outboxMigrations);
    return { file, database, table: new OutboxTable(database) };
  }
}

export class SqliteStorage extends MemoryStorage {
  private readonly mirror: Disk;
  readonly opened: Opened;

  constructor(mirror: Disk, opened: Opened, crashed: () => void) {
    super(mirror, crashed);
    this.mirror = mirror;
    this.opened = opened;
  }

  private get table(): OutboxTable {
    if (this.isDead) throw new Crash();
    return this.opened.table;
  }

  override find(entryId: string): StoredEntry | undefined {
    return this.table.find(entryId);
  }

  override record(recordId: string): StoredRecord | undefined {
    return this.table.record(recordId);
  }

  override entriesOf(recordId: string): StoredEntry[] {
    return this.table.entriesOf(recordId);
  }

  override ownerOf(serverId: string): StoredRecord | undefined {
    return this.table.ownerOf(serverId);
  }

  override withMarker(marker: string): StoredRecord[] {
    return this.table.withMarker(marker);
  }

  override due(state: EntryState, now: number, after: number, most: number, lane?: string): StoredEntry[] {
    return this.table.due(state, now, after, most, lane);
  }

  override lanes(state: EntryState): string[] {
    return this.table.lanes(state);
  }

  override sweeps(now: number): StoredEntry[] {
    return this.table.sweeps(now, 500);
  }

  override firstInLane(lane: string, aloneOnly: boolean, which: 'waiting' | 'swept', after = 0) {
    return this.table.firstInLane(lane, aloneOnly, which, after);
  }

  override dependants(recordId: string): StoredEntry[] {
    return this.table.dependants(recordId);
  }

  override moves(): StoredEntry[] {
    return this.table.moves();
  }

  override withoutId(parentId: string): StoredRecord[] {
    return this.table.withoutId(parentId);
  }

  override open(now: number): StoredEntry[] {
    return this.table.open(now);
  }

  override ahead(now: number): StoredEntry[] {
    return this.table.ahead(now);
  }

  override latest(): number {
    return this.table.latest();
  }

  override nextDue(now: number): number | null {
    return this.table.nextDue(now);
  }

  override commit(changes: readonly StorageChange[]): void {
    const { crashIn } = this.mirror;
    const isLost = crashIn !== null && crashIn.commits <= 1 && !crashIn.reaches;
    if (!isLost) this.table.commit(changes);
    super.commit(changes);
  }

  override difference(): string | null {
    for (const expected of this.mirror.entries) {
      const found = this.opened.table.find(expected.id);
      const differs = Object.entries(expected).find(([name, value]) => {
        return JSON.stringify(value ?? null) !== JSON.stringify(found?.[name as keyof StoredEntry] ?? null);
      });
      if (differs !== undefined) return `${expected.kind}: ${differs[0]} ${String(differs[1])}`;
    }
    const count = this.opened.database.get<{ of: number }>('SELECT count(*) AS of FROM entries')?.of ?? 0;
    return count === this.mirror.entries.length ? null : `${count} entries, ${this.mirror.entries.length} expected`;
  }
}
