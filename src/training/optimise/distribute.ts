/**
 * Sends routes to drivers, or saves changed ones without sending them (planning-api, Distribute plan, Re-distribute
 * plan, Save plan changes). All functions return the write.
 *
 * The documents do not say what stays unsent after a save. Here the plan stays `distributed`, but its changed routes
 * are not until the plan is redistributed, and until then drivers do not know about stops that are new to them.
 */
import { Refusal } from '../http/errors.ts';
import { applySession } from '../live/session.ts';
import type { Route } from '../model.ts';
import type { StoredPlan, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Write } from '../store/collections.ts';
import { activeDrivers } from './check.ts';

const isOpen = ({ stop }: StoredStop) => stop.type === 'stop' && stop.deliveryInfo?.attempted !== true;

/** Throws a refusal (409) when a driver was deleted or paused after the layout. */
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

/** Marks a route as sent to its driver and recipients. @param now seconds since the epoch */
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

/** A driver who had completed the route drives again. */
const reopened = (route: Route): Route => ({
  ...route,
  state: { ...route.state, completed: false, completedAt: null },
});

const known = ({ unsent: _notAnyMore, ...stored }: StoredStop): StoredStop => stored;

/** Sends a plan's current routes to all drivers who have not received them yet. @param now seconds since the epoch */
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

/** The open stops that a driver has on a route, in order. */
function contentOf(stops: readonly StoredStop[], routeId: string): string {
  const own = stops.filter((each) => each.routeId === routeId && isOpen(each));
  const ordered = own.sort((one, other) => (one.stop.stopPosition ?? 0) - (other.stop.stopPosition ?? 0));
  return JSON.stringify(ordered.map(({ stop: { id, notes, timing, recipient } }) => [id, notes, timing, recipient]));
}

/**
 * Moves the open stops of a proposal behind those that were attempted since it was made: the driver continued on the
 * previous route, so an attempted stop may have a position that the proposal gives to another stop.
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
 * Applies the proposal of a reoptimization.
 * @param now when drivers are notified, in seconds since the epoch; null: they are not
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
