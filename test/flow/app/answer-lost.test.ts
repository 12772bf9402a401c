/** A lost answer loses no edit: the lookup that settles it is what the app then shows, moves and copies. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { control } from '../../support/training-service.ts';
import { accessOf, readList, startTraining } from './office.ts';

it('moves a stop with its edit when the answer to the edit was lost', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const plans = await waitFor('two plans that can be changed, with stops', async () => {
    const { rows } = await app.handlers.plans.list();
    const fit = rows.filter((row) => row.writable && (row.stopCount ?? 0) >= 5);
    return fit.length >= 2 ? fit : undefined;
  });
  const [{ id: planId } = { id: '' }, { id: toPlanId } = { id: '' }] = plans;
  const { rows } = await app.handlers.stops.list({ planId, cursor: null });
  const stop = rows.find((row) => row.type === 'stop' && row.recipientName !== null)!;
  const detail = await app.handlers.stops.get({ planId, id: stop.id });

  await control(service, 'PUT', '/faults', {
    seed: 1,
    rules: [{ hits: { methods: ['PATCH'], atMost: 1 }, fault: { kind: 'loss-after' } }],
  });
  const base = { notes: detail.stop!.notes };
  await app.handlers.stops.edit({ planId, id: stop.id, change: { notes: 'Ring twice' }, base, draftId: null });
  const sent = () =>
    waitFor('all sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'));
  await sent();
  const requests = (await control(service, 'GET', '/requests?after=0'))['requests'] as { method: string }[];
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);

  // The list has not been read again: the answer to the lookup alone updates the stop.
  expect((await app.handlers.stops.get({ planId, id: stop.id })).stop?.notes).toBe('Ring twice');
  await app.handlers.stops.move({ planId, ids: [stop.id], toPlanId });
  await sent();
  const there = await readList<{ recipient: { name: string | null }; notes: string | null }>(
    service,
    `${toPlanId}/stops`,
    'stops',
  );
  const moved = there.filter(({ recipient }) => recipient.name === stop.recipientName);
  expect(moved.map(({ notes }) => notes)).toEqual(['Ring twice']);
});
