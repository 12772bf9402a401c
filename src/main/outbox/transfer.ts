/** Unsent entries leave this outbox for a file, and come in from one (outbox, Rule 11). */
import type { EntryReason } from '../../shared/outbox.ts';
import { isCreate, isLocalId } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, Progress, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import { writeDeadline } from '../write-deadline.ts';
import { isSettled, serverIdOf, set, type Core } from './core.ts';
import { takenBy } from './restore.ts';
import { doubted, sweepOf } from './settle.ts';
import { transferFile, type TransferContent, type TransferHead, type TransferParts } from './transfer-file.ts';
import { inChunks, Turns } from '../chunks.ts';

type FileEntry = TransferContent['entries'][number];

const exported: EntryReason = { code: 'outbox.exported', detail: {} };

/** What became of a file's entries. */
export interface TakenIn {
  /** They wait in this outbox now. */
  taken: number;
  /** They were here already, and are left as they are. */
  known: number;
}

/** Entries that are read, or taken out, in one turn: some milliseconds. */
const readAtOnce = 50;
const leftAtOnce = 25;
/** How often a file is written while what it says changes; what changes after that stays here. */
const mostTries = 3;

/** Puts the parts of a file on the disk, each in a turn of its own; it is flushed when this is over. */
export type WriteParts = (parts: Iterable<string>) => Promise<void>;

export class Transfer {
  private readonly core: Core;
  private readonly openIds: () => string[];
  /** One file after the other. */
  private readonly files = new Turns();
  /** Ids of what was changed since the file that is to take entries out was begun; null: there is none. */
  private changed: Set<string> | null = null;

  /** @param openIds of all entries that are not settled, in the order in which they were typed */
  constructor(core: Core, openIds: () => string[]) {
    this.core = core;
    this.openIds = openIds;
  }

  /** Whether entries are being taken out: nothing is sent meanwhile, so that what is written is what leaves. */
  get isLeaving(): boolean {
    return this.changed !== null;
  }

  /** Notes what a commit of the outbox has changed. */
  committed(changes: readonly StorageChange[]): void {
    if (this.changed === null) return;
    for (const change of changes) {
      if (change.do === 'change-entry' || change.do === 'change-record') this.changed.add(change.id);
      // What is typed of a record while it leaves comes after what waits of it: that stays too.
      else if (change.do === 'add-entry') this.changed.add(change.entry.recordId);
    }
  }

  /** All that is open and readable goes into a file and stays here. @returns how many entries it holds */
  copyOut(head: TransferHead, write: WriteParts): Promise<number> {
    return this.files.take(async () => {
      const { records, parts } = this.content();
      await write(transferFile(head, parts));
      return records.size;
    });
  }

  /**
   * All that is open and readable goes into a file, and leaves the outbox when that is on the disk: whenever the app ends,
   * everything is here, in the file, or in both. What is changed while it is written is written anew.
   *
   * @returns how many left
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

  /** @returns entries that were read, each with its record's id, and all records they stand on; both grow with the parts */
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
      // What it took back goes along, so that it can be undone where it is then.
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
   * They are not sent from here any more, and nobody looks here for copies of them: that is for where they are now.
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
   * Takes a file's entries in, in one transaction; one that is here already is not doubled. What may have been sent
   * meanwhile, from the outbox that wrote the file or from another that took it in, is in doubt: it is looked up first.
   */
  takeIn({ records, entries }: TransferContent): TakenIn {
    this.core.noticeClock();
    const { storage } = this.core;
    const ids = new Map<string, string>();
    const changes: StorageChange[] = [];
    for (const record of records) {
      // A record of the service has one of ours at most.
      const own =
        storage.record(record.id) ?? (record.serverId === null ? undefined : storage.ownerOf(record.serverId));
      ids.set(record.id, own?.id ?? record.id);
      if (own === undefined) changes.push({ do: 'add-record', record });
    }
    const renamed = [...ids].filter(([before, after]) => before !== after);
    const moved = <Value>(value: Value): Value =>
      renamed.length === 0 ? value : (JSON.parse(replaced(JSON.stringify(value), renamed)) as Value);
    for (const change of changes) if (change.do === 'add-record') change.record = moved(change.record);

    const byId = new Map(records.map((record) => [record.id, record]));
    let known = 0;
    let taken = 0;
    for (const entry of entries) {
      const here = storage.find(entry.id);
      const record = byId.get(entry.recordId);
      // What left with a file, or was given up, may come back; what was taken back while typing is part of another entry.
      const came = here?.state === 'given-up' && here.reason?.code !== 'outbox.taken-back';
      const isTaken = entry.state === 'given-up';
      if (isTaken && here !== undefined) continue;
      if ((here !== undefined && !came) || record === undefined) {
        known += 1;
        continue;
      }
      if (!isTaken) taken += 1;
      const { id, createdAt, kind, lane, body, base } = moved(entry);
      const progress = moved(entry.progress) as Progress | null;
      if (!came) {
        const recordId = ids.get(entry.recordId) ?? entry.recordId;
        changes.push({ do: 'add-entry', entry: { id, recordId, kind, lane, createdAt, body, base, progress } });
      }
      changes.push(set({ id }, { ...this.fieldsOf(entry, record, progress), lane }));
    }
    if (changes.length > 0) storage.commit(changes);
    return { taken, known };
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
    const reason = entry.reason as EntryReason | null;
    if (state === 'given-up') return { ...same, state, reason, progress, settledAt: now };
    if (state === 'refused' || state === 'blocked' || state === 'decision' || state === 'pending') {
      const isSearched = (progress?.doubts ?? 0) > 0;
      return { ...same, state, reason, progress, ...(isSearched ? this.searched(entry) : {}) };
    }
    if (!mayHaveLeft(this.core, entry, record)) return { ...same, state: 'queued', reason: null, progress };
    const inDoubt = { state: 'in-doubt', reason: { code: 'outbox.taken-in', detail: {} } } as const;
    // The doubt that follows is about the second step of a move; a copy may still come of the first.
    const ofFirst = progress?.moved === 'created' ? this.searched(entry) : {};
    const doubt = { ...doubted(this.core, { progress }), doubtUntil: this.lateUntil() };
    return { ...same, ...inDoubt, ...ofFirst, ...doubt, lastAttemptAt: now };
  }

  /** A request that was on its way when its entry left may still be: only when it is given up it begins to be late. */
  private lateUntil(): number {
    return this.core.system.now() + writeDeadline + this.core.times.late;
  }

  /** Whoever sent it before, a copy that comes late is looked for here from now on. */
  private searched({ kind }: FileEntry): Partial<EntryFields> {
    const doubtUntil = this.lateUntil();
    return { doubtUntil, ...sweepOf(this.core, { kind, doubtUntil }) };
  }
}

/** What stands on something that has no id of the service yet cannot have left before it. */
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

/** @param all asked for when the first part is */
function* eachOf<Item, Result>(all: () => Item[], of: (part: Item[]) => Result[]): Generator<Result[]> {
  const items = all();
  for (let from = 0; from < items.length; from += readAtOnce) yield of(items.slice(from, from + readAtOnce));
}

/** Ids of ours are long enough to stand for nothing else wherever they occur. */
const replaced = (json: string, renamed: readonly (readonly [string, string])[]) =>
  renamed.reduce((text, [before, after]) => text.replaceAll(before, after), json);
