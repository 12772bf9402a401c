/** A printer that prints on both sides by default puts each page on a sheet of its own. */
import { describe, expect, it } from 'vitest';
import { whyNoPrinter } from '../../support/label-printer.ts';
import { officeAtCups } from './office-at-cups.ts';

const reason = whyNoPrinter();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: a printer of both sides: ${reason}\n\n`);

describe.skipIf(reason !== undefined)('a printer that prints on both sides by default', () => {
  it('is asked for one side', { timeout: 60_000 }, async () => {
    const { app, printer, orderIds } = await officeAtCups([{ externalId: 'ORD-1', packageCount: 1 }], { duplex: true });
    const [orderId = ''] = orderIds;
    const { id: documentId } = await app.handlers.labels.fetch({ orderId });
    await app.handlers.labels.print({ documentId, orderId, pages: null, anyway: false, printer: printer.queue });
    const { attributes } = await printer.job(0);
    expect(attributes['IPP_SIDES'] ?? attributes['IPP_SIDES_DEFAULT']).toBe('one-sided');
  });
});
