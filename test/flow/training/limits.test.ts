import { describe, expect, it } from 'vitest';
import { clockFrom, realClock } from '../../../src/training/clock.ts';
import { limits, type LimitClass, type LimitWindow } from '../../../src/shared/endpoints.ts';
import { Limiter } from '../../../src/training/http/limits.ts';
import { startService } from '../../../src/training/server.ts';
import { ask, handClock, morning, temporaryFolder, training, type Answer, type Client } from './support.ts';

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

  it('let one creation of a driver a second through, which is one of five writes besides', async () => {
    const client = await training();
    const driver = { ...json, body: '{}' };
    const write = { method: 'DELETE' };
    expect(statuses(await burst(client, 2, '/public/v1/drivers', driver))).toEqual([200, 429]);
    expect(statuses(await burst(client, 5, '/public/v1/plans/gone', write))).toEqual([...times(4, 404), 429]);
    client.clock.pass(999);
    expect(statuses(await burst(client, 1, '/public/v1/drivers', driver))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 5, '/public/v1/plans/gone', write))).toEqual(times(5, 404));
    expect(statuses(await burst(client, 1, '/public/v1/drivers', driver))).toEqual([429]);
  });

  it('let two imports of drivers a minute through, and a hundred drivers a minute', async () => {
    const client = await training();
    const path = '/public/v1/drivers:import';
    const some = (count: number) => ({ ...json, body: JSON.stringify(Array(count).fill({ name: 'X' })) });
    expect(statuses(await burst(client, 3, path, some(1)))).toEqual([200, 200, 429]);
    client.clock.pass(59_999);
    expect(statuses(await burst(client, 1, path, some(1)))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 2, path, some(50)))).toEqual([200, 200]);
    client.clock.pass(60_000);
    // A list that is too long is refused as such, and counts with the items it may have at most.
    expect(statuses(await burst(client, 1, path, some(100)))).toEqual([400]);
    expect(statuses(await burst(client, 1, path, some(1)))).toEqual([429]);
  });

  it('let thirty optimisations and re-optimisations together through a minute, and a hundred in ten', async () => {
    const client = await training();
    const [optimise, again] = ['/public/v1/plans/gone:optimize', '/public/v1/plans/gone:reoptimize'];
    const post = { method: 'POST' };
    for (const _minute of [1, 2, 3]) {
      expect(statuses(await burst(client, 15, optimise, post))).toEqual(times(15, 404));
      expect(statuses(await burst(client, 16, again, post))).toEqual([...times(15, 404), 429]);
      client.clock.pass(60_000);
    }
    expect(statuses(await burst(client, 11, optimise, post))).toEqual([...times(10, 404), 429]);
    client.clock.pass(419_999);
    expect(statuses(await burst(client, 1, again, post))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 31, again, post))).toEqual([...times(30, 404), 429]);
  });

  it('count imports of stops, live ones and those of unassigned stops together, items and requests', async () => {
    const client = await training();
    const stops = Array(100).fill({ address: { zip: '1' } });
    const ofPlan = { ...json, body: JSON.stringify(stops) };
    const unassigned = { ...json, body: JSON.stringify({ unassignedStops: stops, depot: 'depots/gone' }) };
    await burst(client, 4, '/public/v1/plans/gone/stops:import', ofPlan);
    await burst(client, 3, '/public/v1/plans/gone/stops:liveImport', ofPlan);
    const answers = await burst(client, 4, '/public/v1/unassignedStops:import', unassigned);
    expect(statuses(answers).map((status) => status === 429)).toEqual([false, false, false, true]);
    client.clock.pass(60_000);
    expect(statuses(await burst(client, 1, '/public/v1/unassignedStops:import', unassigned))).not.toContain(429);
  });

  it('leave the single writes of stops at five a second beside their imports', async () => {
    const client = await training();
    const one = { ...json, body: '[{"address":{"zip":"1"}}]' };
    expect(statuses(await burst(client, 20, '/public/v1/plans/gone/stops:import', one))).toEqual(times(20, 404));
    for (const [method, path] of [
      ['POST', '/public/v1/plans/gone/stops'],
      ['PATCH', '/public/v1/unassignedStops/gone'],
      ['DELETE', '/public/v1/plans/gone/stops/gone'],
    ] as const) {
      const answers = await burst(client, 6, path, method === 'DELETE' ? { method } : { ...json, method, body: '{}' });
      expect(
        statuses(answers).map((status) => status === 429),
        path,
      ).toEqual([...Array<boolean>(5).fill(false), true]);
      client.clock.pass(1_000);
    }
  });

  it('count an import or an optimisation as a write too where the switch says so', async () => {
    const one = { ...json, body: '[{"address":{"zip":"1"}}]' };
    const path = '/public/v1/plans/gone/stops:import';
    const own = await training({ switches: { imports: 'own-bucket' } });
    expect(statuses(await burst(own, 6, path, one))).toEqual(times(6, 404));
    expect(statuses(await burst(own, 5, '/public/v1/plans/gone', { method: 'DELETE' }))).toEqual(times(5, 404));

    const asWrites = await training({ switches: { imports: 'count-as-writes' } });
    expect(statuses(await burst(asWrites, 6, path, one))).toEqual([...times(5, 404), 429]);
    expect(statuses(await burst(asWrites, 1, '/public/v1/plans/gone', { method: 'DELETE' }))).toEqual([429]);
    // What was refused as a write does not count as an import either.
    asWrites.clock.pass(1_000);
    for (let sent = 0; sent < 25; sent += 1) {
      expect(statuses(await burst(asWrites, 1, path, one))).toEqual([404]);
      asWrites.clock.pass(1_000);
    }
    expect(statuses(await burst(asWrites, 1, path, one))).toEqual([429]);
  });

  it('are one key’s in planning, whatever address it comes from, and one address’s for the orders', async () => {
    const client = await training();
    const elsewhere = { localAddress: '127.0.0.2' };
    expect(statuses(await burst(client, 10, '/public/v1/depots'))).toEqual(times(10, 200));
    expect(statuses(await burst(client, 1, '/public/v1/depots', elsewhere))).toEqual([429]);
    expect(statuses(await burst(client, 11, '/connect/v1/couriers'))).toEqual([...times(10, 200), 429]);
    expect(statuses(await burst(client, 11, '/connect/v1/couriers', elsewhere))).toEqual([...times(10, 200), 429]);
    // Without the key nothing of the key's is used up.
    client.clock.pass(1_000);
    const stranger = { authorization: 'Bearer wrong' };
    expect(statuses(await burst(client, 12, '/public/v1/depots', stranger))).toEqual(times(12, 401));
    expect(statuses(await burst(client, 10, '/public/v1/depots'))).toEqual(times(10, 200));
  });

  it('keep to the time that passes, not to the service’s own', async () => {
    const client = await training({ time: { now: morning, speed: 60 } });
    expect(statuses(await burst(client, 10, '/public/v1/depots'))).toEqual(times(10, 200));
    client.clock.pass(500);
    const [late] = await burst(client, 1, '/public/v1/depots');
    expect(late!.status).toBe(429);
    expect(new Date(String(late!.headers['date'])).getTime()).toBe(morning + 30_000);
  });
});

describe('limits of the orders', () => {
  const remove = { method: 'DELETE' };

  it('let ten reads and five writes a second through', async () => {
    const client = await training();
    expect(statuses(await burst(client, 11, '/connect/v1/orders?maxPageSize=1'))).toEqual([...times(10, 200), 429]);
    expect(statuses(await burst(client, 6, '/connect/v1/orders/gone', remove))).toEqual([...times(5, 404), 429]);
    client.clock.pass(999);
    expect(statuses(await burst(client, 1, '/connect/v1/orders/gone', remove))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 6, '/connect/v1/orders/gone', remove))).toEqual([...times(5, 404), 429]);
  });

  it('let ten imports and ten submits a minute through, each in its own bucket, and writes beside them', async () => {
    const client = await training();
    const empty = { ...json, body: '[]' };
    for (const path of ['/connect/v1/orders:import', '/connect/v1/orders:submit']) {
      const passed = statuses(await burst(client, 11, path, empty)).map((status) => status !== 429);
      expect(passed, path).toEqual([...Array<boolean>(10).fill(true), false]);
    }
    expect(statuses(await burst(client, 5, '/connect/v1/orders/gone', remove))).toEqual(times(5, 404));
    client.clock.pass(59_999);
    expect(statuses(await burst(client, 1, '/connect/v1/orders:import', empty))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 1, '/connect/v1/orders:import', empty))).not.toEqual([429]);
  });
});

describe('the block at the orders’ edge', () => {
  /** Asks until refused, so long. */
  async function breach(client: Client, seconds: number, gap: number) {
    for (let passed = 0; passed < seconds; passed += gap) {
      expect(statuses(await burst(client, 11, '/connect/v1/couriers?maxPageSize=1')).at(-1)).toBe(429);
      client.clock.pass(gap * 1_000);
    }
  }

  it('comes after three minutes of breach, refuses everything with an empty 429, and ends after twenty', async () => {
    const client = await training();
    await breach(client, 180, 10);
    // The refusal that makes it three minutes.
    expect(statuses(await burst(client, 12, '/connect/v1/couriers')).slice(-2)).toEqual([429, 429]);
    client.clock.pass(1_199_000);
    const [labels] = await burst(client, 1, '/connect/v1/nothing', { authorization: 'Bearer wrong' });
    expect([labels!.status, labels!.bytes.length]).toEqual([429, 0]);
    expect(statuses(await burst(client, 1, '/connect/v1/couriers'))).toEqual([429]);
    // Planning is another service, and another address is somebody else.
    expect(statuses(await burst(client, 1, '/public/v1/depots'))).toEqual([200]);
    expect(statuses(await burst(client, 1, '/connect/v1/couriers', { localAddress: '127.0.0.2' }))).toEqual([200]);
    client.clock.pass(999);
    expect(statuses(await burst(client, 1, '/connect/v1/couriers'))).toEqual([429]);
    client.clock.pass(1);
    expect(statuses(await burst(client, 10, '/connect/v1/couriers'))).toEqual(times(10, 200));
  });

  it('does not come where more than ten seconds pass without a refusal, nor before three minutes', async () => {
    const client = await training();
    await breach(client, 170, 10);
    client.clock.pass(1);
    await breach(client, 180, 10);
    client.clock.pass(1_000);
    expect(statuses(await burst(client, 1, '/connect/v1/couriers'))).toEqual([200]);
  });
});

describe('sustained use near a planning limit', () => {
  const classes = (Object.keys(limits) as LimitClass[]).filter((name) => name.startsWith('planning.'));
  /** The narrowest window of a class, which an even sender meets first: requests of one item a millisecond. */
  const narrowest = (name: LimitClass) =>
    (limits[name] as readonly LimitWindow[])
      .filter(({ counts }) => counts === 'requests')
      .toSorted((one, other) => one.limit / one.milliseconds - other.limit / other.milliseconds)[0]!;

  function sender(name: LimitClass, share: number, sustainedUse: 'refused' | 'tolerated' = 'refused') {
    const clock = handClock();
    const limiter = new Limiter(clock, { sustainedUse });
    const { limit, milliseconds } = narrowest(name);
    return (windows: number, at = share) => {
      const gap = milliseconds / limit / at;
      let refused = 0;
      for (let sent = 0; sent < windows * limit * at; sent += 1) {
        clock.pass(gap);
        if (!limiter.admit({ who: 'key', classes: [name], items: 1 })) refused += 1;
      }
      return refused;
    };
  }

  it('is refused at the limit after thirty windows, until the rate has dropped, for every class', () => {
    for (const name of classes) {
      const send = sender(name, 1);
      expect(send(29), name).toBe(0);
      // A hundred requests' worth where a window lets fewer than four through.
      expect(send(Math.max(2, 100 / narrowest(name).limit - 28)), name).toBeGreaterThan(0);
      // Still near it: still refused.
      expect(send(20, 0.97), name).toBe(Math.ceil(20 * narrowest(name).limit * 0.97));
      const slowing = send(30, 0.8);
      expect(slowing, name).toBeLessThan(30 * narrowest(name).limit * 0.8);
      expect(send(200, 0.8), name).toBe(0);
    }
  });

  it('never is at 97 % of the limit, for every class, and nowhere where the switch tolerates it', () => {
    for (const name of classes) {
      expect(sender(name, 0.97)(200), name).toBe(0);
      expect(sender(name, 1, 'tolerated')(200), name).toBe(0);
    }
  });

  it('answers 429 over HTTPS too, and lets bursts pass', async () => {
    const client = await training();
    const second = async (count: number) => {
      const answers = statuses(await burst(client, count, '/public/v1/depots?maxPageSize=1'));
      client.clock.pass(1_000);
      return answers;
    };
    for (let seconds = 0; seconds < 20; seconds += 1) expect(await second(10)).toEqual(times(10, 200));
    for (let seconds = 0; seconds < 10; seconds += 1) expect(await second(2)).toEqual(times(2, 200));
    for (let seconds = 0; seconds < 29; seconds += 1) expect(await second(10)).toEqual(times(10, 200));
    const refused = [...(await second(10)), ...(await second(10))];
    expect(refused).toContain(429);
    for (let seconds = 0; seconds < 10; seconds += 1) await second(5);
    expect(await second(5)).toEqual(times(5, 200));
  });
});
