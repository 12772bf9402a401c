/** A route that is opened is read by itself, and its plan only where the route is another one now. */
import { expect, it } from 'vitest';
import type { RunningService } from '../../../src/training/server.ts';
import type { Switches } from '../../../src/training/switches.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { control } from '../../support/training-service.ts';
import { ask } from '../training/support.ts';
import { accessOf, readBack, startTraining } from './office.ts';

/** A colleague's request. The app reads at the same time, so it may take a moment. */
const elsewhere = ({ address, authority, planningKey }: RunningService, method: string, path: string, body?: object) =>
  waitFor(`${method} ${path}`, async () => {
    const { status } = await ask(`${address}/public/v1/${path}`, {
      ...{ method, authority, authorization: `Bearer ${planningKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
    });
    if (status === 429) return false;
    expect([200, 204]).toContain(status);
    return true;
  });

/** A plan with routes that can still be changed, with a driver of it; its stops are read and it is not on screen. */
async function open(switches: Partial<Switches> = {}) {
  const service = await startTraining(temporaryFolder(), 1, switches);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const plan = await waitFor('an optimised plan', async () =>
    (await app.handlers.plans.list()).rows.find(
      ({ writable, optimization, stopCount }) => writable && optimization === 'optimized' && (stopCount ?? 0) > 0,
    ),
  );
  const rows = await stopsOf(app, plan.id);
  const driverId = rows.find(({ driverId: of }) => of !== null)!.driverId!;
  const ofRoute = rows.filter((row) => row.driverId === driverId && row.type === 'stop');
  return { app, service, planId: plan.id, driverId, ofRoute };
}

const stopsOf = async (app: TestApp, planId: string) => {
  const all = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<TestApp['handlers']['stops']['list']>> = await app.handlers.stops.list({
      planId,
      cursor,
    });
    if ('rows' in page) all.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return all;
};

interface Sent {
  number: number;
  method: string;
  path: string;
}

/** The paths that the app reads from now on about a plan or its routes. */
async function listening(service: RunningService, planId: string) {
  const requests = async (after: number) =>
    (await control(service, 'GET', `/requests?after=${after}`)) as unknown as { requests: Sent[]; count: number };
  const { count } = await requests(0);
  return async (): Promise<string[]> => {
    const all = (await requests(count)).requests.map(({ method, path }) => `${method} ${path}`);
    const own = all.filter((each) => each.startsWith('GET') && (each.includes(planId) || each.includes('/routes/')));
    return [
      ...new Set(own.map((each) => each.replace(/.*\/(?:v1|v0\.2b)\//, '').replace(/routes\/[^/]+/, 'routes/R'))),
    ].sort();
  };
}

it('shows what a colleague changed on it, without a read of the plan', async () => {
  const { app, service, planId, driverId, ofRoute } = await open();
  const [stop] = ofRoute;
  await elsewhere(service, 'PATCH', stop!.id, { notes: 'Ring twice' });
  const sent = await listening(service, planId);
  await app.handlers.stops.readRoute({ planId, driverId });
  expect((await app.handlers.stops.get({ planId, id: stop!.id })).row.notes).toBe('Ring twice');
  expect(await sent()).toEqual(['routes/R', 'routes/R/stops']);
  await waitFor('the window to be told', () => app.changes.some((change) => change.planId === planId));
}, 60_000);

it('reads the plan where a stop has left the route', async () => {
  const { app, service, planId, driverId, ofRoute } = await open();
  const gone = ofRoute[0]!.id;
  await elsewhere(service, 'DELETE', gone);
  const sent = await listening(service, planId);
  await app.handlers.stops.readRoute({ planId, driverId });
  expect(await sent()).toEqual(expect.arrayContaining(['routes/R', `${planId}/stops`]));
  expect((await stopsOf(app, planId)).map(({ id }) => id)).not.toContain(gone);
  expect((await readBack(service, gone)).status).toBe(404);
}, 60_000);

it('with v0.2b, which lists no stops of a route, reads the plan only after a change of the route itself', async () => {
  const { app, service, planId, driverId, ofRoute } = await open({ planningVersions: 'older-only' });
  let sent = await listening(service, planId);
  await app.handlers.stops.readRoute({ planId, driverId });
  expect(await sent()).toEqual(['routes/R']);
  await control(service, 'PUT', '/switches', { planningVersions: 'both' });
  await elsewhere(service, 'DELETE', ofRoute[0]!.id);
  sent = await listening(service, planId);
  await app.handlers.stops.readRoute({ planId, driverId });
  expect(await sent()).toEqual([`${planId}/stops`, 'routes/R']);
}, 60_000);

it('asks for nothing about a driver without a route, or a plan that is not on the service', async () => {
  const { app, service, planId } = await open();
  const sent = await listening(service, planId);
  await app.handlers.stops.readRoute({ planId, driverId: 'drivers/nobody' });
  const starts = { day: 1, month: 3, year: 2031 };
  const made = await app.handlers.plans.create({ plan: { title: 'Not sent', starts }, draftId: null });
  await app.handlers.stops.readRoute({ planId: made.id, driverId: 'drivers/nobody' });
  expect(await sent()).toEqual([]);
}, 60_000);
