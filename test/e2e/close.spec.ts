/** Closing with waiting entries warns the user, keeps the app open by default, and loses nothing either way. */
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PlainClient } from '../support/plain-client.ts';
import { choosePlan, openConnected, openPlan, typeStop } from '../support/screens.ts';
import type { TrainingService } from '../support/training-service.ts';

interface Asked {
  message: string;
  buttons: string[];
  defaultId: number;
}

/** The app while one stop waits. */
async function withWaitingStop(service: TrainingService, client: PlainClient, start: () => Promise<App>): Promise<App> {
  const plan = choosePlan(await client.plans());
  client.close();
  const app = await start();
  await openConnected(app, service);
  await openPlan(app.window, plan.title);
  await service.kill();
  await app.window.keyboard.press('Control+N');
  await typeStop(app.window, {
    name: 'Dora Waiting',
    phone: '030 1234504',
    street: 'Lindenweg 4',
    zip: '10115',
    city: 'Hafenstadt',
    notes: '',
  });
  await expect(app.window.getByText(t('shell.waiting', { count: 1 }))).toBeVisible();
  return app;
}

/**
 * A test cannot see the system's dialog, so a stub records the question and returns the default answer. Nothing is
 * waited for inside main, where a wait has no bound.
 */
const recordQuestions = ({ electron }: App): Promise<void> =>
  electron.evaluate(({ dialog }) => {
    const questions: Asked[] = [];
    Object.assign(globalThis, { questions });
    dialog.showMessageBox = ((_window: unknown, question: Asked) => {
      questions.push({ message: question.message, buttons: question.buttons, defaultId: question.defaultId });
      return Promise.resolve({ response: question.defaultId, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
  });

/** Waits for the question, after which the app is still there as it was. */
async function expectAsked({ electron, window }: App): Promise<void> {
  const asked = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const { questions } = globalThis as unknown as { questions: Asked[] };
      return { questions, open: BrowserWindow.getAllWindows().length };
    });
  await expect.poll(async () => (await asked()).questions.length, 'the app asks').toBeGreaterThan(0);
  expect(await asked()).toEqual({
    questions: [
      {
        message: t('desktop.closeWaitingStops', { count: 1 }),
        buttons: [t('desktop.keepOpen'), t('desktop.close')],
        defaultId: 0,
      },
    ],
    open: 1,
  });
  await expect(window.getByText(t('shell.waiting', { count: 1 }))).toBeVisible();
}

test('asks before it closes while a stop waits', async ({ service, client, start }) => {
  const app = await withWaitingStop(service, client, start);
  await recordQuestions(app);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expectAsked(app);
});

test('asks on macOS before it quits while a stop waits', async ({ service, client, start }) => {
  const app = await withWaitingStop(service, client, start);
  await recordQuestions(app);
  // The menu of macOS quits the app like this.
  await app.electron.evaluate(({ app: program }) => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    program.quit();
  });
  await expectAsked(app);
});
