import { describe, expect, it } from 'vitest';
import type { Operation, Plan, Route, Stop } from '../../../src/training/model.ts';
import { turn } from './plans-support.ts';
import { ask, training, type Answer, type Client } from './support.ts';

const place = { address: { addressLineOne: 'Rosenweg 2' } };
const refused = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const bare = (id: string) => id.split('/')[1] ?? '';

const send = (client: Client, method: string, path: string, body?: unknown) =>
  client.planning(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });

describe('a key of the team of the first depot', () => {
  async function desk() {
    const client = await training();
    const [first] = await client.all<{ id: string }>('planning', '/depots', 'depots');
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const other = plans.find(({ depot, routes }) => depot !== first?.id && routes.length > 0)!;
    const own = plans.find(({ depot, routes }) => depot === first?.id && routes.length > 0)!;
    return { client, plans, other, own, isOwn: ({ depot }: Plan) => depot === first?.id || depot === null };
  }

  it('is told that a plan and a route of others are not accessible, whatever is asked of them', async () => {
    const { client, other, own } = await desk();
    await turn(client, { access: 'first-depot' });
    const ofPlan = [403, 'plan_inaccessible'];
    expect(refused(await client.planning(`/${other.id}`))).toEqual(ofPlan);
    expect(refused(await client.planning(`/${other.id}/stops`))).toEqual(ofPlan);
    expect(refused(await client.post(`/${other.id}/stops`, place))).toEqual(ofPlan);
    expect(refused(await client.post(`/${other.id}/stops:liveCreate`, place))).toEqual(ofPlan);
    expect(refused(await send(client, 'DELETE', `/${other.id}`))).toEqual(ofPlan);
    expect(refused(await client.planning(`/${other.routes[0]!}`))).toEqual([403, 'route_inaccessible']);
    expect(refused(await client.planning(`/${other.routes[0]!}/stops`))).toEqual([403, 'route_inaccessible']);
    expect((await client.planning(`/${own.id}`)).status).toBe(200);
    expect((await client.planning(`/${own.routes[0]!}`)).status).toBe(200);
  });

  it('finds nothing of others in lists, in the search and among operations', async () => {
    const { client, plans, other, isOwn } = await desk();
    const operations = () => client.all<Operation>('planning', '/operations', 'operations');
    const [waiting] = plans.filter((plan) => plan.writable && !isOwn(plan) && plan.optimization === 'editing');
    expect((await send(client, 'POST', `/${waiting!.id}:optimize`)).status).toBe(200);
    const started = (await operations()).find(({ metadata }) => metadata.targetPlanId === waiting!.id)!;

    await turn(client, { access: 'first-depot' });
    const listed = await client.all<Plan>('planning', '/plans', 'plans');
    expect(listed.map(({ id }) => id).sort()).toEqual(
      plans
        .filter(isOwn)
        .map(({ id }) => id)
        .sort(),
    );
    const routes = await client.all<Route>('planning', '/routes', 'routes');
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.map(({ plan }) => plan)).not.toContain(other.id);
    expect((await operations()).map(({ id }) => id)).not.toContain(started.id);
    expect((await client.planning(`/${started.id}`)).status).toBe(404);
    const known = new Set(listed.map(({ id }) => id));
    const hits = await client.all<{ type: string; stop?: Stop }>(
      'planning',
      '/stops:search?sortField=createdAt&sortOrder=desc',
      'stops',
    );
    const found = hits.flatMap(({ stop }) => (stop ? [stop.plan] : []));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((plan) => !known.has(plan))).toEqual([]);
  });
});

describe('a basic subscription', () => {
  it('does not include the search', async () => {
    const client = await training();
    await turn(client, { subscription: 'basic' });
    expect(refused(await client.planning('/stops:search?keyword=weg'))).toEqual([403, 'feature_not_in_subscription']);
  });

  it('does not include vehicle types, neither of one driver nor of several', async () => {
    const client = await training();
    await turn(client, { subscription: 'basic' });
    const truck = { name: 'Ada', routeOverrides: { vehicleType: 'truck' } };
    const disabled = [403, 'vehicle_capacity_disabled'];
    expect(refused(await client.post('/drivers', truck))).toEqual(disabled);
    expect(refused(await client.post('/drivers:import', [{ name: 'Ben' }, truck]))).toEqual(disabled);
    const { id } = (await client.post('/drivers', { name: 'Ada' })).body as { id: string };
    expect(refused(await send(client, 'PATCH', `/${id}`, { routeOverrides: { vehicleType: 'car' } }))).toEqual(
      disabled,
    );
    expect(
      (await send(client, 'PATCH', `/${id}`, { routeOverrides: { maxStops: 40, vehicleType: null } })).status,
    ).toBe(200);
  });

  it('restricts arrival and time at the stop, wherever a stop is answered', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const plan = plans.find(({ distributed, writable }) => distributed && !writable)!;
    await turn(client, { subscription: 'basic' });
    const restricted = { status: 'restricted', reason: 'subscription_not_supported' };
    const stops = await client.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
    const one = stops.find(({ type, deliveryInfo }) => type === 'stop' && deliveryInfo !== null)!;
    const alone = (await client.planning(`/${one.id}`)).body as Stop;
    for (const { eta, deliveryInfo } of [one, alone]) {
      expect([eta, deliveryInfo?.timeAtStopInfo]).toEqual([restricted, restricted]);
    }
    const older = await ask(
      `${client.service.address}/public/v0.2b/plans/${bare(plan.id)}/stops/${one.id.split('/').at(-1)!}`,
      {
        authority: client.service.authority,
        authorization: `Bearer ${client.service.planningKey}`,
      },
    );
    const reason = { reason: 'subscription_not_supported', message: expect.any(String) as string };
    expect(older.body).toMatchObject({
      ...{ eta: null, etaNullReason: reason },
      deliveryInfo: { arrivedAt: null, timeAtStopInfo: null, timeAtStopInfoNullReason: reason },
    });
  });
});

describe('a plan that is deleted while a request runs', () => {
  it('is gone (410) for what had begun, and not there (404) for what begins', async () => {
    const client = await training();
    const { id } = (await client.post('/plans', { title: 'Short', starts: { day: 17, month: 6, year: 2026 } }))
      .body as {
      id: string;
    };
    const late = await client.planning(`/${id}/stops`, {
      method: 'POST',
      body: JSON.stringify(place),
      contentType: 'application/json',
      during: () => send(client, 'DELETE', `/${id}`),
    });
    expect(refused(late)).toEqual([410, 'plan_deleted']);
    expect(refused(await client.post(`/${id}/stops`, place))).toEqual([404, 'plan_not_found']);
  });
});

describe('a planning service without v1', () => {
  it('has nothing at the addresses of v1, and everything at those of v0.2b and of the orders', async () => {
    const client = await training();
    await turn(client, { planningVersions: 'older-only' });
    expect(refused(await client.planning('/plans'))).toEqual([404, 'not_found']);
    const { address, authority, planningKey, ordersKey } = client.service;
    const status = async (path: string, key: string) =>
      (await ask(`${address}${path}`, { authority, authorization: `Bearer ${key}` })).status;
    expect(await status('/public/v0.2b/plans', planningKey)).toBe(200);
    expect(await status('/connect/v1/orders', ordersKey)).toBe(200);
    await turn(client, { planningVersions: 'both' });
    expect((await client.planning('/plans')).status).toBe(200);
  });
});
