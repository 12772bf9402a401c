/** Converts stops to the optimizer's jobs. */
import type { Stop } from '../model.ts';
import { noWindow, type Job } from './problem.ts';
import { pointOf, secondsOf, type Crew } from './vehicles.ts';

/** Default seconds at a stop, if neither the stop nor the depot has a value. */
const usualService = 180;

export function serviceOf({ timing }: Pick<Stop, 'timing'>, { depot }: Pick<Crew, 'depot'>): number {
  return timing?.estimatedAttemptDuration ?? depot?.routeOverrides?.defaultTimeAtStop ?? usualService;
}

/** The time window in which the driver may arrive, in seconds after midnight. */
export const windowOf = ({ timing }: Pick<Stop, 'timing'>): Job['window'] => ({
  from: timing?.earliestAttemptTime ? secondsOf(timing.earliestAttemptTime) : noWindow.from,
  // Includes the whole last minute.
  to: timing?.latestAttemptTime ? secondsOf(timing.latestAttemptTime) + 59 : noWindow.to,
});

export function jobOf(stop: Stop, crew: Crew, origin: { latitude: number; longitude: number }): Job {
  const order = stop.optimizationOrder;
  return {
    id: stop.id,
    point: pointOf(origin, stop.address),
    service: serviceOf(stop, crew),
    window: windowOf(stop),
    drivers: stop.allowedDrivers !== null && stop.allowedDrivers.length > 0 ? stop.allowedDrivers : null,
    order: order === 'first' || order === 'last' ? order : 'default',
  };
}
