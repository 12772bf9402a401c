/** One route is read and stored while it is the route that is known; otherwise its plan is read. */
import { expect, it, onTestFinished } from 'vitest';
import type { CallOptions, Client } from '../../../../src/main/api/client.ts';
import { storedRow } from '../../../../src/main/db/cache-tables.ts';
import { stopColumns } from '../../../../src/main/db/stops.ts';
import { readRoute } from '../../../../src/main/refresh/read-route.ts';
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts';
import { stop as stopShape } from '../../../../src/shared/stops.ts';
import { cacheInProcess } from '../../../fixtures/cache-in-process.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const planId = 'plans/p1';
const driverId = 'drivers/d1';
const route = { id: 'routes/r1', driver: driverId, stopCount: 2, state: { started: false } };
const stopOf = (id: string, notes = 'as before', of: object | null = route) => ({
  ...{ id: `${planId}/stops/${id}`, plan: planId, notes, route: of },
});

interface Service {
  route?: object;
  /** The pages of the route's stops. */
  pages?: (object[] | null)[];
  refusal?: ErrorCode;
  listsStops?: boolean;
}

/** A plan with two stops on a route and one on none is known; what the service has of the route now is given. */
async function office({ route: now = route, pages = [], refusal, listsStops = true }: Service) {
  const system = new VirtualSystem();
  const { cache, close } = cacheInProcess(temporaryFolder(), system.now());
  onTestFinished(close);
  const known = [stopOf('s2'), stopOf('s1'), stopOf('s3', 'as before', null)].map((each) => stopShape.parse(each));
  await cache.putStops(
    planId,
    known.map((each) => storedRow(each, stopColumns(each))),
    system.now() - 60_000,
  );
  const sent: string[] = [];
  const client = {
    async read(name: string, { path, query }: CallOptions) {
      const page = Number(query?.['pageToken'] ?? 0);
      sent.push(`${name} ${path?.['routeId'] ?? ''} ${page}`);
      if (refusal !== undefined) throw new AppError(refusal);
      if (name === 'routes.get') return now;
      const next = page + 1 < pages.length ? String(page + 1) : null;
      return { stops: pages[page]?.map((each) => stopShape.parse(each)) ?? null, nextPageToken: next };
    },
  } as unknown as Pick<Client, 'read'>;
  const told: string[] = [];
  const plansRead: string[] = [];
  const read = (of = driverId) =>
    readRoute(
      {
        ...{ client, cache, system, listsStops },
        changed: (plan) => told.push(plan),
        readPlan: async (plan) => {
          plansRead.push(plan);
        },
      },
      planId,
      of,
    );
  const notes = async () => (await cache.listStops(planId, 0, 10)).rows.map((row) => row.notes);
  return { read, sent, told, plansRead, notes };
}

it('stores what has changed on it, and tells the window', async () => {
  const { read, sent, told, plansRead, notes } = await office({
    pages: [[stopOf('s2', 'Ring twice')], [stopOf('s1')]],
  });
  await read();
  expect(sent).toEqual(['routes.get r1 0', 'routes.stops r1 0', 'routes.stops r1 1']);
  expect((await notes()).toSorted()).toEqual(['Ring twice', 'as before', 'as before']);
  expect(told).toEqual([planId]);
  expect(plansRead).toEqual([]);
});

it('says nothing where nothing has changed, also after a page without a list', async () => {
  const { read, sent, told, plansRead } = await office({ pages: [null, [stopOf('s1'), stopOf('s2')]] });
  await read();
  expect(sent).toHaveLength(3);
  expect({ told, plansRead }).toEqual({ told: [], plansRead: [] });
});

it('asks for nothing about a driver without a route', async () => {
  const { read, sent, plansRead } = await office({});
  await read('drivers/nobody');
  expect({ sent, plansRead }).toEqual({ sent: [], plansRead: [] });
});

it.each([
  { name: 'another number of stops', service: { route: { ...route, stopCount: 3 } }, requests: 1 },
  { name: 'another stop in the place of one', service: { pages: [[stopOf('s1'), stopOf('s4')]] }, requests: 2 },
  { name: 'a stop less', service: { pages: [[stopOf('s1')], []] }, requests: 3 },
  {
    name: 'a stop more, and does not read on',
    service: { pages: [[stopOf('s1'), stopOf('s2'), stopOf('s4')], [stopOf('s5')]] },
    requests: 2,
  },
])('reads the plan where the route has $name', async ({ service, requests }) => {
  const { read, sent, told, plansRead, notes } = await office(service);
  await read();
  expect(sent).toHaveLength(requests);
  expect(plansRead).toEqual([planId]);
  expect(told).toEqual([]);
  expect(await notes()).toHaveLength(3);
});

it('reads the plan where the route is gone', async () => {
  const { read, plansRead } = await office({ refusal: 'service.not-found' });
  await read();
  expect(plansRead).toEqual([planId]);
});

it('says what keeps it from reading the route, and does not ask for the plan then', async () => {
  const { read, plansRead } = await office({ refusal: 'service.forbidden' });
  await expect(read()).rejects.toMatchObject({ code: 'service.forbidden' });
  expect(plansRead).toEqual([]);
});

it.each([
  { state: { started: false }, plans: [] },
  { state: { started: true }, plans: [planId] },
])('compares only the route where the service does not list its stops: $state', async ({ state, plans }) => {
  const { read, sent, plansRead } = await office({ route: { ...route, state }, listsStops: false });
  await read();
  expect(sent).toEqual(['routes.get r1 0']);
  expect(plansRead).toEqual(plans);
});
