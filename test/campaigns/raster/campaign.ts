/**
 * Checks labels as a printer of a given resolution receives them. Prints orders of a training service as two batches,
 * the second, more than a third of them, on other paper, through all of main and a real CUPS, to a software printer without PDF
 * support. Compares the output with the orders, page by page. A label that the app asks about on the other paper is not
 * printed: codes that fill an A6 page have too little empty space beside them on narrower paper.
 */
import { chmodSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { cupsBackEnd } from '../../../src/main/labels/print-cups.ts';
import { defaultSettings, type LabelProfile } from '../../../src/shared/settings.ts';
import type { Order } from '../../../src/training/model.ts';
import { connect, openApp, type TestApp } from '../../fixtures/open-app.ts';
import type { Programs } from '../../fixtures/programs.ts';
import { startLabelPrinter, type LabelPrinter, type PrintedJob } from '../../support/label-printer.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { waitFor } from '../../support/processes.ts';
import type { CheckedPage, CheckTask } from './check.ts';
import { serveLabelOrders } from './orders.ts';

export interface CampaignOptions {
  /** An empty folder, which the caller removes. */
  folder: string;
  labels: number;
  seed: number;
  dotsPerInch: LabelProfile['dotsPerInch'];
  check: (task: CheckTask) => Promise<CheckedPage[]>;
  programs: Programs;
}

export interface Tally {
  labels: number;
  pages: number;
  /** Labels that were printed on other paper. */
  onOtherPaper: number;
  /** Labels that the app asked about before it would print them on other paper. */
  asked: number;
  /** The page count of the largest order. */
  mostPages: number;
  /** Code lengths in characters. */
  codeLengths: number[];
  /** Share of differing dots per page. */
  differing: number[];
  /** Downward shift per page, in dots. */
  down: number[];
  /** Descriptions of the faults. */
  faults: string[];
}

/** Timeout for one page: the spooler renders several per second. */
const patience = 60_000;

const nameOf = (order: Order) => order.packageInfo.externalId ?? '';
/** The job title of each page. */
const titlesOf = (order: Order) =>
  order.barcodes.map((_code, index) => `${nameOf(order)} ${index + 1}/${order.barcodes.length}`);

/** Waits until the app has all orders, and returns them in the service's order. */
async function ordersOf(app: TestApp, client: PlainClient, names: readonly string[]): Promise<Order[]> {
  const own = new Set(names);
  const orders = ((await client.orders()) as unknown as Order[]).filter((order) => own.has(nameOf(order)));
  if (orders.length !== names.length) throw new Error(`the service has ${orders.length} of ${names.length} orders`);
  await waitFor('the orders', async () => {
    let known = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof app.handlers.orders.list>> = await app.handlers.orders.list({ cursor });
      known += page.rows.filter(({ externalId }) => own.has(externalId ?? '')).length;
      cursor = page.cursor;
    } while (cursor !== null);
    return known === names.length || undefined;
  });
  return orders;
}

/** The findings that an app may have about a label that is good on A6 paper. */
const expectedOnOtherPaper = ['narrow-quiet-zone', 'spoilt-by-placing'];

/** The orders whose labels the app prints on the other paper without asking. */
async function printableOnOtherPaper(app: TestApp, orders: readonly Order[], tally: Tally): Promise<Order[]> {
  const printable: Order[] = [];
  for (const order of orders) {
    const { id: documentId } = await app.handlers.labels.fetch({ orderId: order.id });
    const asked = { documentId, orderId: order.id, way: 'printer', pages: null } as const;
    const { findings } = await app.handlers.labels.check(asked);
    if (findings.length === 0) printable.push(order);
    else tally.asked += 1;
    const odd = findings.filter(({ kind }) => !expectedOnOtherPaper.includes(kind));
    if (odd.length > 0) tally.faults.push(`${nameOf(order)}: the app asks about ${JSON.stringify(odd)}`);
  }
  return printable;
}

interface BatchToPrint {
  orders: readonly Order[];
  stock: LabelProfile['stock'];
}

/** Prints the orders as one batch, and checks each label as soon as its last page has arrived. */
async function printAndCheck(
  app: TestApp,
  printer: LabelPrinter,
  { orders, stock }: BatchToPrint,
  tally: Tally,
  options: CampaignOptions,
): Promise<void> {
  if (orders.length === 0) return;
  const orderIds = orders.map(({ id }) => id);
  const { id: batchId } = await app.handlers.batches.start({ orderIds, printer: printer.queue });
  const arrived = async (count: number): Promise<PrintedJob[] | undefined> => {
    const jobs = printer.jobs();
    if (jobs.length >= count) return jobs;
    const { state, hindrance, labels } = await app.handlers.batches.get({ batchId });
    const stopped = labels.find((label) => label.state === 'asks' || label.state === 'failed');
    if (state === 'paused' || stopped) throw new Error(`not printed: ${JSON.stringify([hindrance, stopped?.reason])}`);
    return undefined;
  };
  for (const order of orders) {
    const titles = titlesOf(order);
    const until = tally.pages + titles.length;
    // One timeout per page: a label of twenty pages takes as long as twenty labels.
    for (const [index, title] of titles.entries()) {
      await waitFor(title, () => arrived(tally.pages + index + 1), patience).catch(async (error: unknown) => {
        const { state, hindrance, labels } = await app.handlers.batches.get({ batchId });
        const prints = labels.find(({ orderId }) => orderId === order.id)?.prints;
        throw new Error(`${printer.jobs().length} pages are there: ${JSON.stringify([state, hindrance, prints])}`, {
          cause: error,
        });
      });
    }
    const jobs = printer.jobs().slice(tally.pages, until);
    for (const [index, { attributes }] of jobs.entries()) {
      const { IPP_JOB_NAME: title, CONTENT_TYPE: type } = attributes;
      if (title !== titles[index]) tally.faults.push(`${titles[index] ?? ''}: ${title ?? 'nothing'} in its place`);
      if (type !== 'image/pwg-raster') tally.faults.push(`${titles[index] ?? ''}: arrived as ${type ?? 'nothing'}`);
    }
    const files = jobs.map(({ file }) => file);
    const task = { order, files, dotsPerInch: options.dotsPerInch, stock };
    for (const [index, page] of (await options.check(task)).entries()) {
      tally.codeLengths.push(page.codeLength);
      tally.differing.push(page.differing);
      tally.down.push(page.shift[1]);
      if (page.shift[0] !== 0) tally.faults.push(`${titles[index] ?? ''}: ${page.shift[0]} dots to the right`);
      tally.faults.push(...page.faults.map((fault) => `${titles[index] ?? ''}: ${fault}`));
    }
    // Free the disk space: thousands of pages take several gigabytes.
    for (const file of files) truncateSync(file);
    tally.labels += 1;
    if (stock !== 'a6') tally.onOtherPaper += 1;
    tally.pages = until;
    tally.mostPages = Math.max(tally.mostPages, titles.length);
  }
  await waitFor('the end of the batch', async () => {
    const { state, labels } = await app.handlers.batches.get({ batchId });
    const isDone = labels.every(({ prints }) => prints.every((print) => print.state === 'done'));
    return (state === 'finished' && isDone) || undefined;
  });
  const more = printer.jobs().length - tally.pages;
  if (more !== 0) tally.faults.push(`${more} pages more than were asked for`);
}

/**
 * Six of ten orders on A6 paper, the others on 4 × 6 inches: a third of the labels, less those that the app asks about.
 */
async function printAll(app: TestApp, printer: LabelPrinter, orders: readonly Order[], options: CampaignOptions) {
  const counts = { labels: 0, pages: 0, onOtherPaper: 0, asked: 0, mostPages: 0 };
  const tally: Tally = { ...counts, codeLengths: [], differing: [], down: [], faults: [] };
  const onA6 = Math.ceil(orders.length * 0.6);
  await printAndCheck(app, printer, { orders: orders.slice(0, onA6), stock: 'a6' }, tally, options);
  const { labelProfile } = await app.handlers.settings.get();
  await app.handlers.settings.set({ labelProfile: { ...labelProfile, stock: '4x6' } });
  const others = await printableOnOtherPaper(app, orders.slice(onA6), tally);
  await printAndCheck(app, printer, { orders: others, stock: '4x6' }, tally, options);
  return tally;
}

export async function rasterCampaign(options: CampaignOptions): Promise<Tally> {
  const { folder, labels, seed, dotsPerInch, programs } = options;
  // The spooler runs as another user.
  chmodSync(folder, 0o711);
  for (const name of ['printer', 'profile']) mkdirSync(join(folder, name));
  const { service, names } = await serveLabelOrders(join(folder, 'service'), labels, seed);
  const printer = await startLabelPrinter(join(folder, 'printer'), { dotsPerInch, takesPdf: false, takesMany: true });
  const before = process.env['CUPS_SERVER'];
  process.env['CUPS_SERVER'] = printer.server;
  const labelProfile = { ...defaultSettings.labelProfile, dotsPerInch };
  const app = await openApp({
    folder: join(folder, 'profile'),
    backEnd: cupsBackEnd,
    settings: { labelProfile },
    programs,
  });
  const client = new PlainClient(service);
  try {
    await connect(app, service);
    return await printAll(app, printer, await ordersOf(app, client, names), options);
  } finally {
    client.close();
    await app.close();
    await printer.stop();
    await service.close();
    if (before === undefined) delete process.env['CUPS_SERVER'];
    else process.env['CUPS_SERVER'] = before;
  }
}
