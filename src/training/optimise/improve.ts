/** Shortens a route without breaking its constraints: 2-opt, and moving single stops. */
import { metersFrom, type Draft, type Job, type Point } from './problem.ts';
import { lateness } from './schedule.ts';

/** The maximum number of changes tried per route; 40 stops need far fewer. A time limit would not be reproducible. */
const budget = 1_000_000;
/** The minimum saving of a change in meters: rounding must not cause an endless loop. */
const least = 1;

const rank = { first: 0, default: 1, last: 2 } as const;

const inOrder = (jobs: readonly Job[]) =>
  jobs.every((job, index) => index === 0 || rank[jobs[index - 1]?.order ?? 'first'] <= rank[job.order]);

/** A changed order and the meters it saves. */
interface Change {
  saves: number;
  jobs: () => Job[];
}

/** Every shorter order that reverses one section or moves one stop. */
function* shorter({ vehicle, jobs }: Draft, tried: () => boolean): Generator<Change> {
  const count = jobs.length;
  // The points from the start to the end of the route; an undefined end means that it ends at its last stop.
  const points = [vehicle.begin.point, ...jobs.map((job) => job.point ?? vehicle.begin.point), vehicle.home];
  const between = (one: Point | null | undefined, other: Point | null | undefined) =>
    one && other ? metersFrom(one, other) : 0;
  const step = (index: number) => between(points[index], points[index + 1]);
  for (let from = 1; from < count; from += 1) {
    for (let to = from + 1; to <= count; to += 1) {
      if (!tried()) return;
      const now = step(from - 1) + step(to);
      const saves = now - between(points[from - 1], points[to]) - between(points[from], points[to + 1]);
      if (saves < least) continue;
      yield {
        saves,
        jobs: () => [...jobs.slice(0, from - 1), ...jobs.slice(from - 1, to).reverse(), ...jobs.slice(to)],
      };
    }
  }
  for (let from = 1; from <= count; from += 1) {
    const job = jobs[from - 1];
    if (!job) continue;
    const freed = step(from - 1) + step(from) - between(points[from - 1], points[from + 1]);
    for (let gap = 0; gap <= count; gap += 1) {
      if (gap === from || gap === from - 1) continue;
      if (!tried()) return;
      const saves = freed + step(gap) - between(points[gap], points[from]) - between(points[from], points[gap + 1]);
      if (saves < least) continue;
      yield { saves, jobs: () => jobs.toSpliced(from - 1, 1).toSpliced(gap < from ? gap : gap - 1, 0, job) };
    }
  }
}

/** Applies changes that shorten the route, make it no later and keep first stops first and last stops last. */
export function improve(draft: Draft): void {
  let left = budget;
  const tried = () => (left -= 1) > 0;
  const betterOrder = (): Job[] | undefined => {
    const late = lateness(draft.vehicle, draft.jobs);
    for (const change of shorter(draft, tried)) {
      const jobs = change.jobs();
      if (inOrder(jobs) && lateness(draft.vehicle, jobs) <= late) return jobs;
    }
    return undefined;
  };
  for (let jobs = betterOrder(); jobs; jobs = betterOrder()) draft.jobs = jobs;
}
