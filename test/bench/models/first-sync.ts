/** A new computer reads everything: the real Pull, Client, Pace and cache, on a virtual clock and a virtual service. */
import { join } from 'node:path';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { attachOutbox } from '../../../src/main/db/attach-outbox.ts';
import { cacheFunctions, type Cache } from '../../../src/main/db/cache-functions.ts';
import { Database } from '../../../src/main/db/database.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { cacheMigrations } from '../../../src/main/db/migrations/cache.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { Pull } from '../../../src/main/sync/pull.ts';
import { VirtualClock } from './virtual-clock.ts';
import { VirtualService, type ServiceSize } from './virtual-service.ts';

export interface FirstSync {
  /** From the start to the last answer, in milliseconds of virtual time. */
  took: number;
  requests: number;
  refused: number;
  /** From opening a plan, two seconds after the start, until its stops were in the cache. */
  planOpened: number;
  stopsInCache: number;
}

/** @param folder for the files of the cache, empty */
export async function firstSync(size: ServiceSize, roundTrip: number, folder: string): Promise<FirstSync> {
  // A whole turn of the event loop after each event: what is read is parsed and stored before time goes on.
  const clock = new VirtualClock(roundTrip, () => new Promise((resolve) => setImmediate(resolve)));
  const outbox = openOutboxFile(join(folder, 'outbox.db'), clock.now());
  const database = new Database(join(folder, 'cache.db'), { synchronous: 'NORMAL' });
  migrate(database, cacheMigrations);
  attachOutbox(database, join(folder, 'outbox.db'));
  const service = new VirtualService(clock, size, roundTrip);
  const pace = new Pace({ system: clock, desks: 3 });
  const closing = new AbortController();
  const client = new Client({
    transport: service,
    pace,
    signal: closing.signal,
    host: 'service',
    key: () => 'key',
    observe: () => undefined,
  });
  const failures: unknown[] = [];
  const wanted = 'plans/p7';
  const opensAfter = 2_000;
  let opened = 0;
  let unassigned = 0;
  const pull = new Pull({
    system: clock,
    client,
    cache: inProcess(database),
    mayRead: (kind) => kind === 'planning',
    changed: () => undefined,
    stopsRead(planId) {
      if (planId !== wanted || opened > 0) return;
      opened = clock.now() - began - opensAfter;
      // Back to the list of plans: a plan that stays on screen is read again every 15 s, on top of the sync.
      pull.show(null);
    },
    ordersRead: () => undefined,
    unassignedRead(stops) {
      unassigned = stops.length;
    },
    hasSearch: false,
    failed: (error) => failures.push(error),
  });
  const began = clock.now();
  const stopsRead = () => database.all<{ count: number }>('SELECT count(*) AS count FROM stops')[0]?.count ?? 0;
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
  closing.abort();
  pace.close();
  database.close();
  outbox.close();
  if (failures.length > 0) throw failures[0];
  return result;
}

/** The functions of the cache's worker on a connection of this thread: its answers take no virtual time. */
function inProcess(database: Database): Cache {
  const call =
    (name: keyof typeof cacheFunctions) =>
    (...values: unknown[]) => {
      const run = cacheFunctions[name] as (database: Database, ...values: unknown[]) => unknown;
      return Promise.resolve(run(database, ...values));
    };
  return new Proxy({} as Cache, { get: (_target, name) => call(name as keyof typeof cacheFunctions) });
}
