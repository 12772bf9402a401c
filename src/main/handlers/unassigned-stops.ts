import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import { contentOf } from '../../shared/stop-content.ts';
import type { StopCreate } from '../../shared/stops.ts';
import type { UnassignedStopDetail, UnassignedStopRow } from '../../shared/unassigned-stops.ts';
import { replace } from '../sync/replace.ts';
import { restore } from '../sync/restore.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { correctEntry, eachRow, planOf, save } from './rows.ts';

const pageRows = 200;

export function unassignedStopHandlers(context: Context): Handlers['unassignedStops'] {
  const changed = (planId: string | null = null) => {
    context.changed(['unassignedStops', 'stops', 'plans', 'outbox', 'drafts'], planId);
    context.workspace().loop.wake();
  };
  const withoutDraft = ({ intake, outboxFile }: Workspace, draftId: string | null) =>
    intake(() => {
      if (draftId !== null) outboxFile.drafts.remove(draftId);
    });
  async function detailOf({ cache }: Workspace, id: string): Promise<UnassignedStopDetail> {
    const detail = await cache.getUnassignedStop(id);
    if (detail === null) throw new AppError('record.not-found');
    return detail;
  }
  const savedRow = async (workspace: Workspace, id: string): Promise<UnassignedStopRow> =>
    (await detailOf(workspace, id)).row;

  return {
    async list({ cursor }) {
      const { cache, pull } = context.workspace();
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

    refresh: async () => context.workspace().pull.refresh('unassignedStops', 'click'),

    async add({ stop, depot, draftId }) {
      const workspace = context.workspace();
      const content = depot === null ? stop : { ...stop, depot };
      const { recordId } = save(() => withoutDraft(workspace, draftId).create('unassignedStops.create', '', content));
      changed();
      return savedRow(workspace, recordId);
    },

    edit({ id, change, base, draftId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        refuseGoing(await workspace.cache.getUnassignedStop(id));
        const { recordId } = save(() =>
          withoutDraft(workspace, draftId).edit('unassignedStops.update', id, '', change, base),
        );
        changed();
        return savedRow(workspace, recordId);
      });
    },

    async correct({ entryId, stop, draftId }) {
      const workspace = context.workspace();
      // The form has no field for the depot, which stays what it was.
      const { recordId } = correctEntry(workspace, entryId, draftId, ({ content }) => {
        const { depot } = JSON.parse(content) as { depot?: string };
        return depot === undefined ? stop : { ...stop, depot };
      });
      changed();
      return savedRow(workspace, recordId);
    },

    relocate({ id, stop, draftId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        const { entries } = workspace.outboxFile;
        const before = await detailOf(workspace, id);
        refuseGoing(before);
        const { depot } = before;
        let recordId = '';
        save(() =>
          entries.commit([], () => {
            const made = replace(entries, withoutDraft(workspace, draftId), {
              create: {
                kind: 'unassignedStops.create',
                parentId: '',
                content: depot === null ? stop : { ...stop, depot },
              },
              remove: { kind: 'unassignedStops.delete', id, parentId: '' },
            });
            recordId = made.recordId;
          }),
        );
        changed();
        return savedRow(workspace, recordId);
      });
    },

    assign({ ids, planId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        const plan = await planOf(workspace, planId);
        const details = new Map<string, UnassignedStopDetail | null>();
        for (const id of ids) details.set(id, await workspace.cache.getUnassignedStop(id));
        const drivers = new Set(plan.driverIds);
        const results = eachRow(workspace, ids, (id) => {
          const detail = details.get(id);
          if (detail == null) throw new AppError('record.not-found');
          refuseGoing(detail);
          replace(workspace.outboxFile.entries, workspace.intake(), {
            create: {
              kind: plan.writable ? 'stops.create' : 'stops.liveCreate',
              parentId: plan.id,
              content: contentFor(detail, drivers),
            },
            remove: { kind: 'unassignedStops.delete', id, parentId: '' },
          });
        });
        changed(plan.id);
        return results;
      });
    },

    async remove({ ids }) {
      const workspace = context.workspace();
      const results = eachRow(workspace, ids, (id) => {
        if (!id.includes('/') && !isLocalId(id)) throw new AppError('record.not-found');
        workspace.intake().remove('unassignedStops.delete', id, '');
      });
      changed();
      return results;
    },

    async restore({ ids }) {
      const workspace = context.workspace();
      const { outboxFile, choices } = workspace;
      const now = context.system.now();
      const results = eachRow(workspace, ids, (id) => {
        const how = { storage: outboxFile.entries, choices, now };
        if (restore(how, id) === null) throw new AppError('record.not-editable');
      });
      changed();
      return results;
    },
  };
}

/** What is deleted here, or put into a plan, is no longer changed here: the change would be deleted with it. */
function refuseGoing(detail: UnassignedStopDetail | null): void {
  const change = detail?.row.change;
  if (change === 'delete' || change === 'move') throw new AppError('record.not-editable');
}

/** As a stop of a plan: without its depot, and with wishes for drivers of the plan alone (planning-api, StopCreate). */
function contentFor({ stop, draft }: UnassignedStopDetail, drivers: ReadonlySet<string>): StopCreate {
  const typed: StopCreate & { depot?: unknown } = draft ?? contentOf(stop ?? {});
  const { allowedDrivers, depot: _ofUnassigned, ...content } = typed;
  const kept = (allowedDrivers ?? []).filter((id) => drivers.has(id));
  return kept.length === 0 ? content : { ...content, allowedDrivers: kept };
}
