/**
 * A driver's start, end and limits. A plan's overrides take precedence over the driver's, and those over the depot's:
 * the more specific to the day, the stronger. The documents do not define the precedence.
 */
import type { Address, Depot, DepotAddress, Driver, Plan, TimeOfDay } from '../model.ts';
import type { Point, Vehicle } from './problem.ts';

export type Place = Pick<Address, 'latitude' | 'longitude'>;

/** The records that a plan's drivers share. */
export interface Crew {
  plan: Plan;
  /** The plan's depot; null if it has none or the depot does not exist. */
  depot: Depot | null;
}

const earliestStart = 8 * 3600;
const endOfDay = 24 * 3600;
const metersPerDegree = 111_320;

const speeds: Partial<Record<string, number>> = {
  bike: 4,
  scooter: 6,
  electric_cargo_bike: 4.5,
  car: 7,
  truck: 5.5,
};
const usualSpeed = 6.5;
const driving: Partial<Record<string, number>> = { slower: 0.8, faster: 1.2 };
const serving: Partial<Record<string, number>> = { slower: 1.25, faster: 0.8 };

export const secondsOf = ({ hour, minute }: TimeOfDay): number => hour * 3600 + minute * 60;

/**
 * A place in meters from a plan's common origin; null if it has no coordinates.
 * @param origin latitude and longitude of the origin
 */
export function pointOf(origin: { latitude: number; longitude: number }, place: Place): Point | null {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return null;
  const perDegree = metersPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  // Takes the short way across the date line.
  const degrees = ((longitude - origin.longitude + 540) % 360) - 180;
  return { east: degrees * perDegree, north: (latitude - origin.latitude) * metersPerDegree };
}

const first = <Value>(...values: readonly (Value | null | undefined)[]): Value | null =>
  values.find((value) => value !== null && value !== undefined) ?? null;

/** A depot's address as a stop's: only depots have a country code (planning-api, Depot and Address). */
const asAddress = ({ countryCode: _ofDepots, ...address }: DepotAddress): Address => ({
  ...address,
  placeTypes: ['establishment'],
});

/** Where a driver's day starts; null if not specified. */
export const startOf = ({ plan, depot }: Crew, driver: Driver): Address | null => {
  const depotStart = depot?.routeOverrides?.startAddress;
  const { routeOverrides } = driver;
  return first<Address>(
    plan.routeOverrides?.startAddress,
    routeOverrides.startAddress,
    depotStart && asAddress(depotStart),
  );
};

/** Where it ends; null: at the last stop. Without an end, a round trip is assumed (planning-api, Depot). */
export const endOf = (crew: Crew, driver: Driver): Address | null => {
  const overrides = crew.depot?.routeOverrides;
  const depotEnd = overrides?.endAddress;
  const end = first<Address>(
    crew.plan.routeOverrides?.endAddress,
    driver.routeOverrides.endAddress,
    depotEnd && asAddress(depotEnd),
  );
  return end ?? (overrides?.roundTrip === false ? null : startOf(crew, driver));
};

/** When it starts, in seconds after midnight. */
export const startTimeOf = ({ plan, depot }: Crew, { routeOverrides }: Driver): number => {
  const time = first(plan.routeOverrides?.startTime, routeOverrides.startTime, depot?.routeOverrides?.startTime);
  return time ? secondsOf(time) : earliestStart;
};

/** The limits of a driver's day: end time and number of stops; null without a limit. */
export const boundsOf = ({ plan, depot }: Crew, { routeOverrides }: Driver) => {
  const end = first(plan.routeOverrides?.endTime, routeOverrides.endTime, depot?.routeOverrides?.endTime);
  return {
    end: end && secondsOf(end),
    stops: first(plan.routeOverrides?.maxStops, routeOverrides.maxStops, depot?.routeOverrides?.maxStops),
  };
};

/** The driver at the start of the day. Undefined without a start address. */
export function vehicleOf(
  crew: Crew,
  driver: Driver,
  origin: { latitude: number; longitude: number },
): Vehicle | undefined {
  const start = startOf(crew, driver);
  const point = start && pointOf(origin, start);
  if (!point) return undefined;
  const { plan, depot } = crew;
  const end = endOf(crew, driver);
  const bounds = boundsOf(crew, driver);
  const at = startTimeOf(crew, driver);
  const kind = first(
    plan.routeOverrides?.vehicleType,
    driver.routeOverrides.vehicleType,
    depot?.routeOverrides?.vehicleType,
  );
  const pace = first(plan.routeOverrides?.drivingSpeed, driver.routeOverrides.drivingSpeed) ?? 'average';
  const service = first(plan.routeOverrides?.deliverySpeed, driver.routeOverrides.deliverySpeed) ?? 'average';
  return {
    driver: driver.id,
    begin: { point, at },
    home: end && pointOf(origin, end),
    // A day whose end is not after its start lasts until midnight.
    latest: bounds.end !== null && bounds.end > at ? bounds.end : endOfDay,
    room: bounds.stops ?? Infinity,
    metersPerSecond: (speeds[kind ?? ''] ?? usualSpeed) * (driving[pace] ?? 1),
    serviceFactor: serving[service] ?? 1,
  };
}
