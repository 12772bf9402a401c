/**
 * A driver's day on one route: departs, drives, waits, delivers or fails, and returns. All events derive from the seed
 * and the records alone, so a service that was off for a day catches up, and a restarted one continues where it
 * stopped.
 */
import { paceOf, withDelivery } from '../data/deliveries.ts';
import { secondsAt } from '../data/calendar.ts';
import { windowOf } from '../optimise/jobs.ts';
import { etaAt } from '../optimise/write.ts';
import type { Route, Stop } from '../model.ts';
import type { StoredStop } from '../store/records.ts';

/** A route on its day. Times in seconds since the epoch. */
export interface Drive {
  seed: number;
  /** `2026-06-15` */
  day: string;
  /** Default seconds at a stop. */
  usualService: number;
  route: Route;
  /** All of the route's stops. */
  stops: readonly StoredStop[];
}

export interface Driven {
  route: Route;
  /** Only the stops that changed. */
  stops: StoredStop[];
  /** When the next event is due, or null when the route is completed. */
  next: number | null;
}

/** An arrival time is updated only if it changes by at least this many seconds. */
const worthSaying = 180;

type Step = { at: number; route: Route } | { at: number; arrived: number; stop: StoredStop };

const etaOf = ({ eta }: Stop): number | null => ('value' in eta ? eta.value.estimatedArrivalAt : null);

const timesOf = ({ stop: { deliveryInfo: info } }: StoredStop): number =>
  info && 'value' in info.timeAtStopInfo ? info.timeAtStopInfo.value.departedAt : (info?.attemptedAt ?? 0);

const isAttempted = ({ stop }: StoredStop) => stop.deliveryInfo?.attempted === true;

const serviceOf = ({ usualService }: Drive, { timing }: Stop) => timing?.estimatedAttemptDuration ?? usualService;

/** When service at a stop can start: a driver who arrives early waits for the stop's time window. */
function notBefore({ day }: Drive, stop: Stop, at: number): number {
  const { from } = windowOf(stop);
  return from > 0 ? Math.max(at, secondsAt(day, from)) : at;
}

/** The next event on a route. @param stops by position */
function nextStep(drive: Drive, route: Route, stops: readonly StoredStop[]): Step | null {
  const { state } = route;
  // Drivers follow the last distributed version of a route that has changed since.
  if (state.completed || state.distributedAt === null) return null;
  if (!state.started) {
    const first = stops[0];
    const planned = (first && etaOf(first.stop)) ?? secondsAt(drive.day, 8 * 3600);
    const at = Math.max(planned, state.distributedAt);
    return { at, route: { ...route, state: { ...state, started: true, startedAt: at } } };
  }
  const attempted = stops.filter(isAttempted).map(timesOf);
  // A driver cannot act on a distribution before it happened.
  const here = Math.max(state.startedAt ?? 0, state.distributedAt, ...attempted);
  const stop = stops.find(
    (each) =>
      each.stop.type === 'stop' &&
      each.stop.deliveryInfo !== null &&
      each.unsent !== true &&
      !isAttempted(each) &&
      !paceOf(drive.seed, each.stop).passedBy,
  );
  if (!stop) {
    const end = stops.find((each) => each.stop.type === 'end');
    const at = here + (end?.stop.estimatedTravelDuration ?? 0);
    return { at, route: { ...route, state: { ...state, completed: true, completedAt: at } } };
  }
  const pace = paceOf(drive.seed, stop.stop);
  const from = Math.max(here, Math.floor(stop.createdAt / 1000));
  const there = from + Math.round((stop.stop.estimatedTravelDuration ?? 0) * pace.way);
  const arrived = notBefore(drive, stop.stop, there);
  const at = arrived + Math.max(30, Math.round(serviceOf(drive, stop.stop) * pace.stay));
  return { at, arrived, stop };
}

/** Updates the estimated arrivals at the remaining stops when the driver is noticeably early or late. */
function withArrivals(drive: Drive, stops: readonly StoredStop[], left: number): StoredStop[] {
  let at = left;
  // Stops that the driver skipped keep their estimates.
  const ahead = stops.slice(stops.findLastIndex(isAttempted) + 1);
  const expected = ahead.flatMap((each) => {
    if (each.stop.type === 'start') return [];
    const arrival = notBefore(drive, each.stop, at + (each.stop.estimatedTravelDuration ?? 0));
    at = arrival + (each.stop.type === 'stop' ? serviceOf(drive, each.stop) : 0);
    return [{ each, arrival }];
  });
  const [first] = expected;
  if (!first || Math.abs(first.arrival - (etaOf(first.each.stop) ?? 0)) < worthSaying) return [];
  return expected.map(({ each, arrival }) => ({ ...each, stop: { ...each.stop, eta: etaAt(arrival) } }));
}

/** Applies all events on a route up to a given time. @param until seconds since the epoch, inclusive */
export function driveUntil(drive: Drive, until: number): Driven {
  let { route } = drive;
  const stops = drive.stops.toSorted((one, other) => (one.stop.stopPosition ?? 0) - (other.stop.stopPosition ?? 0));
  const changed = new Map<string, StoredStop>();
  const put = (each: StoredStop) => {
    changed.set(each.stop.id, each);
    stops[stops.findIndex(({ stop }) => stop.id === each.stop.id)] = each;
  };
  let step = nextStep(drive, route, stops);
  for (; step && step.at <= until; step = nextStep(drive, route, stops)) {
    if ('route' in step) {
      ({ route } = step);
    } else {
      put({ ...step.stop, stop: withDelivery(drive.seed, step.stop.stop, step.arrived, step.at) });
      withArrivals(drive, stops, step.at).forEach(put);
    }
  }
  return { route, stops: [...changed.values()], next: step?.at ?? null };
}
