/** Builds the records of a laid-out route: positions, labels, places in the vehicle, distances and arrivals. */
import { emptyStop } from '../data/stops.ts';
import type { Address, Route, Stop } from '../model.ts';
import type { StoredStop } from '../store/records.ts';
import type { Course, LayoutInput } from './layout-input.ts';
import { scheduleOf } from './schedule.ts';
import { endOf, startOf, startTimeOf } from './vehicles.ts';

/** The window around an estimated arrival, in seconds. */
const earlier = 600;
const later = 900;

const newState: Route['state'] = {
  completed: false,
  completedAt: null,
  distributed: false,
  distributedAt: null,
  notifiedRecipients: false,
  notifiedRecipientsAt: null,
  started: false,
  startedAt: null,
};

/** @param at seconds since the epoch */
export const etaAt = (at: number): Stop['eta'] => ({
  status: 'available',
  value: { estimatedArrivalAt: at, estimatedEarliestArrivalAt: at - earlier, estimatedLatestArrivalAt: at + later },
});

/** Removes a stop's place on a route. */
export const unplaced = (stored: StoredStop): StoredStop => ({
  ...stored,
  routeId: null,
  stop: {
    ...stored.stop,
    stopPosition: null,
    packageLabel: null,
    placeInVehicle: null,
    estimatedTravelDistance: null,
    estimatedTravelDuration: null,
    eta: { status: 'pending', reason: 'not_optimized' },
  },
});

/** The first stops' packages go in front, at the door. Weights are not considered, so floor and shelf alternate. */
const placeInVehicle = (position: number, last: number): Stop['placeInVehicle'] => ({
  x: position % 2 === 0 ? 'right' : 'left',
  y: position * 3 <= last ? 'front' : position * 3 <= 2 * last ? 'middle' : 'back',
  z: position % 4 < 2 ? 'floor' : 'shelf',
});

const letterOf = (index: number) => String.fromCharCode(65 + (index % 26)).repeat(1 + Math.floor(index / 26));

/**
 * Package labels like `B7`. Packages that are already loaded keep their labels; new ones get higher numbers.
 * @param kept labels of the stops that were on this route when it was distributed
 */
function labels(letter: string, kept: readonly (string | null)[]): (position: number, label: string | null) => string {
  const numbers = kept.flatMap((label) =>
    label?.startsWith(letter) === true ? Number(label.slice(letter.length)) : [],
  );
  let next = Math.max(0, ...numbers.filter(Number.isFinite));
  if (numbers.length === 0) return (position) => `${letter}${position}`;
  return (_position, label) => {
    if (label !== null) return label;
    next += 1;
    return `${letter}${next}`;
  };
}

/** The start or end of a route, as a stop. */
function terminal(input: LayoutInput, type: 'start' | 'end', routeId: string, address: Address): StoredStop {
  const known = input.stops.find((each) => each.routeId === routeId && each.stop.type === type);
  const stop = known?.stop ?? emptyStop(input.plan.id, input.newId(), address);
  return {
    stop: { ...stop, address, type, deliveryInfo: null, trackingLink: null, packageCount: null },
    routeId,
    createdAt: known?.createdAt ?? input.createdAt,
  };
}

/** @param index of the route in the plan, which determines its letter */
export function placedStops(
  input: LayoutInput,
  { draft, driver, route: known, locked }: Course,
  index: number,
  midnight: number,
): { route: Route; stops: StoredStop[] } {
  const { visits, home } = scheduleOf(draft.vehicle, draft.jobs);
  const route: Route = {
    id: known?.id ?? `routes/${input.newId()}`,
    title: known?.title ?? `${driver.displayName ?? driver.name ?? driver.phone ?? 'Route'} ${index + 1}`,
    stopCount: locked.length + visits.length,
    driver: driver.id,
    plan: input.plan.id,
    state: known?.state ?? newState,
  };
  const records = new Map(input.stops.map((each) => [each.stop.id, each]));
  const loaded = known?.state.distributed === true;
  const onBoard = input.stops.filter((each) => loaded && each.routeId === route.id && each.stop.type === 'stop');
  const kept = onBoard.map(({ stop }) => stop.packageLabel);
  // The vehicle keeps its letter when routes before it are removed.
  const letter = kept.find((label) => label !== null)?.replace(/\d+$/, '') ?? letterOf(index);
  const labelOf = labels(letter, kept);
  const before = Math.max(0, ...locked.map(({ stop }) => stop.stopPosition ?? 0));
  const last = before + visits.length + 1;
  const placed = visits.flatMap(({ job, arrival, meters, seconds }, at): StoredStop[] => {
    const stored = records.get(job.id);
    if (!stored) return [];
    const position = before + at + 1;
    const own = loaded && stored.routeId === route.id ? stored.stop : null;
    const stop: Stop = {
      ...stored.stop,
      stopPosition: position,
      packageLabel: labelOf(position, own?.packageLabel ?? null),
      placeInVehicle: own?.placeInVehicle ?? placeInVehicle(position, last),
      estimatedTravelDistance: meters,
      estimatedTravelDuration: seconds,
      eta: etaAt(midnight + arrival),
    };
    return [{ ...stored, routeId: route.id, stop }];
  });

  const from = startOf(input, driver);
  const to = endOf(input, driver);
  const start = from && terminal(input, 'start', route.id, from);
  const end = to && terminal(input, 'end', route.id, to);
  const atStart: Partial<Stop> = {
    stopPosition: 0,
    estimatedTravelDistance: 0,
    estimatedTravelDuration: 0,
    eta:
      start && 'value' in start.stop.eta && locked.length > 0
        ? start.stop.eta
        : etaAt(midnight + (locked.length > 0 ? startTimeOf(input, driver) : draft.vehicle.begin.at)),
  };
  const atEnd: Partial<Stop> = {
    stopPosition: last,
    estimatedTravelDistance: home.meters,
    estimatedTravelDuration: home.seconds,
    eta: etaAt(midnight + home.arrival),
  };
  return {
    route,
    stops: [
      ...(start ? [{ ...start, stop: { ...start.stop, ...atStart } }] : []),
      ...locked,
      ...placed,
      ...(end ? [{ ...end, stop: { ...end.stop, ...atEnd } }] : []),
    ],
  };
}
