/**
 * The outbox in memory with the semantics of a disk: a flushed commit survives a crash, an unflushed one is lost. A
 * crash may strike during a commit, before or after it is on disk. Like db/outbox.ts, it makes no decisions.
 */
import { aloneKinds, liveKinds, type EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import type { StorageChange, OutboxStorage, StoredEntry, StoredRecord } from '../../../src/main/db/outbox-storage.ts';

/** Thrown where the process ended. */
export class Crash extends Error {}

const waiting: ReadonlySet<EntryState> = new Set<EntryState>(['queued', 'sending', 'in-doubt', 'pending']);
const timed: ReadonlySet<EntryState> = new Set<EntryState>(['queued', 'in-doubt', 'pending']);
const alone: ReadonlySet<string> = new Set(aloneKinds);
const live: ReadonlySet<string> = new Set(liveKinds);
const waits = ({ state, kind }: StoredEntry) => waiting.has(state) && !(state === 'pending' && live.has(kind));
const settled = ({ state }: Pick<StoredEntry, 'state'>) => state === 'acknowledged' || state === 'given-up';

export class Disk {
  entries: StoredEntry[] = [];
  records = new Map<string, StoredRecord>();
  readonly byId = new Map<string, StoredEntry>();
  /** Where the entries of each record stand. */
  private readonly places = new Map<string, number[]>();
  private unsettled: readonly StoredEntry[] | null = null;
  /** Commits until the next crash within a commit, and whether that commit reaches the disk. Null: none planned. */
  crashIn: { commits: number; reaches: boolean } | null = null;
  /** Undo functions for commits that are in the system's cache but not on disk, oldest first. */
  private unflushed: (() => void)[] = [];
  private readonly flushesEach: number;
  commits = 0;

  /** @param flushesEach 1: `synchronous=FULL`; more: a commit is flushed together with a later one, as with NORMAL */
  constructor(flushesEach: number) {
    this.flushesEach = flushesEach;
  }

  /** The entries that wait, need a decision, or whose copies are still looked for, in order. */
  get open(): readonly StoredEntry[] {
    return (this.unsettled ??= this.entries.filter((entry) => !settled(entry) || entry.sweepAt !== null));
  }

  /** All entries of a record, in order. */
  entriesOf(recordId: string): StoredEntry[] {
    const places = this.places.get(recordId) ?? [];
    return places.flatMap((place) => this.entries[place] ?? []);
  }

  /** Copies the current state. Sharing is safe because entries and records are immutable. */
  copy(): Disk {
    const copy = new Disk(this.flushesEach);
    copy.entries = [...this.entries];
    copy.records = new Map(this.records);
    for (const entry of this.entries) copy.byId.set(entry.id, entry);
    for (const [recordId, places] of this.places) copy.places.set(recordId, [...places]);
    return copy;
  }

  /** Loses unflushed commits, as in a power cut. */
  lose(): void {
    for (const undo of this.unflushed.reverse()) undo();
    this.unflushed = [];
  }

  commit(changes: readonly StorageChange[]): void {
    const crash = this.crashIn;
    if (crash !== null) {
      crash.commits -= 1;
      if (crash.commits <= 0) {
        this.crashIn = null;
        if (!crash.reaches) throw new Crash();
        this.write(changes);
        throw new Crash();
      }
    }
    this.write(changes);
  }

  private write(changes: readonly StorageChange[]): void {
    for (const change of changes) this.apply(change);
    this.commits += 1;
    if (this.commits % this.flushesEach === 0) this.unflushed = [];
  }

  private undoable(undo: () => void): void {
    if (this.flushesEach > 1) this.unflushed.push(undo);
  }

  private apply(change: StorageChange): void {
    switch (change.do) {
      case 'add-record':
        this.records.set(change.record.id, change.record);
        this.undoable(() => this.records.delete(change.record.id));
        return;
      case 'add-entry': {
        const record = this.records.get(change.entry.recordId);
        if (record === undefined) throw new Error('no such record');
        const { id: _record, ...part } = record;
        const entry: StoredEntry = { ...empty, ...part, ...change.entry, sequence: this.entries.length + 1 };
        this.placesOf(entry.recordId).push(this.entries.length);
        this.entries.push(entry);
        this.byId.set(entry.id, entry);
        this.unsettled = null;
        this.undoable(() => {
          this.entries = this.entries.filter(({ id }) => id !== entry.id);
          this.byId.delete(entry.id);
          this.placesOf(entry.recordId).pop();
          this.unsettled = null;
        });
        return;
      }
      case 'change-record': {
        const before = this.records.get(change.id);
        if (before === undefined) throw new Error('no such record');
        this.records.set(change.id, { ...before, ...change.set });
        this.undoable(() => this.records.set(change.id, before));
        for (const entry of this.entriesOf(change.id)) this.put(entry, change.set);
        return;
      }
      case 'change-entry': {
        const entry = this.byId.get(change.id);
        if (entry === undefined) throw new Error('no such entry');
        this.put(entry, change.set);
        return;
      }
      case 'change-lane':
        for (const entry of this.open) {
          if (entry.lane === change.from && !settled(entry)) this.put(entry, { lane: change.to });
        }
    }
  }

  private put(before: StoredEntry, set: Partial<StoredEntry>): void {
    const at = before.sequence - 1;
    const after = { ...before, ...set };
    this.entries[at] = after;
    this.byId.set(after.id, after);
    this.unsettled = null;
    this.undoable(() => {
      this.entries[at] = before;
      this.byId.set(before.id, before);
      this.unsettled = null;
    });
  }

  private placesOf(recordId: string): number[] {
    const known = this.places.get(recordId);
    if (known !== undefined) return known;
    const places: number[] = [];
    this.places.set(recordId, places);
    return places;
  }
}

const empty = {
  state: 'queued',
  reason: null,
  attempts: 0,
  attemptId: null,
  lastAttemptAt: null,
  knownIds: null,
  notBefore: 0,
  doubtUntil: 0,
  sweepAt: null,
  settledAt: null,
  intact: true,
} as const;

/** One process's access to the disk. After its crash every call fails. */
export class MemoryStorage implements OutboxStorage {
  private readonly disk: Disk;
  private readonly crashed: () => void;
  isDead = false;
  /** Called after each commit. */
  committed: (changes: readonly StorageChange[]) => void = () => undefined;

  /** @param crashed called once, at the moment of a crash within a commit */
  constructor(disk: Disk, crashed: () => void) {
    this.disk = disk;
    this.crashed = crashed;
  }

  private get entries(): readonly StoredEntry[] {
    if (this.isDead) throw new Crash();
    return this.disk.entries;
  }

  /** Most questions are about these, and they are few. */
  private get unsettled(): readonly StoredEntry[] {
    if (this.isDead) throw new Crash();
    return this.disk.open;
  }

  /** The first difference between stored and expected data, or null. */
  difference(): string | null {
    return null;
  }

  find(entryId: string): StoredEntry | undefined {
    if (this.isDead) throw new Crash();
    return this.disk.byId.get(entryId);
  }

  justWritten(entryId: string): StoredEntry | undefined {
    return this.find(entryId);
  }

  isAny(state: EntryState): boolean {
    return this.in(state).some((entry) => entry.state === state);
  }

  record(recordId: string): StoredRecord | undefined {
    return this.disk.records.get(recordId);
  }

  entriesOf(recordId: string): StoredEntry[] {
    if (this.isDead) throw new Crash();
    return this.disk.entriesOf(recordId);
  }

  ownerOf(serverId: string): StoredRecord | undefined {
    for (const record of this.disk.records.values()) if (record.serverId === serverId) return record;
    return undefined;
  }

  withMarker(marker: string): StoredRecord[] {
    return [...this.disk.records.values()].filter((record) => record.marker === marker);
  }

  due(state: EntryState, now: number, after: number, most: number, lane?: string): StoredEntry[] {
    const found: StoredEntry[] = [];
    for (const entry of this.in(state)) {
      if (entry.state !== state || entry.notBefore > now || entry.sequence <= after) continue;
      if (lane !== undefined && entry.lane !== lane) continue;
      found.push(entry);
      if (found.length === most) break;
    }
    return found;
  }

  dueKinds(state: EntryState, now: number, most: number, lane: string): EntryKind[] {
    return this.due(state, now, 0, most, lane).map(({ kind }) => kind);
  }

  lanes(state: EntryState): string[] {
    const found = new Set<string>();
    for (const entry of this.in(state)) if (entry.state === state) found.add(entry.lane);
    return [...found];
  }

  sweeps(now: number): StoredEntry[] {
    const found: StoredEntry[] = [];
    for (const entry of this.unsettled) {
      const isUnknown = entry.state === 'sending' || entry.state === 'in-doubt';
      if (entry.sweepAt !== null && entry.sweepAt <= now && !isUnknown) found.push(entry);
    }
    return found;
  }

  firstInLane(lane: string, aloneOnly: boolean, which: 'waiting' | 'swept', after = 0): StoredEntry | undefined {
    return this.unsettled.find(
      (entry) =>
        entry.lane === lane &&
        entry.sequence > after &&
        (which === 'waiting' ? waits(entry) : entry.sweepAt !== null) &&
        (!aloneOnly || alone.has(entry.kind)),
    );
  }

  dependants(recordId: string): StoredEntry[] {
    return this.unsettled.filter(
      (entry) =>
        !settled(entry) &&
        (entry.parentId === recordId ||
          entry.recordId === recordId ||
          (entry.progress?.needs?.includes(recordId) ?? false)),
    );
  }

  moves(): StoredEntry[] {
    return this.unsettled.filter((entry) => entry.kind === 'stops.move' && !settled(entry));
  }

  withoutId(parentId: string): StoredRecord[] {
    const owner = this.ownerOf(parentId)?.id;
    return [...this.disk.records.values()].filter(
      (record) =>
        record.serverId === null &&
        (record.parentId === parentId || record.parentId === owner) &&
        this.entries.some(
          ({ recordId, state }) => recordId === record.id && (state === 'acknowledged' || state === 'pending'),
        ),
    );
  }

  open(now: number): StoredEntry[] {
    return this.entries.filter(
      (entry) =>
        entry.state === 'in-doubt' || entry.sweepAt !== null || entry.doubtUntil > now || entry.notBefore > now,
    );
  }

  resting(): StoredEntry[] {
    return this.unsettled.filter(({ state, notBefore }) => state === 'queued' && notBefore > 0);
  }

  latest(): number {
    let latest = 0;
    for (const { lastAttemptAt, settledAt } of this.entries)
      latest = Math.max(latest, lastAttemptAt ?? 0, settledAt ?? 0);
    return latest;
  }

  ahead(now: number): StoredEntry[] {
    return this.entries.filter(({ lastAttemptAt, settledAt }) => (lastAttemptAt ?? 0) > now || (settledAt ?? 0) > now);
  }

  nextDue(now: number): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.unsettled) {
      if (timed.has(entry.state) && entry.notBefore > now) next = Math.min(next, entry.notBefore);
      if (entry.sweepAt !== null && entry.sweepAt > now) next = Math.min(next, entry.sweepAt);
    }
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  /** Where entries in this state can be. */
  private in(state: EntryState): readonly StoredEntry[] {
    return settled({ state }) ? this.entries : this.unsettled;
  }

  commit(changes: readonly StorageChange[]): void {
    if (this.isDead) throw new Crash();
    try {
      this.disk.commit(changes);
    } catch (error) {
      if (error instanceof Crash) this.crashed();
      throw error;
    }
    this.committed(changes);
  }
}
