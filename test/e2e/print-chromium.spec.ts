/**
 * Printing through Chromium, which is used on Windows and by the system’s dialog, as far as Linux can test it: the real
 * Electron sends a page to the real spooler, and independent programs read the output.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Print } from '../../src/shared/labels.ts';
import { appPrintingAsOnWindows } from '../support/app-as-on-windows.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../support/label-printer.ts';
import { isA6, readPapers, whyNotRead } from '../support/label-tools.ts';
import { callBackend, choosePrinter, openConnected, openLabel } from '../support/screens.ts';

const reason = whyNoPrinter() ?? whyNotRead();
test.skip(reason !== undefined, `NOT TESTED: printing through Chromium: ${reason ?? ''}`);

/**
 * Prints the test page until it is on paper, as Settings asks for. On a busy computer the first page that Chromium prints
 * through GTK, which it does on Linux alone, sometimes never reaches the spooler (docs/decisions/printing.md).
 */
async function testPageOnPaper(window: Page, printer: LabelPrinter): Promise<void> {
  await expect(async () => {
    await callBackend(window, 'labels', 'printTestPage', { printer: printer.queue });
    await expect.poll(() => printer.jobs().length, { timeout: 15_000 }).toBeGreaterThan(0);
  }, 'a test page is on paper').toPass({ timeout: 50_000 });
}

test('prints a two-page label through Chromium in true size, and the user confirms it', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(150_000);
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
    await testPageOnPaper(window, printer);
    const before = printer.jobs().length;
    await openLabel(window, order.packageInfo?.externalId ?? order.id);
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await expect(window.getByText(t('labels.printedNow', { printer: printer.queue }))).toBeVisible({ timeout: 20_000 });

    // Chromium reports on its output alone that a job failed after it was handed over.
    await printer.job(before + order.barcodes.length - 1, () => `the app's output:\n${app.output()}`);
    const jobs = () => printer.jobs().slice(before);
    const papers = await readPapers(
      jobs().map(({ file }) => file),
      folder('papers'),
    );
    expect(papers.map(({ codes }) => codes)).toEqual(order.barcodes.map((code) => [code]));
    expect(papers.filter(({ size }) => !isA6(size))).toEqual([]);
    for (const { media } of jobs()) expect(media).toBe('a6');

    // Only a user can tell more than that the pages were sent.
    await window.getByRole('button', { name: t('labels.onPaperYes') }).click();
    await expect(window.getByText(t('labels.stateConfirmed'))).toBeVisible();
    const prints = await callBackend<Print[]>(window, 'labels', 'prints', { orderId: order.id });
    expect(prints.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(jobs()).toHaveLength(2);
  } finally {
    await printer.stop();
  }
});
