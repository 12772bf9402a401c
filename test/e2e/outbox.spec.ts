/** The outbox screen: entries are found, exported, discarded, imported again, and sent once. */
import { join } from 'node:path';
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerFileDialogs, entries } from '../support/outbox.ts';
import { PlainClient } from '../support/plain-client.ts';
import { choosePlan, goTo, newStop, openConnected, openPlan, statusBar, typeStop } from '../support/screens.ts';

const place = { phone: '', zip: '10115', city: 'Hafenstadt', notes: '' };
const typed = [
  { ...place, name: 'Olga Outbox', street: 'Lindenweg 1' },
  { ...place, name: 'Otto Outbox', street: 'Lindenweg 2' },
  { ...place, name: 'Oskar Outbox', street: 'Lindenweg 3' },
];

test('finds, exports, discards and imports waiting entries, and sends them once', async ({
  service,
  client,
  start,
  folder,
}) => {
  const plan = choosePlan(await client.plans());
  const before = new Set((await client.stops(plan.id)).map(({ id }) => id));
  client.close();
  const { window, electron, ...app } = await start({ env: { DEPOT_DESK_SETTLE_MS: '500' } });
  await openConnected({ window, electron, ...app }, service);
  await answerFileDialogs(electron, join(folder('file'), 'entries.json'));
  await openPlan(window, plan.title);
  await service.kill();
  await newStop(window);
  for (const stop of typed) await typeStop(window, stop);

  await goTo(window, 'outbox');
  await expect(entries(window)).toHaveCount(3);
  await expect(window.getByText(/^Offline since .* · 3 stops, oldest/)).toBeVisible();
  await window.getByRole('textbox', { name: t('common.filter') }).fill('otto');
  await expect(entries(window)).toHaveCount(1);
  await entries(window).click();
  const pane = window.getByRole('complementary');
  await expect(pane.getByText('Lindenweg 2, 10115 Hafenstadt')).toBeVisible();

  await window.getByRole('button', { name: t('outbox.export') }).click();
  await window.getByRole('button', { name: t('outbox.exportCopy') }).click();
  await expect(window.getByText(t('outbox.exported', { count: 3, name: 'entries.json' }))).toBeVisible();

  await pane.getByRole('button', { name: t('outbox.giveUp') }).click();
  await window
    .getByRole('dialog')
    .getByRole('button', { name: t('outbox.giveUpConfirm') })
    .click();
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 2 }));
  await window.getByRole('button', { name: t('outbox.import') }).click();
  await expect(
    window.getByText(`${t('outbox.imported', { count: 1 })} ${t('outbox.importedKnown', { count: 2 })}`),
  ).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.waiting', { count: 3 }));

  const again = await service.startAgain();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await window.getByRole('textbox', { name: t('common.filter') }).fill('');
  await window.getByRole('radio', { name: t('outbox.filterSettled') }).check({ force: true });
  await expect(entries(window)).toHaveCount(3);
  await window.getByRole('radio', { name: t('outbox.history') }).check({ force: true });
  const history = window.getByRole('grid', { name: t('outbox.historyTable') });
  await expect(history.getByText('Otto Outbox').first()).toBeVisible();
  await window.getByRole('textbox', { name: t('common.filter') }).fill('otto');
  await expect(history.getByText(t('outbox.stateAcknowledged'), { exact: true })).toHaveCount(1);

  const reader = new PlainClient(again);
  const added = (await reader.stops(plan.id)).filter(({ id }) => !before.has(id));
  reader.close();
  expect(added.map(({ recipient }) => recipient?.name).sort()).toEqual(typed.map(({ name }) => name).sort());
});
