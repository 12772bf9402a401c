/**
 * What a person typed becomes an entry, with its record, in one transaction (outbox, Rule 1). Only entries that have not
 * left are merged: create + edit → one create; create + delete → nothing; edits → one edit (Rule 7).
 */
import { newId, newMarker } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { isCreate, isLocalId, markerField, operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import { isObject, type Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, EntryFields, Progress, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import { set, type Core } from './core.ts';
import { sweepOf } from './settle.ts';
import { needsOf } from './entry-request.ts';

/** Record and entry that something typed became. `entryId` is null when nothing is left to be sent. */
export interface Taken {
  recordId: string;
  entryId: string | null;
}

export type CreateKind = Extract<EntryKind, `${string}.create`> | 'stops.liveCreate';
export type EditKind = Extract<EntryKind, `${string}.update`> | 'stops.liveUpdate';
export type DeleteKind = Extract<EntryKind, `${string}.delete`> | 'stops.liveDelete';
/** What is done to a record beside editing and deleting it. */
export type CommandKind =
  | 'orders.submit'
  | 'orders.withdraw'
  | Extract<EntryKind, `plans.${'optimize' | 'reoptimize' | 'distribute' | 'redistribute' | 'save'}`>;

const asks = new Set(['queued', 'refused', 'blocked']);

/** Nothing of it is under way, and the service is not known to have it. */
function isIdle(entry: StoredEntry): boolean {
  return asks.has(entry.state) && entry.progress?.moved === undefined;
}

/**
 * A later one of the same record is perhaps done, and was typed over what this one says: of what came from a file the
 * earlier one may still wait. It goes first, as it was typed.
 */
const isStoodOn = ({ state, sequence }: StoredEntry, entries: readonly StoredEntry[]): boolean =>
  state === 'queued' &&
  entries.some((later) => later.sequence > sequence && (later.state === 'sending' || later.state === 'in-doubt'));

/** Nothing of it can have left this computer, or what was refused can no longer come after all. */
export function isUnsent(entry: StoredEntry, now: number): boolean {
  if (!isIdle(entry)) return false;
  return entry.doubtUntil === 0 || (entry.state !== 'queued' && entry.sweepAt === null && now > entry.doubtUntil);
}

/** The entry that makes the record; undefined for a record of the service, whose first entry is whatever was done first. */
export function makerOf(entries: readonly StoredEntry[]): StoredEntry | undefined {
  return entries.find(({ kind }) => isCreate(kind));
}

export class Intake {
  private readonly core: Core;
  /** Runs within the transaction of what is taken: a draft that it replaces is removed with it. */
  private readonly commit: (changes: readonly StorageChange[]) => void;

  constructor(core: Core, commit = (changes: readonly StorageChange[]) => core.storage.commit(changes)) {
    this.core = core;
    this.commit = commit;
  }

  /** @param parentId of a stop: its plan, by the service's id or ours; else empty */
  create(kind: CreateKind, parentId: string, content: Fields): Taken {
    const { record, entry } = this.made(kind, parentId, content, null);
    this.commit([{ do: 'add-record', record }, entry]);
    return { recordId: record.id, entryId: entry.entry.id };
  }

  /**
   * @param id the record, by the service's id or ours
   * @param mine the fields that the person set; null clears one
   * @param base what these fields were when the person began
   */
  edit(kind: EditKind, id: string, parentId: string, mine: Fields, base: Fields): Taken {
    const { record, changes } = this.recordOf(kind, id, parentId);
    const last = this.lastOf(record.id);
    if (last !== undefined && isUnsent(last, this.core.system.now())) {
      if (isCreate(last.kind)) {
        const content = JSON.stringify(patched(JSON.parse(last.content) as Fields, mine));
        const queued = { state: 'queued', reason: null, notBefore: 0, doubtUntil: 0 } as const;
        this.commit([{ do: 'change-record', id: record.id, set: { content } }, set(last, queued)]);
        return { recordId: record.id, entryId: last.id };
      }
      if (last.kind === kind) {
        const body = patched(JSON.parse(last.body ?? '{}') as Fields, mine, 'keeps-null');
        // What was there before the first of the edits.
        const first = { ...base, ...(JSON.parse(last.base ?? '{}') as Fields) };
        const fields = { body: JSON.stringify(body), base: JSON.stringify(first), progress: progressOf(body) };
        this.commit([set(last, { ...fields, state: 'queued', reason: null, notBefore: last.notBefore })]);
        return { recordId: record.id, entryId: last.id };
      }
    }
    return this.add(kind, record, changes, mine, base);
  }

  /** What has not left is taken back; what has, is deleted after it. */
  remove(kind: DeleteKind, id: string, parentId: string): Taken {
    this.core.noticeClock();
    const { record, changes } = this.recordOf(kind, id, parentId);
    const entries = this.core.storage.entriesOf(record.id);
    const takenBack = entries.filter((entry) => isIdle(entry) && !isStoodOn(entry, entries));
    const made = makerOf(entries);
    const neverLeft = made !== undefined && takenBack.includes(made);
    if (neverLeft && made.progress?.old !== undefined) {
      // It was to be moved: what is at the old place goes.
      const { id: oldId, planId } = made.progress.old;
      const old = this.recordOf(kind, oldId, planId);
      return this.takes(this.entry(kind, old.record, null, null, null), old, takenBack);
    }
    if (neverLeft && record.serverId === null) {
      const together = newId(this.core.system);
      this.commit(takenBack.map((entry) => set(entry, this.takenBack(entry, together))));
      return { recordId: record.id, entryId: null };
    }
    return this.takes(this.entry(kind, record, null, null, null), { record, changes }, takenBack);
  }

  /** Orders submitted and withdrawn, plans optimised and distributed. @param body what the command says, else empty */
  command(kind: CommandKind, id: string, body: Fields): Taken {
    const { record, changes } = this.recordOf(kind, id, '');
    const last = this.lastOf(record.id);
    const undone = kind === 'orders.withdraw' ? 'orders.submit' : 'orders.withdraw';
    if (
      last !== undefined &&
      kind.startsWith('orders.') &&
      last.kind === undone &&
      isUnsent(last, this.core.system.now())
    ) {
      // What it undid was discarded meanwhile: without it the order is not as it is wanted now.
      const before = this.core.storage.entriesOf(record.id).findLast((entry) => entry.kind === kind);
      if (before?.state === 'given-up' && before.reason?.code !== 'outbox.taken-back')
        return this.takes(this.entry(kind, record, body, null, null), { record, changes }, [last]);
      this.commit([set(last, this.takenBack(last, newId(this.core.system)))]);
      return { recordId: record.id, entryId: null };
    }
    return this.add(kind, record, changes, body, null);
  }

  /**
   * Creates at the new place, confirms, then deletes at the old one; in between it is moving, and no double.
   *
   * @param oldId the stop, by the service's id or ours
   */
  move(oldId: string, oldPlanId: string, planId: string, content: Fields): Taken {
    this.core.noticeClock();
    const old = this.known(oldId);
    const entries = old === undefined ? [] : this.core.storage.entriesOf(old.id);
    const made = makerOf(entries);
    let taken: StoredEntry[];
    let from: Progress['old'] = { id: oldId, planId: oldPlanId };
    if (made !== undefined && old?.serverId === null && isIdle(made)) {
      // It is not there: it is simply typed for another place; from where it was to be moved, it still is.
      taken = entries.filter(({ state }) => state !== 'given-up');
      from = made.progress?.old;
    } else {
      if (old !== undefined) from = { id: old.id, planId: oldPlanId };
      // Edits that have not left are in the new content already.
      taken = entries.filter(
        (entry) => entry !== made && entry.body !== null && isIdle(entry) && !isStoodOn(entry, entries),
      );
    }
    const kind = from === undefined ? 'stops.create' : 'stops.move';
    const { record, entry } = this.made(kind, planId, content, from === undefined ? null : { old: from });
    return this.takes(entry, { record, changes: [{ do: 'add-record', record }] }, taken);
  }

  /** Adds an entry that takes others back: each names the other. */
  private takes(
    added: Extract<StorageChange, { do: 'add-entry' }>,
    { record, changes }: { record: StoredRecord; changes: StorageChange[] },
    taken: readonly StoredEntry[],
  ): Taken {
    const { entry } = added;
    const took = taken.map(({ id }) => id);
    const progress = took.length === 0 ? entry.progress : { ...entry.progress, took };
    this.commit([
      ...taken.map((each) => set(each, this.takenBack(each, entry.id))),
      ...changes,
      { do: 'add-entry', entry: { ...entry, progress } },
    ]);
    return { recordId: record.id, entryId: entry.id };
  }

  /** A copy of it that comes late is taken away. @param by the entry that takes it, or what it goes together with */
  private takenBack(entry: StoredEntry, by: string): Partial<EntryFields> {
    const { state, reason, progress } = entry;
    return {
      ...(isCreate(entry.kind) ? sweepOf(this.core, entry) : {}),
      state: 'given-up',
      reason: { code: 'outbox.taken-back', detail: {} },
      settledAt: this.core.system.now(),
      progress: { ...progress, takenBack: { by, state, reason } },
    };
  }

  /** The marker is fixed before the first try (Rule 4): the person's own where one was typed, else one of ours. */
  private made(kind: EntryKind, parentId: string, content: Fields, progress: Progress | null) {
    const { system } = this.core;
    const { noun } = operationOf(kind);
    const field = markerField(noun);
    const holder = (field === null ? undefined : content[field[0]]) as Fields | null | undefined;
    const typed = field === null ? undefined : holder?.[field[1]];
    const ours = field === null ? '' : newMarker(system);
    const marker = typeof typed === 'string' ? typed : ours;
    const sent = field === null ? content : { ...content, [field[0]]: { ...holder, [field[1]]: marker } };
    const record: StoredRecord = {
      id: newId(system),
      noun,
      parentId,
      serverId: null,
      marker,
      markerIsOurs: typeof typed !== 'string',
      content: JSON.stringify(sent),
    };
    const needs = progressOf(content);
    return { record, entry: this.entry(kind, record, null, null, mergedProgress(progress, needs)) };
  }

  private add(
    kind: EntryKind,
    record: StoredRecord,
    changes: StorageChange[],
    body: Fields | null,
    base: Fields | null,
  ): Taken {
    const progress = body === null ? null : progressOf(body);
    const entry = this.entry(kind, record, body, base, progress);
    this.commit([...changes, entry]);
    return { recordId: record.id, entryId: entry.entry.id };
  }

  private entry(
    kind: EntryKind,
    record: StoredRecord,
    body: Fields | null,
    base: Fields | null,
    progress: Progress | null,
  ): Extract<StorageChange, { do: 'add-entry' }> {
    const { system } = this.core;
    return {
      do: 'add-entry',
      entry: {
        id: newId(system),
        recordId: record.id,
        kind,
        lane: this.laneOf(record),
        createdAt: system.now(),
        body: body === null ? null : JSON.stringify(body),
        base: base === null ? null : JSON.stringify(base),
        progress,
      },
    };
  }

  /** One lane per parent: a plan with its stops; else the noun. */
  private laneOf({ noun, id, parentId, serverId }: StoredRecord): string {
    if (noun === 'plans') return serverId ?? id;
    if (noun !== 'stops') return noun;
    return parentId.includes('/') ? parentId : (this.core.storage.record(parentId)?.serverId ?? parentId);
  }

  private known(id: string): StoredRecord | undefined {
    const { storage } = this.core;
    return isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
  }

  /** The record of something typed here, or a new one for something that was first seen on the service. */
  private recordOf(kind: EntryKind, id: string, parentId: string): { record: StoredRecord; changes: StorageChange[] } {
    const known = this.known(id);
    if (known !== undefined) return { record: known, changes: [] };
    if (isLocalId(id)) throw new AppError('record.not-found');
    const record: StoredRecord = {
      id: newId(this.core.system),
      noun: operationOf(kind).noun,
      parentId,
      serverId: id,
      marker: '',
      markerIsOurs: false,
      content: '{}',
    };
    return { record, changes: [{ do: 'add-record', record }] };
  }

  private lastOf(recordId: string): StoredEntry | undefined {
    return this.core.storage.entriesOf(recordId).findLast(({ state }) => state !== 'given-up');
  }
}

function progressOf(body: Fields): Progress | null {
  const needs = needsOf(body);
  return needs.length === 0 ? null : { needs };
}

const mergedProgress = (one: Progress | null, other: Progress | null): Progress | null =>
  one === null ? other : { ...one, ...other };

/**
 * An edit put into what it edits: nested objects leaf by leaf. Null takes a field away from what is created, and stays in
 * an edit, which clears with it.
 */
function patched(content: Fields, edit: Fields, nulls: 'clears' | 'keeps-null' = 'clears', deep = true): Fields {
  const result = new Map(Object.entries(content));
  for (const [name, value] of Object.entries(edit)) {
    const there = result.get(name);
    const nested = deep && isObject(value) && isObject(there);
    if (value === null && nulls === 'clears') result.delete(name);
    else result.set(name, nested ? patched(there, value, nulls, false) : value);
  }
  return Object.fromEntries(result);
}
