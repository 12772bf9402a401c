/** Lists with 5,000 rows, and a batch of the maximum size. */
import { t } from '../../src/messages/index.ts';
import { openOrders, ordersTable } from '../../test/support/orders.ts';
import { choosePrinter, goTo } from '../../test/support/screens.ts';
import { mostTogether } from '../../src/shared/labels.ts';
import type { Scene } from './stage.ts';

const many: Scene = {
  pictures: ['orders-5000', 'day-close-5000', 'labels-too-many', 'labels-many'],
  async take(stage) {
    const printer = await stage.printer();
    if (printer === undefined) return;
    const app = await stage.connected(await stage.service({ size: 'large' }), { CUPS_SERVER: printer.server });
    const { window } = app;
    await openOrders(window);
    await window.getByText('5,000 orders', { exact: true }).waitFor({ timeout: 240_000 });
    await ordersTable(window).focus();
    await window.keyboard.press('End');
    await stage.take(app, 'orders-5000');
    await goTo(window, 'dayClose');
    await window.getByText(t('dayClose.submittedUnprinted')).waitFor();
    await stage.take(app, 'day-close-5000');
    await goTo(window, 'orders');
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await window
      .getByRole('dialog')
      .getByText(t('batches.startTitle', { count: 5_000, which: t('orders.whichAll') }))
      .waitFor({ timeout: 60_000 });
    await choosePrinter(window, printer.queue);
    await window.getByText(t('batches.startTooMany', { most: mostTogether })).waitFor();
    await stage.take(app, 'labels-too-many');
    await window.keyboard.press('Escape');
    await window.getByPlaceholder(t('orders.filterHint')).fill('WEB-15');
    await window.getByText(/^\d\d\d of 5,000$/).waitFor();
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('batches.startConfirm'), exact: true }).click();
    const table = window.getByRole('grid', { name: t('batches.table') });
    await table.waitFor({ timeout: 60_000 });
    await table.focus();
    await window.keyboard.press('End');
    await stage.take(app, 'labels-many');
  },
};

export const manyScenes: readonly Scene[] = [many];
