/**
 * How soon the result of an optimisation is there: the real refresher, client, rate limiter and cache on a virtual clock
 * and service, while 40 other plans are read for the first time.
 */
import { expect, it } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import type { VirtualClock } from '../../campaigns/bench/models/virtual-clock.ts';
import { VirtualService, type ServiceSize } from '../../campaigns/bench/models/virtual-service.ts';
import { refresherInProcess } from '../../fixtures/refresher-in-process.ts';

const plan = 'plans/p0';
/** A request for each ten stops. */
const pageCount = 15;

/** Optimises the plan until a time that the test sets. Its stops have new names then. */
class OptimisingService extends VirtualService {
  endsAt = Number.POSITIVE_INFINITY;
  readonly planReads: number[] = [];
  readonly stopReads: number[] = [];
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock, size: ServiceSize) {
    super(clock, size, 20);
    this.#clock = clock;
  }

  override async exchange(request: Request): Promise<Exchange> {
    const clock = this.#clock;
    if (request.path.endsWith(`/${plan}`)) {
      this.planReads.push(clock.now());
      request.left?.();
      const optimization = clock.now() < this.endsAt ? 'optimizing' : 'optimized';
      const body = JSON.stringify({ id: plan, title: 'Tour 1', writable: true, optimization });
      return { kind: 'answered', status: 200, contentType: 'application/json', body: Buffer.from(body) };
    }
    const isDone = clock.now() >= this.endsAt;
    const answered = await super.exchange(request);
    if (!request.path.includes(`/${plan}/stops`) || answered.kind !== 'answered') return answered;
    this.stopReads.push(clock.now());
    if (!isDone) return answered;
    const body = answered.body.toString().replaceAll('"recipient":{"name":"', '"recipient":{"name":"Optimised ');
    return { ...answered, body: Buffer.from(body) };
  }
}

/** The plan is on screen and is being optimised. */
async function office(otherPlans: number) {
  const size = { plans: otherPlans + 1, stopsInPlan: 10 * pageCount, unassignedStops: 0, drivers: 1 };
  /** What the window was told has changed. */
  const told: string[] = [];
  const changed = (what: readonly string[]) => void told.push(...what);
  const all = refresherInProcess((clock) => new OptimisingService(clock, size), { changed });
  const { cache, clock, pull, service } = all;
  const pass = (milliseconds: number) => clock.run(clock.now() + milliseconds);
  const isShown = async () => {
    const { rows } = await cache.listStops(plan, 0, 1_000);
    return rows.length === 10 * pageCount && rows.every(({ recipientName }) => recipientName?.startsWith('Optimised'));
  };
  /** @returns milliseconds between the end and the whole list in the cache */
  const shownAfter = async () => {
    // Fifteen pages take longer than that.
    await clock.run(service.endsAt + 1_000);
    expect(await isShown()).toBe(false);
    while (!(await isShown()) && clock.now() < service.endsAt + 20_000) await pass(20);
    return clock.now() - service.endsAt;
  };
  pull.show(plan);
  await pass(4_000);
  await Promise.all([pull.readBack(plan, 'plan'), pass(1_000)]);
  return { ...all, pass, isShown, shownAfter, told };
}

it('lists all of 150 stops within two seconds, wherever between two looks the end falls', async () => {
  for (const after of [9_000, 9_050, 9_100, 9_150, 9_200]) {
    const { service, clock, shownAfter, failures } = await office(40);
    service.endsAt = clock.now() + after;
    expect(await shownAfter(), `ended after ${after} ms`).toBeLessThan(2_000);
    expect(failures).toEqual([]);
  }
});

it('lets the window read its plans again when the optimisation ends, and not for each look', async () => {
  const { service, clock, pass, told } = await office(0);
  told.length = 0;
  await pass(4_000);
  expect(service.planReads.length).toBeGreaterThan(15);
  expect(told).toEqual([]);
  service.endsAt = clock.now();
  await pass(600);
  expect(told).toContain('plans');
});

it('asks less often when an optimisation takes long, and not at all when it has ended', async () => {
  const { service, clock, pass, pull } = await office(0);
  await pass(30_000);
  service.planReads.length = 0;
  await pass(10_000);
  expect(service.planReads.length).toBeGreaterThan(7);
  expect(service.planReads.length).toBeLessThanOrEqual(11);
  service.endsAt = clock.now();
  await pass(5_000);
  service.planReads.length = 0;
  await pass(10_000);
  expect(service.planReads).toEqual([]);

  service.endsAt = Number.POSITIVE_INFINITY;
  await Promise.all([pull.readBack(plan, 'plan'), pass(2_000)]);
  expect(service.planReads.length, 'the next one is followed from its beginning').toBeGreaterThan(6);
});

it('reads the result once, although the outbox confirms the optimisation as well', async () => {
  const { service, clock, pass, pull, isShown } = await office(0);
  await pass(3_000);
  service.endsAt = clock.now();
  await pass(700);
  service.stopReads.length = 0;
  await Promise.all([pull.readBack(plan, 'optimised-stops'), pass(2_500)]);
  expect(await isShown()).toBe(true);
  expect(service.stopReads.length, 'the read under way went on').toBeLessThan(pageCount);

  service.stopReads.length = 0;
  await Promise.all([pull.readBack(plan, 'optimised-stops'), pass(3_000)]);
  expect(service.stopReads, 'another optimisation has ended since').toHaveLength(pageCount);
});

it('does not follow a plan whose end the outbox has seen first', async () => {
  const { service, clock, pass, pull, isShown } = await office(0);
  await pass(3_000);
  service.endsAt = clock.now();
  service.stopReads.length = 0;
  await Promise.all([pull.readBack(plan, 'optimised-stops'), pass(3_000)]);
  expect(await isShown()).toBe(true);
  expect(service.stopReads).toHaveLength(pageCount);
});

it('reads a result again that was older than what the app did afterwards', async () => {
  const { service, clock, pass, pull } = await office(0);
  await pass(3_000);
  service.endsAt = clock.now();
  await pass(2_500);
  await Promise.all([pull.readBack(plan, 'plan'), pass(500)]);
  service.stopReads.length = 0;
  await Promise.all([pull.readBack(plan, 'optimised-stops'), pass(3_000)]);
  expect(service.stopReads).toHaveLength(pageCount);
});

it('stops following a plan that leaves the screen', async () => {
  const { service, pass, pull } = await office(0);
  await pass(2_000);
  pull.show(null);
  await pass(200);
  service.planReads.length = 0;
  await pass(4_000);
  expect(service.planReads).toEqual([]);
});
