/** The outbox and its history: waiting entries, entries that need a decision, sent entries. */
import { t } from '../../src/messages/index.ts';
import type { App } from '../../test/support/app.ts';
import { openImport, openOrders, ordersCsv, takeIn } from '../../test/support/orders.ts';
import { crossedEdits, entries } from '../../test/support/outbox.ts';
import { PlainClient } from '../../test/support/plain-client.ts';
import { choosePlan, goTo, newStop, openPlan, statusBar, typeStop } from '../../test/support/screens.ts';
import { control, type TrainingService } from '../../test/support/training-service.ts';
import { goodOrders } from './import.ts';
import { importOrders } from './orders.ts';
import { holdAnswers, type Scene, type Stage } from './stage.ts';

const show = ({ window }: App, name: 'filterOpen' | 'filterWaiting' | 'filterAsking' | 'filterSettled' | 'history') =>
  window.getByRole('radio', { name: t(`outbox.${name}`) }).check({ force: true });

const pane = ({ window }: App) => window.getByRole('complementary');
const history = ({ window }: App) => window.getByRole('grid', { name: t('outbox.historyTable') });

/** Adds three stops to a plan while the service is stopped. */
async function typeWithoutLine(stage: Stage, service: TrainingService, { window }: App): Promise<void> {
  const client = new PlainClient(service);
  const plan = choosePlan(await client.plans(), stage.now());
  client.close();
  await openPlan(window, plan.title);
  await service.kill();
  await newStop(window);
  const place = { phone: '030 5550101', zip: '41731', city: 'Aldermünde', notes: 'Ring twice' };
  await typeStop(window, { ...place, name: 'Clara Sommer', street: 'Lindenallee 12' });
  await typeStop(window, { ...place, name: 'Emil Winter', street: 'Rosenweg 3' });
  await typeStop(window, { ...place, name: 'Nora Herbst', street: 'Feldstraße 8' });
  await window.keyboard.press('Escape');
  await goTo(window, 'outbox');
  await entries(window).nth(2).waitFor();
}

const waiting: Scene = {
  pictures: [
    ...['outbox-loading', 'outbox-empty', 'history-empty', 'outbox', 'outbox-wide', 'outbox-detail'],
    ...[
      'outbox-none-fit',
      'outbox-export',
      'outbox-give-up',
      'outbox-day-passed',
      'outbox-for-all',
      'outbox-other-plan',
    ],
  ],
  async take(stage) {
    const service = await stage.service();
    const profile = stage.folder('profile');
    const app = await stage.connected(service, {}, profile);
    const { window } = app;
    const release = await holdAnswers(app.electron, ['outbox']);
    await goTo(window, 'outbox');
    await stage.take(app, 'outbox-loading');
    await release();
    await window.getByText(t('outbox.emptyTitle')).waitFor();
    await stage.take(app, 'outbox-empty');
    await show(app, 'history');
    await window.getByText(t('outbox.historyEmptyTitle')).waitFor();
    await stage.take(app, 'history-empty');
    await show(app, 'filterOpen');
    await goTo(window, 'plans');

    await typeWithoutLine(stage, service, app);
    await window
      .getByText(/^Offline since/)
      .first()
      .waitFor();
    await stage.takeBoth(app, 'outbox');
    await entries(window).nth(1).click();
    await pane(app).getByText('Rosenweg 3', { exact: false }).first().waitFor();
    await stage.take(app, 'outbox-detail');
    await pane(app)
      .getByRole('button', { name: t('outbox.giveUp') })
      .click();
    await window.getByRole('dialog').waitFor();
    await stage.take(app, 'outbox-give-up');
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: t('outbox.export') }).click();
    await window.getByRole('dialog').waitFor();
    await stage.take(app, 'outbox-export');
    await window.keyboard.press('Escape');
    await window.getByRole('textbox', { name: t('common.filter') }).fill('Zanzibar');
    await window.getByText(t('outbox.emptyFilterTitle')).waitFor();
    await stage.take(app, 'outbox-none-fit');
    await app.kill();

    // A week later, online again: the day of the plan is over.
    await service.startAgain();
    const later = await stage.app({}, profile, 7);
    await statusBar(later.window)
      .getByText(t('shell.asking', { count: 3 }))
      .waitFor({ timeout: 60_000 });
    await goTo(later.window, 'outbox');
    await entries(later.window).first().click();
    await pane(later)
      .getByText(t('outbox.forAll', { count: 3 }))
      .waitFor();
    await stage.take(later, 'outbox-day-passed');
    await pane(later)
      .getByText(t('outbox.forAll', { count: 3 }))
      .click();
    await stage.take(later, 'outbox-for-all');
    await pane(later)
      .getByRole('button', { name: t('outbox.otherPlan') })
      .click();
    await later.window.getByRole('dialog').waitFor();
    await stage.take(later, 'outbox-other-plan');
  },
};

const asking: Scene = {
  pictures: [
    ...['outbox-conflict', 'outbox-refused', 'outbox-in-doubt', 'outbox-settled'],
    ...['history', 'history-wide', 'history-detail', 'history-none-fit', 'history-loading'],
  ],
  async take(stage) {
    const service = await stage.service();
    const app = await stage.connected(service);
    const { window } = app;
    await crossedEdits(window);
    await openOrders(window);
    const rows = goodOrders(24);
    rows[3] = ['FILE-0004', 'Emil Winter', 'Nowhere 70', '', '', '1', 'Bread'];
    await importOrders(stage, app, rows);
    await statusBar(window)
      .getByText(t('shell.asking', { count: 3 }))
      .waitFor({ timeout: 60_000 });

    await goTo(window, 'outbox');
    await entries(window)
      .filter({ hasText: t('outbox.kindStopsUpdate') })
      .first()
      .click();
    await window.getByText(t('outbox.conflictTitle')).waitFor();
    await stage.take(app, 'outbox-conflict');
    await entries(window).filter({ hasText: 'Emil Winter' }).click();
    await pane(app).getByText('Nowhere 70').first().waitFor();
    await stage.take(app, 'outbox-refused');
    await window.keyboard.press('Escape');
    await show(app, 'history');
    await history(app).locator('[role="row"][aria-selected]').first().waitFor();
    await stage.takeBoth(app, 'history');
    await history(app).locator('[role="row"]').filter({ hasText: 'Emil Winter' }).click();
    await pane(app).waitFor();
    await stage.take(app, 'history-detail');
    await window.keyboard.press('Escape');
    await window.getByRole('textbox', { name: t('common.filter') }).fill('Zanzibar');
    await window.getByText(t('outbox.emptyFilterTitle')).waitFor();
    await stage.take(app, 'history-none-fit');
    await window.getByRole('textbox', { name: t('common.filter') }).fill('');
    await show(app, 'filterSettled');
    await entries(window).nth(3).waitFor();
    await stage.take(app, 'outbox-settled');
    await show(app, 'filterOpen');

    // The service applies requests, but its answers get lost, and the later look-ups fail.
    await control(service, 'PUT', '/faults', {
      seed: 1,
      rules: [
        { hits: { methods: ['POST'] }, fault: { kind: 'loss-after' } },
        { hits: { methods: ['GET'], path: '/connect/*' }, fault: { kind: 'status', status: 503, applied: false } },
      ],
    });
    await goTo(window, 'orders');
    await importOrders(stage, app, [['SHOP-9', 'Mia Sommer', 'Lindenallee 12', '41731', 'Aldermünde', '1', 'Tea']]);
    await goTo(window, 'outbox');
    await entries(window)
      .filter({ hasText: t('outbox.stateInDoubt') })
      .first()
      .click({ timeout: 60_000 });
    await stage.take(app, 'outbox-in-doubt');
    await goTo(window, 'plans');
    const release = await holdAnswers(app.electron, ['outbox']);
    await goTo(window, 'outbox');
    await show(app, 'history');
    await stage.take(app, 'history-loading');
    await release();
  },
};

/** 5,000 orders from a file are waiting. */
const many: Scene = {
  pictures: ['outbox-one-row', 'outbox-5000'],
  async take(stage: Stage) {
    const service = await stage.service();
    const app = await stage.connected(service);
    const { window } = app;
    await openOrders(window);
    await service.kill();
    await importOrders(stage, app, goodOrders(1));
    await goTo(window, 'outbox');
    await entries(window).first().waitFor();
    await stage.take(app, 'outbox-one-row');
    await goTo(window, 'orders');
    await openImport(window, stage.file('many.csv', ordersCsv(goodOrders(5_000).slice(1))));
    await takeIn(window, 4_999);
    await goTo(window, 'outbox');
    await entries(window).nth(5).waitFor();
    await stage.take(app, 'outbox-5000');
  },
};

export const outboxScenes: readonly Scene[] = [waiting, asking, many];
