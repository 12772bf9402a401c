/** Creates a plan like another one. */
import type { PlanCreate } from '../../shared/plans.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { refuseLoss } from './kept-whole.ts';
import { planOf } from './rows.ts';
import { movedContent } from './stops-change.ts';

/** So many stops are saved in one transaction: more would block main's event loop for longer than a frame. */
const stopsAtOnce = 25;

/** What is saved so far of a copy. */
interface Copied {
  /** The new plan's local id. */
  planId: string;
  /** Ids of the stops that are still to be copied. */
  left: string[];
}

/** Copies the next stops. One that was deleted meanwhile is left out. */
async function copyNext(workspace: Workspace, sourceId: string, copied: Copied, gesture: Gesture<Copied>) {
  const { planId, left } = copied;
  const [next, later] = [left.slice(0, stopsAtOnce), left.slice(stopsAtOnce)];
  const drivers = new Set((await planOf(workspace, planId)).driverIds);
  const details = await Promise.all(next.map((id) => workspace.cache.getStop(sourceId, id)));
  const save = () => {
    for (const detail of details)
      if (detail !== null) workspace.intake().create('stops.create', planId, movedContent(detail, drivers));
    return { planId, left: later };
  };
  return gesture.commit(save, later.length === 0 ? 'done' : 'begun');
}

/** @throws AppError before anything is saved, if the copy of a stop would lose a part of it */
async function checkStops({ cache }: Workspace, planId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) refuseLoss((await cache.getStop(planId, id))?.stop ?? null);
}

export function copyPlan(context: Context): MainHandlers['plans']['copy'] {
  return once(context, 'plans.copy', {
    // Each part says which stops are left, so that an interrupted copy continues where it was.
    resumes: true,
    async work({ planId, plan, drivers, withStops }, gesture: Gesture<Copied>) {
      const workspace = context.workspace();
      const source = await planOf(workspace, planId);
      let copied = gesture.before;
      if (copied === null) {
        const left = withStops ? await workspace.cache.stayingStopIds(source.id) : [];
        await checkStops(workspace, source.id, left);
        const routeOverrides = await workspace.cache.planOverrides(source.id);
        const content: PlanCreate = {
          ...plan,
          ...{ depot: source.depot, drivers: source.driverIds.filter((id) => drivers.includes(id)) },
          ...(routeOverrides === null ? {} : { routeOverrides }),
        };
        copied = gesture.commit(
          () => ({ planId: workspace.intake().create('plans.create', '', content).recordId, left }),
          left.length === 0 ? 'done' : 'begun',
        );
      }
      while (copied.left.length > 0) copied = await copyNext(workspace, source.id, copied, gesture);
    },
    answer: ({ planId }) => planOf(context.workspace(), planId),
  });
}
