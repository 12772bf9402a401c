/**
 * The client and the training service were written independently from the documents. Here the real client runs each
 * operation of every version on the whole service over HTTPS, parses the answer and reads the result back.
 */
import { describe, expect, it } from 'vitest';
import { endpoints, versions, type Endpoint } from '../../../src/shared/endpoints.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { at, atStop, openDesk, understood, type Desk } from './whole-service-desk.ts';

const second = 1_000;
const wednesday = { day: 17, month: 6, year: 2026 };
const address = { addressLineOne: 'Lindenallee 4', city: 'Aldermünde' };

const plansOf = (page: { plans?: unknown }) => page.plans as { id: string; title: string }[];
const stopsOf = (page: { stops?: unknown }) => page.stops as { id: string; notes?: string | null }[];

async function aDepot(desk: Desk): Promise<string> {
  const { depots } = await desk.read('depots.list');
  return depots![0]!.id;
}

/** The active drivers of a depot. The read also tells the client who they are. */
async function driversOf(desk: Desk, depot: string): Promise<string[]> {
  const drivers = await desk.all('drivers.list', (page) => page.drivers, { query: { 'filter.active': 'true' } });
  return drivers.filter(({ depots }) => depots?.includes(depot)).map(({ id }) => id);
}

async function aPlan(desk: Desk, title = 'A plan of our own') {
  const depot = await aDepot(desk);
  const drivers = (await driversOf(desk, depot)).slice(0, 2);
  return desk.write('plans.create', { body: { title, starts: wednesday, depot, drivers } });
}

/** Creates a plan with six stops and optimises its routes. */
async function anOptimisedPlan(desk: Desk, title?: string) {
  const plan = await aPlan(desk, title);
  const path = at('planId', plan.id);
  const body = [2, 4, 6, 8, 10, 12].map((house) => ({
    address: { ...address, addressLineOne: `Lindenallee ${house}` },
  }));
  const { success } = await desk.write('stops.import', { path, body });
  const { id } = await desk.write('plans.optimize', { path });
  desk.pass(120 * second);
  const operation = await desk.read('operations.get', { path: at('operationId', id) });
  expect(operation).toMatchObject({ id, done: true, type: 'plan_optimization', metadata: { canceled: false } });
  return { plan, path, stops: success, operation };
}

describe.each(versions)('%s: the whole service answers the client with', (version) => {
  const isV1 = version === 'v1';

  it('depots', async () => {
    const desk = await openDesk(version);
    const listed = await desk.all('depots.list', (page) => page.depots);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter(({ name }) => typeof name !== 'string')).toEqual([]);
    // In the older version, depots have names only.
    const withOverrides = listed.filter(({ routeOverrides }) => routeOverrides != null);
    expect(withOverrides).toHaveLength(isV1 ? listed.length : 0);
    if (!isV1) return;
    const path = at('depotId', listed[0]!.id);
    expect(await desk.read('depots.get', { path })).toEqual(listed[0]);
    const body = (name: string) => ({
      name,
      routeOverrides: { startAddress: address, startTime: { hour: 7, minute: 30 } },
    });
    const made = await desk.write('depots.create', { body: body('Fourth') });
    const changed = await desk.write('depots.update', { path: at('depotId', made.id), body: { name: 'Fifth' } });
    expect(changed).toMatchObject({ id: made.id, name: 'Fifth' });
    expect(await desk.read('depots.get', { path: at('depotId', made.id) })).toEqual(changed);
    const { success, failed } = await desk.write('depots.import', { body: [body('Sixth'), body('Seventh')] });
    expect([success.length, failed]).toEqual([2, []]);
    const names = (await desk.all('depots.list', (page) => page.depots)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Fifth', 'Sixth', 'Seventh']));
  });

  it('drivers', async () => {
    const desk = await openDesk(version);
    const depots = [await aDepot(desk)];
    const made = await desk.write('drivers.create', { body: { name: 'Ada Kern', email: 'ada@mail.example', depots } });
    const path = at('driverId', made.id);
    expect(made).toMatchObject({ name: 'Ada Kern', email: 'ada@mail.example', depots });
    const changed = await desk.write('drivers.update', { path, body: { displayName: 'Ada' } });
    expect(await desk.read('drivers.get', { path })).toEqual(changed);
    expect(changed).toMatchObject({ name: 'Ada Kern', displayName: 'Ada' });
    const body = [{ name: 'Ben', email: 'ben@mail.example', depots }];
    const { success } = await desk.write('drivers.import', { body });
    const listed = await desk.all('drivers.list', (page) => page.drivers);
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, ...success]));
    await desk.write('drivers.delete', { path });
    expect(await desk.missing('drivers.get', { path })).toBe('service.not-found');
  });

  it('custom stop properties', async () => {
    const desk = await openDesk(version);
    const { customStopProperties } = await desk.read('customStopProperties.list');
    const [first] = customStopProperties!;
    const path = { customStopPropertyId: first!.id };
    expect(await desk.read('customStopProperties.get', { path })).toEqual(first);
  });

  it('plans', async () => {
    const desk = await openDesk(version);
    const made = await aPlan(desk, 'Wednesday, by hand');
    const path = at('planId', made.id);
    expect(made).toMatchObject({ starts: wednesday, distributed: false, writable: true, routes: [] });
    expect(made.drivers).toHaveLength(2);
    expect(made.drivers!.every((id) => id.startsWith('drivers/'))).toBe(true);
    const changed = await desk.write('plans.update', { path, body: { title: 'Wednesday, again' } });
    expect(await desk.read('plans.get', { path })).toEqual(changed);
    expect(changed).toEqual({ ...made, title: 'Wednesday, again' });
    if (!isV1) expect('routeOverrides' in rawOf(changed)).toBe(false);
    const listed = await desk.all('plans.list', plansOf, {
      query: { 'filter.title': 'Wednesday, again', 'filter.startsGte': '2026-06-17', 'filter.startsLte': '2026-06-17' },
    });
    expect(listed).toEqual([changed]);
    await desk.write('plans.delete', { path });
    expect(await desk.missing('plans.get', { path })).toBe('service.not-found');
    const [main] = (await desk.read('depots.list')).depots!;
    const unsaid = await desk.write('plans.create', { body: { title: 'Of no depot', starts: wednesday } });
    expect(unsaid, 'is of the main one').toMatchObject({ depot: main!.id, drivers: [] });
  });

  it('stops', async () => {
    const desk = await openDesk(version);
    const plan = await aPlan(desk);
    const path = at('planId', plan.id);
    const body = {
      address,
      notes: 'Ring twice',
      recipient: { name: 'Zoë Šimek', externalId: 'C-1' },
      allowedDrivers: plan.drivers!.slice(0, 1),
      packageCount: 2,
      weight: { amount: 2.5, unit: 'kilogram' },
      timing: { earliestAttemptTime: { hour: 9, minute: 0 } },
      clientId: 'client-1',
    };
    const made = await desk.write('stops.create', { path, body });
    const { address: _found, ...asked } = body;
    expect(made).toMatchObject({ ...asked, plan: plan.id, eta: { status: 'pending' } });
    const changed = await desk.write('stops.update', { path: atStop(made.id), body: { notes: null, packageCount: 3 } });
    expect(changed).toMatchObject({ ...asked, notes: null, packageCount: 3 });
    expect(await desk.read('stops.get', { path: atStop(made.id) })).toEqual(changed);
    const { success, failed } = await desk.write('stops.import', {
      path,
      body: [{ address, clientId: 'client-2' }, { address: { addressLineOne: 'Nowhere 1' } }],
    });
    expect([success.length, failed.length]).toEqual([1, 1]);
    const byExternalId = { path, query: { 'filter.externalId': 'C-1' } };
    expect(await desk.all('stops.list', stopsOf, byExternalId)).toEqual([changed]);
    await desk.write('stops.delete', { path: atStop(made.id) });
    expect((await desk.all('stops.list', stopsOf, { path })).map(({ id }) => id)).toEqual(success);
  });

  it('optimisation, routes and distribution', async () => {
    const desk = await openDesk(version);
    const { plan, path, operation } = await anOptimisedPlan(desk);
    expect(operation).toMatchObject({
      metadata: { targetPlanId: plan.id, startedBy: 'api' },
      result: { numOptimizedStops: 6, skippedStops: [] },
    });
    const done = { query: { 'filter.done': 'true', 'filter.type': 'plan_optimization' } };
    expect(await desk.all('operations.list', (page) => page.operations, done)).toContainEqual(operation);
    const sent = await desk.write('plans.distribute', { path });
    expect(sent).toMatchObject({ id: plan.id, distributed: true, writable: false });
    expect(sent.routes!.length).toBeGreaterThan(0);
    const ofRoute = at('routeId', sent.routes![0]!);
    const route = await desk.read('routes.get', { path: ofRoute });
    expect(route).toMatchObject({ id: sent.routes![0], plan: plan.id, state: { distributed: true } });
    if (!isV1) return;
    expect(await desk.all('routes.list', (page) => page.routes)).toContainEqual(route);
    const stops = await desk.all('routes.stops', stopsOf, { path: ofRoute });
    expect(stops.length).toBeGreaterThanOrEqual(route.stopCount!);
    expect(stops[0]).toMatchObject({ plan: plan.id, route: { id: route.id } });
  });

  it('a cancelled operation', async () => {
    const desk = await openDesk(version);
    const plan = await aPlan(desk);
    await desk.write('stops.create', { path: at('planId', plan.id), body: { address } });
    const { id } = await desk.write('plans.optimize', { path: at('planId', plan.id) });
    const canceled = await desk.write('operations.cancel', { path: at('operationId', id) });
    expect(canceled).toMatchObject({ id, done: true, metadata: { canceled: true } });
    expect(await desk.read('operations.get', { path: at('operationId', id) })).toEqual(canceled);
  });

  it('live changes, optimised again and sent to drivers', async () => {
    const desk = await openDesk(version);
    const { path, stops } = await anOptimisedPlan(desk);
    await desk.write('plans.distribute', { path });
    const added = await desk.write('stops.liveCreate', { path, body: { address, clientId: 'live-1', notes: 'New' } });
    expect(added).toMatchObject({ pending: true, stop: { notes: 'New', clientId: 'live-1' } });
    const changed = await desk.write('stops.liveUpdate', { path: atStop(stops[0]!), body: { notes: 'Changed' } });
    expect(changed).toMatchObject({ pending: true, stop: { id: stops[0], notes: 'Changed' } });
    const batch = await desk.write('stops.liveImport', { path, body: [{ address }, { address }] });
    expect([batch.pending, batch.success.length]).toEqual([true, 2]);
    const gone = stops[1]!;
    expect(await desk.write('stops.liveDelete', { path: atStop(gone) })).toMatchObject({ pending: true });
    const { id } = await desk.write('plans.reoptimize', { path, body: { optimizationType: 'reorder_all_stops' } });
    desk.pass(120 * second);
    const operation = await desk.read('operations.get', { path: at('operationId', id) });
    expect(operation).toMatchObject({ done: true, metadata: { canceled: false } });
    expect(await desk.write('plans.redistribute', { path })).toMatchObject({ distributed: true });
    const now = await desk.all('stops.list', stopsOf, { path });
    expect(now.map((stop) => stop.id)).toEqual(expect.arrayContaining([added.stop!.id, ...batch.success]));
    expect(now.map((stop) => stop.id)).not.toContain(gone);
    expect(now.find((stop) => stop.id === stops[0])).toMatchObject({ notes: 'Changed' });
  });

  it('live changes, optimised again and saved without being sent', async () => {
    const desk = await openDesk(version);
    const { path } = await anOptimisedPlan(desk);
    await desk.write('plans.distribute', { path });
    const added = await desk.write('stops.liveCreate', { path, body: { address } });
    await desk.write('plans.reoptimize', { path, body: { optimizationType: 'reorder_changed_stops' } });
    desk.pass(120 * second);
    await desk.write('plans.save', { path });
    const stop = await desk.read('stops.get', { path: atStop(added.stop!.id) });
    expect(stop).toMatchObject({ id: added.stop!.id, route: { id: expect.stringMatching(/^routes\//) as string } });
  });

  it('unassigned stops', async () => {
    const desk = await openDesk(version);
    const depot = await aDepot(desk);
    const body = { address, depot, notes: 'Later', recipient: { externalId: 'U-1' }, clientId: 'client-3' };
    const made = await desk.write('unassignedStops.create', { body });
    const { address: _found, ...asked } = body;
    expect(made).toMatchObject(asked);
    expect(made.id).toMatch(/^unassignedStops\//);
    const path = at('unassignedStopId', made.id);
    const changed = await desk.write('unassignedStops.update', { path, body: { notes: 'Sooner' } });
    expect(changed).toMatchObject({ ...asked, notes: 'Sooner' });
    expect(await desk.read('unassignedStops.get', { path })).toEqual(changed);
    const imported = await desk.write('unassignedStops.import', { body: { unassignedStops: [{ address }], depot } });
    const listed = await desk.all('unassignedStops.list', (page) => page.unassignedStops);
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, ...imported.success]));
    const byExternalId = { query: { 'filter.externalId': 'U-1' } };
    expect(await desk.all('unassignedStops.list', (page) => page.unassignedStops, byExternalId)).toEqual([changed]);
    await desk.write('unassignedStops.delete', { path });
    expect(await desk.missing('unassignedStops.get', { path })).toBe('service.not-found');
  });
});

describe('v1 alone: the whole service answers the client with', () => {
  it('members', async () => {
    const desk = await openDesk('v1');
    const depots = [await aDepot(desk)];
    const body = { name: 'Ida Vogel', email: 'ida@mail.example', role: 'dispatcher', depots };
    const made = await desk.write('members.create', { body });
    expect(made).toMatchObject({ name: 'Ida Vogel', email: 'ida@mail.example', roles: ['dispatcher'], depots });
    const path = at('memberId', made.id);
    const changed = await desk.write('members.update', { path, body: { displayName: 'Ida', role: 'read-only' } });
    expect(changed).toMatchObject({ id: made.id, displayName: 'Ida', roles: ['read-only'] });
    const { success } = await desk.write('members.import', { body: [{ ...body, email: 'jan@mail.example' }] });
    expect(success).toHaveLength(1);
    // Members are not listed, so another change shows that this one is gone.
    await desk.write('members.delete', { path });
    await expect(desk.write('members.update', { path, body: { displayName: 'X' } })).rejects.toThrow(
      'service.not-found',
    );
  });

  it('a search over all stops', async () => {
    const desk = await openDesk('v1');
    const plan = await aPlan(desk);
    const body = { address, recipient: { name: 'Quentin Unverwechselbar' } };
    const made = await desk.write('stops.create', { path: at('planId', plan.id), body });
    // The search index is updated with a delay.
    desk.pass(60 * second);
    const { stops } = await desk.read('stops.search', { query: { keyword: 'Unverwechselbar' } });
    expect(stops).toMatchObject([{ type: 'stop', stop: { id: made.id } }]);
  });
});

describe('connect v1: the whole service answers the client with', () => {
  it('orders, from the draft to the label and back', async () => {
    const desk = await openDesk('v1');
    const body = {
      address,
      recipient: { name: 'Zoë Šimek', email: 'zoe@mail.example' },
      packageInfo: { packageCount: 2, externalId: 'WHOLE-1', weight: { amount: 2, unit: 'kilogram' } },
      deliveryInstructions: { notes: 'Ring twice', expectedDeliveryDate: wednesday },
    };
    const made = await desk.write('orders.create', { body });
    const { address: _found, ...asked } = body;
    expect(made).toMatchObject({ ...asked, submitted: false, readOnly: false, source: 'retailer' });
    const path = at('id', made.id);
    const edited = await desk.write('orders.update', { path, body: { deliveryInstructions: { notes: null } } });
    expect(edited).toMatchObject({ ...asked, deliveryInstructions: { notes: null, expectedDeliveryDate: wednesday } });
    expect(await desk.read('orders.get', { path })).toEqual(edited);
    const byExternalId = { query: { 'filter.externalId': 'WHOLE-1' } };
    expect(await desk.all('orders.list', (page) => page.orders, byExternalId)).toEqual([edited]);

    const imported = await desk.write('orders.import', {
      body: { orders: [{ address }, { address: { addressLineOne: 'Nowhere 1' } }] },
    });
    expect(imported).toMatchObject({ failed: [{ index: 1, error: { code: 'address_not_found' } }] });
    const [courier] = await desk.all('couriers.list', (page) => page.couriers);
    const orderIds = [made.id, ...imported.success, 'orders/gone'];
    const submitted = await desk.write('orders.submit', { body: { orderIds, courierId: courier!.id } });
    expect(submitted.success).toHaveLength(2);
    expect(submitted.failed).toMatchObject([{ orderId: 'orders/gone', error: { code: 'order_not_found' } }]);
    expect(await desk.read('orders.get', { path })).toMatchObject({ submitted: true, courier: courier!.id });

    const { url, expiresAt } = await desk.read('orders.shippingLabels', { path });
    expect(new URL(url).protocol).toBe('https:');
    expect(expiresAt).toBeGreaterThan(0);

    const withdrawn = await desk.write('orders.withdraw', { body: { orderIds } });
    expect(withdrawn.success.sort()).toEqual([made.id, ...imported.success].sort());
    expect(await desk.read('orders.get', { path })).toMatchObject({ submitted: false, courier: null });
    await desk.write('orders.delete', { path });
    expect(await desk.missing('orders.get', { path })).toBe('service.not-found');
  });

  it('couriers and pickup locations', async () => {
    const desk = await openDesk('v1');
    const [courier] = await desk.all('couriers.list', (page) => page.couriers);
    expect(await desk.read('couriers.get', { path: at('id', courier!.id) })).toEqual(courier);
    const [location] = await desk.all('pickupLocations.list', (page) => page.pickupLocations);
    expect(await desk.read('pickupLocations.get', { path: at('id', location!.id) })).toEqual(location);
  });
});

describe('the endpoint table', () => {
  it('had every operation of every version answered and parsed: 50 and 39 of planning, 13 of connect', () => {
    const wanted = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
      endpoint.versions.map((version) => `${version} ${name}`),
    );
    expect(wanted.filter((each) => !understood.has(each))).toEqual([]);
    expect(wanted).toHaveLength(50 + 39 + 13);
  });
});
