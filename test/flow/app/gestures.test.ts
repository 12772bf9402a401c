/**
 * Every gesture of the contract: called twice concurrently, again after its answer, late (after another change to the
 * same record), and after a kill of the app. It runs once, and each call gets the first one's answer (outbox, Rule 14).
 * A gesture without a row here does not compile.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { gestureNames, type GestureName } from '../../../src/shared/contract.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { calendarDateOf } from '../../../src/shared/time.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { deskWithoutLine, stopOf, type Desk } from './gesture-desk.ts';
import { since, unseen } from './gesture-since.ts';
import { rows, transferRows, type Row, type SessionName } from './gesture-rows.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';

const walked = new Set<string>();
afterAll(() => expect([...walked].toSorted()).toEqual(gestureNames.toSorted()));

type Calls = Record<string, Record<string, (argument: object) => Promise<unknown>>>;

function caller({ app }: Pick<Desk, 'app'>, name: string): (argument: object) => Promise<unknown> {
  const [group = '', call = ''] = name.split('.');
  return (app.withGestures as unknown as Calls)[group]![call]!;
}

/** The id of the created or changed record, and each error. The rest of a row also depends on what happens later. */
function identity(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(identity);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('mode' in answer) return answer.mode;
  if (!('id' in answer)) return answer;
  return { id: answer.id, error: 'error' in answer ? answer.error : null };
}

const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  );

/** Waits until started batches are printed. */
const printed = ({ app }: Desk) =>
  waitFor('the batches to rest', async () =>
    (await app.handlers.batches.list()).every(({ state }) => state !== 'printing'),
  );

/** Returns an error's code instead of throwing. */
const answered = (answer: Promise<unknown>) =>
  answer.then(identity, (error: unknown) => ({ refused: error instanceof AppError ? error.code : String(error) }));

interface Repeated {
  argument: object;
  answer: unknown;
  /** Each difference from the effect of a single call. */
  seen: string[];
}

/**
 * Calls twice concurrently, again, and once more after another change to the same record, which must stay.
 *
 * @param again the argument of each call but the first
 */
async function repeated(
  desk: Desk,
  name: GestureName,
  { asked, makes }: Row<GestureName>,
  again: (argument: object) => object,
): Promise<Repeated> {
  const argument = { ...(await asked(desk)), gesture: randomUUID() };
  const call = caller(desk, name);
  const seen: string[] = [];
  const compare = (when: string, found: unknown, expected: unknown) => {
    if (isDeepStrictEqual(found, expected)) return;
    seen.push(`${name}, ${when}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  await printed(desk);
  const before = desk.count();
  const [answer, second] = await Promise.all([call(argument).then(identity), answered(call(again(argument)))]);
  await printed(desk);
  compare('twice at once', second, answer);
  compare('twice at once', difference(before, desk.count()), makes);
  compare('again', await answered(call(again(argument))), answer);
  await printed(desk);
  compare('again', difference(before, desk.count()), makes);
  const after = since[name] as ((desk: Desk, asked: object) => Promise<unknown>) | undefined;
  if (after !== undefined) {
    await after(desk, argument);
    await printed(desk);
    const left = { counts: desk.count(), content: desk.content() };
    compare('late', await answered(call(again(argument))), answer);
    await printed(desk);
    compare('late', { counts: desk.count(), content: desk.content() }, left);
  }
  return { argument, answer, seen };
}

/** Runs all gestures of a table in order, kills the app, and repeats them all. */
async function walk(desk: Desk, table: Record<string, Row<GestureName>>): Promise<void> {
  const done: { name: string; argument: object; answer: unknown }[] = [];
  for (const [name, row] of Object.entries(table)) {
    walked.add(name);
    const { argument, answer, seen } = await repeated(desk, name as GestureName, row, (same) => same);
    expect(seen).toEqual([]);
    done.push({ name, argument, answer });
  }
  const after = await desk.killed();
  for (const { name, argument, answer } of done) {
    const before = after.count();
    expect(identity(await caller(after, name)(argument)), `${name}: after a kill`).toEqual(answer);
    await printed(after);
    expect(difference(before, after.count()), `${name}: after a kill`).toEqual({});
  }
}

it(
  'runs each gesture once when it is called twice, repeated, repeated late, or repeated after a kill',
  { timeout: 240_000 },
  async () => {
    const open = await deskWithoutLine();
    await walk(await open(), rows);
    await walk(await open(), transferOf(await open()));
  },
);

it('detects a gesture that runs twice: repeats with a new gesture id are noticed', { timeout: 120_000 }, async () => {
  const open = await deskWithoutLine();
  const unnoticed: string[] = [];
  for (const table of [rows, transferOf(await open())]) {
    const desk = await open();
    for (const [name, row] of Object.entries(table)) {
      const other = (argument: object) => ({ ...argument, gesture: randomUUID() });
      const { seen } = await repeated(desk, name as GestureName, row, other);
      if (seen.length === 0) unnoticed.push(name);
    }
  }
  expect(unnoticed).toEqual(Object.keys(unseen));
});

/** Exported entries are in doubt when they are imported again: another desk may have sent them meanwhile. */
function transferOf(desk: Desk): Record<string, Row<GestureName>> {
  const open = Object.entries(desk.count()).filter(([name]) => /queued|refused/.test(name));
  const count = (entries: [string, number][], to: (name: string) => string, sign: 1 | -1) => {
    const counts: Record<string, number> = {};
    for (const [name, each] of entries) counts[to(name)] = (counts[to(name)] ?? 0) + sign * each;
    return counts;
  };
  const givenUp = (name: string) => name.replace(/ .*/, ' given-up');
  const back = open.map(([name, each]): [string, number] => [name.replace('queued', 'in-doubt'), each]);
  const same = (name: string) => name;
  expect(open.length).toBeGreaterThan(4);
  const { 'outbox.exportEntries': out, 'outbox.importEntries': taken, 'outbox.giveUpAll': all } = transferRows;
  return {
    'outbox.exportEntries': { ...out, makes: { ...out.makes, ...count(open, same, -1), ...count(open, givenUp, 1) } },
    'outbox.importEntries': {
      ...taken,
      makes: { ...taken.makes, ...count(back, same, 1), ...count(back, givenUp, -1) },
    },
    'outbox.giveUpAll': { ...all, makes: { ...count(back, same, -1), ...count(back, givenUp, 1) } },
  };
}

it('opens and leaves workspaces once when called twice or repeated, and never again after a kill', async () => {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const inner = innerTraining({ folder: temporaryFolder(), seed: 1 });
  const counts = { started: 0, stopped: 0, keys: 0, left: 0 };
  const training = {
    ...inner,
    start: () => ((counts.started += 1), inner.start()),
    stop: () => ((counts.stopped += 1), inner.stop()),
  };
  const keys = {
    ...keyStore,
    write: (account: string, key: string) => ((counts.keys += 1), keyStore.write(account, key)),
    remove: (account: string) => ((counts.left += 1), keyStore.remove(account)),
  };
  const start = () => startApp({ folder, keyStore: keys, training });
  let app = await start();
  const twice = async (name: SessionName, asked: object, makes: Partial<typeof counts>) => {
    walked.add(name);
    const argument = { ...asked, gesture: randomUUID() };
    const before = { ...counts };
    const call = caller({ app }, name);
    const [first, second] = await Promise.all([call(argument), call(argument)]);
    expect(identity(second), name).toEqual(identity(first));
    expect(identity(await call(argument)), name).toEqual(identity(first));
    expect(difference(before, counts), name).toEqual(makes);
    return argument;
  };
  const begun = await twice('session.startTraining', {}, { started: 1 });
  await app.close();
  app = await start();
  expect(await caller({ app }, 'session.startTraining')(begun)).toMatchObject({ mode: 'training' });
  await twice('session.stopTrainingService', {}, { stopped: 1 });
  await twice('session.signOut', {}, { stopped: 1 });

  const service = await startTraining(temporaryFolder());
  const { address, authority, planningKey, ordersKey } = accessOf(service);
  for (const [kind, key] of [['planning', planningKey] as const, ['orders', ordersKey] as const]) {
    app.clipboard.text = key;
    await app.handlers.connections.pasteKey({ kind });
  }
  const connected = await twice('connections.connect', { address, authority }, { keys: 2 });
  await app.close();
  app = await start();
  const before = { ...counts };
  await expect(caller({ app }, 'connections.connect')(connected)).rejects.toMatchObject({ code: 'connection.no-key' });
  expect(counts).toEqual(before);
  const left = await twice('session.signOut', {}, { left: 2 });
  await app.close();
  app = await start();
  await expect(caller({ app }, 'session.signOut')(left)).rejects.toMatchObject({ code: 'connection.none' });
  expect(counts).toMatchObject({ left: 2, keys: 2 });
});

it('sends a stop, a plan and an import once when each is called three times', { timeout: 120_000 }, async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  const { stops, orders, plans } = app.withGestures;
  const thrice = async (call: (gesture: string) => Promise<unknown>) => {
    const gesture = randomUUID();
    await Promise.all([call(gesture), call(gesture)]);
    await call(gesture);
  };
  await thrice((gesture) => stops.add({ planId, stop: stopOf('Once Only'), draftId: null, gesture }));
  await thrice((gesture) =>
    plans.create({
      plan: { title: 'Once Only', starts: calendarDateOf(Date.now() + 86_400_000) },
      draftId: null,
      gesture,
    }),
  );
  const importId = randomUUID();
  const keys = Array.from({ length: 30 }, (_, at) => `line-${at}`);
  // As two clicks did: the same rows in different chunks, each with a separate gesture.
  for (const [from, to] of [
    [0, 30],
    [0, 20],
    [10, 30],
  ] as const) {
    await orders.addMany({
      orders: keys.slice(from, to).map((key) => ({ ...stopOf(`Once ${key}`), packageInfo: { externalId: key } })),
      of: { importId, name: 'retailer.xlsx', keys: keys.slice(from, to), last: to === 30 },
      gesture: `${importId}:rows-${from}-${to}`,
    });
  }
  await waitFor('all sent', () => app.session().outbox.waiting + app.session().outbox.asking === 0, 60_000);
  const client = new PlainClient(service);
  onTestFinished(() => client.close());
  const named = (await client.stops(planId)).filter(({ recipient }) => recipient?.name === 'Once Only');
  expect(named).toHaveLength(1);
  expect((await client.plans()).filter(({ title }) => title === 'Once Only')).toHaveLength(1);
  const ids = (await client.orders()).map(({ packageInfo }) => packageInfo?.externalId ?? '');
  expect(ids.filter((id) => keys.includes(id)).toSorted()).toEqual(keys.toSorted());
});
