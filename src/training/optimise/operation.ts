/**
 * Optimization as an operation that takes time (planning-api, Operation and States):
 *
 *     creating, editing, optimized, preview --optimize--> optimizing --done--> optimized, or preview (see below)
 *                                                                    --failed, canceled--> the previous state
 *
 * The documents show no transitions of `optimization`. Here `optimized` is a plan with finished routes, and `preview`
 * is a distributed plan with proposed route changes that are not applied yet. Nothing runs in the background: the
 * result is computed when the operation ends.
 */
import { textOfDay } from '../data/calendar.ts';
import { applySession, sessionPropose, sessionStops } from '../live/session.ts';
import type { Operation } from '../model.ts';
import type { StoredOperation, StoredPlan } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Write } from '../store/collections.ts';
import { activeDrivers, depotOf, problemOf, type Problem } from './check.ts';
import { layOut, midnightOf } from './layout.ts';

/** The duration of an operation in milliseconds: a fixed part, and a part per stop. */
const leastTime = 3_000;
const timePerStop = 40;

/** Starts an operation of the public API. @param now milliseconds since the epoch */
export function startOperation(
  store: Store,
  stored: StoredPlan,
  kind: StoredOperation['kind'],
  now: number,
): StoredOperation {
  const { plan } = stored;
  const count = sessionStops(store, stored).filter(({ stop }) => stop.type === 'stop').length;
  const started: StoredOperation = {
    operation: {
      id: `operations/${store.newId()}`,
      type: 'plan_optimization',
      done: false,
      metadata: {
        canceled: false,
        startedAt: Math.floor(now / 1000),
        finishedAt: null,
        startedBy: 'api',
        targetPlanId: plan.id,
      },
      result: null,
    },
    kind,
    startedAt: now,
    endsAt: now + leastTime + timePerStop * count,
    before: { optimization: plan.optimization, writable: plan.writable },
  };
  const running: StoredPlan = { ...stored, plan: { ...plan, optimization: 'optimizing', writable: false } };
  store.write({ put: { plans: [running], operations: [started] } });
  return started;
}

/** @param now milliseconds since the epoch */
const ended = (
  running: StoredOperation,
  now: number,
  result: Operation['result'],
  canceled = false,
): StoredOperation => ({
  ...running,
  endsAt: now,
  operation: {
    ...running.operation,
    done: true,
    metadata: { ...running.operation.metadata, canceled, finishedAt: Math.floor(now / 1000) },
    result,
  },
});

/** Restores the plan's state from before the operation. */
const asBefore = (stored: StoredPlan, { before }: StoredOperation): StoredPlan => ({
  ...stored,
  plan: { ...stored.plan, ...(before ?? { optimization: 'editing', writable: !stored.plan.distributed }) },
});

/** Cancels an operation. Its result is null: the documents show neither a summary nor an error for this. */
export function cancelOperation(store: Store, running: StoredOperation, now: number): StoredOperation {
  const canceled = ended(running, now, null, true);
  const stored = store.plans.get(running.operation.metadata.targetPlanId);
  store.write({ put: { operations: [canceled], plans: stored ? [asBefore(stored, running)] : [] } });
  return canceled;
}

function layoutOf(store: Store, stored: StoredPlan, { kind, endsAt }: StoredOperation) {
  const { plan, session } = stored;
  const day = textOfDay(plan.starts);
  return layOut({
    plan,
    depot: depotOf(store, plan),
    kind,
    drivers: activeDrivers(store, plan),
    stops: sessionStops(store, stored),
    routes: store.routes.of('plan', plan.id),
    changed: new Set(Object.keys(session?.updated ?? {})),
    now: Math.floor(endsAt / 1000) - midnightOf(day),
    day,
    createdAt: endsAt,
    newId: () => store.newId(),
  });
}

/** The write that completes an operation. */
function resultOf(store: Store, stored: StoredPlan, running: StoredOperation): Write {
  const restored = asBefore(stored, running);
  const failed = ({ code, message }: Problem): Write => ({
    put: { operations: [ended(running, running.endsAt, { code, message })], plans: [restored] },
  });
  // Conditions may have changed since the start: drivers can be deleted in the meantime.
  const problem = problemOf(store, stored.plan);
  if (problem) return failed(problem);
  const { routes, stops, skipped, placed } = layoutOf(store, stored, running);
  const operations = [ended(running, running.endsAt, { numOptimizedStops: placed, skippedStops: skipped })];
  if (stored.plan.distributed) {
    return { put: { operations, plans: [sessionPropose(restored, { routes, stops })] } };
  }
  // The plan is not distributed, so the routes apply immediately.
  const laidOut = applySession(store, sessionPropose(restored, { routes, stops }));
  return { ...laidOut, put: { ...laidOut.put, operations } };
}

/** Completes a due operation: done, or failed with a code and a message (planning-api, Errors 6). */
export function finishOperation(store: Store, running: StoredOperation): void {
  const stored = store.plans.get(running.operation.metadata.targetPlanId);
  const gone = { code: 'plan_not_found', message: 'The plan was deleted meanwhile.' };
  store.write(
    stored ? resultOf(store, stored, running) : { put: { operations: [ended(running, running.endsAt, gone)] } },
  );
}
