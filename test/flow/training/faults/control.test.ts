/** The control API: who may, what it says, what it changes, and what it never tells. */
import { describe, expect, it } from 'vitest';
import { presetNames, presets } from '../../../../src/training/faults/presets.ts';
import { documentedSwitches } from '../../../../src/training/switches.ts';
import type { Order, Plan } from '../../../../src/training/model.ts';
import { ask, morning, training, type Answer } from '../support.ts';
import { faulty, look, waits, type Faulty } from './support.ts';

const stateOf = async (service: Faulty) => (await service.control('GET', '/state')).body;

describe('the key', () => {
  it('is the control key alone, which opens neither of the services', async () => {
    const service = await faulty();
    const { address, authority, planningKey, ordersKey, controlKey } = service.service;
    const status = async (path: string, key: string) =>
      (await ask(`${address}${path}`, { authority, authorization: `Bearer ${key}` })).status;
    expect(await status('/training/v1/state', controlKey)).toBe(200);
    for (const key of [planningKey, ordersKey, 'wrong']) expect(await status('/training/v1/state', key)).toBe(401);
    expect((await ask(`${address}/training/v1/state`, { authority })).status).toBe(401);
    expect(await status('/public/v1/plans', controlKey)).toBe(401);
    expect(await status('/connect/v1/orders', controlKey)).toBe(401);
    expect(new Set([planningKey, ordersKey, controlKey]).size).toBe(3);
  });
});

describe('the state', () => {
  it('says clock, speed, switches, faults, presets and counts', async () => {
    const service = await faulty();
    expect(await stateOf(service)).toMatchObject({
      clock: { now: service.clock.now(), speed: 1 },
      switches: documentedSwitches,
      faults: { preset: null, rules: [], hits: [], over: false },
      presets: presetNames.map((name) => ({ name, title: presets[name].title, sentence: presets[name].sentence })),
      counts: { faults: {}, pending: 0 },
    });
  });

  it('is the answer to every change, and no fault hits the API', async () => {
    const service = await faulty();
    const rules = [
      { fault: { kind: 'refused' } },
      { fault: { kind: 'loss-before' } },
      { hits: { path: '/training/*' }, fault: { kind: 'html', applied: false } },
    ];
    expect(await service.control('PUT', '/faults', { seed: 3, rules })).toMatchObject({
      status: 200,
      body: { faults: { preset: null, seed: 3, rules: rules.map((rule) => ({ hits: {}, ...rule })), hits: [0, 0, 0] } },
    });
    expect((await service.control('GET', '/state')).status).toBe(200);
    expect(await service.control('DELETE', '/faults')).toMatchObject({ body: { faults: { rules: [], preset: null } } });
  });

  it('answers 404 to unknown paths and 405 to unknown methods', async () => {
    const service = await faulty();
    expect((await service.control('GET', '/nothing')).status).toBe(404);
    expect((await service.control('POST', '/state')).status).toBe(405);
  });
});

describe('the clock', () => {
  it('is set and runs at the speed it is given; limits and faults keep to the computer’s', async () => {
    const service = await faulty();
    const now = Date.UTC(2026, 5, 20, 4, 0, 0);
    expect(await service.control('PUT', '/clock', { now, speed: 60 })).toMatchObject({
      status: 200,
      body: { clock: { now, speed: 60 } },
    });
    service.clock.pass(10_000);
    expect(await stateOf(service)).toMatchObject({ clock: { now: now + 600_000 } });
    const { headers } = await look(service, '/public/v1/plans');
    expect(Date.parse(String(headers['date']))).toBe(now + 600_000);
    await service.control('PUT', '/clock', { speed: 0 });
    service.clock.pass(10_000);
    expect(await stateOf(service)).toMatchObject({ clock: { now: now + 600_000, speed: 0 } });
    const text = await service.control('PUT', '/clock', { now: '2026-06-15T08:00:00+02:00' });
    expect(text.body).toMatchObject({ clock: { now: morning } });
    // Ten reads a second of the computer's time are the limit, though the service's time stands still.
    const statuses = await Promise.all(Array.from({ length: 11 }, () => look(service, '/public/v1/plans')));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
    service.clock.pass(1_000);
    expect((await look(service, '/public/v1/plans')).status).toBe(200);
  });

  it.each([
    [{ speed: -1 }, 'speed'],
    [{ speed: 3_601 }, 'speed'],
    [{ now: 'yesterday' }, 'now'],
    [{ now: '2026-06-15T25:00:00Z' }, 'now'],
    [{ now: 0 }, 'now'],
    [{ zone: 'UTC' }, 'zone'],
  ])('refuses %j', async (body, param) => {
    const service = await faulty();
    expect(await service.control('PUT', '/clock', body)).toMatchObject({ status: 400, body: { param } });
  });
});

describe('the switches', () => {
  it('are changed while the service runs, one or many; the others stay', async () => {
    const service = await faulty();
    const { body } = await service.control('PUT', '/switches', { emptyFields: 'absent' });
    expect(body).toMatchObject({ switches: { ...documentedSwitches, emptyFields: 'absent' } });
    const withoutNotes = JSON.stringify((await service.planning(`/${service.plan.id}`)).body);
    expect(withoutNotes).not.toContain('null');
    await service.control('PUT', '/switches', { emptyFields: 'null' });
    expect(await stateOf(service)).toMatchObject({ switches: documentedSwitches });
  });

  it('refuse what is no switch and no choice', async () => {
    const service = await faulty();
    const refused = (body: unknown) => service.control('PUT', '/switches', body);
    expect(await refused({ emptyFields: 'maybe' })).toMatchObject({ status: 400, body: { param: 'emptyFields' } });
    expect(await refused({ nothing: 'null' })).toMatchObject({ status: 400, body: { param: 'nothing' } });
    expect(await stateOf(service)).toMatchObject({ switches: documentedSwitches });
  });
});

describe('presets', () => {
  it.each(presetNames)('%s can be put in force by its name', async (name) => {
    const service = await faulty();
    const { status, body } = await service.control('POST', `/faults/presets/${name}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ faults: { preset: name, rules: presets[name].plan.rules } });
  });

  it('the service restarts: nobody can connect, then 503, then all is well and it is over', async () => {
    const service = await faulty();
    await service.control('POST', '/faults/presets/restart');
    expect(await look(service, '/public/v1/plans')).toMatchObject({ broken: 'ECONNRESET' });
    service.clock.pass(20_000);
    expect(await look(service, '/public/v1/plans')).toMatchObject({ status: 503 });
    expect(await stateOf(service)).toMatchObject({ faults: { preset: 'restart', over: false } });
    service.clock.pass(10_000);
    expect(await look(service, '/public/v1/plans')).toMatchObject({ status: 200 });
    expect(await stateOf(service)).toMatchObject({ faults: { preset: 'restart', over: true } });
  });

  it('are unknown by another name', async () => {
    const service = await faulty();
    expect((await service.control('POST', '/faults/presets/flood')).status).toBe(404);
  });

  it('can be in force from the start', async () => {
    const client = await training({ preset: 'hotel' });
    expect(await look(client, '/public/v1/plans')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });
});

describe('what happens elsewhere', () => {
  const status = async (answer: Promise<Answer>) => {
    const { status: number, body } = await answer;
    return [number, (body as { code?: string | null }).code ?? null];
  };

  it('the courier puts an order on a route: it is read-only from then on', async () => {
    const service = await faulty();
    const orders = await service.all<Order>('orders', '/orders', 'orders');
    const submitted = orders.find((order) => order.submitted && !order.readOnly && order.source === 'retailer')!;
    const draft = orders.find((order) => !order.submitted && !order.readOnly)!;
    const add = (id: string) => service.control('POST', `/${id}:addToRoute`);
    expect(await add(submitted.id)).toMatchObject({ status: 200, body: { id: submitted.id, readOnly: true } });
    expect((await service.orders(`/${submitted.id}`)).body).toMatchObject({ readOnly: true });
    expect(await status(add(submitted.id))).toEqual([409, 'order_read_only']);
    expect(await status(add(draft.id))).toEqual([409, 'order_not_submitted']);
    expect(await status(add('orders/nobody'))).toEqual([404, 'order_not_found']);
  });

  it('somebody throws the pending live changes of a plan away on the dashboard', async () => {
    const service = await faulty();
    const plans = await service.all<Plan>('planning', '/plans', 'plans');
    const live = plans.find((plan) => plan.distributed && !plan.writable && plan.optimization === 'optimized')!;
    const externalId = 'pending-one';
    const created = await service.post(`/${live.id}/stops:liveCreate`, {
      address: { addressLineOne: 'Am Teich 3' },
      recipient: { externalId },
    });
    expect(created).toMatchObject({ status: 200, body: { pending: true } });
    const list = `/${live.id}/stops?filter.externalId=${externalId}`;
    expect((await service.planning(list)).body).toMatchObject({ stops: [{ recipient: { externalId } }] });
    const discard = (id: string) => service.control('POST', `/${id}:discard`);
    expect(await discard(live.id)).toMatchObject({ status: 200, body: { id: live.id } });
    expect((await service.planning(list)).body).toMatchObject({ stops: [] });
    expect(await status(discard(live.id))).toEqual([409, 'no_pending_changes']);
    expect(await status(discard('plans/nobody'))).toEqual([404, 'plan_not_found']);
  });
});

describe('the last requests', () => {
  it('are asked for after a number, and after nothing else', async () => {
    const service = await faulty();
    const refused = await service.control('GET', '/requests?after=yesterday');
    expect(refused).toMatchObject({ status: 400, body: { param: 'after' } });
  });

  it('say time, method, path, names of parameters, status, faults and whether it was done, and no key, value or body', async () => {
    const service = await faulty();
    const { body } = await service.control('GET', '/requests');
    const { count } = body as { count: number };
    await service.faults(
      { hits: { methods: ['POST'], atMost: 1 }, fault: { kind: 'loss-after' } },
      { hits: { methods: ['POST'], atMost: 1 }, fault: { kind: 'too-many', retryAfter: null } },
      { hits: { methods: ['POST'], atMost: 1 }, fault: { kind: 'late', after: 5_000, connection: 'cut' } },
    );
    for (const name of ['one', 'two', 'three', 'four']) await service.add(name);
    await look(service, `/public/v1/${service.plan.id}/stops?filter.externalId=secret-thing`);
    const path = `/public/v1/${service.plan.id}/stops`;
    const common = { at: service.clock.now(), path, parameters: [] as string[], ended: true };
    const answer = await service.control('GET', `/requests?after=${count}`);
    expect(answer.body).toEqual({
      requests: [
        { ...common, number: count + 1, method: 'POST', status: null, faults: ['loss-after'], applied: 'yes' },
        { ...common, number: count + 2, method: 'POST', status: 429, faults: ['too-many'], applied: 'no' },
        {
          ...common,
          number: count + 3,
          method: 'POST',
          status: null,
          faults: ['late'],
          applied: 'later',
          ended: false,
        },
        { ...common, number: count + 4, method: 'POST', status: 200, faults: [], applied: 'yes' },
        {
          ...common,
          number: count + 5,
          method: 'GET',
          parameters: ['filter.externalId'],
          status: 200,
          faults: [],
          applied: null,
        },
      ],
      count: count + 5,
    });
    const everything = answer.bytes.toString('utf8');
    expect(everything).not.toContain('secret-thing');
    expect(everything).not.toContain(service.service.planningKey);
    await waits(service.clock);
    service.clock.pass(5_000);
    expect(await service.has('three')).toBe(1);
    const later = (await service.control('GET', `/requests?after=${count + 2}`)).body as {
      requests: { applied: string }[];
    };
    expect(later.requests[0]).toMatchObject({ status: null, faults: ['late'], applied: 'yes', ended: true });
  });
});
