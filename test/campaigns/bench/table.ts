/**
 * Measures the table of stops in the real window: a plan of 10,000 stops opened, and a list of 100,000 scrolled, jumped
 * through, sorted, filtered, grouped and changed (performance, P9). What is counted is the time in which the window's
 * main thread works, by the processor's clock: painted frames would measure the software renderer.
 *
 * A frame is a frame (models/frame-work.ts): what is asked for in it is drawn in it or in the next. The table is
 * scrolled in each frame. A jump has three, and the longest of them counts: the one that writes the lines in view, or
 * the one after it.
 *
 *     npm run bench -- table [--rows 100000] [--steps 600]
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { t } from '../../../src/messages/index.ts';
import { type App, startApp, temporaryFolder } from '../../support/app.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { choosePlan, openConnected, statusBar } from '../../support/screens.ts';
import { startTrainingService } from '../../support/training-service.ts';
import { quantile, tasksIn, traced, workIn } from './models/frame-work.ts';
import { answerWith, editOne } from './models/many-stops.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, steps: { type: 'string', default: '600' } },
});
const [rows, steps] = [Number(values.rows), Number(values.steps)];
const turns = 3;
/** Frames of a jump. */
const jumpFrames = 3;
/** The first steps load what the others use. */
const firstSteps = 10;
const say = (text = '') => void process.stdout.write(`${text}\n`);
let missed = 0;
function verdict(passed: boolean): string {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const ms = (time: number) => `${time.toFixed(1)} ms`;

const figures = (times: readonly number[]) => {
  const [least, median, most] = [0, 0.5, 0.99].map((part) => ms(quantile(times, part)));
  return `least ${least}, median ${median}, p99 ${most}`;
};

const grid = (window: Page) => window.getByRole('grid', { name: t('stops.table') });

/** Milliseconds for which the processor has worked for the window's main thread since its start. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
}

async function workOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await worked(session);
  await work();
  return (await worked(session)) - before;
}

/** Waits until the window has nothing to do any more. */
async function quiet(session: CDPSession): Promise<void> {
  for (let looks = 0; looks < 120; looks += 1) {
    const work = await workOf(session, () => pause(500));
    if (work < 25) return;
  }
  throw new Error('the window is never idle');
}

/** Waits until the rows are drawn. */
const drawn = (window: Page) =>
  window.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * The longest frame of each step, in milliseconds of the main thread's work.
 *
 * @param places where the table is scrolled to in each step, as parts of its height; null: the bare rows are written
 * @param every so many frames are a step
 */
async function stepWork(measured: App, places: readonly number[] | null, every: number): Promise<number[]> {
  const given = { places: places === null ? null : [...places], count: firstSteps + steps, every };
  const run = () =>
    measured.window.evaluate(
      ({ places: wanted, count, every: frames }) =>
        new Promise<void>((resolve) => {
          const table = document.querySelector('[role="grid"]');
          const height = table?.scrollHeight ?? 0;
          const cells = document.querySelectorAll('#bare span');
          let frame = 0;
          const draw = () => {
            performance.mark('table-frame');
            const step = Math.floor(frame / frames);
            if (step >= count) {
              resolve();
              return;
            }
            if (wanted === null) cells.forEach((cell, index) => (cell.textContent = `Cell ${step + index}`));
            else if (frame % frames === 0 && table) table.scrollTop = (wanted[step] ?? 0) * height;
            frame += 1;
            requestAnimationFrame(draw);
          };
          requestAnimationFrame(draw);
        }),
      given,
    );
  const file = join(measured.profile, 'trace.json');
  const events = await traced(measured, file, ['toplevel', 'blink.user_timing'], run);
  const { cpu } = workIn(events, 'table-frame');
  const longest = Array.from({ length: Math.floor(cpu.length / every) }, (_, step) =>
    Math.max(...cpu.slice(step * every, (step + 1) * every)),
  );
  return longest.slice(firstSteps);
}

/** As many rows as the window shows, written by hand into a bare page: what a frame costs without any table. */
async function bareFrames(measured: App): Promise<number[]> {
  await measured.window.evaluate(() => {
    const line =
      '<div style="display:grid;grid-template-columns:repeat(9,1fr);height:31px">' + '<span></span>'.repeat(9);
    const room = document.createElement('div');
    room.id = 'bare';
    room.style.cssText = 'position:fixed;inset:0;z-index:99;background:white;overflow:hidden';
    room.innerHTML = `${line}</div>`.repeat(40);
    document.body.append(room);
  });
  const times = await stepWork(measured, null, 1);
  await measured.window.evaluate(() => document.querySelector('#bare')?.remove());
  return times;
}

const placesOf = (place: (step: number) => number) =>
  Array.from({ length: firstSteps + steps }, (_, step) => place(step));

/** The longest task of the window's main thread meanwhile, in milliseconds of the processor's work. */
async function longestTask(measured: App, work: () => Promise<unknown>): Promise<number> {
  const events = await traced(measured, join(measured.profile, 'trace.json'), ['toplevel', '__metadata'], work);
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = tasksIn(events, ({ pid, tid }) => threads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace has no tasks of the window.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}

async function report(name: string, measured: App, session: CDPSession, work: () => Promise<unknown>): Promise<void> {
  await quiet(session);
  let took = 0;
  let used = 0;
  const longest = await longestTask(measured, async () => {
    const began = performance.now();
    used = await workOf(session, work);
    took = performance.now() - began;
  });
  say(
    `  ${name.padEnd(28)} ${took.toFixed(0).padStart(6)} ms, of it ${ms(used)} work; longest task ${ms(longest)} of it`,
  );
}

/** Hides routes and map, so that there is room for all columns. */
async function hideViews(window: Page): Promise<void> {
  const shown = window.getByRole('group', { name: t('routes.viewsShown') }).locator('[aria-pressed="true"]');
  while ((await shown.count()) > 0) await shown.first().click();
}

const settled = async (window: Page) => {
  await window.locator('[role="grid"][aria-busy="false"]').waitFor({ timeout: 60_000 });
  await drawn(window);
};

const [serviceFolder, profile] = [temporaryFolder('bench-service'), temporaryFolder('bench-profile')];
const service = await startTrainingService(serviceFolder.path);
const client = new PlainClient(service);
const plan = choosePlan(await client.plans());
client.close();
const app = await startApp({ profile: profile.path });
try {
  const { window, electron } = app;
  await openConnected(app, service);
  const session = await window.context().newCDPSession(window);
  await session.send('Performance.enable');

  say('The real window with rows from main in pages of 200; work of the main thread by the processor’s clock.');
  const load = () => loadavg()[0]?.toFixed(1);
  say(`The load of the computer is not controlled: compare figures of one run. It is ${load()} now.`);
  // What a sync or a refresh brings would make the window read its list again in the middle of a figure.
  await statusBar(window).getByText(t('shell.allSent')).waitFor({ timeout: 240_000 });
  await service.kill();
  await answerWith(electron, 10_000);
  const plans = window.getByRole('textbox', { name: t('common.filter') });
  const openByName = async () => {
    await plans.fill(plan.title);
    await window.getByRole('search').getByText(/^↵ /).waitFor();
    const rowsDrawn = () =>
      window.evaluate(
        () =>
          new Promise<void>((drawn) => {
            const look = () => {
              if (document.querySelector('[aria-multiselectable="true"] [data-line]')) drawn();
              else requestAnimationFrame(look);
            };
            document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
            look();
          }),
      );
    return workOf(session, rowsDrawn);
  };
  const opened: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const work = await openByName();
    await quiet(session);
    // The first turn loads the screen's code.
    if (turn > 0) opened.push(work);
    await window.getByRole('button', { name: t('stops.backToPlans') }).click();
  }
  const open = quantile(opened, 0.5);
  say();
  say(
    `10,000 stops of one plan, opened: ${ms(open)} to the first rows (≤ 150), the median of ${turns}  ${verdict(open <= 150)}`,
  );

  await answerWith(electron, rows);
  await openByName();
  await quiet(session);
  say();
  say(`P9. ${rows} rows, ${steps} steps each; the main thread’s work a frame. A frame is all tasks from one`);
  say(
    `requestAnimationFrame to the next, by the trace. Scrolling and bare rows: a frame a step. A jump: ${jumpFrames}, of`,
  );
  say('which the longest counts.');
  const bare = await bareFrames(app);
  say(`  bare rows  ${figures(bare)}: 40 rows of 9 cells written by hand`);
  const judge = (name: string, times: readonly number[]) => {
    const passed = verdict(quantile(times, 0.99) <= 8);
    say(
      `  ${name.padEnd(10)} ${figures(times)} (≤ 8)  ${passed}; ${(quantile(times, 0.5) / quantile(bare, 0.5)).toFixed(1)} × bare`,
    );
  };
  for (const columns of ['beside the map', 'alone, all columns']) {
    say(`  The table ${columns}:`);
    const scrolled = placesOf((step) => (step * 120) / (rows * 31));
    judge('scrolling', await stepWork(app, scrolled, 1));
    const jumped = placesOf((step) => ((step * 7_919) % 1_009) / 1_009);
    judge('jumping', await stepWork(app, jumped, jumpFrames));
    if (columns === 'beside the map') await hideViews(window);
  }

  say();
  say(`${rows} rows, from the key or click to the drawn rows:`);
  const clickHead = (name: string) =>
    grid(window).getByRole('columnheader', { name, exact: true }).locator('span').first().click();
  await report('sort by recipient', app, session, async () => {
    await clickHead(t('stops.columnRecipient'));
    await settled(window);
  });
  await report('sort by packages', app, session, async () => {
    await clickHead(t('stops.columnPackages'));
    await settled(window);
  });
  await report('one edit, in a sorted list', app, session, async () => {
    await editOne(electron, 7);
    await quiet(session);
    await settled(window);
  });
  const filter = window.getByRole('textbox', { name: t('common.filter') });
  await report('filter by a word', app, session, async () => {
    await filter.fill('berger');
    await settled(window);
  });
  await report('filter by a column', app, session, async () => {
    await filter.fill('driver:"Driver 7"');
    await settled(window);
  });
  await filter.fill('');
  await settled(window);
  await grid(window).focus();
  await window.keyboard.press('v');
  const byDriver = window.getByRole('dialog').getByRole('radio', { name: t('stops.columnDriver') });
  await byDriver.waitFor();
  await report('group by driver', app, session, async () => {
    await byDriver.check({ force: true });
    await window.locator('.group').first().waitFor();
    await settled(window);
  });
  say();
  say(`The load of the computer is ${load()} now.`);
  say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await app.kill();
  await service.kill();
  serviceFolder.remove();
  profile.remove();
}
