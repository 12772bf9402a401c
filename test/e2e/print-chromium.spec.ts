/**
 * Printing through Chromium, which is used on Windows and by the system’s dialog, as far as Linux can test it: the real
 * Electron sends a page to the real spooler, and independent programs read the output. Nothing runs beside it: on a busy
 * computer GTK, through which Chromium prints on Linux alone, sometimes loses the first page (docs/decisions/printing.md).
 */
import { t } from '../../src/messages/index.ts';
import type { Print } from '../../src/shared/labels.ts';
import { appPrintingAsOnWindows } from '../support/app-as-on-windows.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { isA6, readPapers, whyNotRead } from '../support/label-tools.ts';
import { callBackend, choosePrinter, openConnected, openLabel } from '../support/screens.ts';

const reason = whyNoPrinter() ?? whyNotRead();
test.skip(reason !== undefined, `NOT TESTED: printing through Chromium: ${reason ?? ''}`);

test('prints a two-page label through Chromium in true size, and the user confirms it', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(120_000);
  const order = (await client.orders()).find(
    ({ packageInfo, barcodes }) => packageInfo?.packageCount === 2 && barcodes.length === 2,
  );
  if (!order) throw new Error('the training data has no order with two packages');
  const printer = await startLabelPrinter(folder('printer'));
  try {
    const app = await start({
      entry: appPrintingAsOnWindows(folder('app')),
      env: { CUPS_SERVER: printer.server },
    });
    const { window } = app;
    await openConnected(app, service);
    await openLabel(window, order.packageInfo?.externalId ?? order.id);
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await expect(window.getByText(t('labels.printedNow', { printer: printer.queue }))).toBeVisible({ timeout: 20_000 });

    // Chromium reports on its output alone that a job failed after it was handed over.
    await printer.job(order.barcodes.length - 1, () => `the app's output:\n${app.output()}`);
    const papers = await readPapers(
      printer.jobs().map(({ file }) => file),
      folder('papers'),
    );
    expect(papers.map(({ codes }) => codes)).toEqual(order.barcodes.map((code) => [code]));
    expect(papers.filter(({ size }) => !isA6(size))).toEqual([]);
    for (const { media } of printer.jobs()) expect(media).toBe('a6');

    // Only a user can tell more than that the pages were sent.
    await window.getByRole('button', { name: t('labels.onPaperYes') }).click();
    await expect(window.getByText(t('labels.stateConfirmed'))).toBeVisible();
    const prints = await callBackend<Print[]>(window, 'labels', 'prints', { orderId: order.id });
    expect(prints.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(printer.jobs()).toHaveLength(2);
  } finally {
    await printer.stop();
  }
});
