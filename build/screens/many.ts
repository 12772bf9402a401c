/** Five thousand rows where a list can hold them, and lists that cannot be read. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../../src/renderer/messages/index.ts';
import { workspaceOf } from '../../test/support/app.ts';
import { openOrders, ordersTable } from '../../test/support/orders.ts';
import { choosePrinter, goTo, planList } from '../../test/support/screens.ts';
import type { Scene } from './stage.ts';

const many: Scene = {
  pictures: ['orders-5000', 'day-close-5000', 'labels-5000'],
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
      .getByText(t('batches.startTitle', { count: 5_000 }))
      .waitFor({ timeout: 60_000 });
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('batches.startConfirm'), exact: true }).click();
    const table = window.getByRole('grid', { name: t('batches.table') });
    await table.waitFor({ timeout: 60_000 });
    await table.focus();
    await window.keyboard.press('End');
    await stage.take(app, 'labels-5000');
  },
};

/** Overwrites everything behind the first page: the disk under the open database is broken. */
function spoil(file: string): void {
  const handle = openSync(file, 'r+');
  const size = fstatSync(handle).size;
  writeSync(handle, Buffer.alloc(size - 4_096, 0xa5), 0, size - 4_096, 4_096);
  closeSync(handle);
}

const broken: Scene = {
  pictures: ['orders-error', 'labels-error', 'day-close-error', 'outbox-error', 'history-error'],
  async take(stage) {
    const service = await stage.service();
    const first = await stage.connected(service);
    await openOrders(first.window);
    await first.window.getByText(/^300 orders$/).waitFor({ timeout: 60_000 });
    await first.close();
    await service.kill();
    const app = await stage.app({}, first.profile);
    const { window } = app;
    await planList(window).waitFor();
    for (const name of ['cache.db', 'outbox.db', 'history.db']) spoil(join(workspaceOf(first.profile), name));
    await goTo(window, 'orders');
    await window.getByText(t('orders.failedTitle')).waitFor({ timeout: 10_000 });
    await stage.take(app, 'orders-error');
    await goTo(window, 'labels');
    await window.getByText(t('batches.failedTitle')).waitFor({ timeout: 10_000 });
    await stage.take(app, 'labels-error');
    await goTo(window, 'dayClose');
    await window.getByText(t('dayClose.failedTitle')).waitFor({ timeout: 10_000 });
    await stage.take(app, 'day-close-error');
    await goTo(window, 'outbox');
    await window.getByText(t('outbox.failedTitle')).waitFor({ timeout: 10_000 });
    await stage.take(app, 'outbox-error');
    await window.getByRole('radio', { name: t('outbox.history') }).check({ force: true });
    await window.getByText(t('outbox.historyFailed')).waitFor({ timeout: 10_000 });
    await stage.take(app, 'history-error');
  },
};

export const manyScenes: readonly Scene[] = [many, broken];
