/** Orders: the list in all its states, one order, the form. */
import { t } from '../../src/renderer/messages/index.ts';
import { openOrders, orderRows, ordersTable } from '../../test/support/orders.ts';
import { goTo } from '../../test/support/screens.ts';
import { holdAnswers, type Scene } from './stage.ts';

const few: Scene = {
  pictures: ['orders-loading', 'orders-empty'],
  async take(stage) {
    const app = await stage.connected(await stage.serviceWithoutOrders());
    const release = await holdAnswers(app.electron, ['orders']);
    await goTo(app.window, 'orders');
    await stage.take(app, 'orders-loading');
    await release();
    await app.window.getByText(t('orders.emptyTitle')).waitFor();
    await stage.take(app, 'orders-empty');
  },
};

const list: Scene = {
  pictures: ['orders', 'orders-wide'],
  async take(stage) {
    const app = await stage.connected(await stage.service());
    const { window } = app;
    await openOrders(window);
    await window.getByText(/^300 orders$/).waitFor({ timeout: 60_000 });
    await orderRows(window).nth(2).click();
    await ordersTable(window).focus();
    await stage.takeBoth(app, 'orders');
  },
};

export const orderScenes: readonly Scene[] = [few, list];
