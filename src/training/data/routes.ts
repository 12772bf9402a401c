/** Routes of optimised plans: who drives where in which order, when, and what has become of it so far. */
import type { Route, Stop } from '../model.ts';
import { secondsAt } from './calendar.ts';
import { metersBetween } from './city.ts';
import { withDelivery } from './deliveries.ts';
import { dice } from './dice.ts';
import type { PlannedDay } from './plans.ts';
import { emptyStop } from './stops.ts';

const metersPerSecond = 6.5;
const startOfRoute = 8 * 3600;
/** Until when today's routes are done: the data does not depend on the time of day at which it is made. */
const noon = 12 * 3600;

type Place = Pick<Stop['address'], 'latitude' | 'longitude'>;

const meters = (one: Place, other: Place) =>
  metersBetween(
    { latitude: one.latitude ?? 0, longitude: one.longitude ?? 0 },
    { latitude: other.latitude ?? 0, longitude: other.longitude ?? 0 },
  );

/** The nearest one next, from a place on. */
function nearestFirst(from: Place, stops: readonly Stop[]): Stop[] {
  const left = [...stops];
  const ordered: Stop[] = [];
  let at = from;
  while (left.length > 0) {
    const distances = left.map((stop) => meters(at, stop.address));
    const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1);
    if (!next) break;
    ordered.push(next);
    at = next.address;
  }
  return ordered;
}

const secondsOf = (time: { hour: number; minute: number } | null | undefined) =>
  time ? time.hour * 3600 + time.minute * 60 : 0;

function routeState(planned: PlannedDay): Route['state'] {
  const { distributed } = planned.plan;
  const completed = planned.progress === 'past';
  return {
    completed,
    completedAt: completed ? secondsAt(planned.day, 16 * 3600) : null,
    distributed,
    distributedAt: distributed ? secondsAt(planned.day, 6 * 3600) : null,
    notifiedRecipients: distributed,
    notifiedRecipientsAt: distributed ? secondsAt(planned.day, 6 * 3600 + 60) : null,
    started: distributed,
    startedAt: distributed ? secondsAt(planned.day, startOfRoute) : null,
  };
}

/** The stops of one driver's route in order, between the depot and the depot. */
function makeRoute(seed: number, planned: PlannedDay, index: number, stops: readonly Stop[]): Stop[] {
  const chance = dice(seed, `route ${planned.plan.id} ${index}`);
  const depotAddress = planned.area.depot.routeOverrides?.startAddress;
  if (!depotAddress) throw new RangeError('the depot has no address');
  const { countryCode: _notOnStops, ...home } = depotAddress;
  const driver = planned.drivers[index];
  const ordered = nearestFirst(home, stops);
  const route: Route = {
    id: `routes/${chance.id()}`,
    title: `${driver?.displayName ?? driver?.name ?? driver?.phone ?? 'Route'} ${index + 1}`,
    stopCount: ordered.length,
    driver: driver?.id ?? null,
    plan: planned.plan.id,
    state: routeState(planned),
  };
  const ends = (['start', 'end'] as const).map((type): Stop => {
    const stop = emptyStop(planned.plan.id, chance.id(), { ...home, placeTypes: ['establishment'] });
    return { ...stop, type, deliveryInfo: null, trackingLink: null, packageCount: null };
  });
  const [start, end] = ends;
  let clock = startOfRoute;
  let at: Place = home;
  const whole = [start, ...ordered, end].filter((stop) => stop !== undefined);
  return whole.map((stop, position) => {
    const distance = meters(at, stop.address);
    const duration = Math.round(distance / metersPerSecond);
    clock = Math.max(clock + duration, secondsOf(stop.timing?.earliestAttemptTime));
    at = stop.address;
    const arrival = clock;
    clock += stop.type === 'stop' ? (stop.timing?.estimatedAttemptDuration ?? 180) : 0;
    const arrivalAt = secondsAt(planned.day, arrival);
    const optimised: Stop = {
      ...stop,
      route,
      stopPosition: position,
      estimatedTravelDistance: position === 0 ? 0 : distance,
      estimatedTravelDuration: position === 0 ? 0 : duration,
      packageLabel: stop.type === 'stop' ? `${String.fromCharCode(65 + index)}${position}` : null,
      placeInVehicle:
        stop.type === 'stop'
          ? {
              x: chance.pick(['left', 'right']),
              y: position * 3 < whole.length ? 'front' : position * 3 < 2 * whole.length ? 'middle' : 'back',
              z: chance.pick(['floor', 'shelf']),
            }
          : null,
      eta: {
        status: 'available',
        value: {
          estimatedArrivalAt: arrivalAt,
          estimatedEarliestArrivalAt: arrivalAt - 600,
          estimatedLatestArrivalAt: arrivalAt + 900,
        },
      },
    };
    const done = planned.progress === 'past' || (planned.progress === 'today' && arrival < noon);
    return stop.type === 'stop' && done ? withDelivery(chance, optimised, arrivalAt) : optimised;
  });
}

/** Whether the stops of a plan in this state have a place on a route. */
export const isOptimised = (planned: PlannedDay) =>
  planned.plan.optimization === 'optimized' || planned.plan.optimization === 'preview';

/**
 * Puts a plan's stops on routes, one a driver, and names the routes in the plan.
 * @returns the stops in the order of the routes, with a start and an end stop for each
 */
export function optimise(seed: number, planned: PlannedDay, stops: readonly Stop[]): Stop[] {
  const byPlace = [...stops].sort((one, other) => (one.address.address < other.address.address ? -1 : 1));
  const share = Math.ceil(stops.length / planned.drivers.length);
  return planned.drivers.flatMap((driver, index) => {
    const own = byPlace.slice(index * share, (index + 1) * share);
    const route = makeRoute(seed, planned, index, own);
    planned.plan.routes.push(...new Set(route.flatMap((stop) => (stop.route ? [stop.route.id] : []))));
    // A stop that only one driver may do is his who does it.
    return route.map((stop) => (stop.allowedDrivers ? { ...stop, allowedDrivers: [driver.id] } : stop));
  });
}
