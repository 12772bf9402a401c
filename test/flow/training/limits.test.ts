import { describe, expect, it } from 'vitest';
import { clockFrom, realClock } from '../../../src/training/clock.ts';
import { startService } from '../../../src/training/server.ts';
import { ask, morning, temporaryFolder, training, type Answer, type Client } from './support.ts';

/** So many requests at one moment of the service's clock. */
async function burst(client: Client, count: number, path: string, asking: Parameters<typeof ask>[1] = {}) {
  const { address, authority, planningKey, ordersKey } = client.service;
  const authorization = `Bearer ${path.startsWith('/public') ? planningKey : ordersKey}`;
  const answers: Answer[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    answers.push(await ask(`${address}${path}`, { authority, authorization, ...asking }));
  }
  return answers;
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const times = (count: number, status: number) => Array<number>(count).fill(status);
const json = { method: 'POST', contentType: 'application/json' } as const;

describe('limits', () => {
  it('let ten reads a second through, in any second, with a reason in the refusal', async () => {
    const client = await training();
    expect(statuses(await burst(client, 6, '/public/v1/drivers'))).toEqual(times(6, 200));
    client.clock.pass(600);
    const later = await burst(client, 6, '/public/v1/plans');
    expect(statuses(later)).toEqual([...times(4, 200), ...times(2, 429)]);
    expect(later[5]!.body).toMatchObject({ message: expect.any(String) as string });
    client.clock.pass(399);
    expect(statuses(await burst(client, 1, '/public/v1/plans'))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 7, '/public/v1/depots'))).toEqual([...times(6, 200), 429]);
  });

  it('let five writes a second through, whatever becomes of them, and reads beside them', async () => {
    const client = await training();
    const write = { ...json, body: '{}' };
    expect(statuses(await burst(client, 7, '/public/v1/plans/gone/stops', write))).toEqual([
      ...times(5, 404),
      ...times(2, 429),
    ]);
    expect(statuses(await burst(client, 1, '/public/v1/plans'))).toEqual([200]);
    client.clock.pass(1_000);
    expect(statuses(await burst(client, 1, '/public/v1/plans/gone/stops', write))).toEqual([404]);
  });

  it('let thirty imports a minute and a hundred in ten minutes through', async () => {
    const client = await training();
    const one = { ...json, body: '[{"address":{"zip":"1"}}]' };
    const path = '/public/v1/plans/gone/stops:import';
    for (const _minute of [1, 2, 3]) {
      expect(statuses(await burst(client, 31, path, one))).toEqual([...times(30, 404), 429]);
      client.clock.pass(60_000);
    }
    expect(statuses(await burst(client, 11, path, one))).toEqual([...times(10, 404), 429]);
    client.clock.pass(420_000);
    expect(statuses(await burst(client, 31, path, one))).toEqual([...times(30, 404), 429]);
  });

  it('let a thousand imported stops a minute through', async () => {
    const client = await training();
    const { body } = await client.planning('/plans?filter.title=Altstadt%20Tuesday');
    const { id } = (body as { plans: { id: string }[] }).plans.at(-1)!;
    const items = (count: number) => ({
      ...json,
      body: JSON.stringify(Array(count).fill({ address: { addressLineOne: 'Rosenweg 2' } })),
    });
    const path = `/public/v1/${id}/stops:import`;
    expect(statuses(await burst(client, 9, path, items(100)))).toEqual(times(9, 200));
    expect(statuses(await burst(client, 1, path, items(99)))).toEqual([200]);
    expect(statuses(await burst(client, 1, path, items(2)))).toEqual([429]);
    expect(statuses(await burst(client, 1, path, items(1)))).toEqual([200]);
    expect(statuses(await burst(client, 1, path, items(1)))).toEqual([429]);
  });

  it('stand before the orders: an empty 429 also for what has no key, apart from planning', async () => {
    const client = await training();
    const answers = await burst(client, 12, '/connect/v1/orders?maxPageSize=1', { authorization: 'Bearer wrong' });
    expect(statuses(answers)).toEqual([...times(10, 401), ...times(2, 429)]);
    expect(answers[11]!.bytes).toHaveLength(0);
    expect(answers[11]!.headers['content-type']).toBeUndefined();
    expect(statuses(await burst(client, 1, '/public/v1/plans'))).toEqual([200]);
  });

  it('hold by the real clock too: a burst at once gets exactly ten through', async () => {
    const service = await startService({ folder: temporaryFolder(), clock: clockFrom(morning) });
    const { address, authority, planningKey } = service;
    const started = realClock.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        ask(`${address}/public/v1/depots`, { authority, authorization: `Bearer ${planningKey}` }),
      ),
    );
    const seconds = Math.ceil((realClock.now() - started) / 1000);
    await service.close();
    const passed = statuses(answers).filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(10);
    expect(passed, `in ${seconds} s`).toBeLessThanOrEqual(10 * seconds);
    expect(service.requestCount()).toBe(30);
  });
});
