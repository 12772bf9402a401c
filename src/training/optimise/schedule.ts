/** When somebody is where on a route, and what is wrong with it. */
import { metersFrom, type Job, type Point, type Vehicle } from './problem.ts';

export interface Visit {
  job: Job;
  /** Seconds after midnight at which the driver is there and may begin; a wait for the window is over by then. */
  arrival: number;
  leave: number;
  /** From the place before. */
  meters: number;
  /** From the place before, without a wait. */
  seconds: number;
}

export interface Schedule {
  visits: Visit[];
  /** The way home: zeros where the route ends at its last stop. */
  home: { arrival: number; meters: number; seconds: number };
}

export const travelSeconds = (vehicle: Vehicle, from: Point, to: Point): number =>
  Math.round(metersFrom(from, to) / vehicle.metersPerSecond);

export const serviceSeconds = (vehicle: Vehicle, job: Job): number => Math.round(job.service * vehicle.serviceFactor);

/** Goes along a route in its order. Jobs without a place are nowhere on a way: they must not be on a route. */
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

/**
 * By how many seconds a route misses windows and the end of the driver's day, all together; 0: it can be driven as it is.
 * The same walk as {@link scheduleOf}, without keeping anything: the optimiser does it for each thing that it tries.
 */
export function lateness(vehicle: Vehicle, jobs: readonly Job[]): number {
  let { point, at } = vehicle.begin;
  let late = 0;
  for (const job of jobs) {
    const to = job.point ?? point;
    at = Math.max(at + travelSeconds(vehicle, point, to), job.window.from);
    if (at > job.window.to) late += at - job.window.to;
    at += serviceSeconds(vehicle, job);
    point = to;
  }
  if (vehicle.home) at += travelSeconds(vehicle, point, vehicle.home);
  return late + Math.max(0, at - vehicle.latest);
}
