/** Which requests a rule hits, how often, and when. */
import { expect, it } from 'vitest';
import type { FaultRule } from '../../../../src/training/faults/faults.ts';
import { faulty, look, type Faulty } from './support.ts';

const busy = { kind: 'too-many', retryAfter: null } as const;
const statuses = async (service: Faulty, paths: readonly string[]) => {
  const found: number[] = [];
  for (const path of paths) {
    service.clock.pass(1_000);
    found.push((await look(service, path)).status);
  }
  return found;
};
const times = (count: number, path = '/public/v1/depots') => Array.from({ length: count }, () => path);

it('hits the methods, paths and operations that it names and no others', async () => {
  const service = await faulty();
  const asked = ['/public/v1/plans', `/public/v1/${service.plan.id}`, `/public/v1/${service.plan.id}/stops`];
  const paths = [...asked, '/public/v1/depots', '/connect/v1/orders'];
  const hit = async (hits: FaultRule['hits']) => {
    await service.faults({ hits, fault: busy });
    return (await statuses(service, paths)).map((status) => status === 429);
  };
  expect(await hit({})).toEqual([true, true, true, true, true]);
  expect(await hit({ methods: ['POST'] })).toEqual([false, false, false, false, false]);
  expect(await hit({ path: '/public/v1/plans' })).toEqual([true, false, false, false, false]);
  expect(await hit({ path: '/public/*/plans/*' })).toEqual([false, true, true, false, false]);
  expect(await hit({ path: '*/stops' })).toEqual([false, false, true, false, false]);
  expect(await hit({ operations: ['plans.get', 'orders.list'] })).toEqual([false, true, false, false, true]);
  expect(await hit({ path: '/public/*', operations: ['depots.list', 'orders.list'] })).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

it('hits its share of the requests, the same ones again with the same seed', async () => {
  const service = await faulty();
  const run = async (seed: number) => {
    const rules = [{ hits: { share: 0.4 }, fault: busy }];
    expect((await service.control('PUT', '/faults', { seed, rules })).status).toBe(200);
    return (await statuses(service, times(40))).map((status) => status === 429);
  };
  const first = await run(11);
  expect(first.filter(Boolean).length).toBeGreaterThan(8);
  expect(first.filter(Boolean).length).toBeLessThan(24);
  expect(await run(11)).toEqual(first);
  expect(await run(12)).not.toEqual(first);
});

it('hits at most so many requests', async () => {
  const service = await faulty();
  await service.faults({ hits: { atMost: 2 }, fault: busy });
  expect(await statuses(service, times(4))).toEqual([429, 429, 200, 200]);
  expect((await service.control('GET', '/state')).body).toMatchObject({ faults: { hits: [2], over: true } });
});

it('keeps to its window by the service’s time, which may run at another speed', async () => {
  const service = await faulty({ time: { speed: 60 } });
  const now = service.clock.now();
  // From one service hour on, for one: that is from the first minute to the second.
  const at = (await service.control('GET', '/state')).body as { clock: { now: number } };
  const hits = { from: at.clock.now + 3_600_000, until: at.clock.now + 7_200_000 };
  await service.faults({ hits, fault: busy });
  const found: number[] = [];
  for (const minute of [0.5, 1.5, 2.5]) {
    service.clock.pass(now + minute * 60_000 - service.clock.now());
    found.push((await look(service, '/public/v1/depots')).status);
  }
  expect(found).toEqual([200, 429, 200]);
});

it('keeps to its window since the rules were put in force, though the service’s time stands still', async () => {
  const service = await faulty({ time: { speed: 0 } });
  await service.faults({ hits: { startsAfter: 10_000, endsAfter: 20_000 }, fault: busy });
  const found: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    found.push((await look(service, '/public/v1/depots')).status);
    service.clock.pass(10_000);
  }
  expect(found).toEqual([200, 429, 200]);
});

it('lets the first rule that hits decide about the answer, and adds up what only delays or shifts', async () => {
  const service = await faulty();
  await service.faults(
    { hits: {}, fault: { kind: 'clock-skew', by: 60_000 } },
    { hits: { path: '*/depots' }, fault: { kind: 'status', status: 502, applied: false } },
    { hits: {}, fault: busy },
    { hits: {}, fault: { kind: 'clock-skew', by: 60_000 } },
  );
  const seen = await look(service, '/public/v1/depots');
  expect(seen.status).toBe(502);
  expect(Date.parse(String(seen.headers['date'])) - service.clock.now()).toBe(120_000);
  expect(await statuses(service, ['/public/v1/plans'])).toEqual([429]);
  expect((await service.control('GET', '/state')).body).toMatchObject({ faults: { hits: [2, 1, 1, 2] } });
});

it('hits label links too, by their path', async () => {
  const service = await faulty();
  const { body } = await service.orders('/orders?maxPageSize=1');
  const { id } = (body as { orders: { id: string }[] }).orders[0]!;
  const { url } = (await service.orders(`/${id}/shippingLabels`)).body as { url: string };
  const path = url.slice(service.service.address.length);
  await service.faults({ hits: { path: '/labels/*' }, fault: { kind: 'status', status: 503, applied: false } });
  expect((await look(service, path)).status).toBe(503);
  await service.faults();
  expect(await look(service, path)).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
});
