/** What happens to the record at the old place when the entry that was to replace it is discarded. */
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from './core.ts';
import { Intake } from './intake.ts';
import { givenBack, takenBy } from './restore.ts';

/**
 * A stop whose move is discarded stays with the edits that the move took, unless more was to be done with it: one that
 * was moved on leaves the old place for the next one, and one that was to be deleted is deleted there.
 *
 * @param discarded an entry of any kind
 * @param followers later entries of its record, which are discarded with it
 */
export function atOldPlace(core: Core, discarded: StoredEntry, followers: readonly StoredEntry[]): StorageChange[] {
  const { old, moved } = discarded.progress ?? {};
  if (old === undefined || moved !== undefined) return givenBack(core.storage, discarded);
  const onward = core.storage.moves().filter(({ progress }) => progress?.old?.id === discarded.recordId);
  if (onward.length > 0) return onward.flatMap((move) => handedOn(core, old, { discarded, move }));
  const deletion = followers.find(({ kind }) => operationOf(kind).action.endsWith('delete'));
  return deletion === undefined ? givenBack(core.storage, discarded) : deletedThere(core, old, deletion);
}

/** The next move leaves the old place, and gives back what the discarded one took if it is discarded as well. */
function handedOn(
  core: Core,
  old: { id: string; planId: string },
  { discarded, move }: { discarded: StoredEntry; move: StoredEntry },
): StorageChange[] {
  const taken = takenBy(core.storage, discarded);
  const took = [...(move.progress?.took ?? []), ...taken.map(({ id }) => id)];
  return [
    set(move, { progress: { ...move.progress, old, ...(took.length === 0 ? {} : { took }) } }),
    ...taken.flatMap(({ id, progress }) => {
      const { takenBack } = progress ?? {};
      return takenBack === undefined
        ? []
        : [set({ id }, { progress: { ...progress, takenBack: { ...takenBack, by: move.id } } })];
    }),
  ];
}

/** @param deletion of the record at the new place. What it waits for, the one at the old place waits for as well */
function deletedThere(core: Core, old: { id: string; planId: string }, deletion: StoredEntry): StorageChange[] {
  const changes: StorageChange[] = [];
  new Intake(core, (made) => void changes.push(...made)).remove('stops.delete', old.id, old.planId);
  const { needs } = deletion.progress ?? {};
  if (needs === undefined) return changes;
  return changes.map((change) =>
    change.do === 'add-entry'
      ? { ...change, entry: { ...change.entry, progress: { ...change.entry.progress, needs } } }
      : change,
  );
}
