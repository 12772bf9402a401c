import { describe, expect, it } from 'vitest';
import { makeWorld } from '../../../../src/training/data/world.ts';
import { problemOf } from '../../../../src/training/optimise/check.ts';
import { layOut, midnightOf } from '../../../../src/training/optimise/layout.ts';
import type { LayoutInput } from '../../../../src/training/optimise/layout-input.ts';
import type { StoredStop } from '../../../../src/training/store/records.ts';

const world = makeWorld(1, '2026-06-15');
/** The first plan of today, which is half done. */
const { plan } = world.plans.find((each) => each.plan.starts.day === 15 && each.plan.distributed)!;
const midnight = midnightOf('2026-06-15');
let ids = 0;

const input = (change: Partial<LayoutInput> = {}): LayoutInput => ({
  plan,
  depot: world.depots.find(({ id }) => id === plan.depot)!,
  kind: 'reorder_changed_stops',
  drivers: world.drivers.filter(({ id }) => plan.drivers.includes(id)),
  stops: world.stops.filter(({ stop }) => stop.plan === plan.id),
  routes: world.routes.filter((route) => route.plan === plan.id),
  changed: new Set(),
  now: 12 * 3600,
  day: '2026-06-15',
  createdAt: 0,
  newId: () => `new${(ids += 1)}`,
  ...change,
});

const isAttempted = ({ stop }: StoredStop) => stop.deliveryInfo?.attempted === true;
const isOpen = (each: StoredStop) => each.stop.type === 'stop' && !isAttempted(each);
const byRoute = (stops: readonly StoredStop[]) => {
  const found: Record<string, string[]> = {};
  const open = stops.filter(isOpen).sort((one, other) => one.stop.stopPosition! - other.stop.stopPosition!);
  for (const each of open) (found[each.routeId ?? 'none'] ??= []).push(each.stop.id);
  return found;
};
const { stops: now } = input();
const attempted = now.filter(isAttempted);

describe('optimising a plan on the road', () => {
  it('keeps the order if nothing changed', () => {
    expect(byRoute(layOut(input()).stops)).toEqual(byRoute(now));
  });

  it('moves only a changed stop and puts new ones after the completed stops', () => {
    const [moved] = now.filter(isOpen).slice(-1);
    const added: StoredStop = { ...moved!, routeId: null, stop: { ...moved!.stop, id: `${plan.id}/stops/added` } };
    const { stops, skipped } = layOut(input({ stops: [...now, added], changed: new Set([moved!.stop.id]) }));
    const others = (order: Record<string, string[]>) =>
      Object.values(order).map((own) => own.filter((id) => id !== moved!.stop.id && id !== added.stop.id));
    expect(others(byRoute(stops))).toEqual(others(byRoute(now)));
    expect(skipped).toEqual([]);
    const at = stops.find(({ stop }) => stop.id === added.stop.id)!;
    const done = attempted.filter(({ routeId }) => routeId === at.routeId);
    expect(at.stop.stopPosition).toBeGreaterThan(Math.max(...done.map(({ stop }) => stop.stopPosition!)));
    expect('value' in at.stop.eta && at.stop.eta.value.estimatedArrivalAt).toBeGreaterThanOrEqual(midnight + 12 * 3600);
  });

  it('never changes attempted stops, whatever is optimised again', () => {
    for (const kind of ['reorder_all_stops', 'redistribute_stops_between_drivers'] as const) {
      const { stops } = layOut(input({ kind }));
      expect(stops.filter(isAttempted).sort(compare)).toEqual([...attempted].sort(compare));
      expect(stops.map(({ stop }) => stop.id).sort()).toEqual(now.map(({ stop }) => stop.id).sort());
    }
  });

  it('assigns the stops of a removed driver to others and keeps the route with the attempted stops', () => {
    const { drivers, routes } = input();
    const [gone, ...others] = drivers;
    const his = routes.find(({ driver }) => driver === gone!.id)!;
    const layout = layOut(input({ drivers: others }));
    const left = layout.stops.filter(({ routeId }) => routeId === his.id);
    expect(left.filter(isOpen)).toEqual([]);
    expect(left.filter(isAttempted)).toHaveLength(attempted.filter(({ routeId }) => routeId === his.id).length);
    expect(layout.routes.map(({ id }) => id)).toContain(his.id);
    expect(layout.stops.filter(isOpen).length).toBe(now.filter(isOpen).length);
  });

  it('counts attempted stops towards the maximum of a driver', () => {
    const most = { ...plan, routeOverrides: { ...noOverrides, maxStops: 30 } };
    const { stops, skipped } = layOut(input({ plan: most, kind: 'redistribute_stops_between_drivers' }));
    const counts = plan.routes.map(
      (id) => stops.filter(({ stop, routeId }) => stop.type === 'stop' && routeId === id).length,
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(30);
    // It is noon, so stops due by then are too late, and nothing else is skipped.
    const late = now.filter((each) => isOpen(each) && (each.stop.timing?.latestAttemptTime?.hour ?? 24) <= 12);
    for (const { id } of skipped) expect(late.map(({ stop }) => stop.id)).toContain(id);
  });
});

describe('optimising a plan again', () => {
  it('uses the wall clock even on the day when summer time begins', () => {
    const sunday = '2027-03-28';
    expect(new Date((midnightOf(sunday) + 8 * 3600) * 1000).getHours()).toBe(8);
    const fresh = now.filter(({ stop }) => stop.type === 'stop').map((each) => ({ ...each, routeId: null }));
    const open = fresh.filter((each) => !isAttempted(each));
    const { stops } = layOut(input({ kind: 'optimise', routes: [], stops: open, day: sunday, now: 0 }));
    const starts = stops.filter(({ stop }) => stop.type === 'start').map(({ stop }) => stop.eta);
    const hours = starts.map((eta) =>
      'value' in eta ? new Date(eta.value.estimatedArrivalAt * 1000).getHours() : NaN,
    );
    expect(new Set(hours)).toEqual(new Set([7, 8]));
  });

  it('ends a route at its last stop if the depot has no round trip', () => {
    const depot = input().depot!;
    const oneWay = { ...depot, routeOverrides: { ...depot.routeOverrides!, roundTrip: false } };
    const open = now.filter(isOpen).map((each) => ({ ...each, routeId: null }));
    const { stops } = layOut(input({ kind: 'optimise', depot: oneWay, routes: [], stops: open }));
    expect(new Set(stops.map(({ stop }) => stop.type))).toEqual(new Set(['start', 'stop']));
  });
});

describe('a plan cannot be optimised', () => {
  it('if neither its depot nor the plan has a start address', () => {
    const drivers = { get: (id: string) => world.drivers.find((each) => each.id === id) };
    const bare = { ...input().depot!, routeOverrides: null };
    // The API cannot create such a depot, but the dashboard of the real service can.
    const records = { drivers, depots: { get: () => bare } } as unknown as Parameters<typeof problemOf>[0];
    expect(problemOf(records, plan)?.code).toBe('depot_missing_start_address');
    const own = { ...plan, routeOverrides: { ...noOverrides, startAddress: now[0]!.stop.address, maxStops: 9 } };
    expect(problemOf(records, own)).toBeUndefined();
  });
});

const compare = (one: StoredStop, other: StoredStop) => (one.stop.id < other.stop.id ? -1 : 1);

const noOverrides = {
  startTime: null,
  endTime: null,
  startAddress: null,
  endAddress: null,
  maxStops: null,
  drivingSpeed: null,
  deliverySpeed: null,
  vehicleType: null,
  optimizationSettings: null,
};
