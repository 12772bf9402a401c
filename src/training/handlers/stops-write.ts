/** Writes to the stops of a writable plan (planning-api, Stops; resolved, Status codes). */
import type { StoredPlan, StoredStop } from '../store/records.ts';
import type { Write } from '../store/collections.ts';
import { stopChecks } from '../validate/stops.ts';
import { done, type Context, type Handlers } from './handler.ts';
import { checkWritable, findPlan, stateAfterChange } from './plans.ts';
import { changedStop, editableStop, idsInNoOrder, makeStop, makeStops, movesRoutes } from './stops-record.ts';
import { stopAnswer } from './stops.ts';

/** Reopens a plan whose routes are out of date; empty if its state does not change. */
function reopened(stored: StoredPlan): Write['put'] {
  const optimization = stateAfterChange(stored.plan);
  if (optimization === stored.plan.optimization) return {};
  return { plans: [{ ...stored, plan: { ...stored.plan, optimization } }] };
}

export function addStops({ store }: Context, stored: StoredPlan, stops: StoredStop[]): void {
  if (stops.length > 0) store.write({ put: { stops, ...reopened(stored) } });
}

export function putStop({ store }: Context, stored: StoredPlan, before: StoredStop, after: StoredStop): void {
  store.write({ put: { stops: [after], ...(movesRoutes(before, after) ? reopened(stored) : {}) } });
}

export function removeStop({ store }: Context, stored: StoredPlan, { stop, routeId }: StoredStop): void {
  const route = routeId === null ? undefined : store.routes.get(routeId);
  const routes = route ? [{ ...route, stopCount: route.stopCount - 1 }] : [];
  store.write({ put: { routes, ...reopened(stored) }, remove: { stops: [stop.id] } });
}

export function stopWriteHandlers(
  context: Context,
): Pick<Handlers, 'stops.create' | 'stops.import' | 'stops.update' | 'stops.delete'> {
  const { store } = context;
  return {
    'stops.create': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const input = stopChecks[version].create(body, '');
        checkWritable(stored.plan);
        const made = makeStop(context, stored.plan, input);
        addStops(context, stored, [made]);
        return stopAnswer(context, made);
      },
    },
    'stops.import': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const inputs = stopChecks[version].createMany(body, '');
        checkWritable(stored.plan);
        const { stops, failed } = makeStops(context, stored.plan, inputs);
        addStops(context, stored, stops);
        return { success: idsInNoOrder(context, stops), failed };
      },
    },
    'stops.update': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const change = stopChecks[version].update(body, '');
        checkWritable(stored.plan);
        const before = editableStop(store.stops.of('plan', stored.plan.id), stored.plan, parameters['stopId']);
        const after = changedStop(context, stored.plan, before, change);
        putStop(context, stored, before, after);
        return stopAnswer(context, after);
      },
    },
    'stops.delete': {
      handle({ parameters }) {
        const stored = findPlan(store, parameters['planId']);
        checkWritable(stored.plan);
        const stops = store.stops.of('plan', stored.plan.id);
        removeStop(context, stored, editableStop(stops, stored.plan, parameters['stopId']));
        return done(context, 'The stop was deleted.');
      },
    },
  };
}
