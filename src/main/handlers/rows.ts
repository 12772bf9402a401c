/** Helpers shared by the handlers of several nouns: saving, batches of rows, plans by local or server id. */
import type { PlanRow } from '../../shared/plans.ts';
import { AppError, encodeError, type EncodedError } from '../../shared/errors.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { RowResult, StopRow } from '../../shared/stops.ts';
import { restore } from '../outbox/restore.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';

/** The window shows "Saved" only after this returns. After a disk error the form stays filled (outbox, Rule 1). */
export function save<Result>(commit: () => Result): Result {
  try {
    return commit();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage.not-saved', { retry: 'later', cause: error });
  }
}

/** Removes the draft of a form that is being saved. Runs within the transaction of the save. */
export function forget({ outboxFile }: Workspace, draftId: string | null): void {
  if (draftId !== null) outboxFile.drafts.remove(draftId);
}

/** The stored outcome of several rows: the errors of rejected ones, by position. */
export interface RowErrors {
  refused: Record<number, EncodedError>;
}

/**
 * Processes each row within a transaction. A rejected row does not affect the others.
 *
 * @param work throws an AppError to reject a row, before it has changed anything
 */
export function eachRow(ids: readonly string[], work: (id: string) => void): RowErrors {
  const refused: RowErrors['refused'] = {};
  for (const [index, id] of ids.entries()) {
    try {
      work(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused[index] = encodeError(error);
    }
  }
  return { refused };
}

/** One result for each row, in the same order. */
export const rowResults = (ids: readonly string[], { refused }: RowErrors): RowResult[] =>
  ids.map((id, index) => ({ id, error: refused[index] ?? null }));

/** The ids of edited records, each once. */
export const idsOf = (edits: readonly { id: string }[]): string[] => [...new Set(edits.map(({ id }) => id))];

/** The created or changed record and its plan, if it has one, both by the id they had at that time. */
export interface SavedRecord {
  recordId: string;
  parentId: string;
}

/**
 * Replaces the content of an unsent or rejected new record, queues it again, and removes the draft of the correction.
 * Runs within a transaction.
 *
 * @param content the new content
 * @throws AppError `record.not-found`, or `record.not-editable` when it has been sent meanwhile
 */
export function correctEntry(
  workspace: Workspace,
  entryId: string,
  draftId: string | null,
  content: (entry: StoredEntry) => Fields,
): SavedRecord {
  const entry = workspace.outboxFile.entries.find(entryId);
  if (entry === undefined) throw new AppError('record.not-found');
  if (!workspace.choices.correct(entryId, content(entry))) throw new AppError('record.not-editable');
  forget(workspace, draftId);
  return { recordId: entry.recordId, parentId: entry.parentId };
}

/**
 * Undoes an unsent deletion and queues the entries again that it had cancelled. Runs within a transaction.
 *
 * @throws AppError `record.not-editable` when the deletion was already sent, or there is none
 */
export function restored(context: Context, id: string): void {
  const { outboxFile, choices } = context.workspace();
  const how = { storage: outboxFile.entries, choices, now: context.system.now() };
  if (restore(how, id) === null) throw new AppError('record.not-editable');
}

/** The server id of a plan that was created here, once it has one. */
export function currentPlanId(workspace: Workspace, planId: string): string {
  return workspace.outboxFile.entries.record(planId)?.serverId ?? planId;
}

/**
 * Reads by a plan's id. The plan may get its id of the service between the question and the reading, which knows it only
 * by that one then: it is read again.
 *
 * @throws AppError `record.not-found`
 */
export async function inPlan<Found>(
  workspace: Workspace,
  planId: string,
  read: (planId: string) => Promise<Found | null>,
): Promise<Found> {
  for (let id = currentPlanId(workspace, planId); ;) {
    const found = await read(id);
    if (found !== null) return found;
    const now = currentPlanId(workspace, planId);
    if (now === id) throw new AppError('record.not-found');
    id = now;
  }
}

/** @throws AppError `record.not-found` */
export const planOf = (workspace: Workspace, planId: string): Promise<PlanRow> =>
  inPlan(workspace, planId, (id) => workspace.cache.getPlan(id));

/** @throws AppError `record.not-editable` for a plan whose stops can only be changed live */
export async function writablePlan(workspace: Workspace, planId: string): Promise<PlanRow> {
  const plan = await planOf(workspace, planId);
  if (!plan.writable) {
    throw new AppError('record.not-editable', { detail: { serviceCode: 'plan_not_writable', name: plan.title } });
  }
  return plan;
}

/** A stop as it is listed after it was saved. @throws AppError `record.not-found` */
export async function savedStop(workspace: Workspace, { parentId, recordId }: SavedRecord): Promise<StopRow> {
  return (await inPlan(workspace, parentId, (id) => workspace.cache.getStop(id, recordId))).row;
}
