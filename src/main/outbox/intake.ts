/**
 * Turns what a user entered into an entry and its record, in one transaction (outbox, Rule 1). Only unsent entries are
 * merged: create + edit → one create; create + delete → nothing; edits → one edit (Rule 7).
 */
import { newId, newMarker } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { isCreate, isLocalId, markerField, operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, EntryFields, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import type { Progress } from '../outbox-json.ts';
import { set, type Core } from './core.ts';
import { holds, isAsBefore, patched } from './edited-fields.ts';
import { editOf, mergedProgress, progressOf } from './edit-progress.ts';
import { sweepOf } from './settle.ts';
import { marked, markedAgain, markedEdit } from './entry-request.ts';
import { needsInstead, withNote } from './replacement.ts';
import { storedFields } from '../stored-json.ts';

/** The record and the entry of a change. `entryId` is null when nothing is left to send. */
export interface Taken {
  recordId: string;
  entryId: string | null;
}

export type CreateKind = Extract<EntryKind, `${string}.create`> | 'stops.liveCreate';
export type EditKind = Extract<EntryKind, `${string}.update`> | 'stops.liveUpdate';
export type DeleteKind = Extract<EntryKind, `${string}.delete`> | 'stops.liveDelete';
/** Actions on a record other than editing and deleting it. */
export type CommandKind =
  | 'orders.submit'
  | 'orders.withdraw'
  | Extract<EntryKind, `plans.${'optimize' | 'reoptimize' | 'distribute' | 'redistribute' | 'save'}`>;

const asks = new Set(['queued', 'refused', 'blocked']);

/** Nothing of the entry is in flight, and the service is not known to have it. */
function isIdle(entry: StoredEntry): boolean {
  return asks.has(entry.state) && entry.progress?.moved === undefined;
}

/**
 * A later entry of the same record may already have been applied on top of this one, which happens to imported entries.
 * This entry has to go first, in the order of entry.
 */
const isStoodOn = ({ state, sequence }: StoredEntry, entries: readonly StoredEntry[]): boolean =>
  state === 'queued' &&
  entries.some((later) => later.sequence > sequence && (later.state === 'sending' || later.state === 'in-doubt'));

/** No request of the entry can have been sent, or the one that was rejected can no longer arrive late. */
export function isUnsent(entry: StoredEntry, now: number): boolean {
  if (!isIdle(entry)) return false;
  return entry.doubtUntil === 0 || (entry.state !== 'queued' && entry.sweepAt === null && now > entry.doubtUntil);
}

/** The entry that creates the record; undefined for a record that was first seen on the service. */
export function makerOf(entries: readonly StoredEntry[]): StoredEntry | undefined {
  return entries.find(({ kind }) => isCreate(kind));
}

export class Intake {
  private readonly core: Core;
  /** Commits within the caller's transaction, so that the draft this entry replaces is removed with it. */
  private readonly commit: (changes: readonly StorageChange[]) => void;

  constructor(core: Core, commit = (changes: readonly StorageChange[]) => core.storage.commit(changes)) {
    this.core = core;
    this.commit = commit;
  }

  /** @param parentId of a stop: its plan, by the service's id or the local id; else empty */
  create(kind: CreateKind, parentId: string, content: Fields): Taken {
    const { record, entry } = this.made(kind, parentId, content, null);
    this.commit([{ do: 'add-record', record }, entry]);
    return { recordId: record.id, entryId: entry.entry.id };
  }

  /**
   * @param id the record, by the service's id or the local id
   * @param typed the fields that the user set; null clears a field
   * @param base the values of these fields when the user began
   */
  edit(kind: EditKind, id: string, parentId: string, typed: Fields, base: Fields): Taken {
    this.core.noticeClock();
    const { record, changes } = this.recordOf(kind, id, parentId);
    const mine = markedEdit(record, typed);
    const last = this.lastOf(record.id);
    if (last !== undefined && isUnsent(last, this.core.system.now())) {
      if (isCreate(last.kind)) {
        const content = patched(storedFields(last.content), mine);
        this.commit(contentChanged(this.core, withNote(this.core.storage, last), content, { notBefore: 0 }));
        return { recordId: record.id, entryId: last.id };
      }
      if (last.kind === kind) {
        const body = patched(storedFields(last.body), mine, 'keeps-null');
        // The values before the first of the merged edits win.
        const first = { ...base, ...storedFields(last.base) };
        const kept = last.progress?.kept?.filter((name) => !Object.hasOwn(mine, name));
        this.commit([set(last, { ...editOf(body, first, { ...last.progress, kept: kept ?? [] }), ...queued })]);
        return { recordId: record.id, entryId: last.id };
      }
    }
    return this.add(kind, record, changes, mine, base);
  }

  /**
   * Sets fields of a stop back to what they were before an edit that was not sent. A field that was edited again since,
   * or kept against somebody else's change, stays. An edit with nothing left to change is not sent.
   *
   * @param edited the fields as the edit set them
   * @param before their values before the edit; null: there was none
   * @returns false when the edit or a part of it was sent, there is none, or each of its fields was edited again
   */
  undoEdit(id: string, edited: Fields, before: Fields): boolean {
    this.core.noticeClock();
    const record = this.known(id);
    const last = record && this.lastOf(record.id);
    if (record === undefined || last === undefined || !isUnsent(last, this.core.system.now())) return false;
    const isMade = isCreate(last.kind);
    if (!isMade && last.kind !== 'stops.update' && last.kind !== 'stops.liveUpdate') return false;
    const now = storedFields(isMade ? last.content : last.body);
    const stands = (name: string) =>
      isAsBefore(edited[name] ?? null, now[name] ?? null) && !this.isKept(record.id, last, name, edited[name]);
    const names = Object.keys(before);
    const base = storedFields(last.base);
    // A field that an edit clears is null in it. One that it does not have, or was only typed to and fro in it, is in an
    // entry before, and half an undo is none.
    const isElsewhere = (name: string) => !holds(now, name, edited[name]) || this.isSetBefore(last, name, edited[name]);
    if (!isMade && names.some(isElsewhere)) return false;
    const own = names.filter(stands);
    if (own.length === 0) return false;
    // The create was corrected since: what stood there before the edit is what stands there now.
    const isCorrected = (name: string) =>
      last.progress?.corrected?.[name]?.some((value) => isAsBefore(before[name], value)) === true;
    const fields = Object.fromEntries(own.map((name) => [name, isCorrected(name) ? base[name] : before[name]]));
    if (isMade) {
      this.commit(contentChanged(this.core, last, patched(now, fields)));
      return true;
    }
    const edit = Object.entries(patched(now, fields, 'keeps-null'));
    const body = Object.fromEntries(
      edit.filter(([name, value]) => !own.includes(name) || !isAsBefore(value, base[name])),
    );
    const left =
      Object.keys(body).length === 0
        ? this.takenBack(last, newId(this.core.system))
        : { ...editOf(body, base, last.progress ?? {}), ...queued };
    this.commit([set(last, left)]);
    return true;
  }

  /** Whether an entry before the last one sets a field to this value, from which the last one begins. */
  private isSetBefore({ id, recordId, base }: StoredEntry, name: string, value: unknown): boolean {
    const isIt = (fields: Fields) => Object.hasOwn(fields, name) && isAsBefore(value ?? null, fields[name] ?? null);
    if (!isIt(storedFields(base))) return false;
    const isOfOther = (entry: StoredEntry) => entry.id !== id && entry.state !== 'given-up';
    return this.core.storage.entriesOf(recordId).some((entry) => isOfOther(entry) && isIt(storedFields(entry.body)));
  }

  /** Whether a value was kept against somebody else's change: by the last entry, or by one before that has the same. */
  private isKept(recordId: string, last: StoredEntry, name: string, value: unknown): boolean {
    return this.core.storage.entriesOf(recordId).some(({ id, progress, body }) => {
      if (progress?.kept?.includes(name) !== true) return false;
      return id === last.id || isAsBefore(value ?? null, storedFields(body)[name] ?? null);
    });
  }

  /**
   * Undoes entries that were not sent. A record that was sent gets a deletion entry.
   *
   * @param by the entry that replaces the record, if one does: it takes back those of a record that was never sent
   * @param consent kept with the deletion: what the user agreed to
   */
  remove(
    kind: DeleteKind,
    id: string,
    parentId: string,
    by?: string,
    consent: Pick<Progress, 'withdraws'> | null = null,
  ): Taken {
    this.core.noticeClock();
    const { record, changes } = this.recordOf(kind, id, parentId);
    const entries = this.core.storage.entriesOf(record.id);
    const takenBack = entries.filter((entry) => isIdle(entry) && !isStoodOn(entry, entries));
    const made = makerOf(entries);
    const neverLeft = made !== undefined && takenBack.includes(made);
    if (neverLeft && made.progress?.old !== undefined) {
      // The stop was to be moved: delete the one at the old place.
      const { id: oldId, planId } = made.progress.old;
      const old = this.recordOf(kind, oldId, planId);
      return this.takes(this.entry(kind, old.record, null, null, consent), old, takenBack);
    }
    if (neverLeft && record.serverId === null) {
      const together = by ?? newId(this.core.system);
      this.commit(takenBack.map((entry) => set(entry, this.takenBack(entry, together))));
      return { recordId: record.id, entryId: null };
    }
    return this.takes(this.entry(kind, record, null, null, consent), { record, changes }, takenBack);
  }

  /** Submits or withdraws orders, optimises or distributes plans. @param body the command's fields, else empty */
  command(kind: CommandKind, id: string, body: Fields): Taken {
    this.core.noticeClock();
    const { record, changes } = this.recordOf(kind, id, '');
    const last = this.lastOf(record.id);
    const undone = kind === 'orders.withdraw' ? 'orders.submit' : 'orders.withdraw';
    if (
      last !== undefined &&
      kind.startsWith('orders.') &&
      last.kind === undone &&
      isUnsent(last, this.core.system.now())
    ) {
      // The command that the last entry reverses was discarded meanwhile. Cancelling the pair would leave the order in
      // the wrong state, so this command is sent.
      const before = this.core.storage.entriesOf(record.id).findLast((entry) => entry.kind === kind);
      if (before?.state === 'given-up' && before.reason?.code !== 'outbox.taken-back')
        return this.takes(this.entry(kind, record, body, null, null), { record, changes }, [last]);
      this.commit([set(last, this.takenBack(last, newId(this.core.system)))]);
      return { recordId: record.id, entryId: null };
    }
    return this.add(kind, record, changes, body, null);
  }

  /**
   * Creates the stop at the new place, confirms it, then deletes the old one. Between the two steps the stop counts as
   * moving, not as a duplicate.
   *
   * @param oldId the stop, by the service's id or the local id
   */
  move(oldId: string, oldPlanId: string, planId: string, content: Fields): Taken {
    this.core.noticeClock();
    const old = this.known(oldId);
    const entries = old === undefined ? [] : this.core.storage.entriesOf(old.id);
    const made = makerOf(entries);
    let taken: StoredEntry[];
    let from: Progress['old'] = { id: oldId, planId: oldPlanId };
    if (made !== undefined && old?.serverId === null && isIdle(made)) {
      // The stop is not on the service yet: it is created at the new place. If it was itself being moved, the move
      // still starts from the original place.
      taken = entries.filter(({ state }) => state !== 'given-up');
      from = made.progress?.old;
    } else {
      if (old !== undefined) from = { id: old.id, planId: oldPlanId };
      // The new content already includes unsent edits.
      taken = entries.filter(
        (entry) => entry !== made && entry.body !== null && isIdle(entry) && !isStoodOn(entry, entries),
      );
    }
    const kind = from === undefined ? 'stops.create' : 'stops.move';
    const { record, entry } = this.made(kind, planId, content, from === undefined ? null : { old: from });
    // A stop without a plan that the one at the old place was to replace is deleted once the new one exists.
    const needs = old !== undefined && taken.some(({ id }) => id === made?.id) ? old.id : null;
    return this.takes(
      entry,
      {
        record,
        changes: [
          { do: 'add-record', record },
          ...(needs === null ? [] : needsInstead(this.core.storage, needs, record.id)),
        ],
      },
      taken,
    );
  }

  /** Adds an entry that undoes others. Each side refers to the other. */
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

  /**
   * If a create is undone, a sweep removes its late duplicates.
   * @param by the entry that undoes it, or an id shared by all entries that are undone together
   */
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

  private made(kind: EntryKind, parentId: string, content: Fields, progress: Progress | null) {
    const { system } = this.core;
    const { noun } = operationOf(kind);
    const generated = markerField(noun) === null ? '' : newMarker(system);
    const record: StoredRecord = {
      id: newId(system),
      noun,
      parentId,
      serverId: null,
      ...marked(noun, content, generated),
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

  /** One lane per parent: a plan with its stops share one; for everything else the noun is the lane. */
  private laneOf({ noun, id, parentId, serverId }: StoredRecord): string {
    if (noun === 'plans') return serverId ?? id;
    if (noun !== 'stops') return noun;
    return parentId.includes('/') ? parentId : (this.core.storage.record(parentId)?.serverId ?? parentId);
  }

  private known(id: string): StoredRecord | undefined {
    const { storage } = this.core;
    return isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
  }

  /** The record of something created here, or a new record for something first seen on the service. */
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

const queued = { state: 'queued', reason: null } as const satisfies Partial<EntryFields>;

/** Changes what an unsent create sends, and sends it if it was refused. */
function contentChanged(core: Core, made: StoredEntry, content: Fields, also: Partial<EntryFields> = {}) {
  const { needs: _needs, ...rest } = made.progress ?? {};
  const left = Object.keys(rest).length === 0 ? null : rest;
  const progress = mergedProgress(left, progressOf(content));
  return [
    { do: 'change-record', id: made.recordId, set: markedAgain(core, made, content) } as const,
    set(made, { ...also, ...queued, doubtUntil: 0, progress }),
  ];
}
