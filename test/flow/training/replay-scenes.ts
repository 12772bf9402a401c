/** What stands before the pairs of test/fixtures/wire that the real service is to answer in the same way. */
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import type { Switches } from '../../../src/training/switches.ts';
import type { WirePair } from '../../fixtures/wire/pair.ts';
import type { Driver, Stop } from './rules-records.ts';
import { bare, place, scenesOf, setsOf, type Scene } from './rules-scenes.ts';
import type { Desk } from './rules-support.ts';
import { askControl } from './support.ts';

export interface Staged extends Scene {
  /** Other keys than the right one. */
  authorization?: string;
  /** It is sent at once: what runs still runs. */
  atOnce?: boolean;
  /** How often it is sent at one moment before it counts. */
  times?: number;
  /** Happens once its headers are there and before its body has come. */
  during?: () => Promise<unknown>;
  /** Ids of the pair that stand for these of the service. */
  ids?: Record<string, string>;
}

/** Switches that a pair asks for: where resolved and the documents differ, the service does either. */
export function switchesOf({ section, response, operation }: WirePair): Partial<Switches> {
  if (response.status === 204) return { deletion: 'empty' };
  if (section.includes('plan_optimization_not_supported')) return { reoptimisation: 'reorder-only' };
  if (section.includes('500 after partial deletion')) return { planDeletion: 'half-way' };
  if (section.includes('an object that says nothing')) return { deletion: 'says-nothing' };
  return operation === 'orders.update' ? { nestedUpdates: 'merged' } : {};
}

const starts = { day: 17, month: 6, year: 2026 };

/** Scenes of their own, by a text of the section; the first that fits counts. */
function special(desk: Desk): [string, () => Promise<Staged> | Staged][] {
  const { known } = desk;
  const sets = setsOf(desk);
  const drivers = () => desk.all<Driver>('planning', '/drivers', 'drivers');
  const found = (all: Driver[], wanted: (driver: Driver) => boolean) => {
    const one = all.find(wanted);
    if (!one) throw new Error('no driver of this kind');
    return one.id;
  };
  const distributed = async () => {
    const id = await sets.optimised();
    await desk.good(desk.send('POST', `/plans/${id}:distribute`));
    return id;
  };
  const completed = async () => {
    const stops = await desk.all<Stop>('planning', `/${known.livePlan}/stops`, 'stops');
    const done = stops.find((stop) => stop.type === 'stop' && stop.deliveryInfo?.attempted === true);
    if (!done) throw new Error('nothing is completed');
    return { planId: bare(known.livePlan), stopId: bare(done.id) };
  };
  /** The start of a route in a plan that can still be edited. */
  const endOfRoute = async () => {
    const id = await sets.optimised();
    const stops = await desk.all<Stop>('planning', `/plans/${id}/stops`, 'stops');
    return { planId: id, stopId: bare(stops.find((stop) => stop.type === 'start')?.id) };
  };
  const control = async (method: string, path: string, body?: unknown) => {
    const { status } = await askControl(desk.service, method, path, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}`);
  };
  /** A plan of another than the first depot, with its routes, which the key does not open any more. */
  const ofOthers = async () => {
    const plans = await desk.all<{ id: string; depot: string; routes: string[] }>('planning', '/plans', 'plans');
    const [first] = await desk.all<{ id: string }>('planning', '/depots', 'depots');
    const plan = plans.find(({ depot, routes }) => depot !== first?.id && routes.length > 0);
    if (!plan) throw new Error('no plan of another depot has routes');
    await control('PUT', '/switches', { access: 'first-depot' });
    return plan;
  };
  const readOnly = async () => {
    const orders = await desk.all<{ id: string; readOnly: boolean }>('orders', '/orders', 'orders');
    return bare(orders.find((order) => order.readOnly)?.id);
  };
  return [
    [
      '500 after partial deletion',
      async () => {
        // The one with 160 stops: so many are not deleted at once.
        const plans = await desk.all<{ id: string }>('planning', '/plans?filter.title=Altstadt%20Tuesday', 'plans');
        return { path: { planId: bare(plans.at(-1)?.id) } };
      },
    ],
    [
      'a sign-in page is none',
      async () => {
        // Between the client and the service: the network of a hotel.
        await control('POST', '/faults/presets/hotel');
        return { path: { planId: bare(known.plan) } };
      },
    ],
    ['driver_not_active', async () => ({ ids: { 'drivers/off': found(await drivers(), ({ active }) => !active) } })],
    [
      '412 driver and plan depots differ',
      async () => ({
        path: { planId: await sets.plan() },
        ids: {
          'drivers/south': found(await drivers(), ({ depots, active }) => active && !depots.includes(known.depot)),
        },
      }),
    ],
    [
      'v0.2b accepts drivers of another depot',
      async () => ({
        path: { planId: await sets.plan() },
        ids: {
          'drivers/south': found(await drivers(), ({ depots, active }) => active && !depots.includes(known.depot)),
        },
      }),
    ],
    [
      'Update semantics 1 and 2',
      async () => ({
        path: { planId: await sets.plan() },
        ids: { 'drivers/b': known.driver, 'drivers/c': known.otherDriver },
      }),
    ],
    ['403 plan_inaccessible', async () => ({ path: { planId: bare((await ofOthers()).id) } })],
    ['403 route_inaccessible', async () => ({ path: { routeId: bare((await ofOthers()).routes[0]) } })],
    [
      '403 feature_not_in_subscription',
      async () => {
        await control('PUT', '/switches', { subscription: 'basic' });
        return {};
      },
    ],
    [
      '403 vehicle_capacity_disabled',
      async () => {
        await control('PUT', '/switches', { subscription: 'basic' });
        return { path: { driverId: bare(known.driver) } };
      },
    ],
    [
      '410 a related resource was deleted',
      async () => {
        const planId = await sets.plan();
        return { path: { planId }, during: () => desk.good(desk.send('DELETE', `/plans/${planId}`)) };
      },
    ],
    ['404 the resource is gone', () => ({ path: { planId: 'gone' } })],
    ['operation_not_found', () => ({ path: { operationId: 'gone' } })],
    ['plan_already_optimized', async () => ({ path: { planId: await sets.optimised() } })],
    [
      'Errors 6: a failed operation',
      async () => {
        // Nobody is left to drive when its time is over.
        const driverId = await sets.made('/drivers', { name: 'Gone', depots: [known.depot] });
        const planId = await sets.made('/plans', {
          ...{ title: 'Of nobody', starts, depot: known.depot },
          drivers: [`drivers/${driverId}`],
        });
        await desk.good(desk.send('POST', `/plans/${planId}/stops`, place));
        const { id } = await desk.good(desk.send('POST', `/plans/${planId}:optimize`));
        desk.clock.pass(-59_000);
        await desk.good(desk.send('DELETE', `/drivers/${driverId}`));
        desk.clock.pass(600_000);
        return { path: { operationId: bare(id) } };
      },
    ],
    [
      'distribute plan_concurrent_modification',
      async () => {
        // Who was to drive is gone since the routes were laid out.
        const driverId = await sets.made('/drivers', { name: 'Gone', depots: [known.depot] });
        const planId = await sets.made('/plans', {
          ...{ title: 'Of one driver', starts, depot: known.depot },
          drivers: [`drivers/${driverId}`],
        });
        await desk.good(desk.send('POST', `/plans/${planId}/stops`, place));
        await desk.good(desk.send('POST', `/plans/${planId}:optimize`));
        desk.clock.pass(600_000);
        await desk.good(desk.send('DELETE', `/drivers/${driverId}`));
        return { path: { planId } };
      },
    ],
    ['plan_optimization_not_supported', async () => ({ path: { planId: await sets.changed() } })],
    [
      'save plan_not_optimized',
      async () => {
        const id = await distributed();
        await desk.good(desk.send('POST', `/plans/${id}/stops:liveCreate`, place));
        return { path: { planId: id } };
      },
    ],
    [
      'cancel operation_already_done',
      async () => {
        const path = await sets.operation();
        desk.clock.pass(600_000);
        return { path };
      },
    ],
    ['writes to stops of a plan that is not writable', () => ({ path: sets.live() })],
    [
      '412: a driver that is not part of the plan',
      async () => ({
        path: { planId: bare(known.plan) },
        ids: { 'drivers/z': known.freeDriver },
      }),
    ],
    [
      '400 with the error body',
      () => ({ path: { planId: bare(known.plan) }, body: { address: { addressLineOne: 'Nowhere 1', city: 'X' } } }),
    ],
    ['planning-api, Errors 1: 429', () => ({ path: { planId: bare(known.plan) }, times: 5 })],
    ['401 key missing or wrong', () => ({ path: { planId: bare(known.plan) }, authorization: 'Bearer wrong' })],
    ['422 stop_not_editable', async () => ({ path: await endOfRoute() })],
    ['422 a completed stop cannot be removed', async () => ({ path: await completed() })],
    [
      'live writes plan_optimization_in_progress',
      async () => {
        const id = await distributed();
        await desk.good(desk.send('POST', `/plans/${id}/stops:liveCreate`, place));
        await desk.good(desk.send('POST', `/plans/${id}:reoptimize`, {}));
        return { path: { planId: id }, atOnce: true };
      },
    ],
    [
      'result with skipped stops',
      async () => {
        const path = {
          operationId: bare((await desk.good(desk.send('POST', `/plans/${await sets.plan()}:optimize`)))['id']),
        };
        desk.clock.pass(600_000);
        return { path };
      },
    ],
    [
      'a page may be part of the set',
      async () => {
        for (const title of ['One', 'Two', 'Three']) await desk.good(desk.send('POST', '/plans', { title, starts }));
        return {};
      },
    ],
    ['429 with an empty body', () => ({ times: 10 })],
    ['Authentication 4: 401', () => ({ authorization: 'Bearer wrong' })],
    ['a submitted order must be withdrawn first', async () => ({ path: { id: bare(await sets.submitted()) } })],
    ['409 order_read_only', async () => ({ path: { id: await readOnly() } })],
    ['Errors: order_not_submitted', async () => ({ ids: { 'orders/o1': `orders/${await sets.ordered()}` } })],
    ['States: order_not_found', async () => ({ ids: { 'orders/o1': `orders/${await sets.ordered()}` } })],
  ];
}

/** Makes ready what a pair needs. */
export async function stage(desk: Desk, pair: WirePair): Promise<Staged> {
  const own = special(desk).find(([text]) => pair.section.includes(text));
  if (own) return own[1]();
  const { body: _own, ...scene } = await scenesOf(desk)[pair.operation as EndpointName]();
  return { ...scene, atOnce: pair.operation === 'operations.cancel' };
}
