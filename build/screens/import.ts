/** The import of orders: from choosing a file to the skipped rows. */
import { t } from '../../src/messages/index.ts';
import { openImport, openOrders, ordersCsv } from '../../test/support/orders.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import { importOrders } from './orders.ts';
import type { Scene } from './stage.ts';

const street = (at: number) => `Lindenallee ${(at % 40) + 1}`;
const good = (at: number): string[] => [
  ...[`FILE-${String(at).padStart(4, '0')}`, `Person ${at}`, street(at), '41731', 'Aldermünde', '1'],
  at % 2 === 0 ? 'Tea' : 'Bread',
];

/** Rows of a file with this many valid orders. */
export const goodOrders = (count: number): string[][] => Array.from({ length: count }, (_, at) => good(at + 1));

/**
 * Sixty rows: one without an address, one with an invalid number of packages, and one order number that occurs twice
 * with different content.
 */
function sixty(): string[][] {
  const rows = goodOrders(60);
  rows[9] = ['FILE-0010', 'Person 10', '', '', '', '1', 'Tea'];
  rows[19] = ['FILE-0020', 'Person 20', street(20), '41731', 'Aldermünde', 'two', 'Tea'];
  rows[29] = ['FILE-0029', 'Person 29 again', street(29), '41731', 'Aldermünde', '1', 'Bread'];
  return rows;
}

/** The first bytes of an old Excel file. */
const oldExcel = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]);

const kept: Scene = {
  pictures: ['import-change', 'import-kept'],
  async take(stage) {
    const service = await stage.service();
    const client = new PlainClient(service);
    const orders = await client.orders();
    client.close();
    const numberOf = ({ packageInfo }: (typeof orders)[number]) => packageInfo?.externalId ?? '';
    const isAlone = (number: string) => orders.filter((order) => numberOf(order) === number).length === 1;
    const known = orders.map(numberOf).filter((number) => number !== '' && isAlone(number));
    const app = await stage.connected(service);
    const { window } = app;
    await openOrders(window);
    await window.getByText(/^300 orders$/).waitFor({ timeout: 60_000 });
    const rows = [
      ...sixty().slice(0, 12),
      ...known.slice(0, 3).map((number, at) => [number, ...good(at + 80).slice(1)]),
    ];
    await openImport(window, stage.file('retailer.csv', ordersCsv(rows)));
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('button', { name: t('orderImport.changeAll') }).click();
    await dialog.locator('[role="row"][aria-selected]').last().click();
    await stage.take(app, 'import-change');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: t('forms.goOn') }).waitFor();
    await stage.take(app, 'import-kept');
  },
};

/** Sixty orders, two of which the service does not accept; then sixty more while it is not there. */
const sent: Scene = {
  pictures: ['import-sent', 'import-sent-rows', 'import-rejected', 'import-paused', 'import-discard'],
  async take(stage) {
    const service = await stage.service();
    const app = await stage.connected(service);
    const { window } = app;
    await openOrders(window);
    const rows = goodOrders(60).map((row, at) => (at === 9 || at === 31 ? row.with(2, `Nowhere ${at}`) : row));
    await openImport(window, stage.file('retailer.csv', ordersCsv(rows)));
    const dialog = window.getByRole('dialog');
    const button = (name: string) => window.getByRole('button', { name, exact: true });
    await button(t('orderImport.import', { count: 60 })).click();
    await window
      .getByText(t('imports.sentAsking', { count: 2 }), { exact: false })
      .first()
      .waitFor({ timeout: 60_000 });
    await stage.take(app, 'import-sent');
    await button(t('imports.showRows')).click();
    await dialog.locator('[role="row"][aria-selected]').nth(12).waitFor();
    await stage.take(app, 'import-sent-rows');
    await button(t('imports.takeBack', { count: 2 })).click();
    await dialog.getByText(t('imports.summary', { good: 0, bad: 2, left: 0 })).waitFor();
    await dialog.locator('[role="row"][aria-selected]').first().click();
    await stage.take(app, 'import-rejected');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await service.kill();
    await openImport(window, stage.file('evening.csv', ordersCsv(goodOrders(160).slice(100))));
    await button(t('orderImport.import', { count: 60 })).click();
    await button(t('imports.pause')).click();
    await window
      .getByText(t('imports.sentPaused', { count: 60 }), { exact: false })
      .first()
      .waitFor();
    await stage.take(app, 'import-paused');
    await button(t('imports.showRows')).click();
    await button(t('imports.cancelButton', { count: 60 })).click();
    await window.getByText(t('imports.cancelTitle', { count: 60 })).waitFor();
    await stage.take(app, 'import-discard');
  },
};

export const importScenes: readonly Scene[] = [
  kept,
  sent,
  {
    pictures: [
      ...['import-choose', 'import-problem', 'import', 'import-wide', 'import-correct', 'import-columns'],
      ...['import-duplicates', 'import-asked-offline', 'import-left', 'import-one-row', 'import-5000'],
    ],
    async take(stage) {
      const service = await stage.service();
      const app = await stage.connected(service);
      const { window } = app;
      await openOrders(window);
      await importOrders(stage, app, goodOrders(3));
      await window.getByRole('button', { name: t('orders.importOrders') }).click();
      const dialog = window.getByRole('dialog');
      await dialog.waitFor();
      await stage.take(app, 'import-choose');
      await window.locator('input[type=file]').setInputFiles(stage.file('orders.xls', oldExcel));
      await dialog.getByText(t('imports.problem.old-excel')).waitFor();
      await stage.take(app, 'import-problem');
      await window.keyboard.press('Escape');

      await openImport(window, stage.file('orders.csv', ordersCsv(sixty())));
      await dialog.getByText(t('imports.leaveOutBad', { count: 2 })).waitFor();
      await stage.takeBoth(app, 'import');
      await dialog.getByRole('button', { name: t('imports.join', { key: 'J' }) }).click();
      await dialog.getByText(t('imports.leaveOutBad', { count: 3 })).waitFor();
      const show = (name: 'filterAll' | 'filterBad' | 'filterDuplicates' | 'filterLeftOut') =>
        dialog
          .locator('label')
          .filter({ hasText: t(`imports.${name}`) })
          .click();
      await show('filterBad');
      await dialog.locator('[role="row"][aria-selected]').first().click();
      await stage.take(app, 'import-correct');
      await show('filterDuplicates');
      await dialog.locator('[role="row"][aria-selected]').last().click();
      await stage.take(app, 'import-duplicates');
      await show('filterAll');
      await dialog.getByRole('button', { name: t('imports.columns') }).click();
      await stage.take(app, 'import-columns');
      await dialog.getByRole('button', { name: t('imports.columns') }).click();
      await service.kill();
      await dialog.getByRole('button', { name: t('imports.askService') }).click();
      await dialog.getByText(t('orderImport.askFailed', { count: 56 })).waitFor({ timeout: 60_000 });
      await stage.take(app, 'import-asked-offline');
      await dialog.getByRole('button', { name: t('imports.leaveOutBad', { count: 3 }) }).click();
      await dialog.getByRole('button', { name: /^Import \d+ orders$/ }).click();
      await dialog.getByText(/^0 ready/).waitFor();
      await stage.take(app, 'import-left');
      await window.keyboard.press('Escape');

      await openImport(window, stage.file('one.csv', ordersCsv([good(70)])));
      await dialog.getByText(t('orderImport.import', { count: 1 })).waitFor();
      await stage.take(app, 'import-one-row');
      await window.keyboard.press('Escape');
      await openImport(window, stage.file('many.csv', ordersCsv(goodOrders(5_100).slice(100))));
      await dialog
        .getByRole('button', { name: t('orderImport.import', { count: 5_000 }) })
        .waitFor({ timeout: 60_000 });
      await stage.take(app, 'import-5000');
    },
  },
];
