/**
 * A label on paper, as far as software can check it: it goes through the real spooler to a software printer, and an
 * independent decoder compares the output with the service's record of the order.
 */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { isA6, readPapers, whyNotRead } from '../support/label-tools.ts';
import type { ServiceOrder } from '../support/plain-client.ts';
import { choosePrinter, openConnected, openLabel } from '../support/screens.ts';

const reason = whyNoPrinter() ?? whyNotRead();
test.skip(reason !== undefined, `NOT TESTED: printing through a spooler: ${reason ?? ''}`);

/** The newest order with this many packages. */
function orderWith(orders: readonly ServiceOrder[], packages: number): ServiceOrder {
  const order = orders.find((each) => each.packageInfo?.packageCount === packages && each.barcodes.length === packages);
  if (!order) throw new Error(`the training data has no order with ${packages} packages`);
  return order;
}

const nameOf = (order: ServiceOrder) => order.packageInfo?.externalId ?? order.id;

test('prints a label of 3 pages in true size with the codes of the order', async ({
  service,
  client,
  start,
  folder,
}) => {
  const order = orderWith(await client.orders(), 3);
  const printer = await startLabelPrinter(folder('printer'));
  try {
    const app = await start({ env: { CUPS_SERVER: printer.server } });
    await openConnected(app, service);
    await openLabel(app.window, nameOf(order));
    await choosePrinter(app.window, printer.queue);
    await app.window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await expect(app.window.getByText(t('labels.printedNow', { printer: printer.queue }))).toBeVisible();

    // One job per page, so that a jam in one doubles none of the others.
    await printer.job(2);
    const papers = await readPapers(
      printer.jobs().map(({ file }) => file),
      folder('papers'),
    );
    expect(papers.map(({ codes }) => codes)).toEqual(order.barcodes.map((code) => [code]));
    expect(papers.filter(({ size }) => !isA6(size))).toEqual([]);
    for (const { media, scaling } of printer.jobs()) expect([media, scaling]).toEqual(['a6', 'none']);

    // The ledger relies on the spooler's state, and nothing is printed twice.
    await expect(app.window.getByRole('dialog').getByText(t('labels.stateDone'))).toBeVisible({ timeout: 30_000 });
    expect(printer.jobs()).toHaveLength(3);
  } finally {
    await printer.stop();
  }
});

test('reports a missing printer before anything is sent', async ({ service, client, start }) => {
  const order = orderWith(await client.orders(), 1);
  // A spooler that does not answer has no printers.
  const app = await start({ env: { CUPS_SERVER: 'localhost:9' } });
  await openConnected(app, service);
  await openLabel(app.window, nameOf(order));
  await expect(app.window.getByText(t('labels.printersNone'))).toBeVisible();
  await expect(app.window.getByRole('button', { name: t('labels.print'), exact: true })).toBeDisabled();
});
