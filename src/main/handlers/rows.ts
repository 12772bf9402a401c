/** What the handlers of several nouns share: saving, several rows at once, plans by either of their ids. */
import type { Cache } from '../db/cache-functions.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { AppError, encodeError } from '../../shared/errors.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { RowResult, StopRow } from '../../shared/stops.ts';
import type { Workspace } from '../workspace.ts';

/** "Saved" is only said after this returned; a disk error keeps the form filled (outbox, Rule 1). */
export function save<Result>(commit: () => Result): Result {
  try {
    return commit();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage.not-saved', { retry: 'later', cause: error });
  }
}

/**
 * Does something with each row, all in one transaction: one that is refused leaves the others.
 * @param work throws an AppError for a row that it cannot be done with, before it has changed anything
 */
export function eachRow(workspace: Workspace, ids: readonly string[], work: (id: string) => void): RowResult[] {
  const results: RowResult[] = [];
  save(() =>
    workspace.outboxFile.entries.commit([], () => {
      for (const id of ids) {
        try {
          work(id);
          results.push({ id, error: null });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          results.push({ id, error: encodeError(error) });
        }
      }
    }),
  );
  return results;
}

/**
 * Replaces what an unsent or refused new record says, queues it again, and forgets the draft in which it was corrected.
 *
 * @param content what it says now
 * @returns its entry as it was
 * @throws AppError `record.not-found`, or `record.not-editable` when it has left meanwhile
 */
export function correctEntry(
  { outboxFile, choices }: Workspace,
  entryId: string,
  draftId: string | null,
  content: (entry: StoredEntry) => Fields,
): StoredEntry {
  const entry = outboxFile.entries.find(entryId);
  if (entry === undefined) throw new AppError('record.not-found');
  save(() =>
    outboxFile.entries.commit([], () => {
      if (!choices.correct(entryId, content(entry))) throw new AppError('record.not-editable');
      if (draftId !== null) outboxFile.drafts.remove(draftId);
    }),
  );
  return entry;
}

/** The service's id of a plan that was created here, once it has one. */
export function currentPlanId(workspace: Workspace, planId: string): string {
  return workspace.outboxFile.entries.record(planId)?.serverId ?? planId;
}

/** @throws AppError `record.not-found` */
export async function planOf(workspace: Workspace, planId: string): Promise<PlanRow> {
  const plan = await workspace.cache.getPlan(currentPlanId(workspace, planId));
  if (plan === null) throw new AppError('record.not-found');
  return plan;
}

/** @throws AppError `record.not-editable` for a plan whose stops can only be changed live */
export async function writablePlan(workspace: Workspace, planId: string): Promise<PlanRow> {
  const plan = await planOf(workspace, planId);
  if (!plan.writable) {
    throw new AppError('record.not-editable', { detail: { serviceCode: 'plan_not_writable', name: plan.title } });
  }
  return plan;
}

/** A stop as it is listed after it was saved. @throws AppError `record.not-found` */
export async function savedStop(cache: Cache, planId: string, id: string): Promise<StopRow> {
  const detail = await cache.getStop(planId, id);
  if (detail === null) throw new AppError('record.not-found');
  return detail.row;
}
