/** What waits or was refused is corrected from the outbox, by keys alone: a stop without a plan, and an order. */
import { t } from '../../src/renderer/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keys.ts';
import { PlainClient } from '../support/plain-client.ts';
import { newStop, openConnected, statusBar, typeStop } from '../support/screens.ts';

test('a stop is corrected before it leaves, and an order after it was refused', async ({ service, client, start }) => {
  client.close();
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  await service.kill();
  await window.getByRole('button', { name: t('plans.unassigned') }).click();
  await newStop(window);
  await typeStop(window, {
    name: 'Stop To Correct',
    phone: '1',
    street: 'Lindenweg 7',
    zip: '41731',
    city: 'Aldermünde',
    notes: '',
  });
  await keyboard.press('Control+3');
  await expect(window.getByRole('button', { name: t('orders.newOrder') })).toBeEnabled();
  await keyboard.press('Control+N');
  const orderName = window.getByLabel(t('orderForm.recipientName'), { exact: true });
  await expect(orderName).toBeFocused();
  await keyboard.type('Order To Correct');
  await window.getByLabel(t('orderForm.addressLineOne'), { exact: true }).fill('Lindenweg 8');
  await keyboard.press('Control+Enter');
  await expect(statusBar(window)).toContainText('1 unassigned stop, 1 order');

  // It was saved from the street: the next one begins there with nothing typed, and nothing wrong.
  await expect(orderName).toBeFocused();
  await expect(orderName).toHaveValue('');
  await expect(window.getByText(t('forms.problems', { count: 1 }))).toHaveCount(0);

  /** What is not on the service has no label: it is left out of printing, and that is said. */
  const askLabels = async (said: string) => {
    await window.getByRole('button', { name: t('batches.startButton') }).click();
    await expect(window.getByText(said)).toBeVisible({ timeout: 30_000 });
    await keyboard.press('Escape');
  };
  await askLabels(t('batches.startNone'));

  /** Opens what stands there in the outbox for correcting, by keys alone. */
  const correct = async (position: 'Home' | 'End', label: string, was: string) => {
    await keyboard.press('Control+4');
    await expect(window.getByRole('grid', { name: t('outbox.table') })).toBeFocused();
    await keyboard.press(position);
    await tabTo(window, new RegExp(`^BUTTON ${t('outbox.correct')}$`));
    await keyboard.press('Enter');
    const field = window.getByLabel(label, { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(was);
    return field;
  };
  const stopName = await correct('Home', t('stopForm.recipientName'), 'Stop To Correct');
  await stopName.fill('Stop Corrected');
  await keyboard.press('Control+Enter');
  await expect(stopName, 'a corrected one closes its form').toHaveCount(0);
  await expect(statusBar(window)).toContainText('1 unassigned stop, 1 order');

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.asking', { count: 1 }), { timeout: 60_000 });
  await keyboard.press('Control+3');
  await askLabels(t('batches.startWithout', { count: 1 }));
  await correct('End', t('orderForm.recipientName'), 'Order To Correct');
  await orderName.fill('Order Corrected');
  await window.getByLabel(t('orderForm.zip'), { exact: true }).fill('41731');
  await window.getByLabel(t('orderForm.city'), { exact: true }).fill('Aldermünde');
  await keyboard.press('Control+Enter');
  await expect(orderName).toHaveCount(0);
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(again);
  const names = [...(await reader.unassignedStops()), ...(await reader.orders())].flatMap(({ recipient }) =>
    recipient?.name?.includes('Correct') === true ? [recipient.name] : [],
  );
  reader.close();
  expect(names).toEqual(['Stop Corrected', 'Order Corrected']);
});
