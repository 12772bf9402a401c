/** Labels: the preview of one, batches, what blocks them, and the label printer's settings. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { App } from '../../test/support/app.ts';
import type { LabelPrinter } from '../../test/support/label-printer.ts';
import { openOrders, orderRows } from '../../test/support/orders.ts';
import { choosePrinter, goTo, openLabel, statusBar } from '../../test/support/screens.ts';
import { control, type TrainingService } from '../../test/support/training-service.ts';
import { goodOrders } from './import.ts';
import { importOrders } from './orders.ts';
import { holdAnswers, type Scene, type Stage } from './stage.ts';

const filter = (window: Page) => window.getByPlaceholder(t('orders.filterHint'));
const batchTable = (window: Page) => window.getByRole('grid', { name: t('batches.table') });
const envOf = (printer: LabelPrinter): Record<string, string> => ({ CUPS_SERVER: printer.server });

/** Starts a batch for all orders whose id starts with this text. */
async function askPrint(window: Page, begins: string, count: number): Promise<void> {
  await goTo(window, 'orders');
  await filter(window).fill(begins);
  await window.getByText(new RegExp(`^${count} of `)).waitFor({ timeout: 60_000 });
  await window.getByRole('button', { name: t('batches.startButton') }).click();
  const dialog = window.getByRole('dialog');
  // Just imported orders have labels once their ids are loaded. All of them print, or all were printed before.
  const print = dialog.getByText(t('batches.startList', { count }));
  await print.or(dialog.getByText(t('batches.startSkip', { count }))).waitFor({ timeout: 60_000 });
}

async function print(window: Page, printer: LabelPrinter): Promise<void> {
  await choosePrinter(window, printer.queue);
  await window.getByRole('button', { name: t('batches.startConfirm'), exact: true }).click();
  await batchTable(window).waitFor();
}

const badKinds = ['TWO-CODES', 'A4', 'NO-CODE', 'PASSWORD'];
/** Orders with valid labels, orders with invalid ones, and one with five packages. */
const orders = [
  ...goodOrders(24),
  ...badKinds.map((kind, at) => [
    `BAD-${kind}`,
    `Bad Document ${at}`,
    `Rosenweg ${at + 1}`,
    '41731',
    'Aldermünde',
    '1',
    'Tea',
  ]),
  ['FIVE-1', 'Five Packages', 'Rosenweg 5', '41753', 'Aldermünde', '5', 'Tea'],
];

/** Starts the app with these orders on the service, and the printer. */
async function prepared(
  stage: Stage,
): Promise<{ app: App; service: TrainingService; printer: LabelPrinter } | undefined> {
  const printer = await stage.printer();
  if (printer === undefined) return undefined;
  const service = await stage.service();
  const app = await stage.connected(service, envOf(printer));
  await openOrders(app.window);
  await importOrders(stage, app, orders);
  await statusBar(app.window).getByText(t('shell.allSent')).waitFor({ timeout: 60_000 });
  return { app, service, printer };
}

const one: Scene = {
  pictures: [
    ...[
      'label',
      'label-wide',
      'label-again',
      'label-stopped',
      'label-two-codes',
      'label-anyway',
      'label-problem',
      'label-loading',
    ],
    'label-offline',
  ],
  async take(stage) {
    const ready = await prepared(stage);
    if (ready === undefined) return;
    const { app, service, printer } = ready;
    const { window } = app;
    const dialog = window.getByRole('dialog');
    await openLabel(window, 'FIVE-1');
    await dialog.getByText(t('labels.allRight')).waitFor({ timeout: 30_000 });
    await choosePrinter(window, printer.queue);
    await stage.takeBoth(app, 'label');
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await dialog.getByText(t('labels.stateDone')).first().waitFor({ timeout: 30_000 });
    await window.getByRole('button', { name: t('labels.printAgain') }).click();
    await window.getByText(t('labels.againTitle')).waitFor();
    await stage.take(app, 'label-again');
    printer.jam();
    const again = window.getByRole('dialog', { name: t('labels.againTitle') });
    await again.getByRole('button', { name: t('labels.againConfirm') }).click();
    const jammed = dialog.getByText(t('batches.stoppedReasons', { reasons: t('batches.reason.media-jam') }));
    await jammed.waitFor({ timeout: 60_000 });
    await stage.take(app, 'label-stopped');
    printer.clearJam();
    await jammed.waitFor({ state: 'detached', timeout: 60_000 });
    await window.keyboard.press('Escape');

    await openLabel(window, 'BAD-TWO-CODES');
    await dialog
      .getByText(t('labels.warnSeveralCodes', { count: 2 }))
      .first()
      .waitFor({ timeout: 30_000 });
    await stage.take(app, 'label-two-codes');
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await window.getByText(t('labels.anywayTitle')).waitFor();
    await stage.take(app, 'label-anyway');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');

    await filter(window).fill('BAD-PASSWORD');
    await orderRows(window).first().dblclick();
    await dialog.getByText(t('labels.problemTitle')).waitFor({ timeout: 30_000 });
    await stage.take(app, 'label-problem');
    await window.keyboard.press('Escape');

    await control(service, 'PUT', '/faults', {
      seed: 1,
      rules: [{ hits: {}, fault: { kind: 'latency', direction: 'down', least: 20_000, most: 20_000 } }],
    });
    await filter(window).fill('FILE-0001');
    await orderRows(window).first().dblclick();
    await dialog.getByText(t('labels.fetching')).waitFor();
    await stage.take(app, 'label-loading');
    await window.keyboard.press('Escape');
    await service.kill();
    await filter(window).fill('FILE-0002');
    await orderRows(window).first().dblclick();
    await dialog.getByText(t('labels.failedTitle')).waitFor({ timeout: 60_000 });
    await stage.take(app, 'label-offline');
  },
};

const batches: Scene = {
  pictures: [
    ...['labels-loading', 'labels-empty', 'labels-scan-none', 'labels-start', 'labels-printing'],
    ...[
      'labels-paused',
      'labels-end',
      'labels-stopped',
      'labels',
      'labels-wide',
      'labels-detail',
      'labels-one-row',
      'labels-asking',
    ],
    ...['labels-start-nothing', 'labels-offline', 'labels-start-none'],
  ],
  async take(stage) {
    const ready = await prepared(stage);
    if (ready === undefined) return;
    const { app, service, printer } = ready;
    const { window } = app;
    const release = await holdAnswers(app.electron, ['batches']);
    await goTo(window, 'labels');
    await stage.take(app, 'labels-loading');
    await release();
    await window.getByText(t('batches.none')).waitFor();
    await stage.take(app, 'labels-empty');
    await window.getByLabel(t('batches.scan')).fill('TD26999');
    await window.keyboard.press('Enter');
    await window.getByText(t('batches.scanNone', { code: 'TD26999' })).waitFor();
    await stage.take(app, 'labels-scan-none', { keepsToasts: true });

    await askPrint(window, 'FILE-', 24);
    await choosePrinter(window, printer.queue);
    await stage.take(app, 'labels-start');
    await print(window, printer);
    await printer.job(4);
    printer.hold();
    await batchTable(window).getByText(t('batches.labelPrinting')).first().waitFor({ timeout: 30_000 });
    await stage.take(app, 'labels-printing');
    await window.getByRole('button', { name: t('batches.pause') }).click();
    await window.getByText(t('batches.pausedText')).waitFor();
    await stage.take(app, 'labels-paused');
    await window.getByRole('button', { name: t('batches.end') }).click();
    await window.getByText(t('batches.endTitle')).waitFor();
    await stage.take(app, 'labels-end');
    await window.keyboard.press('Escape');
    printer.release();
    printer.jam();
    await window.getByRole('button', { name: t('batches.continue') }).click();
    await window
      .getByText(t('batches.stoppedReasons', { reasons: t('batches.reason.media-jam') }))
      .waitFor({ timeout: 60_000 });
    await stage.take(app, 'labels-stopped');
    printer.clearJam();
    await window
      .getByText(t('batches.progress', { done: 24, count: 24, printer: printer.queue }))
      .waitFor({ timeout: 90_000 });
    await batchTable(window).getByText(t('batches.labelPrinted')).nth(10).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, 'labels');
    await batchTable(window).locator('[role="row"][aria-selected]').nth(2).click();
    await stage.take(app, 'labels-detail');

    await askPrint(window, 'FILE-', 24);
    await window.getByText(t('batches.startNothing')).waitFor();
    await stage.take(app, 'labels-start-nothing');
    await window.keyboard.press('Escape');

    await askPrint(window, 'FIVE-', 1);
    await print(window, printer);
    await batchTable(window).getByText(t('batches.labelPrinted')).first().waitFor({ timeout: 60_000 });
    await stage.take(app, 'labels-one-row');

    await askPrint(window, 'BAD-', 4);
    await print(window, printer);
    await window.getByText(t('batches.asksText', { count: 4 })).waitFor({ timeout: 60_000 });
    await batchTable(window).locator('[role="row"][aria-selected]').first().click();
    await stage.take(app, 'labels-asking');

    await goTo(window, 'orders');
    await filter(window).fill('WEB-1069');
    await service.kill();
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await window.getByRole('dialog').waitFor();
    await print(window, printer);
    await window.getByText(t('batches.pausedText')).waitFor({ timeout: 60_000 });
    await stage.take(app, 'labels-offline');

    await goTo(window, 'orders');
    await window.getByRole('button', { name: t('orders.newOrder') }).click();
    await window.getByLabel(t('orderForm.recipientName'), { exact: true }).fill('Nora Unsent');
    await window.getByLabel(t('orderForm.addressLineOne'), { exact: true }).fill('Rosenweg 9');
    await window.keyboard.press('Control+Enter');
    await filter(window).fill('Nora Unsent');
    await window.getByText(/^1 of /).waitFor();
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await window.getByText(t('batches.startNone')).waitFor();
    await stage.take(app, 'labels-start-none');
  },
};

const settings: Scene = {
  pictures: ['settings', 'settings-wide', 'settings-printer', 'settings-printer-none'],
  async take(stage) {
    const printer = await stage.printer();
    if (printer === undefined) return;
    const service = await stage.service();
    const app = await stage.connected(service, envOf(printer));
    await goTo(app.window, 'settings');
    const field = app.window.getByLabel(t('labels.printer'), { exact: true });
    await field.click();
    await app.window.getByRole('option', { name: printer.queue }).first().click();
    await stage.takeBoth(app, 'settings');
    await app.window.getByRole('button', { name: t('settings.testPage') }).click();
    await app.window.getByText(t('settings.testPagePrinted', { printer: printer.queue })).waitFor({ timeout: 30_000 });
    await stage.take(app, 'settings-printer', { keepsToasts: true });
    await app.close();

    const without = await stage.app({ CUPS_SERVER: 'localhost:9' }, app.profile);
    await goTo(without.window, 'settings');
    await without.window.getByText(t('labels.printersNone')).waitFor({ timeout: 30_000 });
    await stage.take(without, 'settings-printer-none');
  },
};

export const labelScenes: readonly Scene[] = [one, batches, settings];
