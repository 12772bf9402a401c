/**
 * Measures the memory of the app a minute after its start with 100,000 stops in the cache (performance, P12): the shares
 * of all its processes in what they map (PSS), beside a blank Electron window a minute after its own. The service is
 * out of reach, so that what was written into the cache stays there.
 *
 *     npm run bench -- memory [--seconds 60]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { electronArguments } from '../../../build/desktop-session.ts';
import { root } from '../../../build/project.ts';
import { openCache } from '../../../src/main/db/cache.ts';
import { ReadList } from '../../../src/main/db/read-list.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { stopColumns, stopsList } from '../../../src/main/db/stops.ts';
import { plan } from '../../../src/shared/plans.ts';
import { stop } from '../../../src/shared/stops.ts';
import { temporaryFolder } from '../../support/app.ts';
import { start } from '../../support/processes.ts';
import { startTrainingService } from '../../support/training-service.ts';
import { benchStops } from './models/cache-stops.ts';
import { useOnce } from './models/used-profile.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const [plans, perPlan, most] = [667, 150, 1.2];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const electron = process.env['DEPOT_DESK_ELECTRON'];
if (electron === undefined) throw new Error('Run with npm run bench -- memory: it finds Electron.');
if (process.platform !== 'linux') throw new Error('Shares of memory are read from /proc, which only Linux has.');

/** Bytes of a process and all its descendants: what several share counts for each in part. */
function shareOf(pid: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, rest = ''] = /\) (.*)$/s.exec(textOf(`/proc/${name}/stat`)) ?? [];
    const parent = Number(rest.split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (of: number): number => {
    const kilobytes = Number(/^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${of}/smaps_rollup`))?.[1] ?? 0);
    return kilobytes * 1_024 + (children.get(of) ?? []).reduce((all, child) => all + sum(child), 0);
  };
  return sum(pid);
}

/** Empty for a process that has ended since. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Writes the plans into the cache of a profile as a refresh does. */
async function fill(profile: string): Promise<void> {
  const [workspace = ''] = readdirSync(join(profile, 'workspaces'));
  const folder = join(profile, 'workspaces', workspace);
  const now = Date.now();
  const files = { cacheFile: join(folder, 'cache.db'), outboxFile: join(folder, 'outbox.db'), now };
  const worker = new URL('../../../src/main/db/cache.worker.ts', import.meta.url);
  const opened = await openCache(worker, files, say);
  const { cache } = opened;
  const ids = Array.from({ length: plans }, (_, number) => `plans/bench${number}`);
  const starts = { year: 2026, month: 6, day: 16 };
  const read = new ReadList(planColumns);
  read.add(
    ids.map((id, number) =>
      plan.parse({ id, title: `Tour ${number}`, starts, depot: null, drivers: [], writable: true }),
    ),
  );
  await read.put(cache, 'plans', now, (rows, digest) => cache.putPlans(rows, now, digest));
  for (const [number, id] of ids.entries()) {
    const list = new ReadList(stopColumns);
    list.add(benchStops(number, perPlan).map((said) => stop.parse(said)));
    await list.put(cache, stopsList(id), now, (rows, digest) => cache.putStops(id, rows, now, digest));
  }
  await opened.close();
}

const [serviceFolder, profile, blankProfile] = ['service', 'profile', 'blank'].map((name) =>
  temporaryFolder(`bench-${name}`),
) as [Folder, Folder, Folder];
type Folder = ReturnType<typeof temporaryFolder>;
const service = await startTrainingService(serviceFolder.path);
try {
  await useOnce(profile.path, service);
  await service.kill();
  await fill(profile.path);

  const flags = (folder: string) => [...electronArguments(), `--user-data-dir=${folder}`];
  const blankMain = join(root, 'test', 'campaigns', 'bench', 'blank', 'main.cjs');
  const figures: number[] = [];
  for (const args of [
    [blankMain, ...flags(blankProfile.path)],
    [root, ...flags(profile.path)],
  ]) {
    const app = await start(electron, args);
    await pause(Number(values.seconds) * 1_000);
    figures.push(shareOf(app.pid));
    await app.stop();
  }
  const [blank = Number.NaN, app = Number.NaN] = figures;
  const passed = app <= most * blank;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  say(
    [
      '',
      `Memory ${values.seconds} s after the start: PSS of all processes, one after the other; ${plans * perPlan} stops of ${plans} plans in`,
      'the cache, the list of plans on the screen, no service; virtual display, no debugger attached.',
      `blank Electron window  ${megabytes(blank)}`,
      `Depot Desk             ${megabytes(app)}: ${(app / blank).toFixed(2)} × blank (≤ ${most})  ${passed ? 'pass' : 'FAIL'}`,
      '',
    ].join('\n'),
  );
  process.exitCode = passed ? 0 : 1;
} finally {
  await service.kill();
  for (const folder of [serviceFolder, profile, blankProfile]) folder.remove();
}
