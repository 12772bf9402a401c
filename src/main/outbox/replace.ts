/**
 * Replaces a record by one of another kind: creates the new one first, and deletes the old one once the new one exists.
 */
import type { Fields } from '../../shared/outbox-merge.ts';
import type { OutboxStorage } from '../db/outbox-storage.ts';
import { set } from './core.ts';
import type { CreateKind, DeleteKind, Intake, Taken } from './intake.ts';

export interface Replacement {
  create: { kind: CreateKind; parentId: string; content: Fields };
  /** The service's id or the local id. An unsent record is simply undone. */
  remove: { kind: DeleteKind; id: string; parentId: string };
}

/** Call it inside a transaction: both changes or neither. If the new record is refused, the old one stays. */
export function replace(storage: OutboxStorage, intake: Intake, { create, remove }: Replacement): Taken {
  const made = intake.create(create.kind, create.parentId, create.content);
  const removed = intake.remove(remove.kind, remove.id, remove.parentId, made.entryId ?? undefined);
  const needs = (entryId: string, ids: readonly string[]) => {
    const progress = { ...storage.justWritten(entryId)?.progress, needs: [...ids] };
    storage.commit([{ do: 'change-entry', id: entryId, set: { progress } }]);
  };
  if (removed.entryId !== null) {
    needs(removed.entryId, [made.recordId]);
    return made;
  }
  takes(storage, made, removed.recordId);
  // The removed record was never sent and should itself replace another one. That one is now deleted after the newest
  // exists.
  for (const { id, progress } of storage.dependants(removed.recordId)) {
    const before = progress?.needs ?? [];
    if (!before.includes(removed.recordId)) continue;
    needs(
      id,
      before.map((needed) => (needed === removed.recordId ? made.recordId : needed)),
    );
  }
  return made;
}

/** Names in the new create the entries of the removed record that it took back, so that they can be restored. */
function takes(storage: OutboxStorage, { entryId }: Taken, removedId: string): void {
  const create = entryId === null ? undefined : storage.justWritten(entryId);
  if (create === undefined) return;
  const took = storage
    .entriesOf(removedId)
    .filter(({ progress }) => progress?.takenBack?.by === create.id)
    .map(({ id }) => id);
  if (took.length > 0) storage.commit([set(create, { progress: { ...create.progress, took } })]);
}
