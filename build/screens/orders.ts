/** Orders: the list in all states, one order, the form. */
import { t } from '../../src/messages/index.ts';
import type { App } from '../../test/support/app.ts';
import {
  askCourier,
  closeDialog,
  markAll,
  openImport,
  openOrders,
  orderRows,
  ordersCsv,
  orderState,
  ordersTable,
  takeIn,
} from '../../test/support/orders.ts';
import { goTo, statusBar } from '../../test/support/screens.ts';
import { holdAnswers, type Scene, type Stage } from './stage.ts';

const filter = (app: App) => app.window.getByPlaceholder(t('orders.filterHint'));

/** Imports these orders from a file. */
export async function importOrders(stage: Stage, { window }: App, rows: readonly (readonly string[])[]): Promise<void> {
  await openImport(window, stage.file('orders.csv', ordersCsv(rows)));
  await takeIn(window, rows.length);
}

const few: Scene = {
  pictures: ['orders-loading', 'orders-empty', 'orders-one-row'],
  async take(stage) {
    const app = await stage.connected(await stage.serviceWithoutOrders());
    const { window } = app;
    const release = await holdAnswers(app.electron, ['orders']);
    await goTo(window, 'orders');
    await stage.take(app, 'orders-loading');
    await release();
    await window.getByText(t('orders.emptyTitle')).waitFor({ timeout: 30_000 });
    await stage.take(app, 'orders-empty');
    await importOrders(stage, app, [['SHOP-1', 'Mia Sommer', 'Lindenallee 12', '41731', 'Aldermünde', '1', 'Tea']]);
    await statusBar(window).getByText(t('shell.allSent')).waitFor({ timeout: 30_000 });
    await orderRows(window).first().click();
    await stage.take(app, 'orders-one-row');
  },
};

const list: Scene = {
  pictures: [
    ...['orders', 'orders-wide', 'orders-detail', 'orders-none-fit', 'orders-delete'],
    ...['orders-form-new', 'orders-form-edit', 'orders-refused', 'orders-offline', 'orders-marked'],
    ...['orders-submit', 'orders-result'],
  ],
  async take(stage) {
    const service = await stage.service();
    const app = await stage.connected(service);
    const { window } = app;
    await openOrders(window);
    await window.getByText(/^300 orders$/).waitFor({ timeout: 60_000 });
    await stage.takeBoth(app, 'orders');

    await orderState(window, 'stateSubmitted').click();
    await orderRows(window).nth(3).click();
    await window
      .getByRole('complementary')
      .getByRole('heading', { name: t('orders.sectionOrder'), exact: true })
      .waitFor();
    await stage.take(app, 'orders-detail');
    await window.getByRole('button', { name: t('orders.remove') }).click();
    await window.getByRole('dialog').waitFor();
    await stage.take(app, 'orders-delete');
    await window.keyboard.press('Escape');
    await filter(app).fill('Zanzibar');
    await window.getByText(t('orders.noneFit')).waitFor();
    await stage.take(app, 'orders-none-fit');
    await filter(app).fill('');

    await orderState(window, 'stateAll').click();
    await window.keyboard.press('Control+N');
    await window.getByLabel(t('orderForm.recipientName'), { exact: true }).fill('Mia Sommer');
    await window.keyboard.press('Control+Enter');
    await window.getByText(t('orderForm.addressNeeded')).first().waitFor();
    await stage.take(app, 'orders-form-new');
    await window.getByRole('button', { name: t('forms.discard') }).click();

    await orderRows(window).nth(1).click();
    await window.getByRole('button', { name: t('orders.change') }).click();
    await window.getByLabel(t('orderForm.zip')).fill('10115');
    await window.getByText(t('orderForm.effects')).waitFor();
    await stage.take(app, 'orders-form-edit');
    await window.getByRole('button', { name: t('forms.discard') }).click();

    await importOrders(stage, app, [
      ['SHOP-1', 'Mia Sommer', 'Lindenallee 12', '41731', 'Aldermünde', '1', 'Tea'],
      ['SHOP-2', 'Emil Winter', 'Nowhere 70', '', '', '1', 'Bread'],
    ]);
    await orderState(window, 'stateAsks').filter({ hasText: '1' }).click({ timeout: 30_000 });
    await orderRows(window).first().click();
    await stage.take(app, 'orders-refused');

    await orderState(window, 'stateDraft').click();
    await service.kill();
    await ordersTable(window).focus();
    await window.keyboard.press('F5');
    await statusBar(window)
      .getByText(/^Offline since/)
      .waitFor({ timeout: 30_000 });
    await stage.take(app, 'orders-offline');

    // Start an order and leave the form unfinished while others are waiting.
    await window.keyboard.press('Control+N');
    await window.getByLabel(t('orderForm.recipientName'), { exact: true }).fill('Nora Herbst');
    await window.keyboard.press('Escape');
    await filter(app).fill('WEB-1069');
    await markAll(window);
    await stage.take(app, 'orders-marked');
    const dialog = await askCourier(window, 10);
    await stage.take(app, 'orders-submit');
    await dialog.getByRole('button', { name: t('orders.submitNow'), exact: true }).click();
    await dialog.getByText(t('orders.resultOffline')).waitFor();
    await stage.take(app, 'orders-result');
    await closeDialog(dialog);
  },
};

export const orderScenes: readonly Scene[] = [few, list];
