/** A CUPS queue without filters, as many label printers have, ignores a selection of pages. */
import { describe, expect, it } from 'vitest';
import { whyNoPrinter } from '../../support/label-printer.ts';
import { readPapers, whyNotRead } from '../../support/label-tools.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { officeAtCups } from './office-at-cups.ts';

const reason = whyNoPrinter() ?? whyNotRead();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: labels on a queue without filters: ${reason}\n\n`);

describe.skipIf(reason !== undefined)('a queue without filters', () => {
  it('prints each page of a label once', { timeout: 60_000 }, async () => {
    const { app, printer, orderIds } = await officeAtCups([{ externalId: 'ORD-1', packageCount: 3 }], { raw: true });
    const [orderId = ''] = orderIds;
    const { id: documentId } = await app.handlers.labels.fetch({ orderId });
    const pages = { documentId, orderId, pages: null, anyway: false };
    await app.handlers.labels.print({ ...pages, printer: printer.queue });
    await printer.job(2);
    const files = printer.jobs().map(({ file }) => file);
    const papers = await readPapers(files, temporaryFolder());
    const order = (await app.handlers.orders.get({ orderId })).order;
    expect(papers.map(({ codes }) => codes)).toEqual(order.barcodes?.map((code) => [code]));
    expect(files).toHaveLength(3);
  });
});
