/** A batch of labels through all of main: in order and complete despite a jam, a kill and bad documents. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { JobState, PrintBackEnd } from '../../../src/main/labels/print-back-end.ts';
import type { Listing } from '../../../src/shared/contract.ts';
import { labelIssues } from '../../../src/shared/label-content.ts';
import type { BatchView } from '../../../src/shared/labels.ts';
import type { OrderRow } from '../../../src/shared/orders.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { clientOf, handClock } from '../training/support.ts';
import { send, somewhere } from '../training/order-helpers.ts';

/** A printer that prints while it has paper. Its spooler outlives the app. */
function office() {
  const paper: string[] = [];
  /** The paths of the pages sent to the spooler. */
  const files: string[] = [];
  const queue: { job: string; title: string; state: JobState }[] = [];
  const is = {
    sheets: Number.POSITIVE_INFINITY,
    there: true,
    forgets: false,
    answers: true,
    /** How often a job was to be cancelled. */
    cancelled: 0,
    /** Documents arrive only after the app has given up. */
    late: false,
    /** The states of jobs that do not print by themselves, by their titles. */
    odd: new Map<string, JobState>(),
    hold: Promise.resolve(),
  };
  const work = () => {
    for (const entry of queue) {
      if (entry.state !== 'waiting' || is.sheets === 0) continue;
      is.sheets -= 1;
      paper.push(entry.title);
      entry.state = 'done';
    }
  };
  /** The documents that were on their way arrive. */
  const arrive = () => {
    for (const entry of queue) if (entry.state === 'empty') entry.state = 'waiting';
    work();
  };
  const backEnd: PrintBackEnd = {
    namesJobsFirst: true,
    placesPages: false,
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
      const entry = { job, title, state: is.odd.get(title) ?? (is.late ? 'empty' : 'waiting') };
      await is.hold;
      queue.push(entry);
      if (is.late) throw new AppError('printer.failed', { detail: { name: printer } });
      work();
    },
    async jobState(job) {
      work();
      if (is.forgets) return 'gone';
      return queue.find((entry) => entry.job === job)?.state ?? 'gone';
    },
    async takeOut(job) {
      is.cancelled += 1;
      const entry = queue.find((one) => one.job === job);
      if (entry !== undefined && !['done', 'failed'].includes(entry.state) && is.answers) entry.state = 'failed';
      return is.answers;
    },
  };
  return { paper, files, queue, is, work, arrive, backEnd };
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

async function everyOrder(app: TestApp): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Listing<OrderRow> = await app.handlers.orders.list({ cursor });
    rows.push(...page.rows);
    ({ cursor } = page);
  } while (cursor !== null);
  return rows;
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
/** Every page of these orders in order: `ORD-2 1/2`. */
const pagesOf = (...counts: [name: string, pages: number][]) =>
  counts.flatMap(([name, pages]) => Array.from({ length: pages }, (_, index) => `${name} ${index + 1}/${pages}`));
const allSix = pagesOf(['ORD-1', 1], ['ORD-2', 2], ['ORD-3', 3], ['ORD-4', 1], ['ORD-5', 2], ['ORD-6', 3]);

describe('a batch', () => {
  it('prints its labels in the requested order, each page once, and records them in the ledger', async () => {
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

  it('continues where it stopped after the paper ran out and the app was restarted', async () => {
    const { app, start, made, paper, is, work } = await open();
    is.sheets = 3;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stuck = await until(app, id, (batch) => batch.hindrance !== null);
    expect(stuck.hindrance).toEqual({ kind: 'printer', reasons: ['media-empty'] });
    // Nobody can predict how long a refill takes.
    expect(stuck.left).toBeNull();
    await app.close();
    expect(paper).toEqual(allSix.slice(0, 3));

    const next = await start();
    expect((await view(next, id)).state).toBe('paused');
    is.sheets = Number.POSITIVE_INFINITY;
    // The spooler prints its own pages. No others follow until the user continues.
    work();
    expect(paper.length).toBeLessThan(allSix.length);
    await next.handlers.batches.continue({ batchId: id });
    await until(next, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix);
  });

  it('reports a stopped printer even when all pages are at the spooler, until it prints again', async () => {
    const { app, made, paper, is } = await open({ orders: 3 });
    is.sheets = 2;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stuck = await until(app, id, (batch) => batch.state === 'finished' && batch.hindrance !== null);
    expect(stuck.hindrance).toEqual({ kind: 'printer', reasons: ['media-empty'] });
    expect(stuck.left).toBeNull();
    // Reported for the order with waiting pages, not for the one already on paper.
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

  it('continues from a page after a jam and prints the missing pages again in order', async () => {
    const { app, made, paper } = await open();
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    paper.splice(0);
    await app.handlers.batches.continueFrom({ labelId: `${id}:2`, page: 2, outOfQueue: false });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix.slice(4));
  });

  it('removes waiting jobs from the spooler before it prints them again, or reports that it could not', async () => {
    const { app, made, paper, is, work } = await open();
    is.sheets = 3;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    // The first two labels have three pages, and the following ones wait for paper.
    await until(app, id, (batch) => paper.length === 3 && batch.labels[3]!.prints.length > 0);
    is.answers = false;
    const goOn = () => app.handlers.batches.continueFrom({ labelId: `${id}:1`, page: 1, outOfQueue: false });
    await expect(goOn()).rejects.toMatchObject({ code: 'printer.still-queued' });
    is.answers = true;
    is.sheets = Number.POSITIVE_INFINITY;
    await goOn();
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    work();
    expect(paper.slice(3)).toEqual(allSix.slice(1));
  });

  it('continues once when asked twice, and only after the page in flight is at the spooler', async () => {
    const { app, made, paper, is } = await open();
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.labels[0]!.prints.length === 1);
    is.hold = Promise.resolve();
    await app.handlers.batches.pause({ batchId: id });
    const goOn = () => app.handlers.batches.continue({ batchId: id });
    const going = [goOn(), goOn()];
    // No other page is sent until the spooler has accepted this one.
    await app.handlers.labels.printers();
    expect(paper).toEqual([]);
    handedOver.resolve();
    await Promise.all(going);
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(allSix);
  });

  it.each([
    ['cancels', 'a job whose document may still arrive at the spooler', 'failed'],
    ['does not repeat', 'a page whose document arrived right before its job was cancelled', 'done'],
  ])('%s %s', async (_what, _which, state) => {
    const { app, made, paper, is, arrive, backEnd } = await open({ orders: 1 });
    is.late = true;
    if (state === 'done') {
      const takeOut = backEnd.takeOut.bind(backEnd);
      backEnd.takeOut = (job, printer) => {
        arrive();
        return takeOut(job, printer);
      };
    }
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stopped = await until(app, id, ({ labels }) => labels[0]?.prints[0]?.state === state);
    expect([stopped.state, stopped.hindrance]).toMatchObject(['paused', { error: { code: 'printer.failed' } }]);
    arrive();
    is.late = false;
    await app.handlers.batches.continue({ batchId: id });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(['ORD-1 1/1']);
  });

  it('does not print a page again while its job cannot be cancelled', async () => {
    const { app, made, paper, is, arrive } = await open({ orders: 1 });
    [is.late, is.answers] = [true, false];
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'paused');
    await app.handlers.batches.continue({ batchId: id });
    await until(app, id, (batch) => batch.state === 'finished');
    await waitFor('the try to cancel it', () => is.cancelled > 0);
    arrive();
    await until(app, id, ({ labels }) => labels[0]?.prints[0]?.state === 'done');
    expect(paper).toEqual(['ORD-1 1/1']);
  });

  it('cancels a job that the spooler stopped, and prints its page again once the user asks for it', async () => {
    const { app, made, paper, is } = await open({ orders: 3 });
    is.odd.set('ORD-2 1/2', 'stuck');
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const stopped = await until(app, id, (batch) => batch.labels[1]?.state === 'failed' && settled(batch));
    expect(stopped.labels.map(({ state }) => state)).toEqual(['printed', 'failed', 'printed']);
    expect(stopped.labels[1]?.prints.map(({ page, state }) => [page, state])).toEqual([
      [1, 'failed'],
      [2, 'done'],
    ]);
    expect(is.cancelled).toBe(1);
    const others = allSix.slice(0, 6).filter((title) => title !== 'ORD-2 1/2');
    expect(paper).toEqual(others);
    is.odd.clear();
    await app.handlers.batches.decide({ labelId: `${id}:1`, choice: 'again' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual([...others, 'ORD-2 1/2']);
  });

  it.each(['held', 'stuck'] as const)('reports a page that is %s at the spooler until its release', async (state) => {
    const { app, made, paper, queue, is } = await open({ orders: 1 });
    is.odd.set('ORD-1 1/1', state);
    // A stopped job that cannot be cancelled is left to whoever restarts it.
    is.answers = false;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const waits = await until(app, id, (batch) => batch.state === 'finished' && batch.hindrance !== null);
    expect(waits.hindrance).toEqual({ kind: 'printer', reasons: ['job-held'] });
    expect(waits.labels[0]?.prints[0]?.state).toBe('handed-over');
    queue[0]!.state = 'waiting';
    const done = await until(app, id, settled);
    expect(done.hindrance).toBeNull();
    expect(paper).toEqual(['ORD-1 1/1']);
  });

  it('reports its progress when the app closes', async () => {
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

  it('asks about pages that the spooler no longer knows instead of printing them again', async () => {
    const { app, made, paper, is } = await open({ orders: 2 });
    is.forgets = true;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const doubt = await until(app, id, ({ labels }) => {
      const pages = labels.flatMap(({ prints }) => prints);
      return pages.length === 3 && pages.every(({ state }) => state === 'doubt');
    });
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

  it("skips labels with findings, prints the rest, and follows the user's decisions", async () => {
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

  it('stays paused when the user decides about one of its labels while others wait', async () => {
    const { app, made, paper, is } = await open({ orders: 2, bad: ['BAD-NO-CODE'] });
    const [first = '', second = '', bad = ''] = made;
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: [bad, first, second], printer: 'Labels' });
    await until(app, id, ({ labels }) => labels[0]?.state === 'asks' && labels[1]?.prints.length === 1);
    await app.handlers.batches.pause({ batchId: id });
    handedOver.resolve();
    await waitFor('the page in flight', () => paper.length === 1);
    await app.handlers.batches.decide({ labelId: `${id}:0`, choice: 'print-anyway' });
    const decided = await view(app, id);
    expect([decided.state, decided.labels[0]?.state]).toEqual(['paused', 'ready']);
    expect(paper).toEqual(['ORD-1 1/1']);
    await app.handlers.batches.continue({ batchId: id });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper.slice(1)).toEqual(pagesOf(['BAD-NO-CODE', 2], ['ORD-2', 2]));
  });

  it('tries again only the label that the user decided about', async () => {
    const { app, made } = await open({ orders: 0, bad: ['BAD-NOT-A-PDF', 'BAD-EXPIRED-LINK'] });
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, ({ state }) => state === 'paused');
    await app.handlers.batches.decide({ labelId: `${id}:0`, choice: 'again' });
    expect((await view(app, id)).labels.map(({ state }) => state)).toEqual(['waiting', 'failed']);
    const after = await until(app, id, ({ state }) => state === 'paused');
    expect(after.labels.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it('asks before it prints a label that was printed in another way since it was started', async () => {
    const { app, made, paper, is } = await open({ orders: 3 });
    const [, orderId = ''] = made;
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, ({ labels }) => labels[0]?.prints.length === 1);
    await app.handlers.batches.pause({ batchId: id });
    handedOver.resolve();
    await waitFor('the page in flight', () => paper.length === 1);
    const { id: documentId } = await app.handlers.labels.fetch({ orderId });
    const print = { documentId, orderId, printer: 'Labels', pages: null, anyway: false };
    await app.handlers.labels.print(print);
    await app.handlers.batches.continue({ batchId: id });
    const asking = await until(app, id, (batch) => batch.state === 'paused' && settled(batch));
    expect(asking.labels.map(({ state }) => state)).toEqual(['printed', 'asks', 'printed']);
    expect(asking.labels[1]?.reason).toMatchObject({
      kind: 'found',
      findings: [{ kind: 'printed-since', printer: 'Labels' }],
    });
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-2', 2], ['ORD-3', 3]));
    // One decision is enough for all of its pages.
    await app.handlers.batches.decide({ labelId: `${id}:1`, choice: 'print-anyway' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper.slice(6)).toEqual(pagesOf(['ORD-2', 2]));
  });

  it('does not ask about a page that it had sent before somebody printed it again', async () => {
    const { app, made, paper, backEnd } = await open({ orders: 2 });
    const [, orderId = ''] = made;
    const print = backEnd.print.bind(backEnd);
    let rejected: string | null = 'ORD-2 2/2';
    backEnd.print = async (request, named) => {
      if (request.title === rejected) throw new AppError('printer.failed', { detail: { name: 'Labels' } });
      await print(request, named);
    };
    const { id } = await app.handlers.batches.start({ orderIds: [orderId], printer: 'Labels' });
    await until(app, id, ({ state }) => state === 'paused');
    rejected = null;
    const { id: documentId } = await app.handlers.labels.fetch({ orderId });
    await app.handlers.labels.print({ documentId, orderId, printer: 'Labels', pages: [1], anyway: false });
    await app.handlers.batches.continue({ batchId: id });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(['ORD-2 1/2', 'ORD-2 1/2', 'ORD-2 2/2']);
  });

  it('asks before it prints a label that another batch printed since it was started', async () => {
    const { app, made, paper, is } = await open({ orders: 2 });
    const [first = '', second = ''] = made;
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const before = await app.handlers.batches.start({ orderIds: [first, second], printer: 'Labels' });
    await until(app, before.id, ({ labels }) => labels[0]?.prints.length === 1);
    await app.handlers.batches.pause({ batchId: before.id });
    handedOver.resolve();
    await waitFor('the page in flight', () => paper.length === 1);
    const { id } = await app.handlers.batches.start({ orderIds: [second], printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    await app.handlers.batches.continue({ batchId: before.id });
    const asking = await until(app, before.id, (batch) => batch.state === 'paused' && settled(batch));
    expect(asking.labels.map(({ state }) => state)).toEqual(['printed', 'asks']);
    await app.handlers.batches.decide({ labelId: `${before.id}:1`, choice: 'leave-out' });
    expect((await view(app, before.id)).state).toBe('finished');
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-2', 2]));
  });

  it('goes past a label that the printer rejects each time once the user leaves it out', async () => {
    const { app, made, paper, backEnd } = await open({ orders: 3 });
    const [first = '', second = '', third = ''] = made;
    const print = backEnd.print.bind(backEnd);
    backEnd.print = async (request, named) => {
      if (request.title.startsWith('ORD-2 ')) throw new AppError('printer.failed', { detail: { name: 'Labels' } });
      await print(request, named);
    };
    const { id } = await app.handlers.batches.start({ orderIds: [first, second, third], printer: 'Labels' });
    await until(app, id, ({ state }) => state === 'paused');
    await app.handlers.batches.continue({ batchId: id });
    const stopped = await until(app, id, ({ state }) => state === 'paused');
    expect(stopped.hindrance).toMatchObject({ kind: 'error', error: { code: 'printer.failed' } });
    expect(stopped.labels[1]?.state).toBe('ready');
    await app.handlers.batches.decide({ labelId: `${id}:1`, choice: 'leave-out' });
    expect((await view(app, id)).state).toBe('paused');
    await app.handlers.batches.continue({ batchId: id });
    const done = await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(done.labels.map(({ state }) => state)).toEqual(['printed', 'left-out', 'printed']);
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-3', 3]));

    // Leaving out the last one finishes the batch, and nothing blocks that any more.
    const last = await app.handlers.batches.start({ orderIds: [second], printer: 'Labels' });
    await until(app, last.id, ({ state }) => state === 'paused');
    await app.handlers.batches.decide({ labelId: `${last.id}:0`, choice: 'leave-out' });
    expect(await view(app, last.id)).toMatchObject({ state: 'finished', hindrance: null });
  });

  it('leaves a label failed if one of its pages failed while the others were handed over', async () => {
    const { app, made, paper, queue, is, backEnd } = await open({ orders: 3 });
    const third = made[2] ?? '';
    is.sheets = 0;
    const print = backEnd.print.bind(backEnd);
    const lastPage = Promise.withResolvers<void>();
    backEnd.print = async (request, named) => {
      if (request.title === 'ORD-3 3/3') await lastPage.promise;
      await print(request, named);
    };
    const { id } = await app.handlers.batches.start({ orderIds: [third], printer: 'Labels' });
    await waitFor('two pages at the spooler', () => queue.length === 2);
    queue[0]!.state = 'failed';
    await until(app, id, ({ labels }) => labels[0]?.prints[0]?.state === 'failed');
    lastPage.resolve();
    const stopped = await until(app, id, ({ state }) => state !== 'printing');
    expect(stopped).toMatchObject({
      state: 'paused',
      labels: [{ state: 'failed', reason: { kind: 'error', error: { code: 'printer.failed' } } }],
    });
    is.sheets = Number.POSITIVE_INFINITY;
    await app.handlers.batches.decide({ labelId: `${id}:0`, choice: 'again' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper.toSorted()).toEqual(pagesOf(['ORD-3', 3]));
  });

  it('continues when the pages of another batch leave room at the printer', async () => {
    const { app, made, paper, is, backEnd } = await open();
    // Nothing but its pages tells that this printer stands still.
    backEnd.printers = async () => [{ name: 'Labels', description: '', isDefault: true, stopped: null, tried: true }];
    is.sheets = 0;
    const [one = '', , three = '', , , six = ''] = made;
    const before = await app.handlers.batches.start({ orderIds: [three, six], printer: 'Labels' });
    await until(app, before.id, ({ state }) => state === 'finished');
    const { id } = await app.handlers.batches.start({ orderIds: [one], printer: 'Labels' });
    const waits = await until(app, id, ({ labels }) => labels[0]?.state === 'ready');
    expect(waits.labels[0]?.prints).toEqual([]);
    is.sheets = Number.POSITIVE_INFINITY;
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(pagesOf(['ORD-3', 3], ['ORD-6', 3], ['ORD-1', 1]));
  });

  it('fetches a label again whose order changed after it was fetched', async () => {
    const { app, made, client, paper, files, is } = await open({ orders: 4 });
    const [, , , fourth = ''] = made;
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: [made[0] ?? '', fourth], printer: 'Labels' });
    const before = await until(app, id, ({ labels }) => labels[0]?.prints.length === 1 && labels[1]?.state === 'ready');
    const change = { recipient: { name: 'Somebody Else' } };
    // The service may be rate limiting while the lists are read.
    await waitFor('the edit', async () => (await send(client, 'PATCH', `/${fourth}`, change)).status === 200);
    const row = async () => (await app.handlers.orders.get({ orderId: fourth })).row;
    await waitFor('the change', async () => {
      await app.handlers.orders.refresh().catch(() => undefined);
      return (await row()).recipientName === 'Somebody Else';
    });
    handedOver.resolve();
    const after = await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    const documents = [before, after].map(({ labels }) => labels[1]?.documentId ?? '');
    expect(new Set(documents).size).toBe(2);
    // A label of one page leaves as it came.
    expect(basename(files[1] ?? '')).toBe(`${documents[1]}.pdf`);
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-4', 1]));
    const [print] = await app.handlers.labels.prints({ orderId: fourth });
    expect(print).toMatchObject({ documentId: documents[1], content: { recipient: 'Somebody Else' } });
    expect((await row()).labelChanged).toEqual([]);
  });

  it('prints all pages of a label whose order changed after some of its pages were printed', async () => {
    const { app, made, client, is } = await open({ orders: 3 });
    const [, , third = ''] = made;
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const { id } = await app.handlers.batches.start({ orderIds: [third], printer: 'Labels' });
    await until(app, id, ({ labels }) => labels[0]?.prints.length === 1);
    const change = { recipient: { name: 'Somebody Else' } };
    await waitFor('the edit', async () => (await send(client, 'PATCH', `/${third}`, change)).status === 200);
    const row = async () => (await app.handlers.orders.get({ orderId: third })).row;
    await waitFor('the change', async () => {
      await app.handlers.orders.refresh().catch(() => undefined);
      return (await row()).recipientName === 'Somebody Else';
    });
    handedOver.resolve();
    const after = await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    const now = after.labels[0]?.documentId;
    const prints = await app.handlers.labels.prints({ orderId: third });
    const pages = prints.map(({ page, documentId }) => [page, documentId === now]);
    expect(pages.toSorted()).toEqual([
      [1, false],
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect((await row()).labelChanged).toEqual([]);
  });

  it('fetches a label again whose document is gone', async () => {
    const { app, start, made, folder, paper, is } = await open({ orders: 4 });
    const handedOver = Promise.withResolvers<void>();
    is.hold = handedOver.promise;
    const orderIds = [made[0] ?? '', made[3] ?? ''];
    const { id } = await app.handlers.batches.start({ orderIds, printer: 'Labels' });
    const ready = await until(app, id, ({ labels }) => labels[0]?.prints.length === 1 && labels[1]?.state === 'ready');
    // The second label has not left when the app ends.
    const closed = app.close();
    handedOver.resolve();
    await closed;
    const [workspace = ''] = readdirSync(join(folder, 'workspaces'));
    rmSync(join(folder, 'workspaces', workspace, 'labels', `${ready.labels[1]?.documentId}.pdf`));

    const next = await start();
    await waitFor('the keys', () => next.session().connections.every(({ kept }) => kept !== 'none'));
    await next.handlers.batches.continue({ batchId: id });
    const failed = await until(next, id, ({ labels }) => labels[1]?.state === 'failed');
    await next.handlers.batches.decide({ labelId: failed.labels[1]?.id ?? '', choice: 'again' });
    await until(next, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(paper).toEqual(pagesOf(['ORD-1', 1], ['ORD-4', 1]));
  });

  it('still knows the printed codes after a restart', async () => {
    const { app, start, made, folder, is } = await open({ orders: 2 });
    const [first = '', second = ''] = made;
    const { order } = await app.handlers.orders.get({ orderId: second });
    const [code = ''] = order.barcodes ?? [];
    expect(code).not.toBe('');
    is.sheets = 0;
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    const ready = await until(app, id, ({ labels }) => labels.every(({ documentId }) => documentId !== null));
    await app.close();
    // As if the second label had not been loaded, and the first had carried its code.
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

  it('starts and reports so although the printer cannot be saved', async () => {
    const { app, made, folder, paper } = await open({ orders: 1 });
    // A folder blocks the path of the new settings.
    mkdirSync(join(folder, 'settings.json.part'));
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished');
    expect(paper).toEqual(['ORD-1 1/1']);
    expect(await app.handlers.settings.get()).toMatchObject({ labelPrinter: null });
  });

  it('on other paper puts each page in a separate file with a portable name', async () => {
    const { app, made, files } = await open({ orders: 3 });
    const { labelProfile } = await app.handlers.settings.get();
    await app.handlers.settings.set({ labelProfile: { ...labelProfile, stock: '4x6' } });
    const { id } = await app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    expect(files).toHaveLength(6);
    for (const file of files) expect(basename(file)).toMatch(/^[\w-]{1,100}\.pdf$/);
    expect(new Set(files).size).toBe(6);
  });

  it('does not start when the printer is missing', async () => {
    const { app, made, is } = await open({ orders: 1 });
    is.there = false;
    const batch = app.handlers.batches.start({ orderIds: made, printer: 'Labels' });
    await expect(batch).rejects.toMatchObject({ code: 'printer.missing' });
    expect(await app.handlers.batches.list()).toEqual([]);
  });
});

describe('the open labels at the end of the day', () => {
  it('are the outdated label of a changed order and the printed drafts only', async () => {
    const { app, made, client } = await open({ orders: 3 });
    const { id } = await app.handlers.batches.start({ orderIds: made.slice(0, 2), printer: 'Labels' });
    await until(app, id, (batch) => batch.state === 'finished' && settled(batch));
    const before = await app.handlers.labels.open();
    expect([before.doubt, before.stale]).toEqual([[], []]);
    expect(before.draftPrinted.map(({ title }) => title).toSorted()).toEqual(['ORD-1', 'ORD-2']);
    // The training data has submitted orders without a label from here. Drafts do not count.
    expect(before.submittedUnprinted.filter(({ title }) => title.startsWith('ORD'))).toEqual([]);
    expect(before.submittedUnprinted.length).toBeGreaterThan(0);
    // Each count leads to exactly its rows in the list of orders.
    const listed = await everyOrder(app);
    for (const issue of labelIssues) {
      const rows = listed.filter((row) => row.labelIssues.includes(issue));
      expect(
        rows.map(({ id: orderId }) => orderId),
        issue,
      ).toEqual(before[issue].map(({ orderId }) => orderId));
      expect(before.counts[issue], issue).toBe(rows.length);
    }
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
  it('is not outdated after a refresh, because it names the courier', async () => {
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
  it("with a finding needs the user's confirmation, and a scanned code finds its page", async () => {
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
    const asked = { documentId: good.id, orderId: three!, way: 'printer', pages: null } as const;
    const { findings, pages, narrowestBar } = await app.handlers.labels.check(asked);
    expect([findings, pages]).toEqual([[], 3]);
    expect(narrowestBar).toBeCloseTo(3, 1);
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
