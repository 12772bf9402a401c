/** Changes to existing stops: edit, relocate, move, delete, and undo a deletion. */
import { AppError } from '../../shared/errors.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import { contentOf } from '../../shared/stop-content.ts';
import type { StopCreate, StopDetail } from '../../shared/stops.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import {
  eachRow,
  forget,
  planOf,
  restored,
  rowResults,
  savedStop,
  writablePlan,
  type RowErrors,
  type SavedRecord,
} from './rows.ts';

type Changes = Pick<MainHandlers['stops'], 'edit' | 'relocate' | 'move' | 'remove' | 'restore'>;

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
          const kind = plan.writable ? 'stops.update' : 'stops.liveUpdate';
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

/** Actions on many stops. */
function changeMany(context: Context): Pick<Changes, 'move' | 'remove' | 'restore'> {
  return {
    move: once(context, 'stops.move', {
      work({ planId, ids, toPlanId }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const [from, to] = await Promise.all([writablePlan(workspace, planId), writablePlan(workspace, toPlanId)]);
          if (from.id === to.id) throw new AppError('record.not-editable', { detail: { name: to.title } });
          const details = new Map<string, StopDetail | null>();
          for (const id of ids) details.set(id, await workspace.cache.getStop(from.id, id));
          const drivers = new Set(to.driverIds);
          const moved = (id: string) => {
            const detail = details.get(id);
            if (detail == null) throw new AppError('record.not-found');
            const { type, change } = detail.row;
            if (type !== 'stop' || change === 'delete' || goesElsewhere(workspace, detail))
              throw new AppError('record.not-editable');
            workspace.intake().move(id, from.id, to.id, movedContent(detail, drivers));
          };
          gesture.commit(() => eachRow(ids, moved));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    remove: once(context, 'stops.remove', {
      async work({ planId, ids }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        const plan = await planOf(workspace, planId);
        const kind = plan.writable ? 'stops.delete' : 'stops.liveDelete';
        const removed = (id: string) => {
          if (!id.includes('/') && !isLocalId(id)) throw new AppError('record.not-found');
          workspace.intake().remove(kind, id, plan.id);
        };
        gesture.commit(() => eachRow(ids, removed));
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
  return { ...changeContents(context), ...changeMany(context) };
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
