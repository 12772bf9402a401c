/** Rules of the documents that no other test names: conventions, and how pending changes and operations end. */
import { describe, expect, it } from 'vitest';
import type { Plan, Stop } from './rules-records.ts';
import { bare, place, setsOf } from './rules-scenes.ts';
import { useDesk, type Desk } from './rules-support.ts';
import { ask } from './support.ts';

let desk: Desk;
useDesk((opened) => {
  desk = opened;
});

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const long = (length: number) => 'x'.repeat(length);
const planOf = async (id: string) => (await desk.good(desk.send('GET', `/plans/${id}`))) as unknown as Plan;
const stopsOf = (id: string) => desk.all<Stop>('planning', `/plans/${id}/stops`, 'stops');

interface Operation {
  id: string;
  done: boolean;
  metadata: { startedAt: number; finishedAt: number | null; canceled: boolean; startedBy: string };
  result: object | null;
}
const operationOf = async (id: string) => (await desk.good(desk.send('GET', `/${id}`))) as unknown as Operation;

describe('planning', () => {
  it('answers JSON objects, refusals too', async () => {
    for (const path of ['/plans', '/plans/gone', '/nothing', '/drivers?colour=red']) {
      const { body, headers } = await desk.send('GET', path);
      expect(headers['content-type'], path).toMatch(/^application\/json/);
      expect(isObject(body), path).toBe(true);
    }
  });

  it('takes segments of 1 to 50 letters, digits, hyphens and underscores', async () => {
    const status = async (segment: string) => (await desk.send('GET', `/plans/${segment}`)).status;
    expect([await status('a-_9'), await status(long(50)), await status(long(51)), await status('a.b')]).toEqual([
      ...[404, 404, 400, 400],
    ]);
  });

  it('lets nobody write routes', async () => {
    const { routes } = (await desk.good(desk.send('GET', `/${desk.known.livePlan}`))) as { routes: string[] };
    for (const method of ['PATCH', 'DELETE', 'POST']) {
      expect((await desk.send(method, `/${routes[0] ?? ''}`)).status, method).toBe(405);
    }
    expect((await desk.send('POST', '/routes', {})).status).toBe(405);
  });

  it('counts the times of operations in seconds', async () => {
    const { operationId } = await setsOf(desk).operation();
    const { metadata } = await operationOf(`operations/${operationId}`);
    expect(Math.abs(metadata.startedAt - desk.clock.now() / 1_000)).toBeLessThan(600);
  });

  it('gives an operation no result until it is done, and then one', async () => {
    const { operationId } = await setsOf(desk).operation();
    const open = await operationOf(`operations/${operationId}`);
    expect([open.done, open.result, open.metadata.finishedAt, open.metadata.startedBy]).toEqual([
      false,
      null,
      null,
      'api',
    ]);
    desk.clock.pass(600_000);
    const done = await operationOf(`operations/${operationId}`);
    expect([done.done, isObject(done.result), done.metadata.canceled]).toEqual([true, true, false]);
  });

  it('cancels an operation that runs, and none that is done', async () => {
    const { operationId } = await setsOf(desk).operation();
    const canceled = (await desk.good(desk.send('POST', `/operations/${operationId}:cancel`))) as unknown as Operation;
    expect([canceled.done, canceled.metadata.canceled]).toEqual([true, true]);
    const again = await desk.send('POST', `/operations/${operationId}:cancel`);
    expect([again.status, again.body]).toMatchObject([409, { code: 'operation_already_done' }]);
  });

  it('puts pending changes on the road when they are re-distributed', async () => {
    const id = await setsOf(desk).changed();
    const before = await desk.all<{ id: string; state: { distributedAt: number } }>('planning', '/routes', 'routes');
    await desk.good(desk.send('POST', `/plans/${id}:redistribute`));
    const plan = await planOf(id);
    expect([plan.distributed, plan.optimization]).toEqual([true, 'optimized']);
    expect((await stopsOf(id)).filter(({ type }) => type === 'stop')).toHaveLength(3);
    const after = await desk.all<{ id: string; state: { distributedAt: number } }>('planning', '/routes', 'routes');
    const told = after.find((route) => plan.routes.includes(route.id));
    expect(told?.state.distributedAt).toBeGreaterThan(
      before.find((route) => plan.routes.includes(route.id))?.state.distributedAt ?? 0,
    );
  });

  it('keeps pending changes when they are saved, and asks for an optimisation before', async () => {
    const id = await setsOf(desk).changed();
    await desk.good(desk.send('POST', `/plans/${id}:save`));
    expect((await planOf(id)).optimization).toBe('optimized');
    expect((await stopsOf(id)).filter(({ type }) => type === 'stop')).toHaveLength(3);
    await desk.good(desk.send('POST', `/plans/${id}/stops:liveCreate`, place));
    const refused = await desk.send('POST', `/plans/${id}:redistribute`);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'plan_not_optimized' }]);
  });

  it('refuses to distribute what is not optimised, or runs, or is distributed', async () => {
    const sets = setsOf(desk);
    const code = async (id: string, what: string) => {
      const { status, body } = await desk.send('POST', `/plans/${id}:${what}`);
      return `${status} ${String((body as { code?: string }).code)}`;
    };
    const fresh = await sets.plan();
    expect(await code(fresh, 'distribute')).toBe('409 plan_not_optimized');
    expect(await code(fresh, 'save')).toBe('409 plan_not_optimized');
    await desk.good(desk.send('POST', `/plans/${fresh}:optimize`));
    desk.clock.pass(-60_000);
    expect(await code(fresh, 'distribute')).toBe('409 plan_optimization_in_progress');
    desk.clock.pass(-60_000);
    expect(await code(fresh, 'save')).toBe('409 plan_optimization_in_progress');
    desk.clock.pass(-60_000);
    expect(await code(fresh, 'redistribute')).toBe('409 plan_optimization_in_progress');
    desk.clock.pass(600_000);
    await desk.good(desk.send('POST', `/plans/${fresh}:distribute`));
    expect(await code(fresh, 'distribute')).toBe('409 plan_already_distributed');
  });

  it('asks for a new optimisation where a driver of the routes is gone', async () => {
    const sets = setsOf(desk);
    const driverId = await sets.made('/drivers', { name: 'Gone', depots: [desk.known.depot] });
    const starts = { day: 17, month: 6, year: 2026 };
    const base = { title: 'Gone', starts, depot: desk.known.depot, drivers: [`drivers/${driverId}`] };
    const planId = await sets.made('/plans', base);
    await desk.good(desk.send('POST', `/plans/${planId}/stops`, place));
    await desk.good(desk.send('POST', `/plans/${planId}:optimize`));
    desk.clock.pass(600_000);
    await desk.good(desk.send('DELETE', `/drivers/${driverId}`));
    for (const what of ['distribute', 'redistribute']) {
      const { status, body } = await desk.send('POST', `/plans/${planId}:${what}`);
      expect([status, body]).toMatchObject([409, { code: 'plan_concurrent_modification' }]);
    }
  });

  it('asks for a new optimisation of pending changes where a driver of theirs is gone', async () => {
    const sets = setsOf(desk);
    const driverId = await sets.made('/drivers', { name: 'Gone too', depots: [desk.known.depot] });
    const starts = { day: 17, month: 6, year: 2026 };
    const base = { title: 'Gone too', starts, depot: desk.known.depot, drivers: [`drivers/${driverId}`] };
    const planId = await sets.made('/plans', base);
    await desk.good(desk.send('POST', `/plans/${planId}/stops`, place));
    await desk.good(desk.send('POST', `/plans/${planId}:optimize`));
    desk.clock.pass(600_000);
    await desk.good(desk.send('POST', `/plans/${planId}:distribute`));
    await desk.good(desk.send('POST', `/plans/${planId}/stops:liveCreate`, place));
    await desk.good(desk.send('POST', `/plans/${planId}:reoptimize`, {}));
    desk.clock.pass(600_000);
    await desk.good(desk.send('DELETE', `/drivers/${driverId}`));
    const { status, body } = await desk.send('POST', `/plans/${planId}:save`);
    expect([status, body]).toMatchObject([409, { code: 'plan_concurrent_modification' }]);
  });

  it('lists operations by whether they are done, and by their type', async () => {
    const { operationId } = await setsOf(desk).operation();
    desk.clock.pass(600_000);
    await operationOf(`operations/${operationId}`);
    const done = await desk.all<Operation>('planning', '/operations?filter.done=true', 'operations');
    const open = await desk.all<Operation>('planning', '/operations?filter.done=false', 'operations');
    expect(done.map(({ id }) => bare(id))).toContain(operationId);
    expect(done.every((each) => each.done)).toBe(true);
    expect(open.some((each) => each.done)).toBe(false);
    expect((await desk.send('GET', '/operations?filter.type=dance')).status).toBe(400);
    const ofType = await desk.all('planning', '/operations?filter.type=plan_optimization', 'operations');
    expect(ofType).toHaveLength(done.length + open.length);
  });

  it('lists the stops of a route by the recipient’s external id', async () => {
    const { routes } = (await desk.good(desk.send('GET', `/${desk.known.livePlan}`))) as { routes: string[] };
    const path = `/${routes[0] ?? ''}/stops`;
    interface Named {
      recipient: { externalId: string | null } | null;
    }
    const all = await desk.all<Named>('planning', path, 'stops');
    const wanted = all.find(({ recipient }) => recipient?.externalId)?.recipient?.externalId ?? '';
    const found = await desk.all<Named>('planning', `${path}?filter.externalId=${wanted}`, 'stops');
    expect(found.map(({ recipient }) => recipient?.externalId)).toEqual([wanted]);
  });

  it('begins a route’s state words with what has happened', async () => {
    interface Eta {
      eta: { status: string; reason?: string };
      deliveryInfo: { timeAtStopInfo: { status: string; reason?: string } } | null;
      type: string;
    }
    const made = (await desk.good(desk.send('POST', `/${desk.known.plan}/stops`, place))) as unknown as Eta;
    expect(made.eta).toEqual({ status: 'pending', reason: 'not_optimized' });
    const live = await desk.all<Eta>('planning', `/${desk.known.livePlan}/stops`, 'stops');
    const waiting = live.filter(({ type }) => type === 'stop').map(({ deliveryInfo }) => deliveryInfo?.timeAtStopInfo);
    expect(waiting).toContainEqual({ status: 'pending', reason: 'not_yet_arrived' });
  });

  it('counts arrivals, attempts and stays in seconds', async () => {
    interface Times {
      type: string;
      eta: { value?: { estimatedArrivalAt: number } };
      deliveryInfo: { attemptedAt: number | null } | null;
    }
    const live = await desk.all<Times>('planning', `/${desk.known.livePlan}/stops`, 'stops');
    const seconds = live.flatMap(({ eta, deliveryInfo }) => [
      ...(eta.value ? [eta.value.estimatedArrivalAt] : []),
      ...(deliveryInfo?.attemptedAt == null ? [] : [deliveryInfo.attemptedAt]),
    ]);
    expect(seconds.length).toBeGreaterThan(10);
    const now = desk.clock.now() / 1_000;
    expect(seconds.filter((each) => Math.abs(each - now) > 30 * 86_400)).toEqual([]);
  });
});

describe('orders', () => {
  it('take JSON only, and say so', async () => {
    const { service } = desk;
    desk.clock.pass(60_000);
    const plain = await ask(`${service.address}/connect/v1/orders`, {
      ...{ authority: service.authority, authorization: `Bearer ${service.ordersKey}`, method: 'POST' },
      ...{ body: JSON.stringify(place), contentType: 'text/plain' },
    });
    expect(plain.status).toBe(415);
    const made = await desk.order('POST', '/orders', place);
    expect([made.status, made.headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
  });

  it('take segments of 1 to 50 letters, digits, hyphens and underscores', async () => {
    const status = async (segment: string) => (await desk.order('GET', `/orders/${segment}`)).status;
    expect([await status('a-_9'), await status(long(50)), await status(long(51)), await status('a.b')]).toEqual([
      ...[404, 404, 400, 400],
    ]);
  });

  it('say what was wrong in message, code, param and url', async () => {
    const { body } = await desk.order('POST', '/orders', { address: { zip: '' } });
    expect(body).toEqual({
      message: expect.any(String) as string,
      code: expect.any(String) as string,
      param: 'address.zip',
      url: null,
    });
  });
});
