/**
 * A label on paper, as far as a computer can see it: through the real spooler to a printer in software, and what arrived
 * there is read by a decoder that did not make it and compared with the service's own record of the order.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../../src/renderer/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { isA6, missingPrograms, pageSizes, rasterise, readCodes } from '../support/label-tools.ts';
import type { ServiceOrder } from '../support/plain-client.ts';
import { callBackend, choosePrinter, goTo, openConnected, openLabel } from '../support/screens.ts';
import type { BatchView, Print } from '../../src/shared/labels.ts';

const missing = missingPrograms('pdfinfo', 'pdftoppm', 'zbarimg');
const reason = whyNoPrinter() ?? (missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined);
test.skip(reason !== undefined, `NOT TESTED: printing through a spooler: ${reason ?? ''}`);

/** The newest order with this many packages. */
function orderWith(orders: readonly ServiceOrder[], packages: number): ServiceOrder {
  const order = orders.find((each) => each.packageInfo?.packageCount === packages && each.barcodes.length === packages);
  if (!order) throw new Error(`the training data has no order with ${packages} packages`);
  return order;
}

const nameOf = (order: ServiceOrder) => order.packageInfo?.externalId ?? order.id;

for (const packages of [1, 3]) {
  test(`a label of ${packages} page(s) arrives at the printer in true size, with the order’s codes`, async ({
    service,
    client,
    start,
    folder,
  }) => {
    const order = orderWith(await client.orders(), packages);
    const printer = await startLabelPrinter(folder('printer'));
    try {
      const app = await start({ env: { CUPS_SERVER: printer.server } });
      await openConnected(app, service);
      await openLabel(app.window, nameOf(order));
      await choosePrinter(app.window, printer.queue);
      await app.window.getByRole('button', { name: t('labels.print'), exact: true }).click();
      await expect(app.window.getByText(t('labels.printedNow', { printer: printer.queue }))).toBeVisible();

      // A job a page: a jam in one doubles none of the others.
      for (let page = 0; page < packages; page += 1) {
        const job = await printer.job(page);
        const sizes = pageSizes(job.file);
        expect(sizes).toHaveLength(1);
        expect(sizes.every(isA6), JSON.stringify(sizes)).toBe(true);
        expect(job.attributes['IPP_MEDIA_COL'] ?? job.attributes['IPP_MEDIA']).toMatch(
          /x-dimension=10500 y-dimension=14800|iso_a6/,
        );
        const pictures = join(folder(`page-${page}`), 'rasters');
        mkdirSync(pictures);
        expect(rasterise(job.file, pictures).map(readCodes)).toEqual([[order.barcodes[page]]]);
      }

      // The ledger believes the spooler, not itself, and nothing is printed twice.
      await expect(app.window.getByText(t('labels.stateDone'))).toBeVisible({ timeout: 30_000 });
      expect(printer.jobs()).toHaveLength(packages);
    } finally {
      await printer.stop();
    }
  });
}

test('a printer that is not there is said before anything is sent', async ({ service, client, start }) => {
  const order = orderWith(await client.orders(), 1);
  // A spooler that does not answer has no printers.
  const app = await start({ env: { CUPS_SERVER: 'localhost:9' } });
  await openConnected(app, service);
  await openLabel(app.window, nameOf(order));
  await expect(app.window.getByText(t('labels.printersNone'))).toBeVisible();
  await expect(app.window.getByRole('button', { name: t('labels.print'), exact: true })).toBeDisabled();
});

test('a batch whose printer stops and whose app is killed comes out whole, in order, and no page twice', async ({
  service,
  client,
  start,
  folder,
}) => {
  const all = await client.orders();
  // A dozen or so of them: a beginning of their names that as many have.
  const named = all.filter(({ packageInfo }) => packageInfo?.externalId != null);
  const beginnings = Map.groupBy(named, (order) => nameOf(order).slice(0, 8));
  const [text, orders] = [...beginnings].toSorted((one, other) => near(one[1]) - near(other[1]))[0] ?? ['', []];
  const pages = orders.flatMap((order) => order.barcodes);
  const printer = await startLabelPrinter(folder('printer'));
  try {
    const first = await start({ env: { CUPS_SERVER: printer.server } });
    await openConnected(first, service);
    await goTo(first.window, 'orders');
    await first.window.getByRole('textbox', { name: t('common.filter') }).fill(text);
    await expect(first.window.getByText(t('common.rowsOf', { shown: orders.length, total: all.length }))).toBeVisible();
    await first.window.getByRole('button', { name: t('batches.startButton') }).click();
    await expect(first.window.getByRole('dialog')).toContainText(t('batches.startTitle', { count: orders.length }));
    await choosePrinter(first.window, printer.queue);
    await first.window.getByRole('button', { name: t('batches.startConfirm'), exact: true }).click();
    await expect(first.window.getByRole('grid', { name: t('batches.table') })).toBeVisible();

    await printer.job(3);
    printer.hold();
    // As many pages wait at the spooler as are let ahead, and no more.
    const waiting = async () => {
      const [batch] = await callBackend<{ id: string }[]>(first.window, 'batches', 'list');
      const { labels } = await callBackend<BatchView>(first.window, 'batches', 'get', { batchId: batch?.id });
      return labels.flatMap(({ prints }) => prints).filter(({ state }) => state === 'handed-over').length;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(6);
    await first.kill();
    printer.release();
    expect(printer.jobs().length).toBeLessThan(pages.length);

    const second = await start({ profile: first.profile, env: { CUPS_SERVER: printer.server } });
    await goTo(second.window, 'labels');
    await expect(second.window.getByText(t('batches.pausedText'))).toBeVisible();
    await second.window.getByRole('button', { name: t('batches.continue') }).click();
    await printer.job(pages.length - 1);
    await expect(
      second.window.getByText(
        t('batches.progress', { done: orders.length, total: orders.length, printer: printer.queue }),
      ),
    ).toBeVisible();

    const pictures = join(folder('batch'), 'rasters');
    const codes = printer.jobs().flatMap(({ file }, index) => {
      const place = `${pictures}-${index}`;
      mkdirSync(place);
      return rasterise(file, place).flatMap(readCodes);
    });
    expect(codes).toEqual(pages);
    const { labels } = await (async () => {
      const [batch] = await callBackend<{ id: string }[]>(second.window, 'batches', 'list');
      return callBackend<BatchView>(second.window, 'batches', 'get', { batchId: batch?.id });
    })();
    expect(labels.map(({ state, title }) => [title, state])).toEqual(orders.map((order) => [nameOf(order), 'printed']));
    const prints = await callBackend<Print[]>(second.window, 'labels', 'prints', { orderId: orders[0]!.id });
    expect(prints.map(({ page }) => page).toReversed()).toEqual(orders[0]!.barcodes.map((_code, index) => index + 1));
    expect(prints.every(({ desk, printer: on }) => desk !== null && on === printer.queue)).toBe(true);
  } finally {
    await printer.stop();
  }
});

/** How far a number of orders is from a dozen. */
const near = (orders: readonly ServiceOrder[]) => Math.abs(orders.length - 12);
