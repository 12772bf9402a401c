/** A file changes unassigned stops and drivers who exist: in one call, then read back from the service. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, readBack, startTraining, writablePlan } from './office.ts';

const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };

const codes = (results: readonly { error: { code: string } | null }[]) =>
  results.map(({ error }) => error?.code ?? null);

it('edits several at once; those that are going or unknown are refused, and do not hold up the others', async () => {
  const folder = temporaryFolder();
  const service = await startTraining(folder);
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { drivers, unassignedStops } = app.handlers;
  const planId = await writablePlan(app);
  const stops = await waitFor('the unassigned stops', async () => {
    const { rows, asOf } = await unassignedStops.list({ cursor: null });
    return asOf === null ? undefined : rows;
  });
  const team = await waitFor('the drivers', async () => {
    const { rows, asOf } = await drivers.list();
    return asOf === null ? undefined : rows;
  });
  await goOffline(app, service);

  const [edited, deleted, assigned, other] = stops;
  await unassignedStops.remove({ ids: [deleted!.id] });
  await unassignedStops.assign({ ids: [assigned!.id], planId });
  const typed = await unassignedStops.add({
    ...{ stop: { address, recipient: { name: 'Typed' } }, depot: null, draftId: null },
  });
  const ids = [edited!.id, deleted!.id, assigned!.id, 'unassignedStops/nobody', typed.id, other!.id, edited!.id];
  const before = new Map(stops.map(({ id, notes: text }) => [id, text]));
  const notes = (id: string) => ({
    ...{ id, change: { notes: 'From the file' }, base: { notes: before.get(id) ?? null } },
  });
  const results = await unassignedStops.editMany({ edits: ids.map(notes) });
  expect(
    results.map(({ id }) => id),
    'each once',
  ).toEqual(ids.slice(0, -1));
  const [refused, unknown] = ['record.not-editable', 'record.not-found'];
  expect(codes(results)).toEqual([null, refused, refused, unknown, null, null]);

  const [first, second, gone] = team;
  await drivers.remove({ ids: [gone!.id] });
  const made = await drivers.create({ driver: { name: 'Nora New', email: 'nora@depot.example' }, draftId: null });
  const names = new Map([...team, made].map(({ id, fullName }) => [id, fullName]));
  const renamed = (id: string) => ({ id, change: { name: 'Of The File' }, base: { name: names.get(id) ?? null } });
  const asked = [first!.id, gone!.id, 'drivers/nobody', made.id, second!.id];
  expect(codes(await drivers.editMany({ edits: asked.map(renamed) }))).toEqual([null, refused, unknown, null, null]);

  const again = await startTraining(folder);
  await app.handlers.session.tryLine();
  await waitFor(
    'all sent',
    async () => (await allEntries(app)).every(({ state }) => ['acknowledged', 'given-up'].includes(state)),
    40_000,
  );
  const after = await unassignedStops.list({ cursor: null });
  const texts = new Map(after.rows.map(({ recipientName, notes: text }) => [recipientName, text]));
  expect(texts.get('Typed')).toBe('From the file');
  for (const { id } of [edited!, other!])
    expect((await readBack(again, id)).body).toMatchObject({ notes: 'From the file' });
  for (const { id } of [first!, second!])
    expect((await readBack(again, id)).body).toMatchObject({ name: 'Of The File' });
  const shown = (await drivers.list()).rows.map(({ fullName }) => fullName);
  expect(shown.filter((name) => name === 'Of The File')).toHaveLength(3);
  await again.close();
});
