/**
 * Live editing as a state machine (planning-api, States and transitions; Live plans and live stops). A plan that is not
 * writable collects changes in a session: the drivers see none of them until a re-optimisation has found places for them
 * and somebody re-distributes or saves; or until somebody throws them away. Everything here is pure: it gives the plan as
 * it will be, and the caller writes it.
 *
 *     no session --change--> session --re-optimised--> session with proposal --applied--> no session
 *                              ^  |                           |
 *                              |  +--discarded, or undone--> no session
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

/** What a person may change of a stop after it was made; everything else comes from the optimiser and the road. */
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

/** What an optimisation says of a stop, besides its route. */
const placement = [
  'stopPosition',
  'packageLabel',
  'placeInVehicle',
  'estimatedTravelDistance',
  'estimatedTravelDuration',
  'eta',
] as const;

/** A stop with some fields of another version of it; the rest is as it is now, for the road goes on meanwhile. */
function withFields(now: StoredStop, other: StoredStop, names: readonly (keyof Stop)[]): StoredStop {
  const fields = Object.fromEntries(names.map((name) => [name, other.stop[name]]));
  return { ...now, stop: { ...now.stop, ...fields } };
}

/**
 * All stops of a plan as they will be once its pending changes are applied, each with the place it has now; those of a
 * plan without a session as they are. A stop that was attempted meanwhile stays as the road has it.
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
 * All stops of a plan with the places of the proposal, where there is one: stops of it keep what the road has made of
 * them since, and who was attempted meanwhile stays where he was.
 */
export function proposedStops(store: Pick<Store, 'stops'>, stored: StoredPlan): StoredStop[] {
  const { session } = stored;
  const stops = sessionStops(store, stored);
  if (!session?.proposal) return stops;
  const now = new Map(stops.map((each) => [each.stop.id, each]));
  const proposed = new Set(session.proposal.stops.map(({ stop }) => stop.id));
  const placed = session.proposal.stops.map((each) => {
    const current = now.get(each.stop.id);
    // Where a route starts and ends is all the optimiser's.
    if (!current || each.stop.type !== 'stop') return each;
    return isAttempted(current) ? current : { ...withFields(current, each, placement), routeId: each.routeId };
  });
  const left = stops.filter((each) => isAttempted(each) && !proposed.has(each.stop.id));
  return [...placed, ...left];
}

/** The plan with these changes pending; a plan whose changes cancel each other out has no session any more. */
function withSession(stored: StoredPlan, session: EditingSession): StoredPlan {
  if (isEmpty(session)) return withoutSession(stored);
  // What a re-optimisation proposed did not know of this change.
  return { ...stored, plan: { ...stored.plan, optimization: 'editing' }, session: { ...session, proposal: null } };
}

/** A plan on the road is an optimised one: that is what it goes back to. */
const withoutSession = (stored: StoredPlan): StoredPlan =>
  stored.session === null ? stored : { ...stored, plan: { ...stored.plan, optimization: 'optimized' }, session: null };

/** Opens or extends the session by stops that were added. */
export function sessionCreate(stored: StoredPlan, stops: readonly StoredStop[]): StoredPlan {
  const session = stored.session ?? empty;
  return withSession(stored, { ...session, created: [...session.created, ...stops] });
}

/** Opens or extends the session by a stop as it will be. */
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

/** Opens or extends the session by a deletion; a stop that was pending itself is forgotten. */
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

/** The plan with what a re-optimisation has laid out; it waits for being applied. */
export function sessionPropose(stored: StoredPlan, proposal: Proposal): StoredPlan {
  return {
    ...stored,
    plan: { ...stored.plan, optimization: 'preview' },
    session: { ...(stored.session ?? empty), proposal },
  };
}

/**
 * Somebody throws the pending changes away on the dashboard (planning-api, States: "or discarded"), and what was proposed
 * for them. Throws a refusal: 404 for a plan that is not there, 409 while an operation runs or where nothing is pending.
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
 * What to write when the proposal goes on the road (planning-api, States: re-distribute, save): stops with their new
 * places, routes that keep how far they have come, the plan without a session and with the fields in `changes`. A stop
 * that was attempted meanwhile stays as it is, even one that was to go. Throws a refusal (409) without a proposal.
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
    // A route that is left out, with stops that were attempted meanwhile, stays for their sake.
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

/** Whether an operation of the plan runs: nothing may be changed meanwhile. */
export const isOptimising = (store: Pick<Store, 'operations'>, { plan }: StoredPlan): boolean =>
  plan.optimization === 'optimizing' || store.operations.of('plan', plan.id).some(({ operation }) => !operation.done);

export const optimisationInProgress = (): Refusal =>
  new Refusal(409, 'plan_optimization_in_progress', 'This plan is being optimised. Wait until that is done.');
