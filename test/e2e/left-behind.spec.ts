/**
 * After a day's work and a sign-out with deletion nobody is named in any file that the app has written (its profile
 * with Chromium's files, and the temporary folder), nor in the places of those that it has deleted, nor in the
 * clipboard: rows 17 and 26 of the list of attacks. The window crashes while it shows a person, and a label is printed.
 * What the spooler keeps of it is the spooler's own.
 */
import { t } from '../../src/messages/index.ts';
import type { App } from '../support/app.ts';
import { crash, inWindow } from '../support/crashed-window.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdFiles } from '../support/held-files.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../support/label-printer.ts';
import { findIn, findInFiles, needlesOf } from '../support/needles.ts';
import type { PlainClient } from '../support/plain-client.ts';
import {
  callBackend,
  choosePlan,
  choosePrinter,
  goTo,
  newStop,
  openConnected,
  openLabel,
  openPlan,
  planList,
  statusBar,
  typeStop,
} from '../support/screens.ts';

const person = 'Zvonimira Canaryson';
const street = 'Kanarienvogelgasse 77';
const unfinished = 'Quirina Halfwritten';
/** Of a person of the training data: the first letters alone may be a part of other words. */
const wholeNeedlesOf = (text: string) => needlesOf(text).filter(({ form }) => !form.startsWith('first'));
/** A key without the words that it begins with, like `training-planning-`: the app's own code has these. */
const drawnPartOf = (key: string) => key.replace(/^training-[a-z]+-/, '');

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

/** A stop is sent, another one is half entered, and the window crashes with both on the screen. */
async function workUntilACrash({ window, electron }: App, client: PlainClient): Promise<void> {
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
  const drafts = async () => JSON.stringify(await callBackend(window, 'drafts', 'list'));
  await expect.poll(drafts).toContain(unfinished);
  await crash(electron);
  const text = () => inWindow<string>(electron, 'document.body.innerText').catch((error: unknown) => String(error));
  await expect.poll(text).toContain(t('shell.noticeWindowReopened'));
}

/** Quits the app, whose page is gone. */
async function quit({ electron }: App): Promise<void> {
  const ended = electron.waitForEvent('close');
  await electron.evaluate(({ app }) => app.quit());
  await ended;
}

/** Looks at an order's label, and prints it if there is a printer. @returns the recipient, who is on it */
async function useLabel({ window }: App, client: PlainClient, printer: LabelPrinter | null): Promise<string> {
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
  return name;
}

async function signOut({ window }: App): Promise<void> {
  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.signOut') }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: t('settings.signOutDelete') }).check();
  await dialog.getByRole('button', { name: t('settings.signOutConfirm'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('navigation', { name: t('shell.navigation') })).toBeHidden();
}

test('26: signing out with deletion leaves no person and no key on the disk or in the clipboard', async ({
  service,
  client,
  start,
  folder,
}) => {
  test.setTimeout(180_000);
  const temporary = folder('temporary');
  const printer = await printerHere(folder);
  const spooler = printer === null ? {} : { CUPS_SERVER: printer.server };
  const env: Record<string, string> = { TMPDIR: temporary, DEPOT_DESK_LOG: 'debug', ...spooler };
  const first = await start({ env });
  await openConnected(first, service);
  await workUntilACrash(first, client);
  await quit(first);

  const app = await start({ env, profile: first.profile });
  const { electron, window, profile } = app;
  await planList(window).waitFor({ timeout: 30_000 });
  const name = await useLabel(app, client, printer);
  // As a key field does it.
  await electron.evaluate(({ clipboard }, key) => clipboard.writeText(key), service.ordersKey);
  await callBackend(window, 'connections', 'pasteKey', { kind: 'orders' });

  const people = [...[person, street, unfinished].flatMap(needlesOf), ...wholeNeedlesOf(name)];
  const needles = [...people, ...[service.planningKey, service.ordersKey].map(drawnPartOf).flatMap(needlesOf)];
  expect(findInFiles(profile, people).found, 'what is searched for is there').not.toEqual([]);
  const held = holdFiles(profile);
  try {
    const inPlaces = () => held.files.flatMap((file) => findIn(`the place of ${file.name}`, file.read(), needles));
    const labels = held.files.filter((file) => /^workspaces\/[^/]+\/labels\/.*\.pdf$/.test(file.name));
    expect(labels.length, 'a label is on the disk').toBeGreaterThan(0);
    expect(inPlaces(), 'what is searched for is in its places').not.toEqual([]);
    await signOut(app);

    const outputs = first.output() + app.output();
    const left = () => [
      ...findInFiles(profile, needles).found,
      ...findInFiles(temporary, needles).found,
      ...findIn('output of main', outputs, needles),
      ...inPlaces(),
    ];
    const clipboard = await electron.evaluate(({ clipboard: system }) => system.readText());
    expect(findIn('clipboard', clipboard, needles)).toEqual([]);
    expect(left(), 'while the app still runs').toEqual([]);
    // A label is packed, so that what is in it cannot be searched for: its place is overwritten.
    const readable = labels.filter((file) => file.read().some((byte) => byte !== 0));
    expect(readable.map((file) => file.name)).toEqual([]);
    await app.close();
    expect(left(), 'after the app has closed').toEqual([]);
  } finally {
    held.close();
  }
});
