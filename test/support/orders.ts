/** Drives the orders screen: import, find, submit, print. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { goTo } from './screens.ts';

export const ordersTable = (window: Page): Locator => window.getByRole('grid', { name: t('orders.table') });

/** The rendered rows. */
export const orderRows = (window: Page): Locator => ordersTable(window).locator('[role="row"][aria-selected]');

export const closeDialog = (dialog: Locator): Promise<void> =>
  dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();

/** Opens the orders and waits for the first row. */
export async function openOrders(window: Page): Promise<void> {
  await goTo(window, 'orders');
  await orderRows(window).first().waitFor({ timeout: 60_000 });
}

/** One of the state filters above the list. */
export const orderState = (
  window: Page,
  state: 'stateAll' | 'stateDraft' | 'stateSubmitted' | 'stateReadOnly' | 'stateAsks',
): Locator => window.locator('label').filter({ hasText: t(`orders.${state}`) });

/** A CSV file with these cells, as a German Excel saves it: semicolons and a byte order mark. */
export const ordersCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${[['Bestellnummer', 'Empfänger', 'Straße', 'PLZ', 'Ort', 'Pakete', 'Artikel'], ...rows]
    .map((cells) => cells.join(';'))
    .join('\r\n')}\r\n`;

/** Opens the import and loads a file. */
export async function openImport(window: Page, file: string): Promise<Locator> {
  await window.getByRole('button', { name: t('orders.importOrders') }).click();
  await window.locator('input[type=file]').setInputFiles(file);
  return window.getByRole('dialog');
}

/** Imports all orders of the opened file, all of which must be valid. */
export async function takeIn(window: Page, count: number): Promise<void> {
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('button', { name: t('orderImport.import', { count }) }).click();
  await expect(dialog).toBeHidden({ timeout: 120_000 });
}

/** Marks all listed orders. */
export async function markAll(window: Page): Promise<void> {
  await ordersTable(window).focus();
  await window.keyboard.press('ControlOrMeta+a');
}

/** Opens the dialog that asks for a courier for the marked orders, and chooses the first. */
export async function askCourier(window: Page, count: number): Promise<Locator> {
  const several = window.getByRole('toolbar', { name: t('orders.markedCount', { count }) });
  await several.getByRole('button', { name: t('orders.submit') }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel(t('orders.chooseCourier')).click();
  await window.getByRole('option').first().click();
  return dialog;
}
