import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

it('names the entry that another one waits for, in the list and in the entry itself', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  await goOffline(app, service);
  const plan = await app.handlers.plans.create({
    plan: { title: 'Monday', starts: { day: 15, month: 6, year: 2099 } },
    draftId: null,
  });
  await app.handlers.stops.add({
    planId: plan.id,
    stop: { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Waits' } },
    draftId: null,
  });
  const [made, stop] = await allEntries(app);
  expect(made).toMatchObject({ kind: 'plans.create', waitsFor: null });
  const waitsFor = { id: made?.id, kind: 'plans.create', state: 'queued', name: 'Monday' };
  expect(stop).toMatchObject({ kind: 'stops.create', reason: null, waitsFor });
  expect((await app.handlers.outbox.entry({ entryId: stop?.id ?? '' })).row).toMatchObject({ waitsFor });
});
