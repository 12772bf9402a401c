/** What is done with stops that are there: changed, put elsewhere, deleted, and deletions undone. */
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import { contentOf } from '../../shared/stop-content.ts';
import type { StopCreate, StopDetail } from '../../shared/stops.ts';
import { restore } from '../sync/restore.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { eachRow, planOf, save, savedStop, writablePlan } from './rows.ts';

type Changes = Pick<Handlers['stops'], 'edit' | 'relocate' | 'move' | 'remove' | 'restore'>;

export function stopChangeHandlers(context: Context): Changes {
  const changed = (planId: string, withDraft = false) => {
    context.changed(withDraft ? ['stops', 'plans', 'outbox', 'drafts'] : ['stops', 'plans', 'outbox'], planId);
    context.workspace().loop.wake();
  };
  const withoutDraft = ({ intake, outboxFile }: Workspace, draftId: string | null) =>
    intake(() => {
      if (draftId !== null) outboxFile.drafts.remove(draftId);
    });

  return {
    edit({ planId, id, change, base, draftId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        const plan = await planOf(workspace, planId);
        const detail = await workspace.cache.getStop(plan.id, id);
        if (goesElsewhere(workspace, detail)) throw new AppError('record.not-editable');
        const kind = plan.writable ? 'stops.update' : 'stops.liveUpdate';
        const { recordId } = save(() => withoutDraft(workspace, draftId).edit(kind, id, plan.id, change, base));
        changed(plan.id, draftId !== null);
        return savedStop(workspace.cache, plan.id, recordId);
      });
    },

    relocate({ planId, id, stop, draftId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        const plan = await writablePlan(workspace, planId);
        const detail = await workspace.cache.getStop(plan.id, id);
        if (goesElsewhere(workspace, detail)) throw new AppError('record.not-editable');
        const { recordId } = save(() => withoutDraft(workspace, draftId).move(id, plan.id, plan.id, stop));
        changed(plan.id, draftId !== null);
        return savedStop(workspace.cache, plan.id, recordId);
      });
    },

    move({ planId, ids, toPlanId }) {
      const workspace = context.workspace();
      return workspace.changes.take(async () => {
        const [from, to] = await Promise.all([writablePlan(workspace, planId), writablePlan(workspace, toPlanId)]);
        if (from.id === to.id) throw new AppError('record.not-editable', { detail: { name: to.title } });
        const details = new Map<string, StopDetail | null>();
        for (const id of ids) details.set(id, await workspace.cache.getStop(from.id, id));
        const drivers = new Set(to.driverIds);
        const results = eachRow(workspace, ids, (id) => {
          const detail = details.get(id);
          if (detail == null) throw new AppError('record.not-found');
          const { type, change } = detail.row;
          if (type !== 'stop' || change === 'delete' || goesElsewhere(workspace, detail))
            throw new AppError('record.not-editable');
          workspace.intake().move(id, from.id, to.id, movedContent(detail, drivers));
        });
        changed(from.id);
        changed(to.id);
        return results;
      });
    },

    async remove({ planId, ids }) {
      const workspace = context.workspace();
      const plan = await planOf(workspace, planId);
      const kind = plan.writable ? 'stops.delete' : 'stops.liveDelete';
      const results = eachRow(workspace, ids, (id) => {
        if (!id.includes('/') && !isLocalId(id)) throw new AppError('record.not-found');
        workspace.intake().remove(kind, id, plan.id);
      });
      changed(plan.id);
      return results;
    },

    async restore({ planId, ids }) {
      const workspace = context.workspace();
      const { outboxFile, choices } = workspace;
      const now = context.system.now();
      const results = eachRow(workspace, ids, (id) => {
        const how = { storage: outboxFile.entries, choices, now };
        if (restore(how, id) === null) throw new AppError('record.not-editable');
      });
      changed(planId);
      return results;
    },
  };
}

/**
 * Whether it is being made anew at another place and then deleted here: moved once more it would be there twice, and what
 * is changed of it here would be deleted with it. What it becomes there can be changed.
 */
function goesElsewhere({ outboxFile }: Workspace, detail: StopDetail | null): boolean {
  if (detail?.row.change !== 'move') return false;
  const { entries } = outboxFile;
  const { id } = detail.row;
  const record = isLocalId(id) ? entries.record(id) : entries.ownerOf(id);
  const own = record === undefined ? [] : entries.entriesOf(record.id);
  return !own.some(({ kind, state }) => kind === 'stops.move' && state !== 'acknowledged' && state !== 'given-up');
}

/** Only drivers of the plan may be asked for (planning-api, StopCreate). */
function movedContent({ stop, draft }: StopDetail, drivers: ReadonlySet<string>): StopCreate {
  const { allowedDrivers, ...content } = draft ?? contentOf(stop ?? {});
  const kept = (allowedDrivers ?? []).filter((id) => drivers.has(id));
  return kept.length === 0 ? content : { ...content, allowedDrivers: kept };
}
