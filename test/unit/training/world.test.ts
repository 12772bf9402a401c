import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { depot } from '../../../src/shared/depots.ts';
import { driver } from '../../../src/shared/drivers.ts';
import { order } from '../../../src/shared/orders.ts';
import { plan } from '../../../src/shared/plans.ts';
import { stop } from '../../../src/shared/stops.ts';
import { metersBetween } from '../../../src/training/data/city.ts';
import { geocode } from '../../../src/training/data/gazetteer.ts';
import { makeWorld } from '../../../src/training/data/world.ts';

const world = makeWorld(1, '2026-06-15');
const routes = new Map(world.routes.map((route) => [route.id, route]));
const stops = world.stops.map(({ stop: each, routeId }) => ({
  ...each,
  route: routeId === null ? null : (routes.get(routeId) ?? null),
}));
const plans = world.plans.map((each) => each.plan);
const deliveries = stops.filter(({ type }) => type === 'stop');

describe('the generated data', () => {
  it('is the same for the same seed and day and different for another seed', () => {
    expect(makeWorld(1, '2026-06-15')).toEqual(world);
    expect(makeWorld(2, '2026-06-15').stops[0]).not.toEqual(stops[0]);
  });

  it('has 1,500 stops for any seed and day', () => {
    expect(stops).toHaveLength(1500);
    expect(makeWorld(77, '2027-03-28').stops).toHaveLength(1500);
  });

  it('has twenty plans around the first day, and an old one without stops', () => {
    const old = world.plans.filter(({ createdAt }) => createdAt < Date.UTC(2023, 3, 1));
    expect(old.map((each) => each.plan)).toMatchObject([{ writable: false, distributed: false, routes: [] }]);
    expect(stops.filter((each) => each.plan === old[0]?.plan.id)).toEqual([]);
    expect(plans).toHaveLength(21);
  });

  it('has unique ids of the documented form', () => {
    const ids = [...plans, ...stops, ...world.drivers, ...world.depots, ...world.orders.map((each) => each.order)].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
    const segment = '[A-Za-z0-9_-]{1,50}';
    const form = new RegExp(
      `^(plans/${segment}(/stops/${segment})?|drivers/${segment}|depots/${segment}|orders/${segment})$`,
    );
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(stops.filter((each) => !each.id.startsWith(`${each.plan}/stops/`))).toEqual([]);
  });

  it("is parsed without loss by the client's schemas", () => {
    const unread = (schema: z.ZodType, records: readonly object[]) =>
      records.filter((record) => JSON.stringify(sorted(schema.parse(record))) !== JSON.stringify(sorted(record)));
    expect(unread(plan, plans)).toEqual([]);
    expect(unread(stop, stops)).toEqual([]);
    expect(unread(driver, world.drivers)).toEqual([]);
    expect(unread(depot, world.depots)).toEqual([]);
    expect(
      unread(
        order,
        world.orders.map((each) => each.order),
      ),
    ).toEqual([]);
  });

  it('has addresses that geocode to the coordinates of their stops', () => {
    for (const { address } of deliveries) {
      const [, zip = ''] = /^(\d{5}) /.exec(address.addressLineTwo) ?? [];
      expect(geocode({ addressLineOne: address.addressLineOne, zip })).toEqual(address);
    }
    expect(deliveries.some(({ address }) => address.addressLineTwo.startsWith('00417 '))).toBe(true);
    const [first] = deliveries;
    const farthest = Math.max(...deliveries.map(({ address }) => metersBetween(place(address), place(first!.address))));
    expect(farthest).toBeLessThan(8_000);
  });

  it('has windows, notes, weights, several packages, pickups and payments', () => {
    const share = (wanted: (each: (typeof deliveries)[number]) => unknown) =>
      deliveries.filter(wanted).length / deliveries.length;
    expect(share(({ timing }) => timing?.earliestAttemptTime ?? timing?.latestAttemptTime)).toBeGreaterThan(0.3);
    expect(share(({ notes }) => notes)).toBeGreaterThan(0.3);
    expect(share(({ weight }) => weight)).toBeGreaterThan(0.4);
    expect(share(({ packageCount }) => (packageCount ?? 0) > 1)).toBeGreaterThan(0.2);
    expect(share(({ activity }) => activity === 'pickup')).toBeGreaterThan(0.02);
    expect(share(({ paymentOnDelivery }) => paymentOnDelivery)).toBeGreaterThan(0.03);
    expect(share(({ orderInfo }) => orderInfo)).toBeGreaterThan(0.5);
  });
});

describe('routes', () => {
  const optimised = plans.filter(({ routes }) => routes.length > 0);

  it('exist for optimised plans only, one per driver', () => {
    for (const each of plans) {
      const expected = each.optimization === 'optimized' || each.optimization === 'preview' ? each.drivers.length : 0;
      expect(each.routes, each.title).toHaveLength(expected);
    }
    expect(optimised.length).toBeGreaterThan(10);
  });

  it('begin and end at the depot, with positions in order and arrivals that never go back', () => {
    for (const { id, routes } of optimised) {
      const own = stops.filter((each) => each.plan === id);
      for (const route of routes) {
        const onRoute = own.filter((each) => each.route?.id === route);
        expect(onRoute.map(({ stopPosition }) => stopPosition)).toEqual(onRoute.map((_, index) => index));
        expect([onRoute.at(0)?.type, onRoute.at(-1)?.type]).toEqual(['start', 'end']);
        expect(onRoute.filter(({ type }) => type === 'stop')).toHaveLength(onRoute[0]!.route!.stopCount);
        const arrivals = onRoute.map(({ eta }) => ('value' in eta ? eta.value.estimatedArrivalAt : NaN));
        // On the road, an arrival is predicted again and may be earlier or later than that of the stop before.
        const { started } = onRoute[0]!.route!.state;
        if (!started) expect(arrivals).toEqual([...arrivals].sort((one, other) => one - other));
      }
      expect(own.every(({ route }) => route !== null)).toBe(true);
    }
  });

  it('keep restricted stops with their allowed drivers', () => {
    const limited = deliveries.filter(({ allowedDrivers }) => allowedDrivers !== null);
    expect(limited.length).toBeGreaterThan(20);
    for (const { allowedDrivers, route, plan: id } of limited) {
      const { drivers } = plans.find((each) => each.id === id)!;
      expect(drivers).toEqual(expect.arrayContaining(allowedDrivers!));
      if (route) expect(allowedDrivers).toContain(route.driver);
    }
  });
});

describe('deliveries', () => {
  const today = plans.filter(({ starts, distributed }) => starts.day === 15 && distributed).map(({ id }) => id);
  const attempted = (each: (typeof stops)[number]) => each.deliveryInfo?.attempted === true;

  it('are done on past days, half done today, and not begun on future days', () => {
    const share = (own: typeof stops) => own.filter(attempted).length / own.length;
    const past = plans.filter(({ starts, distributed }) => distributed && starts.day < 15).map(({ id }) => id);
    expect(share(deliveries.filter((each) => past.includes(each.plan)))).toBeGreaterThan(0.9);
    const half = share(deliveries.filter((each) => today.includes(each.plan)));
    expect(half).toBeGreaterThan(0.2);
    expect(half).toBeLessThan(0.95);
    expect(stops.filter((each) => !past.includes(each.plan) && !today.includes(each.plan)).filter(attempted)).toEqual(
      [],
    );
  });

  it('have various outcomes, with signatures and notes', () => {
    const states = new Set(deliveries.filter(attempted).map(({ deliveryInfo }) => deliveryInfo?.state));
    expect(states.size).toBeGreaterThanOrEqual(12);
    for (const { deliveryInfo } of deliveries.filter(attempted)) {
      expect(deliveryInfo?.succeeded).toBe(!deliveryInfo?.state.startsWith('failed_'));
      expect(deliveryInfo?.attemptedAt).toBeGreaterThan(0);
    }
    const some = (key: 'signeeName' | 'signatureUrl' | 'driverProvidedInternalNotes' | 'recipientProvidedNotes') =>
      deliveries.filter(({ deliveryInfo }) => deliveryInfo?.[key] != null).length;
    expect(some('signeeName')).toBeGreaterThan(100);
    expect(some('driverProvidedInternalNotes')).toBeGreaterThan(20);
    expect(some('recipientProvidedNotes')).toBeGreaterThan(20);
  });
});

function place({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  return { latitude: latitude!, longitude: longitude! };
}

/** The same value with the fields of every object sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
