/** What was deleted elsewhere while it was open is reported as gone, and what was typed for it is kept. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { RunningService } from '../../../src/training/server.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { ask } from '../training/support.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';

/** Deletes a record as a colleague at another desk does. The app reads at the same time, so this may take a moment. */
const deleteElsewhere = ({ address, authority, planningKey }: RunningService, id: string) =>
  waitFor(`the deletion of ${id}`, async () => {
    const authorization = `Bearer ${planningKey}`;
    const { status } = await ask(`${address}/public/v1/${id}`, { method: 'DELETE', authority, authorization });
    return status === 200 || status === 204;
  });

/** Whether a read fails because the record no longer exists. */
const isGone = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code === 'record.not-found',
  );

it('reports a stop and then its plan as gone, and keeps what was typed for the plan', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { plans, stops, drafts } = app.handlers;
  const { id: planId } = await waitFor('a plan with stops that can be changed', async () =>
    (await plans.list()).rows.find((row) => row.writable && (row.stopCount ?? 0) > 0),
  );
  await plans.show({ planId });
  const other = await waitFor('another plan', async () =>
    (await plans.list()).rows.find((row) => row.writable && row.id !== planId),
  );
  const draft = { id: randomUUID(), form: 'stop' as const, fields: { recipientName: 'Half typed' } };
  await drafts.save({ ...draft, planId });
  const stopId = await waitFor('a stop of the plan', async () => {
    const { rows } = await stops.list({ planId, cursor: null });
    return rows.find(({ type }) => type === 'stop')?.id;
  });
  expect(await isGone(stops.get({ planId, id: stopId }))).toBe(false);

  await deleteElsewhere(service, stopId);
  await waitFor('the stop to be gone', async () => {
    await stops.refresh({ planId });
    return isGone(stops.get({ planId, id: stopId }));
  });
  expect(await isGone(plans.get({ planId }))).toBe(false);

  await deleteElsewhere(service, planId);
  app.changes.length = 0;
  await waitFor('the plan to be gone', async () => {
    // No error: that the plan is gone is what the refresh finds out.
    await stops.refresh({ planId });
    return isGone(plans.get({ planId }));
  });
  // The window is told a moment later, together with other changes.
  await waitFor('the news that the plan is gone', () =>
    app.changes.some((change) => change.what.includes('plans') && (change.planId ?? planId) === planId),
  );
  expect((await plans.list()).rows.map(({ id }) => id)).not.toContain(planId);
  expect(await drafts.list()).toMatchObject([{ id: draft.id, planId, planTitle: null, fields: draft.fields }]);

  // Moved to another plan in the form.
  await drafts.save({ ...draft, planId: other.id });
  expect(await drafts.list()).toMatchObject([{ id: draft.id, planId: other.id, planTitle: other.title }]);
}, 60_000);

it('finds out by itself that the plan on screen was deleted', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  await deleteElsewhere(service, planId);
  // The plan on screen is read every 15 seconds.
  await waitFor('the plan to be gone', () => isGone(app.handlers.plans.get({ planId })), 40_000);
}, 90_000);
