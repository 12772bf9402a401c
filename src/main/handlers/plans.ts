import { AppError } from '../../shared/errors.ts';
import { operationResult } from '../../shared/operations.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { daysNow } from './depots.ts';
import { once, type MainHandlers } from './gestures.ts';
import { copyPlan } from './plans-copy.ts';
import { currentPlanId, forget, planOf } from './rows.ts';

function readPlans(
  context: Context,
): Pick<MainHandlers['plans'], 'list' | 'get' | 'open' | 'refresh' | 'show' | 'outcome' | 'cancel'> {
  return {
    async list() {
      const { cache, refresher: pull } = context.workspace();
      const { rows, asOf } = await cache.listPlans();
      return { rows, asOf, refreshing: pull.isRefreshing('plans'), cursor: null, total: rows.length };
    },

    async get({ planId }) {
      const workspace = context.workspace();
      const ended = endedOptimisation(workspace, currentPlanId(workspace, planId));
      const row = await planOf(workspace, planId);
      return ended === undefined ? row : { ...row, optimizedAt: endOf(ended) };
    },

    async open() {
      const { cache } = context.workspace();
      const { withoutDepot, byDepot } = await daysNow(context);
      return cache.openPlans(withoutDepot, byDepot);
    },

    async refresh() {
      const { refresher: pull } = context.workspace();
      await Promise.all([pull.refresh('depots', 'click'), pull.refresh('plans', 'click')]);
    },

    show({ planId }) {
      const workspace = context.workspace();
      const id = planId === null ? null : currentPlanId(workspace, planId);
      // A plan that is not on the service yet has nothing to read.
      workspace.refresher.show(id?.includes('/') === true ? id : null);
      return Promise.resolve();
    },

    async cancel({ planId }) {
      const workspace = context.workspace();
      const record = workspace.outboxFile.entries.ownerOf(currentPlanId(workspace, planId));
      const entries = record === undefined ? [] : workspace.outboxFile.entries.entriesOf(record.id);
      const { operationId } =
        entries.findLast((entry) => isOptimisation(entry) && entry.state === 'pending')?.progress ?? {};
      return operationId !== undefined && (await workspace.cancelOperation(operationId));
    },

    async outcome({ planId }) {
      const workspace = context.workspace();
      const { cache } = workspace;
      const id = currentPlanId(workspace, planId);
      const ended = endedOptimisation(workspace, id);
      const operationId = ended?.progress?.operationId;
      if (ended === undefined || operationId === undefined) return null;
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
        at: endOf(ended),
        before: await cache.keptRoutes(id),
      };
    },
  };
}

function changePlans(context: Context): Pick<MainHandlers['plans'], 'create' | 'edit' | 'remove' | 'command'> {
  const saved = ({ planId }: { planId: string }) => planOf(context.workspace(), planId);

  return {
    create: once(context, 'plans.create', {
      work({ plan, draftId }, gesture) {
        const workspace = context.workspace();
        gesture.commit(() => {
          forget(workspace, draftId);
          return { planId: workspace.intake().create('plans.create', '', plan).recordId };
        });
      },
      answer: saved,
    }),

    edit: once(context, 'plans.edit', {
      async work({ planId, change, base, draftId }, gesture) {
        const workspace = context.workspace();
        const { id } = await planOf(workspace, planId);
        gesture.commit(() => {
          forget(workspace, draftId);
          workspace.intake().edit('plans.update', id, '', change, base);
          return { planId: id };
        });
      },
      answer: saved,
    }),

    remove: once(context, 'plans.remove', {
      async work({ planId }, gesture) {
        const workspace = context.workspace();
        const { id } = await planOf(workspace, planId);
        gesture.commit(() => {
          workspace.intake().remove('plans.delete', id, '');
          return null;
        });
      },
      answer: () => undefined,
    }),

    command: once(context, 'plans.command', {
      work({ planId, command, optimizationType }, gesture) {
        const workspace = context.workspace();
        // Serialized, so that two concurrent gestures for the same plan run the command once.
        return workspace.changes.take(async () => {
          const plan = await planOf(workspace, planId);
          if (plan.work !== null && ['queued', 'sending', 'in-doubt', 'pending'].includes(plan.work.state)) {
            throw new AppError('record.not-editable', { detail: { name: plan.title } });
          }
          if (command === 'optimize' || command === 'reoptimize') await workspace.cache.keepRoutes(plan.id);
          const body = optimizationType === undefined ? {} : { optimizationType };
          gesture.commit(() => {
            workspace.intake().command(`plans.${command}`, plan.id, body);
            return { planId: plan.id };
          });
        });
      },
      answer: saved,
    }),
  };
}

export function planHandlers(context: Context): MainHandlers['plans'] {
  return { ...readPlans(context), ...changePlans(context), copy: copyPlan(context) };
}

const isOptimisation = ({ kind, state }: StoredEntry) =>
  (kind === 'plans.optimize' || kind === 'plans.reoptimize') && state !== 'given-up';

/** The last optimisation of a plan that was asked for here, once it has ended. @param id of the service */
function endedOptimisation({ outboxFile }: Workspace, id: string): StoredEntry | undefined {
  const record = outboxFile.entries.ownerOf(id);
  const last = record && outboxFile.entries.entriesOf(record.id).findLast(isOptimisation);
  return last?.state === 'acknowledged' ? last : undefined;
}

const endOf = ({ settledAt, createdAt }: StoredEntry): number => settledAt ?? createdAt;
