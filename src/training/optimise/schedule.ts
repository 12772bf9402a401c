/** The times of a route, and by how much it is late. */
import { metersFrom, type Job, type Point, type Vehicle } from './problem.ts';

export interface Visit {
  job: Job;
  /** Seconds after midnight at which the driver can begin, after waiting for the window. */
  arrival: number;
  leave: number;
  /** From the previous place. */
  meters: number;
  /** From the previous place, without waiting. */
  seconds: number;
}

export interface Schedule {
  visits: Visit[];
  /** The way home; zeros if the route ends at its last stop. */
  home: { arrival: number; meters: number; seconds: number };
}

export const travelSeconds = (vehicle: Vehicle, from: Point, to: Point): number =>
  Math.round(metersFrom(from, to) / vehicle.metersPerSecond);

export const serviceSeconds = (vehicle: Vehicle, job: Job): number => Math.round(job.service * vehicle.serviceFactor);

/** Computes the times along a route. Jobs without a location must not be on one. */
export function scheduleOf(vehicle: Vehicle, jobs: readonly Job[]): Schedule {
  let { point, at } = vehicle.begin;
  const visits = jobs.map((job): Visit => {
    const to = job.point ?? point;
    const meters = Math.round(metersFrom(point, to));
    const seconds = travelSeconds(vehicle, point, to);
    const arrival = Math.max(at + seconds, job.window.from);
    at = arrival + serviceSeconds(vehicle, job);
    point = to;
    return { job, arrival, leave: at, meters, seconds };
  });
  const end = vehicle.home ?? point;
  const seconds = travelSeconds(vehicle, point, end);
  return { visits, home: { arrival: at + seconds, meters: Math.round(metersFrom(point, end)), seconds } };
}

export interface Measure {
  /** Total seconds by which the route misses windows and the end of the driver's day; 0: the route is feasible. */
  late: number;
  /** Seconds after midnight at which the driver is done. */
  end: number;
  /** Seconds spent waiting for windows. */
  idle: number;
}

/**
 * Like {@link scheduleOf}, but without allocations, because the optimizer calls it for each candidate.
 * @param extra a job to try before the job with this index, or after the last one
 */
export function measure(vehicle: Vehicle, jobs: readonly Job[], extra?: { job: Job; index: number }): Measure {
  let { point, at } = vehicle.begin;
  let late = 0;
  let idle = 0;
  const count = jobs.length + (extra ? 1 : 0);
  for (let place = 0; place < count; place += 1) {
    const isExtra = place === extra?.index;
    const job = isExtra ? extra.job : jobs[extra && place > extra.index ? place - 1 : place];
    if (!job) continue;
    const to = job.point ?? point;
    at += travelSeconds(vehicle, point, to);
    if (at < job.window.from) {
      idle += job.window.from - at;
      at = job.window.from;
    }
    if (at > job.window.to) late += at - job.window.to;
    at += serviceSeconds(vehicle, job);
    point = to;
  }
  if (vehicle.home) at += travelSeconds(vehicle, point, vehicle.home);
  return { late: late + Math.max(0, at - vehicle.latest), end: at, idle };
}

/** Seconds by which a route is late in total; 0: the route is feasible. */
export const lateness = (vehicle: Vehicle, jobs: readonly Job[]): number => measure(vehicle, jobs).late;
