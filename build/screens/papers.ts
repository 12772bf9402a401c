/** The documents of a plan: the dialog and its warnings. */
import { t } from '../../src/messages/index.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import { choosePlan, newStop, openPlan, typeStop } from '../../test/support/screens.ts';
import type { Scene } from './stage.ts';

export const paperScenes: readonly Scene[] = [
  {
    pictures: ['papers', 'papers-choose', 'papers-offline'],
    async take(stage) {
      const printer = await stage.printer();
      if (printer === undefined) return;
      const service = await stage.service();
      const client = new PlainClient(service);
      const plan = choosePlan(await client.plans(), stage.now());
      client.close();
      const app = await stage.connected(service, { CUPS_SERVER: printer.server });
      const { window } = app;
      await openPlan(window, plan.title);
      await window.locator('[role="row"][aria-selected]').first().waitFor({ timeout: 60_000 });
      const open = async () => {
        await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
        await window.getByRole('menuitem', { name: t('papers.menu') }).click();
      };
      const dialog = window.getByRole('dialog');
      await open();
      await dialog.getByText(/^Stops updated/).waitFor();
      await stage.take(app, 'papers');
      await dialog.getByLabel(new RegExp(`^${t('papers.kind')}`)).click();
      await stage.take(app, 'papers-choose');
      await window.keyboard.press('Escape');
      await window.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      await service.kill();
      await newStop(window);
      await typeStop(window, {
        ...{ name: 'Clara Sommer', phone: '030 5550101', street: 'Lindenallee 12' },
        ...{ zip: '41731', city: 'Aldermünde', notes: 'Ring twice' },
      });
      await window.keyboard.press('Escape');
      await open();
      await dialog.getByText(t('papers.waiting', { count: 1 })).waitFor();
      await stage.take(app, 'papers-offline');
    },
  },
];
