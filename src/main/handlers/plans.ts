import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { operationResult } from '../../shared/operations.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Context } from './context.ts';
import { currentPlanId, planOf, save } from './rows.ts';

export function planHandlers(context: Context): Handlers['plans'] {
  const changed = (planId: string | null) => {
    context.changed(['plans', 'stops', 'outbox'], planId);
    context.workspace().loop.wake();
  };

  return {
    async list() {
      const { cache, pull } = context.workspace();
      const { rows, asOf } = await cache.listPlans();
      return { rows, asOf, refreshing: pull.isRefreshing('plans'), cursor: null, total: rows.length };
    },

    get: async ({ planId }) => planOf(context.workspace(), planId),

    async refresh() {
      const { pull } = context.workspace();
      await Promise.all([pull.refresh('depots', 'click'), pull.refresh('plans', 'click')]);
    },

    show({ planId }) {
      const workspace = context.workspace();
      const id = planId === null ? null : currentPlanId(workspace, planId);
      // One that the service does not have yet has nothing to be read.
      workspace.pull.show(id?.includes('/') === true ? id : null);
      return Promise.resolve();
    },

    async create({ plan }) {
      const workspace = context.workspace();
      const { recordId } = save(() => workspace.intake().create('plans.create', '', plan));
      changed(null);
      return planOf(workspace, recordId);
    },

    async edit({ planId, change, base }) {
      const workspace = context.workspace();
      const plan = await planOf(workspace, planId);
      save(() => workspace.intake().edit('plans.update', plan.id, '', change, base));
      changed(plan.id);
      return planOf(workspace, plan.id);
    },

    async remove({ planId }) {
      const workspace = context.workspace();
      const plan = await planOf(workspace, planId);
      save(() => workspace.intake().remove('plans.delete', plan.id, ''));
      changed(plan.id);
    },

    command({ planId, command, optimizationType }) {
      const workspace = context.workspace();
      // One after the other: what is asked for twice by a double click is done once.
      return workspace.changes.take(async () => {
        const plan = await planOf(workspace, planId);
        if (plan.work !== null && ['queued', 'sending', 'in-doubt', 'pending'].includes(plan.work.state)) {
          throw new AppError('record.not-editable', { detail: { name: plan.title } });
        }
        const body = optimizationType === undefined ? {} : { optimizationType };
        save(() => workspace.intake().command(`plans.${command}`, plan.id, body));
        changed(plan.id);
        return planOf(workspace, plan.id);
      });
    },

    async outcome({ planId }) {
      const workspace = context.workspace();
      const { outboxFile, cache } = workspace;
      const id = currentPlanId(workspace, planId);
      const record = outboxFile.entries.ownerOf(id);
      const last = record && outboxFile.entries.entriesOf(record.id).findLast(isOptimisation);
      const { operationId } = last?.progress ?? {};
      if (last?.state !== 'acknowledged' || operationId === undefined) return null;
      const result = operationResult(await workspace.readOperation(operationId));
      if (result?.kind !== 'optimized') return null;
      const ids = result.skipped.flatMap((skipped) => skipped.id ?? []);
      const names = new Map((await cache.subjectsOf(ids)).map((subject) => [subject.id, subject]));
      return {
        placed: result.stops,
        skipped: result.skipped.map((skipped) => {
          const subject = names.get(skipped.id ?? '');
          return { ...skipped, name: subject?.name ?? null, address: subject?.address ?? '' };
        }),
        at: last.settledAt ?? last.createdAt,
      };
    },
  };
}

const isOptimisation = ({ kind, state }: StoredEntry) =>
  (kind === 'plans.optimize' || kind === 'plans.reoptimize') && state !== 'given-up';
