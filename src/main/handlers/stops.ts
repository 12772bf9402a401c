import { AppError } from '../../shared/errors.ts';
import { comparableDelivery, isSameDelivery } from '../../shared/same-delivery.ts';
import { isLive } from '../../shared/plan-refusals.ts';
import { keepsNoStops } from '../../shared/plan-rules.ts';
import type { StopRow } from '../../shared/stops.ts';
import { isGone } from '../refresh/read-plan.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { addPart, type TakenPart } from './imported.ts';
import { correctEntry, currentPlanId, forget, inPlan, planOf, savedStop, type SavedRecord } from './rows.ts';
import { stopChangeHandlers } from './stops-change.ts';

const pageRows = 200;
const mostSimilar = 5;
const mostRecent = 8;

type Reads = Pick<MainHandlers['stops'], 'list' | 'get' | 'refresh' | 'properties' | 'recentRecipients' | 'similar'>;

function readStops(context: Context): Reads {
  return {
    async list({ planId, cursor, known }) {
      const { cache, refresher: pull } = context.workspace();
      const id = currentPlanId(context.workspace(), planId);
      const offset = cursor === null ? 0 : Number(cursor);
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new AppError('input.invalid', { detail: { field: 'cursor' } });
      const { count, total, asOf, ...page } = await cache.stopsPage(id, offset, pageRows, known);
      const next = offset + count;
      return {
        ...page,
        total,
        asOf,
        refreshing: pull.isRefreshing(`stops:${id}`),
        cursor: count === pageRows && next < total ? String(next) : null,
      };
    },

    get({ planId, id }) {
      const workspace = context.workspace();
      return inPlan(workspace, planId, (current) => workspace.cache.getStop(current, id));
    },

    async refresh({ planId }) {
      const workspace = context.workspace();
      const id = currentPlanId(workspace, planId);
      // A plan that is not on the service yet has nothing to read.
      if (!id.includes('/')) return;
      const { refresher } = workspace;
      const names = (['drivers', 'depots'] as const).map((list) => refresher.refresh(list, 'click'));
      // Without these lists the screen still shows the stops.
      const others = Promise.allSettled(names);
      const plan = await workspace.cache.getPlan(id);
      const hasStops = plan === null || !keepsNoStops(plan);
      const stops = async () => {
        try {
          await refresher.refreshStops(id, 'click');
        } catch (error) {
          // The plan was deleted elsewhere, which the read of the plan itself finds out.
          if (!isGone(error)) throw error;
        }
      };
      await Promise.all([hasStops ? stops() : undefined, refresher.refreshPlan(id, 'click'), others]);
    },

    properties: async () => context.workspace().cache.listCustomProperties(),

    recentRecipients: async ({ text }) =>
      text.trim().length < 2 ? [] : context.workspace().cache.recentRecipients(text, mostRecent),

    async similar({ planId, ...typed }) {
      const { cache } = context.workspace();
      const id = currentPlanId(context.workspace(), planId);
      const wanted = comparableDelivery(typed);
      const isSimilar = (row: StopRow) =>
        isSameDelivery(wanted, comparableDelivery({ ...row, name: row.recipientName }));
      const found: StopRow[] = [];
      for (let offset = 0; found.length < mostSimilar; offset += pageRows) {
        const { rows } = await cache.listStops(id, offset, pageRows);
        found.push(...rows.filter((row) => row.type === 'stop' && isSimilar(row)));
        if (rows.length < pageRows) break;
      }
      return found.slice(0, mostSimilar);
    },
  };
}

/** What the service is asked for while a person waits. */
function askService(context: Context): Pick<MainHandlers['stops'], 'elsewhere' | 'readRoute'> {
  return {
    async readRoute({ planId, driverId }) {
      const workspace = context.workspace();
      const id = currentPlanId(workspace, planId);
      // A plan that is not on the service yet has no routes.
      if (id.includes('/')) await workspace.readRoute(id, driverId);
    },

    async elsewhere({ planId, externalIds }) {
      const workspace = context.workspace();
      const found = await workspace.stopsWithNumbers(externalIds);
      if (found === null) return null;
      const here = planId === null ? null : currentPlanId(workspace, planId);
      const hits = found.hits.filter((hit) => hit.planId !== here);
      const stops = hits.map(async (hit) => ({
        ...hit,
        planTitle: hit.planId === null ? null : ((await workspace.cache.getPlan(hit.planId))?.title ?? null),
      }));
      return { stops: await Promise.all(stops), unasked: found.unasked };
    },
  };
}

export function stopHandlers(context: Context): MainHandlers['stops'] {
  return {
    ...readStops(context),
    ...askService(context),

    add: once(context, 'stops.add', {
      async work({ planId, stop, draftId }, gesture: Gesture<SavedRecord>) {
        const workspace = context.workspace();
        const plan = await planOf(workspace, planId);
        gesture.commit(() => {
          forget(workspace, draftId);
          const kind = isLive(plan) ? 'stops.liveCreate' : 'stops.create';
          return { parentId: plan.id, recordId: workspace.intake().create(kind, plan.id, stop).recordId };
        });
      },
      answer: (saved) => savedStop(context.workspace(), saved),
    }),

    addMany: once(context, 'stops.addMany', {
      async work({ planId, stops: items, of, gesture: id }, gesture: Gesture<TakenPart>) {
        const workspace = context.workspace();
        const plan = await planOf(workspace, planId);
        const kind = isLive(plan) ? 'stops.liveCreate' : 'stops.create';
        const part = { gesture: id, items, of, place: planId, at: context.system.now() };
        addPart(workspace, 'stops.addMany', part, gesture, (stop) => workspace.intake().create(kind, plan.id, stop));
      },
      answer: ({ count }) => count,
    }),

    ...stopChangeHandlers(context),

    correct: once(context, 'stops.correct', {
      work({ entryId, stop, draftId }, gesture: Gesture<SavedRecord>) {
        const workspace = context.workspace();
        gesture.commit(() => correctEntry(workspace, entryId, draftId, () => stop));
      },
      answer: (saved) => savedStop(context.workspace(), saved),
    }),
  };
}
