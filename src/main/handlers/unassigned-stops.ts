import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { isLive } from '../../shared/plan-refusals.ts';
import { contentOf } from '../../shared/stop-content.ts';
import type { StopCreate } from '../../shared/stops.ts';
import type { UnassignedStopDetail, UnassignedStopRow } from '../../shared/unassigned-stops.ts';
import { replace } from '../outbox/replace.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { addPart, editRows, type TakenPart } from './imported.ts';
import { refuseLoss } from './kept-whole.ts';
import { correctEntry, eachRow, forget, idsOf, planOf, restored, rowResults, type RowErrors } from './rows.ts';
import { fromStored } from '../stored-json.ts';

const pageRows = 200;
const createdAtDepot = z.object({ depot: z.string().optional() });

async function detailOf({ cache }: Workspace, id: string): Promise<UnassignedStopDetail> {
  const detail = await cache.getUnassignedStop(id);
  if (detail === null) throw new AppError('record.not-found');
  return detail;
}

async function detailsOf(
  { cache }: Workspace,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, UnassignedStopDetail | null>> {
  const details = new Map<string, UnassignedStopDetail | null>();
  for (const id of ids) details.set(id, await cache.getUnassignedStop(id));
  return details;
}

function readStops(context: Context): Pick<MainHandlers['unassignedStops'], 'list' | 'get' | 'refresh'> {
  return {
    async list({ cursor }) {
      const { cache, refresher: pull } = context.workspace();
      const offset = cursor === null ? 0 : Number(cursor);
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new AppError('input.invalid', { detail: { field: 'cursor' } });
      const { rows, total, asOf } = await cache.listUnassignedStops(offset, pageRows);
      const next = offset + rows.length;
      return {
        rows,
        total,
        asOf,
        refreshing: pull.isRefreshing('unassignedStops'),
        cursor: rows.length === pageRows && next < total ? String(next) : null,
      };
    },

    get: async ({ id }) => detailOf(context.workspace(), id),

    refresh: async () => context.workspace().refresher.refresh('unassignedStops', 'click'),
  };
}

/** Changes to the content and the address of a stop. */
function changeContents(
  context: Context,
): Pick<MainHandlers['unassignedStops'], 'add' | 'addMany' | 'edit' | 'correct' | 'relocate'> {
  const saved = async ({ recordId }: { recordId: string }): Promise<UnassignedStopRow> =>
    (await detailOf(context.workspace(), recordId)).row;

  return {
    add: once(context, 'unassignedStops.add', {
      work({ stop, depot, draftId }, gesture) {
        const workspace = context.workspace();
        const content = depot === null ? stop : { ...stop, depot };
        gesture.commit(() => {
          forget(workspace, draftId);
          return { recordId: workspace.intake().create('unassignedStops.create', '', content).recordId };
        });
      },
      answer: saved,
    }),

    addMany: once(context, 'unassignedStops.addMany', {
      work({ stops: items, depot, of, gesture: id }, gesture: Gesture<TakenPart>) {
        const workspace = context.workspace();
        const part = { gesture: id, items, of, place: '', at: context.system.now() };
        addPart(workspace, 'unassignedStops.addMany', part, gesture, (stop) =>
          workspace.intake().create('unassignedStops.create', '', depot === null ? stop : { ...stop, depot }),
        );
      },
      answer: ({ count }) => count,
    }),

    edit: once(context, 'unassignedStops.edit', {
      work({ id, change, base, draftId }, gesture) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          refuseGoing(await workspace.cache.getUnassignedStop(id));
          gesture.commit(() => {
            forget(workspace, draftId);
            return { recordId: workspace.intake().edit('unassignedStops.update', id, '', change, base).recordId };
          });
        });
      },
      answer: saved,
    }),

    correct: once(context, 'unassignedStops.correct', {
      work({ entryId, stop, draftId }, gesture) {
        gesture.commit(() =>
          // The form has no field for the depot, which stays unchanged.
          correctEntry(context.workspace(), entryId, draftId, ({ content }) => {
            const { depot } = fromStored(createdAtDepot, content);
            return depot === undefined ? stop : { ...stop, depot };
          }),
        );
      },
      answer: saved,
    }),

    relocate: once(context, 'unassignedStops.relocate', {
      work({ id, stop, draftId }, gesture) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const before = await detailOf(workspace, id);
          refuseGoing(before);
          const { depot } = before;
          const content = depot === null ? stop : { ...stop, depot };
          gesture.commit(() => {
            forget(workspace, draftId);
            const { recordId } = replace(workspace.outboxFile.entries, workspace.intake(), {
              create: { kind: 'unassignedStops.create', parentId: '', content },
              remove: { kind: 'unassignedStops.delete', id, parentId: '' },
            });
            return { recordId };
          });
        });
      },
      answer: saved,
    }),
  };
}

/** Actions on many stops. */
function changeMany(
  context: Context,
): Pick<MainHandlers['unassignedStops'], 'editMany' | 'assign' | 'remove' | 'restore'> {
  return {
    editMany: once(context, 'unassignedStops.editMany', {
      work({ edits, of, gesture: id }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const byId = new Map(edits.map((edit) => [edit.id, edit]));
          const details = await detailsOf(workspace, byId.keys());
          const edited = (stopId: string) => {
            const edit = byId.get(stopId);
            const detail = details.get(stopId);
            if (edit === undefined || detail == null) throw new AppError('record.not-found');
            refuseGoing(detail);
            return workspace.intake().edit('unassignedStops.update', stopId, '', edit.change, edit.base);
          };
          const [at, ids] = [context.system.now(), edits.map((edit) => edit.id)];
          const part = { gesture: id, noun: 'unassignedStops', of, place: '', at, ids } as const;
          gesture.commit(() => editRows(workspace, part, edited));
        });
      },
      answer: (errors, { edits }) => rowResults(idsOf(edits), errors),
    }),

    assign: once(context, 'unassignedStops.assign', {
      work({ ids, planId }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const plan = await planOf(workspace, planId);
          const details = await detailsOf(workspace, ids);
          const drivers = new Set(plan.driverIds);
          const assigned = (id: string) => {
            const detail = details.get(id);
            if (detail == null) throw new AppError('record.not-found');
            refuseGoing(detail);
            refuseLoss(detail.stop);
            replace(workspace.outboxFile.entries, workspace.intake(), {
              create: {
                kind: isLive(plan) ? 'stops.liveCreate' : 'stops.create',
                parentId: plan.id,
                content: contentFor(detail, drivers),
              },
              remove: { kind: 'unassignedStops.delete', id, parentId: '' },
            });
          };
          gesture.commit(() => eachRow(ids, assigned));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    remove: once(context, 'unassignedStops.remove', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        return workspace.changes.take(async () => {
          const details = await detailsOf(workspace, ids);
          const removed = (id: string) => {
            const detail = details.get(id);
            if (detail == null) throw new AppError('record.not-found');
            refuseGoing(detail);
            workspace.intake().remove('unassignedStops.delete', id, '');
          };
          gesture.commit(() => eachRow(ids, removed));
        });
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    restore: once(context, 'unassignedStops.restore', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        gesture.commit(() => eachRow(ids, (id) => restored(context, id)));
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),
  };
}

export function unassignedStopHandlers(context: Context): MainHandlers['unassignedStops'] {
  return { ...readStops(context), ...changeContents(context), ...changeMany(context) };
}

/**
 * Rejects changes to a stop that is being deleted or assigned to a plan, because they would be deleted with it, and its
 * deletion, because undoing that would restore the one before and not the stop.
 */
function refuseGoing(detail: UnassignedStopDetail | null): void {
  const change = detail?.row.change;
  if (change === 'delete' || change === 'move') throw new AppError('record.not-editable');
}

/** The content for a plan's stop: without the depot, and only with drivers of the plan (planning-api, StopCreate). */
function contentFor({ stop, draft }: UnassignedStopDetail, drivers: ReadonlySet<string>): StopCreate {
  const typed: StopCreate & { depot?: unknown } = draft ?? contentOf(stop ?? {});
  const { allowedDrivers, depot: _ofUnassigned, ...content } = typed;
  const kept = (allowedDrivers ?? []).filter((id) => drivers.has(id));
  return kept.length === 0 ? content : { ...content, allowedDrivers: kept };
}
