/**
 * The import of each kind of record is opened from its list: by a file that is dropped on the window, by cells that are
 * pasted, and by a key.
 */
import type { Page } from 'playwright';
import { t, type PlainKey } from '../../src/messages/index.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { choosePlan, goTo, openConnected, openPlan } from '../support/screens.ts';

interface Kind {
  name: string;
  title: PlainKey;
  /** What its table in the dialog is called. */
  table: PlainKey;
  cells: readonly (readonly string[])[];
  /** @param plan the title of a plan that can be changed */
  open: (window: Page, plan: string) => Promise<void>;
}

const places = [
  ['Bestellnummer', 'Name', 'Straße', 'PLZ', 'Ort'],
  ['OPEN-1', 'Mia Kern', 'Güterstraße 52', '41742', 'Aldermünde'],
];
const kinds: readonly Kind[] = [
  {
    name: 'orders',
    title: 'orderImport.title',
    table: 'orderImport.table',
    cells: places,
    open: async (window) => {
      await goTo(window, 'orders');
      await window.getByRole('heading', { level: 1, name: t('orders.title') }).waitFor();
    },
  },
  {
    name: 'drivers',
    title: 'driverImport.title',
    table: 'driverImport.table',
    cells: [
      ['Name', 'E-Mail'],
      ['Mia Kern', 'mia.kern@import.example'],
    ],
    open: async (window) => {
      await goTo(window, 'drivers');
      await window.getByRole('heading', { level: 1, name: t('drivers.title') }).waitFor();
    },
  },
  {
    name: 'unassigned stops',
    title: 'unassignedImport.title',
    table: 'unassignedImport.table',
    cells: places,
    open: async (window) => {
      await window.getByRole('button', { name: t('plans.unassigned') }).click();
      await window.getByRole('heading', { level: 1, name: t('plans.unassigned') }).waitFor();
    },
  },
  {
    name: 'stops of a plan',
    title: 'stopImport.title',
    table: 'stopImport.table',
    cells: places,
    open: (window, plan) => openPlan(window, plan),
  },
];

/** Pastes cells as a spreadsheet copies them, while no field has the focus. */
async function paste(window: Page, cells: Kind['cells']): Promise<void> {
  await window.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },
    cells.map((row) => row.join('\t')).join('\n'),
  );
}

for (const { name, title, table, cells, open } of kinds) {
  test(`opens the import of ${name} by a dropped file, by pasted cells, and by a key`, async ({
    service,
    client,
    start,
  }) => {
    const plan = choosePlan(await client.plans());
    client.close();
    const app = await start();
    const { window } = app;
    await openConnected(app, service);
    await open(window, plan.title);
    const list = window.locator('[role="grid"]').first();
    await expect(list).toBeVisible({ timeout: 30_000 });
    const dialog = window.getByRole('dialog');
    const close = async () => {
      await dialog
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .click();
      await expect(dialog).toBeHidden();
    };
    const row = dialog.getByRole('grid', { name: t(table) }).locator('[role="row"][aria-selected]');

    await dropFile(window, cells.map((each) => each.join(';')).join('\r\n'), 'shop.csv');
    await expect(dialog.getByText(`${t(title)}: shop.csv`)).toBeVisible({ timeout: 30_000 });
    await expect(row).toContainText('Mia Kern');
    await close();

    await paste(window, cells);
    await expect(dialog.getByText(`${t(title)}: ${t('imports.clipboardName')}`)).toBeVisible({ timeout: 30_000 });
    await expect(row).toContainText('Mia Kern');
    await close();

    await window.keyboard.press('ControlOrMeta+i');
    await expect(dialog.getByText(t('imports.chooseText'))).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}
