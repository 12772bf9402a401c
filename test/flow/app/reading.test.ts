/** What is read, and when: the real reading, client, pace and cache on a virtual clock and a virtual service. */
import { expect, it, onTestFinished } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import { Refresher } from '../../../src/main/refresh/refresher.ts';
import { VirtualClock } from '../../campaigns/bench/models/virtual-clock.ts';
import { VirtualService } from '../../campaigns/bench/models/virtual-service.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { cacheInProcess, virtualClient } from '../../fixtures/cache-in-process.ts';

/** Answers 404 for the stops of one plan, as the service does for one from before 2023-04-01 (planning-api, What the service does). */
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

/** Refuses these lists by their right (403), as the service does for a key that may not read them. */
class WithRights extends WithOldPlan {
  readonly forbidden = new Set<string>();
  /** Paths that were refused. */
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

type Options = ConstructorParameters<typeof Refresher>[0];

/** @param called with the name of each function of the cache before it runs */
function office(over: Partial<Pick<Options, 'mayRead'>>, called: (name: string) => void = () => undefined) {
  const clock = new VirtualClock(1, () => new Promise((resolve) => setImmediate(resolve)));
  const folder = temporaryFolder();
  const { cache, database, close: closeFiles } = cacheInProcess(folder, clock.now(), called);
  const service = new WithRights(clock, { plans: 5, stopsInPlan: 3, unassignedStops: 0, drivers: 1 }, 20);
  const forbidden: string[][] = [];
  const { client, close: closeClient } = virtualClient(clock, service, 1);
  const failures: unknown[] = [];
  const pull = new Refresher({
    system: clock,
    client,
    cache,
    mayRead: over.mayRead ?? ((kind) => kind === 'planning'),
    changed: () => undefined,
    stopsRead: () => Promise.resolve(),
    ordersRead: () => Promise.resolve(),
    unassignedRead: () => Promise.resolve(),
    hasSearch: false,
    failed: (error) => failures.push(error),
    forbidden: (lists) => forbidden.push(lists),
  });
  onTestFinished(() => {
    pull.close();
    closeClient();
    closeFiles();
  });
  const plansRead = () =>
    database.all<{ plan_id: string }>('SELECT DISTINCT plan_id FROM stops ORDER BY plan_id').map((row) => row.plan_id);
  return { clock, service, pull, failures, plansRead, forbidden };
}

it('a plan whose stops the service does not have is asked for once, not every few seconds', async () => {
  const { clock, service, pull, failures, plansRead } = office({});
  pull.wake();
  await clock.run(clock.now() + 60_000);
  expect(plansRead(), 'the other plans were read').toHaveLength(4);
  expect(service.asked).toBe(1);
  expect(failures).toEqual([]);
});

it('what is asked for while it is found out what is due is read at once, not at the next look', async () => {
  let isUp = false;
  const { clock, pull, failures, plansRead } = office(
    { mayRead: (kind) => kind === 'planning' && isUp },
    // The network comes back during a check that found it offline.
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

it('a list that the key may not read is asked for ever more rarely, said once, and at once when somebody asks', async () => {
  const { clock, service, pull, forbidden } = office({});
  service.forbidden.add('drivers');
  pull.wake();
  await clock.run(clock.now() + 1_800_000);
  const asked = () => service.refused.length;
  // 30 s, 1, 2, 4, 8 and from then on 10 minutes later.
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

  // The key was given the right.
  service.forbidden.clear();
  void pull.refresh('drivers', 'click');
  await clock.run(clock.now() + 1_000);
  expect(forbidden).toEqual([['drivers'], []]);
});

it('stops that the key may not read are not asked for plan by plan, again and again', async () => {
  const { clock, service, pull, forbidden, plansRead } = office({});
  service.forbidden.add('/stops');
  pull.wake();
  await clock.run(clock.now() + 600_000);
  // All at once the first time; then those that fit into a few rounds of ever longer waits.
  expect(service.refused.length).toBeLessThanOrEqual(5 * 6);
  expect(forbidden).toEqual([['stops']]);
  // Somebody opens a plan.
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
