/**
 * `npm start -- --tour`: demonstrates the main job in the real app at a pace a viewer can follow, with a temporary
 * profile in training mode. Stores screenshots and the printed label in out/tour/, and fails unless the label is one A6
 * page with the order's code. With `--fast` it does not wait for a viewer.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from 'playwright';
import type { OrderRow } from '../src/shared/orders.ts';
import type { PlanRow } from '../src/shared/plans.ts';
import { t } from '../src/messages/index.ts';
import { startApp, temporaryFolder, type App } from '../test/support/app.ts';
import { startLabelPrinter, whyNoPrinter, type LabelPrinter } from '../test/support/label-printer.ts';
import { isA6, readPapers, whyNotRead } from '../test/support/label-tools.ts';
import { waitFor } from '../test/support/processes.ts';
import {
  callBackend,
  choosePrinter,
  goTo,
  newStop,
  openLabel,
  openPlan,
  planList,
  statusBar,
  stopRow,
  typeStop,
} from '../test/support/screens.ts';
import { out, root } from './project.ts';

const folder = join(out, 'tour');
const pdf = join(folder, 'label.pdf');
const fast = process.argv.includes('--fast');
/** Milliseconds that a viewer needs to see a change. */
const look = fast ? 0 : 2_500;
const keystroke = fast ? 0 : 60;

let pictures = 0;
const say = (text: string) => process.stdout.write(`tour: ${text}\n`);
const pause = (milliseconds = look) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Prints what to look at, pauses, and takes a screenshot. */
async function show(window: Page, name: string, text: string): Promise<void> {
  pictures += 1;
  say(text);
  await pause();
  const path = join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`);
  // Without a graphics card the process that draws starts a second time, and there is no picture until then.
  await waitFor(`a picture: ${name}`, () =>
    window.screenshot({ path }).then(
      () => true,
      (error: unknown) => {
        if (!String(error).includes('Unable to capture screenshot')) throw error;
        return false;
      },
    ),
  );
}

/** A plan for today or later that accepts stops. */
async function planToWorkOn(window: Page): Promise<PlanRow> {
  const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
  // The local day, not UTC's, in the plan's date format.
  const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
  const isAlone = ({ title }: PlanRow) => rows.filter((row) => row.title === title).length === 1;
  const [plan] = rows
    .filter((row) => row.writable && row.optimization === 'editing' && (row.starts ?? '') >= today && isAlone(row))
    .sort((one, other) => (one.starts ?? '').localeCompare(other.starts ?? ''));
  if (!plan) throw new Error('the training depot has no plan to work on');
  return plan;
}

async function planAndStops({ window }: App): Promise<void> {
  await show(window, 'first-start', 'first start: connect a service, or open the training depot');
  await window.getByRole('button', { name: t('connections.openTraining') }).click();
  await planList(window).waitFor({ timeout: 30_000 });
  await show(window, 'plans', 'the training depot: its plans, read from the cache');

  const plan = await planToWorkOn(window);
  await openPlan(window, plan.title);
  await window.locator('[role="row"][aria-selected]').nth(4).click();
  await show(window, 'plan', `one plan with its stops: ${plan.title}`);

  await newStop(window);
  const typed = { phone: '030 5550101', street: 'Lindenweg 12', zip: '41731', city: 'Aldermünde' };
  say('a stop is typed with the keyboard alone');
  await typeStop(window, { ...typed, name: 'Clara Sommer', notes: 'Ring twice' }, { keystroke });
  await statusBar(window).getByText(t('shell.allSent')).waitFor({ timeout: 30_000 });
  await show(
    window,
    'stop-sent',
    'Ctrl+Enter saved it; it has reached the service, and the form is ready for the next',
  );

  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.stopTraining') }).click();
  await window.getByRole('button', { name: t('settings.startTraining') }).waitFor();
  await show(window, 'line-down', 'the training service is stopped: the app is offline');

  await goTo(window, 'plans');
  await openPlanAgain(window, plan);
  await newStop(window);
  await typeStop(
    window,
    { ...typed, name: 'Emil Winter', notes: 'Back door' },
    { keystroke, beforeSaving: () => show(window, 'stop-form', 'the next stop is typed offline') },
  );
  await window.keyboard.press('Escape');
  await stopRow(window, 'Emil Winter');
  await show(window, 'stop-waits', 'it is saved on this computer and waits, as the clock beside it says');

  await goTo(window, 'outbox');
  await show(window, 'outbox', 'the outbox lists what waits, since when, and why');

  await goTo(window, 'settings');
  await window.getByRole('button', { name: t('settings.startTraining') }).click();
  await statusBar(window).getByText(t('shell.allSent')).waitFor({ timeout: 60_000 });
  await goTo(window, 'plans');
  await openPlanAgain(window, plan);
  await stopRow(window, 'Emil Winter');
  await show(window, 'stop-arrived', 'online again: the stop was sent on its own, once');

  await goTo(window, 'training');
  await window.getByRole('switch', { name: t('training.preset.line-bad') }).click();
  await window.getByText(t('training.presetOn', { name: t('training.preset.line-bad') })).waitFor();
  await show(window, 'training', 'the trainer’s screen: the network is flaky now, and time could pass faster');
  await window.getByRole('button', { name: t('training.allOff') }).click();
  await window.getByText(t('training.nothingWrong')).waitFor();

  await goTo(window, 'drivers');
  await window.locator('[role="row"][aria-selected]').nth(1).click();
  await show(window, 'drivers', 'the drivers');
}

/** The list remembers the open plan, so reopening takes one click or none. */
async function openPlanAgain(window: Page, plan: PlanRow): Promise<void> {
  const heading = window.getByRole('heading', { name: plan.title });
  await heading.or(planList(window)).first().waitFor();
  if (!(await heading.isVisible())) await openPlan(window, plan.title);
}

/** An order with one package, whose label is one page. */
async function orderToPrint(window: Page): Promise<OrderRow> {
  const { rows } = await callBackend<{ rows: OrderRow[] }>(window, 'orders', 'list', { cursor: null });
  const order = rows.find((row) => row.packageCount === 1 && row.externalId !== null);
  if (!order) throw new Error('the training depot has no order with one package');
  return order;
}

/** @returns the order's codes, to compare with the printed one */
async function printLabel({ window, electron }: App, printer: LabelPrinter | null): Promise<string[]> {
  await goTo(window, 'orders');
  await window
    .getByRole('grid', { name: t('orders.table') })
    .locator('[role="row"][aria-selected]')
    .nth(1)
    .waitFor({ timeout: 30_000 });
  await show(window, 'orders', 'the orders');
  const row = await orderToPrint(window);
  const { order } = await callBackend<{ order: { barcodes: string[] } }>(window, 'orders', 'get', { orderId: row.id });

  await openLabel(window, row.externalId ?? row.id);
  await show(window, 'label', 'the label of an order: one A6 page for each package, checked before it is printed');
  if (printer) {
    await choosePrinter(window, printer.queue);
    await window.getByRole('button', { name: t('labels.print'), exact: true }).click();
    const job = await printer.job(0);
    copyFileSync(job.file, pdf);
    await window.getByRole('dialog').getByText(t('labels.stateDone')).waitFor({ timeout: 30_000 });
    await show(
      window,
      'printed',
      'printed through the spooler to a software printer; the print history says when and where',
    );
  } else {
    await electron.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
    }, pdf);
    await window.getByRole('button', { name: t('labels.save') }).click();
    await window.getByText(/^Saved as/).waitFor();
    await show(window, 'saved', 'there is no printer here: the label is saved as PDF instead');
  }
  await window.keyboard.press('Escape');
  return order.barcodes;
}

/** @returns the label's problems, one line each */
async function checkLabel(codes: readonly string[]): Promise<string[]> {
  if (!existsSync(pdf)) return ['no label was left'];
  const missing = whyNotRead();
  if (missing !== undefined) return [`the label could not be checked: ${missing}`];
  const problems: string[] = [];
  const rasters = mkdtempSync(join(tmpdir(), 'depot-desk-label-'));
  const papers = await readPapers([pdf], rasters);
  rmSync(rasters, { recursive: true });
  if (papers.length !== 1) problems.push(`the label has ${papers.length} pages instead of one`);
  if (!papers.every(({ size }) => isA6(size))) problems.push(`the label is not A6: ${JSON.stringify(papers)}`);
  const found = papers.flatMap((paper) => paper.codes);
  if (found.length !== 1 || found[0] !== codes[0]) {
    problems.push(`the code read from the label is "${found.join(' ')}", the order's is "${codes.join(' ')}"`);
  } else {
    say(`the label has one A6 page, and its code reads ${found[0] ?? ''}, as the order says`);
  }
  if (pictures < 8) problems.push(`only ${pictures} pictures were made`);
  return problems;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const profile = temporaryFolder('tour');
const printerFolder = temporaryFolder('tour-printer');
const noPrinter = whyNoPrinter();
if (noPrinter !== undefined) say(`no software printer: ${noPrinter}. The label is saved as PDF instead`);
const printer = noPrinter === undefined ? await startLabelPrinter(printerFolder.path) : null;
let problems: string[];
try {
  const app = await startApp({ profile: profile.path, env: printer ? { CUPS_SERVER: printer.server } : {} });
  try {
    await planAndStops(app);
    const codes = await printLabel(app, printer);
    await app.window.emulateMedia({ colorScheme: 'dark' });
    await goTo(app.window, 'plans');
    await show(app.window, 'dark', 'the same in the dark theme');
    problems = await checkLabel(codes);
  } catch (error) {
    await app.window.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined);
    throw error;
  } finally {
    await app.kill();
  }
} finally {
  await printer?.stop();
  profile.remove();
  printerFolder.remove();
}
for (const problem of problems) say(`FAILED: ${problem}`);
say(`${pictures} pictures and the label are in ${relative(root, folder)}`);
process.exit(problems.length === 0 ? 0 : 1);
