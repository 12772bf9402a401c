/** What stands before each operation, and what it is asked: for tests that play them all. */
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import { openStop, type Desk } from './rules-support.ts';

export interface Scene {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
}

export const place = { address: { addressLineOne: 'Rosenweg 2' } };
const starts = { day: 17, month: 6, year: 2026 };
export const bare = (id: unknown) => String(id).split('/').at(-1) ?? '';

/** Makes what operations need, by request. */
export function setsOf(desk: Desk) {
  const made = async (path: string, body: unknown) => bare((await desk.good(desk.send('POST', path, body)))['id']);
  const ordered = async () => bare((await desk.good(desk.order('POST', '/orders', place)))['id']);
  const submitted = async () => {
    const id = `orders/${await ordered()}`;
    await desk.good(desk.order('POST', '/orders:submit', { orderIds: [id], courierId: desk.known.courier }));
    return id;
  };

  /** A plan of its own with two stops. */
  async function plan(): Promise<string> {
    const { depot, driver } = desk.known;
    const id = await made('/plans', { title: 'Of its own', starts, depot, drivers: [driver] });
    await desk.good(desk.send('POST', `/plans/${id}/stops:import`, [place, place]));
    return id;
  }
  async function optimised(): Promise<string> {
    const id = await plan();
    await desk.good(desk.send('POST', `/plans/${id}:optimize`));
    desk.clock.pass(600_000);
    return id;
  }
  /** A plan that its drivers have, with a change that was optimised in. */
  async function changed(): Promise<string> {
    const id = await optimised();
    await desk.good(desk.send('POST', `/plans/${id}:distribute`));
    await desk.good(desk.send('POST', `/plans/${id}/stops:liveCreate`, place));
    await desk.good(desk.send('POST', `/plans/${id}:reoptimize`, {}));
    desk.clock.pass(600_000);
    return id;
  }
  const live = () => ({ planId: bare(desk.known.livePlan) });
  const liveStop = async () => ({ ...live(), stopId: bare((await openStop(desk, desk.known.livePlan)).id) });
  const stop = async () => ({
    planId: bare(desk.known.plan),
    stopId: await made(`/${desk.known.plan}/stops`, place),
  });
  const route = async () => {
    const { routes } = (await desk.good(desk.send('GET', `/${desk.known.livePlan}`))) as { routes: string[] };
    return { routeId: bare(routes[0]) };
  };
  const start = { startAddress: { addressLineOne: 'Lindenallee 4' }, startTime: { hour: 8, minute: 0 } };
  const unassigned = async () => ({ unassignedStopId: await made('/unassignedStops', place) });
  const driver = async () => ({ driverId: await made('/drivers', { name: 'Ada' }) });
  const member = async () => ({ memberId: await made('/members', { role: 'admin' }) });
  const depot = () => ({ depotId: bare(desk.known.otherDepot) });
  const operation = async () => {
    const id = await plan();
    return { operationId: bare((await desk.good(desk.send('POST', `/plans/${id}:optimize`)))['id']) };
  };
  return {
    made,
    ordered,
    submitted,
    plan,
    optimised,
    changed,
    live,
    liveStop,
    stop,
    route,
    unassigned,
    driver,
    member,
    depot,
    operation,
    start,
  };
}

export function scenesOf(desk: Desk): Record<EndpointName, () => Scene | Promise<Scene>> {
  const {
    ordered,
    submitted,
    plan,
    optimised,
    changed,
    live,
    liveStop,
    stop,
    route,
    unassigned,
    driver,
    member,
    depot,
    operation,
    start,
  } = setsOf(desk);
  return {
    'plans.list': () => ({ query: '?filter.startsGte=2026-06-01' }),
    'plans.create': () => ({ body: { title: 'Wednesday', starts } }),
    'plans.get': () => ({ path: live() }),
    'plans.update': async () => ({ path: { planId: await plan() }, body: { title: 'Thursday' } }),
    'plans.delete': async () => ({ path: { planId: await plan() } }),
    'plans.optimize': async () => ({ path: { planId: await plan() } }),
    'plans.distribute': async () => ({ path: { planId: await optimised() } }),
    'plans.reoptimize': async () => ({ path: { planId: await changed() }, body: {} }),
    'plans.redistribute': async () => ({ path: { planId: await changed() } }),
    'plans.save': async () => ({ path: { planId: await changed() } }),
    'stops.create': () => ({ path: { planId: bare(desk.known.plan) }, body: place }),
    'stops.list': () => ({ path: live() }),
    'stops.import': () => ({ path: { planId: bare(desk.known.plan) }, body: [place] }),
    'stops.get': async () => ({ path: await stop() }),
    'stops.update': async () => ({ path: await stop(), body: { notes: 'x' } }),
    'stops.delete': async () => ({ path: await stop() }),
    'stops.liveCreate': () => ({ path: live(), body: place }),
    'stops.liveImport': () => ({ path: live(), body: [place] }),
    'stops.liveUpdate': async () => ({ path: await liveStop(), body: { notes: 'x' } }),
    'stops.liveDelete': async () => ({ path: await liveStop() }),
    'stops.search': () => ({ query: '?keyword=Rosenweg' }),
    'unassignedStops.list': () => ({}),
    'unassignedStops.get': async () => ({ path: await unassigned() }),
    'unassignedStops.create': () => ({ body: place }),
    'unassignedStops.import': () => ({ body: { unassignedStops: [place], depot: null } }),
    'unassignedStops.update': async () => ({ path: await unassigned(), body: { notes: 'x' } }),
    'unassignedStops.delete': async () => ({ path: await unassigned() }),
    'customStopProperties.list': () => ({}),
    'customStopProperties.get': () => ({ path: { customStopPropertyId: desk.known.property } }),
    'drivers.list': () => ({}),
    'drivers.create': () => ({ body: { name: 'Ada' } }),
    'drivers.get': async () => ({ path: await driver() }),
    'drivers.update': async () => ({ path: await driver(), body: { name: 'Eva' } }),
    'drivers.delete': async () => ({ path: await driver() }),
    'drivers.import': () => ({ body: [{ name: 'Ada' }] }),
    'depots.list': () => ({}),
    'depots.get': () => ({ path: depot() }),
    'depots.create': () => ({ body: { name: 'Nord', routeOverrides: start } }),
    'depots.update': () => ({ path: depot(), body: { name: 'Süd' } }),
    'depots.import': () => ({ body: [{ name: 'West', routeOverrides: start }] }),
    'members.create': () => ({ body: { role: 'admin' } }),
    'members.update': async () => ({ path: await member(), body: { name: 'Olga' } }),
    'members.delete': async () => ({ path: await member() }),
    'members.import': () => ({ body: [{ role: 'admin' }] }),
    'routes.get': async () => ({ path: await route() }),
    'routes.list': () => ({}),
    'routes.stops': async () => ({ path: await route() }),
    'operations.list': () => ({}),
    'operations.get': async () => ({ path: await operation() }),
    'operations.cancel': async () => ({ path: await operation() }),
    'orders.list': () => ({}),
    'orders.create': () => ({ body: place }),
    'orders.import': () => ({ body: { orders: [place] } }),
    'orders.submit': async () => ({ body: { orderIds: [`orders/${await ordered()}`], courierId: desk.known.courier } }),
    'orders.withdraw': async () => ({ body: { orderIds: [await submitted()] } }),
    'orders.get': async () => ({ path: { id: await ordered() } }),
    'orders.update': async () => ({ path: { id: await ordered() }, body: { recipient: { name: 'Mia' } } }),
    'orders.delete': async () => ({ path: { id: await ordered() } }),
    'orders.shippingLabels': async () => ({ path: { id: await ordered() } }),
    'couriers.list': () => ({}),
    'couriers.get': () => ({ path: { id: bare(desk.known.courier) } }),
    'pickupLocations.list': () => ({}),
    'pickupLocations.get': () => ({ path: { id: bare(desk.known.pickupLocation) } }),
  };
}
