/**
 * After a day's work and a sign-out with deletion nobody is named in any file that the app has written: its profile with
 * Chromium's files, and the temporary folder (rows 17 and 26 of the list of attacks). A label is printed before. What the
 * spooler keeps of it is the spooler's own.
 */
import { t } from '../../src/messages/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../support/label-printer.ts';
import { findIn, findInFiles, needlesOf } from '../support/needles.ts';
import {
  choosePlan,
  choosePrinter,
  goTo,
  newStop,
  openConnected,
  openLabel,
  openPlan,
  statusBar,
  typeStop,
} from '../support/screens.ts';

const person = 'Zvonimira Canaryson';
const street = 'Kanarienvogelgasse 77';
const unfinished = 'Quirina Halfwritten';
/** Their first letters alone may be a part of other words. */
const wholeNeedlesOf = (text: string) => needlesOf(text).filter(({ form }) => !form.startsWith('first'));

const printers: LabelPrinter[] = [];
test.afterEach(async () => {
  for (const printer of printers.splice(0)) await printer.stop();
});

/** A printer in software, or null where there can be none: then a label is only shown. */
async function printerHere(folder: (name: string) => string): Promise<LabelPrinter | null> {
  const reason = whyNoPrinter();
  if (reason === undefined) {
    const printer = await startLabelPrinter(folder('printer'));
    printers.push(printer);
    return printer;
  }
  test.info().annotations.push({ type: 'NOT TESTED', description: `printing through a spooler: ${reason}` });
  return null;
}

test('26: signing out with deletion leaves no person and no key in the profile or the temporary folder', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(120_000);
  const temporary = folder('temporary');
  const printer = await printerHere(folder);
  const spooler = printer === null ? {} : { CUPS_SERVER: printer.server };
  const app = await start({ env: { TMPDIR: temporary, DEPOT_DESK_LOG: 'debug', ...spooler } });
  const { window } = app;
  await openConnected(app, service);
  const plan = choosePlan(await client.plans());
  await openPlan(window, plan.title);
  await newStop(window);
  await typeStop(window, {
    ...{ name: person, phone: '+49 160 1234567', street, zip: '17321', city: 'Löcknitz' },
    notes: 'ring twice',
  });
  await expect(statusBar(window)).toContainText(t('shell.allSent'), { timeout: 30_000 });
  // The filter, and a form that is left.
  await window.getByRole('textbox', { name: t('common.filter') }).fill(person);
  await window.getByRole('textbox', { name: t('common.filter') }).fill('');
  // The form stays open for the next stop.
  await window.getByLabel(t('stopForm.recipientName'), { exact: true }).fill(unfinished);
  // An order of the service, with its label.
  const order = (await client.orders()).find(
    ({ recipient, packageInfo, barcodes }) => recipient?.name && packageInfo?.externalId && barcodes.length === 1,
  );
  const name = order?.recipient?.name;
  if (order === undefined || name == null) throw new Error('no order of the training data has a recipient');
  await openLabel(window, order.packageInfo?.externalId ?? '');
  if (printer !== null) {
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    await printer.job(0);
    await expect(window.getByRole('dialog').getByText(t('labels.stateDone'))).toBeVisible({ timeout: 30_000 });
  }
  await window.keyboard.press('Escape');
  const people = [person, street, unfinished, name].flatMap(wholeNeedlesOf);

  const keys = [service.planningKey, service.ordersKey].flatMap(needlesOf);
  expect(findInFiles(app.profile, people).found, 'what is searched for is there').not.toEqual([]);
  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.signOut') }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: t('settings.signOutDelete') }).check();
  await dialog.getByRole('button', { name: t('settings.signOutConfirm'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('navigation', { name: t('shell.navigation') })).toBeHidden();

  const left = () => [
    ...findInFiles(app.profile, [...people, ...keys]).found,
    ...findInFiles(temporary, [...people, ...keys]).found,
    ...findIn('output of main', app.output(), [...people, ...keys]),
  ];
  expect(left(), 'while the app still runs').toEqual([]);
  await app.close();
  expect(left(), 'after the app has closed').toEqual([]);
});
