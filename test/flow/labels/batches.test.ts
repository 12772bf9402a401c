/** A batch of labels through the whole of main: in order, over a jam, a kill and bad documents, nothing lost or doubled. */
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { JobState, PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import type { BatchView } from '../../../src/shared/labels.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { clientOf, handClock } from '../training/support.ts';
import { send, somewhere } from '../training/order-helpers.ts';

/** A printer that puts on paper what it is sent while it has paper; its spooler outlives the app. */
function office() {
  const paper: string[] = [];
  /** Where the pages lay that were handed over. */
  const files: string[] = [];
  const queue: { job: string; title: string; state: JobState }[] = [];
  const is = { sheets: Number.POSITIVE_INFINITY, there: true, forgets: false, answers: true, hold: Promise.resolve() };
  const work = () => {
    for (const entry of queue) {
      if (entry.state !== 'waiting' || is.sheets === 0) continue;
      is.sheets -= 1;
      paper.push(entry.title);
      entry.state = 'done';
    }
  };
  const backEnd: PrintBackEnd = {
    namesJobsFirst: true,
    printers: async () =>
      is.there
        ? [
            {
              name: 'Labels',
              description: '',
              isDefault: true,
              stopped: is.sheets === 0 ? ['media-empty'] : null,
              tried: true,
            },
          ]
        : [],
    async print({ title, printer, file }, named) {
      files.push(file);
      if (!is.there) throw new AppError('printer.missing', { detail: { name: printer } });
      const job = String(queue.length + 1);
      named(job);
      const entry = { job, title, state: 'waiting' as JobState };
      await is.hold;
      queue.push(entry);
      work();
    },
    async jobState(job) {
      work();
      if (is.forgets) return 'gone';
      return queue.find((entry) => entry.job === job)?.state ?? 'gone';
    },
    async takeOut(job) {
      const entry = queue.find((one) => one.job === job);
      if (entry?.state === 'waiting' && is.answers) entry.state = 'failed';
      return is.answers;
    },
  };
  return { paper, files, queue, is, work, backEnd };
}

async function open(options: { bad?: string[]; orders?: number } = {}) {
  const service = await startService({ folder: temporaryFolder() });
  onTestFinished(() => service.close());
  const names = [
    ...Array.from({ length: options.orders ?? 6 }, (_, index) => `ORD-${index + 1}`),
    ...(options.bad ?? []),
  ];
  const orders = names.map((externalId, index) => ({
    address: somewhere,
    packageInfo: { externalId, packageCount: externalId.startsWith('BAD') ? 2 : (index % 3) + 1 },
  }));
  const client = clientOf(service, handClock());
  expect((await send(client, 'POST', '/orders:import', { orders })).status).toBe(200);
  const printing = office();
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const start = () => startApp({ folder, keyStore, backEnd: printing.backEnd });
  const app = await start();
  await connect(app, service);
  const made = await waitFor('the orders', async () => {
    const { rows } = await app.handlers.orders.list({ cursor: null });
    const ids = names.flatMap((name) => rows.find(({ externalId }) => externalId === name)?.id ?? []);
    return ids.length === names.length && ids;
  });
  return { app, start, made, client, folder, ...printing };
}

const view = (app: TestApp, batchId: string) => app.handlers.batches.get({ batchId });
async function until(app: TestApp, batchId: string, fits: (batch: BatchView) => boolean): Promise<BatchView> {
  return waitFor('the batch', async () => {
    const seen = await view(app, batchId);
    return fits(seen) && seen;
  });
}
const settled = (batch: BatchView) =>
  batch.state !== 'printing' &&
  batch.labels.every((label) => label.prints.every(({ state }) => state !== 'handed-over'));
/** Every page of these orders, in order: `ORD-2 1/2`. */
const pagesOf = (...counts: [name: string, pages: number][]) =>
  counts.flatMap(([name, pages]) => Array.from({ length: pages }, (_, index) => `${name} ${index + 1}/${pages}`));
const allSix = pagesOf(['ORD-1', 1], ['ORD-2', 2], ['ORD-3', 3], ['ORD-4', 1], ['ORD-5', 2], ['ORD-6', 3]);

describe('a batch', () => {
  it('comes out in the order in which it was asked for, each page once, and the ledger knows it', async () => {
    const { app, made, paper } = await open();
    const orderIds = made.toReversed();
    const { id } = await app.handlers.batches.start({ orderIds, printer: 'Labels' });
    const done = await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(pagesOf(['ORD-6', 3], ['ORD-5', 2], ['ORD-4', 1], ['ORD-3', 3], ['ORD-2', 2], ['ORD-1', 1]));
    expect(done.labels.map((label) => label.state)).toEqual(made.map(() => 'printed'));
    const [print] = await app.handlers.labels.prints({ orderId: made[2]! });
    expect(print).toMatchObject({ batchId: id, state: 'done', printer: 'Labels', anyway: false });
    expect(print?.desk).toBeTruthy();
    const { rows } = await app.handlers.orders.list({ cursor: null });
    expect(rows.find((row) => row.id === made[2])?.printedCount).toBe(1);
  });

  it('that runs out of paper and whose app ends goes on where it stopped', async () => {
    const { app, start, made, paper, is, work } = await open();
    is.sheets = 3;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stuck = await until(app, id, (batch) => batch.hindrance !== null);
    expect(stuck.hindrance).toEqual({ kind: 'printer', reasons: ['media-empty'] });
    // Nobody knows how long it takes to bring paper.
    expect(stuck.left).toBeNull();
    await app.close();
    expect(paper).toEqual(allSix.slice(0, 3));

    const next = await start();
    expect((await view(next, id)).state).toBe('paused');
    is.sheets = Number.POSITIVE_INFINITY;
    // What the spooler had comes out by itself; nothing else moves before a person continues.
    work();
    expect(paper.length).toBeLessThan(allSix.length);
    await next.handlers.batches.continue({ batchId: id });
    await until(next, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix);
  });

  it('says that the printer stands still also when all of it was handed over, and no longer than it does', async () => {
    const { app, made, paper, is } = await open({ orders: 3 });
    is.sheets = 2;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stuck = await until(app, id, (batch) => batch.state === 'finished' && batch.hindrance !== null);
    expect(stuck.hindrance).toEqual({ kind: 'printer', reasons: ['media-empty'] });
    expect(stuck.left).toBeNull();
    // At the order whose pages wait, and not at the one whose page is on paper.
    const standstills = async (orderId: string) =>
      (await app.handlers.labels.prints({ orderId })).map(({ standstill }) => standstill);
    expect(await standstills(made[0]!)).toEqual([null]);
    expect(await standstills(made[2]!)).toEqual([['media-empty'], ['media-empty'], ['media-empty']]);
    is.sheets = Number.POSITIVE_INFINITY;
    const done = await until(app, id, settled);
    expect(done.hindrance).toBeNull();
    expect(await standstills(made[2]!)).toEqual([null, null, null]);
    expect(paper).toEqual(allSix.slice(0, 6));
  });

  it('goes on from a page after a jam: what a person says did not come out is printed again, in order', async () => {
    const { app, made, paper } = await open();
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    paper.splice(0);
    await app.handlers.batches.continueFrom({ labelId: `${id}:2`, page: 2 });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix.slice(4));
  });

  it('takes out of the spooler what waits behind a jam before it prints that again, or says that it could not', async () => {
    const { app, made, paper, is, work } = await open();
    is.sheets = 3;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    // The first two labels have three pages; what follows waits for paper.
    await until(app, id, (batch) => paper.length === 3 && batch.labels[3]!.prints.length > 0);
    is.answers = false;
    const goOn = () => app.handlers.batches.continueFrom({ labelId: `${id}:1`, page: 1 });
    await expect(goOn()).rejects.toMatchObject({ code: 'printer.still-queued' });
    is.answers = true;
    is.sheets = Number.POSITIVE_INFINITY;
    await goOn();
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    work();
    expect(paper.slice(3)).toEqual(allSix.slice(1));
  });

  it('goes on once, however often it is asked to, and not before what it was handing over is handed over', async () => {
    const { app, made, paper, is } = await open();
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.labels[0]!.prints.length === 1);
    is.hold = Promise.resolve();
    await app.handlers.batches.pause({ batchId: id });
    const goOn = () => app.handlers.batches.continue({ batchId: id });
    const going = [goOn(), goOn()];
    // Until the spooler has taken the page, no other is handed over.
    await app.handlers.labels.printers();
    expect(paper).toEqual([]);
    handedOver.resolve();
    await Promise.all(going);
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix);
  });

  it('says how far it is to who closes the app meanwhile', async () => {
    const { app, made, is } = await open({ orders: 2 });
    expect(app.unfinished()).toBeNull();
    const hold = Promise.withResolvers<void>();
    is.hold = hold.promise;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    expect(app.unfinished()).toMatchObject({ outbox: { waiting: 0 }, labels: { printed: 0, of: 2 } });
    hold.resolve();
    await until(app, id, (batch) => batch.state === 'finished');
    expect(app.unfinished()).toBeNull();
  });

  it('prints nothing again that the spooler has forgotten: a person is asked', async () => {
    const { app, made, paper, is } = await open({ orders: 2 });
    is.forgets = true;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const doubt = await until(app, id, (batch) =>
      batch.labels.every((label) => label.prints.at(-1)?.state === 'doubt'),
    );
    expect(paper).toHaveLength(3);
    is.forgets = false;
    const [first, second] = doubt.labels;
    await app.handlers.labels.confirm({ printId: first!.prints[0]!.id, onPaper: true });
    await app.handlers.labels.confirm({ printId: second!.prints[1]!.id, onPaper: false });
    expect((await view(app, id)).labels.map((label) => label.state)).toEqual(['printed', 'failed']);
    await app.handlers.batches.decide({ labelId: second!.id, choice: 'again' });
    await waitFor('the page', () => Promise.resolve(paper.length === 4));
    expect(paper.at(-1)).toBe('ORD-2 2/2');
  });

  it('leaves out what preflight refuses or asks about, prints the rest, and takes the person’s word', async () => {
    const bad = ['BAD-NO-CODE', 'BAD-PASSWORD', 'BAD-NOT-A-PDF', 'BAD-EXPIRED-LINK'];
    const { app, made, paper } = await open({ orders: 2, bad });
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const asking = await until(app, id, (batch) => batch.state === 'paused' && settled(batch));
    expect(asking.labels.map(({ title, state }) => [title, state])).toEqual([
      ['ORD-1', 'printed'],
      ['ORD-2', 'printed'],
      ['BAD-NO-CODE', 'asks'],
      ['BAD-PASSWORD', 'asks'],
      ['BAD-NOT-A-PDF', 'failed'],
      ['BAD-EXPIRED-LINK', 'failed'],
    ]);
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-2', 2]));
    await expect(app.handlers.batches.decide({ labelId: `${id}:3`, choice: 'print-anyway' })).rejects.toMatchObject({
      code: 'label.refused',
    });
    for (const position of [3, 4, 5])
      await app.handlers.batches.decide({ labelId: `${id}:${position}`, choice: 'leave-out' });
    await app.handlers.batches.decide({ labelId: `${id}:2`, choice: 'print-anyway' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper.slice(3)).toEqual(pagesOf(['BAD-NO-CODE', 2]));
    expect(await app.handlers.labels.prints({ orderId: made[2]! })).toMatchObject([{ anyway: true }, { anyway: true }]);
  });

  it('knows after a restart which codes it has printed already', async () => {
    const { app, start, made, folder, is } = await open({ orders: 2 });
    const [first = '', second = ''] = made;
    const { order } = await app.handlers.orders.get({ orderId: second });
    const [code = ''] = order.barcodes ?? [];
    expect(code).not.toBe('');
    is.sheets = 0;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const ready = await until(app, id, ({ labels }) => labels.every(({ documentId }) => documentId !== null));
    await app.close();
    // As if the second label had not come yet, and the first had borne its code.
    const [workspace = ''] = readdirSync(join(folder, 'workspaces'));
    const file = openOutboxFile(join(folder, 'workspaces', workspace, 'outbox.db'), Date.now());
    file.prints.saveCodes(ready.labels[0]?.documentId ?? '', first, [[code]]);
    const [, waits] = file.printBatches.labels(id);
    file.printBatches.update({ ...waits!, state: 'waiting', documentId: null, pages: null });
    file.close();

    is.sheets = Number.POSITIVE_INFINITY;
    const next = await start();
    await waitFor('the keys', () => next.session().connections.every(({ kept }) => kept !== 'none'));
    await next.handlers.batches.continue({ batchId: id });
    const asking = await until(next, id, ({ labels }) => labels[1]?.state === 'asks');
    expect(asking.labels[1]?.reason).toMatchObject({
      kind: 'found',
      findings: [{ kind: 'code-of-another', text: code, title: 'ORD-1' }],
    });
  });

  it('is begun, and said to be, although the printer cannot be remembered', async () => {
    const { app, made, folder, paper } = await open({ orders: 1 });
    // Where the new settings would be written first there is something else.
    mkdirSync(join(folder, 'settings.json.part'));
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished');
    expect(paper).toEqual(['ORD-1 1/1']);
    expect(await app.handlers.settings.get()).toMatchObject({ labelPrinter: null });
  });

  it('placed on other paper lies in files whose names every system takes, each page in its own', async () => {
    const { app, made, files } = await open({ orders: 3 });
    const { labelProfile } = await app.handlers.settings.get();
    await app.handlers.settings.set({ labelProfile: { ...labelProfile, stock: '4x6' } });
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(files).toHaveLength(6);
    for (const file of files) expect(basename(file)).toMatch(/^[\w-]{1,100}\.pdf$/);
    expect(new Set(files).size).toBe(6);
  });

  it('says before it begins that the printer is not there', async () => {
    const { app, made, is } = await open({ orders: 1 });
    is.there = false;
    const batch = app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await expect(batch).rejects.toMatchObject({ code: 'printer.missing' });
    expect(await app.handlers.batches.list()).toEqual([]);
  });
});

describe('when the day ends', () => {
  it('a label whose order changed is out of date, a draft’s label is said, and nothing else', async () => {
    const { app, made, client } = await open({ orders: 3 });
    const { id } = await app.handlers.batches.start({ orderIds: made.slice(0, 2), printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    const before = await app.handlers.labels.open();
    expect([before.doubt, before.stale]).toEqual([[], []]);
    expect(before.draftPrinted.map(({ title }) => title).toSorted()).toEqual(['ORD-1', 'ORD-2']);
    // The training data has orders that went out without a label from here; a draft is not among them.
    expect(before.submittedUnprinted.filter(({ title }) => title.startsWith('ORD'))).toEqual([]);
    expect(before.submittedUnprinted.length).toBeGreaterThan(0);
    const change = { recipient: { name: 'Somebody Else' } };
    expect((await send(client, 'PATCH', `/${made[0]!}`, change)).status).toBe(200);
    await app.handlers.orders.refresh();
    const { stale } = await waitFor('the change', async () => {
      const seen = await app.handlers.labels.open();
      return seen.stale.length > 0 && seen;
    });
    expect(stale).toEqual([{ orderId: made[0], title: 'ORD-1', parts: ['recipient'] }]);
    const changed = async () => {
      const { rows } = await app.handlers.orders.list({ cursor: null });
      return made.map((order) => rows.find(({ id: each }) => each === order)?.labelChanged);
    };
    expect(await changed()).toEqual([['recipient'], [], []]);
  });
});

describe('a label printed right after its order was submitted', () => {
  it('is not out of date when the list is read again: the courier stands on it', async () => {
    const { app, made } = await open({ orders: 1 });
    const courier = await waitFor('a courier', async () => (await app.handlers.couriers.list())[0]);
    await app.handlers.orders.submit({ orderIds: made, courierId: courier.id });
    const row = async () => (await app.handlers.orders.list({ cursor: null })).rows.find(({ id }) => id === made[0]);
    await waitFor('the submit', async () => {
      const now = await row();
      return now?.change === null && now.state === 'submitted';
    });
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    await app.handlers.orders.refresh();
    expect(await row()).toMatchObject({ courier: courier.name, printedCount: 1, labelChanged: [] });
    expect((await app.handlers.labels.open()).stale).toEqual([]);
  });
});

describe('one label', () => {
  it('with a fault is printed only when a person says so, and a scan of its code finds its page', async () => {
    const { app, made, paper } = await open({ orders: 3, bad: ['BAD-4X6'] });
    const [, , three, bad] = made;
    const label = await app.handlers.labels.fetch({ orderId: bad! });
    const print = { documentId: label.id, orderId: bad!, printer: 'Labels', pages: null };
    await expect(app.handlers.labels.print({ ...print, anyway: false })).rejects.toMatchObject({
      code: 'label.refused',
    });
    expect(paper).toEqual([]);
    expect(await app.handlers.labels.print({ ...print, anyway: true })).toMatchObject([
      { anyway: true },
      { anyway: true },
    ]);

    const good = await app.handlers.labels.fetch({ orderId: three! });
    await app.handlers.labels.check({ documentId: good.id, orderId: three! });
    expect(await app.handlers.labels.find({ code: good.barcodes[1]! })).toMatchObject({
      orderId: three,
      page: 2,
      pages: 3,
    });
    expect(await app.handlers.labels.find({ code: 'nothing' })).toBeNull();
    paper.splice(0);
    const one = { documentId: good.id, orderId: three!, printer: 'Labels', pages: [2], anyway: false };
    expect(await app.handlers.labels.print(one)).toMatchObject([{ page: 2, anyway: false }]);
    expect(paper).toEqual(['ORD-3 2/3']);
  });
});
