/** One record in place of another of another kind: made first, and the old one deleted once the new one is there. */
import type { Fields } from '../../shared/outbox-merge.ts';
import type { OutboxStorage } from '../db/outbox-storage.ts';
import type { CreateKind, DeleteKind, Intake, Taken } from './intake.ts';

export interface Replacement {
  create: { kind: CreateKind; parentId: string; content: Fields };
  /** By the service's id or ours. What has not left is simply taken back. */
  remove: { kind: DeleteKind; id: string; parentId: string };
}

/** To be called in one transaction: both or neither. If the new one is refused, the old one stays. */
export function replace(storage: OutboxStorage, intake: Intake, { create, remove }: Replacement): Taken {
  const made = intake.create(create.kind, create.parentId, create.content);
  const removed = intake.remove(remove.kind, remove.id, remove.parentId);
  const needs = (entryId: string, ids: readonly string[]) => {
    const progress = { ...storage.justWritten(entryId)?.progress, needs: [...ids] };
    storage.commit([{ do: 'change-entry', id: entryId, set: { progress } }]);
  };
  if (removed.entryId !== null) {
    needs(removed.entryId, [made.recordId]);
    return made;
  }
  // It never left, and took the place of another itself: that one goes when the newest is there.
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
