/** Undoes a deletion that has not left this computer, or brings back what was taken back before it was sent. */
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
 * @param id the record, by the service's id or ours
 * @returns the id of the record that is there again; null when its deletion has left, or there is none
 */
export function restore({ storage, choices, now }: Restoring, id: string): string | null {
  const record = isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
  if (record === undefined) return null;
  const entries = storage.entriesOf(record.id);
  const made = makerOf(entries);
  const { by } = (made?.state === 'given-up' ? made.progress?.takenBack : undefined) ?? {};
  // Of what was to be moved, the deletion is that of the stop at the old place.
  const deletion = by === undefined ? entries.findLast(isOpenDeletion) : storage.find(by);
  if (deletion !== undefined) {
    // Of what goes elsewhere the deletion alone cannot be undone: it would be in both places.
    const isElsewhere = (deletion.progress?.needs ?? []).length > 0;
    if (isElsewhere || !isOpenDeletion(deletion) || !isUnsent(deletion, now)) return null;
    return choices.giveUp(deletion.id) ? record.id : null;
  }
  // Never sent, it went without a deletion. A copy that may still come is being looked for, and taken away.
  if (by === undefined || made === undefined || made.doubtUntil > 0) return null;
  storage.commit(entries.flatMap((entry) => again(entry, by)));
  return record.id;
}

const isDeletion = ({ kind }: StoredEntry) => operationOf(kind).action.endsWith('delete');

const isOpenDeletion = (entry: StoredEntry) => entry.state !== 'given-up' && isDeletion(entry);

/**
 * What an entry took back is as it was before, now that the entry is given up. Of a move, what was done to the stop at the
 * old place, also by a move that it took the place of: the stop is not moved after all, and stays with its edits.
 */
export function givenBack(storage: OutboxStorage, taker: StoredEntry): StorageChange[] {
  if (!isCreate(taker.kind)) return takenBy(storage, taker).flatMap((entry) => again(entry, taker.id));
  const { old, moved } = taker.progress ?? {};
  if (old === undefined || moved === 'created') return [];
  const stays = isLocalId(old.id) ? storage.record(old.id) : storage.ownerOf(old.id);
  return stays === undefined ? [] : takenOf(storage, taker, stays.id);
}

/** What a move took back of one record, itself or by the moves that it took back. */
function takenOf(storage: OutboxStorage, move: StoredEntry, recordId: string): StorageChange[] {
  return takenBy(storage, move).flatMap((entry) => {
    if (entry.recordId === recordId) return isCreate(entry.kind) ? [] : again(entry, move.id);
    return isCreate(entry.kind) ? takenOf(storage, entry, recordId) : [];
  });
}

/** Entries that were taken back by this one, and were not brought back since. */
export function takenBy(storage: OutboxStorage, { id, progress }: StoredEntry): StoredEntry[] {
  return (progress?.took ?? []).flatMap((taken) => storage.find(taken) ?? []).filter((entry) => isTakenBy(entry, id));
}

const isTakenBy = ({ state, progress }: StoredEntry, by: string) =>
  state === 'given-up' && progress?.takenBack?.by === by;

function again(entry: StoredEntry, by: string): StorageChange[] {
  if (!isTakenBy(entry, by)) return [];
  const { takenBack, ...progress } = entry.progress ?? {};
  if (takenBack === undefined) return [];
  const { state, reason } = takenBack;
  const left = Object.keys(progress).length === 0 ? null : progress;
  return [set(entry, { state, reason, notBefore: 0, settledAt: null, sweepAt: null, progress: left })];
}
