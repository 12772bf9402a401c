/**
 * What the refresher reads, and when: the real refresher, client, rate limiter and cache on a virtual clock and
 * service.
 */
import { expect, it } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';
import { VirtualService } from '../../campaigns/bench/models/virtual-service.ts';
import { clockOfService } from '../../fixtures/clock-of-service.ts';
import { refresherInProcess } from '../../fixtures/refresher-in-process.ts';

/**
 * Answers 404 for the stops of one plan, as the service does for plans from before 2023-04-01 (planning-api, What the
 * service does).
 */
class WithOldPlan extends VirtualService {
  asked = 0;

  override async exchange(request: Request): Promise<Exchange> {
    const answered = await super.exchange(request);
    if (!request.path.includes('/plans/p3/stops')) return answered;
    this.asked += 1;
    const body = Buffer.from(JSON.stringify({ message: 'Too old.', code: 'stops_not_available' }));
    return { kind: 'answered', status: 404, contentType: 'application/json', body };
  }
}

/** Answers 403 for some lists, as the service does for a key without the right to read them. */
class WithRights extends WithOldPlan {
  readonly forbidden = new Set<string>();
  /** Paths that were answered with 403. */
  readonly refused: string[] = [];

  override async exchange(request: Request): Promise<Exchange> {
    const answered = await super.exchange(request);
    const path = request.path.replace(/^.*\/v1\//, '').replace(/\?.*/, '');
    if (![...this.forbidden].some((list) => path.endsWith(list))) return answered;
    this.refused.push(path);
    const body = Buffer.from(JSON.stringify({ message: 'No.', code: 'forbidden' }));
    return { kind: 'answered', status: 403, contentType: 'application/json', body };
  }
}

/** Answers 404 for plans that were deleted elsewhere, and for their stops. */
class WithDeletions extends WithRights {
  readonly deleted = new Set<string>();

  override async exchange(request: Request): Promise<Exchange> {
    const [, plan = ''] = /\/plans\/(p\d+)(?:\/stops)?(?:\?|$)/.exec(request.path) ?? [];
    if (!this.deleted.has(plan)) return super.exchange(request);
    request.left?.();
    const body = Buffer.from(JSON.stringify({ message: 'Not found.', code: 'not_found' }));
    return { kind: 'answered', status: 404, contentType: 'application/json', body };
  }
}

/** Fails at the stops of some plans, as a service does that has a fault. */
class WithFaults extends WithDeletions {
  readonly failing = new Set<string>();
  /** How often the stops of each plan were asked for. */
  readonly asks = new Map<string, number>();

  override async exchange(request: Request): Promise<Exchange> {
    const answered = await super.exchange(request);
    const plan = /\/plans\/(p\d+)\/stops(?:\?|$)/.exec(request.path)?.[1];
    if (plan === undefined) return answered;
    this.asks.set(plan, (this.asks.get(plan) ?? 0) + 1);
    if (!this.failing.has(plan)) return answered;
    const body = Buffer.from(JSON.stringify({ message: 'Something went wrong.', code: 'internal' }));
    return { kind: 'answered', status: 500, contentType: 'application/json', body };
  }
}

/** Lists plans with gaps, fails at some pages, and answers the search with the stops that the test gives. */
class WithGaps extends WithFaults {
  /** Plans that are left out of the list. */
  readonly hidden = new Set<string>();
  /** Lists and the page at which they fail: `plans 40`, or `plans first`. */
  readonly failingPages = new Set<string>();
  /** How often each list was read from its first page. */
  readonly begun = new Map<string, number>();
  found: { stop?: { id: string; plan: string }; unassignedStop?: { id: string } }[] = [];

  override async exchange(request: Request): Promise<Exchange> {
    const { pathname, searchParams } = new URL(request.path, 'https://service');
    const list = pathname.slice('/public/v1/'.length);
    const page = searchParams.get('pageToken') ?? 'first';
    if (page === 'first') this.begun.set(list, (this.begun.get(list) ?? 0) + 1);
    if (list === 'stops:search') {
      request.left?.();
      return json(200, { stops: this.found, nextPageToken: null });
    }
    const answered = await super.exchange(request);
    if (this.failingPages.has(`${list} ${page}`)) return json(500, { message: 'Something went wrong.' });
    if (list !== 'plans' || answered.kind !== 'answered' || answered.status !== 200) return answered;
    const said = JSON.parse(answered.body.toString('utf8')) as { plans: { id: string }[] };
    return json(200, { ...said, plans: said.plans.filter(({ id }) => !this.hidden.has(id)) });
  }
}

const json = (status: number, body: object): Exchange => ({
  kind: 'answered',
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});

/** @param called with the name of each function of the cache before it runs */
function office(given: Parameters<typeof refresherInProcess>[1], called?: (name: string) => void, plans = 5) {
  const forbidden: string[][] = [];
  const size = { plans, stopsInPlan: 3, unassignedStops: 0, drivers: 1 };
  const all = refresherInProcess(
    (clock) => new WithGaps(clockOfService(clock), size, 20),
    { ...given, forbidden: (lists) => forbidden.push(lists) },
    called,
  );
  const { database } = all;
  const plansRead = () =>
    database.all<{ plan_id: string }>('SELECT DISTINCT plan_id FROM stops ORDER BY plan_id').map((row) => row.plan_id);
  const plansThere = () =>
    database.all<{ id: string }>('SELECT id FROM plans WHERE gone_at IS NULL ORDER BY id').map(({ id }) => id);
  return { ...all, plansRead, plansThere, forbidden };
}

it('requests a plan whose stops the service does not have once, not every few seconds', async () => {
  const { clock, service, pull, failures, plansRead } = office({});
  pull.wake();
  await clock.run(clock.now() + 60_000);
  expect(plansRead(), 'the other plans were read').toHaveLength(4);
  expect(service.asked).toBe(1);
  expect(failures).toEqual([]);
});

it('keeps the plans of today fresh although the service fails at the stops of one', async () => {
  // Ten plans a day; those from p100 on are of today.
  const { clock, service, pull, failures } = office({}, undefined, 105);
  service.failing.add('p101');
  pull.wake();
  await clock.run(clock.now() + 1_200_000);
  expect(service.asks.get('p102'), 'every two minutes').toBeGreaterThanOrEqual(8);
  // After 15 s, 30 s, 1, 2, 4 and then every 5 minutes.
  const asked = service.asks.get('p101') ?? 0;
  expect([asked, failures.length]).toEqual([asked, asked]);
  expect(asked).toBeGreaterThanOrEqual(6);
  expect(asked).toBeLessThanOrEqual(9);

  pull.show('plans/p101');
  await clock.run(clock.now() + 31_000);
  expect(service.asks.get('p101'), 'on screen it is read as usual').toBeGreaterThanOrEqual(asked + 3);
  service.failing.clear();
  await clock.run(clock.now() + 16_000);
  const before = service.asks.get('p101') ?? 0;
  pull.show(null);
  await clock.run(clock.now() + 250_000);
  expect(service.asks.get('p101'), 'it is read like the others').toBeGreaterThanOrEqual(before + 2);
});

it('reads all plans at which the service does not fail, however many it fails at', async () => {
  const { clock, service, pull, plansRead } = office({}, undefined, 105);
  for (let number = 96; number < 105; number += 1) service.failing.add(`p${number}`);
  pull.wake();
  await clock.run(clock.now() + 120_000);
  // The stops of p3 are too old.
  expect(plansRead()).toHaveLength(105 - 9 - 1);
});

it('believes lists again soon after the clock was set back', async () => {
  const { clock, cache, pull } = office({});
  pull.wake();
  await clock.run(clock.elapsed() + 60_000);
  const [first] = (await cache.listStops('plans/p1', 0, 10)).rows;
  const shown = async () => (await cache.getStop('plans/p1', first!.id))?.row.recipientName;
  // Somebody changes it back right after it was read alone.
  const read = { id: first!.id, recipient: { name: 'Read alone' } };
  await cache.putStop('plans/p1', rawOf(stop.parse(read)), clock.now());
  expect(await shown()).toBe('Read alone');
  const ahead = clock.now;
  clock.now = () => ahead() - 3_600_000;
  pull.show('plans/p1');
  await clock.run(clock.elapsed() + 40_000);
  expect(await shown()).toBe(first!.recipientName);
});

it('reads a plan opened during a refresh cycle immediately, not in the next cycle', async () => {
  let isUp = false;
  const { clock, pull, failures, plansRead } = office(
    { mayRead: (kind) => kind === 'planning' && isUp },
    // The network comes back during a check that finds the app offline.
    (name) => {
      if (name !== 'purgeGone') return;
      isUp = true;
      pull.wake();
      pull.show('plans/p2');
    },
  );
  pull.wake();
  await clock.run(clock.now() + 1_000);
  expect(plansRead()).toContain('plans/p2');
  expect(failures).toEqual([]);
});

it('notices that the plan on screen was deleted long before the list of plans is read again', async () => {
  const { clock, service, pull, plansThere } = office({});
  pull.wake();
  await clock.run(clock.now() + 10_000);
  expect(plansThere()).toHaveLength(5);
  pull.show('plans/p2');
  service.deleted.add('p2').add('p1');
  await clock.run(clock.now() + 30_000);
  expect(plansThere()).not.toContain('plans/p2');
  // Nobody looks at this one, so the list tells in its time.
  expect(plansThere()).toContain('plans/p1');
});

it('backs off from a list that the key may not read, reports it once, and retries when asked', async () => {
  const { clock, service, pull, forbidden } = office({});
  service.forbidden.add('drivers');
  pull.wake();
  await clock.run(clock.now() + 1_800_000);
  const asked = () => service.refused.length;
  // After 30 s, 1, 2, 4, 8 and then every 10 minutes.
  expect(asked()).toBeLessThanOrEqual(7);
  expect(asked()).toBeGreaterThanOrEqual(6);
  expect(forbidden).toEqual([['drivers']]);

  const before = asked();
  pull.askAgain();
  await clock.run(clock.now() + 1_000);
  expect(asked()).toBe(before + 1);
  const refused = pull.refresh('drivers', 'click').catch((error: unknown) => error);
  await clock.run(clock.now() + 1_000);
  expect(await refused).toMatchObject({ code: 'service.forbidden' });
  expect(asked()).toBe(before + 2);
  expect(forbidden).toHaveLength(1);

  // The key now has the right.
  service.forbidden.clear();
  void pull.refresh('drivers', 'click');
  await clock.run(clock.now() + 1_000);
  expect(forbidden).toEqual([['drivers'], []]);
});

it('does not keep requesting the stops of every plan when the key may not read stops', async () => {
  const { clock, service, pull, forbidden, plansRead } = office({});
  service.forbidden.add('/stops');
  pull.wake();
  await clock.run(clock.now() + 600_000);
  // All plans the first time, then a few rounds with increasing intervals.
  expect(service.refused.length).toBeLessThanOrEqual(5 * 6);
  expect(forbidden).toEqual([['stops']]);
  // The user opens a plan.
  const before = service.refused.length;
  pull.show('plans/p2');
  await clock.run(clock.now() + 1_000);
  expect(service.refused.slice(before)).toContain('plans/p2/stops');

  service.forbidden.clear();
  pull.askAgain();
  await clock.run(clock.now() + 60_000);
  expect(plansRead()).toHaveLength(4);
  expect(forbidden.at(-1)).toEqual([]);
});

it('backs off from a list that fails halfway, and reads it as usual once it does not', async () => {
  const { clock, service, pull, plansThere } = office({}, undefined, 45);
  service.failingPages.add('plans 40');
  pull.wake();
  await clock.run(clock.now() + 600_000);
  // After 5, 10, 20, 40 and 80 seconds, and then every two minutes.
  expect(service.begun.get('plans')).toBeLessThanOrEqual(10);
  expect(service.begun.get('plans')).toBeGreaterThanOrEqual(7);
  expect(service.begun.get('drivers'), 'the others are read as usual').toBeGreaterThanOrEqual(4);
  service.failingPages.clear();
  await clock.run(clock.now() + 150_000);
  expect(plansThere()).toHaveLength(45);
});

it('backs off from lists and plans that cannot be stored, and reads the other plans', async () => {
  const full = new Set(['putDrivers']);
  const { clock, service, pull, plansRead } = office({ hasSearch: true }, (name) => {
    if (full.has(name)) throw new Error('database or disk is full');
  });
  pull.wake();
  await clock.run(clock.now() + 600_000);
  expect(service.begun.get('drivers')).toBeLessThanOrEqual(10);
  expect(plansRead()).toHaveLength(4);

  // The stops are the same as before, so only the time of the read is stored.
  full.add('isSameList');
  service.found = [{ stop: { id: 'plans/p2/stops/new', plan: 'plans/p2' } }];
  const before = service.asks.get('p2') ?? 0;
  await clock.run(clock.now() + 600_000);
  // The search finds it every minute. It is read again after 15, 30, 60, 120 and 240 seconds.
  expect((service.asks.get('p2') ?? 0) - before).toBeLessThanOrEqual(7);
});

it('stops reading one plan after the other while none can be stored, and reads all once they can', async () => {
  let isFull = true;
  const stored = (name: string) => {
    if (isFull && name === 'putStops') throw new Error('database or disk is full');
  };
  const { clock, service, pull, plansRead } = office({}, stored, 45);
  pull.wake();
  await clock.run(clock.now() + 120_000);
  const asked = [...service.asks.values()].reduce((sum, count) => sum + count, 0);
  // Some plans at a time, four times. All of them would be 180.
  expect(asked).toBeLessThanOrEqual(80);
  isFull = false;
  await clock.run(clock.now() + 300_000);
  // The stops of p3 are too old.
  expect(plansRead()).toHaveLength(44);
});

it('reads the plans with news although the list of unassigned stops and the first of the plans fail', async () => {
  const { clock, service, pull } = office({ hasSearch: true });
  pull.wake();
  await clock.run(clock.now() + 30_000);
  const before = service.asks.get('p4') ?? 0;
  service.failingPages.add('unassignedStops first');
  service.failing.add('p2');
  service.found = [
    { unassignedStop: { id: 'unassignedStops/new' } },
    { stop: { id: 'plans/p2/stops/new', plan: 'plans/p2' } },
    { stop: { id: 'plans/p4/stops/new', plan: 'plans/p4' } },
  ];
  await clock.run(clock.now() + 70_000);
  expect(service.asks.get('p4')).toBeGreaterThan(before);
});

it('reads the stops of a plan again that was not listed for a moment', async () => {
  const { clock, service, cache, pull, plansThere } = office({});
  const stopCount = async () => (await cache.listStops('plans/p2', 0, 10)).total;
  pull.wake();
  await clock.run(clock.now() + 60_000);
  expect(await stopCount()).toBe(3);
  service.hidden.add('plans/p2');
  await clock.run(clock.now() + 150_000);
  expect(plansThere()).toHaveLength(4);
  expect(await stopCount()).toBe(0);
  service.hidden.clear();
  await clock.run(clock.now() + 150_000);
  expect(plansThere()).toHaveLength(5);
  expect(await stopCount()).toBe(3);
  expect(service.asked, 'the plan without stops is not asked again').toBe(1);
});
