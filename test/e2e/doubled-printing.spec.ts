/** Print actions pressed twice, as users do, print each page once, with one line in the ledger. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { Batch, Print } from '../../src/shared/labels.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter } from '../support/label-printer.ts';
import { callBackend, choosePrinter, goTo, openConnected, openLabel } from '../support/screens.ts';
import { closeDialogs, dialogButton, twice } from '../support/twice.ts';

const reason = whyNoPrinter();
test.skip(reason !== undefined, `NOT TESTED: printing through a spooler: ${reason ?? ''}`);

const batches = (window: Page) => callBackend<Batch[]>(window, 'batches', 'list');

/** Waits until every batch has ended, after which nothing more is printed. */
const rest = (window: Page) =>
  expect
    .poll(async () => (await batches(window)).map(({ state }) => state).filter((state) => state !== 'finished'), {
      timeout: 30_000,
    })
    .toEqual([]);

test('prints labels, batches and test pages once when pressed twice', async ({ service, client, start, folder }) => {
  const names = (await client.orders()).flatMap(({ id, packageInfo, barcodes }) =>
    packageInfo?.packageCount === 1 && barcodes.length === 1 && packageInfo.externalId !== null
      ? [{ id, name: packageInfo.externalId }]
      : [],
  );
  const [single, batched] = [names.slice(0, 3), names.slice(3, 6)];
  client.close();
  const printer = await startLabelPrinter(folder('printer'), { takesMany: true });
  try {
    const app = await start({ env: { CUPS_SERVER: printer.server } });
    const { window } = app;
    await openConnected(app, service);
    for (const { press, number } of twice) {
      await openLabel(window, single[number - 1]!.name);
      if (number === 1) await choosePrinter(window, printer.queue);
      await press(window, dialogButton(window, t('labels.print')));
      await printer.job(2 * number - 2);
      await closeDialogs(window);
      // Between two labels, because presses within a second count as one.
      await goTo(window, 'settings');
      await press(window, window.getByRole('button', { name: t('settings.testPage') }));
      await printer.job(2 * number - 1);
    }
    for (const { press, number } of twice) {
      await goTo(window, 'orders');
      await window.getByRole('textbox', { name: t('common.filter') }).fill(batched[number - 1]!.name);
      await expect(window.getByText(/^1 of /)).toBeVisible();
      await window.getByRole('button', { name: t('batches.startButton') }).click();
      const begin = dialogButton(window, t('batches.startConfirm'));
      await expect(begin).toBeEnabled();
      await press(window, begin);
      await expect(window.getByRole('grid', { name: t('batches.table') })).toBeVisible();
      await rest(window);
      await closeDialogs(window);
    }
    const prints = async ({ id }: { id: string }) =>
      (await callBackend<Print[]>(window, 'labels', 'prints', { orderId: id })).length;
    expect(await Promise.all([...single, ...batched].map(prints))).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await batches(window)).map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
    // The printer writes a page down after the print system has called it printed.
    await printer.job(8);
    expect(printer.jobs()).toHaveLength(9);
  } finally {
    await printer.stop();
  }
});

test('prints a label again as soon as that is confirmed', async ({ service, client, start, folder }) => {
  const order = (await client.orders()).find(
    ({ packageInfo, barcodes }) => packageInfo?.packageCount === 1 && barcodes.length === 1,
  );
  client.close();
  const printer = await startLabelPrinter(folder('printer'), { takesMany: true });
  try {
    const app = await start({ env: { CUPS_SERVER: printer.server } });
    const { window } = app;
    await openConnected(app, service);
    await openLabel(window, order!.packageInfo!.externalId!);
    await choosePrinter(window, printer.queue);
    await dialogButton(window, t('labels.print')).click();
    // Within the second in which presses count as one.
    await window.getByRole('button', { name: t('labels.printAgain'), exact: true }).click();
    const question = window.getByRole('dialog', { name: t('labels.againTitle') });
    await twice[0]!.press(window, question.getByRole('button', { name: t('labels.againConfirm') }));
    await printer.job(1);
    await expect
      .poll(async () => {
        const prints = await callBackend<Print[]>(window, 'labels', 'prints', { orderId: order!.id });
        return prints.map(({ state }) => state);
      })
      .toEqual(['done', 'done']);
    expect(printer.jobs()).toHaveLength(2);
  } finally {
    await printer.stop();
  }
});
