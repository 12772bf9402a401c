/**
 * Measures how long main's event loop is blocked: all of main under plain Node, with the training service and its large
 * data set over HTTPS in another thread. Time runs six times as fast, so 60 pages arrive per second.
 *
 *     npm run bench -- main
 *     npm run bench -- main waiting    without the first sync, which takes two minutes
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createApp, type App } from '../../../src/main/app.ts';
import { plainNetwork } from '../../../src/main/api/transports.ts';
import { CrashReports } from '../../../src/main/crashes.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { Core } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { EntryQuery } from '../../../src/shared/entries.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { temporaryFolder } from '../../support/app.ts';
import { BlockedWatch, limit, type Kept } from './models/blocked.ts';
import { fastClock } from './models/fast-clock.ts';
import type { FastService } from './models/fast-service.ts';
import { alwaysHere } from '../../fixtures/attendance.ts';
import { quietParts } from '../../fixtures/core-parts.ts';
import { desktopOf, noTraining } from '../../fixtures/desktop.ts';
import { eachOnItsOwn, type TestHandlers } from '../../fixtures/each-on-its-own.ts';
import { noPolicy, noUpdates } from '../../fixtures/no-updates.ts';

const speed = 6;
const waiting = 20_000;
/** Entries of one plan that need the same decision. */
const asking = 2_000;
/** Real-time limit on watching the first sync. Without the first sync: until the plans are known. */
const syncMost = process.argv.includes('waiting') ? 8_000 : 110_000;
const say = (text = '') => void process.stdout.write(`${text}\n`);
const system = fastClock(speed);
const watch = new BlockedWatch();
let missed = 0;

interface Access {
  address: string;
  authority: string;
  planningKey: string;
  ordersKey: string;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function startService(folder: string): Promise<{ access: Access; end: () => Promise<unknown> }> {
  const workerData: FastService = { folder, speed };
  const thread = new Worker(new URL('./models/fast-service.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    thread.once('message', (access: Access) => {
      resolve({ access, end: () => thread.terminate() });
    });
    thread.once('error', reject);
  });
}

const keys = new Map<string, string>();
const clipboard = { text: '' };

type BenchApp = Omit<App, 'handlers'> & { handlers: TestHandlers };

async function openApp(folder: string): Promise<BenchApp> {
  const app = await createApp({
    folder,
    version: '0.0.0',
    system,
    attendance: alwaysHere,
    log: { info: () => undefined, warn: () => undefined },
    crashes: new CrashReports({ folder, system, about: '' }),
    cacheWorker: new URL('../../../src/main/db/cache.worker.ts', import.meta.url),
    startPreflight: () => {
      throw new AppError('internal');
    },
    keyStore: {
      // Asynchronous like a keychain, which runs on another thread and answers in a later turn of the event loop.
      read: (account) => pause(1).then(() => keys.get(account) ?? null),
      write: (account, key) => Promise.resolve(void keys.set(account, key)),
      remove: (account) => Promise.resolve(void keys.delete(account)),
    },
    backEnd: {
      namesJobsFirst: true,
      placesPages: false,
      printers: () => Promise.resolve([]),
      print: () => Promise.reject(new AppError('printer.none')),
      jobState: () => Promise.resolve('done'),
      takeOut: () => Promise.resolve(true),
    },
    desktop: desktopOf(clipboard, { chooseSaveFile: (name) => Promise.resolve(join(profile.path, name)) }),
    training: noTraining,
    network: plainNetwork,
    times: {},
    policy: noPolicy,
    updates: noUpdates,
    notices: [],
    push: () => undefined,
  });
  return { ...app, handlers: eachOnItsOwn(app.handlers) };
}

const query: EntryQuery = { group: 'open', noun: null, planId: null, order: 'typed', words: [], cursor: null };

/** Simulates a user who performs one action after the other until told to stop. @returns the number of actions */
async function person({ handlers }: BenchApp, isOver: () => boolean): Promise<number> {
  let count = 0;
  const doing = async (name: string, work: () => Promise<unknown>) => {
    watch.doing = name;
    count += 1;
    // A call that fails, for example because the plan does not exist yet, takes time too.
    await work().catch(() => undefined);
    watch.doing = `after ${name}`;
    await pause(5);
  };
  while (!isOver()) {
    let planIds: string[] = [];
    await doing('plans.list', async () => {
      const { rows } = await handlers.plans.list();
      planIds = rows.filter(({ writable }) => writable).map(({ id }) => id);
    });
    const planId = planIds[count % Math.max(1, planIds.length)] ?? 'plans/none';
    await doing('stops.list', () => handlers.stops.list({ planId, cursor: null }));
    for (const text of ['an', 'lind', 'b', 'zzz'])
      await doing('stops.recentRecipients', () => handlers.stops.recentRecipients({ text }));
    await doing('stops.add', () =>
      handlers.stops.add({ planId, draftId: null, stop: { address: { addressLineOne: `Lindenweg ${count}` } } }),
    );
    await doing('orders.list', () => handlers.orders.list({ cursor: null }));
    await doing('orders.list, far', () => handlers.orders.list({ cursor: '4400' }));
    await doing('unassignedStops.list', () => handlers.unassignedStops.list({ cursor: null }));
    await doing('drivers.list', () => handlers.drivers.list());
    await doing('session.get', () => handlers.session.get());
    await doing('outbox.overview', () => handlers.outbox.overview());
    for (const order of ['typed', 'newest', 'next', 'name', 'plan'] as const)
      await doing(`outbox.list by ${order}`, () => handlers.outbox.list({ ...query, order }));
    const word = { text: 'recipient 19999', kinds: [], states: [], reasons: [] };
    await doing('outbox.list, a rare word', () => handlers.outbox.list({ ...query, words: [word] }));
    await doing('outbox.history', () => handlers.outbox.history({ text: '', noun: null, state: null, before: null }));
    await doing('labels.open', () => handlers.labels.open());
  }
  return count;
}

/** Measures one task of main, from its start until slightly after its end. */
async function scene<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  watch.doing = '';
  watch.begin();
  const result = await work();
  const took = performance.now() - began;
  await pause(300);
  report(`${what}, in ${took.toFixed(0)} ms:`, null, watch.end());
  return result;
}

function report(what: string, done: number | null, kept: Kept): void {
  const passed = kept.workedOver === 0;
  if (!passed) missed += 1;
  say(what);
  say(
    `    ${done === null ? '' : `${done} calls of a person; `}event loop blocked for at most ${kept.longest.toFixed(1)} ms, ${kept.over} times above ` +
      `${limit} ms; by its own work at most ${kept.worked.toFixed(1)} ms, ${kept.workedOver} times above (none)  ${passed ? 'pass' : 'FAIL'}`,
  );
  for (const line of kept.worst.slice(0, kept.over === 0 ? 1 : 8)) say(`      ${line}`);
}

async function during(what: string, app: BenchApp, isOver: () => boolean | Promise<boolean>): Promise<void> {
  let over = false;
  const look = setInterval(() => void Promise.resolve(isOver()).then((is) => (over ||= is)), 250);
  watch.begin();
  const done = await person(app, () => over);
  report(what, done, watch.end());
  clearInterval(look);
}

const askingPlan = 'plans/of-a-day-that-is-past';

/**
 * Fills the outbox with offline input, half new stops, half edits, in 100 plans, and with entries that need a decision.
 */
function typeMany(file: string, planIds: readonly string[]): void {
  const outbox = openOutboxFile(file, system.now());
  const gathered: StorageChange[] = [];
  const core = { ...quietParts, system, storage: outbox.entries } as unknown as Core;
  const intake = new Intake(core, (changes) => void gathered.push(...changes));
  for (let number = 0; number < waiting; number += 1) {
    const planId = planIds[number % planIds.length] ?? '';
    if (number % 2 === 0) {
      const address = { addressLineOne: `Lindenallee ${number}`, zip: '41731', city: 'Aldermünde' };
      intake.create('stops.create', planId, {
        address,
        recipient: { name: `Recipient ${number}` },
        notes: 'Ring twice',
      });
    } else {
      const change = { notes: 'Back door' };
      intake.edit('stops.update', `${planId}/stops/typed${number}`, planId, change, { notes: null });
    }
    if (gathered.length > 500) outbox.entries.commit(gathered.splice(0));
  }
  const reason = { code: 'outbox.day-passed', detail: {} } as const;
  for (let number = 0; number < asking; number += 1) {
    const address = { addressLineOne: `Altes Ufer ${number}`, zip: '41731', city: 'Aldermünde' };
    const { entryId } = intake.create('stops.create', askingPlan, { address });
    gathered.push({ do: 'change-entry', id: entryId ?? '', set: { state: 'decision', reason } });
    if (gathered.length > 500) outbox.entries.commit(gathered.splice(0));
  }
  outbox.entries.commit(gathered.splice(0));
  outbox.close();
}

/** Whether the backup of the outbox exists, which is created and verified soon after the start. */
const backupAt = (folder: string) => existsSync(join(folder, 'outbox.db.backup-1'));

const [serviceFolder, profile] = [temporaryFolder('bench-service'), temporaryFolder('bench-profile')];
const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
say(
  `Main under plain Node: a timer of one millisecond tells how long its event loop was blocked, and how long of that it`,
);
say(`has worked itself (the rest other threads and programs had the processor). ${load()}.`);
say();
writeFileSync(join(profile.path, 'settings.json'), JSON.stringify({ ...defaultSettings, desksBehindThisAddress: 1 }));
const service = await startService(serviceFolder.path);
let app = await openApp(profile.path);
for (const kind of ['planning', 'orders'] as const) {
  clipboard.text = kind === 'planning' ? service.access.planningKey : service.access.ordersKey;
  await app.handlers.connections.pasteKey({ kind });
}
const { address, authority } = service.access;
await app.handlers.connections.connect({ address, authority });
const began = performance.now();
await during(
  'First sync of 200 plans of 150 stops, 5,000 orders, 2,000 unassigned stops, 300 drivers:',
  app,
  async () => {
    const { rows } = await app.handlers.plans.list();
    const isRead = rows.length >= 200 && rows.every(({ stopCount }) => stopCount !== null);
    return isRead || performance.now() - began > syncMost;
  },
);
const { rows: plans } = await app.handlers.plans.list();
const read = plans.filter(({ stopCount }) => stopCount !== null).length;
say(
  `      ${read} of ${plans.length} plans read in ${((performance.now() - began) / 1_000).toFixed(0)} s by the computer's clock; ${load()}`,
);
await app.close();

const state = JSON.parse(readFileSync(join(profile.path, 'workspace.json'), 'utf8')) as { workspace: { id: string } };
const planIds = plans.filter(({ writable, id }) => writable && id.includes('/')).map(({ id }) => id);
const workspaceFolder = join(profile.path, 'workspaces', state.workspace.id);
typeMany(join(workspaceFolder, 'outbox.db'), planIds.slice(0, 100));
rmSync(join(workspaceFolder, 'outbox.db.backup-1'), { force: true });
say();
const count = (waiting + asking).toLocaleString('en');
app = await scene(`Opened with ${count} entries that are open`, () => openApp(profile.path));
await scene('A copy of the outbox made and checked', async () => {
  while (!backupAt(workspaceFolder)) await pause(20);
});
const until = performance.now() + 25_000;
await during(
  `25 s with ${waiting.toLocaleString('en')} entries that wait and go out:`,
  app,
  () => performance.now() > until,
);
say(`      ${load()}`);
const { rows: asked } = await app.handlers.outbox.list({ ...query, planId: askingPlan });
await scene(`One choice for ${asking.toLocaleString('en')} entries`, () =>
  app.handlers.outbox.decideAlike({ entryId: asked[0]?.id ?? '', choice: { way: 'give-up' } }),
);
await scene('All that is open exported into a file', () => app.handlers.outbox.exportEntries({ keep: true }));
await scene('All that is open given up', () => app.handlers.outbox.giveUpAll());
await app.close();
await service.end();
serviceFolder.remove();
profile.remove();
say();
say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
process.exit(missed === 0 ? 0 : 1);
