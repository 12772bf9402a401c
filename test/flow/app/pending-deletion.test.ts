/** A stop whose deletion drivers do not have yet stays in the list, whatever the service lists meanwhile. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining } from './office.ts';

it('keeps a stop in the list until its deletion has reached the drivers', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans, stops } = app.handlers;
  const { id: planId } = await waitFor('a live plan with stops', async () =>
    (await plans.list()).rows.find((row) => row.distributed && !row.writable && (row.stopCount ?? 0) > 0),
  );
  await plans.show({ planId });
  const listed = async () => (await stops.list({ planId, cursor: null })).rows;
  const { id, ...before } = (await listed()).find(
    ({ type, deliveryState }) => type === 'stop' && (deliveryState === null || deliveryState === 'unattempted'),
  )!;
  await stops.remove({ planId, ids: [id] });
  await waitFor('the service to take the deletion', () => app.session().outbox.pending === 1, 30_000);
  await stops.refresh({ planId });
  const row = (await listed()).find((each) => each.id === id);
  expect(row).toMatchObject({ change: 'delete', entryState: 'pending', recipientName: before.recipientName });
  expect((await stops.get({ planId, id })).row.change).toBe('delete');

  await plans.command({ planId, command: 'reoptimize' });
  await waitFor(
    'the proposal',
    async () => {
      const { optimization, work } = await plans.get({ planId });
      return optimization === 'preview' && work === null;
    },
    40_000,
  );
  await plans.command({ planId, command: 'save' });
  await waitFor(
    'the end of the deletion',
    async () => app.session().outbox.pending === 0 && (await listed()).every((each) => each.id !== id),
    40_000,
  );
}, 120_000);
