/** Reading the stops of a plan (planning-api, Stops). */
import { notFound } from '../http/errors.ts';
import { proposedStops } from '../live/session.ts';
import type { Stop } from '../model.ts';
import type { EditingSession, StoredPlan, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { cutPage, listed, type Context, type Handlers } from './handler.ts';
import { checkHasStops, findPlan } from './plans.ts';

/**
 * A stop as in responses, with its route.
 * @param session set when the stop shows pending changes: its route may only be proposed
 */
export function stopAnswer(
  { store, switches }: Pick<Context, 'store' | 'switches'>,
  { stop, routeId }: StoredStop,
  session: EditingSession | null = null,
): Stop {
  const route = routeId === null ? null : (store.routes.get(routeId) ?? null);
  const proposed = session?.proposal?.routes.find(({ id }) => id === routeId);
  const answer = { ...stop, route: proposed ? { ...proposed, state: route?.state ?? proposed.state } : route };
  return switches.subscription === 'basic' ? withoutTimes(answer) : answer;
}

/** The value of fields outside the subscription (resolved, Reading). */
const restricted = { status: 'restricted', reason: 'subscription_not_supported' };

const withoutTimes = (stop: Stop): Stop => ({
  ...stop,
  eta: restricted,
  deliveryInfo: stop.deliveryInfo && { ...stop.deliveryInfo, timeAtStopInfo: restricted },
});

/** The plan with its pending changes as lists show them: none, the current ones, or those of a second ago. */
function shownSession(context: Context, stored: StoredPlan): StoredPlan | null {
  if (context.switches.pendingStops === 'hidden') return null;
  const { plans } = context.store;
  const [shown] = listed(context, plans, [stored], ({ plan }) => plan.id === stored.plan.id);
  return shown?.session ? shown : null;
}

/** Pending stops come after the plan's other stops, in the order in which they were added. */
function placesIn(store: Store) {
  const placeOf = ({ stop }: StoredStop) => store.stops.placeOf(stop.id);
  const addedOf = ({ stop, createdAt }: StoredStop) => `${String(createdAt).padStart(15, '0')} ${stop.id}`;
  const isPending = (each: StoredStop) => placeOf(each) === -1;
  return {
    /** Of a pending stop: the first place that no stop has yet, and when the stop was added. */
    keyOf: (each: StoredStop) =>
      isPending(each) ? `${store.stops.nextPlace} ${addedOf(each)}` : String(placeOf(each)),
    /**
     * The key of a pending stop stays valid after stops are applied, which then have later places than those that came
     * before them. Stops with a place may have been created later than pending ones: plans are made for days to come,
     * and the clock can be set.
     */
    isAfter: (each: StoredStop, key: string) => {
      const [place = '', ...added] = key.split(' ');
      if (added.length === 0) return isPending(each) || placeOf(each) > Number(place);
      return (isPending(each) || placeOf(each) >= Number(place)) && addedOf(each) > added.join(' ');
    },
    inOrder: (stops: readonly StoredStop[]): StoredStop[] => {
      const pending = stops.filter(isPending).map((each) => ({ each, added: addedOf(each) }));
      pending.sort((one, other) => (one.added < other.added ? -1 : 1));
      const road = stops.filter((each) => !isPending(each)).sort((one, other) => placeOf(one) - placeOf(other));
      return [...road, ...pending.map(({ each }) => each)];
    },
  };
}

export function stopHandlers(context: Context): Pick<Handlers, 'stops.list' | 'stops.get'> {
  const { store } = context;
  const { keyOf, isAfter, inOrder } = placesIn(store);

  function found(stored: StoredPlan, externalId: string | undefined): StoredStop[] {
    const { id } = stored.plan;
    const belongs = ({ stop }: StoredStop) =>
      stop.plan === id && (externalId === undefined || stop.recipient?.externalId === externalId);
    const pending = shownSession(context, stored);
    if (pending) return inOrder(proposedStops(store, pending).filter(belongs));
    const inPlan =
      externalId === undefined ? store.stops.of('plan', id) : store.stops.of('externalId', `${id} ${externalId}`);
    return listed(context, store.stops, inPlan, belongs);
  }

  return {
    'stops.list': {
      filters: ['externalId'],
      handle({ parameters, filters, page }) {
        const stored = findPlan(store, parameters['planId']);
        checkHasStops(stored);
        const session = shownSession(context, stored)?.session;
        const { items, nextPageToken } = cutPage(found(stored, filters['externalId']), page, keyOf, isAfter);
        return { stops: items.map((each) => stopAnswer(context, each, session)), nextPageToken };
      },
    },
    'stops.get': {
      handle({ parameters }) {
        const stored = findPlan(store, parameters['planId']);
        checkHasStops(stored);
        const id = `${stored.plan.id}/stops/${parameters['stopId'] ?? ''}`;
        // Only lists lag; single reads never do.
        const session = context.switches.pendingStops === 'hidden' ? null : stored.session;
        const shown = session ? proposedStops(store, stored).find(({ stop }) => stop.id === id) : store.stops.get(id);
        if (!shown) throw notFound('stop');
        return stopAnswer(context, shown, session);
      },
    },
  };
}
