/** The app finds stops by their numbers in other plans and among unassigned stops, with the service's search. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining } from './office.ts';
import { randomUUID } from 'node:crypto';

const stopOf = (externalId: string) => ({
  address: { addressLineOne: 'Güterstraße 1', zip: '41742', city: 'Aldermünde', country: 'Germany' },
  recipient: { name: `Order ${externalId}`, externalId },
});

async function open(switches = {}) {
  const service = await startTraining(temporaryFolder(), 1, switches);
  const app = await startApp({ folder: temporaryFolder() });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  await waitFor('plans', async () => (await app.handlers.plans.list()).asOf !== null);
  return app;
}

it('names the plans and the unassigned stops that have a number', async () => {
  const app = await open();
  const { handlers } = app;
  const [here, there] = (await handlers.plans.list()).rows.filter(({ writable }) => writable);
  const add = (planId: string, number: string) =>
    handlers.stops.add({ planId, stop: stopOf(number), draftId: null, gesture: randomUUID() });
  await add(there!.id, 'TWICE-1');
  await add(here!.id, 'TWICE-2');
  await handlers.unassignedStops.add({ stop: stopOf('TWICE-1'), depot: null, draftId: null, gesture: randomUUID() });
  await waitFor('all sent', () => app.session().outbox.waiting === 0, 30_000);

  const externalIds = ['TWICE-1', 'TWICE-2', 'NEVER "SEEN"'];
  const elsewhere = { externalId: 'TWICE-1', planId: there!.id, planTitle: there!.title };
  const unassigned = { externalId: 'TWICE-1', planId: null, planTitle: null };
  const ask = (planId: string | null) => handlers.stops.elsewhere({ planId, externalIds });
  // The service's index lags, for each stop by another time.
  await waitFor('the search to know two', async () => (await ask(here!.id))?.stops.length === 2, 20_000);
  await waitFor('the search to know the third', async () => (await ask(null))?.stops.length === 2, 20_000);
  const found = await ask(here!.id);
  expect(found!.stops).toHaveLength(2);
  expect(found!.stops).toEqual(expect.arrayContaining([elsewhere, unassigned]));
  expect(found!.unasked).toEqual(['NEVER "SEEN"']);
  const inPlans = await ask(null);
  expect(inPlans!.stops.map(({ externalId, planId }) => [externalId, planId]).sort()).toEqual([
    ['TWICE-1', there!.id],
    ['TWICE-2', here!.id],
  ]);
}, 90_000);

it.each([{ planningVersions: 'older-only' }, { subscription: 'basic' }])(
  'says that the service has no search: %j',
  async (switches) => {
    const app = await open(switches);
    expect(await app.handlers.stops.elsewhere({ planId: null, externalIds: ['A'] })).toBeNull();
  },
  60_000,
);
