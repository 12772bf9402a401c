/** Routes of optimized plans in the generated data and their operations, made by the same code as at runtime. */
import { driveUntil } from '../day/drive.ts';
import { layOut } from '../optimise/layout.ts';
import type { Operation, Plan, Route, Stop } from '../model.ts';
import type { StoredOperation, StoredStop } from '../store/records.ts';
import { addDays, secondsAt } from './calendar.ts';
import { dice } from './dice.ts';
import type { PlannedDay } from './plans.ts';

/** Today's routes are driven until then, so that the data does not depend on the time at which it is generated. */
const noon = 12 * 3600;
/** When the office optimized: on the afternoon before. */
const afternoon = 16 * 3600;

/** Whether this plan's stops are on routes. */
export const isOptimised = (planned: PlannedDay): boolean =>
  planned.plan.optimization === 'optimized' || planned.plan.optimization === 'preview';

const distributedAt = (at: number): Route['state'] => ({
  completed: false,
  completedAt: null,
  distributed: true,
  distributedAt: at,
  notifiedRecipients: true,
  notifiedRecipientsAt: at + 60,
  started: false,
  startedAt: null,
});

export interface GeneratedRoutes {
  /** All stops of the plan, with a start and an end stop for each route. */
  stops: StoredStop[];
  routes: Route[];
  operations: StoredOperation[];
}

/** The time until which a plan's routes have been driven, in seconds since the epoch; null if not at all. */
function drivenUntil({ progress, day }: PlannedDay): number | null {
  if (progress === 'ahead') return null;
  return secondsAt(progress === 'past' ? addDays(day, 1) : day, progress === 'past' ? 0 : noon);
}

function operationOf(seed: number, plan: Plan, startedAt: number, stopCount: number): StoredOperation {
  const chance = dice(seed, `operation ${plan.id}`);
  const operation: Operation = {
    id: `operations/${chance.id()}`,
    type: 'plan_optimization',
    done: false,
    metadata: {
      canceled: false,
      startedAt,
      finishedAt: null,
      startedBy: chance.chance(0.8) ? 'dispatcher' : 'api',
      targetPlanId: plan.id,
    },
    result: null,
  };
  return { operation, kind: 'optimise', startedAt: startedAt * 1000, endsAt: (startedAt + 5 + stopCount / 20) * 1000 };
}

/** An operation that is running when the service starts for the first time and ends shortly after. */
function runningOperation(seed: number, { plan, day }: PlannedDay): StoredOperation {
  const running = operationOf(seed, plan, secondsAt(day, 0), 0);
  return { ...running, endsAt: 0, before: { optimization: 'editing', writable: true } };
}

/**
 * Puts a plan's stops on routes and adds the routes to the plan.
 * @param made the plan's stops, without start and end stops
 * @param createdAt milliseconds since the epoch
 */
export function generateRoutes(
  seed: number,
  planned: PlannedDay,
  made: readonly Stop[],
  createdAt: number,
): GeneratedRoutes {
  const { plan, day, area, drivers } = planned;
  const stops = made.map((stop): StoredStop => ({ stop, routeId: null, createdAt }));
  if (plan.optimization === 'optimizing') {
    return { stops, routes: [], operations: [runningOperation(seed, planned)] };
  }
  if (!isOptimised(planned)) return { stops, routes: [], operations: [] };

  const chance = dice(seed, `routes ${plan.id}`);
  const { depot } = area;
  const layout = layOut({
    ...{ plan, depot, drivers, stops, day, createdAt },
    ...{ kind: 'optimise', routes: [], changed: new Set(), now: 0, newId: () => chance.id() },
  });
  const operation = operationOf(seed, plan, secondsAt(addDays(day, -1), afternoon), made.length);
  const finishedAt = Math.round(operation.endsAt / 1000);
  const done: StoredOperation = {
    ...operation,
    operation: {
      ...operation.operation,
      done: true,
      metadata: { ...operation.operation.metadata, finishedAt },
      result: { numOptimizedStops: layout.placed, skippedStops: layout.skipped },
    },
  };
  plan.routes.push(...layout.routes.map(({ id }) => id));

  const until = drivenUntil(planned);
  if (until === null) return { ...layout, operations: [done] };
  const driven = layout.routes.map((route) =>
    driveUntil(
      {
        seed,
        day,
        usualService: depot.routeOverrides?.defaultTimeAtStop ?? 180,
        route: { ...route, state: distributedAt(secondsAt(day, 6 * 3600)) },
        stops: layout.stops.filter(({ routeId }) => routeId === route.id),
      },
      until,
    ),
  );
  const changed = new Map(driven.flatMap((each) => each.stops).map((each) => [each.stop.id, each]));
  return {
    routes: driven.map(({ route }) => route),
    stops: layout.stops.map((each) => changed.get(each.stop.id) ?? each),
    operations: [done],
  };
}
