/**
 * Live editing as a state machine (planning-api, States and transitions; Live plans and live stops). A plan that is not
 * writable collects changes in a session. Drivers see none of them until a reoptimization has placed them and a user
 * redistributes or saves; a user may also discard them. Except for discarding, the functions are pure: they return the
 * changed plan, and the caller writes it.
 *
 *     no session --change--> session --reoptimized--> session with proposal --applied--> no session
 *                              ^  |                           |
 *                              |  +--discarded or undone--> no session
 *                              +------------ change ----------+
 */
import { Refusal } from '../http/errors.ts';
import type { Plan, Stop } from '../model.ts';
import type { EditingSession, Proposal, StoredPlan, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Write } from '../store/collections.ts';

const empty: EditingSession = { created: [], updated: {}, deleted: [], proposal: null };

const isEmpty = ({ created, updated, deleted }: EditingSession) =>
  created.length === 0 && deleted.length === 0 && Object.keys(updated).length === 0;

const isAttempted = ({ stop }: StoredStop): boolean => stop.deliveryInfo?.attempted === true;

/** The fields of a stop that a user can change after its creation; others come from the optimizer and the drivers. */
const editable = [
  'barcodes',
  'allowedDrivers',
  'notes',
  'packageCount',
  'weight',
  'orderInfo',
  'recipient',
  'activity',
  'paymentOnDelivery',
  'proofOfAttemptRequirements',
  'timing',
  'optimizationOrder',
  'customProperties',
] as const;

/** The fields of a stop that an optimization sets, besides its route. */
const placement = [
  'stopPosition',
  'packageLabel',
  'placeInVehicle',
  'estimatedTravelDistance',
  'estimatedTravelDuration',
  'eta',
] as const;

/** A stop with some fields of another version; the other fields keep their current values. */
function withFields(now: StoredStop, other: StoredStop, names: readonly (keyof Stop)[]): StoredStop {
  const fields = Object.fromEntries(names.map((name) => [name, other.stop[name]]));
  return { ...now, stop: { ...now.stop, ...fields } };
}

/**
 * All stops of a plan with its pending changes applied, each still at its current place; without a session, the current
 * stops. A stop that was attempted in the meantime stays unchanged.
 */
export function sessionStops(store: Pick<Store, 'stops'>, { plan, session }: StoredPlan): StoredStop[] {
  const road = store.stops.of('plan', plan.id);
  if (session === null) return road;
  const deleted = new Set(session.deleted);
  const kept = road.filter((each) => isAttempted(each) || !deleted.has(each.stop.id));
  const changed = kept.map((each) => {
    const change = session.updated[each.stop.id];
    return change && !isAttempted(each) ? withFields(each, change, editable) : each;
  });
  return [...changed, ...session.created];
}

/**
 * All stops of a plan, placed as in the proposal if there is one. Other fields keep their current values, and a stop
 * that was attempted in the meantime keeps its place.
 */
export function proposedStops(store: Pick<Store, 'stops'>, stored: StoredPlan): StoredStop[] {
  const { session } = stored;
  const stops = sessionStops(store, stored);
  if (!session?.proposal) return stops;
  const now = new Map(stops.map((each) => [each.stop.id, each]));
  const proposed = new Set(session.proposal.stops.map(({ stop }) => stop.id));
  const placed = session.proposal.stops.map((each) => {
    const current = now.get(each.stop.id);
    // The optimizer alone decides where a route starts and ends.
    if (!current || each.stop.type !== 'stop') return each;
    return isAttempted(current) ? current : { ...withFields(current, each, placement), routeId: each.routeId };
  });
  const left = stops.filter((each) => isAttempted(each) && !proposed.has(each.stop.id));
  return [...placed, ...left];
}

/** Sets the pending changes. A plan whose changes cancel each other out has no session. */
function withSession(stored: StoredPlan, session: EditingSession): StoredPlan {
  if (isEmpty(session)) return withoutSession(stored);
  // Discards the proposal, which does not contain this change.
  return { ...stored, plan: { ...stored.plan, optimization: 'editing' }, session: { ...session, proposal: null } };
}

/** Without pending changes, a distributed plan is `optimized` again. */
const withoutSession = (stored: StoredPlan): StoredPlan =>
  stored.session === null ? stored : { ...stored, plan: { ...stored.plan, optimization: 'optimized' }, session: null };

/** Adds new stops to the session. */
export function sessionCreate(stored: StoredPlan, stops: readonly StoredStop[]): StoredPlan {
  const session = stored.session ?? empty;
  return withSession(stored, { ...session, created: [...session.created, ...stops] });
}

/** Adds a changed stop to the session. */
export function sessionUpdate(stored: StoredPlan, changed: StoredStop): StoredPlan {
  const session = stored.session ?? empty;
  const { id } = changed.stop;
  if (session.created.some(({ stop }) => stop.id === id)) {
    return withSession(stored, {
      ...session,
      created: session.created.map((each) => (each.stop.id === id ? changed : each)),
    });
  }
  return withSession(stored, { ...session, updated: { ...session.updated, [id]: changed } });
}

/** Adds a deletion to the session; a stop that was only pending is dropped. */
export function sessionDelete(stored: StoredPlan, id: string): StoredPlan {
  const session = stored.session ?? empty;
  const { [id]: _forgotten, ...updated } = session.updated;
  const created = session.created.filter(({ stop }) => stop.id !== id);
  const wasPending = created.length < session.created.length;
  return withSession(stored, {
    ...session,
    created,
    updated,
    deleted: wasPending ? session.deleted : [...session.deleted, id],
  });
}

/** Adds the proposal of a reoptimization, which is then ready to be applied. */
export function sessionPropose(stored: StoredPlan, proposal: Proposal): StoredPlan {
  return {
    ...stored,
    plan: { ...stored.plan, optimization: 'preview' },
    session: { ...(stored.session ?? empty), proposal },
  };
}

/**
 * Discards the pending changes of a plan and their proposal, as a dashboard user can (planning-api, States: "or
 * discarded"). Throws a refusal: 404 for an unknown plan, 409 while an operation runs or when nothing is pending.
 * @param planId `plans/<id>`
 */
export function discardSession({ store }: { store: Store }, planId: string): Plan {
  const stored = store.plans.get(planId);
  if (!stored) throw new Refusal(404, 'plan_not_found', 'There is no such plan.');
  if (isOptimising(store, stored)) throw optimisationInProgress();
  if (stored.session === null) throw new Refusal(409, 'no_pending_changes', 'Nothing is pending on this plan.');
  const plan = withoutSession(stored);
  store.write({ put: { plans: [plan] } });
  return plan.plan;
}

/**
 * The write that applies a proposal (planning-api, States: re-distribute, save): stops at their new places, routes that
 * keep their progress, and the plan without a session and with the fields in `changes`. A stop that was attempted in
 * the meantime stays unchanged, even if it was to be deleted. Throws a refusal (409) without a proposal.
 */
export function applySession(store: Store, stored: StoredPlan, changes: Partial<Plan> = {}): Required<Write> {
  const proposal = stored.session?.proposal;
  if (!proposal) throw new Refusal(409, 'plan_not_optimized', 'Re-optimise the pending changes first.');
  const stops = proposedStops(store, stored);
  const staying = new Set(stops.map(({ stop }) => stop.id));
  const used = new Map<string | null, number>();
  for (const { routeId, stop } of stops) used.set(routeId, (used.get(routeId) ?? 0) + (stop.type === 'stop' ? 1 : 0));
  const old = store.routes.of('plan', stored.plan.id);
  const states = new Map(old.map(({ id, state }) => [id, state]));
  const laidOut = new Set(proposal.routes.map(({ id }) => id));
  const routes = [
    ...proposal.routes.map((route) => ({ ...route, state: states.get(route.id) ?? route.state })),
    // Keeps routes that are not in the proposal but have stops that were attempted in the meantime.
    ...old.filter(({ id }) => !laidOut.has(id) && used.has(id)),
  ].map((route) => ({ ...route, stopCount: used.get(route.id) ?? 0 }));
  const plan: Plan = { ...stored.plan, optimization: 'optimized', routes: routes.map(({ id }) => id), ...changes };
  return {
    put: { plans: [{ ...stored, plan, session: null }], routes, stops },
    remove: {
      routes: old.filter(({ id }) => !laidOut.has(id) && !used.has(id)).map(({ id }) => id),
      stops: store.stops.of('plan', stored.plan.id).flatMap(({ stop }) => (staying.has(stop.id) ? [] : [stop.id])),
    },
  };
}

/** Whether an operation of the plan is running, during which the plan must not change. */
export const isOptimising = (store: Pick<Store, 'operations'>, { plan }: StoredPlan): boolean =>
  plan.optimization === 'optimizing' || store.operations.of('plan', plan.id).some(({ operation }) => !operation.done);

export const optimisationInProgress = (): Refusal =>
  new Refusal(409, 'plan_optimization_in_progress', 'This plan is being optimised. Wait until that is done.');
