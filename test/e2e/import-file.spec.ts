/**
 * A file that is read wrongly at first: its encoding and the line of its headings are chosen, a town is filled into the
 * rows below, a fault is corrected in all rows at once, one of the steps is undone. What arrives on the service is what
 * the file says.
 */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { PlainClient, type ServiceAccess } from '../support/plain-client.ts';
import { goTo, openConnected, statusBar } from '../support/screens.ts';

/** `ö` of a Mac, beside no letter, so that nothing tells the encoding. */
const letter = 0x9a;
const lines = [
  'A;B;C;D;E;F',
  'Bestellnummer;Name;Strasse;PLZ;Ort;Pakete',
  'FILE-1;Ida \u0001. Lau;Weg 1;41742;Aldermünde;zwei',
  'FILE-2;Ben Lang;Weg 2;41742;;zwei',
  'FILE-3;Cla Berg;Weg 3;41742;;1',
  'FILE-4;Dan Roth;Weg 4;41742;;zwei',
];
/** The town is plain, because only one letter of the file is beyond ASCII. */
const town = 'Aldermuende';
const macFile = Buffer.from(
  lines
    .join('\r')
    .replace('Aldermünde', town)
    .split('')
    .map((each) => (each === '\u0001' ? letter : each.charCodeAt(0))),
);

/** Connects the app and begins an import of orders with this file. @returns the window */
async function openFile(app: App, service: ServiceAccess, name: string, content: Buffer | string): Promise<Page> {
  const { window } = app;
  await openConnected(app, service);
  await goTo(window, 'orders');
  await window.getByRole('button', { name: t('orders.importOrders') }).click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await window.locator('input[type="file"]').setInputFiles(file);
  return window;
}

test('reads a file as it is told, fills rows and undoes a step', async ({ service, client, start }) => {
  client.close();
  const window = await openFile(await start(), service, 'mac.csv', macFile);
  const dialog = window.getByRole('dialog');
  const grid = window.getByRole('grid', { name: t('orderImport.table') });
  const row = (text: string) => grid.locator('[role="row"][aria-selected]').filter({ hasText: text });
  const summary = (good: number, bad: number) =>
    expect(dialog.getByText(t('imports.summary', { good, bad, left: 0 }))).toBeVisible();
  const choose = async (label: string, option: RegExp | string) => {
    await dialog.getByRole('combobox', { name: label }).click();
    await window.getByRole('option', { name: option }).click();
  };

  await dialog.getByRole('button', { name: t('imports.file'), exact: true }).click();
  await choose(t('imports.headingsIn'), /^Line 2: Bestellnummer/);
  await summary(1, 3);
  await expect(row('FILE-1')).toContainText('Ida š. Lau');
  await choose(t('imports.encoding'), t('imports.encoding.macintosh'));
  await expect(row('FILE-1')).toContainText('Ida ö. Lau');
  await expect(dialog.getByText(t('imports.encoding.macintosh')).first()).toBeVisible();
  await dialog.getByRole('button', { name: t('imports.file'), exact: true }).click();

  // One fault is corrected in all rows that have it.
  await row('FILE-1').click();
  await dialog.getByLabel(t('orderForm.packageCount'), { exact: true }).fill('2');
  await dialog.getByRole('button', { name: t('imports.fillSame', { count: 2 }) }).click();
  await summary(4, 0);

  // The town goes into the empty rows below, away again with the last step, and back.
  await dialog.getByLabel(t('orderForm.city'), { exact: true }).focus();
  await window.keyboard.press('ControlOrMeta+d');
  await expect(row('FILE-4')).toContainText(town);
  await grid.focus();
  await window.keyboard.press('ControlOrMeta+z');
  await expect(row('FILE-4')).not.toContainText(town);
  await row('FILE-1').click();
  await dialog.getByLabel(t('orderForm.city'), { exact: true }).focus();
  await window.keyboard.press('ControlOrMeta+d');
  await expect(row('FILE-4')).toContainText(town);

  await dialog.getByRole('button', { name: t('orderImport.import', { count: 4 }) }).click();
  await expect(window.getByText(t('orderImport.imported', { count: 4 }))).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(service);
  const orders = await reader.orders();
  reader.close();
  const found = orders
    .filter(({ packageInfo }) => packageInfo?.externalId?.startsWith('FILE-') === true)
    .map((order) => JSON.stringify(order));
  expect(found).toHaveLength(4);
  expect(found.filter((text) => text.includes(town))).toHaveLength(4);
  expect(found.filter((text) => text.includes('Ida ö. Lau'))).toHaveLength(1);
});

test('shows every column that has values, and the empty ones on request', async ({ service, client, start }) => {
  client.close();
  const names = Array.from({ length: 70 }, (_, at) => `Feld ${at + 1}`);
  const text = [
    ['Bestellnummer', 'Name', 'Strasse', 'PLZ', 'Ort', ...names, 'Leer'],
    ['WIDE-1', 'Ida Lau', 'Weg 1', '41742', 'Aldermuende', ...names.map((_name, at) => `Wert ${at + 1}`), ''],
  ]
    .map((cells) => cells.join(';'))
    .join('\n');
  const window = await openFile(await start(), service, 'wide.csv', text);
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByText(t('imports.summary', { good: 1, bad: 0, left: 0 }))).toBeVisible();
  await dialog.getByRole('button', { name: t('imports.columns'), exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Feld 70' }).click();
  await window.getByRole('option', { name: t('orderForm.notes'), exact: true }).click();
  const grid = window.getByRole('grid', { name: t('orderImport.table') });
  await grid.locator('[role="row"][aria-selected]').first().click();
  await expect(dialog.getByLabel(t('orderForm.notes'), { exact: true })).toHaveValue('Wert 70');

  const empty = dialog.getByRole('combobox', { name: 'Leer' });
  await expect(empty).toBeHidden();
  await dialog.getByRole('button', { name: t('imports.moreColumns', { count: 1 }) }).click();
  await expect(empty).toBeVisible();
});

test('reads days in the order that the person chooses, and weights as all values of their column show', async ({
  service,
  client,
  start,
}) => {
  client.close();
  const text = [
    'Order Number,Name,Street,Zip,City,Delivery Date,Weight',
    'FORM-1,Ida Lau,Weg 1,41742,Aldermuende,06/07/2030,"1,250"',
    'FORM-2,Ben Lang,Weg 2,41742,Aldermuende,08/09/2030,2.5',
  ].join('\n');
  const window = await openFile(await start(), service, 'days.csv', text);
  const dialog = window.getByRole('dialog');
  const warning = dialog.getByText('The values in “Delivery Date” can be read in two ways.');
  await expect(warning).toContainText('06/07/2030 is read as Sat 6 Jul 2030');
  await expect(dialog.getByText(`“Weight”: ${t('imports.form.point')}`)).toBeVisible();
  await dialog.getByRole('button', { name: t('imports.form.month-first') }).click();
  await expect(warning).toBeHidden();
  await expect(dialog.getByText(`“Delivery Date”: ${t('imports.form.month-first')}`)).toBeVisible();

  await dialog.getByRole('button', { name: t('orderImport.import', { count: 2 }) }).click();
  await expect(window.getByText(t('orderImport.imported', { count: 2 }))).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  const reader = new PlainClient(service);
  const orders = (await reader.orders()).filter(({ packageInfo }) => packageInfo?.externalId?.startsWith('FORM-'));
  reader.close();
  const said = orders.map(({ packageInfo, deliveryInstructions }) => [
    packageInfo?.externalId,
    packageInfo?.weight?.amount,
    deliveryInstructions?.expectedDeliveryDate,
  ]);
  expect(said.toSorted()).toEqual([
    ['FORM-1', 1_250, { year: 2030, month: 6, day: 7 }],
    ['FORM-2', 2.5, { year: 2030, month: 8, day: 9 }],
  ]);
});
