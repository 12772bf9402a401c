/** Each kind of fault that concerns one request: what reaches the client, and whether the service did it. */
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../fixtures/wait-for.ts';
import type { Order, Plan, Stop } from '../../../../src/training/model.ts';
import { faulty, look, waits, type Seen } from './support.ts';

const posts = { methods: ['POST'] } as const;
const jsonError = { code: 'internal', message: expect.any(String) as string, param: null, url: null };

describe('latency', () => {
  it('on the way up keeps a request from being applied until the wait is over', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'latency', direction: 'up', least: 5_000, most: 5_000 } });
    const adding = service.add('up');
    await waits(service.clock);
    service.clock.pass(4_900);
    const list = await look(service, `/public/v1/${service.plan.id}/stops?filter.externalId=up`);
    expect(JSON.parse(list.text)).toMatchObject({ stops: [] });
    service.clock.pass(100);
    expect(await adding).toMatchObject({ broken: null, status: 200 });
    expect(await service.has('up')).toBe(1);
  });

  it('on the way down has the request applied before the answer comes', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'latency', direction: 'down', least: 5_000, most: 5_000 } });
    const adding = service.add('down');
    await waits(service.clock);
    expect(await service.has('down')).toBe(1);
    service.clock.pass(5_000);
    expect(await adding).toMatchObject({ broken: null, status: 200 });
  });

  it('is drawn again for each wait, between its two bounds', async () => {
    const service = await faulty();
    await service.faults({ hits: {}, fault: { kind: 'latency', direction: 'up', least: 1_000, most: 9_000 } });
    const waited: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const looking = look(service, '/public/v1/depots');
      await waits(service.clock);
      const began = service.clock.now();
      while (service.clock.waiting > 0) service.clock.pass(10);
      waited.push(service.clock.now() - began);
      await looking;
    }
    expect(new Set(waited).size).toBeGreaterThan(4);
    expect(Math.min(...waited)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waited)).toBeLessThanOrEqual(9_000);
  });
});

describe('a lost request', () => {
  it('lost before: the connection breaks and nothing is done', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'loss-before' } });
    expect(await service.add('before')).toMatchObject({ broken: 'ECONNRESET', status: 0 });
    expect(await service.has('before')).toBe(0);
  });

  it('lost after: the connection breaks and it is done', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'loss-after' } });
    expect(await service.add('after')).toMatchObject({ broken: 'ECONNRESET', status: 0 });
    expect(await service.has('after')).toBe(1);
  });
});

describe('a status of trouble', () => {
  it('500 comes in the form of the service, with or without effect', async () => {
    const service = await faulty();
    await service.faults(
      { hits: { ...posts, atMost: 1 }, fault: { kind: 'status', status: 500, applied: true } },
      { hits: posts, fault: { kind: 'status', status: 500, applied: false } },
    );
    const [done, not] = [await service.add('done'), await service.add('not')];
    for (const { status, text } of [done, not]) {
      expect(status).toBe(500);
      expect(JSON.parse(text)).toEqual(jsonError);
    }
    expect(await service.has('done')).toBe(1);
    expect(await service.has('not')).toBe(0);
  });

  it.each([502, 503] as const)('%i comes as the page of a gateway, with or without effect', async (status) => {
    const service = await faulty();
    await service.faults(
      { hits: { ...posts, atMost: 1 }, fault: { kind: 'status', status, applied: true } },
      { hits: posts, fault: { kind: 'status', status, applied: false } },
    );
    const answers = [await service.add('done'), await service.add('not')];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    }
    expect(await service.has('done')).toBe(1);
    expect(await service.has('not')).toBe(0);
  });
});

describe('late application', () => {
  it('cuts the connection at once and applies the request ten minutes later', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'late', after: 600_000, connection: 'cut' } });
    expect(await service.add('late')).toMatchObject({ broken: 'ECONNRESET', status: 0 });
    expect(await service.has('late')).toBe(0);
    const { body } = await service.control('GET', '/state');
    expect(body).toMatchObject({ counts: { pending: 1 } });
    service.clock.pass(590_000);
    expect(await service.has('late')).toBe(0);
    service.clock.pass(10_000);
    await waitFor('the stop', async () => (await service.has('late')) === 1);
    expect((await service.control('GET', '/state')).body).toMatchObject({ counts: { pending: 0 } });
  });

  it('may leave the connection open without a byte until it applies the request', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'late', after: 90_000, connection: 'open' } });
    let seen: unknown;
    const adding = service.add('hangs').then((result) => (seen = result));
    await waits(service.clock);
    service.clock.pass(60_000);
    expect(await service.has('hangs')).toBe(0);
    expect(seen).toBeUndefined();
    service.clock.pass(30_000);
    expect(await adding).toMatchObject({ broken: 'ECONNRESET', status: 0 });
    expect(await service.has('hangs')).toBe(1);
  });

  it('counts in the limits of the address that it came from, though its connection is gone', async () => {
    const service = await faulty();
    const create = () =>
      look(service, '/connect/v1/orders', { method: 'POST', body: { address: { addressLineOne: 'Am Teich 3' } } });
    await service.faults({ hits: { atMost: 1 }, fault: { kind: 'late', after: 60_000, connection: 'cut' } });
    expect(await create()).toMatchObject({ broken: 'ECONNRESET' });
    service.clock.pass(60_000);
    await waitFor(
      'the order',
      async () =>
        ((await service.control('GET', '/state')).body as { counts: { pending: number } }).counts.pending === 0,
    );
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await create()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('refuses to be later than ten minutes', async () => {
    const service = await faulty();
    const rules = [{ fault: { kind: 'late', after: 600_001, connection: 'cut' } }];
    expect(await service.control('PUT', '/faults', { rules })).toMatchObject({
      status: 400,
      body: { param: 'rules.0.fault.after' },
    });
  });
});

describe('a storm of 429', () => {
  it('hits the classes it names, with the body of each service, and nothing is done', async () => {
    const service = await faulty();
    const limitClasses = ['planning.write', 'orders.read'] as const;
    await service.faults({ hits: { limitClasses }, fault: { kind: 'too-many', retryAfter: 7 } });
    const planning = await service.add('storm');
    expect(planning).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect(JSON.parse(planning.text)).toMatchObject({ code: 'rate_limit_exceeded' });
    const orders = await look(service, '/connect/v1/orders');
    expect(orders).toMatchObject({ status: 429, text: '', headers: { 'content-length': '0', 'retry-after': '7' } });
    expect(await look(service, '/public/v1/plans')).toMatchObject({ status: 200 });
    expect(await service.has('storm')).toBe(0);
  });

  it('says nothing of when to come back unless told to', async () => {
    const service = await faulty();
    await service.faults({ hits: {}, fault: { kind: 'too-many', retryAfter: null } });
    expect((await look(service, '/public/v1/plans')).headers).not.toHaveProperty('retry-after');
  });
});

describe('a truncated body', () => {
  it('promises its whole length, ends after so many bytes, and the request is done', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'truncated', bytes: 25 } });
    const seen = await service.add('short');
    expect(seen).toMatchObject({ broken: 'ECONNRESET', status: 200 });
    expect(seen.bytes).toBe(25);
    expect(Number(seen.headers['content-length'])).toBeGreaterThan(200);
    expect(await service.has('short')).toBe(1);
  });

  it('lacks its last byte where the body is shorter than that', async () => {
    const service = await faulty();
    await service.faults({ hits: {}, fault: { kind: 'truncated', bytes: 1_000_000 } });
    const seen = await look(service, '/public/v1/depots');
    expect(seen.broken).toBe('ECONNRESET');
    expect(seen.bytes).toBe(Number(seen.headers['content-length']) - 1);
  });
});

describe('a sign-in page', () => {
  it('answers 200 with a page that is no JSON, with or without effect', async () => {
    const service = await faulty();
    await service.faults(
      { hits: { ...posts, atMost: 1 }, fault: { kind: 'html', applied: true } },
      { hits: {}, fault: { kind: 'html', applied: false } },
    );
    const answers = [await service.add('done'), await service.add('not'), await look(service, '/connect/v1/orders')];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(answer.text).toContain('<form');
    }
    expect(await service.has('done')).toBe(1);
    expect(await service.has('not')).toBe(0);
  });
});

describe('slow answers', () => {
  it('slow headers: no status for as long as it takes, then the whole answer; the request is done', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'slow-headers', takes: 20_000 } });
    let seen: unknown;
    const adding = service.add('headers').then((result) => (seen = result));
    for (let passed = 0; passed < 19_000; passed += 1_000) {
      await waits(service.clock);
      service.clock.pass(1_000);
    }
    expect(await service.has('headers')).toBe(1);
    expect(seen).toBeUndefined();
    while (seen === undefined) {
      service.clock.pass(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await adding).toMatchObject({ broken: null, status: 200 });
    expect(JSON.parse((await adding).text)).toMatchObject({ recipient: { externalId: 'headers' } });
  });

  it('slow body: the status at once, the last byte after as long as it takes; the request is done', async () => {
    const service = await faulty();
    await service.faults({ hits: posts, fault: { kind: 'slow-body', takes: 20_000 } });
    let seen: unknown;
    const adding = service.add('body').then((result) => (seen = result));
    let passed = 0;
    while (seen === undefined) {
      if (service.clock.waiting > 0) {
        service.clock.pass(500);
        passed += 500;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(passed).toBeGreaterThanOrEqual(20_000);
    expect(await adding).toMatchObject({ broken: null, status: 200 });
    expect(JSON.parse((await adding).text)).toMatchObject({ recipient: { externalId: 'body' } });
    expect(await service.has('body')).toBe(1);
  });
});

describe('a clock that is wrong', () => {
  it('shifts the Date header and every timestamp, in seconds or milliseconds as they are', async () => {
    const service = await faulty();
    const by = 2 * 3_600_000;
    const past = (await service.all<Plan>('planning', '/plans', 'plans')).find(({ distributed }) => distributed)!;
    const paths = ['/connect/v1/orders', `/public/v1/${past.id}/stops`] as const;
    const right = await Promise.all(paths.map((path) => look(service, path)));
    await service.faults({ hits: {}, fault: { kind: 'clock-skew', by } });
    service.clock.pass(2_000);
    const wrong = await Promise.all(paths.map((path) => look(service, path)));
    const dateOf = ({ headers }: Seen) => Date.parse(String(headers['date']));
    expect(dateOf(wrong[0]!) - dateOf(right[0]!)).toBe(by + 2_000);

    const ordersOf = ({ text }: Seen) => (JSON.parse(text) as { orders: Order[] }).orders;
    const [before, after] = [ordersOf(right[0]!), ordersOf(wrong[0]!)];
    expect(after.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt + by));
    expect(after.map(({ address }) => address)).toEqual(before.map(({ address }) => address));
    const attemptsOf = ({ text }: Seen) =>
      (JSON.parse(text) as { stops: Stop[] }).stops.flatMap(({ deliveryInfo }) => deliveryInfo?.attemptedAt ?? []);
    const attempts = attemptsOf(right[1]!);
    expect(attempts.length).toBeGreaterThan(0);
    expect(attemptsOf(wrong[1]!)).toEqual(attempts.map((attemptedAt) => attemptedAt + by / 1_000));
  });
});
