/** Changes to existing stops: edit, relocate, move, delete, and undo a deletion. */
import { AppError } from '../../shared/errors.ts';
import { foreignDrivers, isLive } from '../../shared/plan-refusals.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import { contentOf } from '../../shared/stop-content.ts';
import { isStop, whyNotEdited, type StopCreate, type StopDetail } from '../../shared/stops.ts';
import { replace } from '../outbox/replace.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { editRows } from './imported.ts';
import { refuseLoss } from './kept-whole.ts';
import {
  eachRow,
  forget,
  idsOf,
  planOf,
  restored,
  rowResults,
  savedStop,
  writablePlan,
  type RowErrors,
  type SavedRecord,
} from './rows.ts';

type Changes = Pick<
  MainHandlers['stops'],
  'edit' | 'editMany' | 'undoEdits' | 'relocate' | 'move' | 'unassign' | 'undoMoves' | 'remove' | 'restore'
>;

/** Changes to the content and the address of a stop. */
function changeContents(context: Context): Pick<Changes, 'edit' | 'relocate'> {
  return {
    edit: once(context, 'stops.edit', {
      work({ planId, id, change, base, draftId }, gesture: Gesture<SavedRecord>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await planOf(workspace, planId);
          const detail = await workspace.cache.getStop(plan.id, id);
          if (goesElsewhere(workspace, detail)) throw new AppError('record.not-editable');
          const kind = isLive(plan) ? 'stops.liveUpdate' : 'stops.update';
          gesture.commit(() => {
            forget(workspace, draftId);
            const { recordId } = workspace.intake().edit(kind, id, plan.id, change, base);
            return { parentId: plan.id, recordId };
          });
        });
      },
      answer: (saved) => savedStop(context.workspace(), saved),
    }),

    relocate: once(context, 'stops.relocate', {
      work({ planId, id, stop, draftId }, gesture: Gesture<SavedRecord>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await writablePlan(workspace, planId);
          const detail = await workspace.cache.getStop(plan.id, id);
          if (goesElsewhere(workspace, detail)) throw new AppError('record.not-editable');
          gesture.commit(() => {
            forget(workspace, draftId);
            return { parentId: plan.id, recordId: workspace.intake().move(id, plan.id, plan.id, stop).recordId };
          });
        });
      },
      answer: (saved) => savedStop(context.workspace(), saved),
    }),
  };
}

/** Edits of many stops at once. */
function editMany(context: Context): Pick<Changes, 'editMany' | 'undoEdits'> {
  return {
    editMany: once(context, 'stops.editMany', {
      work({ planId, edits, of, gesture: id }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await planOf(workspace, planId);
          const byId = new Map(edits.map((edit) => [edit.id, edit]));
          const details = await detailsOf(workspace, plan.id, byId.keys());
          const kind = isLive(plan) ? 'stops.liveUpdate' : 'stops.update';
          const edited = (stopId: string) => {
            const edit = byId.get(stopId);
            const detail = details.get(stopId);
            if (edit === undefined || detail == null) throw new AppError('record.not-found');
            if (whyNotEdited(detail.row) !== null || goesElsewhere(workspace, detail))
              throw new AppError('record.not-editable');
            // planning-api, StopCreate: drivers must be part of the plan.
            if (foreignDrivers({ allowedDrivers: edit.change.allowedDrivers ?? [] }, plan).length > 0)
              throw new AppError('input.invalid', { detail: { field: 'allowedDrivers' } });
            return workspace.intake().edit(kind, stopId, plan.id, edit.change, edit.base);
          };
          const ids = edits.map((edit) => edit.id);
          const part = { gesture: id, noun: 'stops', of, place: plan.id, at: context.system.now(), ids } as const;
          gesture.commit(() => editRows(workspace, part, edited));
        });
      },
      answer: (errors, { edits }) => rowResults(idsOf(edits), errors),
    }),

    undoEdits: once(context, 'stops.undoEdits', {
      work({ edits }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        const byId = new Map(edits.map((edit) => [edit.id, edit]));
        const undone = (id: string) => {
          const { change = {}, before = {} } = byId.get(id) ?? {};
          if (!workspace.intake().undoEdit(id, change, before)) throw new AppError('record.not-editable');
        };
        gesture.commit(() => eachRow([...byId.keys()], undone));
      },
      answer: (errors, { edits }) => rowResults(idsOf(edits), errors),
    }),
  };
}

async function detailsOf(
  { cache }: Workspace,
  planId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, StopDetail | null>> {
  const details = new Map<string, StopDetail | null>();
  for (const id of ids) details.set(id, await cache.getStop(planId, id));
  return details;
}

/** A stop that can be put elsewhere or deleted. @throws AppError when it cannot, because it leaves the plan already */
function stayingDetail(workspace: Workspace, detail: StopDetail | null | undefined): StopDetail {
  if (detail == null) throw new AppError('record.not-found');
  const { row } = detail;
  if (!isStop(row) || row.change === 'delete' || goesElsewhere(workspace, detail))
    throw new AppError('record.not-editable');
  return detail;
}

/** Stops that leave the plan for another one, or for none. */
function moveMany(context: Context): Pick<Changes, 'move' | 'unassign' | 'undoMoves'> {
  return {
    move: once(context, 'stops.move', {
      work({ planId, ids, toPlanId }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const [from, to] = await Promise.all([writablePlan(workspace, planId), writablePlan(workspace, toPlanId)]);
          if (from.id === to.id) throw new AppError('record.not-editable', { detail: { name: to.title } });
          const details = await detailsOf(workspace, from.id, ids);
          const drivers = new Set(to.driverIds);
          const moved = (id: string) => {
            const detail = stayingDetail(workspace, details.get(id));
            refuseLoss(detail.stop);
            workspace.intake().move(id, from.id, to.id, movedContent(detail, drivers));
          };
          gesture.commit(() => eachRow(ids, moved));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    unassign: once(context, 'stops.unassign', {
      work({ planId, ids }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await writablePlan(workspace, planId);
          const details = await detailsOf(workspace, plan.id, ids);
          const unassigned = (id: string) => {
            const detail = stayingDetail(workspace, details.get(id));
            refuseLoss(detail.stop);
            const content = movedContent(detail, new Set());
            replace(workspace.outboxFile.entries, workspace.intake(), {
              create: {
                kind: 'unassignedStops.create',
                parentId: '',
                content: plan.depot === null ? content : { ...content, depot: plan.depot },
              },
              remove: { kind: 'stops.delete', id, parentId: plan.id },
            });
          };
          gesture.commit(() => eachRow(ids, unassigned));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    undoMoves: once(context, 'stops.undoMoves', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        const moves = context.workspace().moves();
        const undone = (id: string) => {
          if (!moves.undo(id)) throw new AppError('record.not-editable');
        };
        gesture.commit(() => eachRow(ids, undone));
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),
  };
}

/** Actions on many stops that stay in their plan until they are deleted. */
function changeMany(context: Context): Pick<Changes, 'remove' | 'restore'> {
  return {
    remove: once(context, 'stops.remove', {
      work({ planId, ids }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await planOf(workspace, planId);
          const details = await detailsOf(workspace, plan.id, ids);
          const kind = isLive(plan) ? 'stops.liveDelete' : 'stops.delete';
          const removed = (id: string) => {
            // A second deletion would take the first one back: undone, it would restore that one, and not the stop.
            stayingDetail(workspace, details.get(id));
            workspace.intake().remove(kind, id, plan.id);
          };
          gesture.commit(() => eachRow(ids, removed));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    restore: once(context, 'stops.restore', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        gesture.commit(() => eachRow(ids, (id) => restored(context, id)));
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),
  };
}

export function stopChangeHandlers(context: Context): Changes {
  return { ...changeContents(context), ...editMany(context), ...moveMany(context), ...changeMany(context) };
}

/**
 * Whether the stop is being created again elsewhere and then deleted here. Moving it again would duplicate it, and
 * edits made here would be deleted with it. Its replacement can be edited.
 */
function goesElsewhere({ outboxFile }: Workspace, detail: StopDetail | null): boolean {
  if (detail?.row.change !== 'move') return false;
  const { entries } = outboxFile;
  const { id } = detail.row;
  const record = isLocalId(id) ? entries.record(id) : entries.ownerOf(id);
  const own = record === undefined ? [] : entries.entriesOf(record.id);
  return !own.some(({ kind, state }) => kind === 'stops.move' && state !== 'acknowledged' && state !== 'given-up');
}

/** Keeps only allowed drivers that belong to the target plan (planning-api, StopCreate). */
export function movedContent({ stop, draft }: StopDetail, drivers: ReadonlySet<string>): StopCreate {
  const { allowedDrivers, ...content } = draft ?? contentOf(stop ?? {});
  const kept = (allowedDrivers ?? []).filter((id) => drivers.has(id));
  return kept.length === 0 ? content : { ...content, allowedDrivers: kept };
}
