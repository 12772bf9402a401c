/**
 * Sending routes to drivers, and keeping changed ones without sending them (planning-api, Distribute plan, Re-distribute
 * plan, Save plan changes). Everything here gives what to write.
 *
 * The documents do not say what of a plan a save leaves unsent. Here the plan stays `distributed`, its changed routes are
 * not until the plan is re-distributed, and until then drivers do not know of the stops that are new to them.
 */
import { Refusal } from '../http/errors.ts';
import { applySession } from '../live/session.ts';
import type { Route } from '../model.ts';
import type { StoredPlan, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Write } from '../store/collections.ts';
import { activeDrivers } from './check.ts';

const isOpen = ({ stop }: StoredStop) => stop.type === 'stop' && stop.deliveryInfo?.attempted !== true;

/** Throws a refusal (409): who was to drive was deleted or paused since the routes were laid out. */
export function checkDrivers(
  store: Store,
  { plan }: StoredPlan,
  routes: readonly Route[],
  stops: readonly StoredStop[],
): void {
  const drivers = new Set(activeDrivers(store, plan).map(({ id }) => id));
  const busy = new Set(stops.flatMap((each) => (isOpen(each) ? [each.routeId] : [])));
  if (routes.some(({ id, driver }) => busy.has(id) && !drivers.has(driver ?? ''))) {
    const message = 'A driver of these routes is not there any more. Optimise the plan once more.';
    throw new Refusal(409, 'plan_concurrent_modification', message);
  }
}

/** A route that its driver and its recipients are told of. @param now seconds since the epoch */
const sent = (route: Route, now: number): Route => ({
  ...route,
  state: {
    ...route.state,
    distributed: true,
    distributedAt: now,
    notifiedRecipients: true,
    notifiedRecipientsAt: now,
  },
});

const isUnsent = ({ state }: Route) => !state.distributed;

/** Who was home already goes out again. */
const reopened = (route: Route): Route => ({
  ...route,
  state: { ...route.state, completed: false, completedAt: null },
});

const known = ({ unsent: _notAnyMore, ...stored }: StoredStop): StoredStop => stored;

/** A plan's routes as they are, to all drivers to whom they were not sent yet. @param now seconds since the epoch */
export function sendRoutes(store: Store, stored: StoredPlan, now: number): Write {
  const routes = store.routes.of('plan', stored.plan.id);
  const stops = store.stops.of('plan', stored.plan.id);
  checkDrivers(store, stored, routes, stops);
  return {
    put: {
      plans: [
        {
          ...stored,
          plan: { ...stored.plan, distributed: true, writable: false, optimization: 'optimized' },
          session: null,
        },
      ],
      routes: routes.filter(isUnsent).map((route) => sent(reopened(route), now)),
      stops: stops.filter(({ unsent }) => unsent === true).map(known),
    },
  };
}

/** What a driver has on a route, in his order. */
function contentOf(stops: readonly StoredStop[], routeId: string): string {
  const own = stops.filter((each) => each.routeId === routeId && isOpen(each));
  const ordered = own.sort((one, other) => (one.stop.stopPosition ?? 0) - (other.stop.stopPosition ?? 0));
  return JSON.stringify(ordered.map(({ stop: { id, notes, timing, recipient } }) => [id, notes, timing, recipient]));
}

/**
 * The stops of a proposal with positions behind what was attempted since it was made: the driver went on by the route he
 * had, so that what he did may stand where the proposal has something else.
 */
function behindTheDriver(stops: readonly StoredStop[]): StoredStop[] {
  const positionOf = ({ stop }: StoredStop) => stop.stopPosition ?? 0;
  const done = new Map<string | null, number>();
  for (const each of stops) {
    if (each.stop.deliveryInfo?.attempted !== true) continue;
    done.set(each.routeId, Math.max(done.get(each.routeId) ?? 0, positionOf(each)));
  }
  const ahead = (each: StoredStop) => each.routeId !== null && (isOpen(each) || each.stop.type === 'end');
  const moved = new Map<string, number>();
  for (const [routeId, last] of done) {
    const own = stops.filter((each) => each.routeId === routeId && ahead(each));
    own.sort((one, other) => positionOf(one) - positionOf(other));
    if (own.every((each) => positionOf(each) > last)) continue;
    own.forEach(({ stop }, index) => moved.set(stop.id, last + index + 1));
  }
  return stops.map((each) => {
    const stopPosition = moved.get(each.stop.id);
    return stopPosition === undefined ? each : { ...each, stop: { ...each.stop, stopPosition } };
  });
}

/**
 * The proposal of a re-optimisation, put on the road.
 * @param now seconds since the epoch at which drivers are told; null: they are not
 */
export function applyProposal(store: Store, stored: StoredPlan, now: number | null): Write {
  const write = applySession(store, stored);
  const { routes = [] } = write.put;
  const stops = behindTheDriver(write.put.stops ?? []);
  checkDrivers(store, stored, routes, stops);
  const before = store.stops.of('plan', stored.plan.id);
  const changed = routes.map((route): Route => {
    const isChanged = contentOf(before, route.id) !== contentOf(stops, route.id);
    if (now === null) return isChanged ? { ...route, state: { ...route.state, distributed: false } } : route;
    return isChanged || isUnsent(route) ? sent(reopened(route), now) : route;
  });
  const routeBefore = new Map(before.map(({ stop, routeId }) => [stop.id, routeId]));
  const isNew = (each: StoredStop) => isOpen(each) && routeBefore.get(each.stop.id) !== each.routeId;
  const told = stops.map((each) => {
    if (now !== null) return known(each);
    return isNew(each) ? { ...each, unsent: true as const } : each;
  });
  return { ...write, put: { ...write.put, routes: changed, stops: told } };
}
