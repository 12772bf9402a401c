/** Live changes to the stops of a plan (planning-api, Live plans and live stops; resolved, Status codes). */
import {
  isOptimising,
  optimisationInProgress,
  sessionCreate,
  sessionDelete,
  sessionStops,
  sessionUpdate,
} from '../live/session.ts';
import type { StoredPlan } from '../store/records.ts';
import { noBody } from '../validate/check.ts';
import { stopChecks } from '../validate/stops.ts';
import type { Context, Handlers } from './handler.ts';
import { checkHasStops, findPlan } from './plans.ts';
import { changedStop, editableStop, idsInNoOrder, makeStop, makeStops } from './stops-record.ts';
import { addStops, putStop, removeStop } from './stops-write.ts';
import { stopAnswer } from './stops.ts';

/** Throws a refusal: 404 for a plan without stops, 409 while an operation runs, even if the plan is writable. */
function checkLive({ store }: Context, stored: StoredPlan): void {
  checkHasStops(stored);
  if (isOptimising(store, stored)) throw optimisationInProgress();
}

/** Writes a plan with its session. @returns whether it has pending changes */
function keep({ store }: Context, plan: StoredPlan): boolean {
  store.write({ put: { plans: [plan] } });
  return plan.session !== null;
}

export function liveHandlers(
  context: Context,
): Pick<Handlers, 'stops.liveCreate' | 'stops.liveUpdate' | 'stops.liveImport' | 'stops.liveDelete'> {
  const { store } = context;

  return {
    'stops.liveCreate': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const input = stopChecks[version].create(body, '');
        checkLive(context, stored);
        const made = makeStop(context, stored.plan, input);
        if (!stored.plan.writable) {
          return { pending: keep(context, sessionCreate(stored, [made])), stop: stopAnswer(context, made) };
        }
        addStops(context, stored, [made]);
        return { pending: false, stop: stopAnswer(context, made) };
      },
    },
    'stops.liveImport': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const inputs = stopChecks[version].createMany(body, '');
        checkLive(context, stored);
        const { stops, failed } = makeStops(context, stored.plan, inputs);
        const success = idsInNoOrder(context, stops);
        if (!stored.plan.writable) {
          // Without a geocoded address, nothing new is pending.
          const pending = stops.length > 0 ? keep(context, sessionCreate(stored, stops)) : stored.session !== null;
          return { success, failed, pending };
        }
        addStops(context, stored, stops);
        return { success, failed, pending: false };
      },
    },
    'stops.liveUpdate': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const change = stopChecks[version].update(body, '');
        checkLive(context, stored);
        const before = editableStop(sessionStops(store, stored), stored.plan, parameters['stopId']);
        const after = changedStop(context, stored.plan, before, change);
        if (stored.plan.writable) {
          putStop(context, stored, before, after);
          return { pending: false, stop: stopAnswer(context, after) };
        }
        // An empty body changes nothing.
        const nothing = Object.keys(change).length === 0;
        const pending = nothing ? stored.session !== null : keep(context, sessionUpdate(stored, after));
        return { pending, stop: stopAnswer(context, after) };
      },
    },
    'stops.liveDelete': {
      handle({ parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        noBody(body);
        checkLive(context, stored);
        const found = editableStop(sessionStops(store, stored), stored.plan, parameters['stopId']);
        if (!stored.plan.writable) return { pending: keep(context, sessionDelete(stored, found.stop.id)) };
        removeStop(context, stored, found);
        return { pending: false };
      },
    },
  };
}
