/**
 * Printing through Chromium, which is used on Windows and by the system’s dialog, as far as Linux can test it: the real
 * Electron sends a page to the real spooler, and independent programs read the output. Nothing runs beside it, and a page
 * of the test goes first: GTK, through which Chromium prints on Linux alone, sometimes loses the first page of a process
 * (docs/decisions/printing.md).
 */
import type { ElectronApplication } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Print } from '../../src/shared/labels.ts';
import { appPrintingAsOnWindows } from '../support/app-as-on-windows.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter, type PrintedJob } from '../support/label-printer.ts';
import { isA6, readPapers, whyNotRead } from '../support/label-tools.ts';
import { waitFor } from '../support/processes.ts';
import { callBackend, choosePrinter, openConnected, openLabel } from '../support/screens.ts';

const reason = whyNoPrinter() ?? whyNotRead();
test.skip(reason !== undefined, `NOT TESTED: printing through Chromium: ${reason ?? ''}`);

const testPage = 'A page of the test';
const isOfTest = ({ attributes }: PrintedJob) => attributes['IPP_JOB_NAME'] === testPage;

/** Lets Chromium print a page of the test, without the app, until one has arrived. */
async function acquaint(electron: ElectronApplication, queue: string, jobs: () => PrintedJob[]): Promise<void> {
  const print = () =>
    electron.evaluate(
      async ({ BrowserWindow }, { deviceName, title }) => {
        const page = new BrowserWindow({ show: false });
        await page.loadURL(`data:text/html,<title>${encodeURIComponent(title)}</title>${encodeURIComponent(title)}`);
        await new Promise((resolve) => {
          page.webContents.print({ silent: true, deviceName }, resolve);
        });
        page.destroy();
      },
      { deviceName: queue, title: testPage },
    );
  const arrives = () => waitFor('the page of the test', () => jobs().some(isOfTest), 10_000);
  await print();
  // Lost: by now GTK knows the printer.
  await arrives().catch(() => print().then(arrives));
}

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
    await acquaint(app.electron, printer.queue, printer.jobs);
    const ofLabel = () => printer.jobs().filter((job) => !isOfTest(job));
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await expect(window.getByText(t('labels.printedNow', { printer: printer.queue }))).toBeVisible({ timeout: 20_000 });

    // Chromium reports on its output alone that a job failed after it was handed over.
    await printer.job(printer.jobs().filter(isOfTest).length + 1, () => `the app's output:\n${app.output()}`);
    const papers = await readPapers(
      ofLabel().map(({ file }) => file),
      folder('papers'),
    );
    expect(papers.map(({ codes }) => codes)).toEqual(order.barcodes.map((code) => [code]));
    expect(papers.filter(({ size }) => !isA6(size))).toEqual([]);
    for (const { media } of ofLabel()) expect(media).toBe('a6');

    // Only a user can tell more than that the pages were sent.
    await window.getByRole('button', { name: t('labels.onPaperYes') }).click();
    await expect(window.getByText(t('labels.stateConfirmed'))).toBeVisible();
    const prints = await callBackend<Print[]>(window, 'labels', 'prints', { orderId: order.id });
    expect(prints.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(ofLabel()).toHaveLength(2);
  } finally {
    await printer.stop();
  }
});
