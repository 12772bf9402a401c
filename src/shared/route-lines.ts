/**
 * The routes of a plan as a list shows them: what each driver carries, how far and how long, and what is wrong with it.
 * Everything is counted from what the service gives for each stop (planning-api, Stop); nothing is estimated here.
 */
import type { DriverRow } from './drivers.ts';
import { limitsInForce, type DayLimits } from './day-limits.ts';
import { isStop, type StopRow } from './stops.ts';
import { minutesOf, momentOf, wallClock, type DepotClock } from './zones.ts';

/** A sum of weights in one unit. */
export interface WeightSum {
  unit: string;
  amount: number;
}

/** One driver's route, or the stops of a plan that are on no route. */
export interface RouteLine {
  /** Null for the stops that are on no route. */
  driverId: string | null;
  /** The driver's name. Null for the stops that are on no route. */
  name: string | null;
  /** In the order of the route, without its start and its end. */
  stops: readonly StopRow[];
  /** Packages of the stops that say how many. */
  packages: number;
  /** By unit, because the service may use units that the app cannot convert. */
  weights: readonly WeightSum[];
  /** The whole route in metres and seconds. Null while the service gives none. */
  metres: number | null;
  drivingSeconds: number | null;
  /** The time at stops that say how long they take. */
  stopSeconds: number;
  /** The first and the last expected arrival, or the actual one; milliseconds since the epoch. */
  firstAt: number | null;
  lastAt: number | null;
  /** Ids of the stops that are reached after their window. */
  late: readonly string[];
  /** Stops with a result, and those of them that failed. */
  done: number;
  failed: number;
  /** The most stops that the driver takes, by the plan, the driver or the depot. Null: not limited. */
  mostStops: number | null;
  /** The hours of the route, `08:00`, by the plan, the driver or the depot. */
  begins: string | null;
  ends: string | null;
  /** Arrivals before the driver's hours begin or after they end. */
  outsideHours: number;
  /** By the plan, the driver or the depot. Null: none of them names one. */
  vehicleType: string | null;
}

/** Where and for whom the lines are made. */
interface RouteLinesFor extends DepotClock {
  /** The drivers of the plan: each has a line, also without a stop. */
  driverIds: readonly string[];
  drivers: readonly DriverRow[];
  /** Limits and vehicle of the plan and of its depot. Left out: they set none. */
  plan?: (DayLimits & { routeOverrides?: OfVehicle | null }) | undefined;
  depot?: (DayLimits & OfVehicle) | undefined;
}

/** Null or left out: it names no vehicle. */
interface OfVehicle {
  vehicleType?: string | null | undefined;
}

/** When a stop was reached, or is expected to be; milliseconds since the epoch. */
export const arrivalOf = ({ attemptedAt, estimatedArrivalAt }: StopRow): number | null =>
  attemptedAt ?? estimatedArrivalAt;

const minute = 60_000;
const minutesADay = 1_440;

/** A driver's hours. */
type Hours = Pick<RouteLine, 'begins' | 'ends'>;

/** A shift that ends before it begins goes past midnight. */
const goesPastMidnight = ({ begins, ends }: Hours): boolean => {
  const [from, to] = [minutesOf(begins), minutesOf(ends)];
  return from !== null && to !== null && to < from;
};

/**
 * The window of a stop as moments. It is on the plan's day, but for a driver whose shift goes past midnight one that
 * ends before the shift begins is on the day after. A window that ends before it begins ends on the day after, too.
 *
 * @returns each end in milliseconds since the epoch; null: it is open
 */
export function windowOn(
  { earliest, latest }: Pick<StopRow, 'earliest' | 'latest'>,
  { zone, day }: { zone: string; day: string },
  hours: Hours,
): { from: number | null; to: number | null } {
  const [from, to] = [minutesOf(earliest), minutesOf(latest)];
  const endsNextDay = from !== null && to !== null && to < from;
  const isNextDay = !endsNextDay && goesPastMidnight(hours) && (to ?? from ?? 0) < (minutesOf(hours.begins) ?? 0);
  const at = (minutes: number | null, isLater: boolean) =>
    minutes === null ? null : momentOf({ day, minutes: minutes + (isLater ? minutesADay : 0) }, zone);
  return { from: at(from, isNextDay), to: at(to, isNextDay || endsNextDay) };
}

/**
 * Whether a stop is, or is expected to be, reached after its window.
 *
 * @param clock while the plan's day is not known, only the times of day are compared
 */
export function isLate(row: StopRow, { zone, day }: DepotClock, hours: Hours): boolean {
  const [at, latest] = [arrivalOf(row), minutesOf(row.latest)];
  if (at === null || latest === null) return false;
  if (day === null) return wallClock(at, zone).minutes > latest;
  const { to } = windowOn(row, { zone, day }, hours);
  return to !== null && Math.floor(at / minute) * minute > to;
}

/** The driver has been there, with whatever result. */
export const isAttempted = ({ result }: Pick<StopRow, 'result'>): boolean => result !== 'open';

/** The driver has been there, and could not deliver or pick up. */
export const isFailed = ({ result }: Pick<StopRow, 'result'>): boolean => result === 'failed';

/** The sum of what is given. Null if nothing is. */
function sumOf(values: readonly (number | null)[]): number | null {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0);
}

/** The weights of rows that say one, by unit. */
export function weightsOf(rows: readonly StopRow[]): WeightSum[] {
  const sums = new Map<string, number>();
  for (const { weight } of rows)
    if (weight !== null) sums.set(weight.unit, (sums.get(weight.unit) ?? 0) + weight.amount);
  // Weights have two decimals; sums of fractions have more.
  return [...sums].map(([unit, amount]) => ({ unit, amount: Math.round(amount * 100) / 100 }));
}

/** How many arrivals are not within the hours. */
function outside(arrivals: readonly number[], hours: Hours, zone: string): number {
  const [from, to] = [minutesOf(hours.begins), minutesOf(hours.ends)];
  if (from === null && to === null) return 0;
  return arrivals.filter((at) => {
    const { minutes } = wallClock(at, zone);
    const [early, over] = [from !== null && minutes < from, to !== null && minutes > to];
    return goesPastMidnight(hours) ? early && over : early || over;
  }).length;
}

function lineOf(
  driverId: string | null,
  rows: readonly StopRow[],
  { drivers, zone, day, plan, depot }: RouteLinesFor,
): RouteLine {
  const driver = drivers.find(({ id }) => id === driverId);
  const stops = rows.filter(isStop);
  const arrivals = stops.flatMap((row) => arrivalOf(row) ?? []);
  const attempted = stops.filter(isAttempted);
  const limits = driverId === null ? limitsInForce() : limitsInForce(plan, driver, depot);
  const hours = { begins: limits.startTime, ends: limits.endTime };
  // In the order of the limits.
  const vehicleType = plan?.routeOverrides?.vehicleType ?? driver?.vehicleType ?? depot?.vehicleType ?? null;
  return {
    driverId,
    name:
      driverId === null ? null : (driver?.name ?? rows.find(({ driverName }) => driverName)?.driverName ?? driverId),
    stops,
    packages: sumOf(stops.map(({ packageCount }) => packageCount)) ?? 0,
    weights: weightsOf(stops),
    metres: driverId === null ? null : sumOf(rows.map(({ travelMetres }) => travelMetres)),
    drivingSeconds: driverId === null ? null : sumOf(rows.map(({ travelSeconds }) => travelSeconds)),
    stopSeconds: sumOf(stops.map(({ stopSeconds }) => stopSeconds)) ?? 0,
    firstAt: arrivals.length === 0 ? null : Math.min(...arrivals),
    lastAt: arrivals.length === 0 ? null : Math.max(...arrivals),
    late: stops.filter((row) => isLate(row, { zone, day }, hours)).map(({ id }) => id),
    done: attempted.length,
    failed: attempted.filter(isFailed).length,
    mostStops: limits.maxStops,
    ...hours,
    outsideHours: outside(arrivals, hours, zone),
    vehicleType: driverId === null ? null : vehicleType,
  };
}

/**
 * The lines of a plan's drivers in the plan's order, then of drivers who have stops without being in the plan, then the
 * stops on no route, if there are any.
 *
 * @param rows the stops of the plan in the order of its list
 */
export function routeLines(rows: readonly StopRow[], of: RouteLinesFor): RouteLine[] {
  const byDriver = new Map<string | null, StopRow[]>(of.driverIds.map((id) => [id, []]));
  for (const row of rows) {
    const there = byDriver.get(row.driverId);
    if (there === undefined) byDriver.set(row.driverId, [row]);
    else there.push(row);
  }
  const without = byDriver.get(null) ?? [];
  byDriver.delete(null);
  const routes = [...byDriver].map(([driverId, stops]) => lineOf(driverId, inOrder(stops), of));
  const rest = lineOf(null, without, of);
  return rest.stops.length === 0 ? routes : [...routes, rest];
}

/** By position, then as they came: before an optimisation there is none. */
const inOrder = (rows: readonly StopRow[]): StopRow[] =>
  rows.toSorted((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER));
