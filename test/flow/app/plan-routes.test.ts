/** Route settings of a plan, entered offline and read back from a service that replaces nested objects. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, readBack, startTraining } from './office.ts';

it('sends a changed route setting with all others, and keeps what the service has', { timeout: 90_000 }, async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const settled = () =>
    waitFor('all sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'), 40_000);
  const { plans } = app.handlers;
  const startAddress = { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde', country: 'Germany' };
  const routeOverrides = {
    startAddress,
    startTime: { hour: 8, minute: 0 },
    maxStops: 40,
    optimizationSettings: { objective: 'distribute_services', subObjective: 'equalize_time' },
  } as const;
  const day = new Date(Date.now() + 86_400_000);
  const starts = { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() };
  const { id: localId } = await plans.create({ plan: { title: 'With routes', starts, routeOverrides }, draftId: null });
  await settled();
  const made = await plans.get({ planId: localId });
  const before = (await readBack(service, made.id)).body as { routeOverrides: object };
  expect(made.routeOverrides).toMatchObject({ maxStops: 40, startTime: { hour: 8, minute: 0 } });

  await goOffline(app, service);
  const change = { startTime: null, optimizationSettings: { subObjective: 'maximize_efficiency' as const } };
  const edited = await plans.edit({
    ...{ planId: made.id, change: { routeOverrides: change }, base: { routeOverrides }, draftId: null },
  });
  expect(edited.routeOverrides).toMatchObject({
    ...{ startTime: null, maxStops: 40, optimizationSettings: { subObjective: 'maximize_efficiency' } },
  });
  const again = await startTraining(folder, 1, { nestedUpdates: 'replaced' });
  await app.handlers.session.tryLine();
  await settled();
  const after = (await readBack(again, made.id)).body as { routeOverrides: object };
  expect(after.routeOverrides).toEqual({
    ...before.routeOverrides,
    startTime: null,
    optimizationSettings: { objective: 'distribute_services', subObjective: 'maximize_efficiency' },
  });
});
