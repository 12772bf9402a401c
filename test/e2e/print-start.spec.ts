/** Before labels are printed, the question says how many and which, lists them, and takes the marked orders if any. */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { openOrders, orderRows, orderState, ordersTable } from '../support/orders.ts';
import { rowsOnScreen } from '../support/rows.ts';
import { openConnected } from '../support/screens.ts';

test('says how many labels and which before it prints, with the list at hand', async ({ service, client, start }) => {
  client.close();
  // No printer is needed to read the question.
  const app = await start({ env: { CUPS_SERVER: 'localhost:9' } });
  const { window } = app;
  await openConnected(app, service);
  await openOrders(window);
  const dialog = window.getByRole('dialog');
  const title = (count: number, which: string) =>
    dialog.getByRole('heading', { name: t('batches.startTitle', { count, which }), exact: true });

  // Nothing is marked: all listed orders, named by the filter.
  await orderState(window, 'stateSubmitted').click();
  await expect(window.getByText(/^\d+ of /)).toBeVisible({ timeout: 30_000 });
  await window.getByRole('textbox', { name: t('common.filter') }).fill('WEB-1');
  // The filter names a hit once all orders are loaded.
  await expect(window.getByRole('search').getByText(/^↵ /)).toBeVisible({ timeout: 30_000 });
  const names = (await rowsOnScreen(ordersTable(window))).map(([name = '']) => name);
  expect(names.length).toBeGreaterThan(3);
  await window.getByRole('button', { name: t('batches.startButton'), exact: true }).click();
  const matching = t('orders.whichMatching', { text: 'WEB-1' });
  await expect(title(names.length, `${t('orders.whichSubmitted')} ${matching}`)).toBeVisible({ timeout: 30_000 });
  await dialog.getByText(t('batches.startList', { count: names.length })).click();
  await expect(dialog.getByRole('listitem')).toHaveText(names);
  await expect(dialog.getByRole('button', { name: t('batches.startConfirm'), exact: true })).toBeDisabled();
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // Marked: the bar offers to print them, with their number.
  await orderRows(window).nth(1).click();
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  const bar = window.getByRole('toolbar', { name: t('orders.markedCount', { count: 3 }) });
  await bar.getByRole('button', { name: t('batches.startMarked', { count: 3 }), exact: true }).click();
  await expect(title(3, t('orders.whichMarked'))).toBeVisible();
  await dialog.getByText(t('batches.startList', { count: 3 })).click();
  await expect(dialog.getByRole('listitem')).toHaveText(names.slice(1, 4));
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // The keys that print one label print the marked ones.
  await ordersTable(window).focus();
  await window.keyboard.press('Control+P');
  await expect(title(3, t('orders.whichMarked'))).toBeVisible();
});
