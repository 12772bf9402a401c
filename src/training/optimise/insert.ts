/** Inserts each stop at the cheapest place that violates no constraint, or reports why there is none. */
import { metersFrom, type Draft, type Goal, type Job, type Point, type SkipReason } from './problem.ts';
import { lateness, measure, serviceSeconds, type Measure } from './schedule.ts';

/** The maximum distance of a stop from where a driver starts, in meters. */
export const farthest = 150_000;

const countOf = (jobs: readonly Job[], order: Job['order']) => jobs.filter((job) => job.order === order).length;

/** The index range that a stop's preferred position allows (planning-api, StopCreate, optimizationOrder). */
function range(jobs: readonly Job[], order: Job['order']): { from: number; to: number } {
  const firsts = countOf(jobs, 'first');
  const beforeLasts = jobs.length - countOf(jobs, 'last');
  if (order === 'first') return { from: 0, to: firsts };
  if (order === 'last') return { from: beforeLasts, to: jobs.length };
  // The two may overlap if the route still follows an order from earlier preferences.
  return { from: Math.min(firsts, beforeLasts), to: Math.max(firsts, beforeLasts) };
}

/** The driving time that inserting a stop adds, in seconds. */
function detour({ vehicle, jobs }: Draft, index: number, point: Point): number {
  const before = jobs[index - 1]?.point ?? vehicle.begin.point;
  const after = jobs[index]?.point ?? vehicle.home;
  const direct = after ? metersFrom(before, after) : 0;
  const around = metersFrom(before, point) + (after ? metersFrom(point, after) : 0);
  return (around - direct) / vehicle.metersPerSecond;
}

const mayDo = (draft: Draft, job: Job) => job.drivers === null || job.drivers.includes(draft.vehicle.driver);

/** The work on a route in seconds, without waiting times. */
function workOf({ vehicle, jobs }: Draft): number {
  let at = vehicle.begin.point;
  let work = 0;
  for (const job of jobs) {
    work += metersFrom(at, job.point ?? at) / vehicle.metersPerSecond + serviceSeconds(vehicle, job);
    at = job.point ?? at;
  }
  return work;
}

/** A route with its measures, cached until the route changes. */
interface Measured extends Measure {
  draft: Draft;
  work: number;
}

const measured = (draft: Draft): Measured => ({
  draft,
  work: workOf(draft),
  ...measure(draft.vehicle, draft.jobs),
});

/** Seconds by which rounding may be off: each of the two legs of a detour is rounded separately. */
const rounding = 2;

interface Slot {
  route: Measured;
  index: number;
}

/** The cheapest place for a stop that makes its route no later than it is; undefined if there is none. */
function cheapest(
  routes: readonly Measured[],
  job: Job,
  point: Point,
  costOf: (route: Measured) => number,
): Slot | undefined {
  let best: Slot | undefined;
  let least = Infinity;
  for (const route of routes) {
    const { draft, late, end, idle } = route;
    const { jobs, vehicle } = draft;
    if (jobs.length >= vehicle.room || !mayDo(draft, job)) continue;
    if (metersFrom(vehicle.begin.point, point) > farthest) continue;
    const burden = costOf(route);
    // Only waiting times can absorb a detour: a route that is on time must not exceed this.
    const spare = late > 0 ? Infinity : vehicle.latest - end + idle - serviceSeconds(vehicle, job) + rounding;
    const { from, to } = range(jobs, job.order);
    for (let index = from; index <= to; index += 1) {
      const seconds = detour(draft, index, point);
      const cost = seconds + burden;
      if (cost >= least || seconds > spare) continue;
      if (measure(vehicle, jobs, { job, index }).late > late) continue;
      least = cost;
      best = { route, index };
    }
  }
  return best;
}

/** Why there is no place for a stop; the most fundamental reason wins. */
function reasonFor(drafts: readonly Draft[], job: Job): SkipReason {
  const { point } = job;
  if (point === null || drafts.every(({ vehicle }) => metersFrom(vehicle.begin.point, point) > farthest)) {
    return 'impossible_navigation';
  }
  const allowed = drafts.filter((draft) => mayDo(draft, job));
  if (allowed.length === 0) return 'no_allowed_driver';
  if (allowed.every(({ vehicle }) => lateness(vehicle, [job]) > 0)) return 'impossible_time_window';
  const roomy = allowed.filter(({ jobs, vehicle }) => jobs.length < vehicle.room);
  if (roomy.length === 0) return 'impossible_number_of_stops';
  const somewhere = roomy.some(({ vehicle, jobs }) => {
    const late = lateness(vehicle, jobs);
    return [...jobs, null].some((_, index) => measure(vehicle, jobs, { job, index }).late <= late);
  });
  if (somewhere) return 'impossible_order_of_stops';
  // The allowed drivers' days are full. If the stop has a time window, that is what cannot be met any more.
  const hasWindow = job.window.from > 0 || job.window.to < Infinity;
  return hasWindow ? 'impossible_time_window' : 'impossible_number_of_stops';
}

/** The most constrained first, then the farthest. Ties are ordered by id, so that results are reproducible. */
function inOrder(jobs: readonly Job[], from: Point): Job[] {
  const rank = ({ order, drivers, window }: Job) =>
    (order === 'default' ? 0 : 4) + (drivers === null ? 2 : 0) + (window.to < Infinity ? 0 : 1);
  const width = ({ window }: Job) => (window.to < Infinity ? window.to - window.from : 0);
  const away = ({ point }: Job) => (point ? metersFrom(from, point) : 0);
  return jobs.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      width(one) - width(other) ||
      away(other) - away(one) ||
      (one.id < other.id ? -1 : Number(one.id > other.id)),
  );
}

/**
 * Inserts stops into the drafts; the stops already in them keep their order.
 * @returns the stops that have no place, with reasons
 */
export function insertAll(
  drafts: readonly Draft[],
  jobs: readonly Job[],
  goal: Goal,
): { id: string; reason: SkipReason }[] {
  const [first] = drafts;
  if (!first) return jobs.map(({ id }) => ({ id, reason: 'no_allowed_driver' }));
  const planned = drafts.flatMap((draft) => draft.jobs);
  const service = [...planned, ...jobs].reduce((sum, job) => sum + job.service, 0);
  // Assumes two minutes of driving per stop, as is typical for a city.
  const average = Math.max(1, (service + 120 * (planned.length + jobs.length)) / drafts.length);
  const routes = drafts.map(measured);
  const costOf = ({ draft, work }: Measured) =>
    (goal.balance * work) / average + (draft.jobs.length === 0 ? goal.perRoute : 0);
  return inOrder(jobs, first.vehicle.begin.point).flatMap((job) => {
    const slot = job.point ? cheapest(routes, job, job.point, costOf) : undefined;
    if (!slot) return [{ id: job.id, reason: reasonFor(drafts, job) }];
    const { draft } = slot.route;
    draft.jobs.splice(slot.index, 0, job);
    routes[routes.indexOf(slot.route)] = measured(draft);
    return [];
  });
}
