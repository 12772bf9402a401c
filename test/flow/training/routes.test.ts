import { describe, expect, it } from 'vitest';
import type { Plan, Route, Stop } from '../../../src/training/model.ts';
import { livePlan, optimisedPlan, refusal, send } from './plans-support.ts';
import { training } from './support.ts';

describe('routes', () => {
  it('are listed in pages of up to twenty, all of all plans', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const routes = await client.all<Route>('planning', '/routes', 'routes');
    expect(routes.map(({ id }) => id).sort()).toEqual(plans.flatMap((plan) => plan.routes).sort());
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
    const { body } = await client.planning('/routes');
    expect((body as { routes: Route[] }).routes).toHaveLength(20);
    expect((await client.planning('/routes?maxPageSize=21')).status).toBe(400);
  });

  it('are read one by one, each with its plan, driver and state', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    for (const id of plan.routes) {
      const { body } = await client.planning(`/${id}`);
      expect(body).toEqual({
        ...{ id, plan: plan.id, title: expect.any(String) as string },
        stopCount: expect.any(Number) as number,
        driver: expect.stringMatching(/^drivers\//) as string,
        state: {
          ...{ completed: false, completedAt: null, distributed: false, distributedAt: null },
          ...{ notifiedRecipients: false, notifiedRecipientsAt: null, started: false, startedAt: null },
        },
      });
      expect(plan.drivers).toContain((body as Route).driver);
    }
    expect(await refusal(client.planning('/routes/gone'))).toEqual([404, 'route_not_found', null]);
  });

  it('have their stops in the order in which they are driven, ten a page, each with the route', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const [id] = plan.routes;
    const route = (await client.planning(`/${id!}`)).body as Route;
    const stops = await client.all<Stop>('planning', `/${id!}/stops`, 'stops');
    expect(stops.map(({ type }) => type)).toEqual(['start', ...stops.slice(2).map(() => 'stop'), 'end']);
    expect(stops.map(({ stopPosition }) => stopPosition)).toEqual(stops.map((_, index) => index));
    expect(stops.filter(({ type }) => type === 'stop')).toHaveLength(route.stopCount);
    for (const stop of stops) expect([stop.route?.id, stop.plan]).toEqual([id, plan.id]);
    const page = (await client.planning(`/${id!}/stops`)).body as { stops: Stop[] };
    expect(page.stops).toHaveLength(10);
    expect((await client.planning(`/${id!}/stops?maxPageSize=11`)).status).toBe(400);
    expect(await refusal(client.planning('/routes/gone/stops'))).toEqual([404, 'route_not_found', null]);
  });

  it('have stops that are found by the external id of their recipient', async () => {
    const client = await training();
    const [id] = (await livePlan(client)).routes;
    const stops = await client.all<Stop>('planning', `/${id!}/stops`, 'stops');
    const wanted = stops.find(({ recipient }) => recipient?.externalId)!;
    for (const query of [
      `filter.externalId=${wanted.recipient!.externalId!}`,
      `filter[externalId]=${wanted.recipient!.externalId!}`,
    ]) {
      const { body } = await client.planning(`/${id!}/stops?${query}`);
      expect((body as { stops: Stop[] }).stops.map((stop) => stop.id)).toEqual([wanted.id]);
    }
    const none = await client.planning(`/${id!}/stops?filter.externalId=nobody`);
    expect(none.body).toEqual({ stops: [], nextPageToken: null });
  });

  it('cannot be written', async () => {
    const client = await training();
    const [id] = (await livePlan(client)).routes;
    for (const method of ['PATCH', 'DELETE', 'POST']) {
      expect((await send(client, method, `/${id!}`, {})).status, method).toBe(405);
    }
  });
});
