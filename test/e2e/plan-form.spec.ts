/** The route settings of a plan are entered in its form by keyboard, shown again, and read back over HTTPS. */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys, tabToField } from '../support/keys.ts';
import { openConnected, statusBar } from '../support/screens.ts';
import { readBack } from '../support/twice.ts';

test('creates a plan with route settings, and sends a changed one with the others', async ({ service, start }) => {
  test.setTimeout(180_000);
  const app = await start();
  const { window } = app;
  const { keyboard } = window;
  await openConnected(app, service);
  const dialog = window.getByRole('dialog');
  const part = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const type = async (name: string, text: string) => {
    await tabToField(window, field(name), name);
    await keyboard.press('Control+A');
    await keyboard.type(text);
  };
  const overrides = () =>
    readBack(service, async (reader) => {
      const made = (await reader.plans()).find(({ title }) => title === 'Tour with settings');
      return (made as { routeOverrides?: unknown } | undefined)?.routeOverrides ?? null;
    });

  await window.getByRole('button', { name: t('plans.newPlan') }).press('Enter');
  await expect(field(t('plans.columnTitle'))).toBeFocused();
  await keyboard.type('Tour with settings');
  await tabToField(window, part(t('planForm.routes')), 'the routes');
  await keyboard.press('Enter');
  await type(t('planForm.startTime'), '7');
  await type(t('planForm.maxStops'), '0');
  await keyboard.press('Control+Enter');
  await expect(dialog.getByText(t('stopForm.tooSmall', { least: 1 }))).toBeVisible();
  await expect(field(t('planForm.maxStops'))).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('30');
  await tabToField(window, part(t('planForm.optimisation')), 'the optimisation');
  await keyboard.press('Enter');
  const goal = dialog.getByLabel(t('planForm.subObjective'));
  await chooseByKeys(window, goal, new RegExp(t('planForm.equalizeTime')), 'the secondary goal');
  await keyboard.press('Control+Enter');
  await expect(window.getByRole('heading', { name: 'Tour with settings', level: 1 })).toBeVisible();
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 60_000 });
  await expect.poll(overrides, { timeout: 60_000 }).toMatchObject({
    ...{ startTime: { hour: 7, minute: 0 }, maxStops: 30, optimizationSettings: { subObjective: 'equalize_time' } },
  });

  const edit = async () => {
    await window.getByRole('button', { name: t('plans.menu'), exact: true }).click();
    await window.getByRole('menuitem', { name: t('plans.edit'), exact: true }).click();
  };
  await edit();
  await expect(part(t('planForm.routes'))).toContainText('from 07:00, at most 30 stops');
  await part(t('planForm.routes')).click();
  await field(t('planForm.maxStops')).fill('25');
  await keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(overrides, { timeout: 60_000 }).toMatchObject({
    ...{ startTime: { hour: 7, minute: 0 }, maxStops: 25, optimizationSettings: { subObjective: 'equalize_time' } },
  });
});
