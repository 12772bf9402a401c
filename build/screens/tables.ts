/** The table of a plan as a dispatcher arranges it: sorted, grouped, with two lines, filtered by a column. */
import type { Page } from 'playwright';
import { t } from '../../src/messages/index.ts';
import { openPlan } from '../../test/support/screens.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import type { Scene } from './stage.ts';

const grid = (window: Page) => window.getByRole('grid', { name: t('stops.table'), exact: true });

const tables: Scene = {
  pictures: [
    ...['table-panel', 'table-panel-wide', 'table-grouped', 'table-grouped-wide', 'table-two-lines'],
    ...['table-two-lines-wide', 'table-menu', 'table-suggestions', 'table-filtered'],
  ],
  async take(stage) {
    const service = await stage.service();
    const client = new PlainClient(service);
    const plans = await client.plans();
    client.close();
    const plan = plans.find(
      ({ optimization, title }) =>
        optimization === 'optimized' && plans.filter((each) => each.title === title).length === 1,
    );
    const app = await stage.connected(service);
    const { window } = app;
    const { keyboard } = window;
    await openPlan(window, plan?.title ?? '');
    await grid(window).locator('[data-line]').nth(5).waitFor({ timeout: 60_000 });
    await grid(window).focus();
    await keyboard.press('v');
    const panel = window.getByRole('dialog', { name: t('tables.panel') });
    await panel.getByLabel(t('tables.viewName')).fill('By route');
    await panel.getByRole('radio', { name: t('stops.columnDriver') }).check({ force: true });
    await keyboard.press('Tab');
    await panel.getByRole('button', { name: t('tables.save') }).click();
    await stage.takeBoth(app, 'table-panel');
    await keyboard.press('Escape');
    await stage.takeBoth(app, 'table-grouped');
    await keyboard.press('v');
    await panel.getByRole('checkbox', { name: t('tables.twoLines') }).check();
    await keyboard.press('Escape');
    await stage.takeBoth(app, 'table-two-lines');
    await grid(window).focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+F10');
    await window.getByRole('menu').waitFor();
    await stage.take(app, 'table-menu');
    await keyboard.press('Escape');
    await keyboard.press('Control+F');
    await keyboard.type('driver:');
    await window.getByRole('listbox').waitFor();
    await stage.take(app, 'table-suggestions');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await window.getByRole('group', { name: t('tables.narrowedTo') }).waitFor();
    await stage.take(app, 'table-filtered');
  },
};

export const tableScenes: readonly Scene[] = [tables];
