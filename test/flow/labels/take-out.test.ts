/**
 * After a jam, waiting jobs are removed from the real spooler before they are printed again, so that no page is
 * doubled.
 */
import { describe, expect, it, vi } from 'vitest';
import { cupsBackEnd } from '../../../src/main/labels/print-cups.ts';
import type { BatchView } from '../../../src/shared/labels.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { officeAtCups } from './office-at-cups.ts';
import { whyNoPrinter } from '../../support/label-printer.ts';

const reason = whyNoPrinter();
if (reason !== undefined) process.stdout.write(`\nNOT TESTED: taking labels out of CUPS: ${reason}\n\n`);

const names = ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4'];

const open = () => officeAtCups(names.map((externalId) => ({ externalId, packageCount: 1 })));

const statesOf = ({ labels }: BatchView) => labels.flatMap(({ prints }) => prints.map(({ state }) => state));

describe.skipIf(reason !== undefined)('a batch with a stopped printer', () => {
  it(
    'continues from a label without doubled pages, because waiting jobs are removed from CUPS',
    { timeout: 120_000 },
    async () => {
      const { app, printer, orderIds } = await open();
      printer.hold();
      const { id } = await app.handlers.batches.start({ orderIds, printer: printer.queue });
      const view = () => app.handlers.batches.get({ batchId: id });
      await waitFor('all at the spooler', async () => {
        const states = statesOf(await view());
        return states.length === 4 && states.every((state) => state === 'handed-over');
      });
      const before = (await view()).labels.map(({ prints }) => prints[0]!.job!);

      await app.handlers.batches.continueFrom({ labelId: `${id}:1`, page: 1, outOfQueue: false });
      const ends = await Promise.all(before.map((job) => cupsBackEnd.jobState(job, printer.queue)));
      expect(ends).toEqual(['waiting', 'failed', 'failed', 'failed']);
      // A job that was removed before or never existed is not printed either.
      expect(await cupsBackEnd.takeOut(before[1]!, printer.queue)).toBe(true);
      expect(await cupsBackEnd.takeOut('99999', printer.queue)).toBe(true);

      printer.release();
      await waitFor(
        'the batch',
        async () => {
          const batch = await view();
          return batch.state === 'finished' && !statesOf(batch).includes('handed-over');
        },
        40_000,
      );
      // The spooler is done with a label before the printer has stored its page.
      await waitFor('the last page', () => printer.jobs().length >= names.length, 15_000);
      expect(printer.jobs().map(({ attributes }) => attributes['IPP_JOB_NAME'])).toEqual(
        names.map((name) => `${name} 1/1`),
      );
    },
  );

  it('is not printed again until the spooler confirms the removal', async () => {
    const { app, printer, orderIds } = await open();
    printer.hold();
    const { id } = await app.handlers.batches.start({ orderIds, printer: printer.queue });
    await waitFor(
      'all at the spooler',
      async () => statesOf(await app.handlers.batches.get({ batchId: id })).length === 4,
    );
    vi.stubEnv('CUPS_SERVER', 'localhost:1');
    const again = app.handlers.batches.continueFrom({ labelId: `${id}:1`, page: 1, outOfQueue: false });
    await expect(again).rejects.toMatchObject({ code: 'printer.still-queued' });
    vi.stubEnv('CUPS_SERVER', printer.server);
    printer.release();
  });
});
