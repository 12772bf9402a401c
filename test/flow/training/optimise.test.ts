import { describe, expect, it } from 'vitest';
import type { Depot, Driver, Operation, Plan, Stop } from '../../../src/training/model.ts';
import {
  finished,
  inputs,
  named,
  nameOf,
  optimise,
  optimised,
  orders,
  planWith,
  reoptimise,
  routesOf,
  stopNamed,
  summaryOf,
} from './operations-support.ts';
import {
  crewOf,
  getPlan,
  livePlan,
  oldPlan,
  ok,
  optimisedPlan,
  patch,
  planWhere,
  refusal,
  remove,
  send,
  stopsOf,
  tuesday,
  turn,
  writablePlan,
} from './plans-support.ts';
import { training } from './support.ts';

describe('optimising a plan', () => {
  it('answers an operation at once, and lays out routes when its time is over', async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(12) });
    const operation = await optimise(client, plan);
    const at = Math.floor(client.clock.now() / 1000);
    expect(operation).toEqual({
      id: expect.stringMatching(/^operations\/[A-Za-z0-9_-]{1,50}$/) as string,
      type: 'plan_optimization',
      done: false,
      metadata: { canceled: false, startedAt: at, finishedAt: null, startedBy: 'api', targetPlanId: plan.id },
      result: null,
    });
    expect(await getPlan(client, plan.id)).toMatchObject({ optimization: 'optimizing', writable: false, routes: [] });
    const done = await finished(client, operation);
    // Three seconds and some for each of twelve stops, whenever it is asked for.
    expect(done).toMatchObject({ done: true, metadata: { canceled: false, finishedAt: at + 3 } });
    expect(done.result).toEqual({ numOptimizedStops: 12, skippedStops: [] });
    const after = await getPlan(client, plan.id);
    expect(after).toMatchObject({ optimization: 'optimized', writable: true, distributed: false });
    expect(after.routes).toHaveLength(2);
  });

  it('gives each stop a place, a label, a way and an arrival; routes begin and end at the depot', async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(20) });
    await optimised(client, plan);
    const stops = await stopsOf(client, plan);
    const { depot } = await crewOf(client);
    const routes = await routesOf(client, plan);
    expect(routes.map(({ driver }) => driver).sort()).toEqual([...plan.drivers].sort());
    for (const route of routes) {
      const own = stops
        .filter((stop) => stop.route?.id === route.id)
        .sort((one, other) => one.stopPosition! - other.stopPosition!);
      expect(own.map(({ type }) => type)).toEqual(['start', ...own.slice(2).map(() => 'stop'), 'end']);
      expect(own.map(({ stopPosition }) => stopPosition)).toEqual(own.map((_, index) => index));
      expect(route.stopCount).toBe(own.length - 2);
      expect(route.stopCount).toBeGreaterThan(5);
      expect([own.at(0)!.address.address, own.at(-1)!.address.address]).toEqual(
        [0, 1].map(() => depot.routeOverrides!.startAddress.address),
      );
      const arrivals = own.map(({ eta }) => ('value' in eta ? eta.value.estimatedArrivalAt : NaN));
      expect(arrivals).toEqual([...arrivals].sort((one, other) => one - other));
      const served = own.slice(1, -1);
      expect(new Set(served.map(({ packageLabel }) => packageLabel)).size).toBe(served.length);
      for (const stop of served) {
        expect(stop.packageLabel).toMatch(/^[A-Z]\d+$/);
        expect([stop.estimatedTravelDistance, stop.estimatedTravelDuration]).toEqual([
          expect.any(Number),
          expect.any(Number),
        ]);
        expect(stop.placeInVehicle).toEqual({
          x: expect.stringMatching(/^(left|right)$/) as string,
          y: expect.stringMatching(/^(front|middle|back)$/) as string,
          z: expect.stringMatching(/^(floor|shelf)$/) as string,
        });
      }
    }
    // Tuesday at eight, when the depot opens, or at the driver's own start.
    const starts = stops.filter(({ type }) => type === 'start');
    const hours = starts.map(({ eta }) =>
      'value' in eta ? new Date(eta.value.estimatedArrivalAt * 1000).getHours() : NaN,
    );
    expect(Math.max(...hours)).toBeLessThanOrEqual(8);
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(7);
  });

  it('gives its starts and ends the address of a stop: only a depot’s has a country code', async () => {
    const client = await training();
    const { depot } = await crewOf(client);
    const elsewhere = { endAddress: { addressLineOne: 'Hafenstraße 12' }, roundTrip: false };
    const { routeOverrides } = await ok<Depot>(patch(client, `/${depot.id}`, { routeOverrides: elsewhere }));
    expect([routeOverrides!.startAddress.countryCode, routeOverrides!.endAddress!.countryCode]).toEqual(['DE', 'DE']);
    const plan = await planWith(client, { stops: named(6) });
    await optimised(client, plan);
    const [, route] = (await getPlan(client, plan.id)).routes;
    const seen = [
      ...(await stopsOf(client, plan)),
      ...(await client.all<Stop>('planning', `/${route!}/stops`, 'stops')),
      // Those that the training data began with.
      ...(await stopsOf(client, await livePlan(client))),
    ];
    const ends = seen.filter(({ type }) => type !== 'stop');
    expect(new Set(ends.map(({ address }) => address.addressLineOne))).toContain('Hafenstraße 12');
    expect(new Set(ends.map(({ type }) => type))).toEqual(new Set(['start', 'end']));
    const fields = ['address', 'addressLineOne', 'addressLineTwo', 'latitude', 'longitude', 'placeId', 'placeTypes'];
    for (const { address, type } of seen) expect(Object.keys(address).sort(), type).toEqual(fields);
  });

  it('keeps windows, allowed drivers, first and last stops and the most stops a driver takes', async () => {
    const client = await training();
    const { crew } = await crewOf(client);
    const afternoon = {
      timing: { earliestAttemptTime: { hour: 14, minute: 0 }, latestAttemptTime: { hour: 15, minute: 0 } },
    };
    const plan = await planWith(client, {
      routeOverrides: { maxStops: 7 },
      stops: [
        { name: 'late', ...afternoon },
        { name: 'hers', allowedDrivers: [crew[1]!.id] },
        { name: 'his', allowedDrivers: [crew[0]!.id] },
        { name: 'first', optimizationOrder: 'first' },
        { name: 'last', optimizationOrder: 'last' },
        ...named(9),
      ],
    });
    expect(await optimised(client, plan)).toEqual({ numOptimizedStops: 14, skippedStops: [] });
    const late = await stopNamed(client, plan, 'late');
    const at = new Date('value' in late.eta ? late.eta.value.estimatedArrivalAt * 1000 : NaN);
    expect([at.getHours() * 60 + at.getMinutes() >= 14 * 60, at.getHours() * 60 + at.getMinutes() <= 15 * 60]).toEqual([
      true,
      true,
    ]);
    expect((await stopNamed(client, plan, 'hers')).route?.driver).toBe(crew[1]!.id);
    expect((await stopNamed(client, plan, 'his')).route?.driver).toBe(crew[0]!.id);
    const routes = Object.values(await orders(client, plan));
    expect(routes.map((names) => names.length)).toEqual([9, 9]);
    expect(routes.find((names) => names.includes('first'))?.[1]).toBe('first');
    expect(routes.find((names) => names.includes('last'))?.at(-2)).toBe('last');
  });

  it('leaves out what cannot be done, and says which of the documented reasons it is', async () => {
    const client = await training();
    const at = (hour: number, minute = 0) => ({ hour, minute });
    const plan = await planWith(client, {
      drivers: 1,
      routeOverrides: { maxStops: 4, startTime: at(9), endTime: at(17) },
      stops: [
        { name: 'night', timing: { earliestAttemptTime: at(3), latestAttemptTime: at(4) } },
        { name: 'far', address: { latitude: 48.1, longitude: 11.5 } },
        { name: 'morning', timing: { latestAttemptTime: at(10) } },
        { name: 'first', optimizationOrder: 'first', timing: { earliestAttemptTime: at(16) } },
        ...named(5),
      ],
    });
    const { numOptimizedStops, skippedStops } = await optimised(client, plan);
    const names = new Map((await stopsOf(client, plan)).map((stop) => [stop.id, nameOf(stop)]));
    const reasons = Object.fromEntries(skippedStops.map(({ id, reason }) => [names.get(id)!, reason]));
    expect(numOptimizedStops).toBe(4);
    expect(reasons).toMatchObject({ night: 'impossible_time_window', far: 'impossible_navigation' });
    expect(Object.values(reasons).filter((reason) => reason === 'impossible_number_of_stops')).not.toEqual([]);
    const skipped = await stopNamed(client, plan, 'night');
    expect(skipped).toMatchObject({
      route: null,
      stopPosition: null,
      eta: { status: 'pending', reason: 'not_optimized' },
    });

    const ordered = await planWith(client, {
      drivers: 1,
      stops: [
        { name: 'morning', timing: { latestAttemptTime: at(9) } },
        { name: 'first', optimizationOrder: 'first', timing: { earliestAttemptTime: at(16) } },
      ],
    });
    const second = await optimised(client, ordered);
    expect(second.skippedStops.map(({ reason }) => reason)).toEqual(['impossible_order_of_stops']);
  });

  it('is refused for a plan that is optimised or distributed already, until something of it changes', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    const again = () => refusal(send(client, 'POST', `/${plan.id}:optimize`));
    expect(await again()).toEqual([409, 'plan_already_optimized', null]);
    expect(await refusal(send(client, 'POST', `/${(await livePlan(client)).id}:optimize`))).toEqual([
      409,
      'plan_already_optimized',
      null,
    ]);
    await ok(client.post(`/${plan.id}/stops`, inputs([{ name: 'new' }])[0]));
    expect((await getPlan(client, plan.id)).optimization).toBe('editing');
    const { numOptimizedStops } = await optimised(client, plan);
    expect(numOptimizedStops).toBe((await stopsOf(client, plan)).filter(({ type }) => type === 'stop').length);
    expect((await getPlan(client, plan.id)).routes).toEqual(plan.routes);
  });

  it('is refused while an operation of the plan runs', async () => {
    const client = await training();
    // Sixty stops take more than five seconds.
    const plan = await planWith(client, { stops: named(60) });
    await optimise(client, plan);
    for (const act of ['optimize', 'reoptimize', 'distribute', 'save', 'redistribute']) {
      expect(await refusal(send(client, 'POST', `/${plan.id}:${act}`)), act).toEqual([
        409,
        'plan_optimization_in_progress',
        null,
      ]);
    }
  });

  it('is refused without a driver, without a place to start from, and without an end', async () => {
    const client = await training();
    const { depot, crew } = await crewOf(client);
    const start = async (plan: Plan) => (await refusal(send(client, 'POST', `/${plan.id}:optimize`)))[1];
    expect(await start(await planWith(client, { drivers: 0 }))).toBe('no_drivers_available');
    // One made without a depot is of the main one; only a change leaves it without any.
    const ofNone = async (wish: Parameters<typeof planWith>[1]) =>
      ok<Plan>(patch(client, `/${(await planWith(client, wish)).id}`, { depot: null }));
    expect(await start(await ofNone({}))).toBe('depot_not_found');
    const own = { startAddress: { addressLineOne: 'Marktstraße 1' }, endTime: { hour: 18, minute: 0 } };
    const free = await ofNone({ routeOverrides: own, stops: named(3) });
    expect(await optimised(client, free)).toEqual({ numOptimizedStops: 3, skippedStops: [] });

    await ok(patch(client, `/${depot.id}`, { routeOverrides: { endTime: null, maxStops: null } }));
    const endless = crew.filter(
      ({ routeOverrides }) => routeOverrides.endTime === null && routeOverrides.maxStops === null,
    );
    const plan = await planWith(client, { drivers: 0 });
    await ok(patch(client, `/${plan.id}`, { drivers: endless.map(({ id }) => id) }));
    expect(await start(plan)).toBe('no_end_time_and_max_stops_per_driver');
    await ok(patch(client, `/${plan.id}`, { routeOverrides: { maxStops: 10 } }));
    expect(await optimised(client, plan)).toEqual({ numOptimizedStops: 0, skippedStops: [] });
  });

  it('is refused where there is no such plan, for one from before stop collections, and with a body', async () => {
    const client = await training();
    const optimize = (id: string, body?: object) => refusal(send(client, 'POST', `/${id}:optimize`, body));
    expect(await optimize('plans/gone')).toEqual([404, 'plan_not_found', null]);
    expect(await optimize((await oldPlan(client)).id)).toEqual([404, 'stops_not_available', null]);
    const plan = await planWith(client);
    expect(await optimize(plan.id, { optimizationType: 'reorder_all_stops' })).toEqual([
      400,
      'validation_error',
      'optimizationType',
    ]);
  });

  it('fails with a code and a message when the drivers are gone before it ends, and the plan is as before', async () => {
    const client = await training();
    const driver = await ok<Driver>(client.post('/drivers', { name: 'Gone soon' }));
    const plan = await planWith(client, { drivers: 0, stops: named(2) });
    await ok(patch(client, `/${plan.id}`, { drivers: [driver.id] }));
    const operation = await optimise(client, plan);
    expect((await remove(client, `/${driver.id}`)).status).toBe(200);
    const failed = await finished(client, operation);
    expect(failed.result).toEqual({ code: 'no_drivers_available', message: expect.any(String) as string });
    expect(await getPlan(client, plan.id)).toMatchObject({ optimization: 'creating', writable: true, routes: [] });
  });
});

describe('re-optimising a plan', () => {
  const eight = async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(8) });
    await optimised(client, plan);
    return { client, plan };
  };
  const without = (found: Record<string, string[]>, name: string) =>
    Object.values(found).map((names) => names.filter((each) => each !== name));

  it('reorder_changed_stops, the default, keeps the order of all others and finds places for what changed', async () => {
    const { client, plan } = await eight();
    const before = await orders(client, plan);
    await ok(client.post(`/${plan.id}/stops`, inputs([{ name: 'new' }])[0]));
    const { numOptimizedStops } = summaryOf(await finished(client, await reoptimise(client, plan)));
    expect(numOptimizedStops).toBe(9);
    const after = await orders(client, plan);
    expect(Object.values(after).flat()).toContain('new');
    expect(without(after, 'new')).toEqual(Object.values(before));
    expect(await getPlan(client, plan.id)).toMatchObject({
      optimization: 'optimized',
      distributed: false,
      writable: true,
    });
  });

  it('reorder_all_stops keeps who drives to a stop', async () => {
    const { client, plan } = await eight();
    const before = await orders(client, plan);
    await finished(client, await reoptimise(client, plan, 'reorder_all_stops'));
    const after = await orders(client, plan);
    const sets = (found: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(found).map(([route, names]) => [route, [...names].sort()]));
    expect(sets(after)).toEqual(sets(before));
  });

  it('redistribute_stops_between_drivers lays the stops out again', async () => {
    const { client, plan } = await eight();
    const { crew } = await crewOf(client);
    await ok(patch(client, `/${plan.id}`, { drivers: crew.map(({ id }) => id) }));
    const kept = await finished(client, await reoptimise(client, plan, 'reorder_all_stops'));
    expect(summaryOf(kept).numOptimizedStops).toBe(8);
    expect(await routesOf(client, plan)).toHaveLength(2);
    await finished(client, await reoptimise(client, plan, 'redistribute_stops_between_drivers'));
    expect((await routesOf(client, plan)).length).toBeGreaterThan(2);
  });

  it('is refused where no stop has changed, unless all are to be laid out', async () => {
    const { client, plan } = await eight();
    expect(await refusal(send(client, 'POST', `/${plan.id}:reoptimize`))).toEqual([
      409,
      'plan_already_optimized',
      null,
    ]);
    const live = await livePlan(client);
    expect((await refusal(send(client, 'POST', `/${live.id}:reoptimize`, {})))[1]).toBe('plan_already_optimized');
    expect((await reoptimise(client, plan, 'redistribute_stops_between_drivers')).done).toBe(false);
  });

  it('takes the three kinds and no other, of a distributed plan the first alone where the switch says so', async () => {
    const client = await training();
    const live = await livePlan(client);
    const kind = (optimizationType: string) =>
      refusal(send(client, 'POST', `/${live.id}:reoptimize`, { optimizationType }));
    expect(await kind('shuffle')).toEqual([400, 'validation_error', 'optimizationType']);
    await turn(client, { reoptimisation: 'reorder-only' });
    for (const each of ['reorder_all_stops', 'redistribute_stops_between_drivers']) {
      expect(await kind(each)).toEqual([409, 'plan_optimization_not_supported', 'optimizationType']);
    }
    await ok(client.post(`/${live.id}/stops:liveCreate`, inputs([{ name: 'new' }])[0]));
    expect((await reoptimise(client, live, 'reorder_changed_stops')).done).toBe(false);
  });

  it('is refused without drivers as optimising is', async () => {
    const client = await training();
    const plan = await planWith(client, { drivers: 0, stops: named(1) });
    expect((await refusal(send(client, 'POST', `/${plan.id}:reoptimize`)))[1]).toBe('no_drivers_available');
  });

  it('lays out a plan that never was, as optimising does', async () => {
    const client = await training();
    const plan = await planWith(client, { starts: tuesday, stops: named(4) });
    const operation: Operation = await finished(client, await reoptimise(client, plan));
    expect(operation.result).toEqual({ numOptimizedStops: 4, skippedStops: [] });
    expect((await getPlan(client, plan.id)).optimization).toBe('optimized');
  });
});

describe('an operation of the generated data', () => {
  it('leaves out a stop of a plan that is being edited, for somebody to find and mend', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const { numOptimizedStops, skippedStops } = await optimised(client, plan);
    const stops = await stopsOf(client, plan);
    const early = stops.find(({ timing }) => timing?.latestAttemptTime?.hour === 6)!;
    expect(skippedStops).toEqual([{ id: early.id, reason: 'impossible_time_window' }]);
    expect(numOptimizedStops).toBe(stops.filter(({ type }) => type === 'stop').length - 1);
    await ok(patch(client, `/${early.id}`, { timing: { earliestAttemptTime: null, latestAttemptTime: null } }));
    const again = summaryOf(await finished(client, await reoptimise(client, plan)));
    expect(again).toEqual({ numOptimizedStops: numOptimizedStops + 1, skippedStops: [] });
  });

  it('runs when the service is started for the first time, and ends a minute later', async () => {
    const client = await training();
    const plan = await planWhere(client, ({ optimization }) => optimization === 'optimizing');
    const [running] = await client.all<Operation>('planning', '/operations?filter.done=false', 'operations');
    expect(running!.metadata.targetPlanId).toBe(plan.id);
    expect(summaryOf(await finished(client, running!)).numOptimizedStops).toBeGreaterThan(50);
    expect(await getPlan(client, plan.id)).toMatchObject({ optimization: 'optimized', writable: true });
  });
});
