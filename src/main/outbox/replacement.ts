import type { OutboxStorage, StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { set } from './core.ts';

/**
 * An unsent create whose content the user changes, with a note of that if it replaces another record: undoing the move
 * would lose the change (undo-move.ts).
 */
export function withNote(storage: OutboxStorage, made: StoredEntry): StoredEntry {
  const { old, took } = made.progress ?? {};
  const isNeeded = () =>
    storage.dependants(made.recordId).some(({ progress }) => progress?.needs?.includes(made.recordId) === true);
  const replaces = old !== undefined || took !== undefined || isNeeded();
  return replaces ? { ...made, progress: { ...made.progress, edited: true } } : made;
}

/** What waited for one record to exist waits for another instead. @param from, to local ids */
export function needsInstead(storage: OutboxStorage, from: string, to: string): StorageChange[] {
  return storage.dependants(from).flatMap((entry) => {
    const needs = entry.progress?.needs ?? [];
    if (!needs.includes(from)) return [];
    return [set(entry, { progress: { ...entry.progress, needs: needs.map((id) => (id === from ? to : id)) } })];
  });
}
