/** Lists that cannot be read, screen by screen. */
import { t } from '../../src/messages/index.ts';
import { errors } from '../../src/messages/en/errors.ts';
import { goTo } from '../../test/support/screens.ts';
import { refuseAnswers, type Scene } from './stage.ts';

export const errorScenes: readonly Scene[] = [
  {
    pictures: ['orders-error', 'labels-error', 'day-close-error', 'outbox-error', 'history-error'],
    async take(stage) {
      const app = await stage.connected(await stage.service());
      const { electron, window } = app;
      await refuseAnswers(electron, [
        ...['orders.list', 'batches.list', 'batches.get', 'labels.open'],
        ...['outbox.list', 'outbox.overview', 'outbox.history'],
      ]);
      const said = window.getByText(errors['storage.lists']).first();
      for (const [screen, name] of [
        ['orders', 'orders-error'],
        ['labels', 'labels-error'],
        ['dayClose', 'day-close-error'],
        ['outbox', 'outbox-error'],
      ] as const) {
        await goTo(window, screen);
        await said.waitFor();
        await stage.take(app, name);
      }
      await window.getByRole('radio', { name: t('outbox.history') }).check({ force: true });
      await said.waitFor();
      await stage.take(app, 'history-error');
    },
  },
];
