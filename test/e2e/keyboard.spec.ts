/** Everything works without a pointer, and the focus is always visible. */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { focused, tabTo } from '../support/keys.ts';
import { callBackend, newStop, openPlan, planList, statusBar, typeStop } from '../support/screens.ts';

test('completes the main job by keyboard', async ({ start }) => {
  const { window } = await start();
  const { keyboard } = window;
  await expect(window.getByLabel(t('connections.address'))).toBeFocused();
  await tabTo(window, new RegExp(t('connections.openTraining')));
  await keyboard.press('Enter');

  // The list has the initial focus. Moves down to a writable plan and opens it.
  await expect(planList(window)).toBeFocused({ timeout: 30_000 });
  const { rows } = await callBackend<{ rows: { title: string; writable: boolean; optimization: string }[] }>(
    window,
    'plans',
    'list',
  );
  const writable = new Set(
    rows.filter((row) => row.writable && row.optimization === 'editing').map((row) => row.title),
  );
  await keyboard.press('Home');
  const selected = planList(window).locator('[aria-selected="true"]');
  for (let presses = 0; presses < rows.length; presses += 1) {
    const title = await selected.getByRole('gridcell').first().innerText();
    if (writable.has(title)) break;
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
  await expect(window.getByRole('grid', { name: t('stops.table'), exact: true })).toBeFocused();

  await keyboard.press('Control+N');
  await typeStop(window, {
    name: 'Keys Only',
    phone: '1',
    street: 'Lindenweg 7',
    zip: '41731',
    city: 'Aldermünde',
    notes: '',
  });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 30_000 });
  await keyboard.press('Escape');
  await expect(window.getByRole('grid', { name: t('stops.table'), exact: true })).toBeFocused();

  // Opens orders, a label and its dialog, and returns to the previous focus.
  await keyboard.press('Control+3');
  const orders = window.getByRole('grid', { name: t('orders.table') });
  await orders.waitFor({ timeout: 30_000 });
  await expect(orders.locator('[role="row"][aria-selected]').first()).toBeVisible({ timeout: 30_000 });
  await expect(orders).toBeFocused();
  await keyboard.press('Home');
  await tabTo(window, new RegExp(`^BUTTON ${t('orders.label')}$`));
  await keyboard.press('Enter');
  await expect(window.getByRole('dialog')).toBeVisible();
  await expect(window.getByRole('dialog').getByText(t('labels.found'))).toBeVisible({ timeout: 30_000 });
  await keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toBeHidden();

  for (const [key, screen] of [
    ['Control+2', t('shell.drivers')],
    ['Control+4', t('shell.outbox')],
    ['Control+5', t('shell.labels')],
    ['Control+6', t('shell.dayClose')],
    ['Control+7', t('shell.settings')],
  ] as const) {
    await keyboard.press(key);
    await expect(window.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
    // End of day starts with the first open item.
    if (key === 'Control+6') await expect(window.getByRole('main').getByRole('button').first()).toBeFocused();
  }
});

test('moves through every screen with Tab and shows the focus', async ({ start }) => {
  const { window } = await start();
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 30_000 });
  for (const key of ['Control+1', 'Control+2', 'Control+3', 'Control+4', 'Control+5', 'Control+6', 'Control+7']) {
    await window.keyboard.press(key);
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    const seen: string[] = [];
    for (let presses = 0; presses < 40; presses += 1) {
      await window.keyboard.press('Tab');
      const found = await focused(window);
      if (found === null) continue;
      expect(found.shown, `${key}: the focus cannot be seen on ${found.name}`).toBe(true);
      if (seen.includes(found.name) && found.name === seen[0]) break;
      seen.push(found.name);
    }
    expect(seen, key).toContain(`BUTTON ${t('shell.plans')}`);
  }

  // A button that works keeps the focus.
  const again = window.getByRole('button', { name: t('labels.lookAgain') });
  await expect(again).toBeEnabled();
  await again.focus();
  await window.keyboard.press('Enter');
  await expect(again).toBeEnabled();
  await expect(again).toBeFocused();
});

test('scrolls a pane without buttons by keyboard', async ({ start }) => {
  const { window, electron } = await start();
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 30_000 });
  await window.keyboard.press('Control+3');
  const orders = window.getByRole('grid', { name: t('orders.table') });
  const detail = window.getByRole('complementary');
  // While the first pages load, rows move under the pointer.
  await expect(async () => {
    await orders.locator('[role="row"][aria-selected]').first().click({ timeout: 2_000 });
    await expect(detail).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  // Too low for the content of the pane.
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 640));

  const scrolled = () => detail.evaluate((pane) => Math.max(...[...pane.children].map((child) => child.scrollTop)));
  const inPane = () =>
    detail.evaluate(
      (pane) =>
        document.activeElement?.parentElement === pane &&
        document.activeElement.scrollHeight > document.activeElement.clientHeight,
    );
  await orders.focus();
  for (let presses = 0; presses < 10 && !(await inPane()); presses += 1) await window.keyboard.press('Tab');
  expect(await inPane()).toBe(true);
  await window.keyboard.press('PageDown');
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test('closes the list of a field with Esc, and the form around it with the next', async ({ start }) => {
  const { window } = await start();
  const { keyboard } = window;
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await expect(planList(window)).toBeVisible({ timeout: 30_000 });
  const { rows } = await callBackend<{ rows: { title: string; writable: boolean; optimization: string }[] }>(
    window,
    'plans',
    'list',
  );
  const plan = rows.find(
    ({ title, writable, optimization }) =>
      writable && optimization === 'editing' && rows.filter((row) => row.title === title).length === 1,
  );
  await openPlan(window, plan!.title);
  const stops = window.getByRole('grid', { name: t('stops.table'), exact: true });
  await expect(stops.locator('[data-line]').nth(2)).toBeVisible({ timeout: 30_000 });
  await stops.focus();
  await keyboard.press('Home');
  await keyboard.press('Space');
  const marked = window.getByRole('toolbar', { name: t('stops.markedCount', { count: 1 }) });
  await expect(marked).toBeVisible();

  await newStop(window);
  await window.getByRole('button', { name: t('stopForm.more'), exact: true }).click();
  for (const name of [t('stopForm.paymentCurrency'), t('stopForm.weightUnit')]) {
    const field = window.getByRole('combobox', { name, exact: true });
    await field.focus();
    await keyboard.press('ArrowDown');
    await expect(window.locator('.option').first(), `the choices of ${name} are open`).toBeVisible();
    await keyboard.press('Escape');
    await expect(window.locator('.option'), 'Esc closes the choices alone').toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(marked, 'and takes nothing back in the table').toBeVisible();
  }
  await keyboard.press('Escape');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toHaveCount(0);
  await expect(stops).toBeFocused();
});
