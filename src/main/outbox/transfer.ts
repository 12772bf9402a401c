/** Moves unsent entries from this outbox into a file, and from a file into this outbox (outbox, Rule 11). */
import type { EntryReason } from '../../shared/outbox.ts';
import { isCreate, isLocalId } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import type { Progress } from '../outbox-json.ts';
import { writeDeadline } from '../write-deadline.ts';
import { isSettled, serverIdOf, set, unpaused, type Core } from './core.ts';
import { makerOf } from './intake.ts';
import { takenBy } from './restore.ts';
import { doubted, sweepOf, unblocked } from './settle.ts';
import { transferFile, type TransferContent, type TransferHead, type TransferParts } from './transfer-file.ts';
import { inChunks, Turns } from '../chunks.ts';
import { fromStored, objectOf } from '../stored-json.ts';

type FileEntry = TransferContent['entries'][number];

const exported: EntryReason = { code: 'outbox.exported', detail: {} };

/** What happened to a file's entries. */
export interface TakenIn {
  /** Added to this outbox. */
  taken: number;
  /** Already here, and left unchanged. */
  known: number;
}

/** How many entries are read, or removed, in one turn of the event loop: a few milliseconds of work. */
const readAtOnce = 50;
const leftAtOnce = 25;
/** How often a file is rewritten because its entries changed meanwhile. Entries that change after that stay here. */
const mostTries = 3;

/** Writes the chunks to disk, each in its own turn of the event loop, and flushes the file before it resolves. */
export type WriteParts = (parts: Iterable<string>) => Promise<void>;

export class Transfer {
  private readonly core: Core;
  private readonly openIds: () => string[];
  /** One file at a time. */
  private readonly files = new Turns();
  /**
   * Ids of records and entries changed since the export that moves entries out began; null: no such export is running.
   */
  private changed: Set<string> | null = null;

  /** @param openIds ids of all unsettled entries, in the order in which they were entered */
  constructor(core: Core, openIds: () => string[]) {
    this.core = core;
    this.openIds = openIds;
  }

  /**
   * True while entries are being moved into a file. Nothing is sent then, so that the file holds exactly what leaves.
   */
  get isLeaving(): boolean {
    return this.changed !== null;
  }

  /** Notes which entries and records a commit changed. */
  committed(changes: readonly StorageChange[]): void {
    if (this.changed === null) return;
    for (const change of changes) {
      if (change.do === 'change-entry' || change.do === 'change-record') this.changed.add(change.id);
      // A new entry of a record builds on the record's waiting entries, so those stay here as well.
      else if (change.do === 'add-entry') this.changed.add(change.entry.recordId);
    }
  }

  /** Copies all open, readable entries into a file; they stay here. @returns how many entries the file holds */
  copyOut(head: TransferHead, write: WriteParts): Promise<number> {
    return this.files.take(async () => {
      const { records, parts } = this.content();
      await write(transferFile(head, parts));
      return records.size;
    });
  }

  /**
   * Moves all open, readable entries into a file. They leave the outbox once the file is on disk: whenever the app
   * dies, each entry is here, in the file, or in both. Entries that change while the file is written are written again.
   *
   * @returns how many entries left
   */
  takeOut(head: TransferHead, write: WriteParts): Promise<number> {
    return this.files.take(async () => {
      try {
        for (let tries = 1; ; tries += 1) {
          const changed = new Set<string>();
          this.changed = changed;
          const { records, needed, parts } = this.content();
          await write(transferFile(head, parts));
          const isOld = [...records.keys(), ...needed.keys()].some((id) => changed.has(id));
          if (isOld && tries < mostTries) continue;
          let count = 0;
          await inChunks(this.core.system, [...records], leftAtOnce, (part) => {
            const same = part.filter(([id, recordId]) => !changed.has(id) && !changed.has(recordId));
            count += this.leave(
              same.map(([id]) => id),
              'file',
            );
          });
          return count;
        }
      } finally {
        this.changed = null;
      }
    });
  }

  /**
   * @returns entries read so far with their records' ids, and all records they refer to; both maps grow as chunks are
   * read
   */
  private content(): { records: Map<string, string>; needed: Map<string, StoredRecord>; parts: TransferParts } {
    const { storage } = this.core;
    const records = new Map<string, string>();
    const needed = new Map<string, StoredRecord>();
    const add = (recordId: string) => {
      if (!isLocalId(recordId) || needed.has(recordId)) return;
      const record = storage.record(recordId);
      if (record === undefined) return;
      needed.set(recordId, record);
      add(record.parentId);
    };
    const readWith = (entry: StoredEntry): FileEntry[] => {
      const { recordId, progress } = entry;
      for (const id of [recordId, ...(progress?.needs ?? []), progress?.old?.id, progress?.old?.planId]) {
        if (id !== undefined) add(id);
      }
      // Entries that this one undid are exported too, so that it can be reverted on the other computer.
      const taken = takenBy(storage, entry).filter(({ intact }) => intact);
      return [...taken.flatMap(readWith), written(entry)];
    };
    const readEntry = (entryId: string): FileEntry[] => {
      const entry = storage.find(entryId);
      if (entry === undefined || isSettled(entry) || !entry.intact) return [];
      records.set(entryId, entry.recordId);
      return readWith(entry);
    };
    const ids = this.openIds();
    const parts = {
      entries: eachOf(
        () => ids,
        (some) => some.flatMap(readEntry),
      ),
      records: eachOf(
        () => [...needed.values()],
        (some) => some,
      ),
    };
    return { records, needed, parts };
  }

  /**
   * Settles entries that are no longer sent from here. This outbox stops searching for their late duplicates, which the
   * importing outbox then does.
   *
   * @returns how many
   */
  leave(entryIds: readonly string[], to: 'file' | 'nowhere'): number {
    this.core.noticeClock();
    const settledAt = this.core.system.now();
    const gone = { state: 'given-up', notBefore: 0, settledAt, sweepAt: null, doubtUntil: 0 } as const;
    const left = entryIds.flatMap((id) => {
      const entry = this.core.storage.find(id);
      return entry === undefined || isSettled(entry) ? [] : [entry];
    });
    const reason = to === 'file' ? exported : null;
    if (left.length > 0) this.core.storage.commit(left.map((entry) => set(entry, { ...gone, reason })));
    return left.length;
  }

  /**
   * Imports a file's entries, or a part of them with all records that these name, in one transaction. An entry that is
   * already here is not added twice. An entry that may have been sent meanwhile, by the outbox that exported it or by
   * another that imported it, is in doubt: it is looked up first. One that comes back is what it became at the other
   * computer: it may have been corrected, edited, sent elsewhere or undone there.
   */
  takeIn({ records, entries }: Pick<TransferContent, 'records' | 'entries'>): TakenIn {
    this.core.noticeClock();
    const { storage } = this.core;
    const ids = new Map<string, string>();
    const changes: StorageChange[] = [];
    const learnt: StoredRecord[] = [];
    for (const record of records) {
      // A record of the service has at most one local record.
      const own =
        (record.serverId === null ? undefined : storage.ownerOf(record.serverId)) ?? storage.record(record.id);
      ids.set(record.id, own?.id ?? record.id);
      if (own === undefined) changes.push({ do: 'add-record', record });
      else if (this.learns(own, record)) learnt.push({ ...record, id: own.id });
    }
    const renamed = [...ids].filter(([before, after]) => before !== after);
    const moved = <Value extends object>(value: Value): Value =>
      renamed.length === 0 ? value : fromStored(objectOf<Value>(), replaced(JSON.stringify(value), renamed));
    for (const change of changes) if (change.do === 'add-record') change.record = moved(change.record);
    for (const { id, ...record } of learnt) {
      changes.push({ do: 'change-record', id, set: moved(record) });
      changes.push(...unblocked(this.core, { id: '', recordId: id, noun: record.noun }, record.serverId));
    }

    const byId = new Map(records.map((record) => [record.id, record]));
    let known = 0;
    let taken = 0;
    for (const entry of entries) {
      const here = storage.find(entry.id);
      const record = byId.get(entry.recordId);
      // An entry that was exported or discarded may come back. An undone one is part of another entry.
      const came = here?.state === 'given-up' && here.reason?.code !== 'outbox.taken-back';
      const isTaken = entry.state === 'given-up';
      if (isTaken && here !== undefined && !came) continue;
      if ((here !== undefined && !came) || record === undefined) {
        known += 1;
        continue;
      }
      if (!isTaken) taken += 1;
      const { id, createdAt, kind, lane, body, base } = moved(entry);
      const recordId = ids.get(entry.recordId) ?? entry.recordId;
      // At another desk there is no import that its user could continue.
      const own = here === undefined ? unpaused(entry.progress) : entry.progress;
      const progress = own === null ? null : moved(own);
      if (!came) {
        changes.push({ do: 'add-entry', entry: { id, recordId, kind, lane, createdAt, body, base, progress } });
      } else if (isCreate(kind) && here.serverId === null) {
        const { noun, parentId, content, marker, markerIsOurs } = moved(record);
        const typed = { noun, parentId, content, marker, markerIsOurs };
        changes.push({ do: 'change-record', id: here.recordId, set: typed });
      }
      changes.push(set({ id }, { ...this.fieldsOf(entry, record, progress), kind, lane, body, base }));
    }
    if (changes.length > 0) storage.commit(changes);
    return { taken, known };
  }

  /**
   * Whether a record was sent from the other computer alone. Its id comes with the file then, because a move that comes
   * back deletes it at its old place. A create that was or may be sent from here finds the id itself.
   */
  private learns(own: StoredRecord, { serverId }: StoredRecord): boolean {
    if (own.serverId !== null || serverId === null) return false;
    const made = makerOf(this.core.storage.entriesOf(own.id));
    return made === undefined || made.state === 'given-up';
  }

  private fieldsOf(entry: FileEntry, record: StoredRecord, progress: Progress | null): Partial<EntryFields> {
    const now = this.core.system.now();
    const { attempts, state } = entry;
    const same = {
      attempts,
      knownIds: entry.knownIds,
      notBefore: 0,
      settledAt: null,
      lastAttemptAt: entry.lastAttemptAt,
    } as const;
    const { reason } = entry;
    if (state === 'given-up') return { ...same, state, reason, progress, settledAt: now };
    if (state === 'refused' || state === 'blocked' || state === 'decision' || state === 'pending') {
      const isSearched = (progress?.doubts ?? 0) > 0;
      return { ...same, state, reason, progress, ...(isSearched ? this.searched(entry) : {}) };
    }
    if (!mayHaveLeft(this.core, entry, record)) return { ...same, state: 'queued', reason: null, progress };
    const inDoubt = { state: 'in-doubt', reason: { code: 'outbox.taken-in', detail: {} } } as const;
    // The new doubt concerns the second step of a move; the first step may still produce a late duplicate.
    const ofFirst = progress?.moved === 'created' ? this.searched(entry) : {};
    const doubt = { ...doubted(this.core, { progress }), doubtUntil: this.lateUntil() };
    return { ...same, ...inDoubt, ...ofFirst, ...doubt, lastAttemptAt: now };
  }

  /**
   * A request that was in flight when its entry left may still be in flight; the time for late arrival starts at its
   * timeout.
   */
  private lateUntil(): number {
    return this.core.system.now() + writeDeadline + this.core.times.late;
  }

  /** No matter which outbox sent the entry before, this one searches for late duplicates from now on. */
  private searched({ kind }: FileEntry): Partial<EntryFields> {
    const doubtUntil = this.lateUntil();
    return { doubtUntil, ...sweepOf(this.core, { kind, doubtUntil }) };
  }
}

/** An entry whose parent or record has no server id yet cannot have been sent. */
function mayHaveLeft(core: Core, { kind }: FileEntry, { serverId, parentId }: StoredRecord): boolean {
  if (!isCreate(kind)) return serverId !== null;
  return parentId === '' || serverIdOf(core, parentId) !== null;
}

function written(entry: StoredEntry): FileEntry {
  const { id, recordId, kind, lane, state, reason, createdAt, attempts, lastAttemptAt, body, base, progress } = entry;
  const { knownIds } = entry;
  const detail = { ...reason?.detail };
  return {
    ...{ id, recordId, kind, lane, state, createdAt, attempts, lastAttemptAt, body, base, knownIds },
    reason: reason === null ? null : { code: reason.code, detail },
    progress: progress === null ? null : { ...progress },
  };
}

/** @param all called when the first chunk is asked for */
function* eachOf<Item, Result>(all: () => Item[], of: (part: Item[]) => Result[]): Generator<Result[]> {
  const items = all();
  for (let from = 0; from < items.length; from += readAtOnce) yield of(items.slice(from, from + readAtOnce));
}

/** Local ids are long enough not to occur by accident, so replacing them as text is safe. */
const replaced = (json: string, renamed: readonly (readonly [string, string])[]) =>
  renamed.reduce((text, [before, after]) => text.replaceAll(before, after), json);
