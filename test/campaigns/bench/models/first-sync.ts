/**
 * The first sync of a new computer: the real Refresher, Client, Pace and cache, with a virtual clock and a virtual
 * service.
 */
import { Refresher } from '../../../../src/main/refresh/refresher.ts';
import { VirtualClock } from './virtual-clock.ts';
import { VirtualService, type ServiceSize } from './virtual-service.ts';
import { alwaysHere } from '../../../fixtures/attendance.ts';
import { cacheInProcess, virtualClient } from '../../../fixtures/cache-in-process.ts';

export interface FirstSync {
  /** From the start to the last answer, in milliseconds of virtual time. */
  took: number;
  requests: number;
  refused: number;
  /** From opening a plan, two seconds after the start, until its stops were in the cache, in milliseconds. */
  planOpened: number;
  stopsInCache: number;
}

/** @param folder an empty folder for the cache files */
export async function firstSync(size: ServiceSize, roundTrip: number, folder: string): Promise<FirstSync> {
  // One full turn of the event loop per event, so that data is parsed and stored before time advances.
  const clock = new VirtualClock(roundTrip, () => new Promise((resolve) => setImmediate(resolve)));
  const files = cacheInProcess(folder, clock.now());
  const service = new VirtualService(clock, size, roundTrip);
  const connection = virtualClient(clock, service, 3);
  const failures: unknown[] = [];
  const wanted = 'plans/p7';
  const opensAfter = 2_000;
  let opened = 0;
  let unassigned = 0;
  const pull = new Refresher({
    system: clock,
    attendance: alwaysHere,
    client: connection.client,
    cache: files.cache,
    mayRead: (kind) => kind === 'planning',
    changed: () => undefined,
    stopsRead(planId) {
      if (planId !== wanted || opened > 0) return Promise.resolve();
      opened = clock.now() - began - opensAfter;
      // Return to the list of plans: a plan on screen would be refreshed every 15 s, on top of the sync.
      pull.show(null);
      return Promise.resolve();
    },
    ordersRead: () => Promise.resolve(),
    unassignedRead(stops) {
      unassigned = stops.length;
      return Promise.resolve();
    },
    driversRead: () => Promise.resolve(),
    hasSearch: false,
    failed: (error) => failures.push(error),
    planRead: () => undefined,
    readingChanged: () => undefined,
    forbidden: () => undefined,
  });
  const began = clock.now();
  const stopsRead = () => files.database.all<{ count: number }>('SELECT count(*) AS count FROM stops')[0]?.count ?? 0;
  const all = size.plans * size.stopsInPlan;
  clock.after(opensAfter, () => pull.show(wanted));
  pull.wake();
  let checkedAt = 0;
  let count = 0;
  await clock.run(began + 3_600_000, () => {
    if (clock.now() - checkedAt > 100) {
      checkedAt = clock.now();
      count = stopsRead();
    }
    return count >= all && unassigned >= size.unassignedStops;
  });
  const result = {
    took: service.tally.lastAnswerAt - began,
    requests: service.tally.requests,
    refused: service.tally.refused,
    planOpened: opened,
    stopsInCache: stopsRead(),
  };
  pull.close();
  connection.close();
  files.close();
  if (failures.length > 0) throw failures[0];
  return result;
}
