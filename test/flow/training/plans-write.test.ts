import { describe, expect, it } from 'vitest';
import type { Operation, Plan, Route, Stop } from '../../../src/training/model.ts';
import {
  crewOf,
  getPlan,
  livePlan,
  oldPlan,
  ok,
  older,
  optimisedPlan,
  patch,
  refusal,
  remove,
  send,
  stopsOf,
  tuesday,
  turn,
  writablePlan,
} from './plans-support.ts';
import { handClock, training, type Client } from './support.ts';

const overrides = {
  startTime: { hour: 7, minute: 45 },
  endTime: { hour: 16, minute: 30 },
  startAddress: { addressLineOne: 'Lindenallee 4' },
  maxStops: 44,
  drivingSpeed: 'faster',
  vehicleType: 'scooter',
  optimizationSettings: { objective: 'distribute_services', subObjective: 'equalize_time' },
};

const create = (client: Client, body: object) =>
  ok<Plan>(client.post('/plans', { title: 'Tuesday', starts: tuesday, ...body }));

describe('a new plan', () => {
  it('is writable, without routes and being created; what was sent is read back', async () => {
    const client = await training();
    const { depot, crew } = await crewOf(client);
    const drivers = crew.slice(0, 2).map(({ id }) => id);
    const plan = await create(client, { drivers, depot: depot.id, routeOverrides: overrides });
    expect(plan).toEqual({
      id: expect.stringMatching(/^plans\/[A-Za-z0-9]{20}$/) as string,
      title: 'Tuesday',
      starts: tuesday,
      depot: depot.id,
      drivers,
      distributed: false,
      writable: true,
      optimization: 'creating',
      routes: [],
      routeOverrides: {
        ...overrides,
        startAddress: expect.objectContaining({
          addressLineOne: 'Lindenallee 4',
          placeTypes: ['street_address'],
        }) as object,
        endAddress: null,
        deliverySpeed: null,
      },
    });
    expect(await getPlan(client, plan.id)).toEqual(plan);
    expect((await client.all<Plan>('planning', '/plans?filter.title=Tuesday', 'plans')).map(({ id }) => id)).toEqual([
      plan.id,
    ]);
    expect(await stopsOf(client, plan)).toEqual([]);
  });

  it('needs a title and a day and nothing else: without drivers it has none', async () => {
    const client = await training();
    const plan = await create(client, {});
    expect(plan).toMatchObject({ drivers: [], routeOverrides: null });
    expect(await refusal(client.post('/plans', { title: 'Tuesday' }))).toEqual([400, 'validation_error', 'starts']);
    expect(await refusal(client.post('/plans', { starts: tuesday }))).toEqual([400, 'validation_error', 'title']);
  });

  it('is of the team’s main depot when none is named, in both versions, and its routes can be laid out', async () => {
    const client = await training();
    const { depot, crew } = await crewOf(client);
    const body = { title: 'Tuesday', starts: tuesday, drivers: [crew[0]!.id] };
    const made = [
      await ok<Plan>(client.post('/plans', body)),
      await ok<Plan>(client.post('/plans', { ...body, depot: null })),
      await ok<Plan>(older(client, 'POST', '/plans', body)),
    ];
    expect(made.map((plan) => plan.depot)).toEqual([depot.id, depot.id, depot.id]);
    for (const plan of made) {
      expect((await getPlan(client, plan.id)).depot).toBe(depot.id);
      expect((await send(client, 'POST', `/${plan.id}:optimize`)).status).toBe(200);
    }
  });

  const letters = (count: number) => 'x'.repeat(count);
  const drivers = (count: number) => Array.from({ length: count }, (_, index) => `drivers/d${index}`);
  const routes = (routeOverrides: object) => ({ routeOverrides });
  it.each<[field: string, refused: object]>([
    ['title', { title: '' }],
    ['title', { title: letters(256) }],
    ['starts', { starts: { day: 16, month: 6 } }],
    ['starts', { starts: { day: 31, month: 6, year: 2026 } }],
    ['starts.month', { starts: { ...tuesday, month: 13 } }],
    ['starts.year', { starts: { ...tuesday, year: 1999 } }],
    ['drivers', { drivers: drivers(51) }],
    ['drivers', { drivers: null }],
    ['drivers.0', { drivers: ['plans/x'] }],
    ['depot', { depot: 'x' }],
    ['distributed', { distributed: true }],
    ['routeOverrides.startAddress', routes({ startAddress: {} })],
    ['routeOverrides.endAddress.longitude', routes({ endAddress: { latitude: 1 } })],
    ['routeOverrides.startTime.hour', routes({ startTime: { hour: 24, minute: 0 } })],
    ['routeOverrides.maxStops', routes({ maxStops: 1.5 })],
    ['routeOverrides.drivingSpeed', routes({ drivingSpeed: 'fast' })],
    ['routeOverrides.deliverySpeed', routes({ deliverySpeed: 'fast' })],
    ['routeOverrides.vehicleType', routes({ vehicleType: 'boat' })],
    [
      'routeOverrides.optimizationSettings.objective',
      routes({ optimizationSettings: { objective: 'minimize_drivers' } }),
    ],
    ['routeOverrides.optimizationSettings.subObjective', routes({ optimizationSettings: { subObjective: 'none' } })],
  ])('refuses what is beyond a bound, naming %s', async (field, refused) => {
    const client = await training();
    const body = { title: 'Tuesday', starts: tuesday, ...refused };
    expect(await refusal(client.post('/plans', body))).toEqual([400, 'validation_error', field]);
  });

  it('takes a title of 255 characters, fifty drivers’ ids and an objective to distribute the services', async () => {
    const client = await training();
    const { crew } = await crewOf(client);
    const plan = await create(client, {
      title: '🚚'.repeat(255),
      drivers: Array<string>(50).fill(crew[0]!.id),
      routeOverrides: { optimizationSettings: { objective: 'distribute_services' } },
    });
    expect(plan.drivers, 'each once').toEqual([crew[0]!.id]);
    expect(plan.routeOverrides?.optimizationSettings).toEqual({ objective: 'distribute_services', subObjective: null });
  });

  it('starts at most 366 days before or after today', async () => {
    const client = await training({ clock: handClock(Date.UTC(2026, 5, 15, 21, 30)) });
    const on = (day: number, month: number, year: number) =>
      client.post('/plans', { title: 'Far', starts: { day, month, year } });
    expect((await on(16, 6, 2027)).status).toBe(200);
    expect((await on(14, 6, 2025)).status).toBe(200);
    expect(await refusal(on(17, 6, 2027))).toEqual([400, 'validation_error', 'starts']);
    expect(await refusal(on(13, 6, 2025))).toEqual([400, 'validation_error', 'starts']);
    const plan = await create(client, {});
    const moved = patch(client, `/${plan.id}`, { starts: { day: 17, month: 6, year: 2027 } });
    expect(await refusal(moved)).toEqual([400, 'validation_error', 'starts']);
  });

  it('refuses a driver who is paused or not there, a depot that is not there and an address that cannot be found', async () => {
    const client = await training();
    const { paused, depot } = await crewOf(client);
    const made = (body: object) => refusal(client.post('/plans', { title: 'Tuesday', starts: tuesday, ...body }));
    expect(await made({ drivers: [paused.id] })).toEqual([400, 'driver_not_active', 'drivers.0']);
    expect(await made({ drivers: ['drivers/gone'] })).toEqual([400, 'driver_not_found', 'drivers.0']);
    expect(await made({ depot: 'depots/gone' })).toEqual([409, 'depot_not_found', 'depot']);
    const nowhere = { endAddress: { addressLineOne: 'Nowhere 1', city: 'X' } };
    expect(await made({ depot: depot.id, routeOverrides: nowhere })).toEqual([
      ...[400, 'address_not_found', 'routeOverrides.endAddress'],
    ]);
    expect(await client.all('planning', '/plans?filter.title=Tuesday', 'plans')).toEqual([]);
  });

  it('has drivers of its own depot in v1, of any depot in v0.2b, which knows no route overrides', async () => {
    const client = await training();
    const { depot, foreign } = await crewOf(client);
    const body = { title: 'Tuesday', starts: tuesday, depot: depot.id, drivers: [foreign.id] };
    expect(await refusal(client.post('/plans', body))).toEqual([412, 'driver_depot_mismatch', 'drivers']);
    const { depot: _none, ...unsaid } = body;
    const ofMain = [412, 'driver_depot_mismatch', 'drivers'];
    expect(await refusal(client.post('/plans', unsaid)), 'of the main depot').toEqual(ofMain);
    const { id } = await ok<Plan>(older(client, 'POST', '/plans', body));
    expect((await getPlan(client, id)).drivers).toEqual([foreign.id]);
    const overridden = older(client, 'POST', '/plans', { ...body, routeOverrides: null });
    expect(await refusal(overridden)).toEqual([400, 'validation_error', 'routeOverrides']);
  });
});

describe('a change of a plan', () => {
  it('changes only what is given, and the drivers as a whole', async () => {
    const client = await training();
    const { depot, crew } = await crewOf(client);
    const [first, second, third] = crew.map(({ id }) => id) as [string, string, string];
    const plan = await create(client, { depot: depot.id, drivers: [first, second], routeOverrides: overrides });
    const { id } = plan;
    expect(await ok(patch(client, `/${id}`, {}))).toEqual(plan);
    expect(await ok(patch(client, `/${id}`, { title: 'Later' }))).toEqual({ ...plan, title: 'Later' });
    const crewed = await ok<Plan>(patch(client, `/${id}`, { drivers: [third], title: 'Tuesday' }));
    expect(crewed).toEqual({ ...plan, drivers: [third] });
    const emptied = await ok<Plan>(patch(client, `/${id}`, { drivers: [], depot: null, routeOverrides: null }));
    expect(emptied).toEqual({ ...plan, drivers: [], depot: null, routeOverrides: null });
    expect(await getPlan(client, id)).toEqual(emptied);
  });

  it('is refused whole: a wrong field leaves the right ones unchanged', async () => {
    const client = await training();
    const { paused, foreign, crew, depot } = await crewOf(client);
    const plan = await create(client, { depot: depot.id, drivers: [crew[0]!.id] });
    const changed = (body: object) => refusal(patch(client, `/${plan.id}`, { title: 'Changed', ...body }));
    expect(await changed({ drivers: [paused.id] })).toEqual([400, 'driver_not_active', 'drivers.0']);
    expect(await changed({ drivers: ['drivers/gone'] })).toEqual([400, 'driver_not_found', 'drivers.0']);
    expect(await changed({ drivers: [foreign.id] })).toEqual([412, 'driver_depot_mismatch', 'drivers']);
    expect(await changed({ depot: 'depots/gone' })).toEqual([409, 'depot_not_found', 'depot']);
    expect(await changed({ title: null })).toEqual([400, 'validation_error', 'title']);
    expect(await changed({ starts: null })).toEqual([400, 'validation_error', 'starts']);
    expect(await changed({ writable: false })).toEqual([400, 'validation_error', 'writable']);
    expect(await getPlan(client, plan.id)).toEqual(plan);
    expect((await patch(client, '/plans/gone', { title: 'x' })).status).toBe(404);
  });

  it('keeps drivers and depot together in v1 when the depot changes; v0.2b takes any', async () => {
    const client = await training();
    const { crew, depot, foreign } = await crewOf(client);
    const single = crew.find(({ depots }) => depots.length === 1)!;
    const plan = await create(client, { depot: depot.id, drivers: [single.id] });
    const elsewhere = { depot: foreign.depots[0] };
    expect(await refusal(patch(client, `/${plan.id}`, elsewhere))).toEqual([412, 'driver_depot_mismatch', 'drivers']);
    const both = await ok<Plan>(patch(client, `/${plan.id}`, { ...elsewhere, drivers: [foreign.id] }));
    expect(both).toMatchObject({ ...elsewhere, drivers: [foreign.id] });
    const ofNone = await ok<Plan>(patch(client, `/${plan.id}`, { depot: null, drivers: [foreign.id, single.id] }));
    expect(ofNone, 'no depot to differ from').toMatchObject({ depot: null, drivers: [foreign.id, single.id] });
    const back = { depot: depot.id };
    expect(await refusal(patch(client, `/${plan.id}`, back))).toEqual([412, 'driver_depot_mismatch', 'drivers']);
    await ok(patch(client, `/${plan.id}`, { ...back, drivers: [single.id] }));
    await ok(older(client, 'PATCH', `/${plan.id}`, { drivers: [foreign.id, single.id] }));
    expect((await getPlan(client, plan.id)).drivers).toEqual([foreign.id, single.id]);
  });

  it('merges route overrides with those that are there, or replaces them, as a switch says; null clears a field', async () => {
    const client = await training();
    const plan = await create(client, { routeOverrides: overrides });
    const change = {
      routeOverrides: { maxStops: 12, startTime: null, optimizationSettings: { subObjective: 'maximize_efficiency' } },
    };
    const merged = await ok<Plan>(patch(client, `/${plan.id}`, change));
    expect(merged.routeOverrides).toEqual({
      ...plan.routeOverrides,
      ...{ maxStops: 12, startTime: null },
      optimizationSettings: { objective: 'distribute_services', subObjective: 'maximize_efficiency' },
    });
    await turn(client, { nestedUpdates: 'replaced' });
    const replaced = await ok<Plan>(patch(client, `/${plan.id}`, change));
    expect(replaced.routeOverrides).toEqual({
      ...{ startTime: null, endTime: null, startAddress: null, endAddress: null, maxStops: 12 },
      ...{ drivingSpeed: null, deliverySpeed: null, vehicleType: null },
      optimizationSettings: { objective: 'distribute_services', subObjective: 'maximize_efficiency' },
    });
  });

  it('is refused when the plan is not writable: on the road, being optimised, or from before there were stops', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const closed = plans.filter(({ writable }) => !writable);
    expect(new Set(closed.map(({ optimization }) => optimization)).size).toBeGreaterThan(1);
    for (const plan of [await livePlan(client), await oldPlan(client), ...closed.slice(0, 2)]) {
      const refused = await refusal(patch(client, `/${plan.id}`, { title: 'Changed' }));
      expect(refused).toEqual([409, 'plan_not_writable', null]);
      expect(await getPlan(client, plan.id)).toEqual(plan);
    }
  });

  it('reopens an optimised plan when its routes depend on it, and not when only its title changes', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    expect((await ok<Plan>(patch(client, `/${plan.id}`, { title: 'Other' }))).optimization).toBe('optimized');
    const same = { starts: plan.starts, drivers: plan.drivers };
    expect((await ok<Plan>(patch(client, `/${plan.id}`, same))).optimization).toBe('optimized');
    const fewer = await ok<Plan>(patch(client, `/${plan.id}`, { drivers: plan.drivers.slice(1) }));
    expect(fewer).toMatchObject({ optimization: 'editing', writable: true });
  });
});

describe('deleting a plan', () => {
  const gone = async (client: Client, plan: Plan) => [
    (await client.planning(`/${plan.id}`)).status,
    (await client.planning(`/${plan.id}/stops`)).status,
    ...(await Promise.all(plan.routes.map(async (id) => (await client.planning(`/${id}`)).status))),
  ];

  it('takes its stops and routes with it, writable or not, and does not come back', async () => {
    const client = await training();
    for (const plan of [await writablePlan(client), await livePlan(client), await oldPlan(client)]) {
      const { status, body } = await remove(client, `/${plan.id}`);
      expect([status, body]).toMatchObject([200, { message: expect.any(String) as string, code: null }]);
      expect(new Set(await gone(client, plan))).toEqual(new Set([404]));
      expect((await remove(client, `/${plan.id}`)).status).toBe(404);
    }
    const routes = await client.all<Route>('planning', '/routes', 'routes');
    const left = new Set((await client.all<Plan>('planning', '/plans', 'plans')).map(({ id }) => id));
    expect(routes.filter(({ plan }) => !left.has(plan))).toEqual([]);
  });

  it('answers an empty 204 where the switch says so', async () => {
    const client = await training({ switches: { deletion: 'empty' } });
    const plan = await writablePlan(client);
    const { status, bytes } = await remove(client, `/${plan.id}`);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect((await client.planning(`/${plan.id}`)).status).toBe(404);
  });

  it('may fail half way with a 500; the next try finishes it', async () => {
    const client = await training({ switches: { planDeletion: 'half-way' } });
    const plan = await livePlan(client);
    const before = (await stopsOf(client, plan)).length;
    expect(before).toBeGreaterThan(100);
    expect((await remove(client, `/${plan.id}`)).status).toBe(500);
    expect(await stopsOf(client, plan)).toHaveLength(Math.ceil(before / 2));
    expect((await getPlan(client, plan.id)).id).toBe(plan.id);
    expect((await remove(client, `/${plan.id}`)).status).toBe(200);
    expect(new Set(await gone(client, plan))).toEqual(new Set([404]));

    const great = await create(client, {});
    const items = Array(100).fill({ address: { addressLineOne: 'Rosenweg 1' } });
    for (let batch = 0; batch < 3; batch += 1) await client.post(`/${great.id}/stops:import`, items);
    expect((await remove(client, `/${great.id}`)).status).toBe(500);
    expect((await remove(client, `/${great.id}`)).status, 'once only, however much is left').toBe(200);

    const small = await writablePlan(client);
    expect((await stopsOf(client, small)).length, 'a small one goes at once').toBeLessThanOrEqual(100);
    expect((await remove(client, `/${small.id}`)).status).toBe(200);
  });

  it('ends an operation that runs for it', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const started = await send(client, 'POST', `/${plan.id}:optimize`);
    expect(started.status).toBe(200);
    expect((await remove(client, `/${plan.id}`)).status).toBe(200);
    client.clock.pass(600_000);
    const { id } = started.body as Operation;
    expect(await ok<Operation>(client.planning(`/${id}`))).toMatchObject({ done: true, metadata: { canceled: true } });
    expect((await client.planning(`/${plan.id}`)).status).toBe(404);
  });
});

describe('a plan from before 2023-04-01', () => {
  it('has no collection of stops: they cannot be listed, read or changed live', async () => {
    const client = await training();
    const plan = await oldPlan(client);
    expect(plan.writable).toBe(false);
    const input = { address: { addressLineOne: 'Rosenweg 1' } };
    for (const [method, path, body] of [
      ['GET', 'stops'],
      ['GET', 'stops/x'],
      ['POST', 'stops:liveCreate', input],
      ['POST', 'stops:liveImport', [input]],
      ['POST', 'stops/x:liveUpdate', {}],
      ['POST', 'stops/x:liveDelete'],
    ] as const) {
      expect(await refusal(send(client, method, `/${plan.id}/${path}`, body)), path).toEqual([
        ...[404, 'stops_not_available', null],
      ]);
    }
    expect(await refusal(client.post(`/${plan.id}/stops`, input))).toEqual([409, 'plan_not_writable', null]);
  });

  it('is one by the day on which it was made, not by the day on which it starts', async () => {
    const day = Date.UTC(2023, 2, 31, 8);
    const client = await training({ clock: handClock(day) });
    const starts = { day: 20, month: 4, year: 2023 };
    const early = await ok<Plan>(client.post('/plans', { title: 'Early', starts }));
    expect((await client.planning(`/${early.id}/stops`)).status).toBe(404);
    expect(early.writable).toBe(false);
    client.clock.pass(86_400_000);
    const late = await ok<Plan>(client.post('/plans', { title: 'Late', starts }));
    const { body } = await client.post(`/${late.id}/stops`, { address: { addressLineOne: 'Rosenweg 1' } });
    expect(await stopsOf(client, late)).toEqual([body as Stop]);
  });
});
