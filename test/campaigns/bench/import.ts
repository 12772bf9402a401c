/**
 * Measures an import of 50,000 rows in the real window, as csv and as xlsx: from the drop of the file to the rows as
 * they stand in it, to the first rows that are checked, to all errors, the longest task of the window's main thread
 * meanwhile, and memory. Beside it our own reader and two libraries alone, under plain Node: papaparse, which ours uses,
 * and read-excel-file, with nothing but cells as their result.
 *
 *     npm run bench -- import
 *     npm run bench -- import 5000    other numbers of rows
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { CDPSession, Page } from 'playwright';
import { readSheet } from 'read-excel-file/universal';
import { t } from '../../../src/messages/index.ts';
import { readSheetRows } from '../../../src/renderer/lib/sheet/read-sheet.ts';
import { tableFile } from '../../../src/renderer/lib/sheet/table-file.ts';
import { startApp, temporaryFolder, type App } from '../../support/app.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { choosePlan, openConnected, openPlan } from '../../support/screens.ts';
import { startTrainingService } from '../../support/training-service.ts';

const count = Number(process.argv[2] ?? 50_000);
const goals = { preview: 2_000, block: 50 };
/** One row of a hundred has an error. */
const every = 100;
const say = (text = '') => void process.stdout.write(`${text}\n`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
let missed = 0;

const verdict = (passed: boolean): string => {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'MISSED';
};

const headings = ['Order number', 'Name', 'Street', 'Postcode', 'Town', 'Phone', 'Time window', 'Packages', 'Notes'];
const rows = Array.from({ length: count }, (_, at) => [
  ...[`B-${String(at).padStart(6, '0')}`, `Recipient ${at}`, `Güterstraße ${at}`, '01067', 'Aldermünde'],
  ...[`0351 ${String(100_000 + at)}`, '9-12', at % every === 0 ? 'two' : '1', 'Ring twice'],
]);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

interface Seen {
  /** 0: they were not shown before the checked ones. */
  asInFile: number;
  preview: number;
  all: number;
}

type Dropped = typeof globalThis & { dropped: DataTransfer };

/** Brings the file into the window, which is not part of what is measured. */
const bring = (window: Page, name: string, content: string): Promise<void> =>
  window.evaluate(
    (given) => {
      const bytes = Uint8Array.from(atob(given.content), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], given.name));
      (globalThis as Dropped).dropped = dataTransfer;
    },
    { name, content },
  );

/** Drops the file on the window, and tells when its first row is drawn, when as a record, and when all are checked. */
const dropAndWatch = (window: Page, ready: string): Promise<Seen> =>
  window.evaluate(
    async (given) => {
      const dataTransfer = (globalThis as Dropped).dropped;
      const began = performance.now();
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(drop);
      let [asInFile, preview] = [0, 0];
      for (;;) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const dialog = document.querySelector('[role="dialog"]');
        if (asInFile === 0 && dialog?.querySelector('.first-rows td') != null) asInFile = performance.now() - began;
        if (preview === 0 && dialog?.querySelector('[role="row"][aria-selected]') != null) {
          preview = performance.now() - began;
        }
        if (dialog?.textContent.includes(given.ready) === true) {
          return { asInFile, preview, all: performance.now() - began };
        }
        if (performance.now() - began > 120_000) throw new Error('The rows are not checked after two minutes.');
      }
    },
    { ready },
  );

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest tasks of the window's main thread meanwhile, in milliseconds: as time passed, and as the processor worked. */
async function longest(
  { electron, profile }: App,
  work: () => Promise<void>,
): Promise<{ passed: number; cpu: number }> {
  const file = join(profile, 'trace.json');
  await electron.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel', '__metadata'] }),
  );
  await work();
  await electron.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file);
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the window.');
  const most = (of: (event: TraceEvent) => number) => tasks.reduce((sum, task) => Math.max(sum, of(task)), 0) / 1_000;
  return { passed: most(({ dur = 0 }) => dur), cpu: most(({ tdur = 0 }) => tdur) };
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** One parse after another that was not counted, so that the code is compiled. */
async function alone(parse: () => Promise<unknown>): Promise<{ took: number; heap: number }> {
  await parse();
  const heap = process.memoryUsage().heapUsed;
  const began = performance.now();
  const held = await parse();
  const took = performance.now() - began;
  const used = process.memoryUsage().heapUsed - heap;
  return { took, heap: held === undefined ? 0 : Math.max(0, used) };
}

async function inWindow(app: App, session: CDPSession, name: string, bytes: Uint8Array): Promise<void> {
  const { window } = app;
  await bring(window, name, base64(bytes));
  const before = await heapOf(session);
  const bad = Math.ceil(count / every);
  const ready = t('imports.summary', { good: count - bad, bad, left: 0 });
  let seen: Seen = { asInFile: 0, preview: 0, all: 0 };
  const tasks = await longest(app, async () => {
    seen = await dropAndWatch(window, ready);
  });
  const held = (await heapOf(session)) - before;
  say(`  ${name.padEnd(12)} ${megabytes(bytes.length)}`);
  say(`    as in the file ${seen.asInFile === 0 ? 'not shown' : ms(seen.asInFile)}`);
  say(`    first rows     ${ms(seen.preview)} (≤ ${goals.preview})  ${verdict(seen.preview <= goals.preview)}`);
  say(`    all errors     ${ms(seen.all)}`);
  say(
    `    longest task   ${ms(tasks.passed)}, of it ${ms(tasks.cpu)} work (≤ ${goals.block})  ${verdict(tasks.cpu <= goals.block)}`,
  );
  say(`    window’s heap  ${megabytes(held)} more, with all rows and records held`);
  await window
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  await window.getByRole('dialog').waitFor({ state: 'detached' });
}

const csv = new TextEncoder().encode(Papa.unparse([headings, ...rows], { delimiter: ';', newline: '\r\n' }));
const sheet = await tableFile({ kind: 'xlsx', headings, phones: [], rows });
if (sheet.kind !== 'xlsx') throw new Error('The workbook could not be written.');
const xlsx = sheet.bytes;

const [serviceFolder, profile] = [temporaryFolder('bench-service'), temporaryFolder('bench-profile')];
const service = await startTrainingService(serviceFolder.path);
const client = new PlainClient(service);
const plan = choosePlan(await client.plans());
client.close();
const app = await startApp({ profile: profile.path });
try {
  await openConnected(app, service);
  await openPlan(app.window, plan.title);
  const session = await app.window.context().newCDPSession(app.window);
  const load = () => (loadavg()[0] ?? 0).toFixed(1);
  say(
    `An import of ${count.toLocaleString('en')} stops into a plan, in the real window; one row of ${every} is wrong.`,
  );
  say(
    'Times from the drop, by the clock. Tasks of the main thread from Chromium’s trace; the work is judged, not the time',
  );
  say(`that passed, because other programs run too. Load ${load()}.`);
  say();
  await inWindow(app, session, 'stops.csv', csv);
  await inWindow(app, session, 'stops.xlsx', xlsx);
  say();
  say('The readers alone, under plain Node, the second of two runs:');
  const text = new TextDecoder().decode(csv);
  const papa = await alone(() => Promise.resolve(Papa.parse<string[]>(text, { delimiter: ';' }).data));
  say(`  papaparse        ${ms(papa.took)}, ${megabytes(papa.heap)} more heap`);
  const whole = xlsx.buffer.slice(xlsx.byteOffset, xlsx.byteOffset + xlsx.byteLength);
  const excel = await alone(() => readSheet(whole));
  say(`  read-excel-file  ${ms(excel.took)}, ${megabytes(excel.heap)} more heap`);
  for (const [name, bytes] of [
    ['csv', csv],
    ['xlsx', xlsx],
  ] as const) {
    const own = await alone(() => readSheetRows(bytes));
    say(`  ours, ${name.padEnd(10)} ${ms(own.took)}, ${megabytes(own.heap)} more heap, with the report`);
  }
  say();
  say(`Load ${load()}. ${missed === 0 ? 'All goals reached.' : `${missed} goals missed.`}`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await app.kill();
  await service.kill();
  serviceFolder.remove();
  profile.remove();
}
