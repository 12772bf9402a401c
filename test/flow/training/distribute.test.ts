import { describe, expect, it } from 'vitest';
import type { Driver, Plan } from '../../../src/training/model.ts';
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
} from './operations-support.ts';
import {
  crewOf,
  getPlan,
  livePlan,
  ok,
  patch,
  planWhere,
  refusal,
  remove,
  send,
  stopsByProgress,
  stopsOf,
  turn,
} from './plans-support.ts';
import { training, type Client } from './support.ts';

const act = (client: Client, { id }: Pick<Plan, 'id'>, name: string) => send(client, 'POST', `/${id}:${name}`);
const why = (client: Client, plan: Pick<Plan, 'id'>, name: string) => refusal(act(client, plan, name));
const addLive = (client: Client, { id }: Pick<Plan, 'id'>, name: string) =>
  ok(client.post(`/${id}/stops:liveCreate`, inputs([{ name }])[0]));
const now = (client: Client) => Math.floor(client.clock.now() / 1000);

/** A plan whose drivers have it, with eight stops. */
async function onTheRoad(client: Client): Promise<Plan> {
  const plan = await planWith(client, { stops: named(8) });
  await optimised(client, plan);
  return ok<Plan>(act(client, plan, 'distribute'));
}

describe('distributing a plan', () => {
  it('sends its routes to the drivers: it is not writable any more, and recipients are notified', async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(8) });
    await optimised(client, plan);
    expect((await routesOf(client, plan)).map(({ state }) => [state.distributed, state.distributedAt])).toEqual([
      [false, null],
      [false, null],
    ]);
    const distributed = await ok<Plan>(act(client, plan, 'distribute'));
    const at = now(client);
    expect(distributed).toEqual({
      ...(await getPlan(client, plan.id)),
      ...{ distributed: true, writable: false, optimization: 'optimized' },
    });
    for (const { state } of await routesOf(client, plan)) {
      expect(state).toEqual({
        ...{ distributed: true, distributedAt: at, notifiedRecipients: true, notifiedRecipientsAt: at },
        ...{ started: false, startedAt: null, completed: false, completedAt: null },
      });
    }
    expect((await refusal(client.post(`/${plan.id}/stops`, inputs([{ name: 'new' }])[0])))[1]).toBe(
      'plan_not_writable',
    );
  });

  it('is refused before it is optimised, while it is, and a second time', async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(60) });
    expect(await why(client, plan, 'distribute')).toEqual([409, 'plan_not_optimized', null]);
    const operation = await optimise(client, plan);
    expect(await why(client, plan, 'distribute')).toEqual([409, 'plan_optimization_in_progress', null]);
    await finished(client, operation);
    await ok(act(client, plan, 'distribute'));
    expect(await why(client, plan, 'distribute')).toEqual([409, 'plan_already_distributed', null]);
    expect(await refusal(act(client, { id: 'plans/gone' }, 'distribute'))).toEqual([404, 'plan_not_found', null]);
  });

  it('is refused when stops were added since it was optimised', async () => {
    const client = await training();
    const plan = await planWith(client, { stops: named(4) });
    await optimised(client, plan);
    await ok(client.post(`/${plan.id}/stops`, inputs([{ name: 'new' }])[0]));
    expect(await why(client, plan, 'distribute')).toEqual([409, 'plan_not_optimized', null]);
  });

  it('is refused when a driver of its routes was deleted since, until it is optimised once more', async () => {
    const client = await training();
    const { depot } = await crewOf(client);
    const driver = await ok<Driver>(client.post('/drivers', { name: 'Gone soon', depots: [depot.id] }));
    const plan = await planWith(client, { drivers: 1, stops: named(8) });
    await ok(patch(client, `/${plan.id}`, { drivers: [...plan.drivers, driver.id] }));
    await optimised(client, plan);
    expect(await routesOf(client, plan)).toHaveLength(2);
    expect((await remove(client, `/${driver.id}`)).status).toBe(200);
    expect(await why(client, plan, 'distribute')).toEqual([409, 'plan_concurrent_modification', null]);
    await finished(client, await reoptimise(client, plan));
    expect((await ok<Plan>(act(client, plan, 'distribute'))).routes).toHaveLength(1);
    expect((await stopsOf(client, plan)).filter(({ type }) => type === 'stop').every(({ route }) => route)).toBe(true);
  });

  it('takes a plan in preview as well', async () => {
    const client = await training();
    const plan = await planWhere(client, ({ optimization }) => optimization === 'preview');
    expect(await ok<Plan>(act(client, plan, 'distribute'))).toMatchObject({
      distributed: true,
      optimization: 'optimized',
    });
  });
});

describe('re-distributing a plan', () => {
  it('applies what the re-optimisation proposed and sends it: the drivers have the new stop', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    const before = await orders(client, plan);
    await addLive(client, plan, 'new');
    await turn(client, { pendingStops: 'hidden' });
    await finished(client, await reoptimise(client, plan));
    expect(await getPlan(client, plan.id)).toMatchObject({
      optimization: 'preview',
      distributed: true,
      writable: false,
    });
    expect(await orders(client, plan), 'the road has nothing of it').toEqual(before);

    const sent = await ok<Plan>(act(client, plan, 'redistribute'));
    const at = now(client);
    expect(sent).toMatchObject({ optimization: 'optimized', distributed: true, writable: false });
    const after = await orders(client, plan);
    expect(Object.values(after).map((names) => names.filter((name) => name !== 'new'))).toEqual(Object.values(before));
    const stop = await stopNamed(client, plan, 'new');
    expect(stop.stopPosition).toBeGreaterThan(0);
    // Who has nothing new is not told again.
    for (const { id, state } of await routesOf(client, plan)) {
      expect(state.distributed).toBe(true);
      expect(state.distributedAt === at, id).toBe(id === stop.route?.id);
    }
  });

  it('is refused before a re-optimisation, while one runs, after another change, and where nothing is pending', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_already_distributed', null]);
    await addLive(client, plan, 'one');
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_not_optimized', null]);
    const operation = await reoptimise(client, plan);
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_optimization_in_progress', null]);
    await finished(client, operation);
    await addLive(client, plan, 'two');
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_not_optimized', null]);
    await finished(client, await reoptimise(client, plan));
    await ok(act(client, plan, 'redistribute'));
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_already_distributed', null]);
  });

  it('is refused when a driver of the proposal was deleted meanwhile', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    await addLive(client, plan, 'new');
    await finished(client, await reoptimise(client, plan));
    await remove(client, `/${plan.drivers[0]!}`);
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_concurrent_modification', null]);
    expect(await why(client, plan, 'save')).toEqual([409, 'plan_concurrent_modification', null]);
  });

  it('leaves stops that were attempted where they are, whichever the kind', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { done } = await stopsByProgress(client, plan);
    expect(done.length).toBeGreaterThan(20);
    for (const kind of ['reorder_changed_stops', 'reorder_all_stops', 'redistribute_stops_between_drivers']) {
      await addLive(client, plan, kind);
      await finished(client, await reoptimise(client, plan, kind));
      await ok(act(client, plan, 'redistribute'));
      const now = new Map((await stopsOf(client, plan)).map((stop) => [stop.id, stop]));
      for (const { route, ...stop } of done)
        expect(now.get(stop.id), kind).toMatchObject({ ...stop, route: { id: route!.id } });
      expect([...now.values()].filter(({ recipient }) => recipient?.name === kind)).toHaveLength(1);
    }
  });

  it('keeps the labels of what is in the vans, and gives new ones to what is not', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    const labelled = async () =>
      Object.fromEntries((await stopsOf(client, plan)).map((stop) => [nameOf(stop), stop.packageLabel]));
    const before = await labelled();
    await addLive(client, plan, 'new');
    await finished(client, await reoptimise(client, plan, 'reorder_all_stops'));
    await ok(act(client, plan, 'redistribute'));
    const { new: added, ...kept } = await labelled();
    expect(kept).toEqual(before);
    expect(Object.values(before)).not.toContain(added);
  });
});

describe('saving changes of a plan', () => {
  it('applies what was proposed without sending it: the route that changed is not distributed until it is sent', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    await addLive(client, plan, 'new');
    await finished(client, await reoptimise(client, plan));
    const { status, body } = await act(client, plan, 'save');
    expect([status, body]).toEqual([
      200,
      { message: expect.any(String) as string, code: null, param: null, url: null },
    ]);
    expect(await getPlan(client, plan.id)).toMatchObject({
      optimization: 'optimized',
      distributed: true,
      writable: false,
    });
    const { route } = await stopNamed(client, plan, 'new');
    /** Of the route that changed, and of the other. */
    const states = async () => {
      const routes = await routesOf(client, plan);
      const [changed, other] = [true, false].map((own) => routes.find(({ id }) => (id === route?.id) === own));
      return [changed?.state.distributed, other?.state.distributed];
    };
    expect(await states()).toEqual([false, true]);
    await ok(act(client, plan, 'redistribute'));
    expect(await states()).toEqual([true, true]);
    expect(await why(client, plan, 'redistribute')).toEqual([409, 'plan_already_distributed', null]);
  });

  it('is refused before a re-optimisation, while one runs, and for a plan that was never optimised', async () => {
    const client = await training();
    expect(await why(client, await planWith(client), 'save')).toEqual([409, 'plan_not_optimized', null]);
    const plan = await onTheRoad(client);
    await addLive(client, plan, 'new');
    expect(await why(client, plan, 'save')).toEqual([409, 'plan_not_optimized', null]);
    await reoptimise(client, plan);
    expect(await why(client, plan, 'save')).toEqual([409, 'plan_optimization_in_progress', null]);
  });

  it('does no harm where nothing is pending, and answers nothing where the switch says so', async () => {
    const client = await training();
    const plan = await onTheRoad(client);
    await turn(client, { deletion: 'empty' });
    const { status, bytes } = await act(client, plan, 'save');
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });
});
