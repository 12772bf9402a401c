/** Undoes a deletion that was not sent, or restores entries that were undone before they were sent. */
import { isCreate, isLocalId, operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage, StoredEntry } from '../db/outbox-storage.ts';
import { set } from './core.ts';
import { isUnsent, makerOf } from './intake.ts';

export interface Restoring {
  storage: OutboxStorage;
  choices: { giveUp(entryId: string): boolean };
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * @param id the record, by the service's id or the local id
 * @returns the id of the restored record; null if its deletion was sent or does not exist
 */
export function restore({ storage, choices, now }: Restoring, id: string): string | null {
  const record = isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
  if (record === undefined) return null;
  const entries = storage.entriesOf(record.id);
  const made = makerOf(entries);
  const { by } = (made?.state === 'given-up' ? made.progress?.takenBack : undefined) ?? {};
  // For a stop that should be moved, the deletion is that of the stop at the old place.
  const deletion = by === undefined ? entries.findLast(isOpenDeletion) : storage.find(by);
  if (deletion !== undefined) {
    // A deletion that waits for the replacement elsewhere cannot be undone alone: the stop would be in both places.
    const isElsewhere = (deletion.progress?.needs ?? []).length > 0;
    if (isElsewhere || !isOpenDeletion(deletion) || !isUnsent(deletion, now)) return null;
    return choices.giveUp(deletion.id) ? record.id : null;
  }
  // The record was never sent, so it was removed without a deletion. While a sweep may still find a late duplicate and
  // delete it, restoring is not safe.
  if (by === undefined || made === undefined || made.doubtUntil > 0) return null;
  // It was to replace a record whose deletion went on without it. Restored, it could be refused and discarded, and then a
  // person would be told that the replaced record stays, while the deletion may still arrive.
  const replaced = storage.dependants(record.id).filter((entry) => isDeletion(entry) && isFor(entry, record.id));
  if (replaced.some((entry) => !isUnsent(entry, now))) return null;
  storage.commit(entries.flatMap((entry) => again(storage, entry, by)));
  return record.id;
}

const isDeletion = ({ kind }: StoredEntry) => operationOf(kind).action.endsWith('delete');

const isFor = ({ progress }: StoredEntry, recordId: string) => progress?.needs?.includes(recordId) === true;

const isOpenDeletion = (entry: StoredEntry) => entry.state !== 'given-up' && isDeletion(entry);

/**
 * Restores the entries that a discarded entry had undone. For a discarded move: the entries of the stop at the old
 * place, including those undone by an earlier move of the same stop, because the stop stays with its edits.
 */
export function givenBack(storage: OutboxStorage, taker: StoredEntry): StorageChange[] {
  if (!isCreate(taker.kind)) return takenBy(storage, taker).flatMap((entry) => again(storage, entry, taker.id));
  const { old, moved } = taker.progress ?? {};
  if (old === undefined || moved === 'created') return [];
  const stays = isLocalId(old.id) ? storage.record(old.id) : storage.ownerOf(old.id);
  return stays === undefined ? [] : takenOf(storage, taker, stays.id);
}

/** The entries of one record that a move undid, directly or through moves that it undid. */
function takenOf(storage: OutboxStorage, move: StoredEntry, recordId: string): StorageChange[] {
  return takenBy(storage, move).flatMap((entry) => {
    if (entry.recordId === recordId) return isCreate(entry.kind) ? [] : again(storage, entry, move.id);
    return isCreate(entry.kind) ? takenOf(storage, entry, recordId) : [];
  });
}

/** Entries that this entry undid and that have not been restored since. */
export function takenBy(storage: OutboxStorage, { id, progress }: StoredEntry): StoredEntry[] {
  return (progress?.took ?? []).flatMap((taken) => storage.find(taken) ?? []).filter((entry) => isTakenBy(entry, id));
}

const isTakenBy = ({ state, progress }: StoredEntry, by: string) =>
  state === 'given-up' && progress?.takenBack?.by === by;

/** Puts an entry back into the state that it had before `by` took it back; empty when that is not so. */
export function again(storage: Pick<OutboxStorage, 'record'>, entry: StoredEntry, by: string): StorageChange[] {
  if (!isTakenBy(entry, by)) return [];
  const { takenBack, ...progress } = entry.progress ?? {};
  if (takenBack === undefined) return [];
  const { state, reason } = takenBack;
  const left = Object.keys(progress).length === 0 ? null : progress;
  // Once the service assigns the id of a plan, only its open entries change to the lane of that id.
  const lane = isLocalId(entry.lane) ? (storage.record(entry.lane)?.serverId ?? entry.lane) : entry.lane;
  return [set(entry, { lane, state, reason, notBefore: 0, settledAt: null, sweepAt: null, progress: left })];
}
