/** Starts optimizations (planning-api, Optimize plan and Re-optimize plan; resolved, Status codes). */
import type { Day } from '../day/day.ts';
import { Refusal } from '../http/errors.ts';
import { isOptimising, optimisationInProgress } from '../live/session.ts';
import type { Operation, Plan } from '../model.ts';
import { activeDrivers, checkOptimisable } from '../optimise/check.ts';
import { startOperation } from '../optimise/operation.ts';
import type { StoredOperation, StoredPlan } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { fields, noBody, oneOf } from '../validate/check.ts';
import type { Context, Handlers } from './handler.ts';
import { checkHasStops, findPlan } from './plans.ts';

const reoptimisation = fields({
  optimizationType: oneOf('reorder_changed_stops', 'reorder_all_stops', 'redistribute_stops_between_drivers'),
});

const isLaidOut = ({ optimization }: Plan) => optimization === 'optimized' || optimization === 'preview';

const alreadyOptimised = (message: string) => new Refusal(409, 'plan_already_optimized', message);

/** Whether every unattempted stop is on the route of an active driver. */
function nothingLeft(store: Store, { plan }: StoredPlan): boolean {
  const drivers = new Set(activeDrivers(store, plan).map(({ id }) => id));
  const driven = new Set(
    store.routes.of('plan', plan.id).flatMap(({ id, driver }) => (drivers.has(driver ?? '') ? [id] : [])),
  );
  return store.stops
    .of('plan', plan.id)
    .every(({ stop, routeId }) => stop.deliveryInfo?.attempted === true || driven.has(routeId ?? ''));
}

/** Checks common to both: rejects plans too old to have stops, and plans that are being optimized. */
function checkIdle(store: Store, stored: StoredPlan): void {
  checkHasStops(stored);
  if (isOptimising(store, stored)) throw optimisationInProgress();
}

export function optimiseHandlers(context: Context, day: Day): Pick<Handlers, 'plans.optimize' | 'plans.reoptimize'> {
  const { store, clock, switches } = context;
  const start = (stored: StoredPlan, kind: StoredOperation['kind']): Operation => {
    checkOptimisable(store, stored.plan);
    const started = startOperation(store, stored, kind, clock.now());
    day.operationStarted(started);
    return started.operation;
  };
  return {
    'plans.optimize': {
      handle({ parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        noBody(body);
        checkIdle(store, stored);
        // Distributed plans, and those unchanged since their layout, must be reoptimized instead.
        if (stored.plan.distributed || isLaidOut(stored.plan)) {
          throw alreadyOptimised('The plan is optimised already. Re-optimise it instead.');
        }
        return start(stored, 'optimise');
      },
    },
    'plans.reoptimize': {
      handle({ parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const { optimizationType: kind = 'reorder_changed_stops' } = body === undefined ? {} : reoptimisation(body, '');
        checkIdle(store, stored);
        const onlyOrder = switches.reoptimisation === 'reorder-only' && stored.plan.distributed;
        if (onlyOrder && kind !== 'reorder_changed_stops') {
          const message = 'A distributed plan can be re-optimised by reorder_changed_stops only.';
          throw new Refusal(409, 'plan_optimization_not_supported', message, 'optimizationType');
        }
        const unchanged = stored.session === null && isLaidOut(stored.plan);
        if (kind === 'reorder_changed_stops' && unchanged && nothingLeft(store, stored)) {
          throw alreadyOptimised('No stop of this plan has changed since it was optimised.');
        }
        return start(stored, kind);
      },
    },
  };
}
