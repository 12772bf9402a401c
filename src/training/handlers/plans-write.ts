/** Writes to plans (planning-api, Plans; resolved, Status codes). */
import type { Version } from '../../shared/endpoints.ts';
import { dayOf, textOfDay } from '../data/calendar.ts';
import { invalid, Refusal } from '../http/errors.ts';
import type { CalendarDay, Plan } from '../model.ts';
import type { StoredPlan } from '../store/records.ts';
import { planChange, planInput, type PlanChange } from '../validate/plans.ts';
import { done, type Context, type Handlers } from './handler.ts';
import { changedOverrides } from './plans-overrides.ts';
import { checkWritable, findPlan, hasStops, stateAfterChange } from './plans.ts';
import { depotFor } from './record-depot.ts';

const millisecondsOfDay = 86_400_000;
/** The documents reject days "too far in the future or past" without saying how far that is. */
const farthest = 366;
/** Plans with more stops than this are deleted in two steps if the switch says so. */
const deletedAtOnce = 100;

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Throws a refusal (400) for a day too far from the service's current day. */
function checkStarts({ clock }: Context, starts: CalendarDay): void {
  const days = (noon(textOfDay(starts)) - noon(dayOf(clock.now()))) / millisecondsOfDay;
  if (Math.abs(days) > farthest) {
    throw invalid('starts', `A plan cannot start more than ${farthest} days before or after today.`);
  }
}

/** Throws a refusal (400) for a paused driver, or for an unknown one, which the documents do not mention. */
function checkDrivers({ store }: Context, drivers: readonly string[]): void {
  for (const [index, id] of drivers.entries()) {
    const driver = store.drivers.get(id);
    if (!driver) throw new Refusal(400, 'driver_not_found', `There is no ${id}.`, `drivers.${index}`);
    if (!driver.active) throw new Refusal(400, 'driver_not_active', `${id} is paused.`, `drivers.${index}`);
  }
}

/**
 * Throws a refusal (412) in v1 for a driver of another depot than the plan's; v0.2b accepts them (planning-api,
 * Versioning). A driver or plan without a depot matches any.
 */
function checkDepots({ store }: Context, version: Version, depot: string | null, drivers: readonly string[]): void {
  if (version !== 'v1' || depot === null) return;
  const foreign = drivers.find((id) => {
    const depots = store.drivers.get(id)?.depots ?? [];
    return depots.length > 0 && !depots.includes(depot);
  });
  if (foreign !== undefined) {
    const message = `${foreign} is of another depot than the plan. Change the driver's depot or the plan's.`;
    throw new Refusal(412, 'driver_depot_mismatch', message, 'drivers');
  }
}

const once = (ids: readonly string[]) => [...new Set(ids)];

function create(context: Context, version: Version, body: unknown): Plan {
  const { store, clock } = context;
  const { title, starts, depot: given, drivers = [], routeOverrides } = planInput(version, body);
  checkStarts(context, starts);
  const depot = depotFor(context, given);
  checkDrivers(context, drivers);
  checkDepots(context, version, depot, drivers);
  const createdAt = clock.now();
  const plan: Plan = {
    id: `plans/${store.newId()}`,
    title,
    starts,
    depot,
    distributed: false,
    writable: hasStops({ createdAt }),
    optimization: 'creating',
    drivers: once(drivers),
    routes: [],
    routeOverrides: changedOverrides(context, null, routeOverrides),
  };
  store.write({ put: { plans: [{ plan, createdAt, session: null }] } });
  return plan;
}

/** The fields that routes depend on: after a change, an optimized plan must be optimized again. */
const layoutOf = ({ starts, depot, drivers, routeOverrides }: Plan) =>
  JSON.stringify([starts, depot, drivers, routeOverrides]);

/** The depot after a change. Null removes it (planning-api, Plan: `depot` string or null). */
function changedDepot(context: Context, plan: Plan, { depot }: PlanChange): string | null {
  if (depot === undefined) return plan.depot;
  return depot === null ? null : depotFor(context, depot);
}

function changedPlan(context: Context, version: Version, plan: Plan, change: PlanChange): Plan {
  const { starts = plan.starts, title = plan.title, drivers } = change;
  if (change.starts) checkStarts(context, starts);
  const depot = changedDepot(context, plan, change);
  if (drivers) checkDrivers(context, drivers);
  if (drivers !== undefined || change.depot !== undefined) {
    checkDepots(context, version, depot, drivers ?? plan.drivers);
  }
  const changed: Plan = {
    ...plan,
    title,
    starts,
    depot,
    drivers: drivers ? once(drivers) : plan.drivers,
    routeOverrides: changedOverrides(context, plan.routeOverrides, change.routeOverrides),
  };
  return layoutOf(changed) === layoutOf(plan) ? changed : { ...changed, optimization: stateAfterChange(plan) };
}

/** Removes a plan with its stops and routes, and cancels its running operations. */
function remove({ store, clock, switches }: Context, stored: StoredPlan): void {
  const { id } = stored.plan;
  const stops = store.stops.of('plan', id).map(({ stop }) => stop.id);
  if (switches.planDeletion === 'half-way' && stops.length > deletedAtOnce && stored.partlyDeleted !== true) {
    store.write({
      put: { plans: [{ ...stored, partlyDeleted: true }] },
      remove: { stops: stops.slice(0, Math.floor(stops.length / 2)) },
    });
    throw new Refusal(500, 'internal', 'The plan was deleted in part. Try again.');
  }
  const running = store.operations.of('plan', id).filter(({ operation }) => !operation.done);
  const finishedAt = Math.floor(clock.now() / 1000);
  store.write({
    put: {
      operations: running.map((each) => ({
        ...each,
        operation: {
          ...each.operation,
          done: true,
          metadata: { ...each.operation.metadata, canceled: true, finishedAt },
        },
      })),
    },
    remove: { plans: [id], stops, routes: store.routes.of('plan', id).map((route) => route.id) },
  });
}

export function planWriteHandlers(context: Context): Pick<Handlers, 'plans.create' | 'plans.update' | 'plans.delete'> {
  const { store } = context;
  return {
    'plans.create': { handle: ({ version, body }) => create(context, version, body) },
    'plans.update': {
      handle({ version, parameters, body }) {
        const stored = findPlan(store, parameters['planId']);
        const change = planChange(version, body);
        checkWritable(stored.plan);
        const plan = changedPlan(context, version, stored.plan, change);
        store.write({ put: { plans: [{ ...stored, plan }] } });
        return plan;
      },
    },
    'plans.delete': {
      // Even if it is not writable (planning-api, Plans, Rules).
      handle({ parameters }) {
        remove(context, findPlan(store, parameters['planId']));
        return done(context, 'The plan was deleted.');
      },
    },
  };
}
