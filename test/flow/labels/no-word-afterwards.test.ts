/** Printing without job states: through Chromium or the system's dialog, with a fake Chromium. */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumBackEnd, type ChromiumJob, type ChromiumPrinting } from '../../../src/main/labels/print-chromium.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

type Does = 'prints' | 'is cancelled' | 'does not begin' | 'fails on the way' | 'never answers';

/** Records its print jobs and behaves as the test says. */
function chromium(does: Does) {
  const papers = temporaryFolder();
  const jobs: (ChromiumJob & { sheet: string })[] = [];
  const printing: ChromiumPrinting = {
    printers: async () => [{ name: 'Labels', description: 'Labels', isDefault: false, stopped: null, tried: false }],
    async print(job, begins) {
      if (does === 'does not begin') throw new AppError('printer.failed');
      begins();
      const sheet = join(papers, `${jobs.length}.pdf`);
      copyFileSync(job.file, sheet);
      jobs.push({ ...job, sheet });
      if (does === 'fails on the way') throw new AppError('printer.failed');
      if (does === 'never answers') await new Promise(() => undefined);
      return does !== 'is cancelled';
    },
  };
  return { printing, jobs };
}

async function open(does: Does) {
  const service = await startService({ folder: temporaryFolder(), seed: 1 });
  onTestFinished(() => service.close());
  const { printing, jobs } = chromium(does);
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const start = () =>
    startApp({
      folder,
      keyStore,
      backEnd: chromiumBackEnd(printing),
      showPrintDialog: (document, begins) => printing.print({ ...document, printer: null }, begins),
    });
  const app = await start();
  await connect(app, service);
  const order = await waitFor('an order of three packages', async () => {
    const { rows } = await app.handlers.orders.list({ cursor: null });
    return rows.find(({ packageCount }) => packageCount === 3);
  });
  const { id: documentId, barcodes } = await app.handlers.labels.fetch({ orderId: order.id });
  const wanted = { documentId, orderId: order.id, anyway: false };
  const states = async (from = app) =>
    (await from.handlers.labels.prints({ orderId: order.id })).map(({ state }) => state);
  const printedCount = async () =>
    (await app.handlers.orders.list({ cursor: null })).rows.find(({ id }) => id === order.id)?.printedCount;
  return { app, start, jobs, order, barcodes, wanted, states, printedCount };
}

/** The page sizes and codes of a document, read by independent programs. */
function look(sheet: string) {
  const information = execFileSync('pdfinfo', ['-f', '1', '-l', '9', sheet], { encoding: 'utf8' });
  const beginning = sheet.replace(/\.pdf$/, '');
  execFileSync('pdftoppm', ['-r', '203', '-gray', '-png', sheet, beginning]);
  const sizes = [...information.matchAll(/^Page\s+\d+ size:\s+(\S+) x (\S+) pts/gm)].map(([, width, height]) =>
    [Number(width), Number(height)].map(Math.round),
  );
  const codes = sizes.map((_size, index) =>
    execFileSync(
      'zbarimg',
      ['-q', '--raw', '--nodbus', '-Sdisable', '-Scode128.enable', `${beginning}-${index + 1}.png`],
      {
        encoding: 'utf8',
      },
    ).trim(),
  );
  return { title: /^Title:\s+(.*)$/m.exec(information)?.[1], sizes, codes };
}
const a6 = [298, 420];

describe('printing through Chromium', () => {
  it('sends each page separately in paper size, and it counts as sent until a user confirms it', async () => {
    const { app, jobs, order, barcodes, wanted, states, printedCount } = await open('prints');
    await app.handlers.labels.print({ ...wanted, printer: 'Labels', pages: null });
    expect(jobs.map(({ printer }) => printer)).toEqual(['Labels', 'Labels', 'Labels']);
    expect(jobs.map(({ sheet }) => look(sheet))).toEqual(
      barcodes.map((code, index) => ({ title: `${order.externalId} ${index + 1}/3`, sizes: [a6], codes: [code] })),
    );
    expect(await states()).toEqual(['handed-over', 'handed-over', 'handed-over']);
    const prints = await app.handlers.labels.prints({ orderId: order.id });
    for (const { id } of prints) await app.handlers.labels.confirm({ printId: id, onPaper: false });
    expect(await states()).toEqual(['missing', 'missing', 'missing']);
    expect(await printedCount()).toBe(0);
  });

  it('has failed if it did not start, and is in doubt if it broke off', async () => {
    for (const [does, state] of [
      ['does not begin', 'failed'],
      ['fails on the way', 'doubt'],
    ] as const) {
      const { app, wanted, states } = await open(does);
      const printed = app.handlers.labels.print({ ...wanted, printer: 'Labels', pages: [2] });
      // What may be on paper is not said to be unprinted.
      const detail = state === 'doubt' ? { sentPages: [2] } : {};
      await expect(printed).rejects.toMatchObject({ code: 'printer.failed', detail });
      expect(await states()).toEqual([state]);
    }
  });

  it('prints the pages of a batch again only after the user says that none waits in the queue', async () => {
    const { app, jobs, order, states } = await open('prints');
    const { id } = await app.handlers.batches.start({ orderIds: [order.id], printer: 'Labels' });
    const finished = () =>
      waitFor('the batch', async () => (await app.handlers.batches.get({ batchId: id })).state === 'finished');
    await finished();
    const again = (outOfQueue: boolean) =>
      app.handlers.batches.continueFrom({ labelId: `${id}:0`, page: 1, outOfQueue });
    await expect(again(false)).rejects.toMatchObject({ code: 'printer.still-queued' });
    expect(await states()).toEqual(['handed-over', 'handed-over', 'handed-over']);
    expect(jobs).toHaveLength(3);
    await again(true);
    await finished();
    expect(jobs).toHaveLength(6);
    const handedOver = Array.from({ length: 3 }, () => 'handed-over');
    expect(await states()).toEqual([...handedOver, 'missing', 'missing', 'missing']);
  });

  it('prints a page again without that question once the user says that it did not come out', async () => {
    const { app, jobs, order } = await open('prints');
    const { id } = await app.handlers.batches.start({ orderIds: [order.id], printer: 'Labels' });
    const view = () => app.handlers.batches.get({ batchId: id });
    await waitFor('the batch', async () => (await view()).state === 'finished');
    const { labels } = await view();
    for (const print of labels[0]?.prints ?? []) {
      await app.handlers.labels.confirm({ printId: print.id, onPaper: print.page === 1 });
    }
    await app.handlers.batches.continueFrom({ labelId: `${id}:0`, page: 2, outOfQueue: false });
    await waitFor('the batch', async () => (await view()).state === 'finished');
    expect(jobs).toHaveLength(5);
  });

  it('is in doubt after a restart if the app exited during it, but not if it was complete', async () => {
    const { app, start, jobs, wanted, states } = await open('never answers');
    void app.handlers.labels.print({ ...wanted, printer: 'Labels', pages: [1] });
    await waitFor('the page', async () => jobs.length > 0);
    await app.close();
    expect(await states(await start())).toEqual(['doubt']);

    const other = await open('prints');
    await other.app.handlers.labels.print({ ...other.wanted, printer: 'Labels', pages: [1] });
    await other.app.close();
    expect(await other.states(await other.start())).toEqual(['handed-over']);
  });
});

describe("the system's print dialog", () => {
  it('gets the chosen pages in one document, and the ledger has a line for each', async () => {
    const { app, jobs, barcodes, wanted, states, printedCount } = await open('prints');
    expect(await app.handlers.labels.printInDialog({ ...wanted, pages: [1, 3] })).toEqual({ printed: true });
    expect(jobs.map(({ printer }) => printer)).toEqual([null]);
    expect(look(jobs[0]!.sheet)).toMatchObject({ sizes: [a6, a6], codes: [barcodes[0], barcodes[2]] });
    expect(await states()).toEqual(['handed-over', 'handed-over']);
    expect(await printedCount()).toBe(1);
  });

  it('prints nothing when cancelled, and the label does not count as printed', async () => {
    const { app, wanted, states, printedCount } = await open('is cancelled');
    expect(await app.handlers.labels.printInDialog({ ...wanted, pages: null })).toEqual({ printed: false });
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await printedCount()).toBe(0);
  });

  it('leaves its pages in doubt when printing breaks off', async () => {
    const { app, wanted, states } = await open('fails on the way');
    await expect(app.handlers.labels.printInDialog({ ...wanted, pages: [2] })).rejects.toMatchObject({
      code: 'printer.failed',
    });
    expect(await states()).toEqual(['doubt']);
  });
});
