/** An import after its rows are in the outbox: how far it is, pause, continue, discard, and rejected rows again. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SentState } from '../../../src/shared/imports.ts';
import { whyNotEdited, type StopBase, type StopRow, type StopUpdate } from '../../../src/shared/stops.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { workOf } from '../../fixtures/import-work.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, goOffline, namesOnService, readBack, startTraining } from './office.ts';

const name = 'shop.csv';
const address = { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde', country: 'Germany' };
/** The service finds no such place. */
const nowhere = { addressLineOne: 'Nowhere 1' };
const keysOf = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line-${from + at}`);
const stopsOf = (keys: readonly string[], bad: readonly string[] = []) =>
  keys.map((key) => ({ address: bad.includes(key) ? nowhere : address, recipient: { name: `Row ${key}` } }));

async function open() {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const trainingFolder = temporaryFolder();
  const service = await startTraining(trainingFolder);
  const app = await startApp({ folder, keyStore });
  expect(await connect(app, accessOf(service))).toMatchObject({ connected: true });
  await waitFor('plans', async () => (await app.handlers.plans.list()).asOf !== null);
  const plan = (await app.handlers.plans.list()).rows.find(({ writable }) => writable)!;
  /** The service stops, and the app has noticed. */
  const stop = async () => {
    await goOffline(app, service);
  };
  return { folder, keyStore, service, app, planId: plan.id, stop, startAgain: () => startTraining(trainingFolder) };
}

/** Imports rows in parts of a hundred, as the window does. */
async function importRows(
  app: TestApp,
  planId: string,
  keys: readonly string[],
  { bad = [], isWhole = true }: { bad?: readonly string[]; isWhole?: boolean } = {},
) {
  const id = randomUUID();
  await app.handlers.imports.saveRows({ id, part: 0, rows: [['Name'], ...keys.map((key) => [`Row ${key}`])] });
  await app.handlers.imports.save({
    id,
    work: workOf({ noun: 'stops', place: planId, name, columns: ['recipientName'] }),
  });
  for (let from = 0; from < keys.length; from += 100) {
    const part = keys.slice(from, from + 100);
    const of = { importId: id, name, keys: part, last: isWhole && from + 100 >= keys.length };
    const gesture = `${id}:stops-${from}`;
    await app.handlers.stops.addMany({ planId, stops: stopsOf(part, bad), of, gesture });
  }
  return id;
}

const countsOf = async (app: TestApp, id: string) =>
  (await app.handlers.imports.sent()).find((each) => each.id === id)?.counts;
const statesOf = async (app: TestApp, id: string): Promise<SentState[]> =>
  (await app.handlers.imports.sentRows({ id })).map(({ state }) => state);

it('counts what the service has confirmed, row by row, and is put away when its user has seen it', async () => {
  const { app, planId, service } = await open();
  const keys = keysOf(2, 132);
  const id = await importRows(app, planId, keys);
  expect(await app.handlers.imports.list(), 'nothing is left to resume').toEqual([]);
  const [sent] = await app.handlers.imports.sent();
  expect(sent).toMatchObject({ id, noun: 'stops', place: planId, name, hasRows: true });
  await waitFor('all rows to be sent', async () => (await countsOf(app, id))?.sent === 130, 30_000);
  const rows = await app.handlers.imports.sentRows({ id });
  expect(
    rows.map(({ key }) => key),
    'in the order of the file',
  ).toEqual(keys);
  expect(rows[0]).toMatchObject({ state: 'sent', reason: null, name: 'Row line-2' });
  expect(rows[0]!.address).toContain('Güterstraße 52');
  expect(await namesOnService(service, planId, 'Row ')).toHaveLength(130);
  await app.handlers.imports.putAway({ id });
  expect(await app.handlers.imports.sent()).toEqual([]);
  await expect(app.handlers.imports.get({ id })).rejects.toMatchObject({ code: 'record.not-found' });
});

it('sends nothing of a paused import, not after a restart either, and all of it once it is continued', async () => {
  const { app, planId, stop, startAgain, folder, keyStore } = await open();
  await stop();
  const id = await importRows(app, planId, keysOf(2, 42));
  expect(await app.handlers.imports.pause({ id })).toBe(40);
  expect(await app.handlers.imports.pause({ id }), 'again: nothing is left to pause').toBe(0);
  expect(await statesOf(app, id)).toEqual(Array.from({ length: 40 }, () => 'paused'));
  await app.close();

  const there = await startAgain();
  const after = await startApp({ folder, keyStore });
  await waitFor('the service', () => after.session().connectivity.state === 'up');
  const other = await after.handlers.stops.add({ planId, stop: stopsOf(['beside'])[0]!, draftId: null });
  await waitFor(
    'the stop beside it to be sent',
    async () => (await namesOnService(there, planId, 'Row beside')).length === 1,
    30_000,
  );
  expect(other.recipientName).toBe('Row beside');
  expect(await countsOf(after, id)).toMatchObject({ paused: 40, waiting: 0, sent: 0 });
  expect(await namesOnService(there, planId, 'Row line')).toEqual([]);
  const listed = await after.handlers.outbox.list({
    group: 'open',
    noun: null,
    planId: null,
    order: 'typed',
    words: [],
    cursor: null,
  });
  expect(new Set(listed.rows.map(({ reason }) => reason?.code)), 'and every one says why').toEqual(
    new Set(['outbox.paused']),
  );

  expect(await after.handlers.imports.continue({ id })).toBe(40);
  await waitFor('all rows to be sent', async () => (await countsOf(after, id))?.sent === 40, 30_000);
  expect((await namesOnService(there, planId, 'Row line')).toSorted()).toEqual(
    keysOf(2, 42)
      .map((key) => `Row ${key}`)
      .toSorted(),
  );
});

it('discards what has not left, and says how many that were', async () => {
  const { app, planId, stop } = await open();
  await stop();
  const id = await importRows(app, planId, keysOf(2, 12));
  await app.handlers.imports.pause({ id });
  const [first] = await app.handlers.imports.sentRows({ id });
  await app.handlers.outbox.retry({ entryId: first!.entryId });
  expect(await countsOf(app, id), 'one is to be sent although the others are paused').toMatchObject({
    waiting: 1,
    paused: 9,
  });
  expect(await app.handlers.imports.cancel({ id })).toBe(10);
  expect(await countsOf(app, id)).toMatchObject({ discarded: 10, waiting: 0, paused: 0 });
  expect(app.session().outbox.waiting).toBe(0);
});

it('takes rejected rows back to be corrected, and imports them once', async () => {
  const { app, planId, service } = await open();
  const keys = keysOf(2, 22);
  const bad = ['line-5', 'line-9'];
  const id = await importRows(app, planId, keys, { bad });
  await waitFor('the answers', async () => (await countsOf(app, id))?.waiting === 0, 30_000);
  expect(await countsOf(app, id)).toMatchObject({ sent: 18, asking: 2 });
  const rejected = { 'line-5': 'no address', 'line-9': 'no address' };
  const again = await app.handlers.imports.takeBack({ id, rejected });
  expect(await countsOf(app, id)).toMatchObject({ sent: 18, asking: 0, discarded: 2 });
  const { work, parts } = await app.handlers.imports.get({ id: again });
  expect(parts).toBe(1);
  expect(await app.handlers.imports.rows({ id: again, part: 0 })).toEqual([
    ['Name'],
    ...keys.map((key) => [`Row ${key}`]),
  ]);
  expect(work).toMatchObject({ rejected, bad: 2, place: planId, name });
  expect(work.taken.toSorted()).toEqual(keys.filter((key) => !bad.includes(key)).toSorted());
  expect((await app.handlers.imports.list()).map((each) => each.id)).toEqual([again]);

  const of = { importId: again, name, keys: bad, last: true };
  await app.handlers.stops.addMany({ planId, stops: stopsOf(bad), of, gesture: `${again}:stops` });
  await waitFor('both to be sent', async () => (await countsOf(app, again))?.sent === 2, 30_000);
  expect((await namesOnService(service, planId, 'Row ')).toSorted()).toEqual(
    keys.map((key) => `Row ${key}`).toSorted(),
  );
  await expect(app.handlers.imports.takeBack({ id, rejected })).rejects.toMatchObject({ code: 'record.not-editable' });
});

it('takes no rows back before the file is finished, because the copy would offer the unsaved rows again', async () => {
  const { app, planId } = await open();
  const bad = ['line-5'];
  const id = await importRows(app, planId, keysOf(2, 8), { bad, isWhole: false });
  await waitFor('the answers', async () => (await countsOf(app, id))?.waiting === 0, 30_000);
  expect((await app.handlers.imports.sent())[0]).toMatchObject({ id, hasRows: false });
  const rejected = { 'line-5': 'no address' };
  await expect(app.handlers.imports.takeBack({ id, rejected })).rejects.toMatchObject({ code: 'record.not-editable' });
  expect(await countsOf(app, id), 'nothing was discarded').toMatchObject({ sent: 5, asking: 1, discarded: 0 });
  expect(
    (await app.handlers.imports.list()).map((each) => each.id),
    'there is no copy',
  ).toEqual([id]);

  const last = keysOf(8, 9);
  const of = { importId: id, name, keys: last, last: true };
  await app.handlers.stops.addMany({ planId, stops: stopsOf(last), of, gesture: `${id}:stops-last` });
  await waitFor('the last row', async () => (await countsOf(app, id))?.sent === 6, 30_000);
  expect((await app.handlers.imports.sent())[0]).toMatchObject({ id, hasRows: true });
  const again = await app.handlers.imports.takeBack({ id, rejected });
  const { work } = await app.handlers.imports.get({ id: again });
  expect(work.taken.toSorted()).toEqual(keysOf(2, 9).filter((key) => key !== 'line-5'));
});

it('keeps the rows of a file that ends with changes alone, so that rejected ones can be taken back', async () => {
  const { app, planId } = await open();
  const bad = ['line-3'];
  // A change of another row was refused meanwhile, so the rows that were added were not the end of the file.
  const id = await importRows(app, planId, keysOf(2, 6), { bad, isWhole: false });
  expect((await app.handlers.imports.list()).map((each) => each.id)).toEqual([id]);
  await waitFor('the answers', async () => (await countsOf(app, id))?.waiting === 0, 30_000);
  await app.handlers.imports.finish({ id, changed: ['line-9'] });
  expect(await app.handlers.imports.list(), 'nothing is left to resume').toEqual([]);
  const again = await app.handlers.imports.takeBack({ id, rejected: { 'line-3': 'no address' } });
  const { work } = await app.handlers.imports.get({ id: again });
  expect(work.taken.toSorted()).toEqual(['line-2', 'line-4', 'line-5', 'line-9']);
  await app.handlers.imports.putAway({ id });
  await expect(app.handlers.imports.get({ id })).rejects.toMatchObject({ code: 'record.not-found' });
});

it('keeps nothing of a file that has only changed records', async () => {
  const { app, planId } = await open();
  const id = randomUUID();
  await app.handlers.imports.saveRows({ id, part: 0, rows: [['Name'], ['Row line-2']] });
  await app.handlers.imports.save({ id, work: workOf({ noun: 'stops', place: planId, name }) });
  await app.handlers.imports.finish({ id, changed: ['line-2'] });
  await expect(app.handlers.imports.get({ id })).rejects.toMatchObject({ code: 'record.not-found' });
  expect([await app.handlers.imports.list(), await app.handlers.imports.sent()]).toEqual([[], []]);
});

/** An office with a plan of which two stops can be changed. */
async function openRead() {
  const desk = await open();
  const { app } = desk;
  const plans = (await app.handlers.plans.list()).rows.filter(({ writable }) => writable);
  const found = await waitFor('two stops of a plan', async () => {
    for (const { id: planId } of plans) {
      await app.handlers.plans.show({ planId });
      const listed = (await app.handlers.stops.list({ planId, cursor: null })).rows;
      const some = listed.filter((row) => whyNotEdited(row) === null);
      if (some.length >= 2) return { planId, rows: some.slice(0, 2) };
    }
    return undefined;
  });
  return { ...desk, ...found };
}

const noted = ({ id, notes }: Pick<StopRow, 'id' | 'notes'>) => ({
  id,
  change: { notes: 'From the file' },
  base: { notes },
});

/** Saves changes of existing stops as rows of a file, as the window does. */
async function changeStops(
  app: TestApp,
  planId: string,
  edits: { id: string; change: StopUpdate; base: StopBase }[],
): Promise<{ id: string; keys: string[] }> {
  const id = randomUUID();
  const keys = keysOf(2, 2 + edits.length);
  const chosen = Object.fromEntries(keys.map((key) => [key, 'change' as const]));
  await app.handlers.imports.saveRows({ id, part: 0, rows: [['Name'], ...keys.map((key) => [`Row ${key}`])] });
  await app.handlers.imports.save({ id, work: workOf({ noun: 'stops', place: planId, name, chosen }) });
  const of = { importId: id, name, keys };
  await app.handlers.stops.editMany({ planId, edits, of, gesture: `${id}:changes0` });
  expect((await app.handlers.imports.get({ id })).work.taken, 'known in the transaction of the edits').toEqual(keys);
  await app.handlers.imports.finish({ id, changed: keys });
  return { id, keys };
}

it('follows rows that change existing records until the service has confirmed them', async () => {
  const { app, planId, rows, stop, startAgain } = await openRead();
  await stop();
  const { id, keys } = await changeStops(app, planId, rows.map(noted));
  expect(await app.handlers.imports.list(), 'nothing is left to resume').toEqual([]);
  const [sent] = await app.handlers.imports.sent();
  expect(sent).toMatchObject({ id, noun: 'stops', place: planId, hasRows: true, pausable: 0, discardable: 2 });
  expect(sent?.counts).toMatchObject({ waiting: 2, sent: 0 });
  expect(await app.handlers.imports.pause({ id }), 'changes are not paused').toBe(0);

  const there = await startAgain();
  await app.handlers.session.tryLine();
  await waitFor('both to be sent', async () => (await countsOf(app, id))?.sent === 2, 30_000);
  const after = await app.handlers.imports.sentRows({ id });
  expect(after.map(({ key, state, isCorrectable }) => [key, state, isCorrectable])).toEqual(
    keys.map((key) => [key, 'sent', false]),
  );
  expect(after[0]!.address).not.toBe('');
  for (const row of rows) expect((await readBack(there, row.id)).body).toMatchObject({ notes: 'From the file' });
});

it('takes rejected changes back to be corrected, and discards what has not left', async () => {
  const { app, planId, rows, service, stop } = await openRead();
  const [good, bad] = rows as [StopRow, StopRow];
  const refused = { id: bad.id, change: { customProperties: { nobody: 'x' } }, base: { customProperties: null } };
  const { id } = await changeStops(app, planId, [noted(good), refused]);
  await waitFor('the answers', async () => (await countsOf(app, id))?.waiting === 0, 30_000);
  expect(await countsOf(app, id)).toMatchObject({ sent: 1, asking: 1 });
  expect((await app.handlers.imports.sentRows({ id }))[1]).toMatchObject({
    ...{ key: 'line-3', state: 'asking', isCorrectable: true },
  });
  const rejected = { 'line-3': 'no such property' };
  const again = await app.handlers.imports.takeBack({ id, rejected });
  expect(await countsOf(app, id)).toMatchObject({ sent: 1, asking: 0, discarded: 1 });
  const { work } = await app.handlers.imports.get({ id: again });
  expect(work).toMatchObject({ rejected, bad: 1, taken: ['line-2'], chosen: { 'line-3': 'change' } });

  const of = { importId: again, name, keys: ['line-3'] };
  await app.handlers.stops.editMany({ planId, edits: [noted(bad)], of, gesture: `${again}:changes1` });
  await app.handlers.imports.finish({ id: again, changed: ['line-3'] });
  await waitFor('it to be sent', async () => (await countsOf(app, again))?.sent === 1, 30_000);
  expect((await readBack(service, bad.id)).body).toMatchObject({ notes: 'From the file' });

  await stop();
  const last = { id: good.id, change: { notes: 'Again' }, base: { notes: 'From the file' } };
  const other = await changeStops(app, planId, [last]);
  expect(await app.handlers.imports.cancel({ id: other.id })).toBe(1);
  expect(await countsOf(app, other.id)).toMatchObject({ discarded: 1, waiting: 0 });
});

it('does not discard what waited before a row changed it', async () => {
  const { app, planId, stop, startAgain } = await openRead();
  await stop();
  const typed = await app.handlers.stops.add({ planId, stop: stopsOf(['typed'])[0]!, draftId: null });
  const { id } = await changeStops(app, planId, [noted(typed)]);
  const [sent] = await app.handlers.imports.sent();
  expect(sent).toMatchObject({ id, pausable: 0, discardable: 0 });
  expect(sent?.counts).toMatchObject({ waiting: 1 });
  expect(await app.handlers.imports.pause({ id })).toBe(0);
  expect(await app.handlers.imports.cancel({ id })).toBe(0);

  const there = await startAgain();
  await app.handlers.session.tryLine();
  await waitFor('it to be sent', async () => (await countsOf(app, id))?.sent === 1, 30_000);
  expect(await namesOnService(there, planId, 'Row typed')).toEqual(['Row typed']);
});
