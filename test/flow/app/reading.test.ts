/** What is read, and when: the real reading, client, pace and cache on a virtual clock and a virtual service. */
import { expect, it, onTestFinished } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import { Pull } from '../../../src/main/sync/pull.ts';
import { VirtualClock } from '../../bench/models/virtual-clock.ts';
import { VirtualService } from '../../bench/models/virtual-service.ts';
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

type Options = ConstructorParameters<typeof Pull>[0];

/** @param called with the name of each function of the cache before it runs */
function office(over: Partial<Pick<Options, 'mayRead'>>, called: (name: string) => void = () => undefined) {
  const clock = new VirtualClock(1, () => new Promise((resolve) => setImmediate(resolve)));
  const folder = temporaryFolder();
  const { cache, database, close: closeFiles } = cacheInProcess(folder, clock.now(), called);
  const service = new WithOldPlan(clock, { plans: 5, stopsInPlan: 3, unassignedStops: 0, drivers: 1 }, 20);
  const { client, close: closeClient } = virtualClient(clock, service, 1);
  const failures: unknown[] = [];
  const pull = new Pull({
    system: clock,
    client,
    cache,
    mayRead: over.mayRead ?? ((kind) => kind === 'planning'),
    changed: () => undefined,
    stopsRead: () => undefined,
    ordersRead: () => undefined,
    unassignedRead: () => undefined,
    hasSearch: false,
    failed: (error) => failures.push(error),
  });
  onTestFinished(() => {
    pull.close();
    closeClient();
    closeFiles();
  });
  const plansRead = () =>
    database.all<{ plan_id: string }>('SELECT DISTINCT plan_id FROM stops ORDER BY plan_id').map((row) => row.plan_id);
  return { clock, service, pull, failures, plansRead };
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
    // The line comes back in the middle of a look that has found it down.
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
