/**
 * What the service refuses was announced before, from what is cached. Each case asks the training service, which has to
 * refuse with that code, and the rules, which are given the same records as the cache lists them.
 */
import { describe, expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { depotColumns, driverColumns } from '../../../src/main/db/drivers.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { depot } from '../../../src/shared/depots.ts';
import { driver } from '../../../src/shared/drivers.ts';
import {
  foreignDrivers,
  isClosed,
  isLive,
  planEditDoubts,
  planEditRefusals,
  refusalsOf,
  takingOf,
} from '../../../src/shared/plan-refusals.ts';
import { plan } from '../../../src/shared/plans.ts';
import { planCommands, type PlanCommand } from '../../../src/shared/plan-rules.ts';
import { skipsOf, type PlanFacts } from '../../../src/shared/stop-skips.ts';
import { stop, whyNotEdited } from '../../../src/shared/stops.ts';
import type { Depot, Driver, Plan, Stop } from '../../../src/training/model.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { worldOnce } from '../../fixtures/world-once.ts';
import { finished, inputs, named, optimise, optimised, planWith, reoptimise } from '../training/operations-support.ts';
import {
  crewOf,
  getPlan,
  livePlan,
  oldPlan,
  ok,
  optimisedPlan,
  patch,
  refusal,
  remove,
  send,
  stopsByProgress,
  stopsOf,
  turn,
  tuesday,
} from '../training/plans-support.ts';
import { training, type Client } from '../training/support.ts';

/** The plan and what belongs to it, as the cache lists them after they were read from the service. */
async function cached(client: Client, { id }: Pick<Plan, 'id'>): Promise<PlanFacts> {
  const now = client.clock.now();
  const { cache } = await openedCache(temporaryFolder(), now);
  const read = plan.parse(await getPlan(client, id));
  await cache.putPlans([storedRow(read, planColumns(read))], now);
  const drivers = (await client.all<Driver>('planning', '/drivers', 'drivers')).map((each) => driver.parse(each));
  await cache.putDrivers(
    drivers.map((each) => storedRow(each, driverColumns(each))),
    now,
  );
  const depots = (await client.all<Depot>('planning', '/depots', 'depots')).map((each) => depot.parse(each));
  await cache.putDepots(
    depots.map((each) => storedRow(each, depotColumns(each))),
    now,
  );
  const hasStops = (await client.planning(`/${id}/stops`)).status === 200;
  if (hasStops) {
    const stops = (await client.all<Stop>('planning', `/${id}/stops`, 'stops')).map((each) => stop.parse(each));
    await cache.putStops(
      id,
      stops.map((each) => storedRow(each, stopColumns(each))),
      now,
    );
  }
  const row = await cache.getPlan(id);
  if (row === null) throw new Error(`${id} is not cached`);
  return {
    plan: row,
    drivers: (await cache.listDrivers()).rows,
    depots: (await cache.listDepots()).rows,
    stops: hasStops ? (await cache.listStops(id, 0, 10_000)).rows : null,
  };
}

/** A plan of the service whose depot is removed afterwards; one made without a depot is of the main one. */
const withoutDepot = async (client: Client) =>
  ok<Plan>(patch(client, `/${(await planWith(client, { stops: named(2) })).id}`, { depot: null }));

/** A plan whose drivers and depot set no end of the day and no maximum of stops. */
async function endless(client: Client): Promise<Plan> {
  const { depot: home, crew } = await crewOf(client);
  await ok(patch(client, `/${home.id}`, { routeOverrides: { endTime: null, maxStops: null } }));
  const drivers = crew.filter(({ routeOverrides: { endTime, maxStops } }) => endTime === null && maxStops === null);
  const made = await planWith(client, { drivers: 0 });
  return ok<Plan>(patch(client, `/${made.id}`, { drivers: drivers.map(({ id }) => id) }));
}

/** The plan alone, as the cache lists it. */
async function cachedPlan(client: Client, { id }: Pick<Plan, 'id'>): Promise<PlanFacts> {
  const { cache } = await openedCache(temporaryFolder(), client.clock.now());
  const read = plan.parse(await getPlan(client, id));
  await cache.putPlans([storedRow(read, planColumns(read))], client.clock.now());
  const row = await cache.getPlan(id);
  if (row === null) throw new Error(`${id} is not cached`);
  return { plan: row, drivers: null, depots: null, stops: null };
}

async function withLiveChange(client: Client): Promise<Plan> {
  const live = await livePlan(client);
  await ok(client.post(`/${live.id}/stops:liveCreate`, inputs([{ name: 'new' }])[0]));
  return live;
}

/** A plan whose only driver was deleted after the layout. */
async function withoutItsDriver(client: Client): Promise<Plan> {
  const { depot: home } = await crewOf(client);
  const gone = await ok<Driver>(client.post('/drivers', { name: 'Gone Soon', depots: [home.id] }));
  const made = await planWith(client, { drivers: 0, stops: named(2) });
  await ok(patch(client, `/${made.id}`, { drivers: [gone.id] }));
  await optimised(client, made);
  await remove(client, `/${gone.id}`);
  return made;
}

/** A plan that drivers have, with a proposal for a new stop; one of the drivers was deleted after it was made. */
async function withoutOneOfTheProposal(client: Client): Promise<Plan> {
  const made = await planWith(client, { stops: named(8) });
  await optimised(client, made);
  await ok(send(client, 'POST', `/${made.id}:distribute`));
  await ok(client.post(`/${made.id}/stops:liveCreate`, inputs([{ name: 'new' }])[0]));
  await finished(client, await reoptimise(client, made));
  const [first] = await stopsOf(client, made);
  await remove(client, `/${first!.route!.driver!}`);
  return made;
}

async function onlyReordering(client: Client): Promise<Plan> {
  await turn(client, { reoptimisation: 'reorder-only' });
  return livePlan(client);
}

type Arrange = (client: Client) => Promise<Plan>;
const rows: [command: PlanCommand, when: string, arrange: Arrange, code: string, body?: object][] = [
  ['optimize', 'without drivers', (client) => planWith(client, { drivers: 0 }), 'no_drivers_available'],
  ['optimize', 'without a depot', withoutDepot, 'depot_not_found'],
  ['optimize', 'without an end of the day', endless, 'no_end_time_and_max_stops_per_driver'],
  ['optimize', 'once optimised', optimisedPlan, 'plan_already_optimized'],
  ['optimize', 'once distributed', livePlan, 'plan_already_optimized'],
  ['optimize', 'from before stop collections', oldPlan, 'stops_not_available'],
  ['reoptimize', 'without drivers', (client) => planWith(client, { drivers: 0 }), 'no_drivers_available'],
  ['reoptimize', 'without a depot', withoutDepot, 'depot_not_found'],
  ['reoptimize', 'without an end of the day', endless, 'no_end_time_and_max_stops_per_driver'],
  ['reoptimize', 'without a changed stop', optimisedPlan, 'plan_already_optimized'],
  [
    ...(['reoptimize', 'distributed, in another order', onlyReordering] as const),
    ...(['plan_optimization_not_supported', { optimizationType: 'reorder_all_stops' }] as const),
  ],
  ['distribute', 'before it is optimised', (client) => planWith(client), 'plan_not_optimized'],
  ['distribute', 'once distributed', livePlan, 'plan_already_distributed'],
  ['distribute', 'whose driver was deleted', withoutItsDriver, 'plan_concurrent_modification'],
  ['redistribute', 'with changes not optimised', withLiveChange, 'plan_not_optimized'],
  ['redistribute', 'without changes', livePlan, 'plan_already_distributed'],
  ['redistribute', 'a driver of whose proposal was deleted', withoutOneOfTheProposal, 'plan_concurrent_modification'],
  ['save', 'with changes not optimised', withLiveChange, 'plan_not_optimized'],
  ['save', 'a driver of whose proposal was deleted', withoutOneOfTheProposal, 'plan_concurrent_modification'],
];

describe('a refused command', () => {
  it.each(rows)('%s of a plan %s was announced', async (command, _when, arrange, code, body) => {
    const client = await training();
    const made = await arrange(client);
    const type = body === undefined ? 'reorder_changed_stops' : 'reorder_all_stops';
    const announced = refusalsOf(command, await cached(client, made), type);
    expect((await refusal(send(client, 'POST', `/${made.id}:${command}`, body)))[1]).toBe(code);
    expect(announced.map((each) => each.code)).toEqual([code]);
  });

  it.each(['optimize', 'reoptimize'] as const)('%s with a depot that has no start was announced', async (command) => {
    // Over the service's API no depot loses its start, nor gets to be without one.
    const startless: typeof worldOnce = (...of) => {
      const world = worldOnce(...of);
      return { ...world, depots: world.depots.map((each) => ({ ...each, routeOverrides: null })) };
    };
    const client = await training({ generate: startless });
    const made = await planWith(client, { stops: named(2) });
    const announced = refusalsOf(command, await cached(client, made));
    expect((await refusal(send(client, 'POST', `/${made.id}:${command}`))).slice(0, 2)).toEqual([
      409,
      'depot_missing_start_address',
    ]);
    expect(announced).toEqual([{ code: 'depot_missing_start_address', isCertain: true, driverIds: [] }]);
  });

  it('of a plan that is being optimised was announced, whichever it is', async () => {
    const client = await training();
    // A hundred stops take longer than the requests of this test.
    const made = await planWith(client, { stops: named(100) });
    await optimise(client, made);
    const facts = await cachedPlan(client, made);
    for (const command of planCommands) {
      const [, code] = await refusal(send(client, 'POST', `/${made.id}:${command}`));
      expect([code, ...refusalsOf(command, facts).map((each) => each.code)], command).toEqual([
        'plan_optimization_in_progress',
        'plan_optimization_in_progress',
      ]);
    }
  });

  it('is not announced of a plan that the service accepts', async () => {
    const client = await training();
    const made = await planWith(client, { stops: named(3) });
    expect(refusalsOf('optimize', await cached(client, made))).toEqual([]);
    await optimised(client, made);
    const laidOut = await cached(client, made);
    expect([refusalsOf('distribute', laidOut), skipsOf(laidOut)]).toEqual([[], []]);
    await ok(send(client, 'POST', `/${made.id}:distribute`));
  });
});

describe('a refused plan', () => {
  it('with a paused driver, or with one of another depot, was announced', async () => {
    const client = await training();
    const { depot: home, paused, foreign } = await crewOf(client);
    const made = await planWith(client);
    const { drivers } = await cached(client, made);
    const known = { drivers, anyDepot: false };
    for (const [who, status, code] of [
      [paused, 400, 'driver_not_active'],
      [foreign, 412, 'driver_depot_mismatch'],
    ] as const) {
      const wish = { title: 'Tour', starts: tuesday, depot: home.id, drivers: [who.id] };
      expect((await refusal(client.post('/plans', wish))).slice(0, 2)).toEqual([status, code]);
      expect((await refusal(patch(client, `/${made.id}`, { drivers: [who.id] }))).slice(0, 2)).toEqual([status, code]);
      const announced = planEditRefusals({ depot: home.id, driverIds: [who.id] }, known);
      expect(announced).toEqual([{ code, isCertain: true, driverIds: [who.id] }]);
    }
    // v0.2b accepts drivers of other depots.
    expect(planEditRefusals({ depot: home.id, driverIds: [foreign.id] }, { drivers, anyDepot: true })).toEqual([]);
  });

  it('of a depot that is not there, or of a day more than a year away, was announced', async () => {
    const client = await training();
    const { depot: home } = await crewOf(client);
    const made = await planWith(client, { drivers: 0 });
    const { depots } = await cached(client, made);
    // The service's day is 15 June 2026.
    const known = { depots, today: '2026-06-15' };
    const day = (text: string) => {
      const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
      return { day: date, month, year };
    };
    const asked = async (depot: string, starts: string) => [
      await client.post('/plans', { title: 'Tour', starts: day(starts), depot, drivers: [] }),
      await patch(client, `/${made.id}`, { starts: day(starts), depot }),
    ];
    const paramOf = (body: unknown) => (body as { param?: string | null }).param ?? null;
    const answers = async (depot: string, starts: string) =>
      (await asked(depot, starts)).map(({ status, body }) => [status, paramOf(body)]);
    for (const [depot, starts, status, param, code] of [
      ['depots/gone', '2026-06-16', 409, 'depot', 'depot_not_found'],
      [home.id, '2027-06-17', 400, 'starts', 'starts_too_far'],
      [home.id, '2025-06-13', 400, 'starts', 'starts_too_far'],
    ] as const) {
      expect(await answers(depot, starts)).toEqual([
        [status, param],
        [status, param],
      ]);
      // A hint: the depot may be new, and the documents do not say how far a day may be.
      expect(planEditDoubts({ depot, starts }, known)).toEqual([{ code, isCertain: false, driverIds: [] }]);
    }
    for (const starts of ['2027-06-16', '2025-06-14']) {
      expect(await answers(home.id, starts)).toEqual([
        [200, null],
        [200, null],
      ]);
      expect(planEditDoubts({ depot: home.id, starts }, known)).toEqual([]);
    }
  });

  it('that is with its drivers was announced', async () => {
    const client = await training();
    const live = await livePlan(client);
    expect((await refusal(patch(client, `/${live.id}`, { title: 'Other' })))[1]).toBe('plan_not_writable');
    expect(isClosed((await cached(client, live)).plan)).toBe(true);
  });
});

describe('a refused stop', () => {
  it('that allows a driver of no route of the plan was announced', async () => {
    const client = await training();
    const { crew } = await crewOf(client);
    const made = await planWith(client, { drivers: 1, stops: named(1) });
    const { plan: row } = await cached(client, made);
    const wish = { allowedDrivers: [crew[0]!.id, crew[1]!.id] };
    const [status, code] = await refusal(client.post(`/${made.id}/stops`, inputs([{ name: 'one', ...wish }])[0]));
    expect([status, code]).toEqual([412, 'driver_not_in_plan']);
    expect(foreignDrivers(wish, row)).toEqual([crew[1]!.id]);
  });

  it('that the driver has been to, or that is the end of a route, was announced', async () => {
    const client = await training();
    const live = await livePlan(client);
    const { done } = await stopsByProgress(client, live);
    const end = (await client.all<Stop>('planning', `/${live.id}/stops`, 'stops')).find(({ type }) => type === 'end');
    const { stops } = await cached(client, live);
    for (const [id, why] of [
      [done[0]!.id, 'attempted'],
      [end!.id, 'end-of-route'],
    ] as const) {
      for (const asked of [
        () => send(client, 'POST', `/${id}:liveUpdate`, { notes: 'Ring twice' }),
        () => send(client, 'POST', `/${id}:liveDelete`),
      ]) {
        const [status, code] = await refusal(asked());
        expect([status, code, whyNotEdited(stops!.find((row) => row.id === id)!)]).toEqual([
          422,
          'stop_not_editable',
          why,
        ]);
      }
    }
  });

  it('of a plan that its drivers have goes by the live calls, since the others were announced as refused', async () => {
    const client = await training();
    const live = await livePlan(client);
    const { open } = await stopsByProgress(client, live);
    const { plan: row } = await cachedPlan(client, live);
    const [one] = inputs([{ name: 'one' }]);
    const { id } = open[0]!;
    for (const asked of [
      () => client.post(`/${live.id}/stops`, one),
      () => client.post(`/${live.id}/stops:import`, [one]),
      () => patch(client, `/${id}`, { notes: 'Ring twice' }),
      () => remove(client, `/${id}`),
    ])
      expect((await refusal(asked())).slice(0, 2)).toEqual([409, 'plan_not_writable']);
    expect([isClosed(row), isLive(row), takingOf(row, 'add')]).toEqual([true, true, { takes: 'live' }]);
  });

  it.each(['that its drivers do not have', 'that its drivers have'])(
    'of a plan %s was announced while it is optimised, also by live calls',
    async (which) => {
      const client = await training();
      // A hundred stops take longer than the requests of this test.
      const made = await planWith(client, { stops: named(100) });
      if (which === 'that its drivers have') {
        await optimised(client, made);
        await ok(send(client, 'POST', `/${made.id}:distribute`));
        await reoptimise(client, made, 'reorder_all_stops');
      } else await optimise(client, made);
      const { plan: row } = await cachedPlan(client, made);
      const [one] = inputs([{ name: 'one' }]);
      for (const asked of [
        () => client.post(`/${made.id}/stops:liveCreate`, one),
        () => client.post(`/${made.id}/stops:liveImport`, [one]),
      ])
        expect((await refusal(asked())).slice(0, 2)).toEqual([409, 'plan_optimization_in_progress']);
      expect(['add', 'move'].map((how) => takingOf(row, how as 'add' | 'move'))).toEqual([
        { why: 'optimising' },
        { why: 'optimising' },
      ]);
      // What waits for the end of it is sent by the calls that the plan takes then.
      expect(isLive(row)).toBe(which === 'that its drivers have');
    },
  );
});

describe('a stop that an optimisation leaves out', () => {
  const at = (hour: number) => ({ hour, minute: 0 });

  it('for its window or for the number of stops was announced', async () => {
    const client = await training();
    const made = await planWith(client, {
      ...{ drivers: 1, routeOverrides: { maxStops: 2, startTime: at(9), endTime: at(17) } },
      stops: [
        { name: 'night', timing: { earliestAttemptTime: at(3), latestAttemptTime: at(4) } },
        { name: 'evening', timing: { earliestAttemptTime: at(19), latestAttemptTime: at(20) } },
        ...named(3),
      ],
    });
    const announced = skipsOf(await cached(client, made));
    expect(announced.map(({ reason, count }) => [reason, count])).toEqual([
      ['impossible_time_window', 2],
      ['impossible_number_of_stops', 1],
    ]);
    const { skippedStops } = await optimised(client, made);
    const left = (reason: string) => skippedStops.filter((each) => each.reason === reason).map(({ id }) => id);
    expect(left('impossible_time_window').toSorted()).toEqual([...announced[0]!.stopIds].toSorted());
    expect(left('impossible_number_of_stops')).toHaveLength(1);
  });

  it('for its allowed drivers was announced', async () => {
    const client = await training();
    const { crew } = await crewOf(client);
    const made = await planWith(client, {
      stops: [{ name: 'hers', allowedDrivers: [crew[1]!.id] }, ...named(2)],
    });
    await ok(patch(client, `/${made.id}`, { drivers: [crew[0]!.id] }));
    const [announced, ...others] = skipsOf(await cached(client, made));
    const { skippedStops } = await optimised(client, made);
    expect(skippedStops).toEqual(announced!.stopIds.map((id) => ({ id, reason: announced!.reason })));
    expect([announced!.reason, announced!.count, others]).toEqual(['no_allowed_driver', 1, []]);
  });
});
