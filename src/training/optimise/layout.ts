/**
 * Lays out a plan's routes: which active driver visits which stops, in which order and when. Attempted stops never
 * move, and stops that cannot be visited are skipped with a reason. The same input gives the same routes.
 */
import { secondsAt } from '../data/calendar.ts';
import type { Driver, SkippedStop } from '../model.ts';
import type { Proposal, StoredStop } from '../store/records.ts';
import { improve } from './improve.ts';
import { insertAll } from './insert.ts';
import { jobOf } from './jobs.ts';
import type { Course, LayoutInput } from './layout-input.ts';
import type { Goal, Job } from './problem.ts';
import { pointOf, startOf, vehicleOf } from './vehicles.ts';
import { placedStops, unplaced } from './write.ts';

export interface Layout extends Proposal {
  skipped: SkippedStop[];
  /** How many stops are on a route, attempted or not. */
  placed: number;
}

const isStop = ({ stop }: StoredStop) => stop.type === 'stop';
const isAttempted = ({ stop }: StoredStop) => stop.deliveryInfo?.attempted === true;
const byPosition = (one: StoredStop, other: StoredStop) =>
  (one.stop.stopPosition ?? Infinity) - (other.stop.stopPosition ?? Infinity);

/** When the driver left an attempted stop, in seconds since the epoch. */
const leftAt = ({ stop: { deliveryInfo: info } }: StoredStop): number =>
  info && 'value' in info.timeAtStopInfo ? info.timeAtStopInfo.value.departedAt : (info?.attemptedAt ?? 0);

function courseOf(input: LayoutInput, driver: Driver, origin: Origin, midnight: number): Course | undefined {
  const vehicle = vehicleOf(input, driver, origin);
  if (!vehicle) return undefined;
  const route = input.routes.find((each) => each.driver === driver.id);
  const onRoute = route ? input.stops.filter((each) => each.routeId === route.id && isStop(each)) : [];
  const locked = onRoute.filter(isAttempted).sort((one, other) => leftAt(one) - leftAt(other));
  const last = locked.at(-1);
  const at = route?.state.started === true ? Math.max(vehicle.begin.at, input.now) : vehicle.begin.at;
  const begin = last
    ? { point: pointOf(origin, last.stop.address) ?? vehicle.begin.point, at: Math.max(at, leftAt(last) - midnight) }
    : { ...vehicle.begin, at };
  return {
    draft: { vehicle: { ...vehicle, begin, room: vehicle.room - locked.length }, jobs: [] },
    driver,
    route,
    locked,
  };
}

export type Origin = { latitude: number; longitude: number };

/** A point near the plan, the origin of all its coordinates. */
function originOf(input: LayoutInput): Origin {
  const places = [
    ...input.drivers.map((driver) => startOf(input, driver)),
    ...input.stops.map(({ stop }) => stop.address),
  ];
  for (const place of places) {
    if (place && place.latitude !== null && place.longitude !== null) {
      return { latitude: place.latitude, longitude: place.longitude };
    }
  }
  return { latitude: 0, longitude: 0 };
}

/** Balances the work unless the plan says otherwise (planning-api, Plan.routeOverrides, optimizationSettings). */
function goalOf({ plan }: LayoutInput): Goal {
  const settings = plan.routeOverrides?.optimizationSettings;
  if (settings?.objective === 'minimize_drivers') return { balance: 0, perRoute: 3600 };
  return { balance: settings?.subObjective === 'maximize_efficiency' ? 150 : 900, perRoute: 0 };
}

/** Adds the stops that keep their route to the drafts and returns the others. */
function keepOrder(input: LayoutInput, courses: readonly Course[], jobs: ReadonlyMap<string, Job>): Job[] {
  const left = new Map(jobs);
  if (input.kind === 'optimise' || input.kind === 'redistribute_stops_between_drivers') return [...left.values()];
  for (const { draft, route } of courses) {
    const own = input.stops.filter((each) => route && each.routeId === route.id).sort(byPosition);
    for (const { stop } of own) {
      const job = left.get(stop.id);
      const stays = !input.changed.has(stop.id) || input.kind === 'reorder_all_stops';
      const mayStay = job && (job.drivers === null || job.drivers.includes(draft.vehicle.driver));
      if (!job || !stays || !mayStay) continue;
      draft.jobs.push(job);
      left.delete(stop.id);
    }
  }
  return [...left.values()];
}

/**
 * Midnight of a day in seconds since the epoch, such that adding seconds gives the right wall-clock time, even on the
 * two days a year when daylight saving time changes.
 */
export const midnightOf = (day: string): number => secondsAt(day, 12 * 3600) - 12 * 3600;

/** Lays out the routes. The caller has already checked for errors (no drivers, no start address). */
export function layOut(input: LayoutInput): Layout {
  const midnight = midnightOf(input.day);
  const origin = originOf(input);
  const courses = input.drivers.flatMap((driver) => courseOf(input, driver, origin, midnight) ?? []);
  const open = input.stops.filter((each) => isStop(each) && !isAttempted(each));
  const jobs = new Map(open.map(({ stop }) => [stop.id, jobOf(stop, input, origin)]));
  const drafts = courses.map(({ draft }) => draft);
  const rest = keepOrder(input, courses, jobs);
  const skipped = insertAll(drafts, rest, goalOf(input));
  if (input.kind !== 'reorder_changed_stops') drafts.forEach(improve);

  const laidOut = courses
    .filter(({ draft, locked }) => draft.jobs.length > 0 || locked.length > 0)
    .map((course, index) => placedStops(input, course, index, midnight));
  // Attempted stops of drivers who are no longer available stay on their routes.
  const used = new Set(laidOut.map(({ route }) => route.id));
  const orphaned = input.routes.filter(
    ({ id }) => !used.has(id) && input.stops.some((each) => each.routeId === id && isAttempted(each)),
  );
  const orphans = input.stops.filter(
    (each) => orphaned.some(({ id }) => id === each.routeId) && (isAttempted(each) || !isStop(each)),
  );
  const skippedIds = new Set(skipped.map(({ id }) => id));
  return {
    routes: [...laidOut.map(({ route }) => route), ...orphaned],
    stops: [
      ...laidOut.flatMap(({ stops }) => stops),
      ...orphans,
      ...open.filter(({ stop }) => skippedIds.has(stop.id)).map(unplaced),
    ],
    skipped,
    placed: open.length - skipped.length + input.stops.filter((each) => isStop(each) && isAttempted(each)).length,
  };
}
