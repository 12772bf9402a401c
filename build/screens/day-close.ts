/** The end-of-day screen: nothing open, everything open, offline. */
import { t } from '../../src/messages/index.ts';
import { openOrders } from '../../test/support/orders.ts';
import { crossedEdits } from '../../test/support/outbox.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import { choosePrinter, goTo, openLabel, statusBar } from '../../test/support/screens.ts';
import type { TrainingService } from '../../test/support/training-service.ts';
import { goodOrders } from './import.ts';
import { importOrders } from './orders.ts';
import { holdAnswers, type Scene } from './stage.ts';

/** Deletes the plans of a day, which are open until it ends. */
async function withoutPlansOf(day: Date, service: TrainingService): Promise<void> {
  const client = new PlainClient(service);
  for (const { id, starts } of await client.plans()) {
    if (starts.day === day.getDate() && starts.month === day.getMonth() + 1) await client.remove(id);
  }
  client.close();
}

const nothing: Scene = {
  pictures: ['day-close-loading', 'day-close-empty'],
  async take(stage) {
    const service = await stage.serviceWithoutOrders();
    await withoutPlansOf(stage.now(), service);
    const app = await stage.connected(service);
    const release = await holdAnswers(app.electron, ['labels']);
    await goTo(app.window, 'dayClose');
    await stage.take(app, 'day-close-loading');
    await release();
    await app.window.getByText(t('dayClose.nothing')).waitFor();
    await stage.take(app, 'day-close-empty');
  },
};

const open: Scene = {
  pictures: ['day-close', 'day-close-wide', 'day-close-offline'],
  async take(stage) {
    const printer = await stage.printer();
    if (printer === undefined) return;
    const service = await stage.service();
    const app = await stage.connected(service, { CUPS_SERVER: printer.server });
    const { window } = app;
    await crossedEdits(window);
    await openOrders(window);
    await importOrders(stage, app, goodOrders(6));
    await statusBar(window)
      .getByText(t('shell.asking', { count: 2 }))
      .waitFor({ timeout: 60_000 });

    // Prints a label, then changes the number of packages. Prints another label for a draft.
    for (const name of ['FILE-0001', 'FILE-0002']) {
      await openLabel(window, name);
      await choosePrinter(window, printer.queue);
      await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
      await window.getByRole('dialog').getByText(t('labels.stateDone')).first().waitFor({ timeout: 30_000 });
      await window.keyboard.press('Escape');
    }
    await window.getByRole('button', { name: t('orders.change') }).click();
    await window.getByLabel(t('orderForm.packageCount')).fill('2');
    await window.getByRole('button', { name: t('forms.save'), exact: true }).click();
    await statusBar(window)
      .getByText(t('shell.waiting', { count: 1 }))
      .waitFor({ state: 'hidden', timeout: 60_000 });
    await goTo(window, 'dayClose');
    await window.getByText(t('dayClose.stale')).waitFor({ timeout: 60_000 });
    await window.getByText(t('dayClose.draftPrinted')).waitFor();
    await stage.takeBoth(app, 'day-close');
    await service.kill();
    await goTo(window, 'orders');
    await importOrders(stage, app, goodOrders(9).slice(6));
    await goTo(window, 'dayClose');
    await window.getByRole('heading', { name: t('dayClose.waiting') }).waitFor();
    await stage.take(app, 'day-close-offline');
  },
};

export const dayCloseScenes: readonly Scene[] = [nothing, open];
