/** A desk that counts everything a gesture must not do twice. */
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/main/db/database.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import type { PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import { makeTestPage } from '../../../src/main/labels/test-page.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { workOf } from '../../fixtures/import-work.ts';
import { copyAsKilled } from '../../fixtures/killed-copy.ts';
import { accessOf, goOffline, startTraining } from './office.ts';

export const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
export const stopOf = (name: string) => ({ address, recipient: { name } });

/** Records read from the training service or created here, each for one gesture. */
export interface There {
  plans: string[];
  stops: string[];
  unassigned: string[];
  drivers: string[];
  drafts: string[];
  submitted: string[];
  courierId: string;
  labels: { orderId: string; documentId: string }[];
  /** Entries waiting to be sent. */
  waiting: { stops: string[]; unassigned: string[]; drivers: string[]; orders: string[] };
  /** Rejected entries: four stops, of which the last two share a reason, and an order. */
  refused: string[];
  refusedOrder: string;
  waitingOrder: string;
  /** An import of three stops without a plan: one is paused, one waits, one was rejected. */
  sentImport: { id: string; rejected: string };
}

export interface Desk {
  app: TestApp;
  there: There;
  /** Everything that could be doubled: rows by state, pages, dialogs. */
  count: () => Record<string, number>;
  /** The content of each entry, record, page and batch. Repeating a gesture changes either this or the counts. */
  content: () => unknown[];
  /** Opens a copy of the files as they are now, as after a kill. */
  killed: () => Promise<Desk>;
}

interface Profile {
  folder: string;
  keyStore: ReturnType<typeof memoryKeyStore>;
  there: There;
}

function around(counts: Record<string, number>, folder: string) {
  const one = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const backEnd: PrintBackEnd = {
    namesJobsFirst: true,
    placesPages: false,
    printers: () => Promise.resolve([{ name: 'Labels', description: '', isDefault: true, stopped: null, tried: true }]),
    async print(_request, named) {
      one('pages');
      named(String(counts['pages']));
    },
    jobState: () => Promise.resolve('done'),
    takeOut: () => Promise.resolve(true),
  };
  return {
    backEnd,
    desktop: {
      drawPaper: () => makeTestPage(203),
      async showPrintDialog(_document: unknown, begins: () => void) {
        one('dialogs');
        begins();
        return true;
      },
      async chooseSaveFile() {
        one('files');
        return join(folder, 'entries.json');
      },
      async chooseEntries() {
        one('files');
        return readFileSync(join(folder, 'entries.json'));
      },
    },
  };
}

function rowsOf(file: string): Record<string, number> {
  const database = new Database(file, { synchronous: 'FULL' });
  try {
    const counted = (sql: string) =>
      database.all<{ name: string; count: number }>(sql).map(({ name, count }) => [name, count] as const);
    return Object.fromEntries([
      ...counted("SELECT kind || ' ' || state AS name, count(*) AS count FROM entries GROUP BY 1"),
      ...counted("SELECT 'records' AS name, count(*) AS count FROM records"),
      ...counted("SELECT 'prints' AS name, count(*) AS count FROM prints"),
      ...counted("SELECT 'batches' AS name, count(*) AS count FROM print_batches"),
    ]);
  } finally {
    database.close();
  }
}

function contentOf(file: string): unknown[] {
  const database = new Database(file, { synchronous: 'FULL' });
  try {
    return [
      ...database.all('SELECT id, state, reason, body, base FROM entries ORDER BY id'),
      ...database.all('SELECT id, content FROM records ORDER BY id'),
      ...database.all('SELECT id, state FROM prints ORDER BY id'),
      ...database.all('SELECT id, state FROM print_batches ORDER BY id'),
    ];
  } finally {
    database.close();
  }
}

async function openDesk({ folder, keyStore, there }: Profile, counts: Record<string, number> = {}): Promise<Desk> {
  const app = await startApp({ folder, keyStore, ...around(counts, folder) });
  const count = () => ({ ...counts, ...rowsOf(outboxOf(folder)) });
  // The app tries to send the waiting entries as soon as it starts, and finds that it is offline.
  await waitFor('nothing to be on its way', async () => {
    await app.handlers.plans.refresh().catch(() => undefined);
    return (
      app.session().connectivity.state === 'down' && !Object.keys(count()).some((name) => name.endsWith(' sending'))
    );
  });
  return {
    app,
    there,
    count,
    content: () => contentOf(outboxOf(folder)),
    async killed() {
      const copy = temporaryFolder();
      // The copy is synchronous, so nothing writes to the outbox meanwhile. A torn cache is rebuilt.
      copyAsKilled(folder, copy);
      await app.close();
      return openDesk({ folder: copy, keyStore, there }, counts);
    },
  };
}

function outboxOf(folder: string): string {
  const { workspace } = JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8')) as {
    workspace: { id: string };
  };
  return join(folder, 'workspaces', workspace.id, 'outbox.db');
}

/** Creates further entries. @returns the changes that give them their states */
export type Beside = (
  app: TestApp,
  there: Omit<There, keyof Awaited<ReturnType<typeof typeAll>>>,
) => Promise<StorageChange[]>;

/**
 * Reads, enters and rejects everything once, then goes offline, so that whatever is called for waits where it can be
 * counted.
 *
 * @returns opens a separate desk with all that
 */
export async function deskWithoutLine(beside: Beside = () => Promise.resolve([])): Promise<() => Promise<Desk>> {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder, keyStore, ...around({}, folder) });
  await connect(app, accessOf(service));
  const read = await readAll(app);
  await goOffline(app, service);
  const typed = await typeAll(app, read.plans[0]!);
  const more = await beside(app, read);
  await app.close();
  come(outboxOf(folder), [...refusedNow([...typed.refused, typed.sentImport.rejected]), ...more]);
  return () => {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    return openDesk({ folder: copy, keyStore, there: { ...read, ...typed } });
  };
}

async function readAll(app: TestApp) {
  const plans = await waitFor('plans that can be changed', async () => {
    const { rows } = await app.handlers.plans.list();
    const fit = rows.filter((row) => row.writable && (row.stopCount ?? 0) >= 5).map(({ id }) => id);
    return fit.length >= 4 ? fit : undefined;
  });
  const { rows: stops } = await app.handlers.stops.list({ planId: plans[0]!, cursor: null });
  const unassigned = await waitFor('the unassigned stops', async () => {
    const list = await app.handlers.unassignedStops.list({ cursor: null });
    return list.asOf === null ? undefined : list.rows.map(({ id }) => id);
  });
  const drivers = await waitFor('the drivers', async () => {
    const list = await app.handlers.drivers.list();
    return list.asOf === null ? undefined : list.rows.map(({ id }) => id);
  });
  const orders = await waitFor('the orders', async () => {
    const list = await app.handlers.orders.list({ cursor: null });
    return list.asOf === null ? undefined : list.rows;
  });
  const [courier] = await waitFor('the couriers', async () => {
    const list = await app.handlers.couriers.list();
    return list.length > 0 ? list : undefined;
  });
  const ids = (state: string) => orders.filter((row) => row.state === state).map(({ id }) => id);
  const labels: There['labels'] = [];
  const ofOnePage = orders.filter(({ packageCount, state }) => packageCount === 1 && state !== 'draft');
  for (const orderId of ofOnePage.slice(0, 3).map(({ id }) => id)) {
    labels.push({ orderId, documentId: (await app.handlers.labels.fetch({ orderId })).id });
  }
  return {
    plans,
    stops: stops.filter((row) => row.type === 'stop').map(({ id }) => id),
    unassigned,
    drivers,
    drafts: ids('draft'),
    submitted: ids('submitted'),
    courierId: courier!.id,
    labels,
  };
}

async function typeAll(app: TestApp, planId: string) {
  const { stops, unassignedStops, drivers, orders } = app.handlers;
  const entryOf = ({ entryId }: { entryId: string | null }) => entryId ?? '';
  const stop = async (name: string) => entryOf(await stops.add({ planId, stop: stopOf(name), draftId: null }));
  const order = async (name: string) => {
    const row = await orders.add({ order: stopOf(name), draftId: null });
    return { id: row.id, entryId: row.change?.entryId ?? '' };
  };
  const waiting = {
    stops: [await stop('Waits 1'), await stop('Waits 2')],
    unassigned: [entryOf(await unassignedStops.add({ stop: stopOf('Waits 3'), depot: null, draftId: null }))],
    drivers: [entryOf(await drivers.create({ driver: { name: 'Waits 4', email: 'four@example.com' }, draftId: null }))],
    orders: [(await order('Waits 5')).entryId],
  };
  const refused = [];
  for (const number of [1, 2, 3, 4]) refused.push(await stop(`Refused ${number}`));
  const refusedOrder = await order('Refused 5');
  const waitingOrder = await order('Waits 6');
  const sentImport = await importRows(app);
  return {
    sentImport,
    waiting,
    refused: [...refused, refusedOrder.entryId],
    refusedOrder: refusedOrder.id,
    waitingOrder: waitingOrder.id,
  };
}

/** Imports three stops, and pauses the first. */
async function importRows({ handlers: { imports, unassignedStops, outbox } }: TestApp): Promise<There['sentImport']> {
  const id = randomUUID();
  const keys = ['line-2', 'line-3', 'line-4'];
  await imports.saveRows({ id, part: 0, rows: [['Name'], ['Row A'], ['Row B'], ['Row C']] });
  await imports.save({ id, work: workOf({ noun: 'unassignedStops', name: 'stops.csv', columns: ['recipientName'] }) });
  await unassignedStops.addMany({
    ...{ stops: [stopOf('Row A'), stopOf('Row B'), stopOf('Row C')], depot: null },
    of: { importId: id, name: 'stops.csv', keys, last: true },
  });
  await imports.pause({ id });
  const [, second, third] = await imports.sentRows({ id });
  await outbox.retry({ entryId: second!.entryId });
  return { id, rejected: third!.entryId };
}

/** As if the service had rejected them. */
function refusedNow(entryIds: readonly string[]): StorageChange[] {
  const codes = [
    'service.refused',
    'service.refused',
    'service.forbidden',
    'service.forbidden',
    'service.refused',
  ] as const;
  return entryIds.map((id, index) => ({
    do: 'change-entry',
    id,
    set: { state: 'refused', reason: { code: codes[index] ?? 'service.refused', detail: {} }, attempts: 1 },
  }));
}

/** Applies what the service and other users have done to entries meanwhile. */
function come(file: string, changes: readonly StorageChange[]): void {
  const outbox = openOutboxFile(file, Date.now());
  outbox.entries.commit(changes);
  outbox.close();
}
